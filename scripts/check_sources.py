#!/usr/bin/env python3
"""Every source key is in docs/references.md and used; every row of a test table says where its number is from.

check_sources.py ROOT

A key is a word with a year, such as daly2006, wherever it stands in code, tables of tests or comments; or what stands in
the braces after @source.
"""
import csv
import pathlib
import re
import sys

KEY = r'\b[a-z]+(?:19|20)\d\d[a-z0-9]*\b'


def keys_listed(path):
    return re.findall(r'^#+ .*\{#(\w+)\}', path.read_text(encoding='utf-8'), re.M)


def keys_used(root):
    used = {}
    for top, kinds in (('include', 'h'), ('lib', 'ch'), ('tests', 'ch'), ('tests/data', ['csv'])):
        for kind in kinds:
            for path in sorted((root / top).rglob(f'*.{kind}')):
                for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
                    for key in re.findall(KEY, line) + re.findall(r'@source\{([^,}]+)', line):
                        used.setdefault(key.strip(), f'{path.relative_to(root)}:{number}')
    return used


def check_tables(root):
    for path in sorted((root / 'tests/data').glob('*/*.csv')):
        with path.open(encoding='utf-8', newline='') as file:
            reader = csv.DictReader(file)
            if 'source' not in (reader.fieldnames or []) or 'name' not in reader.fieldnames:
                continue  # input of a test, not a table of expectations
            for row in reader:
                if not (row['source'] or '').strip():
                    yield f'{path.relative_to(root)}:{reader.line_num}: no source'


def main(root):
    root = pathlib.Path(root)
    listed = keys_listed(root / 'docs/references.md')
    used = keys_used(root)
    problems = list(check_tables(root))
    problems += [f'{where}: {key} is not in docs/references.md' for key, where in sorted(used.items()) if key not in listed]
    pages = ''.join(p.read_text(encoding='utf-8') for p in (root / 'docs').glob('*.md') if p.name != 'references.md')
    problems += [f'docs/references.md: {key} is not used' for key in listed if key not in used and key not in pages]
    problems += [f'docs/references.md: {key} is listed twice' for key in set(listed) if listed.count(key) > 1]
    for problem in problems:
        print(problem)
    return bool(problems)


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))

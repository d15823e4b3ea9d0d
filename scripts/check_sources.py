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


def tables(root):
    """Cells of the column source of every table of expectations; feeds that tests read have no such column."""
    for path in sorted((root / 'tests/data').glob('*/*.csv')):
        with path.open(encoding='utf-8', errors='replace', newline='') as file:
            reader = csv.DictReader(file)
            if {'name', 'source'} <= set(reader.fieldnames or []):
                for row in reader:
                    yield f'{path.relative_to(root)}:{reader.line_num}', (row['source'] or '').strip()


def keys_used(root):
    used = {}
    for pattern in ('include/gpucost/*.h', 'lib/*/*.[ch]', 'tests/*/*.[ch]'):
        for path in sorted(root.glob(pattern)):
            for number, line in enumerate(path.read_text(encoding='utf-8', errors='replace').splitlines(), 1):
                for key in re.findall(KEY, line) + re.findall(r'@source\{([^,}]+)', line):
                    used.setdefault(key.strip(), f'{path.relative_to(root)}:{number}')
    for where, source in tables(root):
        for key in re.findall(KEY, source):
            used.setdefault(key, where)
    return used


def main(root):
    root = pathlib.Path(root)
    listed = keys_listed(root / 'docs/references.md')
    used = keys_used(root)
    problems = [f'{where}: no source' for where, source in tables(root) if not source]
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

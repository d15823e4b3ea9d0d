#!/usr/bin/env python3
"""Every source key is in docs/references.md and used; every row of a test table says where its number is from.

check_sources.py ROOT

A row's `source` starts with a key of docs/references.md, or with measured:, oracle:, closed form, or contract.
"""
import csv
import pathlib
import re
import sys

ORIGINS = ('measured:', 'oracle:', 'contract', 'closed form')


def keys_listed(path):
    return set(re.findall(r'^#+ .*\{#(\w+)\}', path.read_text(encoding='utf-8'), re.M))


def keys_used(root):
    used = {}
    for top in ('include', 'lib'):
        for path in sorted((root / top).rglob('*.[ch]')):
            for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
                for key in re.findall(r'@source\{([^,}]+)', line):
                    used.setdefault(key.strip(), f'{path.relative_to(root)}:{number}')
    return used


def check_tables(root, listed):
    """Also gathers the keys that rows stand on."""
    cited, problems = set(), []
    for path in sorted((root / 'tests/data').glob('*/*.csv')):
        with path.open(encoding='utf-8', newline='') as file:
            reader = csv.DictReader(file)
            if 'source' not in (reader.fieldnames or []):
                continue  # input of a test, not a table of expectations
            for row in reader:
                source = (row['source'] or '').strip()
                where = f'{path.relative_to(root)}:{reader.line_num}'
                if not source:
                    problems.append(f'{where}: no source')
                    continue
                key = re.split(r'[\s,;:]', source)[0]
                if key in listed:
                    cited.add(key)
    return cited, problems


def main(root):
    root = pathlib.Path(root)
    listed = keys_listed(root / 'docs/references.md')
    used = keys_used(root)
    cited, problems = check_tables(root, listed)
    for key, where in sorted(used.items()):
        if key not in listed:
            problems.append(f'{where}: {key} is not in docs/references.md')
    texts = ''.join(p.read_text(encoding='utf-8') for p in (root / 'docs').glob('*.md') if p.name != 'references.md')
    texts += ''.join(p.read_text(encoding='utf-8') for p in (root / 'lib').rglob('*.c'))
    for key in sorted(listed - set(used) - cited):
        if not re.search(r'\b' + key + r'\b', texts):
            problems.append(f'docs/references.md: {key} is not used')
    for problem in problems:
        print(problem)
    return bool(problems)


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))

#!/usr/bin/env python3
"""Includes in lib/ follow the edges of lib/layers.txt; examples use public headers only.

check_layers.py ROOT
"""
import pathlib
import re
import sys

COMMON = {'api', 'field', 'status', 'units', 'version'}  # public headers that any subject may include


def edges(path):
    allowed = {}
    for line in path.read_text(encoding='utf-8').splitlines():
        line = line.split('#')[0].strip()
        if line:
            subject, below = line.split(':')
            allowed[subject] = set(below.split())
    return allowed


def includes(path):
    for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, match[1] == '"', match[2]


def check_lib(root, allowed):
    seen = []
    for subject in allowed:
        for other in allowed[subject]:
            if other not in seen:
                yield f'lib/layers.txt: {subject} names {other}, which is not below it'
        seen.append(subject)
    for folder in sorted(p for p in (root / 'lib').iterdir() if p.is_dir()):
        if folder.name not in allowed:
            yield f'lib/{folder.name}: not in lib/layers.txt'
            continue
        may = allowed[folder.name] | {folder.name}
        for path in sorted(folder.rglob('*.[ch]')):
            for number, quoted, name in includes(path):
                where = f'{path.relative_to(root)}:{number}'
                if not quoted:
                    if name == 'sqlite3.h' and folder.name != 'store':
                        yield f'{where}: only lib/store includes sqlite3.h'
                    continue
                subject, file = name.split('/', 1) if '/' in name else ('', name)
                if subject == 'gpucost':
                    subject = file.split('.')[0]
                    if subject in COMMON:
                        continue
                if subject not in may:
                    yield f'{where}: {folder.name} may not include {name}; it may include {" ".join(sorted(may))}'


def check_users(root):
    for path in sorted((root / 'examples').rglob('*.[ch]')):
        for number, quoted, name in includes(path):
            if quoted and not name.startswith('gpucost/') and not (path.parent / name).exists():
                yield f'{path.relative_to(root)}:{number}: {name} is not a public header'


def main(root):
    root = pathlib.Path(root)
    problems = [*check_lib(root, edges(root / 'lib/layers.txt')), *check_users(root)]
    for problem in problems:
        print(problem)
    return bool(problems)


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))

#!/usr/bin/env python3
"""A subject has one name everywhere, every C file is built, and no file is long.

check_tree.py ROOT
"""
import pathlib
import re
import sys

import headers

GROUND = {'base', 'num', 'schema'}  # folders of lib/ without a header of their own: what they offer is common to all
MOST_LINES = 450


def check_subjects(root):
    subjects = set(headers.subjects(root / 'include'))
    folders = {p.name for p in (root / 'lib').iterdir() if p.is_dir()}
    tests = {p.name for p in (root / 'tests').iterdir() if p.is_dir()}
    umbrella = (root / 'include/gpucost/gpucost.h').read_text(encoding='utf-8')
    for subject in sorted(subjects | folders - GROUND):
        if subject not in subjects:
            yield f'lib/{subject}: there is no include/gpucost/{subject}.h'
            continue
        if subject not in folders:
            yield f'include/gpucost/{subject}.h: there is no lib/{subject}'
        if subject not in tests:
            yield f'include/gpucost/{subject}.h: there is no tests/{subject}'
        if f'"gpucost/{subject}.h"' not in umbrella:
            yield f'include/gpucost/gpucost.h: does not include {subject}.h'
        text = (root / f'include/gpucost/{subject}.h').read_text(encoding='utf-8')
        if f'@defgroup {subject} ' not in text or f'#ifndef GPUCOST_{subject.upper()}_H' not in text:
            yield f'include/gpucost/{subject}.h: guard and group are not named {subject}'


def check_built(root):
    built = set()
    for top in ('lib', 'tests', 'examples'):
        for recipe in (root / top).rglob('meson.build'):
            named = re.findall(r"'([^']+\.c)'", recipe.read_text(encoding='utf-8'))
            built |= {(recipe.parent / name).resolve() for name in named}
    for top in ('lib', 'tests', 'examples'):
        for path in sorted((root / top).rglob('*.c')):
            if path.resolve() not in built:
                yield f'{path.relative_to(root)}: in no meson.build'


def check_length(root):
    for top in ('lib', 'examples', 'include'):
        for path in sorted((root / top).rglob('*.[ch]')):
            lines = len(path.read_text(encoding='utf-8').splitlines())
            if lines > MOST_LINES:
                yield f'{path.relative_to(root)}: {lines} lines; split it, at most {MOST_LINES}'


def main(root):
    root = pathlib.Path(root)
    problems = [*check_subjects(root), *check_built(root), *check_length(root)]
    for problem in problems:
        print(problem)
    return bool(problems)


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))

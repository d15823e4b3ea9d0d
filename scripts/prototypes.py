#!/usr/bin/env python3
"""Python prototypes of every public function, from the headers.

prototypes.py           write bindings/python/gpucost/_prototypes.py
prototypes.py --check   fail when it is not what the headers say
"""
import pathlib
import sys

import headers

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / 'bindings/python/gpucost/_prototypes.py'


def text():
    rows = []
    for function in sorted(headers.functions(ROOT / 'include'), key=lambda f: f.name):
        types = ''.join(f', {p.type!r}' for p in function.parameters)
        rows.append(f'    {function.name!r}: ({function.result!r}{types or ","}),\n')
    return ('"""Generated from the headers by scripts/prototypes.py: name: (result, parameters...)."""\n\n'
            'PROTOTYPES = {\n' + ''.join(rows) + '}\n')


if __name__ == '__main__':
    if sys.argv[1:] == ['--check']:
        if TARGET.read_text(encoding='utf-8') != text():
            sys.exit(f'{TARGET}: not what the headers say; run scripts/prototypes.py')
    elif len(sys.argv) == 1:
        TARGET.write_text(text(), encoding='utf-8')
    else:
        sys.exit(__doc__)

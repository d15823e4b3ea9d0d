#!/usr/bin/env python3
"""The exports of the shared library, the version map and the headers say the same.

check_exports.py INCLUDE MAP LIBRARY    compare
check_exports.py --write INCLUDE MAP    write the map from the headers
"""
import re
import subprocess
import sys

import headers


def mapped(path):
    text = open(path, encoding='utf-8').read()
    return set(re.findall(r'^\s+(gpucost_\w+);', text, re.M))


def exported(path):
    lines = subprocess.run(['nm', '-D', '--defined-only', path], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].split('@')[0] for line in lines.splitlines() if line.split()[-2] != 'A'}


def write(include, path):
    text = open(path, encoding='utf-8').read()
    names = ''.join(f'    {f};\n' for f in sorted(f.name for f in headers.functions(include)))
    with open(path, 'w', encoding='utf-8') as file:
        file.write(re.sub(r'(global:\n).*?(  local:)', lambda m: m[1] + names + m[2], text, flags=re.S))


def main(include, path, library):
    declared = {f.name for f in headers.functions(include)}
    failed = False
    for what, names in (('version map', mapped(path)), ('shared library', exported(library))):
        for name in sorted(declared - names):
            print(f'{name}: declared in a header, not in the {what}')
            failed = True
        for name in sorted(names - declared):
            print(f'{name}: in the {what}, not declared in a header')
            failed = True
    return failed


if __name__ == '__main__':
    if len(sys.argv) == 4 and sys.argv[1] == '--write':
        write(*sys.argv[2:])
    elif len(sys.argv) == 4:
        sys.exit(main(*sys.argv[1:]))
    else:
        sys.exit(__doc__)

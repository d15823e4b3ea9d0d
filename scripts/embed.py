#!/usr/bin/env python3
"""Compile facts into C.

embed.py rows DATA.csv HEADER.h STRUCT SYMBOL OUT.c   a CSV as an array of a public value struct
embed.py names DATA.csv COLUMNS SYMBOL OUT.c          an index of the names in these columns (joined by ','), sorted by hash
embed.py text FILE SYMBOL OUT.c                       a file as a byte array

The struct's fields are read from its header, so a column that does not fit its field stops the build.
"""
import csv
import re
import sys


def fields_of(header_path, struct):
    text = open(header_path, encoding='utf-8').read()
    match = re.search(r'typedef struct %s \{(.*?)\} %s;' % (struct, struct), text, re.S)
    if not match:
        sys.exit(f'{header_path}: no struct {struct}')
    fields = {}
    for kind, name, length in re.findall(r'^\s*(\w+)\s+(\w+)(?:\[(\d+)\])?;', match.group(1), re.M):
        fields[name] = (kind, int(length) if length else 0)
    return fields


def literal(cell, kind, length, where):
    if kind == 'char':
        if len(cell.encode()) >= length:
            sys.exit(f'{where}: "{cell}" is longer than {length - 1} bytes')
        return '"' + ''.join(c if 32 <= ord(c) < 127 and c not in '"\\?' else ''.join(
            '\\%03o' % b for b in c.encode()) for c in cell) + '"'
    if not re.fullmatch(r'-?\d+(\.\d+)?([eE][+-]?\d+)?', cell):  # float() would also read "nan" and "1_000"
        sys.exit(f'{where}: "{cell}" is not a number')
    value = float(cell)
    if kind == 'double':
        return repr(value)
    if value != int(value) or value < 0:
        sys.exit(f'{where}: "{cell}" is not a whole number from 0')
    exact = int(cell) if re.fullmatch(r'\d+', cell) else int(value)
    return f'UINT64_C({exact})' if kind == 'uint64_t' else str(exact)


def rows(data, header, struct, symbol, out):
    fields = fields_of(header, struct)
    lines = []
    with open(data, encoding='utf-8', newline='') as file:
        reader = csv.DictReader(file)
        unknown = [c for c in reader.fieldnames if c not in fields and c != 'note']
        if unknown:
            sys.exit(f'{data}: {struct} has no field for the columns {unknown}')
        for row in reader:
            where = f'{data}:{reader.line_num}'
            cells = [f'.{name} = {literal(cell, *fields[name], f"{where}: {name}")}'
                     for name, cell in row.items() if name in fields and cell != '']
            lines.append(f'    {{.size = sizeof({struct}), ' + ', '.join(cells) + '},\n')
    name = re.split(r'include/|lib/', header)[-1]
    with open(out, 'w', encoding='utf-8') as file:
        file.write(f'#include "{name}"\n\nextern const {struct} {symbol}[];\nextern const uint64_t {symbol}_count;\n')
        file.write(f'const {struct} {symbol}[] = {{\n' + ''.join(lines) + '};\n')
        file.write(f'const uint64_t {symbol}_count = sizeof({symbol}) / sizeof({symbol}[0]);\n')


def name_hash(name):
    """gpucost__name_hash() of lib/base/name.c: FNV-1a over lower-case letters, digits and a point between two digits."""
    data, value = name.encode(), 0xcbf29ce484222325
    for i, byte in enumerate(data):
        if 65 <= byte <= 90:
            byte += 32
        digits = data[max(i - 1, 0):i].isdigit() and data[i + 1:i + 2].isdigit()
        if 97 <= byte <= 122 or 48 <= byte <= 57 or byte >= 128 or byte == 46 and digits:
            value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


def names(data, columns, symbol, out):
    slots = set()
    with open(data, encoding='utf-8', newline='') as file:
        for row, cells in enumerate(csv.DictReader(file)):
            for column in columns.split(','):
                slots |= {(name_hash(name), row) for name in cells[column].split(';') if name.strip()}
    with open(out, 'w', encoding='utf-8') as file:
        file.write(f'#include "base/name.h"\n\nextern const gpucost__name_slot {symbol}[];\n'
                   f'extern const uint64_t {symbol}_count;\nconst gpucost__name_slot {symbol}[] = {{\n')
        file.writelines(f'    {{UINT64_C({value}), {row}}},\n' for value, row in sorted(slots))
        file.write(f'}};\nconst uint64_t {symbol}_count = {len(slots)};\n')


def text(path, symbol, out):
    data = open(path, 'rb').read()
    with open(out, 'w', encoding='utf-8') as file:
        file.write(f'#include <stdint.h>\n\nextern const char {symbol}[];\nextern const uint64_t {symbol}_bytes;\n')
        file.write(f'const char {symbol}[] = {{\n')
        for i in range(0, len(data), 24):
            file.write(','.join(str(b if b < 128 else b - 256) for b in data[i:i + 24]) + ',\n')
        file.write(f'0}};\nconst uint64_t {symbol}_bytes = {len(data)};\n')


if __name__ == '__main__':
    if len(sys.argv) == 7 and sys.argv[1] == 'rows':
        rows(*sys.argv[2:])
    elif len(sys.argv) == 6 and sys.argv[1] == 'names':
        names(*sys.argv[2:])
    elif len(sys.argv) == 5 and sys.argv[1] == 'text':
        text(*sys.argv[2:])
    else:
        sys.exit(__doc__)

#!/usr/bin/env python3
"""Compile facts into C.

embed.py rows DATA.csv HEADER.h STRUCT SYMBOL OUT.c   a CSV as an array of a public value struct
embed.py names DATA.csv COLUMNS PREFIX SYMBOL OUT.c   a hash table of the names in these columns (joined by ','), and of
                                                      the same with the cell of the PREFIX column in front (- for none)
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


def name_key(name):
    """What counts in a name, as gpucost__name_letter() of lib/base/name.h reads it."""
    data, key = name.encode(), bytearray()
    for i, byte in enumerate(data):
        if 65 <= byte <= 90:
            byte += 32
        digits = data[max(i - 1, 0):i].isdigit() and data[i + 1:i + 2].isdigit()
        if 97 <= byte <= 122 or 48 <= byte <= 57 or byte >= 128 or byte == 46 and digits:
            key.append(byte)
    return bytes(key)


def key_hash(key):
    """As gpucost__name_key_of() of lib/base/name_index.c."""
    value = 0xcbf29ce484222325
    for byte in key:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return (value ^ value >> 32) % (1 << 32)


def keys_of(data, columns, prefix):
    """(key, row) of every name, and of every name with the cell of the prefix column before it unless that is taken."""
    with open(data, encoding='utf-8', newline='') as file:
        table = list(csv.DictReader(file))
    pairs, taken = {}, set()
    for column in ['', prefix] if prefix else ['']:
        for row, cells in enumerate(table):
            before = cells[column] if column else ''
            for name in (name for c in columns.split(',') for name in cells[c].split(';')):
                key = name_key(before + name)
                if name_key(name) and (key, row) not in pairs and not (column and key in taken):
                    pairs[key, row] = True
                    if len(key) > 127:
                        sys.exit(f'{data}: the name "{name}" is longer than 127 bytes')
        taken = {key for key, _ in pairs}
    return list(pairs)


def names(data, columns, prefix, symbol, out):
    pairs = keys_of(data, columns, prefix)
    count = 2
    while count < 2 * len(pairs):
        count *= 2
    pool, offsets, slots = bytearray(b'\0'), {}, [(0, 0, 0)] * count
    for key, row in pairs:
        if key not in offsets:
            offsets[key] = len(pool)
            pool += key + b'\0'
        place = key_hash(key) % count
        while slots[place][1]:
            place = (place + 1) % count
        slots[place] = (key_hash(key), offsets[key], row)
    with open(out, 'w', encoding='utf-8') as file:
        file.write(f'#include "base/name_index.h"\n\nextern const gpucost__name_index {symbol};\n'
                   'static const char keys[] = {\n')
        for i in range(0, len(pool), 24):
            file.write(','.join(str(b if b < 128 else b - 256) for b in pool[i:i + 24]) + ',\n')
        file.write('};\nstatic const gpucost__name_slot slots[] = {\n')
        file.writelines(f'    {{UINT32_C({value}), {key}, {row}}},\n' for value, key, row in slots)
        file.write(f'}};\nconst gpucost__name_index {symbol} = {{slots, keys, {count - 1}}};\n')


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
    elif len(sys.argv) == 7 and sys.argv[1] == 'names':
        names(sys.argv[2], sys.argv[3], sys.argv[4].strip('-'), *sys.argv[5:])
    elif len(sys.argv) == 5 and sys.argv[1] == 'text':
        text(*sys.argv[2:])
    else:
        sys.exit(__doc__)

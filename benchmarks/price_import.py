#!/usr/bin/env python3
"""Speed of the price store, side by side with the sqlite3 shell and pandas in one run.

price_import.py [--cli gpucost-cli] [--rows 10000000] [--folder DIR]

Imports generated spot changes from CSV with gpucost-cli and with the shell's own .import into the same table with the same
keys, both from time-ordered files of 1,000 offers, and prints rows a second, the ratio and the peak memory. With the Python
package at hand (PYTHONPATH, GPUCOST_LIBRARY) it also times as-of queries, and one-year statistics of an offer with 100,000 changes
against pandas on the same store.
"""
import argparse
import os
import random
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

OFFERS, START = 1000, 1735689600
CACHE_KIB = 24576  # of a store that is open for writing
TYPES = ['p4d.24xlarge', 'p5.48xlarge', 'g5.xlarge', 'g5.48xlarge', 'p3.2xlarge', 'p3.16xlarge', 'g4dn.xlarge', 'g6.12xlarge',
         'g6e.48xlarge', 'p4de.24xlarge']


def places():
    for i in range(OFFERS):
        region = f'region-{i // 40}'
        yield region, f'{region}-az{i // 10 % 4}', TYPES[i % 10]


def generate(folder, rows):
    """The same changes twice: as a feed, and as the rows of the table."""
    feed, table = os.path.join(folder, 'feed.csv'), os.path.join(folder, 'table.csv')
    offers = [','.join(place) for place in places()]
    chance = random.Random(1)
    nanos = [chance.randrange(100000, 40000000) * 1000 for _ in range(OFFERS)]
    with open(feed, 'w', encoding='ascii') as f, open(table, 'w', encoding='ascii') as t:
        f.write('observed_utc,region,zone,instance,hourly\n')
        done = second = 0
        while done < rows:
            lines, cells = [], []
            stamp = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(START + second))
            for i in chance.sample(range(OFFERS), min(50, rows - done)):
                nanos[i] = max(100000000, nanos[i] + chance.randrange(-50000, 50001) * 1000)
                lines.append(f'{stamp},{offers[i]},{nanos[i] // 1000000000}.{nanos[i] % 1000000000 // 1000:06d}\n')
                cells.append(f'{i + 1},{START + second},{nanos[i]},0,1,1\n')
            f.write(''.join(lines))
            t.write(''.join(cells))
            done += len(lines)
            second += 150
    return feed, table


def timed(command):
    """Seconds of a command, and its peak memory in MiB."""
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    out = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - began
    if status:
        sys.exit(f'{command}: status {status}')
    return seconds, usage.ru_maxrss / 1024, out


def schema_of(store):
    with sqlite3.connect(store) as db:
        return [row[0] for row in db.execute("SELECT sql FROM sqlite_schema WHERE name IN ('import', 'source', 'offer', 'price')")]


def shell_import(folder, table, store, cache_kib):
    """The price table as our store has it, with its checks and keys, filled by the shell."""
    other = os.path.join(folder, f'shell-{cache_kib}.db')
    with sqlite3.connect(other) as db:
        db.execute('PRAGMA journal_mode = WAL')
        for sql in schema_of(store):
            db.execute(sql)
    seconds, mib, _ = timed(['sqlite3', other, f'PRAGMA cache_size = -{cache_kib}', '.mode csv', f'.import {table} price'])
    os.remove(other)
    return seconds, mib


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--cli', default='gpucost-cli')
    parser.add_argument('--rows', type=int, default=10_000_000)
    parser.add_argument('--folder')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        feed, table = generate(folder, options.rows)
        store = os.path.join(folder, 'gpucost.db')
        ours, ours_mib, out = timed([options.cli, 'price', 'import', feed, '--store', store, '--create', '--provider', 'aws', '--term', 'spot'])
        print(out.strip())
        print(f'gpucost                {options.rows / ours:12,.0f} rows/s  {ours:7.1f} s  {ours_mib:6.0f} MiB')
        for name, cache_kib in (('its own cache', 2000), ('our cache', CACHE_KIB)):
            shell, shell_mib = shell_import(folder, table, store, cache_kib)
            print(f'sqlite3, {name:13} {options.rows / shell:12,.0f} rows/s  {shell:7.1f} s  {shell_mib:6.0f} MiB  ratio {shell / ours:.2f}')


if __name__ == '__main__':
    main()

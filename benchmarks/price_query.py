#!/usr/bin/env python3
"""Speed of questions to a store: as-of prices, and statistics of a year against pandas, in one run. Times are of the processor.

PYTHONPATH=bindings/python GPUCOST_LIBRARY=build/lib/libgpucost.so price_query.py [--changes 100000] [--offers 200]

pandas reads the offer's records from the view that is there for it (docs/price.md) and computes the same figures: time-weighted mean, quantiles and volatility.
"""
import argparse
import ctypes
import os
import random
import sqlite3
import tempfile
import time

import gpucost
from gpucost._lib import Error, lib
from gpucost.values import PriceStatistics, Quote

START, YEAR = 1735689600, 365 * 86400


def build(path, offers, changes):
    """One offer with many changes in a year, and others around it."""
    chance = random.Random(2)
    lines = ['provider,instance,zone,term,hourly,observed_utc']
    stamp = lambda second: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(START + second))
    for second in sorted(chance.sample(range(YEAR), changes)):
        lines.append(f'aws,p4d.24xlarge,z0,spot,{chance.randrange(1000000, 30000000) / 1e6:.6f},{stamp(second)}')
    for offer in range(1, offers):
        for second in range(0, YEAR, YEAR // 500):
            lines.append(f'aws,p4d.24xlarge,z{offer},spot,{chance.randrange(1000000, 30000000) / 1e6:.6f},{stamp(second)}')
    with gpucost.Store(path, 'create') as store:
        gpucost.price.import_text(store, '\n'.join(lines) + '\n')


def best(function, rounds):
    times = []
    for _ in range(rounds):
        began = time.process_time()
        function()
        times.append(time.process_time() - began)
    return min(times)


def with_pandas(path):
    """The same figures of offer 1 from the same file."""
    import numpy
    import pandas
    with sqlite3.connect(path) as db:
        frame = pandas.read_sql_query('SELECT observed_utc_s, effective_nanos FROM price_history WHERE offer_id = 1 AND '
                                      'observed_utc_s < ? ORDER BY observed_utc_s', db, params=(START + YEAR,))
    frame['seconds'] = frame.observed_utc_s.shift(-1, fill_value=START + YEAR) - frame.observed_utc_s
    total = frame.seconds.sum()
    mean = (frame.effective_nanos * (frame.seconds / total)).sum()
    spread = numpy.sqrt((((frame.effective_nanos - mean) ** 2) * frame.seconds).sum() / total)
    by_price = frame.sort_values('effective_nanos')
    share = by_price.seconds.cumsum() / total
    quantiles = [by_price.effective_nanos[(share >= q).idxmax()] for q in (0.1, 0.5, 0.9)]
    return mean, spread / mean, quantiles, int((frame.effective_nanos.diff() != 0).sum() - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--changes', type=int, default=100_000)
    parser.add_argument('--offers', type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'prices.db')
        build(path, options.offers, options.changes)
        with gpucost.Store(path) as store:
            quote, error, chance, asked = Quote(), Error(), random.Random(3), 20000
            question = [(chance.randrange(1, options.offers + 1), START + chance.randrange(YEAR // 500, YEAR)) for _ in range(asked)]
            began = time.process_time()
            for offer, at in question:
                lib.gpucost_price_as_of(store, offer, at, quote, ctypes.byref(error))
            print(f'as of an instant   {(time.process_time() - began) / asked * 1e6:8.2f} us, the call through ctypes included')
            figures = PriceStatistics()
            ours = best(lambda: lib.gpucost_price_statistics_of(store, 1, START, START + YEAR, figures, ctypes.byref(error)), 9)
            print(f'a year, gpucost    {ours * 1e3:8.2f} ms for {figures.observations} records')
            try:
                mean, volatility, quantiles, changes = with_pandas(path)
            except ImportError:
                print('pandas is not installed: nothing to compare with')
                return
            theirs = best(lambda: with_pandas(path), 5)
            print(f'a year, pandas     {theirs * 1e3:8.2f} ms, {theirs / ours:.1f} times as long')
            assert abs(float(figures.mean_price) * 1e9 - mean) < 2 and abs(figures.volatility - volatility) < 1e-9
            assert [int(p * 10**9) for p in (figures.p10_price, figures.p50_price, figures.p90_price)] == quantiles


if __name__ == '__main__':
    main()

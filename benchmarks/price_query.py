#!/usr/bin/env python3
"""Speed of questions to a store, beside pandas and DuckDB where they are installed, in one run. Times are of the processor.

PYTHONPATH=bindings/python GPUCOST_LIBRARY=build/lib/libgpucost.so price_query.py [--changes 100000] [--offers 20000]

Like is timed with like. Cold: from the closed file to the figures; pandas reads the view that is there for it (docs/price.md). Warm:
the series, or the store's records, is in the memory of each. Every answer is compared with that of the others.
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
from gpucost.values import PriceFilter, PriceStatistics, Quote

try:
    import numpy
    import pandas
except ImportError:
    pandas = None
try:
    import duckdb
except ImportError:
    duckdb = None

START, YEAR, HOUR = 1735689600, 365 * 86400, 3600
HISTORY = 'SELECT observed_utc_s, effective_nanos FROM price_history WHERE offer_id = 1 AND observed_utc_s < ? ORDER BY observed_utc_s'
TYPES = ['p4d.24xlarge', 'p5.48xlarge', 'g5.xlarge', 'g5.48xlarge', 'p3.2xlarge', 'g4dn.xlarge', 'g6.12xlarge', 'g6e.48xlarge']


def stamp(second):
    return time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(START + second))


def build(path, offers, changes):
    """One offer with many changes in a year, and others with a few."""
    chance = random.Random(2)
    lines = ['provider,region,instance,zone,term,hourly,observed_utc']
    for second in [0] + sorted(chance.sample(range(1, YEAR), changes - 1)):
        lines.append(f'aws,region-0,p4d.24xlarge,z0,spot,{chance.randrange(1000000, 30000000) / 1e6:.6f},{stamp(second)}')
    for offer in range(1, offers):
        for second in range(0, YEAR, YEAR // 12):
            lines.append(f'aws,region-{offer // 40},{TYPES[offer % len(TYPES)]},z{offer},spot,{chance.randrange(1000000, 30000000) / 1e6:.6f},{stamp(second)}')
    with gpucost.Store(path, 'create') as store:
        gpucost.price.import_text(store, '\n'.join(lines) + '\n')


def best(function, rounds=7):
    times = []
    for _ in range(rounds):
        began = time.process_time()
        function()
        times.append(time.process_time() - began)
    return min(times)


def row(question, who, seconds, ours=None):
    ratio = f'  {seconds / ours:6.1f} times as long' if ours else ''
    print(f'{question:34} {who:8} {seconds * 1e3:10.3f} ms{ratio}', flush=True)


def read_history(path):
    with sqlite3.connect(path) as db:
        return pandas.read_sql_query(HISTORY, db, params=(START + YEAR,))


def figures_of(frame):
    """What gpucost_price_statistics holds, with pandas."""
    seconds = frame.observed_utc_s.shift(-1, fill_value=START + YEAR) - frame.observed_utc_s
    total = seconds.sum()
    mean = (frame.effective_nanos * (seconds / total)).sum()
    spread = numpy.sqrt((((frame.effective_nanos - mean) ** 2) * seconds).sum() / total)
    order = frame.effective_nanos.sort_values()
    share = seconds[order.index].cumsum() / total
    quantiles = [order[(share >= q).idxmax()] for q in (0.1, 0.5, 0.9)]
    changes = int((frame.effective_nanos.diff() != 0).sum() - 1)
    return mean, spread / mean, quantiles, changes, frame.effective_nanos.min(), frame.effective_nanos.max()


def compare_figures(ours, theirs):
    mean, volatility, quantiles, changes, least, most = theirs
    nanos = [int(price * 10**9) for price in (ours.p10_price, ours.p50_price, ours.p90_price, ours.least_price, ours.most_price)]
    assert abs(float(ours.mean_price) * 1e9 - mean) < 2 and abs(ours.volatility - volatility) < 1e-9
    assert nanos == [*quantiles, least, most] and ours.changes == changes


def statistics(path, store):
    figures, error, end = PriceStatistics(), ctypes.byref(Error()), START + YEAR
    history = gpucost.history.history(store, 1, stamp(0), stamp(YEAR))

    def from_file():
        with gpucost.Store(path) as opened:
            assert not lib.gpucost_price_statistics_of(opened, 1, START, end, figures, error)

    cold = best(from_file)
    row('statistics of a year, cold', 'gpucost', cold)
    if pandas:
        row('', 'pandas', best(lambda: figures_of(read_history(path)), 5), cold)
    asked = best(lambda: lib.gpucost_price_statistics_of(store, 1, START, end, figures, error))
    row('statistics of a year, open store', 'gpucost', asked)
    warm = best(lambda: lib.gpucost_history_statistics(history, START, end, figures, error))
    row('statistics of a year, warm', 'gpucost', warm)
    if pandas:
        frame = read_history(path)
        row('', 'pandas', best(lambda: figures_of(frame)), warm)
        compare_figures(figures, figures_of(frame))


def resample_with_pandas(series):
    """Time-weighted mean of each hour of a price that holds until the next one."""
    hours = pandas.to_datetime(numpy.arange(START, START + YEAR + 1, HOUR), unit='s')
    steps = series.reindex(series.index.union(hours)).ffill()
    seconds = pandas.Series(numpy.diff(steps.index.as_unit('s').asi8), index=steps.index[:-1])
    weighted = (steps.iloc[:-1] * seconds).resample('1h').sum()
    return (weighted / seconds.resample('1h').sum()).to_numpy()


RESAMPLE = f'''
WITH steps AS (SELECT observed_utc_s AS since, effective_nanos AS price,
                      lead(observed_utc_s, 1, {START + YEAR}) OVER (ORDER BY observed_utc_s) AS until FROM history),
     parts AS (SELECT hour, price, least(until, {START} + (hour + 1) * {HOUR}) - greatest(since, {START} + hour * {HOUR}) AS seconds
               FROM steps, unnest(generate_series((since - {START}) // {HOUR}, (until - 1 - {START}) // {HOUR})) AS part(hour))
SELECT sum(price * seconds) / sum(seconds) AS mean FROM parts GROUP BY hour ORDER BY hour'''


def resample(path, store):
    count = YEAR // HOUR
    nanos, error = (ctypes.c_int64 * count)(), ctypes.byref(Error())
    history = gpucost.history.history(store, 1, stamp(0), stamp(YEAR))
    ours = best(lambda: lib.gpucost_history_resample(history, START, HOUR, count, nanos, error))
    row('hourly means of a year, warm', 'gpucost', ours)
    if not pandas:
        return
    frame = read_history(path)
    series = pandas.Series(frame.effective_nanos.to_numpy(), index=pandas.to_datetime(frame.observed_utc_s, unit='s'))
    row('', 'pandas', best(lambda: resample_with_pandas(series), 5), ours)
    assert abs(numpy.array(nanos) - resample_with_pandas(series)).max() < 2
    if duckdb:
        db = duckdb.connect()
        db.execute('SET threads = 1; CREATE TABLE history AS SELECT * FROM frame')
        row('', 'duckdb', best(lambda: db.execute(RESAMPLE).fetchnumpy(), 5), ours)
        assert abs(numpy.array(nanos) - db.execute(RESAMPLE).fetchnumpy()['mean']).max() < 2


CHEAPEST = '''
SELECT offer_id, arg_max(effective_nanos, observed_utc_s) AS price FROM prices
WHERE accelerator = 'h100-sxm-80gb' AND term = 'spot' AND observed_utc_s <= {at} GROUP BY offer_id ORDER BY price, offer_id LIMIT 10'''


def cheapest(path, store):
    """The ten cheapest spot offers of an accelerator at an instant."""
    at = START + YEAR // 2
    asked = PriceFilter(accelerator='h100-sxm-80gb', term='spot', at_utc=stamp(YEAR // 2), limit=10)
    ours = best(lambda: gpucost.price.quotes(store, asked))
    row('cheapest offers at an instant', 'gpucost', ours)
    found = [(quote.offer_id, int(quote.effective_price * 10**9)) for quote in gpucost.price.quotes(store, asked)]
    if not pandas:
        return
    with sqlite3.connect(path) as db:
        frame = pandas.read_sql_query('SELECT offer_id, accelerator, accelerator_count, region, zone, instance, term, observed_utc_s, '
                                      'effective_nanos FROM price_history', db)

    def with_pandas():
        some = frame[(frame.accelerator == 'h100-sxm-80gb') & (frame.term == 'spot') & (frame.observed_utc_s <= at)]
        last = some.loc[some.groupby('offer_id').observed_utc_s.idxmax()]
        return last.sort_values(['effective_nanos', 'offer_id']).head(10)

    row('', 'pandas', best(with_pandas, 5), ours)
    answer = with_pandas()
    assert found == list(zip(answer.offer_id, answer.effective_nanos))
    if duckdb:
        db = duckdb.connect()
        db.execute('SET threads = 1; CREATE TABLE prices AS SELECT * FROM frame')
        row('', 'duckdb', best(lambda: db.execute(CHEAPEST.format(at=at)).fetchall(), 5), ours)
        assert found == db.execute(CHEAPEST.format(at=at)).fetchall()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--changes', type=int, default=100_000)
    parser.add_argument('--offers', type=int, default=20_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'prices.db')
        build(path, options.offers, options.changes)
        with sqlite3.connect(path) as db:
            records = db.execute('SELECT count(*) FROM price').fetchone()[0]
        print(f'{records:,} records of {options.offers:,} offers in {os.path.getsize(path) / 1e6:.0f} MB; {options.changes:,} of one offer in a year')
        missing = [name for name, module in (('pandas', pandas), ('duckdb', duckdb)) if not module]
        if missing:
            print(f'not installed, so not compared with: {", ".join(missing)}')
        row('opening and closing a store', 'gpucost', best(lambda: gpucost.Store(path).close(), 20))
        with gpucost.Store(path) as store:
            quote, error, chance, asked = Quote(), ctypes.byref(Error()), random.Random(3), 20000
            question = [(chance.randrange(1, options.offers + 1), START + chance.randrange(YEAR)) for _ in range(asked)]
            began = time.process_time()
            for offer, at in question:
                assert not lib.gpucost_price_as_of(store, offer, at, quote, error)
            row('price of an offer at an instant', 'gpucost', (time.process_time() - began) / asked)
            statistics(path, store)
            resample(path, store)
            cheapest(path, store)


if __name__ == '__main__':
    main()

#!/usr/bin/env python3
"""2,000 random schedules against HiGHS as a mixed integer programme that counts on no structure.

    highs.py LIBRARY [instances]

TAP; skipped when SciPy is not there: it is needed by this test only.
"""
import fractions
import os
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]

try:
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_matrix
except ImportError as error:
    print(f'1..0 # SKIP no SciPy, so nothing was compared with HiGHS: {error}')
    sys.exit(0)


NANO, PICO = 10 ** 9, 10 ** 12


def draw(rng, sizes=(1,), paid_later=False):
    hours, peak = rng.randint(6, 40), rng.randint(1, 12)
    spot = rng.random() < 0.5
    walk, demand = rng.randint(0, peak), []
    for _ in range(hours):
        walk = min(peak, max(0, walk + rng.randint(-2, 2)))
        demand.append(walk)
    case = {
        'demand': demand,
        'options': {'currency': 'CNY', 'horizon_rule': rng.choice(['full', 'inside'])},
        'on_demand': [rng.randint(60, 140) for _ in range(hours)],
        'commitments': [],
        'held': [{'start_hour': rng.randrange(hours), 'end_hour': hours, 'units': rng.randint(1, 3)}
                 for _ in range(rng.randint(0, 2))],
    }
    if spot:
        case['interruptible'] = [rng.randint(0, units) for units in demand]
        case['spot'] = [rng.randint(0, 120) for _ in range(hours)]
        case['spot_units'] = [rng.randint(0, peak) for _ in range(hours)]
    for k in range(rng.randint(1, 4)):
        length = rng.randint(1, hours + 10)
        total = int(length * rng.uniform(25, 100)) + 1
        hourly = rng.choice([0, total // length, total // (2 * length)])
        row = {'name': f'c{k}', 'term_hours': length, 'upfront_price': total - hourly * length, 'hourly_price': hourly}
        if row['upfront_price'] == row['hourly_price'] == 0:
            row['upfront_price'] = 1
        if case['options']['horizon_rule'] == 'full' and rng.random() < 0.3:
            row['salvage_price'] = rng.randint(0, (total - 1) // length)
        row['unit_size'] = size = rng.choice(sizes)
        for key in ('upfront_price', 'hourly_price', 'salvage_price'):
            row[key] = row.get(key, 0) * size
        if rng.random() < 0.3:
            row['dates'] = sorted(rng.sample(range(hours), rng.randint(1, hours)))
        else:
            row['every_hours'] = rng.choice([1, 1, 2, 6])
        case['commitments'].append(row)
    if paid_later:
        case['options'].update(discount_rate=rng.choice([0.05, 2.5]), billing_hours=rng.randint(1, 15))
        for row in case['commitments']:
            if rng.random() < 0.5 and row['upfront_price'] > 1:
                row['refund_price'] = rng.randint(0, row['upfront_price'] // 3)
                row['closing_price'], row['salvage_price'] = rng.randint(0, 30), 0
            if rng.random() < 0.5 and row['term_hours'] > 2:
                row['salvage_price'] = 0
                row['exits'] = {'every_hours': rng.randint(1, max(1, row['term_hours'] // 3)), 'resale_share': rng.choice([0, 0.9]),
                                'fee_share': 0.12, 'penalty_share': rng.choice([0, 0.2]), 'penalty_price': rng.randint(0, 9)}
    return case


def even(numerator, divisor):
    """Rounded half-even."""
    whole, rest = divmod(numerator, divisor)
    return whole + (2 * rest > divisor or (2 * rest == divisor and whole % 2))


def worth(options, nanos, hour):
    """At hour 0, of what is paid at an hour."""
    rate = options.get('discount_rate', 0)
    return even(nanos * round(PICO * (1 + rate) ** (-hour / 8760)), PICO) if rate else nanos


def billed(options, hour):
    every = options.get('billing_hours', 730)
    return (hour // every + 1) * every


def with_exits(case):
    """Every commitment in nanos, and after them those that are left early."""
    prices = ('upfront_price', 'hourly_price', 'salvage_price', 'closing_price', 'refund_price')
    rows = [dict(row, **{key: row.get(key, 0) * NANO for key in prices}) for row in case['commitments']]
    for row in list(rows):
        how = row.get('exits')
        if not how:
            continue
        for hours in range(how['every_hours'], row['term_hours'], how['every_hours']):
            left = row['term_hours'] - hours
            share = fractions.Fraction(left // how['every_hours'] * how['every_hours'] / row['term_hours'])

            def part(nanos, ratio):
                ratio = fractions.Fraction(ratio)
                return even(nanos * ratio.numerator, ratio.denominator)

            back = part(part(part(row['upfront_price'], share), how['resale_share']), 1 - how['fee_share'])
            owed = part(row['upfront_price'], share) + row['hourly_price'] * left
            rows.append(dict(row, term_hours=hours, refund_price=back,
                             closing_price=how['penalty_price'] * NANO + part(owed, how['penalty_share'])))
    return rows


def price_of(case, term, start):
    """Nanos at hour 0 of one purchase, fee by fee."""
    options, hours = case['options'], len(case['demand'])
    end = start + term['term_hours']
    inside = options['horizon_rule'] == 'inside' and end > hours
    price = worth(options, term['upfront_price'], start)
    price += sum(worth(options, term['hourly_price'], billed(options, t)) for t in range(start, hours if inside else end))
    price -= max(0, end - hours) * worth(options, term['salvage_price'], hours)
    if inside:
        return price
    return price + worth(options, term['closing_price'], end) - worth(options, term['refund_price'], end)


def by_highs(case):
    """Columns: units of each purchase; in each hour must-run units on demand, others on spot and on demand, and committed
    units on either kind of work."""
    hours = len(case['demand'])
    held = [sum(row['units'] for row in case['held'] if row['start_hour'] <= t < row['end_hour']) for t in range(hours)]
    idle = [0] * hours
    rest, spot, limit = (case.get(key, idle) for key in ('interruptible', 'spot', 'spot_units'))
    cost, most, entries, least, rows = [], [], [], [], 0

    def column(price, top=numpy.inf):
        cost.append(price), most.append(top)
        return len(cost) - 1

    def row(pairs, low):
        nonlocal rows
        entries.extend((rows, at, value) for at, value in pairs)
        least.append(low)
        rows += 1

    running = [[] for _ in range(hours)]
    for term in with_exits(case):
        length = term['term_hours']
        for start in term.get('dates') or range(0, hours, term['every_hours']):
            at = column(price_of(case, term, start) / NANO)
            for t in range(start, min(start + length, hours)):
                running[t].append((at, term['unit_size']))
    for t in range(hours):
        paid = billed(case['options'], t)
        price = worth(case['options'], case['on_demand'][t] * NANO, paid) / NANO
        must_committed, rest_committed, must_paid, rest_paid = column(0), column(0), column(price), column(price)
        on_spot = column(worth(case['options'], spot[t] * NANO, paid) / NANO, limit[t] if spot[t] > 0 else 0)
        row([(must_committed, 1), (must_paid, 1)], case['demand'][t] - rest[t])
        row([(rest_committed, 1), (rest_paid, 1), (on_spot, 1)], rest[t])
        row(running[t] + [(must_committed, -1), (rest_committed, -1)], -held[t])
    entry, at, value = zip(*entries)
    matrix = coo_matrix((value, (entry, at)), shape=(rows, len(cost))).tocsr()
    result = milp(numpy.array(cost, float), constraints=LinearConstraint(matrix, least, numpy.inf),
                  integrality=numpy.ones(len(cost)), bounds=Bounds(0, numpy.array(most)), options={'mip_rel_gap': 0.0})
    assert result.status == 0, result.message
    return result.fun


def main(library, instances=2000):
    os.environ['GPUCOST_LIBRARY'] = library
    sys.path.insert(0, str(ROOT / 'bindings/python'))
    import gpucost
    rng, wrong = random.Random(20240611), 0
    for n in range(int(instances)):
        drawn = draw(rng)
        case = gpucost.Case.json(drawn)
        schedule = case.solve()
        verdict = case.verify(schedule.purchases, schedule.values)
        best = by_highs(drawn)
        if schedule.summary.cost != round(best) or not verdict.optimal:
            wrong += 1
            print(f'# instance {n}: {schedule.summary.cost}, HiGHS {best}, {verdict.reason}\n# {drawn}')
    print(f'1..3\n{"not ok" if wrong else "ok"} 1 - schedule__equals_highs # {instances} instances, {wrong} different')
    return 1 if wrong + bracket(rng, int(instances) // 4, gpucost) + payments(rng, int(instances) // 8, gpucost) else 0


def payments(rng, instances, gpucost):
    """Discounted payments, closing fees, refunds and early exits: costs agree with HiGHS to its accuracy, and with each price
    worked out here to the nano."""
    wrong = 0
    for n in range(instances):
        drawn = draw(rng, paid_later=True)
        case = gpucost.Case.json(drawn)
        schedule = case.solve()
        verdict, best, terms = case.verify(schedule.purchases, schedule.values), by_highs(drawn), with_exits(drawn)
        priced = all(int(row.unit_cost * NANO) == price_of(drawn, terms[row.commitment], row.start_hour)
                     for row in schedule.purchases)
        whole = sum(month.present_value for month in schedule.months) == schedule.summary.cost
        if abs(float(schedule.summary.cost) - best) > 1e-6 * max(1, best) or not (verdict.optimal and priced and whole):
            wrong += 1
            print(f'# instance {n}: {schedule.summary.cost}, HiGHS {best}, {verdict.reason}, {priced}, {whole}\n# {drawn}')
    print(f'{"not ok" if wrong else "ok"} 3 - schedule__discounts_as_highs # {instances} instances, {wrong} wrong')
    return wrong


def bracket(rng, instances, gpucost):
    """Purchases of several units: the optimum lies between bound and plan; the verifier agrees on the cost, and its bound, that
    of single units, is no better."""
    wrong, excess, proven = 0, [], 0
    for n in range(instances):
        drawn = draw(rng, (1, 2, 4, 8))
        case = gpucost.Case.json(drawn)
        schedule = case.solve()
        totals, verdict = schedule.summary, case.verify(schedule.purchases, schedule.values)
        best = round(by_highs(drawn))
        excess.append(float(totals.cost) / best - 1 if best else 0.0)
        proven += totals.optimal
        if not (verdict.bound <= totals.bound <= best <= totals.cost == verdict.cost):
            wrong += 1
            print(f'# instance {n}: {totals.cost} from {totals.bound}, HiGHS {best}, {verdict.reason}\n# {drawn}')
    print(f'# plan over optimum: mean {sum(excess) / len(excess):.1e}, largest {max(excess):.1e}, '
          f'equal {sum(e <= 1e-12 for e in excess)}, proven {proven} of {instances}')
    print(f'{"not ok" if wrong else "ok"} 2 - schedule__brackets_highs_with_sizes # {instances} instances, {wrong} wrong')
    return wrong


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""Random plans for uncertain demand against HiGHS as a mixed integer programme.

    highs.py LIBRARY [instances]

No plan may be better than the optimum of HiGHS, no bound above it, and a plan that claims to be proven must have it. TAP; skipped
when SciPy is not there: it is needed by this test only.
"""
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


def draw(rng, sizes=(1,)):
    hours, peak, count = rng.randint(4, 24), rng.randint(1, 10), rng.randint(1, 8)
    scenarios = []
    for _ in range(count):
        top = rng.randint(0, peak)
        demand = [rng.randint(top // 2, top) for _ in range(hours)]
        scenarios.append({'demand': demand, 'interruptible': [rng.randint(0, d) for d in demand],
                          'weight': rng.choice([1, 1, 1, 2, 3])})
    case = {
        'scenarios': scenarios,
        'options': {'currency': 'CNY', 'on_demand_price': 100, 'horizon_rule': rng.choice(['full', 'inside'])},
        'commitments': [],
    }
    if rng.random() < 0.5:
        case['options'].update(spot_price=rng.randint(20, 110), spot_units=rng.randint(1, peak))
    for k in range(rng.randint(1, 3)):
        length = rng.randint(1, hours + 5)
        size = rng.choice(sizes)
        case['commitments'].append({'name': f'c{k}', 'term_hours': length, 'every_hours': rng.choice([1, 2, 6]),
                                    'upfront_price': (int(length * rng.uniform(25, 95)) + 1) * size, 'unit_size': size})
    return case, {'tail_weight': rng.choice([0, 0.25, 0.6, 1]), 'confidence': rng.choice([0.5, 0.75, 0.8, 0.9])}


def by_highs(case, risk):
    scenarios, options = case['scenarios'], case['options']
    hours, weights = len(scenarios[0]['demand']), sum(s['weight'] for s in scenarios)
    spot, limit = options.get('spot_price', 0), options.get('spot_units', 0)
    w, alpha = risk['tail_weight'], risk['confidence']
    price, most, entries, least, whole, rows = [], [], [], [], [], 0

    def column(cost, top=numpy.inf, integer=0):
        price.append(cost), most.append(top), whole.append(integer)
        return len(price) - 1

    def row(pairs, low):
        nonlocal rows
        entries.extend((rows, at, value) for at, value in pairs)
        least.append(low)
        rows += 1

    eta = column(w)
    bought, running = [], [[] for _ in range(hours)]
    for term in case['commitments']:
        for start in range(0, hours, term['every_hours']):
            at = column((1 - w) * term['upfront_price'], integer=1)
            bought.append((at, term['upfront_price']))
            for t in range(start, min(start + term['term_hours'], hours)):
                running[t].append((at, term['unit_size']))
    for s in scenarios:
        share, pays = s['weight'] / weights, []
        excess = column(w * share / (1 - alpha))
        for t in range(hours):
            on_demand = column((1 - w) * share * 100)
            on_spot = column((1 - w) * share * spot, min(limit, s['interruptible'][t]) if spot else 0)
            row(running[t] + [(on_demand, 1), (on_spot, 1)], s['demand'][t])
            pays += [(on_demand, -100), (on_spot, -spot)]
        row([(excess, 1), (eta, 1)] + pays + [(at, -cost) for at, cost in bought], 0)
    entry, at, value = zip(*entries)
    matrix = coo_matrix((value, (entry, at)), shape=(rows, len(price))).tocsr()
    result = milp(numpy.array(price, float), constraints=LinearConstraint(matrix, least, numpy.inf),
                  integrality=numpy.array(whole), bounds=Bounds(0, numpy.array(most)), options={'mip_rel_gap': 0.0})
    assert result.status == 0, result.message
    return result.fun


def main(library, instances=500):
    os.environ['GPUCOST_LIBRARY'] = library
    sys.path.insert(0, str(ROOT / 'bindings/python'))
    import gpucost
    rng, wrong, equal, proven, worst = random.Random(97), 0, 0, 0, 0.0
    for n in range(int(instances)):
        case, risk = draw(rng)
        found = gpucost.risk.solve(case, **risk).summary
        best = by_highs(case, risk)
        objective, bound, slack = float(found.objective), float(found.bound), 1e-6 * max(1, best)
        good = objective >= best - slack and bound <= best + slack and (not found.optimal or objective <= best + slack)
        equal += objective <= best + slack
        proven += found.optimal
        worst = max(worst, objective / max(best, 1) - 1)
        if not good:
            wrong += 1
            print(f'# instance {n}: {objective} from {bound}, HiGHS {best}\n# {case} {risk}')
    print(f'# equal {equal}, proven {proven} of {instances}; largest excess {worst:.2e}')
    print(f'1..2\n{"not ok" if wrong else "ok"} 1 - risk__agrees_with_highs # {instances} instances, {wrong} wrong')
    return 1 if wrong + sized(rng, int(instances) // 4, gpucost) else 0


def sized(rng, instances, gpucost):
    """Purchases of several units: the optimum lies between bound and plan, and what waiting is worth between its ends."""
    wrong, equal, gaps = 0, 0, []
    for n in range(instances):
        case, risk = draw(rng, (1, 2, 4))
        found = gpucost.risk.solve(case, reveal_hour=rng.randint(0, 6), **risk).summary
        best = by_highs(case, risk)
        objective, bound, slack = float(found.objective), float(found.bound), 1e-6 * max(1, best)
        gaps.append((objective - bound) / max(best, 1))
        equal += objective <= best + slack
        if not bound - slack <= best <= objective + slack or not found.foresight <= found.replanned <= found.mean:
            wrong += 1
            print(f'# instance {n}: {objective} from {bound}, HiGHS {best}; {found}\n# {case} {risk}')
    print(f'# equal {equal} of {instances}; largest gap {max(gaps):.1e}, mean {sum(gaps) / len(gaps):.1e}')
    print(f'{"not ok" if wrong else "ok"} 2 - risk__brackets_highs_with_sizes # {instances} instances, {wrong} wrong')
    return wrong


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))

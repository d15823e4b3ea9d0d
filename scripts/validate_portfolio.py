#!/usr/bin/env python3
"""Our optima against problems with known answers.

    validate_portfolio.py DIR [--library build/lib/libgpucost.so]

DIR holds one JSON object a file, in the format of the oracle instances: r* purchases for a known demand (money in whole
units), s* purchases for
several demands at once, v* volume discounts, p* a commitment to a savings plan. Each is solved, its certificate is checked twice, by gpucost_portfolio_verify() and here in Python integers from
the file alone, and the optimum is compared. The last line is a summary for machines.
"""
import argparse
import fractions
import json
import os
import pathlib
import sys
import time

import built

ROOT = pathlib.Path(__file__).resolve().parent.parent


def prices_of(problem):
    """The on-demand price of every hour; a single one is for all."""
    price = problem['on_demand_price']
    return price if isinstance(price, list) else [price] * problem['T']


def case_of(problem):
    """A portfolio problem in the JSON of docs/schedule.md, one unit of money as one of the currency."""
    return {
        'options': {'currency': 'USD', 'horizon_rule': {'full': 'full', 'horizon': 'inside'}[problem['horizon_rule']]},
        'on_demand': prices_of(problem),
        'commitments': [{'name': term.get('name', str(k)), 'term_hours': term['length'], 'upfront_price': term.get('upfront', 0),
                         'hourly_price': term.get('hourly', 0), 'every_hours': problem['start_step']}
                        for k, term in enumerate(problem['terms'])],
        'held': [{'start_hour': held['start'], 'end_hour': held['end'], 'units': held['count']}
                 for held in problem.get('existing', [])],
    }


def held_in(problem):
    """Units held in every hour."""
    held = [0] * problem['T']
    for row in problem.get('existing', []):
        for t in range(row['start'], min(row['end'], problem['T'])):
            held[t] += row['count']
    return held


def purchase_price(problem, term, start):
    left = problem['T'] - start
    paid = min(term['length'], left) if problem['horizon_rule'] == 'horizon' else term['length']
    return term.get('upfront', 0) + term.get('hourly', 0) * paid


def cost_of(problem, demand, plan):
    """What a list of (term, start, units) costs for a demand."""
    hours, running, cost = problem['T'], held_in(problem), 0
    for term, start, units in plan:
        assert start % problem['start_step'] == 0 and units > 0, 'a purchase that is not allowed'
        cost += units * purchase_price(problem, problem['terms'][term], start)
        for t in range(start, min(start + problem['terms'][term]['length'], hours)):
            running[t] += units
    return cost + sum(p * max(0, d - r) for p, d, r in zip(prices_of(problem), demand, running))


def check_in_integers(problem, plan, values):
    """Cost of a plan and the bound of the hourly values, both from the file; raises when either is not allowed."""
    hours = problem['T']
    need = [max(0, demand - have) for demand, have in zip(problem['demand'], held_in(problem))]
    assert all(0 <= v <= p for v, p in zip(values, prices_of(problem))), 'an hour worth more than it costs'
    before = [0]
    for value in values:
        before.append(before[-1] + value)
    for term in problem['terms']:
        for start in range(0, hours, problem['start_step']):
            worth = before[min(start + term['length'], hours)] - before[start]
            assert worth <= purchase_price(problem, term, start), 'a purchase worth more than it costs'
    return cost_of(problem, problem['demand'], plan), sum(v * n for v, n in zip(values, need))


def solve_purchases(problem, gpucost):
    case = gpucost.Case.json({'demand': problem['demand'], **case_of(problem)})
    schedule = case.solve()
    purchases, values = schedule.purchases, schedule.values
    verdict = case.verify(purchases, values)
    assert verdict.optimal, verdict.reason
    plan = [(row.commitment, row.start_hour, row.units) for row in purchases]
    assert not any(value % 10 ** 9 for value in values), 'a fraction of a unit of money'
    cost, bound = check_in_integers(problem, plan, [value // 10 ** 9 for value in values])
    assert cost == bound == schedule.summary.cost, (cost, bound, schedule.summary.cost)
    for name, key in (('levels', 'one_level_at_a_time_cost'), ('on_demand', 'all_on_demand_cost')):
        expected = problem['answer'].get(key)
        assert expected is None or case.baseline(name) == expected, (name, case.baseline(name), expected)
    return cost, problem['answer']['optimal_cost']


def solve_scenarios(problem, gpucost):
    case = {'scenarios': [{'demand': demand} for demand in problem['scenarios']], **case_of(problem)}
    plan = gpucost.risk.solve(case, tail_weight=problem['w'], confidence=problem['alpha'])
    totals = plan.summary
    bought = [(row.commitment, row.start_hour, row.units) for row in plan.purchases]
    costs = [cost_of(problem, demand, bought) for demand in problem['scenarios']]
    assert [row.cost for row in plan.scenarios] == costs, 'the scenarios cost something else'
    left, tail = fractions.Fraction(len(costs)) * (1 - fractions.Fraction(str(problem['alpha']))), fractions.Fraction(0)
    share = left
    for cost in sorted(costs, reverse=True):
        tail += min(left, 1) * cost
        left -= min(left, 1)
    weight = fractions.Fraction(str(problem['w']))
    objective = (1 - weight) * fractions.Fraction(sum(costs), len(costs)) + weight * tail / share
    assert abs(objective - fractions.Fraction(totals.objective)) < fractions.Fraction(1, 10 ** 8), 'not its objective'
    print(f'  rounds {totals.rounds}, bound {totals.bound}, gap {totals.gap}, {"proven" if totals.optimal else "open"}')
    return totals.objective, problem['answer']['objective']


def solve_plan(problem, gpucost):
    kinds = [{'name': kind['name'], 'on_demand_price': str(kind['on_demand']), 'compute_price': str(kind['plan_rate'])}
             for kind in problem['types']]
    plan, bill = gpucost.savings.best(kinds, problem['usage'], currency='USD')
    assert abs(float(bill.all_on_demand) - problem['answer']['all_on_demand_cost']) < 1e-6, bill.all_on_demand
    expected = problem['answer']['best_commitment_per_hour']
    print(f'  commitment {plan.compute_price} an hour, expected {expected}')
    return bill.cost, problem['answer']['total_cost']


def solve_volume(problem, gpucost):
    tiers = [{'threshold_price': str(threshold), 'discount': discount}
             for threshold, discount in problem['tiers_threshold_discount']]
    choice = gpucost.savings.volume(problem['demand'], problem['on_demand_price'], problem['unit_list_value'], tiers, 'USD')
    print(f'  units {choice.units}, expected {problem["answer"]["best_count"]}')
    case = gpucost.Case.of(problem['demand'], currency='USD', on_demand_price=str(problem['on_demand_price']), commitments=[
        dict(name='term', term_hours=len(problem['demand']), upfront_price=str(problem['unit_list_value']), dates=[0])])
    _, plan = gpucost.savings.tiers(case, tiers)
    assert plan.optimal and plan.cost == choice.cost, (plan.cost, choice.cost)
    return choice.cost, problem['answer']['cost']


SOLVERS = {'purchases': solve_purchases, 'scenarios': solve_scenarios, 'savings_plan': solve_plan,
           'volume_tiers': solve_volume}


def kind_of(problem):
    if 'terms' in problem and 'optimal_cost' in problem.get('answer', {}) and 'horizon_rule' in problem:
        return 'purchases'
    return problem.get('kind')


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('dir', type=pathlib.Path)
    parser.add_argument('--library', default=os.environ.get('GPUCOST_LIBRARY'),
                        help='the built libgpucost.so; found, or built first, when not given')
    arguments = parser.parse_args(argv)
    os.environ['GPUCOST_LIBRARY'] = arguments.library or built.find('lib/libgpucost.so')
    sys.path.insert(0, str(ROOT / 'bindings/python'))
    import gpucost
    problems = equal = 0
    worst = 0.0
    for path in sorted(arguments.dir.glob('*.json')):
        problem = json.loads(path.read_text(encoding='utf-8'))
        solver = SOLVERS.get(kind_of(problem)) if isinstance(problem, dict) else None
        if solver is None:
            print(f'{path.stem}: of another subject, left out')
            continue
        problems += 1
        began = time.perf_counter()
        try:
            found, expected = solver(problem, gpucost)
        except (AssertionError, gpucost.GpucostError) as error:
            print(f'{path.stem}: FAILED {error}')
            worst = float('inf')
            continue
        gap = abs(float(found) - float(expected)) / max(1.0, abs(float(expected)))
        worst = max(worst, gap)
        equal += gap <= 1e-12
        print(f'{path.stem}: {found} expected {expected} {"equal" if gap <= 1e-12 else "DIFFERENT"} '
              f'{(time.perf_counter() - began) * 1000:.1f} ms')
    print(f'subject=portfolio problems={problems} equal={equal} worst_gap={worst:.3g}')
    return 0 if problems and equal == problems else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))

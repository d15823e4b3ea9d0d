#!/usr/bin/env python3
"""How fast schedules are solved, beside HiGHS, GLPK and LEMON's network simplex on the same instances.

    benchmarks/portfolio.py [--hours 26280] [--peak 10000] [--repeat 3] [--highs] [--glpk] [--lemon] [--dates 730 168 24 1]
    benchmarks/portfolio.py --more    whole instances of 1, 4 and 8 GPUs, and 50 scenarios with CVaR, on a year of hours
    benchmarks/portfolio.py --growth  time and memory by hours and peak, any hour; and a changed price from the schedule before

One thread each; processor time, the best of the repeats. The time of ours is gpucost_schedule_new(): graph, solution, certificate
and report. HiGHS needs SciPy; it gets the compact model, where each segment of hours is a chain of pieces of its convex
cost. GLPK needs glpk-utils; it gets the same graph in DIMACS form, and its time is that which it reports for the solver. LEMON
needs liblemon-dev and a C++ compiler; it gets the same graph, and its time is the run of the solver alone.
"""
import argparse
import json
import math
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TERMS = ((730, 0.80), (8760, 0.62), (26280, 0.45))  # hours, share of the on-demand price [cents]
ON_DEMAND = 100

LEMON = r'''
#include <lemon/list_graph.h>
#include <lemon/smart_graph.h>
#include <lemon/network_simplex.h>
#include <ctime>
#include <cstdio>
#include <vector>
using namespace lemon;
int main(int, char **argv) {
    std::FILE *in = std::fopen(argv[1], "r");
    long nodes, arcs;
    if (std::fscanf(in, "%ld %ld", &nodes, &arcs) != 2) return 1;
    SmartDigraph g;
    std::vector<SmartDigraph::Node> node(nodes);
    g.reserveNode(nodes); g.reserveArc(arcs);
    for (auto &v : node) v = g.addNode();
    SmartDigraph::ArcMap<long> cap(g), cost(g);
    for (long a = 0; a < arcs; a++) {
        long u, v, c, w;
        if (std::fscanf(in, "%ld %ld %ld %ld", &u, &v, &c, &w) != 4) return 1;
        auto e = g.addArc(node[u], node[v]);
        cap[e] = c; cost[e] = w;
    }
    std::clock_t t0 = std::clock();
    NetworkSimplex<SmartDigraph, long, long> ns(g);
    ns.upperMap(cap).costMap(cost);
    auto status = ns.run();
    double s = double(std::clock() - t0) / CLOCKS_PER_SEC;
    std::printf("%d %ld %.6f\n", (int)status, ns.totalCost<long>(), s);
}
'''


def demand_of(hours, peak, seed=7):
    """Growth, a day, a week and noise; the largest hour is the peak."""
    rng = random.Random(seed)
    raw = []
    for t in range(hours):
        level = 0.35 + 0.45 * t / hours
        day = 0.16 * math.sin(2 * math.pi * t / 24) + 0.05 * math.sin(2 * math.pi * t / 168)
        raw.append(max(0.0, level * (1 + day) + rng.gauss(0, 0.03)))
    top = max(raw)
    return [round(peak * x / top) for x in raw]


def purchases_of(hours, step):
    """(start, end, cost) of every purchase."""
    rows = []
    for length, share in TERMS:
        cost = round(ON_DEMAND * share * length)
        rows += [(start, min(start + length, hours), cost) for start in range(0, hours, step)]
    return rows


def pieces_of(demand, start, end):
    """Convex cost of committing N units in [start, end): (units, saving of each) from the first unit up."""
    levels = sorted(demand[start:end])
    pieces, below = [], 0
    for i, level in enumerate(levels):
        if level > below:
            pieces.append((level - below, ON_DEMAND * (len(levels) - i)))
            below = level
    return pieces


def graph_of(demand, step):
    hours = len(demand)
    rows = purchases_of(hours, step)
    nodes = sorted({0, hours} | {t for start, end, _ in rows for t in (start, end)})
    return rows, nodes, {t: i for i, t in enumerate(nodes)}


def case_of(demand, step, gpucost, factor=1):
    """The case; the middle term at `factor` times its price."""
    return gpucost.Case.of(demand, currency='USD', on_demand_price=str(ON_DEMAND), commitments=[
        dict(name=f'{length} h', term_hours=length, every_hours=step,
             upfront_price=str(round(ON_DEMAND * share * length * (factor if length == 8760 else 1)))) for length, share in TERMS])


def run_ours(demand, step, repeat, gpucost):
    case = case_of(demand, step, gpucost)
    best = math.inf
    for _ in range(repeat):
        began = time.process_time()
        schedule = case.solve()
        best = min(best, time.process_time() - began)
    assert schedule.summary.optimal and case.verify(schedule.purchases, schedule.values).optimal
    return int(schedule.summary.cost), best


def arcs_of(demand, step):
    """The circulation that LEMON and GLPK get: nodes, and (from, to, capacity, cost)."""
    rows, nodes, place = graph_of(demand, step)
    big, arcs = max(demand) * len(TERMS) + 1, []
    for start, end, cost in rows:
        arcs.append((place[start], place[end], big, cost))
    for j in range(len(nodes) - 1):
        arcs += [(j + 1, j, units, -saving) for units, saving in pieces_of(demand, nodes[j], nodes[j + 1])]
        arcs.append((j + 1, j, big, 0))
    return len(nodes), arcs


def run_lemon(demand, step, program, folder):
    nodes, arcs = arcs_of(demand, step)
    path = pathlib.Path(folder) / 'graph.txt'
    path.write_text(f'{nodes} {len(arcs)}\n' + ''.join('%d %d %d %d\n' % arc for arc in arcs))
    status, cost, seconds = subprocess.run([program, path], capture_output=True, text=True, check=True).stdout.split()
    return int(cost) + ON_DEMAND * sum(demand), float(seconds)


def run_glpk(demand, step, folder, limit):
    nodes, arcs = arcs_of(demand, step)
    path = pathlib.Path(folder) / 'graph.min'
    path.write_text(f'p min {nodes} {len(arcs)}\n' + ''.join('a %d %d 0 %d %d\n' % (u + 1, v + 1, most, cost) for u, v, most, cost in arcs))
    text = subprocess.run(['glpsol', '--mincost', path, '--tmlim', str(int(limit))], capture_output=True, text=True, check=True).stdout
    seconds = float(re.findall(r'Time used: +([0-9.]+) secs', text)[-1])
    if 'OPTIMAL' not in text:
        return None, seconds
    return round(float(re.findall(r'obj = +(\S+)', text)[-1])) + ON_DEMAND * sum(demand), seconds


def run_highs(demand, step, limit):
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_matrix
    rows, nodes, place = graph_of(demand, step)
    # flow conservation at the nodes; integrality holds by itself, so the LP relaxation is the answer
    entry, column, value, cost, most = [], [], [], [], []

    def add(tail, head, capacity, price):
        entry.extend((tail, head)), column.extend((len(cost),) * 2), value.extend((-1.0, 1.0))
        cost.append(price), most.append(capacity)

    for start, end, price in rows:
        add(place[start], place[end], numpy.inf, price)
    for j in range(len(nodes) - 1):
        for units, saving in pieces_of(demand, nodes[j], nodes[j + 1]):
            add(j + 1, j, units, -saving)
        add(j + 1, j, numpy.inf, 0)
    matrix = coo_matrix((value, (entry, column)), shape=(len(nodes), len(cost))).tocsr()
    began = time.process_time()
    result = milp(numpy.array(cost, float), constraints=LinearConstraint(matrix, 0, 0), bounds=Bounds(0, numpy.array(most)),
                  options={'time_limit': limit})
    seconds = time.process_time() - began
    if result.x is None:
        return None, seconds
    return round(result.fun) + ON_DEMAND * sum(demand), seconds


def shape_of(kind, hours, peak, seed=7):
    """Growth and decline with days and weeks, a random walk, office hours, short bursts."""
    rng, raw, walk = random.Random(seed), [], 0.5
    for t in range(hours):
        day, week = math.sin(2 * math.pi * t / 24), math.sin(2 * math.pi * t / 168)
        if kind == 'growth':
            value = (0.35 + 0.45 * t / hours) * (1 + 0.16 * day + 0.05 * week) + rng.gauss(0, 0.03)
        elif kind == 'decline':
            value = (0.9 - 0.6 * t / hours) * (1 + 0.2 * day) + rng.gauss(0, 0.03)
        elif kind == 'walk':
            value = walk = min(1, max(0, walk + rng.gauss(0, 0.02)))
        elif kind == 'office':
            value = 0.2 + (0.8 * rng.uniform(0.7, 1) if 8 <= t % 24 < 18 and t // 24 % 7 < 5 else 0)
        else:
            value = 0.1 + (rng.random() < 0.02) * rng.random() + 0.3 * (t % 2000 < 500)
        raw.append(max(0.0, value))
    top = max(raw)
    return [round(peak * x / top) for x in raw]


def child(code):
    """Run `code` with this folder on its path: processor seconds it prints, and peak memory, measured apart from others."""
    text = subprocess.run([sys.executable, '-c', f'import sys; sys.path[:0] = {sys.path!r}\n{code}'], capture_output=True, text=True,
                          check=True).stdout
    return json.loads(text)


def run_growth():
    here = str(pathlib.Path(__file__).resolve().parent)
    for hours in (8760, 26280, 87600):
        for peak in (100, 1000, 10000, 100000):
            found = child(f"""sys.path.insert(0, {here!r})
import json, math, resource, time
import gpucost, portfolio
case = portfolio.case_of(portfolio.demand_of({hours}, {peak}), 1, gpucost)
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
cold = warm = math.inf
for _ in range(3):
    began = time.process_time(); schedule = case.solve(); cold = min(cold, time.process_time() - began)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
dearer = portfolio.case_of(portfolio.demand_of({hours}, {peak}), 1, gpucost, 1.02)
for _ in range(3):
    began = time.process_time(); again = dearer.solve(start=schedule); warm = min(warm, time.process_time() - began)
assert again.summary.cost == dearer.solve().summary.cost
print(json.dumps([cold, warm, (peak - base) / 1024]))""")
            print(json.dumps({'hours': hours, 'peak': peak, 'ours_ms': round(found[0] * 1000, 1), 'price_changed_ms': round(found[1] * 1000, 1),
                              'memory_mb': round(found[2], 1)}), flush=True)


def run_instances(gpucost, peaks=(5, 10, 20, 50, 100, 500, 5000)):
    """The largest gap and time over five shapes of demand, a year of hours."""
    for step in (730, 168, 24, 1):
        for peak in peaks:
            gaps, times = {}, {}
            for kind in ('growth', 'decline', 'walk', 'office', 'burst'):
                case = gpucost.Case.of(shape_of(kind, 8760, peak), currency='USD', on_demand_price='2', commitments=[
                    dict(name=f'{length} h x {size}', term_hours=length, every_hours=step, unit_size=size,
                         upfront_price=str(round(2 * share * length * size * bulk, 2)))
                    for length, share in ((730, 0.8), (2190, 0.7), (8760, 0.55)) for size, bulk in ((1, 1), (4, 0.97), (8, 0.94))])
                began = time.process_time()
                totals = case.solve().summary
                times[kind] = round((time.process_time() - began) * 1000, 2)
                gaps[kind] = float(totals.cost - totals.bound) / float(totals.cost)
            print(json.dumps({'instances_of': [1, 4, 8], 'dates_every_h': step, 'peak': peak, 'ours_ms_most': max(times.values()),
                              'gap_most': f'{max(gaps.values()):.1e}',
                              'gaps': {kind: f'{gap:.1e}' for kind, gap in gaps.items()}}), flush=True)


def run_scenarios(gpucost):
    for count, step in ((50, 730), (50, 168), (50, 24), (200, 730)):
        rng, paths = random.Random(1), []
        for s in range(count):
            height, slope = rng.uniform(0.5, 1.5), rng.uniform(-0.5, 0.8)
            paths.append([max(0, round(units * height * (1 + slope * t / 8760)))
                          for t, units in enumerate(demand_of(8760, 500, s))])
        case = gpucost.Case.of(paths[0], currency='USD', on_demand_price='2', commitments=[
            dict(name=f'{length} h', term_hours=length, upfront_price=str(round(2 * share * length, 2)), every_hours=step)
            for length, share in ((730, 0.8), (2190, 0.7), (8760, 0.55))])
        for path in paths[1:]:
            case.add_scenario(path)
        began = time.process_time()
        totals = gpucost.risk.solve(case, tail_weight=0.5, confidence=0.95).summary
        print(json.dumps({'scenarios': count, 'dates_every_h': step, 'rounds': totals.rounds, 'proven': totals.optimal,
                          'ours_ms': round((time.process_time() - began) * 1000, 2)}), flush=True)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--hours', type=int, default=26280)
    parser.add_argument('--peak', type=int, default=10000)
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--dates', type=int, nargs='*', default=[730, 168, 24, 1])
    parser.add_argument('--highs', action='store_true')
    parser.add_argument('--lemon', action='store_true')
    parser.add_argument('--glpk', action='store_true')
    parser.add_argument('--more', action='store_true')
    parser.add_argument('--growth', action='store_true')
    parser.add_argument('--limit', type=float, default=300, help='seconds that HiGHS and GLPK may take')
    parser.add_argument('--library', default=os.environ.get('GPUCOST_LIBRARY', str(ROOT / 'build/lib/libgpucost.so')))
    arguments = parser.parse_args(argv)
    os.environ['GPUCOST_LIBRARY'] = arguments.library
    sys.path.insert(0, str(ROOT / 'bindings/python'))
    import gpucost
    if arguments.more:
        run_instances(gpucost)
        run_scenarios(gpucost)
        return 0
    if arguments.growth:
        run_growth()
        return 0
    demand = demand_of(arguments.hours, arguments.peak)
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / 'lemon'
        if arguments.lemon:
            source = pathlib.Path(folder) / 'lemon.cpp'
            source.write_text(LEMON)
            subprocess.run(['g++', '-O2', '-std=c++14', '-w', source, '-o', program], check=True)
        for step in arguments.dates:
            cost, seconds = run_ours(demand, step, arguments.repeat, gpucost)
            row = {'hours': arguments.hours, 'peak': arguments.peak, 'dates_every_h': step, 'cost': cost,
                   'ours_ms': round(seconds * 1000, 2)}
            for name, run in (('lemon', lambda: run_lemon(demand, step, program, folder)),
                              ('glpk', lambda: run_glpk(demand, step, folder, arguments.limit)),
                              ('highs', lambda: run_highs(demand, step, arguments.limit))):
                if getattr(arguments, name):
                    other, taken = run()
                    row.update({f'{name}_ms': round(taken * 1000, 2), f'{name}_ratio': round(taken / seconds, 1),
                                f'{name}_equal': other == cost})
            print(json.dumps(row), flush=True)
    print(f'peak_memory_mb={resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} (of this process, with Python)')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))

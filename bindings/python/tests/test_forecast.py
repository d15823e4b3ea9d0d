"""Forecasts of published demand: bands hold about what they say, and quantiles beat those of the naive ways."""
import csv
import math
import os
import pathlib

import gpucost
import pytest

SERIES = [('philly_active_nodes_hourly.csv', 'active_nodes', 168), ('philly_active_nodes_hourly.csv', 'active_nodes', 24),
          ('helios_earth_16vc_hourly.csv', 'gpus', 168)]


@pytest.mark.parametrize('name, column, horizon', SERIES)
def test_published_demand(name, column, horizon):
    folder = os.environ.get('GPUCOST_SHARED')
    if not folder or not (pathlib.Path(folder) / 'data/demand' / name).exists():
        pytest.skip(f'NO DATA: GPUCOST_SHARED has no data/demand/{name}, so nothing was forecast')
    with open(pathlib.Path(folder) / 'data/demand' / name, newline='') as file:
        demand = [float(row[column]) if row[column] else math.nan for row in csv.DictReader(file)]
    found = gpucost.forecast.forecast(demand, horizon_hours=horizon, confidence=0.9).summary
    print(name, horizon, found)
    assert 0.8 <= found.coverage <= 1 and found.mase < 1
    assert found.pinball <= found.pinball_seasonal and found.pinball <= found.pinball_last


def test_paths_are_scenarios():
    demand = [10 + 5 * math.sin(t / 24 * 2 * math.pi) + t % 7 for t in range(1000)]
    made = gpucost.forecast.forecast(demand, horizon_hours=48, paths=5, seed=3)
    assert len(made.hours) == 48 and len(made.paths) == 5 and made.hours[0].low <= made.hours[0].expected
    case = gpucost.Case.of(made.paths[0], currency='USD', on_demand_price='2',
                           commitments=[dict(name='day', term_hours=24, upfront_price='30', every_hours=24)])
    for path in made.paths[1:]:
        case.add_scenario(path)
    assert gpucost.risk.solve(case).summary.scenarios == 5
    found, curve = gpucost.forecast.profile(demand[:500] + [None] * 3)
    assert found.missing_hours == 3 and found.gaps == 1 and len(curve) == 500 and curve[0] == found.peak
    assert gpucost.forecast.draws(2, 3, seed=1)[0] != gpucost.forecast.draws(2, 3, seed=2)[0]

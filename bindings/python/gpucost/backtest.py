"""Ways to buy commitments, tried on a demand that is known: what each would have paid, knowing only the past."""
from gpucost._lib import call
from gpucost.schedule import Case
from gpucost.values import BacktestOptions, BacktestRow, value

POLICIES = ('forecast', 'online', 'randomised', 'on_demand', 'hindsight')


def run(case, split_hour, options=None, **fields):
    """What each way to buy would have paid from split_hour on: BacktestRows by policy, {'forecast': ..., 'hindsight': ...}. `case` is
    a schedule.Case or its JSON as a dict; `fields` are of BacktestOptions: step_hours, rule_commitment, paths, tail_weight, plan_for."""
    asked = case if isinstance(case, Case) else Case.json(case)
    found = BacktestRow._pack([BacktestRow()] * len(POLICIES))
    call('gpucost_backtest_run', asked, value(BacktestOptions, options, dict(fields, split_hour=split_hour)),
         BacktestRow._size, len(POLICIES), found)
    return {row.policy: row for row in BacktestRow._unpack(found, len(POLICIES))}

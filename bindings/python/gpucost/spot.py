"""What an hour of useful work costs on capacity that may be taken away."""
import ctypes

from gpucost._lib import call
from gpucost.values import SpotCase, SpotDeadlineCase, SpotDeadlineResult, SpotResult, value


def useful_hours(case=None, **fields):
    """Hours paid for hours of useful work: useful_hours(work_h=100, instances=4, monthly_interruption=0.15)."""
    result = SpotResult()
    call('gpucost_spot_useful_hours', value(SpotCase, case, fields) or SpotCase(), result)
    return result


def deadline(available, case=None, spot_prices=None, **fields):
    """A job with a deadline, the end of the trace: (SpotDeadlineResult, choice of each tick: 0 nothing, 1 spot, 2 on demand).
    `fields` are of SpotDeadlineCase; spot_prices are nanos of the currency in each tick."""
    ticks, result = len(available), SpotDeadlineResult()
    if spot_prices is not None and len(spot_prices) != ticks:
        raise ValueError(f'spot_prices has {len(spot_prices)} ticks, available {ticks}')
    choices = (ctypes.c_int32 * ticks)()
    call('gpucost_spot_deadline', (ctypes.c_int32 * ticks)(*map(int, available)),
         None if spot_prices is None else (ctypes.c_int64 * ticks)(*map(int, spot_prices)), ticks,
         value(SpotDeadlineCase, case, fields) or SpotDeadlineCase(), choices, result)
    return result, list(choices)

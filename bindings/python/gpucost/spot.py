"""What an hour of useful work costs on capacity that may be taken away."""
from gpucost._lib import call
from gpucost.values import SpotCase, SpotResult, value


def useful_hours(case=None, **fields):
    """Hours paid for hours of useful work: useful_hours(work_h=100, instances=4, monthly_interruption=0.15)."""
    result = SpotResult()
    call('gpucost_spot_useful_hours', value(SpotCase, case, fields) or SpotCase(), result)
    return result

"""How much of a schedule hangs on its prices and its demand, and why it buys so many."""
from gpucost._lib import call
from gpucost.values import DemandEffect, PriceRange, UnitValue


def price(case, schedule, commitment=None):
    """How far the price of a commitment, by its number, or that of on demand may move with the plan still the cheapest."""
    found = PriceRange()
    call('gpucost_sensitivity_price', case, schedule, -1 if commitment is None else commitment, found)
    return found


def demand(case, schedule, scale):
    """The plan under `scale` times the demand, beside the best plan for it."""
    found = DemandEffect()
    call('gpucost_sensitivity_demand', case, schedule, scale, found)
    return found


def unit(case, schedule, purchase, number):
    """What a unit of a purchase, by its place in the calendar, earns; units count from 1, and past those bought it is what one more
    would."""
    found = UnitValue()
    call('gpucost_sensitivity_unit', case, schedule, purchase, number, found)
    return found

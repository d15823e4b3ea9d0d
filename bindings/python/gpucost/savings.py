"""Commitments to spend so much an hour over several kinds of usage, and discounts by volume."""
import ctypes

from gpucost._lib import call
from gpucost.units import price_to_nanos
from gpucost.schedule import Schedule
from gpucost.values import SavingsBill, SavingsPlan, UsageKind, VolumeChoice, VolumePlan, VolumeTier, value


def _rows(cls, rows):
    joined = b''.join(bytes(value(cls, row)._as_parameter_) for row in rows)
    return ctypes.create_string_buffer(joined, len(joined)) if joined else None


def _usage(kinds, units):
    """`units` is a list for each hour, or a dict of series by the name of the kind."""
    kinds = [value(UsageKind, kind) for kind in kinds]
    if isinstance(units, dict):
        units = list(zip(*(units[kind.name] for kind in kinds)))
    if any(len(hour) != len(kinds) for hour in units):
        raise ValueError(f'every hour needs units of {len(kinds)} kinds')
    flat = [int(number) for hour in units for number in hour]
    return _rows(UsageKind, kinds), len(kinds), (ctypes.c_int64 * len(flat))(*flat), len(units)


def price(kinds, units, plan=None, **fields):
    """The bill of hourly usage under plans; `fields` are of SavingsPlan: currency, instance_price, compute_price."""
    bill = SavingsBill()
    call('gpucost_savings_price', *_usage(kinds, units), value(SavingsPlan, plan, fields), bill)
    return bill


def best(kinds, units, compute=True, plan=None, **fields):
    """The best commitment to the plan for everything, or to that of one family: (plan, bill)."""
    chosen, bill = value(SavingsPlan, plan, fields), SavingsBill()
    call('gpucost_savings_best', *_usage(kinds, units), int(compute), chosen, bill)
    return chosen, bill


def volume(demand, on_demand, unit_list, tiers, currency):
    """How many units to commit for the whole horizon when the price falls with the volume. `tiers` are dicts of threshold_price
    and discount, by rising threshold; prices are decimal."""
    choice = VolumeChoice()
    call('gpucost_savings_volume', (ctypes.c_int32 * len(demand))(*map(int, demand)), len(demand),
         price_to_nanos(on_demand), price_to_nanos(unit_list), _rows(VolumeTier, tiers), len(tiers), currency.encode(), choice)
    return choice


def tiers(case, tiers):
    """What to buy when, with discounts by volume: the Schedule at list prices, and a VolumePlan with cost, bound and gap."""
    plan = VolumePlan()
    schedule = Schedule._made('gpucost_savings_tiers', case, _rows(VolumeTier, tiers), len(tiers), plan)
    return schedule, plan

"""Commitments to spend so much an hour over several kinds of usage, and discounts by volume."""
import ctypes

from gpucost._lib import call
from gpucost.units import Money, RawMoney, price_to_nanos
from gpucost.schedule import Schedule
from gpucost.values import (Resource, SavingsBill, SavingsPlan, ScopedReservation, UsageKind, VolumeChoice, VolumePlan, VolumeTier,
                            value)


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


def best_pair(kinds, units, plan=None, **fields):
    """The best commitments to both kinds of plan: (plan, bill, bound); no pair costs less than the bound."""
    chosen, bill, bound = value(SavingsPlan, plan, fields), SavingsBill(), RawMoney()
    call('gpucost_savings_best_pair', *_usage(kinds, units), chosen, bill, ctypes.byref(bound))
    return chosen, bill, Money.from_raw(bound)


def units(instance_type):
    """Normalised units of an instance type, and whether reservations float over the sizes of its family."""
    number, flexible = ctypes.c_double(), ctypes.c_int32()
    call('gpucost_savings_units', instance_type.encode(), ctypes.byref(number), ctypes.byref(flexible))
    return number.value, bool(flexible.value)


def flexible(sizes, reserved_units):
    """Machines that reserved units serve, smallest size first. `sizes` is a list of (units of a machine, machines running)."""
    count = len(sizes)
    covered = (ctypes.c_double * count)()
    call('gpucost_savings_flexible', (ctypes.c_double * count)(*(size for size, _ in sizes)),
         (ctypes.c_uint64 * count)(*(running for _, running in sizes)), count, float(reserved_units), covered)
    return list(covered)


def _matrix(rows, width, name):
    if any(len(row) != width for row in rows):
        raise ValueError(f'every row of {name} needs {width} numbers')
    flat = [int(number) for row in rows for number in row]
    return (ctypes.c_int64 * len(flat))(*flat)


def resources(resources, recipe, machines, currency, choose=False):
    """Commitments by resource: (resources, bill). `resources` are dicts of name, on_demand_price, committed_price and committed_units;
    `recipe` has the units of each in each kind of machine, `machines` how many of each kind run in each hour."""
    rows, bill = [value(Resource, row) for row in resources], SavingsBill()
    array = _rows(Resource, rows)
    call('gpucost_savings_resources', array, len(rows), _matrix(recipe, len(rows), 'recipe'), len(recipe),
         _matrix(machines, len(recipe), 'machines'), len(machines), currency.encode(), int(choose), bill)
    return Resource._unpack(array, len(rows)), bill


def scopes(reservations, subscriptions, units, on_demand, currency):
    """The bill of reservations with scopes. `reservations` are dicts of scope (group, subscription or shared), place, units and
    hourly_price; `subscriptions` names the subscription of each resource group by number; `units` has what each runs in each hour."""
    rows, bill, groups = [value(ScopedReservation, row) for row in reservations], SavingsBill(), len(subscriptions)
    call('gpucost_savings_scopes', _rows(ScopedReservation, rows), len(rows), (ctypes.c_uint64 * groups)(*subscriptions), groups,
         _matrix(units, groups, 'units'), len(units), price_to_nanos(on_demand), currency.encode(), bill)
    return bill

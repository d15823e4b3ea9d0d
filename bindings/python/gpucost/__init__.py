"""What GPU work needs, how long it takes, what it costs and what to commit to.

    import gpucost
    plan = gpucost.plan(model='llama-2-7b', workload=dict(kind='lora', tokens=200e6), deadline_h=24)
    print(plan)
    plan.best.cost          # Money, an exact Decimal with its currency
    plan.to_dict()          # the same as data

Each subject of the library is a module: accelerator, compatibility, model, network, parallelism, precision, workload (facts); memory, training,
layerwise, serving, checkpoint, estimate (needs, never a price); store, price, history, tariff, demand, forecast (prices and needs); portfolio, schedule, sensitivity,
risk, backtest, savings, spot (optima); plan is the main job, and
gpucost.plan is its call. Inputs and results are the classes of gpucost.values; failures are the classes of gpucost.errors.
"""
from gpucost._lib import lib as _library
from gpucost import errors, values
from gpucost import (accelerator, backtest, checkpoint, compatibility, demand, estimate, forecast, history, kernel, layerwise, memory, model,
                     network, parallelism, portfolio, precision, price, risk, savings, scaling, schedule, sensitivity,
                     serving, spot, store, tariff, training,
                     units, workload)
from gpucost.accelerator import Catalogue
from gpucost.compatibility import FaultLog
from gpucost.demand import Demand
from gpucost.errors import GpucostError
from gpucost.estimate import Requirement
from gpucost.forecast import Forecast
from gpucost.model import Model
from gpucost.network import Network
from gpucost.plan import Job, Plan, Terms, plan, terms
from gpucost.portfolio import Portfolio
from gpucost.price import Import, Quotes
from gpucost.risk import Risk
from gpucost.schedule import Case, Schedule
from gpucost.store import Store
from gpucost.units import Money
from gpucost.values import *

__version__ = _library.gpucost_version().decode()
__all__ = ['Case', 'Catalogue', 'Demand', 'FaultLog', 'Forecast', 'GpucostError', 'Import', 'Job', 'Model', 'Money', 'Network', 'Plan', 'Portfolio',
           'Quotes', 'Requirement', 'Risk', 'Schedule', 'Store', 'Terms', 'accelerator', 'backtest', 'checkpoint', 'compatibility', 'demand',
           'errors', 'estimate', 'forecast', 'history', 'layerwise', 'memory', 'model', 'network', 'parallelism', 'plan', 'portfolio', 'precision', 'price',
           'risk', 'savings', 'schedule', 'sensitivity', 'serving', 'spot', 'store', 'tariff', 'terms', 'training', 'units',
           'values', 'workload', *values.CLASSES]

"""The cheapest mix of commitments, spot and on-demand capacity for an hourly demand."""
import ctypes

from gpucost._lib import Handle, call, lib
from gpucost.demand import Demand
from gpucost.values import Commitment, PortfolioOptions, PortfolioShare, PortfolioSummary, value


class Portfolio(Handle):
    """A solved portfolio; immutable. Made by solve(), or taken from a plan."""

    _free = 'gpucost_portfolio_free'

    @property
    def summary(self):
        totals = PortfolioSummary()
        call('gpucost_portfolio_summarise', self, totals)
        return totals

    @property
    def shares(self):
        """Every commitment in its order, then spot when it was offered, then on demand."""
        rows = []
        for i in range(lib.gpucost_portfolio_share_count(self)):
            rows.append(PortfolioShare())
            call('gpucost_portfolio_share_at', self, i, rows[-1])
        return rows

    def to_pandas(self):
        """A DataFrame with a row for each share."""
        import pandas
        return pandas.DataFrame([share.to_dict() for share in self.shares])


def solve(demand, commitments=(), interruptible=None, options=None, **fields):
    """The cheapest mix, proven optimal. `demand` is a Demand or units in each hour; `commitments` are Commitments or dicts;
    `fields` are of PortfolioOptions: currency, on_demand_price, spot_price, horizon_rule."""
    if isinstance(demand, Demand):
        hours = len(demand)
        units = lib.gpucost_demand_devices(demand)
        spare = lib.gpucost_demand_interruptible(demand)
    else:
        hours = len(demand)
        units = (ctypes.c_int32 * hours)(*map(int, demand))
        spare = None
    if interruptible is not None:
        if len(interruptible) != hours:
            raise ValueError(f'interruptible has {len(interruptible)} hours, demand {hours}')
        spare = (ctypes.c_int32 * hours)(*map(int, interruptible))
    bought = [value(Commitment, given) for given in commitments]
    return Portfolio._made('gpucost_portfolio_new', units, spare, hours,
                           Commitment._pack(bought) if bought else None, len(bought),
                           value(PortfolioOptions, options, fields) or PortfolioOptions())

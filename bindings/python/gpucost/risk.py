"""What to commit to when the demand is uncertain: least mean cost, least cost in the worst cases, or a mix."""
from gpucost._lib import Handle, call
from gpucost.schedule import Case
from gpucost.values import Purchase, RiskOptions, RiskScenario, RiskSummary, value


class Risk(Handle):
    """A plan for all scenarios of a case; immutable. Made by solve()."""

    _free = 'gpucost_risk_free'

    @property
    def summary(self):
        totals = RiskSummary()
        call('gpucost_risk_summarise', self, totals)
        return totals

    @property
    def purchases(self):
        """The calendar: by date and then by commitment."""
        return self._rows(Purchase, 'gpucost_risk_purchase_at', self.summary.purchases)

    @property
    def scenarios(self):
        """What each scenario costs, and would have cost with foresight."""
        return self._rows(RiskScenario, 'gpucost_risk_scenario_at', self.summary.scenarios)

    def _rows(self, cls, name, count):
        rows = [cls() for _ in range(count)]
        for i, row in enumerate(rows):
            call(name, self, i, row)
        return rows


def solve(case, options=None, **fields):
    """The purchases that minimise (1 - tail_weight) x mean + tail_weight x CVaR. `case` is a schedule.Case or its JSON as a
    dict; `fields` are of RiskOptions: tail_weight, confidence, rounds."""
    asked = case if isinstance(case, Case) else Case.json(case)
    return Risk._made('gpucost_risk_new', asked, value(RiskOptions, options, fields))

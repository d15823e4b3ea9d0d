"""The main job: a workload, the accelerators that can run it, what each costs, and which to take."""
import contextlib
import ctypes
import json

from gpucost._lib import Handle, call, lib, owned_text, path_bytes
from gpucost.estimate import Requirement
from gpucost.model import Model
from gpucost.portfolio import Portfolio, solve
from gpucost.store import Store
from gpucost.values import (Commitment, PlanDropped, PlanOption, PlanOptions, PortfolioOptions, PriceFilter, Quote, TrainingProfile,
                            Workload, value)
from gpucost.workload import workload_of


class Job(Handle):
    """What to run and what to look for. Job.file('job.json'), Job.json(text or dict), Job.of(model, workload, options)."""

    _free = 'gpucost_job_free'

    @classmethod
    def file(cls, path):
        return cls._made('gpucost_job_from_file', path_bytes(path))

    @classmethod
    def json(cls, job, source='job'):
        text = json.dumps(job) if isinstance(job, dict) else job
        return cls._made('gpucost_job_from_json', text.encode(), source.encode())

    @classmethod
    def of(cls, model, workload=None, options=None, profile=None, **fields):
        """From a model (see Model.of), a workload, options and what training attains; `fields` are of PlanOptions."""
        return cls._made('gpucost_job_new', Model.of(model), workload_of(workload),
                         value(TrainingProfile, profile, {}), value(PlanOptions, options, fields))

    @property
    def model(self):
        address = ctypes.c_void_p()
        call('gpucost_job_parts', self, ctypes.byref(address), None, None, None)
        return Model(address.value, owner=self)

    @property
    def workload(self):
        workload = Workload()
        call('gpucost_job_parts', self, None, workload, None, None)
        return workload

    @property
    def profile(self):
        """What training attains; zeros are the defaults of each accelerator."""
        profile = TrainingProfile()
        call('gpucost_job_parts', self, None, None, profile, None)
        return profile

    @property
    def options(self):
        options = PlanOptions()
        call('gpucost_job_parts', self, None, None, None, options)
        return options


class Plan(Handle):
    """A finished plan; immutable. print() shows it, .options ranks the ways to run the job, best first."""

    _free = 'gpucost_plan_free'

    @property
    def job(self):
        return Job(lib.gpucost_plan_job(self), owner=self)

    @property
    def options(self):
        return [self._row(PlanOption, 'gpucost_plan_option_at', i) for i in range(lib.gpucost_plan_option_count(self))]

    @property
    def best(self):
        """The recommendation; None when nothing can run the job."""
        return self._row(PlanOption, 'gpucost_plan_option_at', 0) if lib.gpucost_plan_option_count(self) else None

    @property
    def dropped(self):
        """What fell out, and why."""
        return [self._row(PlanDropped, 'gpucost_plan_dropped_at', i) for i in range(lib.gpucost_plan_dropped_count(self))]

    @property
    def notes(self):
        """What was assumed, where prices come from and how old they are."""
        return [lib.gpucost_plan_note_at(self, i).decode() for i in range(lib.gpucost_plan_note_count(self))]

    def requirement(self, index=0):
        """Layout, memory and time of the i-th option."""
        return self._borrowed(Requirement, lib.gpucost_plan_option_requirement, index)

    def portfolio(self, index=0):
        """The billing mix of the i-th option."""
        return self._borrowed(Portfolio, lib.gpucost_plan_option_portfolio, index)

    def to_json(self):
        return owned_text('gpucost_report_plan_json', self)

    def to_dict(self):
        return json.loads(self.to_json())

    def to_html(self, store=None):
        """One HTML page that needs nothing else; with the store of the plan it draws the price histories."""
        with store._use() if store is not None else contextlib.nullcontext():
            return owned_text('gpucost_report_plan_html', self, store)

    def to_pandas(self):
        """A DataFrame with a row for each option."""
        import pandas
        return pandas.DataFrame([option.to_dict() for option in self.options])

    def __str__(self):
        return owned_text('gpucost_report_plan_text', self)

    def __repr__(self):
        return f'<Plan of {lib.gpucost_plan_option_count(self)} options>'

    def _row(self, cls, name, index):
        row = cls()
        call(name, self, index, row)
        return row

    def _borrowed(self, cls, function, index):
        address = function(self, index)
        if not address:
            raise IndexError(index)
        return cls(address, owner=self)


def plan(model=None, workload=None, store=None, options=None, job=None, catalogue=None, profile=None, **fields):
    """Plan a job: what to run it on, for how long, at what price.

    plan(model='llama-2-7b', workload=dict(kind='lora', tokens=200e6), deadline_h=24)

    model     see Model.of: a preset name, a config.json, a dict, a number of parameters
    workload  a Workload or a dict of its fields
    store     a Store or the path of one; None plans with the bundled list offers
    options   PlanOptions or a dict; `fields` are more of them
    job       instead of model, workload and options: a Job, the path of a job file, or its content as a dict
    catalogue a Catalogue of your own accelerators; None for the bundled ones
    profile   a TrainingProfile, such as training.Steps.calibrate() makes; None for the defaults
    """
    if (model is None) == (job is None):
        raise TypeError('give either a model or a job')
    if job is None:
        job = Job.of(model, workload, options, profile, **fields)
    elif workload is not None or options is not None or profile is not None or fields:
        raise TypeError('a job says everything; give no workload, options, profile or fields beside it')
    elif not isinstance(job, Job):
        job = Job.json(job) if isinstance(job, dict) else Job.file(job)
    with contextlib.ExitStack() as stack:
        if store is not None:
            if not isinstance(store, Store):
                store = stack.enter_context(Store(store))
            stack.enter_context(store._use())
        return Plan._made('gpucost_plan_new', job, catalogue, store)


class Terms(Handle):
    """What one instance type is sold under in one place: what a portfolio chooses from."""

    _free = 'gpucost_terms_free'

    @property
    def options(self):
        """PortfolioOptions with the currency, the on-demand price and the spot price of a useful hour."""
        options = PortfolioOptions()
        call('gpucost_terms_prices', self, options, None)
        return options

    @property
    def on_demand(self):
        """The quote that the on-demand price is from."""
        quote = Quote()
        call('gpucost_terms_prices', self, None, quote)
        return quote

    @property
    def commitments(self):
        return [self._row(i)[0] for i in range(lib.gpucost_terms_count(self))]

    @property
    def quotes(self):
        """The quotes of the commitments, in their order."""
        return [self._row(i)[1] for i in range(lib.gpucost_terms_count(self))]

    def solve(self, demand, **fields):
        """The cheapest mix for units of the instance type in each hour; see gpucost.portfolio.solve()."""
        return solve(demand, self.commitments, options=self.options, **fields)

    def _row(self, index):
        commitment, quote = Commitment(), Quote()
        call('gpucost_terms_at', self, index, commitment, quote)
        return commitment, quote


def terms(store, filter=None, fold_upfront=False, **fields):
    """Terms of one instance type in one place as of an instant. `fields` are of PriceFilter: instance='p5.48xlarge',
    regions='us-east-1', at_utc='2024-06-01'; fold_upfront spreads what is paid at the start over the term."""
    with store._use():
        return Terms._made('gpucost_terms_new', store, value(PriceFilter, filter, fields), int(fold_upfront))

"""Each module reaches its calls; the numbers are those of the C tests' sources."""
import concurrent.futures
import datetime
import decimal
import functools

import gpucost
import pytest
from gpucost import errors

UTC = datetime.timezone.utc
GPT3 = dict(model_type='gpt2', n_embd=12288, n_head=96, n_layer=96, n_positions=2048, vocab_size=51200)
LORA = dict(kind='lora', tokens=200e6)
FEED = """provider,region,zone,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc
aws,us-east-1,,p4de.24xlarge,a100-sxm-80gb,8,on_demand,0,40.9657,USD,2024-01-01T00:00:00Z
aws,us-east-1,a,p4de.24xlarge,a100-sxm-80gb,8,spot,0,10.5,USD,2024-01-01T00:00:00Z
aws,us-east-1,a,p4de.24xlarge,a100-sxm-80gb,8,spot,0,12.5,USD,2024-01-01T12:00:00Z
aws,us-east-1,a,p4de.24xlarge,a100-sxm-80gb,8,spot,0,0,USD,2024-01-02T00:00:00Z
"""


def test_models():
    model = gpucost.Model.preset('meta-llama/Llama-2-7b-hf')
    assert model.parameters.total == 6_738_415_616  # touvron2023, counted from the published weights
    assert (model.architecture.layers, model.architecture.hidden) == (32, 4096)
    assert '6,738,415,616' in repr(model)
    assert model.weight_bytes('bf16') == 2 * 6_738_415_616 and 4.8 < model.weight_bytes('q4_k_m') * 8 / 6_738_415_616 < 4.9
    assert 'llama-2-7b' in gpucost.model.presets()
    copy = gpucost.Model.from_architecture(model.architecture)
    assert copy.parameters == model.parameters
    guess = gpucost.Model.of(7e9)
    assert guess.parameters.total == 7_000_000_000 and guess.notes
    with pytest.raises(errors.UnknownNameError, match='llama-2-7b'):
        gpucost.Model.of('llama-2-7')
    with pytest.raises(errors.GpucostSyntaxError) as caught:
        gpucost.Model.config('{"model_type": "llama",\n', 'cut.json')
    assert (caught.value.source, caught.value.line) == ('cut.json', 2)


def test_tensors():
    header = b'{"w": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]}}'
    tensors = gpucost.model.Tensors.memory(len(header).to_bytes(8, 'little') + header)
    assert (tensors.totals.elements, tensors.totals.bytes, tensors[0].name, len(tensors)) == (6, 12, 'w', 1)
    with pytest.raises(errors.GpucostSyntaxError):
        gpucost.model.Tensors.memory(header[:7])
    with pytest.raises(errors.GpucostError):
        gpucost.Model.gguf('nothing.gguf')


def test_mig_and_filter():
    fit = gpucost.accelerator.mig_fits('h100', '2x3g.40gb')
    assert fit.fits and fit.placements == '3g.40gb@0;3g.40gb@4'
    assert '7x1g.10gb' in gpucost.accelerator.mig_sets('h100') and any(row.profile == '1g.10gb' for row in gpucost.accelerator.mig_profiles())
    ids = [row.id for row in gpucost.accelerator.accelerators(vendor='AMD', memory_bytes=192 << 30)]
    assert 'mi300x' in ids and 'mi250' not in ids


def test_compatibility():
    yes = gpucost.compatibility.check('t4', 'pytorch==2.1', '12.1', '525.60')
    assert yes.possible and yes.cuda == '12.1'
    no = gpucost.compatibility.check('t4', 'pytorch==2.1', '12.1', '470.57')
    assert not no.possible and no.cuda == '11.8' and '525.60.13' in no.reason
    assert gpucost.compatibility.fault(79).origin == 'hardware'
    assert len(gpucost.compatibility.faults()) == 172 and len(gpucost.compatibility.facts()) >= 138
    log = gpucost.FaultLog.text('[ 1.0] NVRM: Xid (PCI:0000:3b:00): 79, x\n[ 2.0] NVRM: Xid (PCI:0000:3b:00): 79, x\n')
    assert (log.summary.events, log.summary.hardware_failures, log.events[0].code) == (2, 1, 79)
    rate = gpucost.compatibility.fault_rate(5, 1000)
    assert rate.low_per_hour == pytest.approx(0.00162348639012)  # garwood1936
    with pytest.raises(errors.UnknownNameError, match='PyTorch'):
        gpucost.compatibility.check(framework='pytorhc==2')


def test_facts():
    rows = gpucost.accelerator.accelerators()
    assert len(rows) > 50 and all(row.source for row in rows)
    h100 = gpucost.accelerator.accelerator('H100 SXM')
    assert h100.id == 'h100-sxm-80gb'
    assert gpucost.accelerator.rate(h100, 'bf16') == pytest.approx(989.4e12, rel=1e-3)
    with pytest.raises(errors.UnknownFactError):
        gpucost.accelerator.rate(gpucost.accelerator.accelerator('v100-sxm-16gb'), 'fp8')
    assert gpucost.accelerator.instance('P5.48xlarge').accelerator_count == 8
    assert gpucost.accelerator.links() and gpucost.accelerator.instances()
    cluster, row = gpucost.accelerator.resolve('H100')
    assert (cluster.devices, row.id) == (1, 'h100-sxm-80gb')
    assert gpucost.precision.precision('NF4').bits_per_weight == 4.5
    assert 'bf16' in [row.name for row in gpucost.precision.precisions()]


def test_schedules():
    # demand 1, 2, 1; two hours for 1.5: one level at a time costs 3.5, the optimum 3, by hand
    case = gpucost.Case.of([1, 2, 1], currency='USD', on_demand_price='1',
                           commitments=[dict(name='pair', term_hours=2, upfront_price='1.5', dates=[0, 1])])
    schedule = case.solve()
    assert schedule.summary.cost == 3 and schedule.summary.optimal
    assert [(row.start_hour, row.units) for row in schedule.purchases] == [(0, 1), (1, 1)]
    assert case.verify(schedule.purchases, schedule.values).optimal
    assert not case.verify([], schedule.values).optimal
    assert case.baseline('levels') == decimal.Decimal('3.5') and case.baseline('peak') == 6
    assert [hour.committed_used for hour in schedule.hours] == [1, 2, 1]
    assert [segment.committed for segment in schedule.segments] == [1, 2, 1]
    assert schedule.shares[-1].name == 'on_demand' and len(case) == 3
    assert gpucost.sensitivity.price(case, schedule, 0).rise == decimal.Decimal('0.5')  # 3 + 2x meets 4 there
    assert gpucost.sensitivity.price(case, schedule).fall == decimal.Decimal('0.25')
    assert gpucost.sensitivity.demand(case, schedule, 2).regret == 1
    assert gpucost.sensitivity.unit(case, schedule, 0, 1).earns == decimal.Decimal('0.5')
    mine = case.price([dict(commitment=0, start_hour=0, units=1)])
    assert mine.summary.cost == decimal.Decimal('3.5') and mine.summary.bound == 3 and not mine.summary.optimal
    assert case.solve(start=mine).summary.cost == 3
    nothing = gpucost.Case.of([0], currency='USD', on_demand_price='1').solve().summary
    assert not (nothing.coverage_defined or nothing.utilisation_defined or nothing.savings_defined or nothing.return_defined)
    case.set_prices(on_demand=[1, 1, 1])
    case.add_held(end_hour=3, units=1)
    assert case.solve().summary.cost == gpucost.Money('0.000000001', 'USD')
    with pytest.raises(errors.RangeError):
        gpucost.Case.json(dict(demand=[1], options=dict(currency='usd', on_demand_price=1)))


def test_payments_with_dates():
    # sold after five of twelve months: seven left of 1,200, a buyer pays 90 %, the market keeps 12 %: 554.4 comes back, by hand
    case = gpucost.Case.of([1] * 3650 + [0] * 5110, currency='USD', on_demand_price='0.2', commitments=[
        dict(name='1 year', term_hours=8760, upfront_price=1200, every_hours=730,
             exits=dict(resale_share=0.9, fee_share=0.12))])
    schedule = case.solve()
    assert schedule.summary.cost == decimal.Decimal('645.6') and schedule.purchases[0].name == '1 year left after 3650 h'
    assert sum(month.present_value for month in schedule.months) == schedule.summary.cost
    assert schedule.months[4].settled == decimal.Decimal('-554.4')


def test_savings_of_every_kind():
    assert gpucost.savings.units('p4d.24xlarge') == (192, True) and gpucost.savings.units('g5.xlarge') == (8, False)
    assert gpucost.savings.flexible([(8, 2), (4, 2)], 16) == [1, 2]  # apply_ri: two m3.large, then one of two m3.xlarge
    rows, bill = gpucost.savings.resources([dict(name='vcpu', on_demand_price='1', committed_price='0.6')], [[4], [8]],
                                           [[2, 2]] * 3, 'USD', choose=True)
    assert rows[0].committed_units == 24 and bill.cost == decimal.Decimal('43.2')
    bill = gpucost.savings.scopes([dict(scope='shared', units=6, hourly_price='1')], [0, 0, 1], [[5, 1, 0], [0, 1, 4]], '2', 'USD')
    assert bill.cost == 12 and bill.unused == 1
    kinds = [dict(name='a', on_demand_price='1', compute_price='0.5', instance_price='0.4'),
             dict(name='b', on_demand_price='1', compute_price='0.9', instance_price='0.7')]
    plan, bill, bound = gpucost.savings.best_pair(kinds, [[1, 1]], currency='USD')
    assert bill.cost == decimal.Decimal('1.1') and 0 <= bill.cost - bound < decimal.Decimal('0.000001')
    case = gpucost.Case.of([3] * 12, currency='USD', on_demand_price='1', commitments=[
        dict(name='c', term_hours=12, upfront_price=8, dates=[0])])
    schedule, volume = gpucost.savings.tiers(case, [dict(threshold_price='8', discount=0.1), dict(threshold_price='16', discount=0.2)])
    assert volume.cost == decimal.Decimal('21.6') and volume.optimal and schedule.summary.cost == 24
    assert case.baseline('provider') == 36 and case.online_mean() <= 2 * 24


def test_spot_deadline():
    found, choices = gpucost.spot.deadline([1, 0, 1, 1], work_ticks=3, spot_price='1', on_demand_price='5')
    assert found.finished and found.cost_price == 3 and choices == [1, 0, 1, 1]  # by hand


def test_risk_and_savings():
    scenarios = [dict(demand=[units]) for units in range(10)]  # newsvendor, by hand: 6 units at 4 of 10 cost 30 on average
    case = dict(scenarios=scenarios, options=dict(currency='USD', on_demand_price='10'),
                commitments=[dict(name='c', term_hours=1, upfront_price='4')])
    plan = gpucost.risk.solve(case)
    assert plan.summary.mean == 30 and plan.summary.foresight == 18 and len(plan.scenarios) == 10
    assert gpucost.risk.solve(case, tail_weight=1, confidence=0.9).purchases[0].units == 9
    other = gpucost.Case.of([0], currency='USD', on_demand_price='10', commitments=case['commitments'])
    for row in scenarios[1:]:
        other.add_scenario(row['demand'])
    assert other.scenarios == 10 and gpucost.risk.solve(other).summary.mean == 30
    points = gpucost.risk.frontier(case, confidence=0.9)  # test_risk.c
    assert [int(point.mean) for point in points] == [30, 31, 33, 36] and points[2].tail_weight == pytest.approx(0.25)
    found = gpucost.risk.quantile(list(range(365)), 0.5)  # tests/data/risk/sample.csv
    assert (found.value, found.low, found.high) == (182, 156, 208)
    gap = gpucost.risk.gap(case, plan.purchases, batches=2)
    assert gap.batch_size == 5 and gap.gap_high >= gap.gap
    kinds = [dict(name='gpu', on_demand_price='1', compute_price='0.7')]
    bill = gpucost.savings.price(kinds, dict(gpu=[15]), currency='USD', compute_price='7')
    assert bill.cost == 12 and bill.utilisation == 1
    chosen, bill = gpucost.savings.best(kinds, dict(gpu=[15, 15, 10]), currency='USD')
    assert chosen.compute_price == decimal.Decimal('7') and bill.on_demand == 10  # the upper 5 run two hours of three
    choice = gpucost.savings.volume([2, 4], 1, 1, [dict(threshold_price='0', discount=0.5)], 'USD')
    assert choice.units == 4 and choice.cost == 2


def test_backtest():
    # 10 units all the time: 200 hours of one cost 120, on demand 1 an hour; the rule buys in the 121st (test_backtest.c)
    case = gpucost.Case.of([10] * 1200, currency='USD', on_demand_price='1',
                           commitments=[dict(name='c', term_hours=200, upfront_price='120')])
    rows = gpucost.backtest.run(case, 600, paths=2)
    assert list(rows) == ['forecast', 'online', 'randomised', 'on_demand', 'hindsight']
    assert [rows[name].cost for name in ('forecast', 'online', 'on_demand', 'hindsight')] == [3600, 4800, 6000, 3600]
    assert rows['online'].bound == 2 and rows['forecast'].optimal
    with pytest.raises(gpucost.GpucostError):
        gpucost.backtest.run(case, 1200)


def test_a_catalogue_of_ones_own(tmp_path, root):
    header, first = (root / 'data/accelerators.csv').read_text(encoding='utf-8').splitlines()[:2]
    cells = dict(zip(header.split(','), first.split(',')))
    path = tmp_path / 'mine.csv'
    path.write_text('id,name,vendor,memory_bytes,memory_bandwidth_bytes_per_s,source\n'
                    'house-chip,House Chip,us,85899345920,2e12,measured\n', encoding='utf-8')
    catalogue = gpucost.Catalogue(path)
    assert gpucost.accelerator.accelerator('house chip', catalogue).memory_bytes == 85899345920
    assert gpucost.accelerator.accelerator(cells['id'], catalogue).id == cells['id']
    with pytest.raises(errors.IoError) as caught:
        gpucost.Catalogue(tmp_path / 'none.csv')
    assert 'none.csv' in caught.value.source


def test_memory_training_serving():
    layout = dict(tensor_degree=8)
    options = dict(sequence=2048, micro_batch=1, attention='materialised')
    assert gpucost.memory.activation_bytes(GPT3, layout, options) == 578_813_952  # korthikanti2022, section 4
    # 2 x 32 layers x 32 heads x 128 channels x 2 bytes
    assert gpucost.memory.kv_cache_bytes_per_token('llama-2-7b', 'fp16') == 524_288
    memory = gpucost.memory.estimate('llama-2-7b', kind='lora', sequence=2048)
    assert memory.total_bytes > memory.weights_bytes > 13e9
    assert gpucost.memory.largest_batch('llama-2-7b', 80e9, kind='lora', sequence=2048) >= 1
    assert gpucost.memory.largest_batch('llama-2-7b', 8e9, kind='training') == 0
    assert gpucost.memory.largest_context('llama-2-7b', 24e9, kind='qlora', recompute='full') > 4096
    assert 7e9 < gpucost.memory.largest_model(24e9, kind='qlora', recompute='full', sequence=512) < 48e9
    devices, how = gpucost.memory.fewest_devices('llama-2-7b', 24e9, kind='training', sequence=2048, recompute='full')
    assert devices == how.tensor_degree * how.pipeline_degree * how.data_degree > 1
    assert gpucost.memory.fewest_devices('llama-2-7b', 1e9, most=2) == (0, None)
    one, two, no = gpucost.memory.estimate_batch('llama-2-7b', [{'batch': 1}, {'batch': 2}, {'tensor_degree': 3}], kind='lora')
    assert one.total_bytes == gpucost.memory.estimate('llama-2-7b', kind='lora', micro_batch=1).total_bytes < two.total_bytes
    assert no.total_bytes == 0
    assert gpucost.memory.simulation(qubits=30).state_bytes == 2 ** 34
    assert [r.change for r in gpucost.memory.simulation_remedies(16e9, qubits=30)][0] == 'single precision'
    assert gpucost.memory.render(textures=1, texture_compression='bc1', texture_no_mips=True).textures_bytes == 2048 ** 2 // 2
    assert gpucost.memory.render_remedies(1, textures=10)[0].total_bytes < gpucost.memory.render(textures=10).total_bytes
    assert gpucost.parallelism.devices(tensor_degree=8, data_degree=2) == 16
    with pytest.raises(errors.ArgumentError):
        gpucost.parallelism.check(dict(tensor_degree=7), 'llama-2-7b')
    assert gpucost.workload.resolve(kind='qlora').weights == 'nf4'
    training = gpucost.training.estimate('llama-2-7b', 'h100-sxm-80gb', kind='lora', tokens=1e8, sequence=2048)
    assert 0 < training.mfu < 1 and training.step_s > 0
    # 6 x 7e9 x 1e12 / (8 x 312e12 x 0.5)
    assert gpucost.training.time_from_flops_s(parameters=7e9, tokens=1e12, peak_flop_per_s=312e12, mfu=0.5,
                                              devices=8) == pytest.approx(42e21 / (8 * 312e12 * 0.5))
    serving = gpucost.serving.estimate('llama-2-7b', 'h100-sxm-80gb', concurrent_sequences=8)
    assert serving.replicas >= 1
    needs = gpucost.estimate.requirement('llama-2-7b', dict(accelerator='h100', devices=2), **LORA)
    assert needs.fits and needs.reason == '' and needs.memory.total_bytes > 0
    small = gpucost.estimate.requirement('llama-2-7b', 't4', kind='training', tokens=1e9, weights='fp16')
    assert not small.fits and small.reason and not small.tight
    # a straggler of 2 makes every device wait twice as long for what is computed, on which the step stands
    slow = gpucost.TrainingProfile(straggler=2)
    held = gpucost.estimate.requirement('llama-2-7b', dict(accelerator='h100', devices=2), profile=slow, **LORA)
    assert held.training.step_s > 1.5 * needs.training.step_s
    job = gpucost.Job.of('llama-2-7b', LORA, profile=slow)
    assert job.profile.straggler == 2
    node = dict(accelerator='h100', devices=8)
    assert gpucost.estimate.gains('llama-2-7b', node, profile=slow)[0].step_s > \
        1.5 * gpucost.estimate.gains('llama-2-7b', node)[0].step_s


def test_cuda_errors():
    assert gpucost.compatibility.cuda_error(700).driver == 'CUDA_ERROR_ILLEGAL_ADDRESS'
    assert gpucost.compatibility.cuda_error('cudaErrorInsufficientDriver').origin == 'software'
    assert len(gpucost.compatibility.cuda_errors()) > 80


def test_checkpoints_and_spot():
    plan = gpucost.checkpoint.best(work_s=1.8e6, mean_s=86400, checkpoint_s=300, restart_s=600)
    assert plan.expected_s / 3600 == pytest.approx(547.88178, rel=1e-6)  # daly2006, inputs of figure 3
    assert gpucost.spot.useful_hours(work_h=100).wall_h > 100
    with pytest.raises(errors.RangeError):
        gpucost.checkpoint.best(gpucost.CheckpointCase(work_s=1, mean_s=-1))


def test_portfolio_and_demand(tmp_path):
    demand = [10] * 6 + [7] * 10 + [4] * 8
    offers = [dict(name='half', term_hours=24, upfront_price=6, usage_price='0.5'),
              dict(name='whole', term_hours=24, upfront_price='14.4')]
    solved = gpucost.portfolio.solve(demand, offers, currency='USD', on_demand_price=1)
    assert [(share.name, share.units) for share in solved.shares] == [('half', 3), ('whole', 4), ('on_demand', 3)]
    assert (solved.summary.cost, solved.summary.cost.currency) == (decimal.Decimal('117.6'), 'USD')
    assert sum(share.cost for share in solved.shares) == solved.summary.cost

    path = tmp_path / 'demand.csv'
    path.write_text('time,gpus,interruptible\n' + ''.join(f'2024-01-01T{h:02}:00:00Z,{n},1\n' for h, n in enumerate(demand)),
                    encoding='utf-8')
    series = gpucost.Demand.csv(path)
    assert (len(series), series.devices, series.interruptible) == (24, demand, [1] * 24)
    assert series.start == datetime.datetime(2024, 1, 1, tzinfo=UTC)
    cheaper = gpucost.portfolio.solve(series, offers, currency='USD', on_demand_price=1, spot_price='0.6')
    assert cheaper.summary.cost < solved.summary.cost
    path.write_text('time,gpus\n2024-01-01T00:00:00Z,1\n2024-01-01T02:00:00Z,1\n', encoding='utf-8')
    with pytest.raises(errors.MissingError) as caught:
        gpucost.Demand.csv(path)
    assert caught.value.line == 3


def test_store_and_prices(tmp_path):
    path = tmp_path / 'prices.db'
    with pytest.raises(errors.StoreMissingError):
        gpucost.Store(path)
    with gpucost.Store(path, 'create') as store:
        report = gpucost.price.import_text(store, FEED, 'feed.csv')
        assert (report.summary.accepted, report.summary.rejected) == (3, 1)
        assert report.rejects[0].line == 5 and report.rejects[0].value == '0'
        assert gpucost.price.import_text(store, FEED).summary.accepted == 0
    with pytest.raises(ValueError, match='closed'):
        gpucost.price.last(store)
    with gpucost.Store(path) as store:
        assert gpucost.price.last(store) == datetime.datetime(2024, 1, 1, 12, tzinfo=UTC)
        quotes = gpucost.price.quotes(store, accelerator='A100 80GB', term='spot')
        assert len(quotes) == 1 and quotes[-1].hourly_price == decimal.Decimal('12.5')
        assert [quote.region for quote in quotes] == ['us-east-1']
        day = gpucost.history.statistics(store, quotes[0].offer_id, '2024-01-01', '2024-01-02')
        assert day.mean_price == decimal.Decimal('11.5') and day.changes == 1
        steps = gpucost.history.history(store, quotes[0].offer_id, '2024-01-01', '2024-01-02')
        assert steps.statistics('2024-01-01', '2024-01-02') == day
        assert [step.effective_price for step in steps] == [decimal.Decimal('10.5'), decimal.Decimal('12.5')]
        assert steps.resample('2023-12-31', 86400, 2) == [None, decimal.Decimal('11.5')]
        assert gpucost.history.as_of(store, quotes[0].offer_id, '2024-01-01').hourly_price == decimal.Decimal('10.5')
        assert gpucost.price.units(quotes[0]).accelerator_hour_price == quotes[0].hourly_price / decimal.Decimal(quotes[0].accelerator_count)
        assert len(quotes.older_than(0)) == 0 and len(gpucost.price.savings(store)) <= 1
        store.check()
        assert gpucost.store.template('rates').startswith('base,quote,rate')
        store.backup(tmp_path / 'copy.db')
        assert store.export(tmp_path / 'prices.csv') == 3
        with pytest.raises(errors.StoreReadonlyError):
            gpucost.price.import_text(store, FEED.replace('12.5', '12.6'))
        assert list(gpucost.price.quotes(store, accelerator='h100')) == []
    foreign = tmp_path / 'text.db'
    foreign.write_text('not a database, but long enough to look like one' * 40)
    with pytest.raises(errors.StoreForeignError):
        gpucost.Store(foreign)


def test_filters_ages_units_and_savings_of_prices():
    with gpucost.Store.bundled() as store:
        ask, known = functools.partial(gpucost.price.quotes, store), gpucost.accelerator.accelerator
        large = ask(least_memory_bytes=80e9, term='spot', regions='us-*')
        assert large and {quote.term for quote in large} == {'spot'} and all(quote.region.startswith('us-') for quote in large)
        assert all(known(quote.accelerator).memory_bytes >= 80e9 for quote in large)
        assert all(float(known(quote.accelerator).compute_capability) >= 9 for quote in ask(least_capability='9.0'))
        fast = ask(least_network_bytes_per_s=100e9)
        assert 0 < len(fast) < len(ask())
        per_gpu = [quote.effective_price / decimal.Decimal(quote.accelerator_count) for quote in ask(accelerator='h100', currency='USD')]
        assert per_gpu == sorted(per_gpu)
        day = 86400
        old = ask(at_utc=gpucost.price.last(store)).older_than(200)
        assert old and all(quote.age_s > 200 * day for quote in old)
        assert all(quote.age_s <= 10 * day for quote in ask(most_age_s=10 * day))
        quote = ask(accelerator='h100', currency='USD')[0]
        units = gpucost.price.units(quote, 'fp8')
        assert abs(float(units.gb_hour_price) * units.memory_gb - float(quote.effective_price)) < 1e-6
        assert abs(float(units.tflop_hour_price) * units.tflop_per_s - float(quote.effective_price)) < 1e-5
        for saving in gpucost.price.savings(store)[:50]:
            ratio = saving.effective_price / saving.on_demand_price
            assert abs(1 - saving.saving - float(ratio)) < 1e-12
            assert saving.break_even_use == (0 if saving.term == 'spot' else pytest.approx(float(ratio)))


def test_prices_from_and_to_pandas():
    pandas = pytest.importorskip('pandas')
    instants = pandas.to_datetime(['2024-01-01T01:00:00+01:00', '2024-01-01T12:00:00Z'], utc=True)
    frame = pandas.DataFrame({'provider': 'lab', 'instance': 'box', 'hourly': [0.1 + 0.2, 0.6], 'observed_utc': instants})
    with gpucost.Store(':memory:', 'create') as store:
        assert gpucost.price.import_frame(store, frame).summary.accepted == 2
        history = gpucost.history.history(store, 1, '2024-01-01', '2024-01-02')
        assert [step.effective_price for step in history] == [decimal.Decimal('0.3'), decimal.Decimal('0.6')]
        assert list(history.to_pandas().observations) == [1, 1]
        hours = history.to_series('2023-12-31T23:00:00Z', 3600, 25)
        assert hours.isna().sum() == 1 and hours['2024-01-01T11:00:00Z'] == 0.3 and hours.iloc[-1] == 0.6
        assert len(gpucost.price.quotes(store).to_pandas()) == 1


def test_a_history_is_drawn():
    matplotlib = pytest.importorskip('matplotlib')
    matplotlib.use('Agg')
    with gpucost.Store(':memory:', 'create') as store:
        gpucost.price.import_text(store, 'provider,instance,hourly,observed_utc\nlab,box,1,2024-01-01\nlab,box,2,2024-01-02\n')
        axes = gpucost.history.history(store, 1, '2024-01-01', '2024-01-03').plot()
        assert [line.get_ydata()[0] for line in axes.lines] == [1, 2]


def test_networks(tmp_path):
    network = gpucost.Network.preset('vit_b_16')
    assert network.totals.parameters == 86567656 and network.totals.parameters == sum(count.parameters for _, count in network)
    assert 'vit-base-16' in gpucost.network.presets() and 'vit-base-16' in repr(network)
    layers = [dict(kind='input', outputs=3, height=32, width=32), dict(kind='convolution', outputs=8, kernel_height=3, bias=True)]
    own = gpucost.Network.of(layers)
    assert len(own) == 2 and own[1][1].parameters == 224 and own[1][0].kind == 'convolution'
    with pytest.raises(IndexError):
        own[2]
    path = tmp_path / 'layers.csv'
    path.write_text('kind,outputs,height\ninput,3,8\nlinear,nine,\n')
    with pytest.raises(errors.FieldError) as caught:
        gpucost.Network.file(path)
    assert caught.value.field == 'outputs' and caught.value.line == 3
    step = gpucost.layerwise.time(network, dict(accelerator='A100', devices=8), weights='fp32', compute='fp16', micro_batch=64,
                                  tokens=1281167, profile=dict(fusion='norms'))
    assert step.samples_per_step == 512 and step.steps == 2503 and 0 < step.mfu < 1
    most = gpucost.layerwise.largest_batch(network, 40 << 30)
    assert gpucost.layerwise.memory(network, micro_batch=most).total_bytes <= 40 << 30
    assert gpucost.layerwise.profile('H100').products_16 > 0


def test_the_main_job(tmp_path, root):
    plan = gpucost.plan(model='llama-2-7b', workload=LORA, deadline_h=48)
    assert plan.best.rank == 1 and plan.best.meets_deadline and plan.best.wall_h <= 48
    assert isinstance(plan.best.cost, gpucost.Money) and plan.best.cost.currency == 'USD'
    assert [option.cost for option in plan.options] == sorted(option.cost for option in plan.options)
    assert 'llama-2-7b' in str(plan) and plan.notes
    data = plan.to_dict()
    assert len(data['options']) == len(plan.options)
    needs = plan.requirement(0)
    assert needs.fits and needs.training.step_s > 0
    assert sum(share.cost for share in plan.portfolio(0).shares) == plan.portfolio(0).summary.cost
    del plan
    assert needs.fits  # what is borrowed keeps its owner alive
    with pytest.raises(IndexError):
        gpucost.plan(model='llama-2-7b', workload=LORA).requirement(99)

    job = dict(model='llama-2-7b', workload=dict(kind='lora', tokens=200_000_000), plan=dict(deadline_h=48))
    assert gpucost.plan(job=job).to_dict() == data
    assert gpucost.plan(job=root / 'examples/data/finetune.json').best
    with pytest.raises(errors.FieldError) as caught:
        gpucost.plan(job=dict(job, workload=dict(tokenz=1)))
    assert caught.value.field == '/workload/tokenz'
    with pytest.raises(errors.MissingError):
        gpucost.plan(model='llama-2-7b')
    with pytest.raises(TypeError):
        gpucost.plan(model='llama-2-7b', job=job)


def test_nothing_fits_is_an_answer():
    plan = gpucost.plan(model=1e12, workload=LORA, accelerators='t4', most_devices=1)
    assert plan.best is None and plan.options == [] and plan.dropped[0].reason
    assert gpucost.plan(model='llama-2-7b', workload=LORA, regions='nowhere').best is None


def test_threads_share_what_is_immutable_and_one_store():
    model = gpucost.Model.preset('llama-2-7b')
    with gpucost.Store.bundled() as store, concurrent.futures.ThreadPoolExecutor(4) as pool:
        plans = list(pool.map(lambda _: gpucost.plan(model=model, workload=LORA, store=store, accelerators='h100').to_json(),
                              range(8)))
    assert len(set(plans)) == 1


def test_pandas():
    pytest.importorskip('pandas')
    frame = gpucost.plan(model='llama-2-7b', workload=LORA).to_pandas()
    assert frame.loc[0, 'rank'] == 1 and 'cost' in frame

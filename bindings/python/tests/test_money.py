"""Prices, tariffs and rates in plans: what the C tests compute by hand comes out the same here."""
from decimal import Decimal

import pytest

import gpucost

LORA = dict(kind='lora', tokens=50e6, sequence=2048)
OFFERS = '''provider,region,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc
aws,east,p4de.24xlarge,a100-sxm-80gb,8,on_demand,0,20,USD,2026-01-01
two,north,a100x8,a100-sxm-80gb,8,on_demand,0,100,CNY,2026-01-01
'''
TARIFFS = '''kind,unit,price,provider,region,item,target,currency,from_quantity,observed_utc
storage,GB-month,0.10,aws,east,disk,,USD,0,2026-01-01
egress,GB,0,aws,east,,internet,USD,0,2026-01-01
egress,GB,0.09,aws,east,,internet,USD,100,2026-01-01
'''
RATES = 'base,quote,rate,observed_utc\nUSD,CNY,7.25,2025-12-30\n'


@pytest.fixture
def store():
    with gpucost.Store(':memory:', 'create') as made:
        for text in (OFFERS, TARIFFS, RATES):
            gpucost.price.import_text(made, text, source='feed')
        yield made


def test_lines_sum_to_the_cost(store):
    option = gpucost.plan(model='llama-2-7b', workload=LORA, store=store, result_bytes=1.1e12, regions='east').best
    lines = option.compute_cost, option.storage_cost, option.data_cost, option.result_cost
    assert sum(lines, Decimal(0)) == option.cost
    assert option.result_cost == 90 and option.not_counted == ''


def test_currency_is_converted_when_asked(store):
    plan = gpucost.plan(model='llama-2-7b', workload=LORA, store=store, currency='CNY', no_spot=True)
    assert {option.provider for option in plan.options} == {'aws', 'two'}
    assert any('1 USD = 7.25 CNY of 2025-12-30 (feed)' in note for note in plan.notes)
    assert {option.provider for option in gpucost.plan(model='llama-2-7b', workload=LORA, store=store).options} == {'aws'}
    quotes = gpucost.price.quotes(store, convert_to='USD')
    assert [(quote.provider, quote.stated_currency) for quote in quotes] == [('two', 'CNY'), ('aws', '')]
    rate = gpucost.tariff.rate_at(store, 'CNY', 'USD')
    assert rate.inverted and rate.rate == pytest.approx(1 / 7.25) and rate.source == 'feed'


def test_pictures_and_pages(store):
    import xml.etree.ElementTree as xml
    quote = gpucost.price.quotes(store, provider='aws')[0]
    steps = gpucost.history.history(store, quote.offer_id, '2025-01-01', '2026-02-01')
    root = xml.fromstring(steps.to_svg(quote))
    assert root.find('{http://www.w3.org/2000/svg}title').text.startswith('aws p4de.24xlarge')
    plan = gpucost.plan(model='llama-2-7b', workload=LORA, store=store)
    assert plan.to_html(store).startswith('<!DOCTYPE html>') and 'p4de.24xlarge' in plan.to_html()


def test_terms_of_a_store_are_what_a_portfolio_chooses_from(store):
    gpucost.price.import_text(store, '''provider,region,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc
aws,east,p4de.24xlarge,a100-sxm-80gb,8,reserved_1y_partial,43800,6,USD,2026-01-01
''')
    terms = gpucost.terms(store, instance='p4de.24xlarge', regions='east')
    (year,), (quote,) = terms.commitments, terms.quotes
    assert (year.name, year.upfront_price, year.hourly_price) == ('reserved 1 y partial upfront', 43800, 6)
    assert quote.effective_price == 11 and terms.on_demand.hourly_price == 20
    result = terms.solve([1] * 4819 + [0] * 3941)  # 11 of 20 is 55 % of 8760 hours, 4818
    assert result.shares[0].units == 1 and result.shares[0].break_even == pytest.approx(0.55)
    folded = gpucost.terms(store, instance='p4de.24xlarge', regions='east', fold_upfront=True)
    assert (folded.commitments[0].upfront_price, folded.commitments[0].hourly_price) == (0, 11)
    with pytest.raises(gpucost.errors.ArgumentError, match='choose one'):
        gpucost.terms(store)

"""Value classes: what Python gives and gets."""
import datetime
import decimal
import pickle

import gpucost
import pytest
from gpucost import errors

UTC = datetime.timezone.utc


def test_fields_are_keywords_with_python_values():
    workload = gpucost.Workload(kind='lora', tokens=200e6, mfu=0.4, weights='bf16')
    assert (workload.kind, workload.tokens, workload.mfu, workload.weights) == ('lora', 200_000_000, 0.4, 'bf16')
    assert workload.micro_batch == 0  # the default of the field
    workload.tokens = 5
    assert workload.tokens == 5
    assert repr(workload) == "Workload(kind='lora', weights='bf16', tokens=5, mfu=0.4)"


def test_flags_prices_and_instants():
    options = gpucost.PlanOptions(no_spot=True, at_utc='2024-04-01')
    assert options.no_spot is True
    assert options.at_utc == datetime.datetime(2024, 4, 1, tzinfo=UTC)
    options.at_utc = datetime.datetime(2024, 4, 1, 8, tzinfo=datetime.timezone(datetime.timedelta(hours=8)))
    assert options.at_utc == datetime.datetime(2024, 4, 1, tzinfo=UTC)
    assert gpucost.PlanOptions().at_utc is None
    price = decimal.Decimal('12.345678901')
    assert gpucost.PortfolioOptions(on_demand_price=price).on_demand_price == price
    with pytest.raises(TypeError, match='exact'):
        gpucost.PortfolioOptions(on_demand_price=1.5)
    with pytest.raises(ValueError, match='time zone'):
        gpucost.PlanOptions(at_utc=datetime.datetime(2024, 4, 1))


@pytest.mark.parametrize('fields, error, field', [
    ({'kind': 'training!'}, errors.RangeError, 'kind'),
    ({'mfu': 2}, errors.RangeError, 'mfu'),
    ({'micro_batch': 0}, errors.RangeError, 'micro_batch'),
    ({'tokens': 1.5}, errors.FieldError, 'tokens'),
    ({'tokens': float('nan')}, errors.FieldError, 'tokens'),
    ({'weights': 'x' * 40}, errors.RangeError, 'weights'),
    ({'batch': 1}, errors.FieldError, 'batch'),
])
def test_names_and_limits_are_checked(fields, error, field):
    with pytest.raises(error) as caught:
        gpucost.Workload(**fields)
    assert caught.value.field == field
    assert isinstance(caught.value, (errors.ArgumentError, errors.InputError))
    assert isinstance(caught.value, ValueError)


def test_copies_and_conversions():
    workload = gpucost.Workload(kind='qlora', tokens=7)
    assert gpucost.Workload.from_json('{"kind": "qlora", "tokens": 7}') == workload
    assert pickle.loads(pickle.dumps(workload)) == workload
    assert workload.to_dict()['kind'] == 'qlora'
    assert workload.given() == {'kind': 'qlora', 'tokens': '7'}
    assert workload.replace(tokens=8) != workload
    with pytest.raises(AttributeError):
        workload.replace(toakens=8)
    with pytest.raises(errors.GpucostSyntaxError) as caught:
        gpucost.Workload.from_json('{\n "kind": ', 'job')
    assert (caught.value.line, caught.value.source) == (2, 'job')


def test_fields_describe_themselves():
    field = gpucost.Workload.tokens
    assert (field.name, field.unit) == ('tokens', 'tokens')
    assert 'lora' in gpucost.Workload.kind.choices
    assert [f.name for f in gpucost.Workload.fields()][0] == 'kind'


def test_money_keeps_its_currency():
    money = gpucost.Money('12.5', 'USD')
    assert money == decimal.Decimal('12.5') and isinstance(money, decimal.Decimal)
    assert (sum([money, money]), sum([money, money]).currency) == (25, 'USD')
    assert (money * 2 - money).currency == 'USD'
    assert money.text() == '12.50 USD'
    assert gpucost.Money.parse('0.000000001', 'CNY').text() == '0.000000001 CNY'
    with pytest.raises(errors.CurrencyError):
        money + gpucost.Money(1, 'CNY')
    with pytest.raises(TypeError):
        gpucost.Money(1.5, 'USD')
    with pytest.raises(errors.RangeError):
        gpucost.Money.parse('0.0000000001', 'USD')
    assert pickle.loads(pickle.dumps(money)).currency == 'USD'
    big = gpucost.Money.parse('9223372036854775807.999999999', 'USD')
    assert format(big, 'f') == '9223372036854775807.999999999'


def test_cost_rounds_once():
    assert gpucost.units.cost('1.5', 2.25, 'USD') == decimal.Decimal('3.375')
    assert gpucost.units.nanos_to_price(gpucost.units.price_to_nanos('0.526')) == decimal.Decimal('0.526')
    assert gpucost.units.instant_text(gpucost.units.instant('2020-02-20T03:21:36+08:00')) == '2020-02-19T19:21:36Z'


def test_every_status_has_a_class():
    assert issubclass(errors.StoreBusyError, errors.StoreError)
    assert errors.RangeError.code == 102 and errors.ArgumentError.code == 100
    assert all(issubclass(getattr(errors, name), gpucost.GpucostError) for name in errors.__all__)
    unknown = errors.from_error(gpucost._lib.Error(status=399, text=b'new'))
    assert type(unknown) is errors.StoreError
    assert pickle.loads(pickle.dumps(errors.from_error(gpucost._lib.Error(status=102, field=b'x')))).field == 'x'

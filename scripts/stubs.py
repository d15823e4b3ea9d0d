#!/usr/bin/env python3
"""Type stubs of what the Python package makes at import: value classes and exceptions.

stubs.py           write bindings/python/gpucost/values.pyi and errors.pyi
stubs.py --check   fail when they are not what the library says

Needs the built library: GPUCOST_LIBRARY names it.
"""
import pathlib
import sys

PACKAGE = pathlib.Path(__file__).resolve().parent.parent / 'bindings/python/gpucost'
sys.path.insert(0, str(PACKAGE.parent))

from gpucost import errors, values  # noqa: E402  (the path comes first)

VALUES_HEAD = '''"""Generated from the field tables by scripts/stubs.py."""
import datetime
import decimal
from typing import Any, Literal, Optional, TypeVar, Union

from gpucost.units import Money

_Price = Union[decimal.Decimal, int, str]
_Instant = Union[datetime.datetime, datetime.date, str, int]
_T = TypeVar('_T')


class Field:
    name: str
    doc: str
    choices: tuple[str, ...]
    unit: Optional[str]
    fallback: Optional[str]
    least: Optional[str]
    most: Optional[str]


class Value:
    @classmethod
    def fields(cls) -> tuple[Field, ...]: ...
    @classmethod
    def from_json(cls: type[_T], text: str, source: str = ...) -> _T: ...
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...
    def given(self) -> dict[str, str]: ...
    def text(self, name: str) -> str: ...
    def replace(self: _T, **fields: Any) -> _T: ...


CLASSES: dict[str, type[Value]]


def value(cls: type[_T], given: Any, fields: Optional[dict[str, Any]] = ...) -> Optional[_T]: ...
'''


def read_type(field):
    if field.type == values.CHOICE:
        return 'Literal[' + ', '.join(map(repr, field.choices)) + ']'
    return {values.F64: 'float', values.TEXT: 'str', values.FLAG: 'bool', values.PRICE: 'decimal.Decimal',
            values.MONEY: 'Money', values.INSTANT: 'Optional[datetime.datetime]'}.get(field.type, 'int')


def given_type(field):
    kind = {values.PRICE: '_Price', values.INSTANT: '_Instant', values.I64: 'float', values.U64: 'float'}.get(field.type)
    return f'Optional[{kind or read_type(field)}]'


def value_stub(cls):
    lines = [f'\n\nclass {cls.__name__}(Value):', f'    """{cls.__doc__}"""', '']
    for field in cls.fields():
        notes = [field.__doc__]
        if field.least or field.most:
            notes.append(f'{field.least or ""}..{field.most or ""}')
        if field.fallback:
            notes.append(f'0: {field.fallback}')
        lines += [f'    {field.name}: {read_type(field)}', f'    """{"; ".join(notes)}"""']
    lines += ['', '    def __init__(self, *,']
    lines += [f'                 {field.name}: {given_type(field)} = ...,' for field in cls.fields()]
    lines[-1] = lines[-1][:-1] + ') -> None: ...'
    return '\n'.join(lines) + '\n'


def errors_stub():
    head = '''"""Generated from the status list by scripts/stubs.py."""
from typing import Optional


class GpucostError(Exception):
    code: Optional[int]
    status: str
    source: str
    line: int
    column: int
    field: str
    value: str
    def __init__(self, message: str, status: str = ..., source: str = ..., line: int = ..., column: int = ...,
                 field: str = ..., value: str = ...) -> None: ...
'''
    rows = []
    for name in errors.__all__[1:]:
        made = getattr(errors, name)
        rows.append(f'\n\nclass {name}({", ".join(base.__name__ for base in made.__bases__)}):\n    """{made.__doc__}"""\n')
    return head + ''.join(rows)


def main(check):
    wanted = {'values.pyi': VALUES_HEAD + ''.join(map(value_stub, values.CLASSES.values())), 'errors.pyi': errors_stub()}
    for name, text in wanted.items():
        path = PACKAGE / name
        if not check:
            path.write_text(text, encoding='utf-8')
        elif not path.exists() or path.read_text(encoding='utf-8') != text:
            sys.exit(f'{path}: not what the library says; run scripts/stubs.py')


if __name__ == '__main__':
    if sys.argv[1:] not in ([], ['--check']):
        sys.exit(__doc__)
    main(bool(sys.argv[1:]))

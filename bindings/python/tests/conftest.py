"""The tests run on the built library that GPUCOST_LIBRARY names; GPUCOST_ROOT is the checkout, GPUCOST_BUILD its build."""
import os
import pathlib

import pytest

ROOT = pathlib.Path(os.environ.get('GPUCOST_ROOT', pathlib.Path(__file__).resolve().parents[3]))


@pytest.fixture
def root():
    return ROOT


@pytest.fixture
def build():
    return pathlib.Path(os.environ.get('GPUCOST_BUILD', ROOT / 'build/test'))

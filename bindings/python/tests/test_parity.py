"""Generated files are what headers and library say, and every C function has a home in Python."""
import os
import pathlib
import re
import subprocess
import sys

import gpucost
from gpucost._prototypes import PROTOTYPES

# Public functions without a Python home, and why.
EXCUSED = {
    'gpucost_training_estimate': 'training.estimate() takes a profile, or none',
    'gpucost_money_add': 'Money is a Decimal: +',
    'gpucost_money_compare': 'Money is a Decimal: < and ==',
    'gpucost_money_to_double': 'Money is a Decimal: float()',
    'gpucost_struct_find': 'the classes of gpucost.values are made from the whole list',
}


def run(root, script):
    return subprocess.run([sys.executable, str(root / 'scripts' / script), '--check'], capture_output=True, text=True,
                          env={**os.environ, 'PYTHONDONTWRITEBYTECODE': '1'})


def test_prototypes_are_those_of_the_headers(root):
    result = run(root, 'prototypes.py')
    assert result.returncode == 0, result.stderr


def test_stubs_are_those_of_the_library(root):
    result = run(root, 'stubs.py')
    assert result.returncode == 0, result.stderr


def test_every_function_has_a_home_or_an_excuse():
    package = pathlib.Path(gpucost.__file__).parent
    used = set()
    for path in package.glob('*.py'):
        if path.name != '_prototypes.py':
            used |= set(re.findall(r'\bgpucost_\w+', path.read_text(encoding='utf-8')))
    assert sorted(set(PROTOTYPES) - used - set(EXCUSED)) == []
    assert sorted(set(EXCUSED) - set(PROTOTYPES)) == []
    assert sorted(set(EXCUSED) & used) == []


def test_every_value_struct_of_the_headers_has_a_class(root):
    structs = set()
    for path in (root / 'include/gpucost').glob('*.h'):
        structs |= set(re.findall(r'typedef struct gpucost_(\w+) \{\s*uint64_t size;', path.read_text(encoding='utf-8')))
    structs.discard('struct')
    assert {''.join(map(str.capitalize, name.split('_'))) for name in structs} == set(gpucost.values.CLASSES)


def test_every_subject_has_a_module(root):
    subjects = {path.stem for path in (root / 'include/gpucost').glob('*.h')} - {'api', 'field', 'gpucost', 'status', 'report'}
    package = pathlib.Path(gpucost.__file__).parent
    assert sorted(subject for subject in subjects if not (package / f'{subject}.py').exists()) == []

"""`pip install .` gives a package that plans, with nothing else beside it."""
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

SOURCES = ('meson.build', 'meson_options.txt', 'pyproject.toml', 'README.md', 'LICENSE', 'include', 'lib', 'data', 'scripts',
           'bindings')
CLEAN = {name: text for name, text in os.environ.items()
         if name not in ('GPUCOST_LIBRARY', 'PYTHONPATH', 'LD_LIBRARY_PATH')}


@pytest.mark.skipif(importlib.util.find_spec('mesonpy') is None, reason='meson-python is not installed')
def test_wheel_installs_and_plans(root, build):
    work = build / 'wheel'
    shutil.rmtree(work, ignore_errors=True)
    source = work / 'source'  # meson-python writes beside the sources
    source.mkdir(parents=True)
    for name in SOURCES:
        copy = shutil.copytree if (root / name).is_dir() else shutil.copy2
        copy(root / name, source / name)
    run([sys.executable, '-m', 'pip', 'wheel', '--quiet', '--no-build-isolation', '--no-deps', '--no-cache-dir',
         '--wheel-dir', str(work), str(source)])
    wheel, = work.glob('gpucost-*.whl')
    names = zipfile.ZipFile(wheel).namelist()
    assert 'gpucost/libgpucost.so' in names or 'gpucost/libgpucost.dylib' in names
    assert 'gpucost/values.pyi' in names and 'gpucost/py.typed' in names
    assert [name for name in names if not name.startswith('gpucost')] == []
    packed = {name.split('/')[1] for name in names if name.startswith('gpucost/')}
    kept = {path.name for path in (root / 'bindings/python/gpucost').iterdir() if path.name != '__pycache__'}
    assert packed - {'libgpucost.so', 'libgpucost.dylib'} == kept

    run([sys.executable, '-m', 'venv', str(work / 'venv')])
    python = work / 'venv/bin/python'
    run([str(python), '-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', '--no-cache-dir', str(wheel)])
    code = ('import gpucost; plan = gpucost.plan(model="llama-2-7b", workload=dict(kind="lora", tokens=2e8)); '
            'print(plan); assert plan.best.cost > 0; assert "site-packages" in gpucost.__file__')
    assert 'llama' in run([str(python), '-c', code]).stdout.lower()


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, env=CLEAN)
    assert result.returncode == 0, f'{command}\n{result.stdout}\n{result.stderr}'
    return result

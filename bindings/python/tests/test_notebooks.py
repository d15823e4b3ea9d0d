"""The notebooks of examples/notebooks run from top to bottom."""
import pathlib

import pytest

nbformat = pytest.importorskip('nbformat')
nbclient = pytest.importorskip('nbclient')
NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[3] / 'examples/notebooks').glob('*.ipynb'))


@pytest.mark.parametrize('path', NOTEBOOKS, ids=lambda path: path.name)
def test_notebook_runs(path, tmp_path, monkeypatch):
    pytest.importorskip('ipykernel')
    for name in ('IPYTHONDIR', 'JUPYTER_RUNTIME_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_CONFIG_DIR'):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))  # nothing is left in the home folder
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get('outputs') for cell in notebook.cells if cell.cell_type == 'code'), 'clear the outputs first'
    nbclient.NotebookClient(notebook, timeout=120, kernel_name='python3',
                            resources={'metadata': {'path': str(path.parent)}}).execute()

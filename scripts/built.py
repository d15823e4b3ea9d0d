"""What the scripts run: the library and its programs, found in a build folder or built there first."""
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def folders():
    given = os.environ.get('GPUCOST_BUILD')
    return [given] if given else [os.path.join(ROOT, 'build', name) for name in ('test', 'quickstart', '')]


def find(path):
    """The path of a built file, such as 'lib/libgpucost.so'. Builds it in build/test when no build folder has it."""
    for folder in folders():
        whole = os.path.join(folder, path)
        if os.path.exists(whole):
            return whole
    folder = folders()[0]
    if not shutil.which('meson') or not shutil.which('ninja'):
        sys.exit(f'{path} is not built; run ./scripts/test, which installs meson and ninja')
    print(f'building {path} in {folder} ...', file=sys.stderr)
    if not os.path.exists(os.path.join(folder, 'build.ninja')):
        subprocess.run(['meson', 'setup', folder, ROOT], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['ninja', '-C', folder], check=True, stdout=subprocess.DEVNULL)
    return os.path.join(folder, path)

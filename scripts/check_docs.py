#!/usr/bin/env python3
"""Build the API reference; any warning is an error.

check_docs.py DOXYGEN DOXYFILE
"""
import subprocess
import sys


def main(doxygen, doxyfile):
    run = subprocess.run([doxygen, doxyfile], capture_output=True, text=True)
    # Settings come and go with Doxygen's versions; what it says about our text counts.
    lines = [line for line in (run.stdout + run.stderr).splitlines()
             if line.strip() and 'ignoring unsupported tag' not in line and 'has become obsolete' not in line
             and 'This tag has been removed' not in line and 'doxygen -u' not in line]
    for line in lines:
        print(line)
    return bool(lines) or run.returncode


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""Any file with the columns of the measurements is read: what is not known becomes a reason, never a crash."""
import os
import re
import subprocess
import sys

root, program = sys.argv[1:3]
script = os.path.join(root, "scripts", "validate.py")
rows = os.path.join(root, "tests", "data", "memory", "validation_rows.csv")
done = subprocess.run([sys.executable, script, "memory", rows, "--rows", "--bands", "--program", program],
                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
lines = done.stdout.splitlines()
checks = [
    ("program__odd_rows__succeeds", done.returncode == 0),
    ("last_line__is__the_summary", bool(lines and re.match(
        r"subject=memory rows=6 predicted=1 median_ape=[\d.]+ p90_ape=[\d.]+ bias=[+-][\d.]+ band_coverage=[\d.]+$",
        lines[-1]))),
    ("every_other_row__has__a_reason", sum(" left out: " in line for line in lines) == 5),
]
print(f"1..{len(checks)}")
for number, (name, good) in enumerate(checks, 1):
    print("ok" if good else "not ok", number, "-", "memory_validation_rows__" + name)
if not all(good for _, good in checks):
    print("\n".join("# " + line for line in lines))

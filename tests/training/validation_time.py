#!/usr/bin/env python3
"""docs/validation_time.md is what scripts/validate.py writes today."""
import difflib
import os
import subprocess
import sys

root = sys.argv[1]
shared = os.environ.get("GPUCOST_SHARED")
if not shared:
    print("1..0 # SKIP GPUCOST_SHARED is not set: docs/validation_time.md is not compared with the measurements")
    sys.exit(0)
files = [os.path.join(shared, "reference", name) for name in ("train_runs.csv", "serving.csv")]
done = subprocess.run([sys.executable, os.path.join(root, "scripts", "validate.py"), "document"] + files,
                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                      env=dict(os.environ, PYTHONIOENCODING="utf-8"))
with open(os.path.join(root, "docs", "validation_time.md"), encoding="utf-8") as file:
    page = file.read()
print("1..1")
current = done.returncode == 0 and done.stdout == page
if not current:
    print("# stale: run scripts/validate.py document TRAINING.csv SERVING.csv >docs/validation_time.md")
    for line in done.stderr.splitlines() + list(difflib.unified_diff(page.splitlines(), done.stdout.splitlines(), lineterm=""))[:20]:
        print("#", line)
print("ok 1" if current else "not ok 1", "- validation_time__page__is_current")

#!/usr/bin/env python3
"""The memory section of docs/validation.md is what scripts/validate.py writes today."""
import os
import subprocess
import sys

root, program = sys.argv[1:3]
shared = os.environ.get("GPUCOST_SHARED")
if not shared:
    print("1..0 # SKIP GPUCOST_SHARED is not set: docs/validation.md is not compared with the measurements")
    sys.exit(0)
done = subprocess.run([sys.executable, os.path.join(root, "scripts", "validate.py"), "memory",
                       os.path.join(shared, "reference", "memory.csv"), "--program", program,
                       "--check", os.path.join(root, "docs", "validation.md")],
                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
print("1..1")
for line in done.stdout.splitlines():
    print("#", line)
print("ok 1" if done.returncode == 0 else "not ok 1", "- memory_validation__page__is_current")

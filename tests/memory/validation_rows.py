#!/usr/bin/env python3
"""Any file with the columns of the measurements is read: what is not known becomes a reason, never a crash; and what is
held out has no part in a fit."""
import os
import re
import subprocess
import sys

root, program = sys.argv[1:3]
script = os.path.join(root, "scripts", "validate.py")
rows = os.path.join(root, "tests", "data", "memory", "validation_rows.csv")
done = subprocess.run([sys.executable, script, "memory", rows, "--rows", "--bands", "--folds", "--program", program],
                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
lines = done.stdout.splitlines()

sys.path.insert(0, os.path.join(root, "scripts"))
import validate_folds
import validate_memory


def planted(source, factor, index):
    """A row whose loss takes that much more than predicted."""
    got = validate_memory.Prediction({"loss": "plain"}, {})
    got.parts.update(weights=8 << 30, logits=(1 + index % 3) << 30)
    measured = 8 + factor * (1 + index % 3)
    return {"id": f"{source}-{index}", "kind": "train", "method": "full", "framework": "peft", "zero_stage": "",
            "note": "", "quantity": "peak_allocated", "measured_gib": str(measured)}, got


pairs = [planted(source, 1.0 if source == "c" else 1.5, index) for source in "abdc" for index in range(6)]
held = validate_folds.by_source(validate_folds.samples_of([row for row, _ in pairs],
                                                          dict(enumerate(got for _, got in pairs))))
expected = [0.0 if row["id"][0] != "c" else (8 + 1.5 * (1 + i % 3)) / (8 + (1 + i % 3)) - 1
            for i, (row, _) in enumerate(pairs)]

checks = [
    ("folds__planted_factor__is_found_in_the_other_sources_only",
     all(abs(held.errors[i] - error) < 1e-9 for i, error in enumerate(expected))),
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

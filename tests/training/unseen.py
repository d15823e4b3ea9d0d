#!/usr/bin/env python3
"""Steps of training that nobody looked at before they were predicted; the fit that followed has seen them."""
import os
import sys

root = sys.argv[1]
for folder in ("scripts", "tests/support"):
    sys.path.insert(0, os.path.join(root, folder))
import bounds
import built
import validate_time

data = os.path.join(root, "tests", "data", "training")
library = validate_time.Library(built.find("lib/libgpucost.so"))
results = validate_time.training(library, validate_time.rows_of(os.path.join(data, "unseen_runs.csv")))
bounds.run(os.path.join(data, "unseen_bounds.csv"),
           [(f"{r.row['id']} {r.row['framework']} {r.row['gpu']}", abs(r.projected / r.measured - 1))
            for r in results if r.projected is not None])

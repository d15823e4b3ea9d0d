#!/usr/bin/env python3
"""Peaks of memory that nobody looked at before they were predicted: no constant is fitted on these rows."""
import os
import sys

root, program = sys.argv[1:3]
for folder in ("scripts", "tests/support"):
    sys.path.insert(0, os.path.join(root, folder))
import bounds
import validate
import validate_memory

data = os.path.join(root, "tests", "data", "memory")
rows = validate.read(os.path.join(data, "unseen_memory.csv"))
result, _ = validate_memory.predict(program, rows)
answers = [validate.Answer(index, rows[index], got) for index, got in result.items()]
bounds.run(os.path.join(data, "unseen_bounds.csv"),
           [(f"{a.row['id']} {a.row['model']} {a.row['method']} {a.row['framework']} {a.row['quantity']}", abs(a.error))
            for a in answers])

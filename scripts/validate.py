#!/usr/bin/env python3
"""Our error on published measurements.

    validate.py memory FILE.csv [--rows] [--bands] [--folds] [--write docs/validation.md | --check docs/validation.md]
                                [--program build/tests/memory/memory_lines]
    validate.py params FILE.csv     parameter counts
    validate.py training FILE.csv   step times of training
    validate.py serving FILE.csv    latencies and throughputs of serving
    validate.py headline            whole published runs
    validate.py document TRAINING.csv SERVING.csv    docs/validation_time.md
    validate.py portfolio DIR       proven optima

FILE.csv has one measured peak a row (id, kind, model, ..., measured_gib, quantity, source, note). Every row becomes a
job by the rules of validate_memory.py, or has a reason why not. Prints the error by kind and framework, and ends in one
line of figures for machines. --folds fits the constants anew without the rows that they are judged on
(validate_folds.py). --write puts the table in the memory section of the page, --check fails when that is stale.
"""
import argparse
import collections
import csv
import importlib
import re
import statistics
import sys

import validate_folds
import built
import validate_memory
from validate_folds import quantile
from validate_names import band_kind, degree, framework_of, kind_of, source_of

GIB = 1 << 30
COLUMNS = ("id kind model params_b gpu n_gpus tp pp dp zero_stage framework precision_weights precision_compute "
           "optimizer method lora_rank lora_targets micro_batch seq_len grad_accum recompute flash_attn kv_dtype "
           "context concurrent_seqs measured_gib quantity source note").split()


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [{column: (row.get(column) or "").strip() for column in COLUMNS} for row in csv.DictReader(file)]


class Answer:
    def __init__(self, index, row, got):
        self.index, self.row, self.measured = index, row, float(row["measured_gib"])
        self.predicted = got.total() / GIB
        self.low, self.high = self.predicted * got.low, self.predicted * got.high
        self.error = self.predicted / self.measured - 1
        self.inside = self.low <= self.measured <= self.high


def figures(part):
    """Rows, median and P90 of |error|, median error, share inside the band."""
    if not part:
        return 0, 0.0, 0.0, 0.0, 0.0
    errors = [abs(one.error) for one in part]
    return (len(part), statistics.median(errors), quantile(errors, 0.9), statistics.median(one.error for one in part),
            sum(one.inside for one in part) / len(part))


def groups_of(answers):
    groups = {}
    for one in answers:
        kind = kind_of(one.row)
        groups.setdefault((kind, ""), []).append(one)
        groups.setdefault((kind, framework_of(one.row)), []).append(one)
    return sorted(groups.items())


def table(answers):
    print(f"{'kind':26} {'framework':30} {'rows':>5} {'median':>8} {'p90':>8} {'bias':>8} {'in band':>8}")
    for (kind, name), part in groups_of(answers):
        rows, median, p90, bias, covered = figures(part)
        print(f"{kind:26} {name or 'all':30} {rows:5} {100 * median:7.1f}% {100 * p90:7.1f}% {100 * bias:+7.1f}% "
              f"{100 * covered:7.1f}%")


def bands(samples, held):
    """[(kind, P10 and P90 of measured over predicted, rows that their own fold's band holds, rows)]"""
    lines = []
    for kind in sorted({band_kind(one.row) or "" for one in samples} - {""}):
        low, high = validate_folds.band_of(samples, {}, kind)
        inside = [held.inside[one.index] for one in samples if band_kind(one.row) == kind]
        lines.append((kind, low, high, sum(inside), len(inside)))
    return lines


class Folds:
    def __init__(self, rows, result):
        self.samples = validate_folds.samples_of(rows, result)
        self.by_row, self.by_source = validate_folds.by_row(self.samples), validate_folds.by_source(self.samples)
        self.fitted = {one.index for one in self.samples if one.terms} # rows that any fitted constant has a part in

    def figures(self, part):
        """Median and P90 with rows held out, then with sources; none where nothing is fitted."""
        indices = [one.index for one in part]
        if not self.fitted.intersection(indices):
            return None
        return self.by_row.figures(indices) + self.by_source.figures(indices)


def print_folds(answers, folds):
    print("held out: every fifth row in turn, and every source in turn")
    print(f"{'kind':26} {'framework':30} {'rows':>5} {'median':>8} {'p90':>8} {'median':>8} {'p90':>8}")
    for (kind, name), part in groups_of(answers):
        found = folds.figures(part)
        if found:
            print(f"{kind:26} {name or 'all':30} {len(part):5} " + " ".join(f"{100 * x:7.1f}%" for x in found))
    for name, shipped, chosen in validate_folds.constant_lines(folds.by_source):
        print(f"{name}: {shipped} shipped, {chosen} without one source")


def print_rows(rows, answers, reasons):
    for one in answers:
        row = one.row
        print(f"{row['id']:14} {row['model'][:26]:26} {row['framework'][:14]:14} {row['method']:6} "
              f"{row['precision_weights'][:10]:10} {row['quantity'][:12]:12} s={row['seq_len'] or row['context']:6} "
              f"b={row['micro_batch']:3} {one.measured:9.3f} {one.predicted:9.3f} {100 * one.error:+7.1f} %")
    for index, reason in reasons.items():
        print(f"{rows[index]['id']:14} left out: {reason}")


def percent(value, sign=""):
    return f"{100 * value:{sign}.1f} %"


def by_source(answers, folds):
    """A pooled median flatters: each source once, and everything but the largest source."""
    lines = ["| kind | sources | median of their medians | mean | median, mean with the source held out | "
             "without the largest: median | P90 |", "|---|" + "---:|" * 6]
    for kind in ("training and fine-tuning", "inference"):
        sources, held = {}, {}
        for one in answers:
            if kind_of(one.row) == kind:
                sources.setdefault(source_of(one.row), []).append(abs(one.error))
                held.setdefault(source_of(one.row), []).append(abs(folds.by_source.errors[one.index]))
        if len(sources) < 2:
            continue
        medians = [statistics.median(errors) for errors in sources.values()]
        unseen = [statistics.median(errors) for errors in held.values()]
        largest = max(sources, key=lambda source: len(sources[source]))
        rest = [error for source, errors in sources.items() if source != largest for error in errors]
        lines.append(f"| {kind} | {len(sources)} | {percent(statistics.median(medians))} | "
                     f"{percent(statistics.mean(medians))} | {percent(statistics.median(unseen))}, "
                     f"{percent(statistics.mean(unseen))} | {percent(statistics.median(rest))} | "
                     f"{percent(quantile(rest, 0.9))} |")
    return lines


def by_layout(rows, answers):
    """Memory over many devices, where the rows are few."""
    lines = ["| layout | rows that state it | with a degree above 1 | predicted | of them peaks | median | worst |",
             "|---|" + "---:|" * 6]
    for column, name in (("tp", "tensor"), ("pp", "pipeline")):
        split = [one for one in answers if degree(one.row, column) > 1]
        peaks = [abs(one.error) for one in split if band_kind(one.row)]
        stated, above = sum(row[column] != "" for row in rows), sum(degree(row, column) > 1 for row in rows)
        shown = f"{percent(statistics.median(peaks))} | {percent(max(peaks))}" if peaks else "- | -"
        lines.append(f"| {name} | {stated} | {above} | {len(split)} | {len(peaks)} | {shown} |")
    return lines


def page(rows, answers, reasons, folds):
    """The memory section of docs/validation.md."""
    lines = ["| kind | framework | rows | median | P90 | bias | in band | rows held out: median | P90 | "
             "sources held out: median | P90 |", "|---|---|" + "---:|" * 9]
    for (kind, name), part in groups_of(answers):
        count, median, p90, bias, covered = figures(part)
        if name and count < 5:
            continue
        held = " | ".join(percent(x) for x in folds.figures(part) or ()) or "- | - | - | -"
        lines.append(f"| {kind if not name else ''} | {name or 'all'} | {count} | {percent(median)} | {percent(p90)} | "
                     f"{percent(bias, '+')} | {percent(covered)} | {held} |")
    lines += ["", "Frameworks with fewer than five rows are in their kind's figure only.", "",
              "By source, since a pooled median flatters:", ""] + by_source(answers, folds)
    lines += ["", "Layouts that split a model:", ""] + by_layout(rows, answers)
    lines += ["", "What was fitted, and what fits that leave one source out choose:", "",
              "| constant | shipped | without one source |", "|---|---:|---:|"]
    lines += [f"| {' | '.join(line)} |" for line in validate_folds.constant_lines(folds.by_source)]
    lines += ["", "Bands, P10 and P90 of measured over predicted. Inside: rows of each source that the band of all others,",
              "with constants fitted on those, holds:", "",
              "| job | low | high | held out | inside |", "|---|---:|---:|---:|---:|"]
    found = bands(folds.samples, folds.by_source)
    for kind, low, high, inside, count in found:
        lines.append(f"| {kind} | {low:.2f} | {high:.2f} | {count} | {percent(inside / count)} |")
    inside, count = sum(line[3] for line in found), sum(line[4] for line in found)
    lines.append(f"| all | | | {count} | {percent(inside / count if count else 0)} |")
    lines += ["", f"Not predicted: {len(reasons)} of {len(rows)} rows.", "", "| rows | reason |", "|---:|---|"]
    for reason, count in collections.Counter(reasons.values()).most_common():
        lines.append(f"| {count} | {reason} |")
    return lines + ["", "`" + summary(rows, answers) + "`"]


MARKS = "<!-- memory: written by scripts/validate.py -->", "<!-- end of memory -->"


def place(path, lines):
    """The page with the lines between its marks."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    begin, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    return text, text[:begin] + "\n" + "\n".join(lines) + "\n" + text[end:]


def summary(rows, answers):
    count, median, p90, bias, _ = figures(answers)
    covered = figures([one for one in answers if band_kind(one.row)])[4] # bands are of peaks
    return (f"subject=memory rows={len(rows)} predicted={count} median_ape={median:.4f} p90_ape={p90:.4f} "
            f"bias={bias:+.4f} band_coverage={covered:.4f}")


def memory(options):
    rows = read(options.file)
    program = options.program or built.find("tests/memory/memory_lines")
    result, reasons = validate_memory.predict(program, rows)
    answers = [Answer(index, rows[index], got) for index, got in sorted(result.items())]
    reasons = dict(sorted(reasons.items()))
    if options.write or options.check:
        old, new = place(options.write or options.check, page(rows, answers, reasons, Folds(rows, result)))
        if options.check and old != new:
            print(f"{options.check} is stale: run scripts/validate.py memory FILE.csv --write {options.check}")
            return 1
        if options.write:
            with open(options.write, "w", encoding="utf-8") as file:
                file.write(new)
        return 0
    if options.rows:
        print_rows(rows, answers, reasons)
    table(answers)
    if options.folds or options.bands:
        folds = Folds(rows, result)
    if options.folds:
        print_folds(answers, folds)
    if options.bands:
        for kind, low, high, inside, count in bands(folds.samples, folds.by_source):
            print(f"band of {kind}: {low:.3f} .. {high:.3f}; of {count} rows left out by source {inside} inside")
    print(f"left out: {len(reasons)} of {len(rows)} rows")
    for reason, count in collections.Counter(reasons.values()).most_common():
        print(f"{count:6} {reason}")
    print(summary(rows, answers))
    return 0


# Subjects with a file of their own: main(arguments) of each.
OTHERS = {"params": "validate_params", "training": "validate_time", "serving": "validate_time", "headline": "validate_time",
          "document": "validate_time",
          "portfolio": "validate_portfolio"}


def main():
    subject = sys.argv[1] if len(sys.argv) > 1 else ""
    if subject in OTHERS:
        arguments = sys.argv[1 if OTHERS[subject] == "validate_time" else 2:]
        return importlib.import_module(OTHERS[subject]).main(arguments)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    subjects = parser.add_subparsers(dest="subject", required=True)
    part = subjects.add_parser("memory", help="peaks of GPU memory")
    part.add_argument("file")
    part.add_argument("--rows", action="store_true", help="print every row")
    part.add_argument("--bands", action="store_true", help="print bands with each source left out")
    part.add_argument("--folds", action="store_true", help="print errors of rows that the constants were not fitted on")
    part.add_argument("--write", metavar="PAGE", help="put the table in a page")
    part.add_argument("--check", metavar="PAGE", help="fail when a page's table is stale")
    part.add_argument("--program", help="the built memory_lines program; found, or built first, when not given")
    part.set_defaults(run=memory)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Our error on published measurements.

    validate.py memory FILE.csv [--rows] [--bands] [--write docs/validation.md | --check docs/validation.md]
                                [--program build/tests/memory/memory_lines]

FILE.csv has one measured peak a row (id, kind, model, ..., measured_gib, quantity, source, note). Every row becomes a
job by the rules of validate_memory.py, or has a reason why not. Prints the error by kind and framework, and ends in one
line of figures for machines. --write puts the table in the memory section of the page, --check fails when that is stale.
"""
import argparse
import collections
import csv
import os
import re
import statistics
import sys

import validate_memory

GIB = 1 << 30
COLUMNS = ("id kind model params_b gpu n_gpus tp pp dp zero_stage framework precision_weights precision_compute "
           "optimizer method lora_rank lora_targets micro_batch seq_len grad_accum recompute flash_attn kv_dtype "
           "context concurrent_seqs measured_gib quantity source note").split()


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [{column: (row.get(column) or "").strip() for column in COLUMNS} for row in csv.DictReader(file)]


def quantile(values, q):
    values = sorted(values)
    at = q * (len(values) - 1)
    low = int(at)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (at - low)


class Answer:
    def __init__(self, row, got):
        self.row, self.measured = row, float(row["measured_gib"])
        self.predicted = got[0] / GIB
        self.low, self.high = self.predicted * got[1], self.predicted * got[2]
        self.error = self.predicted / self.measured - 1
        self.inside = self.low <= self.measured <= self.high


def figures(part):
    """Rows, median and P90 of |error|, median error, share inside the band."""
    if not part:
        return 0, 0.0, 0.0, 0.0, 0.0
    errors = [abs(one.error) for one in part]
    return (len(part), statistics.median(errors), quantile(errors, 0.9), statistics.median(one.error for one in part),
            sum(one.inside for one in part) / len(part))


KINDS = {"train": "training and fine-tuning", "finetune": "training and fine-tuning"}
QUANTITY_KINDS = {"weights": "weights", "kv_cache": "key-value cache", "compute_buffer": "compute buffer"}


def kind_of(row):
    return QUANTITY_KINDS.get(row["quantity"]) or KINDS.get(row["kind"]) or "inference"


def framework_of(row):
    text = re.sub(r"^transformers\+peft\+DeepSpeed$", "transformers+peft, DeepSpeed", row["framework"])
    return re.sub(r" [v(]?\d.*| \(.*", "", text) or "not stated"


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


def weighted_quantile(pairs, q):
    left = q * sum(weight for _, weight in pairs)
    for value, weight in sorted(pairs):
        left -= weight
        if left <= 0:
            return value
    return max(pairs)[0]


def band_kind(row):
    kind = kind_of(row)
    if kind.startswith("training"):
        return "training" if row["method"] == "full" else "adapters"
    if kind != "inference":
        return None
    return "inference, " + ("transformers" if validate_memory.framework(row).startswith("transformers") else "others")


def source_of(row):
    return re.sub(r"-?\d+$", "", row["id"])


def bands(answers):
    """P10 and P90 of measured over predicted, rows of a source of n weighted by n^(-1/4); and how many rows of a source
    the band that is made of the others holds."""
    kinds, lines = {}, []
    for one in answers:
        kind = band_kind(one.row)
        if kind:
            kinds.setdefault(kind, {}).setdefault(source_of(one.row), []).append(one.measured / one.predicted)
    for kind, sources in sorted(kinds.items()):
        def band(without):
            pairs = [(x, len(xs) ** -0.25) for source, xs in sources.items() if source != without for x in xs]
            return weighted_quantile(pairs, 0.1), weighted_quantile(pairs, 0.9)
        low, high = band(None)
        inside = rows = 0
        for source, values in sources.items():
            if len(sources) < 2:
                continue
            least, most = band(source)
            inside += sum(least <= x <= most for x in values)
            rows += len(values)
        lines.append((kind, low, high, inside, rows))
    return lines


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


def by_source(answers):
    """A pooled median flatters: each source once, and everything but the largest source."""
    lines = ["| kind | sources | median of their medians | mean of their medians | without the largest: median | P90 |",
             "|---|---:|---:|---:|---:|---:|"]
    for kind in ("training and fine-tuning", "inference"):
        sources = {}
        for one in answers:
            if kind_of(one.row) == kind:
                sources.setdefault(source_of(one.row), []).append(abs(one.error))
        if len(sources) < 2:
            continue
        medians = [statistics.median(errors) for errors in sources.values()]
        largest = max(sources, key=lambda source: len(sources[source]))
        rest = [error for source, errors in sources.items() if source != largest for error in errors]
        lines.append(f"| {kind} | {len(sources)} | {percent(statistics.median(medians))} | "
                     f"{percent(statistics.mean(medians))} | {percent(statistics.median(rest))} | "
                     f"{percent(quantile(rest, 0.9))} |")
    return lines


def page(rows, answers, reasons):
    """The memory section of docs/validation.md."""
    lines = ["| kind | framework | rows | median | P90 | bias | in band |", "|---|---|---:|---:|---:|---:|---:|"]
    for (kind, name), part in groups_of(answers):
        count, median, p90, bias, covered = figures(part)
        if name and count < 5:
            continue
        lines.append(f"| {kind if not name else ''} | {name or 'all'} | {count} | {percent(median)} | {percent(p90)} | "
                     f"{percent(bias, '+')} | {percent(covered)} |")
    lines += ["", "Frameworks with fewer than five rows are in their kind's figure only.", "",
              "By source, since a pooled median flatters:", ""] + by_source(answers)
    lines += ["", "Bands, P10 and P90 of measured over predicted, and the rows of each source that the band of all others "
              "holds:", "",
              "| job | low | high | held out | inside |", "|---|---:|---:|---:|---:|"]
    for kind, low, high, inside, count in bands(answers):
        lines.append(f"| {kind} | {low:.2f} | {high:.2f} | {count} | {percent(inside / count if count else 0)} |")
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
    result, reasons = validate_memory.predict(options.program, rows)
    answers = [Answer(rows[index], got) for index, got in sorted(result.items())]
    reasons = dict(sorted(reasons.items()))
    if options.write or options.check:
        old, new = place(options.write or options.check, page(rows, answers, reasons))
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
    if options.bands:
        for kind, low, high, inside, count in bands(answers):
            print(f"band of {kind}: {low:.3f} .. {high:.3f}; of {count} rows left out by source {inside} inside")
    print(f"left out: {len(reasons)} of {len(rows)} rows")
    for reason, count in collections.Counter(reasons.values()).most_common():
        print(f"{count:6} {reason}")
    print(summary(rows, answers))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    subjects = parser.add_subparsers(dest="subject", required=True)
    part = subjects.add_parser("memory", help="peaks of GPU memory")
    part.add_argument("file")
    part.add_argument("--rows", action="store_true", help="print every row")
    part.add_argument("--bands", action="store_true", help="print bands with each source left out")
    part.add_argument("--write", metavar="PAGE", help="put the table in a page")
    part.add_argument("--check", metavar="PAGE", help="fail when a page's table is stale")
    part.add_argument("--program", default=os.path.join(os.environ.get("GPUCOST_BUILD", "build"), "tests", "memory",
                                                        "memory_lines"), help="the built memory_lines program")
    part.set_defaults(run=memory)
    options = parser.parse_args()
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())

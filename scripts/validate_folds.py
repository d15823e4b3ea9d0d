"""Errors on rows that the constants were not fitted on.

Every constant that was chosen or fitted with the rows in view is a factor on a part of the breakdown, 1 as shipped. It
is fitted anew on all rows but those of one fold, and the fold is judged with it: with a source as a fold, which is how
an unseen framework does, and with every fifth row as one, which is how a seen one does. A constant of one framework's
own is always fitted on other rows of that framework. What is not fitted anew: which tensors are counted, and the rules
that read a row; and where a peak is the larger of two moments the larger is not chosen again.
"""
import collections
import math
import statistics

from validate_names import band_kind, framework, kind_of, source_of

GRID = [0.0, 0.25, 0.5, 0.65, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0]
FOLDS = 5
# Factor: the value that is shipped
SHIPPED = {"fragmentation, training": (10, "%"), "fragmentation, layers gathered": (25, "%"),
           "fragmentation, inference": (5, "%"), "context, training": (1343, "MiB"),
           "context, inference": (1024, "MiB"),
           "loss, plain": (16, "bytes"), "loss, compiled": (10, "bytes"), "loss, fused": (2, "bytes"),
           "unsloth, share of a layer": (0.25, ""), "vllm, sampler": (38.9, "bytes")}
OWN = ("unsloth, share of a layer", "vllm, sampler")


def quantile(values, q):
    values = sorted(values)
    at = q * (len(values) - 1)
    low = int(at)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (at - low)


def weighted_quantile(pairs, q):
    left = q * sum(weight for _, weight in pairs)
    for value, weight in sorted(pairs):
        left -= weight
        if left <= 0:
            return value
    return max(pairs)[0]


def factors_of(row, got):
    """{part: factor}"""
    kind, name = kind_of(row), framework(row)
    if kind == "compute buffer":
        return {"logits": "vllm, sampler"} if name == "vllm" else {}
    if kind == "inference":
        return {"fragmentation": "fragmentation, inference", "context": "context, inference"}
    if not kind.startswith("training"):
        return {}
    gathers = got.layout.get("zero_stage") == "3" and name != "torchtitan" # which has expandable segments
    parts = {"fragmentation": "fragmentation, " + ("layers gathered" if gathers else "training"),
             "context": "context, training", "logits": "loss, " + got.workload["loss"]}
    if name == "unsloth":
        parts["activations"] = "unsloth, share of a layer"
    return parts


class Sample:
    """A row as constants see it: `fixed` bytes, and (factor, bytes)."""

    def __init__(self, index, row, got, weight):
        self.index, self.row, self.weight = index, row, weight
        self.source, self.kind = source_of(row), kind_of(row)
        self.measured = float(row["measured_gib"]) * (1 << 30)
        self.terms = [(name, got.parts[part]) for part, name in factors_of(row, got).items() if got.parts[part]]
        self.fixed = got.total() - sum(count for _, count in self.terms)

    def predicted(self, factors):
        return self.fixed + sum(factors.get(name, 1.0) * count for name, count in self.terms)

    def loss(self, factors):
        return self.weight * abs(math.log(max(1.0, self.predicted(factors)) / self.measured))


def samples_of(rows, result):
    sources = {}
    for index in result:
        key = kind_of(rows[index]), source_of(rows[index])
        sources[key] = sources.get(key, 0) + 1
    return [Sample(index, rows[index], got, sources[kind_of(rows[index]), source_of(rows[index])] ** -0.25)
            for index, got in sorted(result.items())]


def descend(using, names, factors):
    """One factor after another, until none moves."""
    factors = dict(factors)
    for _ in range(20):
        before = dict(factors)
        for name in names:
            tried = {x: sum(s.loss({**factors, name: x}) for s in using[name]) for x in GRID}
            factors[name] = min(GRID, key=lambda x: (tried[x], abs(x - 1)))
        if factors == before:
            break
    return factors


def fit(samples, names, factors):
    """The factors of those names that make the mean |log error| least. Where no row says anything the shipped stays."""
    using = {}
    for sample in samples:
        for name, _ in sample.terms:
            using.setdefault(name, []).append(sample)
    names = [name for name in names if name in using]
    found = [descend(using, names, {**factors, **dict.fromkeys(names, start)}) for start in (1.0, 0.5, 2.0)]
    return min(found, key=lambda tried: sum(s.loss(tried) for s in samples))


def band_of(samples, factors, kind):
    """P10 and P90 of measured over predicted, rows of a source of n weighted by n^(-1/4)."""
    part = [s for s in samples if band_kind(s.row) == kind]
    rows = collections.Counter(s.source for s in part)
    pairs = [(s.measured / s.predicted(factors), rows[s.source] ** -0.25) for s in part]
    return (weighted_quantile(pairs, 0.1), weighted_quantile(pairs, 0.9)) if pairs else (1.0, 1.0)


class Held:
    """Errors of rows outside of the fit, whether the band of the others holds them, and what was fitted."""

    def __init__(self):
        self.errors, self.inside, self.fitted = {}, {}, {}

    def judge(self, sample, factors, others):
        self.errors[sample.index] = sample.predicted(factors) / sample.measured - 1
        kind = band_kind(sample.row)
        if kind:
            low, high = others[kind]
            self.inside[sample.index] = low <= sample.measured / sample.predicted(factors) <= high

    def figures(self, indices):
        """Median and P90 of |error|."""
        errors = [abs(self.errors[index]) for index in indices]
        return statistics.median(errors), quantile(errors, 0.9)


def folds(samples, fold_of):
    """Judge every fold with what is fitted on the others."""
    held = Held()
    shared = [name for name in SHIPPED if name not in OWN]
    for kind in sorted({s.kind for s in samples}):
        part = [s for s in samples if s.kind == kind]
        for fold in sorted({fold_of(s) for s in part}):
            rest, out = [s for s in part if fold_of(s) != fold], [s for s in part if fold_of(s) == fold]
            factors = fit(rest, shared, {})
            others = {name: band_of(rest, factors, name) for name in {band_kind(s.row) for s in out} if name}
            for sample in out:
                ours = factors
                for name in {name for name, _ in sample.terms} & set(OWN):
                    pool = [s for s in part if any(term == name for term, _ in s.terms)]
                    seen = [s for i, s in enumerate(pool) if i % FOLDS != pool.index(sample) % FOLDS]
                    ours = fit(seen, [name], ours)
                held.judge(sample, ours, others)
                for name, _ in sample.terms:
                    held.fitted.setdefault(name, []).append(ours.get(name, 1.0))
    return held


def by_source(samples):
    return folds(samples, lambda s: s.source)


def by_row(samples):
    return folds(samples, lambda s: s.index % FOLDS)


def constant_lines(held):
    """[(constant, shipped, least and most that a fit without one fold chose)]"""
    lines = []
    for name, (value, unit) in SHIPPED.items():
        if name in held.fitted:
            least, most = [f"{x:.0f}" if x >= 100 else f"{x:.3g}"
                           for x in (min(held.fitted[name]) * value, max(held.fitted[name]) * value)]
            lines.append((name, f"{value:g} {unit}".strip(), least if least == most else f"{least} to {most}"))
    return lines

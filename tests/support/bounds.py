"""Errors of groups of published rows against the bounds of a table, as TAP.

The table has group, pattern, least, median, p90, source: rows whose text matches the pattern are a group, which has at
least so many predicted rows and at most those |error|s, in percent.
"""
import csv
import re


def quantile(values, q):
    values = sorted(values)
    at = q * (len(values) - 1)
    low = int(at)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (at - low)


def run(table, errors):
    """`errors` are pairs of a row's text and its |error|."""
    with open(table, newline="", encoding="utf-8") as file:
        bounds = list(csv.DictReader(file))
    print(f"1..{len(bounds)}")
    for number, bound in enumerate(bounds, 1):
        found = [error for text, error in errors if re.search(bound["pattern"], text)]
        median, p90 = (100 * quantile(found, q) if found else float("inf") for q in (0.5, 0.9))
        good = len(found) >= int(bound["least"]) and median <= float(bound["median"]) and p90 <= float(bound["p90"])
        print(f"# {len(found)} of at least {bound['least']} rows, median {median:.1f} % of at most {bound['median']}, "
              f"P90 {p90:.1f} % of at most {bound['p90']}")
        print("ok" if good else "not ok", number, "-", bound["group"])

#!/usr/bin/env python3
"""One closing line for many test runs.

count_tests.py RESULT...    sums meson's testlog.json and pytest's junit .xml; exits 1 when anything failed or nothing ran

Meson's own junit file knows no time-outs, hence its JSON: each test with its output, TAP for programs of many cases.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree


def meson(path):
    with open(path, encoding='utf-8') as file:
        for line in file:
            test = json.loads(line)
            cases = re.findall(r'^(not ok|ok) \d+([^\n]*)', test.get('stdout', ''), re.M)
            outcomes = ['failed' if word == 'not ok' else 'skipped' if re.search(r'# *skip', rest, re.I) else 'passed'
                        for word, rest in cases]
            yield from outcomes
            if test['result'] in ('OK', 'EXPECTEDFAIL') and not outcomes:
                yield 'passed'
            elif test['result'] == 'SKIP' and not outcomes:
                yield 'skipped'
            elif test['result'] not in ('OK', 'EXPECTEDFAIL', 'SKIP') and 'failed' not in outcomes:
                yield 'failed'  # died, timed out, or leaked after its last case


def pytest(path):
    for case in ElementTree.parse(path).getroot().iter('testcase'):
        failed = case.find('failure') is not None or case.find('error') is not None
        yield 'failed' if failed else 'skipped' if case.find('skipped') is not None else 'passed'


def main(paths):
    total = {'passed': 0, 'failed': 0, 'skipped': 0}
    for path in paths:
        if not os.path.exists(path):
            print(f'{path}: no result, counted as a failure')
            total['failed'] += 1
            continue
        for outcome in pytest(path) if path.endswith('.xml') else meson(path):
            total[outcome] += 1
    print('{passed} passed, {failed} failed, {skipped} skipped'.format(**total))
    return total['failed'] > 0 or total['passed'] == 0


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))

"""Every gpucost-cli line of the READMEs runs, their C is that of examples/first_plan.c, and both say the same. Prints TAP."""
import os
import re
import subprocess
import sys
import tempfile
import textwrap

CLI, ROOT = map(os.path.abspath, sys.argv[1:3])


def blocks(text, language):
    return re.findall(r'^```%s\n(.*?)^```' % language, text, re.M | re.S)


def commands(text):
    for block in blocks(text, 'sh'):
        for line in block.replace('\\\n', ' ').splitlines():
            if line.startswith('gpucost-cli '):
                yield re.sub(r'\s+#.*', '', line)


def main():
    results = []
    texts = {name: open(os.path.join(ROOT, name), encoding='utf-8').read() for name in ('README.md', 'README.zh-CN.md')}
    source = textwrap.dedent(open(os.path.join(ROOT, 'examples/first_plan.c'), encoding='utf-8').read())
    environment = dict(os.environ, PATH=os.path.dirname(CLI) + os.pathsep + os.environ['PATH'])
    for name, text in texts.items():
        with tempfile.TemporaryDirectory(dir=os.environ.get('GPUCOST_BUILD')) as folder:
            for link in ('data', 'examples'):
                os.symlink(os.path.join(ROOT, link), os.path.join(folder, link))
            for command in commands(text):
                done = subprocess.run(['sh', '-c', command], capture_output=True, text=True, cwd=folder, env=environment)
                results.append((f'{name}: {command}', done.returncode == 0 and done.stdout, done.stderr))
        for block in blocks(text, 'c'):
            indented = textwrap.indent(block, '    ', lambda line: line.strip())
            results.append((f'{name}: the C block is in first_plan.c', indented in source, block))
    ours, theirs = (set(re.findall(r'\((?:[\w./-]+/)*[\w.-]+\)', text)) for text in texts.values())
    results.append(('both READMEs link to the same pages',
                    {link for link in ours ^ theirs if 'README' not in link} == set(), str(ours ^ theirs)))
    print(f'1..{len(results)}')
    for number, (name, good, why) in enumerate(results, 1):
        print(f'{"ok" if good else "not ok"} {number} - {name}')
        if not good:
            print('\n'.join('# ' + line for line in why.splitlines()))
    sys.exit(any(not good for _, good, _ in results))


main()

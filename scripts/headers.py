"""One reading of the public headers, for the checks and for the Python binding.

functions(folder) gives every function marked GPUCOST_API; constants(folder) every value of an enum.
"""
import collections
import pathlib
import re

Function = collections.namedtuple('Function', 'header name result parameters')
Parameter = collections.namedtuple('Parameter', 'type name')


def paths(folder):
    """The public headers, by name; the version header counts in the form that the build fills in."""
    found = sorted(pathlib.Path(folder, 'gpucost').glob('*.h*'))
    return [p for p in found if p.name.endswith(('.h', '.h.in'))]


def code(path):
    """A header without comments and preprocessor lines."""
    text = path.read_text(encoding='utf-8')
    text = re.sub(r'/\*.*?\*/', ' ', text, flags=re.S)
    text = re.sub(r'//[^\n]*', ' ', text)
    text = text.replace('\\\n', ' ')
    return re.sub(r'^[ \t]*#[^\n]*', ' ', text, flags=re.M)


def split(declaration):
    """'const char *name' as ('const char *', 'name')."""
    kind, name = re.fullmatch(r'(.*?[\s*])(\w+)', declaration.strip(), re.S).groups()
    return Parameter(re.sub(r'\s*\*', ' *', ' '.join(kind.split())).replace('* *', '**'), name)


def functions(folder):
    result = []
    for path in paths(folder):
        for head, body in re.findall(r'GPUCOST_API\s+([^;()]*?)\(([^;]*?)\)\s*;', code(path), re.S):
            kind, name = split(head)
            parameters = [] if body.strip() in ('', 'void') else [split(p) for p in body.split(',')]
            result.append(Function(path.name.replace('.in', ''), name, kind, parameters))
    return result


def subjects(folder):
    """Names of the headers that speak of one subject; the rest is common to all."""
    common = {'api', 'field', 'gpucost', 'status', 'units', 'version'}
    return sorted({p.name.split('.')[0] for p in paths(folder)} - common)

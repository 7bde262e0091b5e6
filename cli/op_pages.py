"""The ops as text: what each means and how it is written, from their records."""

import inspect
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import numpy as np

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc import nn
from dslc.ir.dtypes import NAMES, dtype_name
from dslc.ir.op import REGISTRY, Op
from dslc.transpile import numpy_calls, written_calls

_HEAD = """\
# Ops

What a graph function can call, by family.
`dslc explain NAME` prints one entry, `dslc explain ops` a list.
This page is written from the op records: `pytest tests/golden/test_pages.py --update`.

*Operands* are values of the graph. *Attributes* are known while the graph is built; in *sizes*
integers of the call may stand. An example shows the function on NumPy arrays; the graph gives that.
"""

_LAYERS = """\
## Layers

Functions of `dslc.nn` that are no ops: they are written in the language, so a graph shows their
lines and loops.
"""

_NUMPY = """\
## More of NumPy

Functions that are no ops: others stand for them, or they are written in the language, so a graph
shows their lines. So are the methods of ufuncs: `np.multiply.outer(x, y)`, and `reduce` and
`accumulate` of `subtract`, `divide`, `bitwise_or`, `gcd`, `hypot` and their like.
"""

_INNER = """\
## Ops of graphs alone

These stand for what is written in another way (`x[i]`, `if`, `print(...)`, `np.array([...])`), or
are what other ops are made of.
"""


def spellings(op: Op) -> list[str]:
    """How a user writes an op: an operator, functions of NumPy and `dslc`, methods of arrays."""
    found = (
        [] if op.operator is None else [op.operator if "x" in op.operator else f"x {op.operator} y"]
    )
    found += [f"np.{name}" for name in op.numpy] + [f"x.{name}" for name in op.methods]
    return found + ([f"dslc.{op.public}"] if op.public else [])


def op_names() -> list[str]:
    """Every name that `op_page` knows, in alphabetical order."""
    return sorted((*_names(), *(f"dslc.{name}" for name in _layers()), *_numpy()))


def op_page(name: str) -> str | None:
    """The page of an op, by its own name or a spelling: `tanh`, `np.tanh`, `nn.gelu`."""
    op = _names().get(name)
    if op is None:
        layer = _layers().get(name.removeprefix("dslc."))
        if layer is not None:
            return _layer_entry(f"# {name}", layer)
        function = _numpy().get(name)
        return None if function is None else f"# {name}\n\n{inspect.getdoc(function)}\n"
    written = ", ".join(f"`{spelling}`" for spelling in spellings(op))
    return f"# {op.name}\n\n{written}\n\n{op.doc}\n"


def all_ops() -> str:
    """Every op that a user can write, one a line: its spellings and what it means."""
    rows = [(", ".join(spellings(op)), _first_line(op.doc)) for op in _written()]
    width = max(len(names) for names, _ in rows)
    return "\n".join(f"{names:{width}}  {meaning}" for names, meaning in rows)


def _written() -> Iterator[Op]:
    return (op for op in REGISTRY.values() if spellings(op))


def _names() -> dict[str, Op]:
    """The ops by spelling, also without `dslc.` before it, and by their own names."""
    by_spelling = {name: op for op in _written() for name in spellings(op) if " " not in name}
    short = {op.public: op for op in _written() if op.public}
    return {**by_spelling, **short, **{op.name: op for op in _written()}}


def _layers() -> dict[str, FunctionType]:
    """The functions of `dslc.nn` that are no ops but written in the language."""
    found = {name: getattr(nn, name) for name in nn.__all__}
    return {f"nn.{name}": each for name, each in found.items() if isinstance(each, FunctionType)}


def _numpy() -> dict[str, Callable[..., Any]]:
    """The functions of NumPy that are no ops."""
    found: dict[str, Callable[..., Any]] = dict(numpy_calls.described())
    found.update(written_calls.described())
    return {f"np.{name}": found[name] for name in sorted(found)}


def _numpy_entry(name: str, function: Callable[..., Any]) -> str:
    text, examples = _split(inspect.getdoc(function) or "")
    call = f"`{name}({_taken(function)})`"
    return f"### {name}\n\n{call}\n\n{text}\n\n```pycon\n{examples}\n```\n"


def _layer_entry(head: str, layer: FunctionType) -> str:
    call = f"`dslc.nn.{layer.__name__}({_taken(layer)})`"
    return f"{head}\n\n{call}\n\n{inspect.getdoc(layer)}\n"


def _taken(function: Callable[..., Any]) -> str:
    """The parameters of a function with their defaults."""
    names = []
    for parameter in inspect.signature(function).parameters.values():
        bare = parameter.default is parameter.empty
        names.append(parameter.name if bare else f"{parameter.name}={parameter.default!r}")
    return ", ".join(names)


# --- the reference ------------------------------------------------------------------------------


def reference() -> str:
    """`docs/ops.md`: the ops by family, a family being the module of the records."""
    families: dict[str, list[Op]] = {}
    for op in _written():
        families.setdefault(op.run.__module__, []).append(op)
    parts = [_HEAD, _contents(families)]
    for module in sorted(families):
        meaning = _first_line(sys.modules[module].__doc__ or "")
        parts += [f"## {_title(module)}\n\n{meaning}\n", *map(_entry, families[module])]
    parts += [_NUMPY, *(_numpy_entry(name, each) for name, each in _numpy().items())]
    parts += [_LAYERS, *(_layer_entry(f"### {name}", each) for name, each in _layers().items())]
    inner = [op for op in REGISTRY.values() if not spellings(op)]
    rows = [f"| `{op.name}` | {_first_line(op.doc)} |\n" for op in inner]
    return "\n".join([*parts, _INNER, "| | |\n|---|---|\n" + "".join(rows)])


def section(op: Op) -> str:
    """The anchor of an op on the page; nothing for one of graphs alone."""
    return op.name if spellings(op) else ""


def _title(module: str) -> str:
    return module.rpartition(".")[2]


def _first_line(doc: str) -> str:
    return doc.partition("\n")[0]


def _contents(families: dict[str, list[Op]]) -> str:
    names = {
        _title(module): ", ".join(f"`{op.name}`" for op in families[module])
        for module in sorted(families)
    }
    rows = [f"| [{title}](#{title}) | {those} |\n" for title, those in names.items()]
    return "| family | ops |\n|---|---|\n" + "".join(rows)


def _entry(op: Op) -> str:
    text, examples = _split(op.doc)
    written = ", ".join(f"`{spelling}`" for spelling in spellings(op))
    parts = [f"### {op.name}", written, text, *_parameters(op)]
    return "\n\n".join([*parts, f"```pycon\n{examples}\n```"]) + "\n"


def _split(doc: str) -> tuple[str, str]:
    """The words of a docstring, and its examples."""
    text, mark, examples = doc.partition(">>> ")
    return text.rstrip(), mark + examples


def _parameters(op: Op) -> Iterator[str]:
    """What a call takes, in the order in which a caller gives it."""
    taken = [name for name in op.call if name.lstrip("*") in {*op.operands, *op.attributes}]
    if (taken and op.operator is None) or op.attributes:
        yield f"`{op.name}({', '.join(_parameter(op, name) for name in taken)})`"
    parts = ["operands " + ", ".join(f"`{name}`" for name in op.operands)] if op.operands else []
    if op.attributes:
        parts.append("attributes " + ", ".join(f"`{name}`" for name in op.attributes))
    if op.sizes:
        parts.append("sizes " + ", ".join(f"`{name}`" for name in op.sizes))
    if parts:
        yield "; ".join(parts).capitalize() + "."


def _parameter(op: Op, name: str) -> str:
    plain = name.lstrip("*")
    if plain in op.optional:
        return f"{name}=None"
    default = op.attributes.get(plain, inspect.Parameter.empty)
    return name if default is inspect.Parameter.empty else f"{name}={_default(default)}"


def _default(value: Any) -> str:
    is_dtype = isinstance(value, type) and issubclass(value, np.generic)
    return dtype_name(np.dtype(value)) if is_dtype and np.dtype(value) in NAMES else repr(value)

"""What each public name of NumPy means in graph functions, `docs/numpy.md`."""

import numpy as np

from dslc.ir.op import REGISTRY
from dslc.transpile import dtype_questions, numpy_calls, numpy_names, written_calls

from .op_pages import section

_HEAD = """\
# NumPy's functions

What each public name of NumPy means in a graph function: of `np`, `np.linalg`, `np.fft` and arrays.
A test compares this page with the NumPy at hand, so that a new function of NumPy is either taken or
refused on purpose. This page is written from the op records and the table of what is refused:
`pytest tests/golden/test_pages.py --update`.

## Functions that are taken

"""

_UFUNCS = """
Of ufuncs there are methods too: `np.multiply.outer(x, y)`; `at` of `add`, `subtract`, `multiply`,
`maximum` and `minimum`, as a statement; `reduce`, `accumulate` and `reduceat` of those that give
for two elements one of their kind. The methods of arrays stand with their [ops](ops.md).

## What building knows

These stay Python in the emitted text.

| | names |
|---|---|
"""

_REFUSED = """
## What is refused

An error says what stands here.

| `np.` | why, and what to write instead |
|---|---|
"""

_ATTRIBUTES = """
## Attributes of arrays that are refused

| `x.` | why, and what to write instead |
|---|---|
"""


def taken() -> dict[str, str]:
    """The functions of NumPy that graph functions call, and where `docs/ops.md` has them."""
    ops = {name: section(op) for op in REGISTRY.values() for name in op.numpy if not _inner(name)}
    others = {**numpy_calls.described(), **written_calls.described()}
    arrays = dict.fromkeys(("array", "asarray", "asanyarray"), section(REGISTRY["array"]))
    answers = {function.__name__: "" for function in dtype_questions.QUESTIONS}
    return {**answers, **arrays, **{name: name for name in others}, **ops}


def _inner(name: str) -> bool:
    """Whether it is the method of a ufunc."""
    return isinstance(getattr(np, name.partition(".")[0], None), np.ufunc) and "." in name


def numpy_page() -> str:
    """`docs/numpy.md`."""
    links = [_link(name, place) for name, place in sorted(taken().items())]
    kept = [f"| {what} | {_listed(names.split())} |" for what, names in numpy_names.KEPT.items()]
    refused = {
        **dict.fromkeys(numpy_names.NO_DTYPES, "arrays of a graph do not have it"),
        **numpy_names.FUNCTIONS,
        **{f"{name}[...]": help_ for name, help_ in numpy_names.INDEXED.items()},
        **{f"{name}.*": help_ for name, help_ in numpy_names.MODULES.items()},
    }
    parts = [
        _HEAD + ", ".join(links) + ".\n" + _UFUNCS + "\n".join(kept) + "\n",
        _REFUSED + _rows(refused),
        _ATTRIBUTES + _rows(numpy_names.ATTRIBUTES),
    ]
    return "".join(parts)


def _link(name: str, place: str) -> str:
    return f"[`{name}`](ops.md#{place})" if place else f"`{name}`"


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _rows(table: dict[str, str]) -> str:
    return "".join(f"| `{name}` | {table[name]} |\n" for name in sorted(table, key=str.lower))

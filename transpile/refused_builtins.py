"""Builtins that take no values of the graph, with what to write instead."""

from __future__ import annotations

import builtins
from typing import Any

OR_PYTHON = "or let it stay Python with `breaks=True`"
"""Ends the help for what only Python can do."""

OUTSIDE = f"call it outside of the graph and pass what it gives, {OR_PYTHON}"
_TEXT = "a graph has no text: print the number, or make the text outside"
_CODE = "a graph is built from its source: write what it would run"

INSTEAD: dict[str, str] = {
    "__build_class__": "write the class at the top of the module",
    "__import__": "import at the top of the module",
    "aiter": "a graph does not wait: pass what is awaited",
    "anext": "a graph does not wait: pass what is awaited",
    "bin": 'show it in an f-string: `f"{x:#b}"`',
    "bytearray": "use an array of `np.uint8`",
    "bytes": "use an array of `np.uint8`",
    "chr": _TEXT,
    "classmethod": "decorate a method of a class of the module",
    "compile": _CODE,
    "complex": "write `x + np.complex128(1j) * y`",
    "delattr": "leave the attribute",
    "dict": 'write its keys as literals, as in `{"w": w}`',
    "dir": "name the attributes",
    "enumerate": "write `range(len(x))`, and index",
    "eval": _CODE,
    "exec": _CODE,
    "filter": "use an array and a mask, as in `x[x > 0]`",
    "frozenset": "use an array: `np.unique` gives its distinct elements",
    "globals": "read the names of the module",
    "hash": "compare the values",
    "help": OUTSIDE,
    "hex": 'show it in an f-string: `f"{x:#x}"`',
    "id": "compare with `is`",
    "issubclass": "compare classes that are known while building",
    "iter": "loop over it",
    "locals": "read the names",
    "map": "loop over it, or use an array operation",
    "memoryview": "use the array",
    "next": "index a tuple or a list",
    "object": "make it outside of the graph",
    "oct": 'show it in an f-string: `f"{x:#o}"`',
    "open": OUTSIDE,
    "ord": _TEXT,
    "property": "decorate a method of a class of the module",
    "range": "write a `for` loop over it",
    "reversed": "write `x[::-1]`, or loop over `range(n - 1, -1, -1)`",
    "set": "use an array: `np.unique` gives its distinct elements",
    "setattr": "return the new value instead",
    "slice": "write the slice in brackets, as in `x[a:b]`",
    "sorted": "use `np.sort`",
    "staticmethod": "decorate a method of a class of the module",
    "super": "write `super()` in a method",
    "vars": "name the attributes",
    "zip": "write `range(len(x))`, and index both",
}
"""What to do instead of a call of each."""


def advice(function: Any) -> str | None:
    """What to do instead of a call of a builtin; None for another function."""
    name = getattr(function, "__name__", "")
    return INSTEAD.get(name) if getattr(builtins, name, None) is function else None

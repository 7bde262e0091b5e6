"""The fence: what the language does not have, each with what to write instead."""

from __future__ import annotations

from dslc.ir.diagnostics import Edit, Span

from .frame import Frame
from .kinds import Poison
from .refused_builtins import OR_PYTHON
from .tree import Expression, Opaque, Starred

HELP = {
    "a lambda": "let it read what is known while building, or write a loop",
    "a generator expression": "make a list of it, as in `[f(x) for x in xs]`, or use an array "
    "operation",
    "a set comprehension": "make a list, or a dict",
    "a comprehension over what its own names compute": "write a `for` loop",
    "an f-string": 'print it, as in `print(f"{x}")`, or format the result outside the function',
    "a walrus assignment": "assign in a statement of its own",
    "a walrus assignment in a comprehension": "write a `for` loop",
    "a comprehension over a run-time range": "use an array operation, or a `for` loop that stores "
    "into an array",
    "`with`": "move it outside the function",
    "`with` of a context that does something": f"move it outside the function, {OR_PYTHON}",
    "`try`": f"test the condition instead, {OR_PYTHON}",
    "`raise` of what was caught": "raise a new one",
    "`raise` with `from`": "leave `from` out; the text may say what was behind it",
    "an exception of several values": 'give it one text, as in `ValueError(f"{a}, {b}")`',
    "raising what is no class of exceptions": 'write `raise ValueError("text")`, say',
    "`del`": "leave the name bound",
    "`global`": "return the new value instead",
    "`nonlocal`": "return the new value instead",
    "`import`": "import at the top of the module",
    "`yield`": "return an array of all values",
    "changing a list in a loop of the graph": "store into an array, or loop over a `range` of "
    "build-time numbers",
    "a name for an iterator": "make a list of it, as in `pairs = list(zip(a, b))`, or loop over it",
    "taking an item of an iterator": "index a tuple or a list",
    "changing a build-time value in place": "make a new one",
    "a loop over a set": "its order is no one's to know: loop over `sorted(...)` of it",
    "`print` in an expression": "let `print` be a statement of its own",
    "assigning to an attribute": "return the new value instead",
}
"""What to write instead of a construct, where there is something general to say."""


def refuse(
    frame: Frame,
    construct: str,
    span: Span,
    *,
    help: str | None = None,
    edits: tuple[Edit, ...] = (),
) -> Poison:
    """Refuse a construct."""
    return frame.refuse(
        "unsupported-construct",
        f"{construct} is not part of the language",
        span,
        help=help or HELP.get(construct),
        edits=edits,
    )


def construct_of(e: Expression) -> str:
    """What a reader calls this expression."""
    if isinstance(e, Opaque):
        return e.construct
    return "`*` unpacking" if isinstance(e, Starred) else "this expression"

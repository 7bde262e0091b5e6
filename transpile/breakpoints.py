"""Calls of a debugger."""

from __future__ import annotations

from typing import Any

from .frame import Frame
from .kinds import Built, Poison
from .tree import Call


def is_breakpoint(function: Any) -> bool:
    """Whether a function stops in a debugger: `breakpoint`, `pdb.set_trace`."""
    module, name = getattr(function, "__module__", None), getattr(function, "__name__", None)
    return function is breakpoint or (module, name) == ("pdb", "set_trace")


def refuse_breakpoint(frame: Frame, callee: Built, e: Call) -> Poison:
    """Refuse a stop in a graph, which runs as one call."""
    return frame.refuse(
        "unsupported-construct",
        f"a graph does not stop at `{callee.text}()`",
        e.span,
        help="call the plain function, which stops there; or put it into the emitted file, and "
        'run that by `f.with_device("step")(...)`',
    )

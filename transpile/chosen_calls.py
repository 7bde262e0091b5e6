"""Calls of functions that building chooses: a Python `if` around the calls of each.

act = relu if flag else np.tanh        act = relu if flag else np.tanh
y = act(x)                             if act is relu:
y = relu_inlined(g, x)
else:
y = g.tanh(x)
"""

from __future__ import annotations

from collections.abc import Callable

from dslc.ir.diagnostics import Span
from dslc.ir.types import BOOL_NUMBER

from . import fence
from .branches import choose_while_building
from .chosen import Options, as_read, told
from .frame import Frame
from .kinds import Built, Chosen, Kind

Call = Callable[[Kind, str | None], Kind]


def call_chosen(
    frame: Frame,
    callee: Chosen,
    call: Call,
    span: Span,
    into: str | None,
) -> Kind:
    """A call of one of several functions; `call` calls one."""
    text = callee.text
    if not text.isidentifier():
        text = frame.names.temporary(frame.base, "function")
        frame.writer.line(f"{text} = {callee.text}")
    if into is None and len(callee.options) > 1:
        into = frame.names.temporary(frame.base, text if callee.text == text else "if")
    return _call(frame, callee.options, text, call, span, into)


def _call(
    frame: Frame,
    options: Options,
    text: str,
    call: Call,
    span: Span,
    into: str | None,
) -> Kind:
    option, *others = options
    first = as_read(frame, option)
    if first is None:
        return fence.refuse(
            frame, "calling one of several functions where the name of one is another's", span,
            help="rename the variable or parameter that is called like a function",
        )  # fmt: skip
    if not others:
        return call(first, into)
    test = Built(f"{text} {told(first)}", type=BOOL_NUMBER)
    thunks = (
        lambda name: call(first, name),
        lambda name: _call(frame, tuple(others), text, call, span, name),
    )
    return choose_while_building(frame, test, thunks, span, into)

"""`for row in x`: a loop of the graph over the rows of an array.

    for row in x:              def loop1_body(row_index, total):
        total = total + row        row = g.index(x, g.s_[row_index])
                                   total = g.add(total, row)
                                   return total

A row is a view. What the loop goes over may not be written to in its body.
"""

from __future__ import annotations

from dslc.ir.op import REGISTRY
from dslc.ir.types import TensorType

from .control import Walk
from .frame import Frame
from .kind_parts import retext
from .kinds import Computed, Kind, MaybeUnbound, Sized
from .operations import apply
from .outcome import Outcome
from .region_loops import Loop, emit_loop, region_loop
from .tree import For, Name

ROWS = "<the rows of a loop>"
"""The name of what a loop goes over in the environment of its body; no program has it."""


def is_rows(s: For, kind: Kind) -> bool:
    """Whether a loop goes over the rows of an array, each with one name."""
    if not (isinstance(kind, Computed) and isinstance(s.target, Name)):
        return False
    return isinstance(kind.type, TensorType) and kind.type.rank > 0


def for_rows(frame: Frame, s: For, array: Computed, walk: Walk) -> Outcome:
    """A loop over the rows of an array."""
    assert isinstance(s.target, Name) and isinstance(array.type, TensorType)
    target = s.target.id
    bound = {name for inner in s.body.statements for name in frame.live.bound_in(inner)}
    if array.text in bound | {target}:
        name = frame.names.fresh(f"{target}_rows")
        frame.writer.line(f"{name} = {array.text}")
        named = retext(array, name)
        assert isinstance(named, Computed)
        array = named
    assert isinstance(array.type, TensorType)
    length = Sized(f"{array.text}.shape[0]", array.type.shape[0])
    index = frame.names.fresh(f"{target}_index")

    def row(inner: Frame, number: Kind) -> None:
        inner.environment[ROWS + index] = array
        key = "_", f"{inner.g}.s_[{index}]"
        item = apply(inner, REGISTRY["index"], [array, number], {}, s.span, into=target, key=key)
        inner.bind(target, item)

    loop = Loop(s, index, [length], row=row)
    functions = region_loop(
        frame, loop, lambda frame, _: list(frame.names.block("loop", "body")), walk
    )
    trips = f"{frame.g}.range({length.text})"
    outcome = emit_loop(frame, loop, "for_", [trips, *functions])
    if target not in frame.live.after[s]:
        frame.environment[target] = MaybeUnbound("bound by the loop, which may run no trip")
    return outcome

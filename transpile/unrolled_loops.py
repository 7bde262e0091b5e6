"""`for` over functions that have nothing in common: the body once for each of them.

for step in (np.sin, scaled):          step = np.sin
y = step(y)                        y = g.sin(y)
step = scaled
y = scaled_inlined(g, y)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .assignments import bind_target
from .control import Walk
from .frame import Frame
from .kind_parts import parts
from .kinds import CONTAINERS, Built, Chosen, Closure, Kind, Repeated
from .outcome import FALLS, Outcome
from .texts import text_of
from .tree import Block, Break, Continue, For, If, Return, Statement, While

MOST_TRIPS = 64


def is_unrolled(frame: Frame, s: For, items: Repeated) -> bool:
    """Whether a loop is over functions that only its trips tell apart."""
    found = items.items
    if found is None or not 0 < len(found) <= MOST_TRIPS or any(_leaving((s.body,))):
        return False
    if any(isinstance(leaf, Closure | Chosen) for leaf in _whole(items.item)):
        return False
    own = [leaf for item in found for leaf in _whole(item)]
    if not any(map(_is_function, own)) or not all(
        isinstance(leaf, Built | Closure) for leaf in own
    ):
        return False
    bound = {name for inner in (s, *s.body.statements) for name in frame.live.bound_in(inner)}
    return bound.isdisjoint(word for leaf in own for word in re.findall(r"\w+", text_of(leaf)))


def unrolled_loop(frame: Frame, s: For, items: Iterable[Kind], walk: Walk) -> Outcome:
    """The trips of a loop one after the other."""
    for item in items:
        frame.names.statement()
        frame.writer.drop_bare(frame.g)
        bind_target(frame, s.target, item, s.span)
        outcome = walk(frame, frame.live.statements(s.body), frame.live.head[s])
        if not outcome.runs:
            return outcome  # it raises
    return FALLS


def _whole(item: Kind) -> Iterator[Kind]:
    """What is in an item, functions with what they hold."""
    if isinstance(item, CONTAINERS):
        for part in parts(item):
            yield from _whole(part)
    else:
        yield item


def _is_function(kind: Kind) -> bool:
    return isinstance(kind, Closure) or (isinstance(kind, Built) and callable(kind.value))


def _leaving(blocks: Iterable[Block | None]) -> Iterator[Statement]:
    """The statements in blocks that may leave the loop around them, or the function."""
    for s in (s for block in blocks if block is not None for s in block.statements):
        if isinstance(s, Break | Continue | Return):
            yield s
        elif isinstance(s, If):
            yield from _leaving((s.then, s.otherwise))
        elif isinstance(s, While | For):
            yield from _leaving((s.body, s.otherwise))

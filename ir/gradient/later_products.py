"""Gradients of what multiplies in every trip of a loop: one product after it, not one in each.

The gradient of weights `w` in `y = x @ w` is the sum of `x.T @ dy` over all trips. Here the trips
keep their `dy`, and what they do not have on a tape of their `x`; the sum is one long product.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from dslc.ir.dims import Size, symbols
from dslc.ir.dtypes import is_float
from dslc.ir.graph import Node, Operand, Value, as_size, type_of, values_in
from dslc.ir.structure import carried_parameters, index_parameter
from dslc.ir.traced import Traced, traced_operand
from dslc.ir.types import TensorType

from .activity import read_from_outside
from .joint import name
from .replay import Replay
from .tapes import Tape, empty_tape, stored, tape_name


@dataclass(frozen=True, slots=True)
class _Product:
    """A product of one trip whose one operand is the same in all.

    Attributes:
        node: the product.
        weight: the operand that is the same, from around the loop.
        other: the other one.
        place: the number of the weight among the operands.
    """

    node: Node
    weight: Value
    other: Value
    place: int


class LaterProducts:
    """The products of one loop whose weights get their gradient after it.

    Args:
        replay: the run of the loop.
        node: the loop.
        tape: its tape.
    """

    def __init__(self, replay: Replay, node: Node, tape: Tape) -> None:
        self._replay, self._node, self._tape = replay, node, tape
        found = [] if replay.memory is not None else _products(replay, node)
        self._products = {each.node: each for each in found}
        self._given: dict[Node, Operand] = {}
        self._rows = [(each, self._known_rows(each)) for each in found]

    def only(self, weight: Value) -> bool:
        """Whether nothing but these products reads a weight in the loop."""
        return (
            bool(self._products)
            and not any(
                weight in (*values_in(each.operands), *read_from_outside(each))
                for each in self._node.regions[-1].nodes
                if each not in self._products or self._products[each].other is weight
            )
            and weight not in values_in(self._node.regions[-1].results)
        )

    def take(self, node: Node, d: Any) -> int | None:
        """Keep the cotangent of a product; the operand that needs no share now, by number."""
        product = self._products.get(node)
        if product is None:
            return None
        self._given[node] = traced_operand(d)
        return product.place

    # --- tapes ----------------------------------------------------------------------------------

    def start(self) -> list[Operand]:
        """The tapes before the loop backwards."""
        self._given.clear()
        return [
            empty_tape(self._replay, source, self._tape.trips, self._before(source))
            for source in self._sources()
        ]

    def _before(self, source: Value) -> str:
        """What its name begins with: of the result of a product the cotangent is kept."""
        return "d_" if any(source in node.results for node in self._products) else ""

    def keep(self, tapes: Sequence[Operand], trip: Size) -> list[Operand]:
        """The tapes with what a trip gave."""
        pairs = zip(tapes, self._sources(), strict=True)
        kept = [self._stored(tape, source, trip) for tape, source in pairs]
        self._given.clear()
        return kept

    def _stored(self, tape: Operand, source: Value, trip: Size) -> Operand:
        """A tape with the value of a trip; as it was where no cotangent came."""
        maker = next((node for node in self._products if source in node.results), None)
        now = self._replay.known(source) if maker is None else self._given.get(maker)
        wish = self._before(source) + tape_name(self._replay, source)
        return tape if now is None else stored(self._replay, wish, tape, now, trip)

    def _sources(self) -> list[Value]:
        """What has tapes here: the results of the products, and others that have none yet."""
        results = [product.node.results[0] for product, _ in self._rows]
        return [*results, *dict.fromkeys(each.other for each, rows in self._rows if rows is None)]

    def shares(self, tapes: Sequence[Operand]) -> list[tuple[Value, Any]]:
        """The weights and the shares of their gradients."""
        kept = dict(zip(self._sources(), tapes, strict=True))
        found = []
        for product, rows in self._rows:
            result = product.node.results[0]
            d = _flat(name(kept[result], "d_" + tape_name(self._replay, result)))
            x = _flat(kept[product.other] if rows is None else traced_operand(rows))
            one, other = (x, d) if product.place else (d, x)
            found.append((product.weight, np.swapaxes(one, 0, 1) @ other))
        return found

    def _known_rows(self, product: _Product) -> Any:
        """The other operand in all trips, where there is an array of that; else None."""
        tape, replay = self._tape, self._replay
        region = self._node.regions[-1]
        if product.other in tape.values:
            return Traced(tape.values[product.other])
        carried = carried_parameters(self._node, region)
        if product.other in carried:
            kept = tape.kept.get(carried.index(product.other))
            return None if kept is None else Traced(kept)
        maker = next((each for each in region.nodes if product.other in each.results), None)
        index = index_parameter(self._node, region)
        if maker is None or maker.op.name != "index" or maker.attributes["key"] != "_":
            return None
        source, number = maker.operands
        outside = source in read_from_outside(self._node) and index and tape.step == 1
        if not outside or as_size(number) != index[0].dim:
            return None
        rows = Traced(replay.operand(source))
        whole = tape.start == 0 and rows.shape[0] == tape.trips
        return rows if whole else rows[tape.start : tape.start + tape.trips]


def _products(replay: Replay, node: Node) -> list[_Product]:
    """The products of weights from around a loop and what is not the same in each trip."""
    region = node.regions[-1]
    outside = {v for v in read_from_outside(node) if v in replay.active and len(v.shape) == 2}
    inner = {str(v.dim) for v in _inside(node) if v.dim is not None}
    found = []
    for each in region.nodes:
        if each.op.name != "matmul" or each.results[0] not in replay.active:
            continue
        for place, weight in enumerate(each.operands):
            other = each.operands[1 - place]
            if not isinstance(weight, Value) or not isinstance(other, Value):
                continue
            if weight in outside and _fits(each, other, place) and other not in outside:
                shapes = [*other.shape, *each.results[0].shape]
                fixed = inner.isdisjoint(name for size in shapes for name in symbols(size))
                if fixed and all(replay.joint.in_scope(replay.size(size)) for size in shapes):
                    found.append(_Product(each, weight, other, place))
                    break
    return found


def _inside(node: Node) -> list[Value]:
    region = node.regions[-1]
    return [*region.parameters, *(value for each in region.walk() for value in each.results)]


def _fits(node: Node, other: Value, place: int) -> bool:
    """Whether rows times weights, or weights times a vector, all of one dtype."""
    types = [type_of(each) for each in (*node.operands, node.results[0])]
    if not all(isinstance(t, TensorType) for t in types):
        return False
    dtypes = {t.dtype for t in types if isinstance(t, TensorType)}
    return len(dtypes) == 1 and is_float(*dtypes) and (place == 1 or other.ndim == 1)


def _flat(tape: Operand) -> Any:
    """Rows of all trips below each other."""
    rows: Any = Traced(tape)
    if rows.ndim == 2:
        return rows
    return np.reshape(rows, (prod(rows.shape[:-1], start=1), rows.shape[-1]))

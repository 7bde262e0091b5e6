"""What a report says of a nest."""

from __future__ import annotations

from collections.abc import Sequence

from dslc.ir.graph import Node
from dslc.ir.remarks import remark
from dslc.ir.types import TensorType

from .language import Array, Nest
from .traffic import nest_traffic


def tell_nest(nodes: Sequence[Node], nest: Nest) -> None:
    """Say what a nest computes, and what it takes no memory for."""
    ops = [f"`{name}`" for name in dict.fromkeys(node.op.name for node in nodes)]
    listed = " and ".join([", ".join(ops[:-1]), ops[-1]] if len(ops) > 1 else ops)
    made = (value for node in nodes for value in node.results)
    saved = sum(isinstance(value.type, TensorType) for value in made)
    saved -= sum(isinstance(each, Array) for each in nest.results)
    arrays = f", {saved} array{'s' * (saved > 1)} fewer" if saved else ""
    verb = "are one nest" if len(ops) > 1 else "is a nest"
    moved, least = nest_traffic(nest)
    more = "" if moved == least else f", {least} at the least"
    remark(f"{listed} {verb}{arrays}; it moves {moved} bytes{more}", nodes[0].place)

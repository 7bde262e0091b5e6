"""Values of a loop's trips that are kept for the way back, since they cost much to compute again.

What is computed element by element is cheap: reading it from memory takes as long. A product, and
whatever follows from one by elements, is read where the gradient reads it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dslc.ir.dims import Dim, symbols
from dslc.ir.graph import Node, Operand, Value, type_of, values_in
from dslc.ir.structure import carried_parameters, index_parameter
from dslc.ir.types import shape_of

from .activity import read_from_outside
from .needs import needed, read_by_gradient
from .replay import Replay

COSTLY = frozenset(
    (
        "matmul", "conv", "pool", "csr_matmul", "coo_matmul", "sampled_matmul", "sum", "mean",
        "prod", "max", "min", "nanmax", "nanmin", "cumsum", "cumprod", "add_accumulate",
        "multiply_accumulate", "maximum_accumulate", "minimum_accumulate", "sort", "argsort",
        "softmax", "log_softmax", "logsumexp", "segment_sum", "segment_max", "segment_min",
        "segment_softmax", "fft", "ifft", "rfft", "irfft", "solve", "inv", "det", "slogdet",
        "pinv", "cholesky", "eigh", "eigvalsh", "svd", "qr", "random_normal", "random_uniform",
    )
)  # fmt: skip
"""Ops that compute more than an element of each operand for an element of the result."""


def kept_besides(replay: Replay, node: Node) -> tuple[Value, ...]:
    """The values of a loop's body that are kept of each trip, besides what it carries.

    Args:
        replay: the run of the loop, which is about to be.
        node: the loop.
    """
    region, active = node.regions[-1], replay.active
    read = read_by_gradient(region.nodes, active)
    again = needed(region.nodes, active)
    varying = {*carried_parameters(node, region), *index_parameter(node, region)}
    inner = {str(value.dim) for value in _bound_inside(node) if value.dim is not None}
    costly: set[Value] = set()
    found: dict[Value, None] = {}
    for each in region.nodes:
        sources = [*values_in(each.operands), *read_from_outside(each)]
        sizes = (name for operand in each.operands for name in _symbols(operand))
        if varying.isdisjoint(sources) and inner.isdisjoint(sizes):
            continue  # it is the same in each trip
        varying.update(each.results)
        own = each.op.name in COSTLY or _reads_varying(each, inner)
        if not own and costly.isdisjoint(sources):
            continue
        worth = read | again if own and _is_reduced(each) else read
        kept = [v for v in each.results if v in worth and _can_be_kept(replay, each, v, inner)]
        found.update(dict.fromkeys(kept))
        costly.update(value for value in each.results if value not in found)
    return tuple(found)


def _reads_varying(node: Node, inner: set[str]) -> bool:
    """Whether it reads an array of a shape that not every trip has, which itself is not kept."""
    sizes = (size for operand in node.operands for size in shape_of(type_of(operand)))
    return not inner.isdisjoint(name for size in sizes for name in symbols(size))


def _symbols(operand: Operand) -> tuple[str, ...]:
    return symbols(operand) if isinstance(operand, Dim) else ()


def _is_reduced(node: Node) -> bool:
    """Whether its result has fewer axes than what it is computed of."""
    return len(node.results) == 1 and any(
        len(shape_of(type_of(each))) > len(node.results[0].shape) for each in node.operands
    )


def _bound_inside(node: Node) -> Iterator[Value]:
    """Values that may bind dims in the body of a loop."""
    yield from node.regions[-1].parameters
    for inner in node.regions[-1].walk():
        yield from inner.results


def _can_be_kept(replay: Replay, node: Node, value: Value, inner: set[str]) -> bool:
    """Whether it is the value of a plain op, whose shape is that of every trip."""
    if node.regions or node.hidden or node.op.write is not None or value.dim is not None:
        return False
    sizes = shape_of(value.type)
    fixed = inner.isdisjoint(name for size in sizes for name in symbols(size))
    return fixed and all(replay.joint.in_scope(replay.size(size)) for size in sizes)

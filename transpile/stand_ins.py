"""The types of a node that depends on build-time values: what they are for all of some values.

The emitted text is one for every value of a `Static` parameter. What a node is for some values
shows what does not depend on them: the dtype, the rank, and the sizes that are the same. The
builder finds the types for the values there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dslc.ir.dims import Size
from dslc.ir.facts import DimMismatch
from dslc.ir.op import RuleError
from dslc.ir.types import BOOL_NUMBER, INT, TensorType, Type

from .kinds import Built, Kind
from .kinds import Sequence as Items

_INTEGERS = (1, 2, 3, 0, -1)

TRIES = len(_INTEGERS)

Infer = Callable[[int], Sequence[Type]]
"""The result types with the stand-ins of this number; raises RuleError or DimMismatch."""


def common_types(infer: Infer, any_size: Callable[[], Size]) -> tuple[Type, ...] | None:
    """The result types as far as they are the same whatever stands in.

    `any_size` makes a size that nothing is known of. None where more than sizes differs, or too few
    values apply.
    """
    found = list(_inferred(infer))
    if len(found) < 2:
        return None
    common, *others = found
    for types in others:
        if len(types) != len(common) or not all(map(_alike, types, common)):
            return None
        common = tuple(_joined(a, b, any_size) for a, b in zip(common, types, strict=True))
    return common


def _inferred(infer: Infer) -> Iterator[tuple[Type, ...]]:
    for number in range(TRIES):
        try:
            yield tuple(infer(number))
        except (RuleError, DimMismatch):
            continue


def can_stand_in(kind: Kind) -> bool:
    """Whether all that is not known of a kind are integers and truths."""
    if isinstance(kind, Items):
        return all(map(can_stand_in, kind.items))
    return not isinstance(kind, Built) or kind.known or kind.type in (INT, BOOL_NUMBER)


def stand_in(kind: Kind, number: int) -> Kind:
    """The kind with numbers in place of those that are not known."""
    if isinstance(kind, Items):
        return Items(kind.text, tuple(stand_in(i, number) for i in kind.items), kind.is_list)
    if not isinstance(kind, Built) or kind.known:
        return kind
    value = _INTEGERS[number]
    return Built(kind.text, value if kind.type == INT else value % 2 == 0)


def _alike(a: Type, b: Type) -> bool:
    """Whether two types are one but for sizes."""
    if isinstance(a, TensorType) and isinstance(b, TensorType):
        return a.rank == b.rank and replace(a, shape=b.shape) == b
    return a == b


def _joined(a: Type, b: Type, any_size: Callable[[], Size]) -> Type:
    if not (isinstance(a, TensorType) and isinstance(b, TensorType)):
        return a
    pairs = zip(a.shape, b.shape, strict=True)
    return replace(a, shape=tuple(x if x == y else any_size() for x, y in pairs))

"""A `raise` that is all of a block, which makes the block a check."""

from __future__ import annotations

from .sugar import Raise
from .tree import Attribute, Binary, Block, Constant, Expression, Field, FormattedString, Name


def raise_of(block: Block | None) -> Raise | None:
    """The `raise` that is all of a block, if nothing is computed for its message."""
    only = block.statements if block is not None else ()
    if len(only) != 1 or not isinstance(only[0], Raise):
        return None
    return only[0] if is_plain(only[0].message) and only[0].refused is None else None


def is_plain(e: Expression | None) -> bool:
    """Whether an expression takes nothing to compute but constants and names, and their texts."""
    match e:
        case FormattedString(parts=parts):
            return bool(parts) and all(is_plain(p.value) for p in parts if isinstance(p, Field))
        case Attribute(value=value):
            return is_plain(value)
        case Binary(left=left, right=right):
            return _is_text(left) and _is_text(right)
    return e is None or isinstance(e, Constant | Name)


def _is_text(e: Expression) -> bool:
    constant = isinstance(e, Constant) and isinstance(e.value, str)
    return is_plain(e) and (constant or isinstance(e, FormattedString | Binary))

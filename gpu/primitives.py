"""Which ops stay as they are before kernels are made; all others are what they are made of."""

from __future__ import annotations

from dslc.ir.cxx.forms import ELEMENTWISE

_KEPT = frozenset(
    (
        *("sum", "mean", "prod", "max", "min", "any", "all", "nanmax", "nanmin", "matmul"),
        *("cast", "as_scalar", "copy", "full", "full_like", "zeros", "zeros_like"),
        *("ones", "ones_like", "index", "reshape", "expand_dims", "squeeze", "transpose"),
        *("broadcast_to", "depend", "if", "while", "for", "call", "require", "check"),
        *("as_dim", "print"),
    )
)


def is_primitive(name: str) -> bool:
    """Whether an op is kept."""
    return name in ELEMENTWISE or name in _KEPT

"""Calls of NumPy's scalar classes."""

from __future__ import annotations

import numpy as np

from dslc.ir.dtypes import NAMES
from dslc.ir.op import REGISTRY
from dslc.ir.types import TensorType

from . import fence
from .binding import Argument
from .edits import instead
from .frame import Frame
from .kinds import Built, Kind, type_of_kind
from .operations import apply
from .tree import Call


def scalar_class(
    frame: Frame, callee: Built, arguments: list[Argument], e: Call, into: str | None
) -> Kind:
    """`np.float32(x)`."""
    if np.dtype(callee.value) not in NAMES:
        return frame.refuse(
            "dtype-mismatch",
            f"`{callee.text}` is not a dtype of the language",
            e.span,
            help="a graph has numbers of 8 to 64 bits, and complex ones of two floats",
        )
    if len(arguments) != 1:
        return frame.refuse("argument-mismatch", f"`{callee.text}` takes one value", e.span)
    kind = arguments[0].kind
    if isinstance(type_of_kind(kind), TensorType):
        cast = f"{{0:atom}}.astype({frame.code(e.function.span)})"
        return fence.refuse(
            frame,
            f"`{callee.text}` of an array",
            e.span,
            help="use `.astype(...)`",
            edits=instead(frame, e.span, [e.arguments[0].span], cast),
        )
    attributes: dict[str, Kind] = {"dtype": callee}
    return apply(
        frame, REGISTRY["cast"], [kind], attributes, e.span, into=into, spans=[arguments[0].span]
    )

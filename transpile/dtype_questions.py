"""Questions of NumPy and the array API about dtypes and shapes, answered while building.

np.zeros(n, np.result_type(x, np.float64))        g.zeros(n, np.result_type(x.dtype, np.float64))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dslc.ir.dtypes import is_complex
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, default_dtype

from .access import attribute
from .binding import Argument
from .frame import Frame
from .kinds import Built, Computed, Kind, Sequence, Sized, describe, type_of_kind
from .python_calls import call_while_building
from .texts import text_of
from .tree import Attribute, Call

_OF_SHAPE: tuple[Any, ...] = (np.ndim, np.shape, np.size)
_OF_TYPE: tuple[Any, ...] = (np.iscomplexobj, np.isrealobj, np.isscalar)
_OF_DTYPES: tuple[Any, ...] = (np.result_type, np.can_cast)
QUESTIONS = (*_OF_SHAPE, *_OF_TYPE, *_OF_DTYPES)
_ZEROS = {"bool": "False", "int": "0", "float": "0.0", "complex": "0j"}


def is_dtype_question(function: Any) -> bool:
    """Whether the answer of a function depends on the types of its arguments alone."""
    return any(function is each for each in QUESTIONS) or is_of_array_api(function)


def is_of_array_api(function: Any) -> bool:
    """Whether a function of `dslc.array_api` is about dtypes: `finfo`, `result_type`, ..."""
    return getattr(function, "__module__", "") == "dslc.array_api.dtypes" and callable(function)


def dtype_question(
    frame: Frame,
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """The answer for arguments, values of the run among them."""
    function = callee.value
    if any(function is each for each in _OF_SHAPE):
        return _of_shape(frame, callee, arguments, keywords, e, into)
    unclear = next((a for a in arguments if _is_unclear(a.kind)), None)
    if unclear is not None:
        return frame.refuse(
            "depends-on-static" if type_of_kind(unclear.kind) is None else "joined-arithmetic",
            f"what `{callee.text}` gives depends on the path taken",
            unclear.span,
            label=f"this is {describe(unclear.kind)}",
        )
    if any(function is each for each in _OF_TYPE):
        return _of_type(frame, callee, arguments, e)
    given = [Argument(_stand_in(a.kind), a.span) for a in arguments]
    return call_while_building(callee, given, keywords, is_safe=True)


def _is_unclear(kind: Kind) -> bool:
    """Whether building, or the path taken, decides the type of a value of the run."""
    if isinstance(kind, Built | Sized):
        return False
    type_ = type_of_kind(kind)
    return type_ is None or bool(getattr(type_, "joined", False))


def _stand_in(kind: Kind) -> Kind:
    """What says the dtype of a value: its `.dtype`; of a Python number, which is weak, a 0."""
    type_ = type_of_kind(kind) if isinstance(kind, Computed | Sized) else None
    if isinstance(type_, TensorType | ScalarType):
        return Built(f"{text_of(kind)}.dtype", type_.dtype)
    if isinstance(type_, NumberType):
        text = _ZEROS[type_.kind]
        return Built(text, {"bool": False, "int": 0, "float": 0.0, "complex": 0j}[type_.kind])
    return kind


def _of_type(frame: Frame, callee: Built, arguments: list[Argument], e: Call) -> Kind:
    if len(arguments) != 1:
        message = f"`{callee.text}` takes one value"
        return frame.refuse("argument-mismatch", message, e.span)
    type_ = type_of_kind(arguments[0].kind)
    assert type_ is not None
    answer = _answer(callee.value, type_)
    return Built(repr(answer), answer)


def _answer(function: Any, type_: Type) -> bool:
    if function is np.isscalar:
        return not isinstance(type_, TensorType)
    return is_complex(default_dtype(type_)) == (function is np.iscomplexobj)


def _of_shape(
    frame: Frame,
    callee: Built,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
) -> Kind:
    """`np.shape(x)`: the attribute; of a Python number what a shape of () says."""
    name = callee.value.__name__
    axis = keywords.get("axis", arguments[1] if len(arguments) > 1 else None)
    names = {"axis"} if name == "size" else set()
    kind = arguments[0].kind if arguments else None
    if kind is None or len(arguments) > 1 + len(names) or set(keywords) - names:
        message = f"`{callee.text}` of these arguments"
        return frame.refuse("argument-mismatch", message, e.span)
    if not isinstance(kind, Computed | Sized):
        help_ = "make an array of it first: `np.array(...)`"
        message = f"`{callee.text}` of {describe(kind)} is not supported"
        return frame.refuse("unsupported-construct", message, arguments[0].span, help=help_)
    if isinstance(type_of_kind(kind), NumberType):
        answers: dict[str, Kind] = {"ndim": Built("0", 0), "shape": Sequence("", ())}
        return answers.get(name, Built("1", 1))
    place = e.arguments[0] if e.arguments else e.function
    found = attribute(frame, kind, Attribute(e.span, place, "shape" if axis else name), into)
    if axis is None or not isinstance(found, Sequence):
        return found
    number = axis.kind.value if isinstance(axis.kind, Built) else None
    if not isinstance(number, int) or not -len(found.items) <= number < len(found.items):
        return frame.refuse("axis-out-of-range", "this is no axis of the array", axis.span)
    return found.items[number]

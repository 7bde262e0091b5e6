"""What a kernel's failure is in Python: the exception that the reference raises."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.comparison import Comparison
from dslc.ir.diagnostics import Note
from dslc.ir.dtypes import BY_NAME
from dslc.ir.execution import add_note, broken_comparison, refusal
from dslc.ir.ops.sparse import POINTERS
from dslc.ir.place import Place

DTYPES: tuple[np.dtype, ...] = tuple(
    BY_NAME[name]
    for name in (
        "f32",
        "f64",
        "i8",
        "i16",
        "i32",
        "i64",
        "u8",
        "u16",
        "u32",
        "u64",
        "bool_",
        "c64",
        "c128",
        "f16",
        "bf16",
    )
)
"""The dtypes of kernels, in the order of `np::dtype_code`."""


@dataclass(frozen=True, slots=True)
class FailurePoint:
    """Where a kernel can fail.

    Attributes:
        place: the statement.
        message: the exception's text, where the program fixes it.
        error: the exception of a failed check, by name where it is a built-in one.
        comparison: of sizes, that a statement relies on; the details are the sides' numbers.
        notes: what else a refusal says.
    """

    place: Place
    message: str | None = None
    error: str | type[Exception] = ""
    comparison: Comparison | None = None
    notes: tuple[Note, ...] = ()


Make: TypeAlias = Callable[[FailurePoint, Sequence[int]], Exception]


def exception(report: Sequence[int], points: Sequence[FailurePoint]) -> Exception:
    """The exception for what a kernel returned: kind, number of the failure point, details."""
    kind, number, *details = report
    point = points[number]
    error = FAILURES[kind - 1](point, details)
    add_note(error, point.place)
    return error


def _says(error: type[Exception], text: str) -> Make:
    """An exception whose text takes the details by number: `{0}`."""
    return lambda point, details: error(text.format(*details))


def _as_python(run: Callable[[], Any]) -> Make:
    """The exception of plain Python, with the text of the Python that runs."""

    def make(point: FailurePoint, details: Sequence[int]) -> Exception:
        try:
            run()
        except (ArithmeticError, ValueError) as error:
            return error.with_traceback(None)
        raise AssertionError("this raises")

    return make


def _refused(code: str, text: str) -> Make:
    return lambda point, details: refusal(code, text.format(*details), point.place)


def _broken(point: FailurePoint, details: Sequence[int]) -> Exception:
    assert point.comparison is not None
    return broken_comparison(point.comparison, details, point.place, point.notes)


def _out_of_bounds(point: FailurePoint, details: Sequence[int]) -> Exception:
    return OverflowError(f"Python integer {details[0]} out of bounds for {DTYPES[details[1]].name}")


def _failed_check(point: FailurePoint, details: Sequence[int]) -> Exception:
    error = getattr(builtins, point.error) if isinstance(point.error, str) else point.error
    try:
        made: Exception = error(*() if point.message is None else (point.message,))
    except Exception as other:  # noqa: BLE001 - making one is the program's own code
        return other.with_traceback(None)
    return made


def _empty_reduction(point: FailurePoint, details: Sequence[int]) -> Exception:
    return ValueError(point.message)


# The order is that of `enum class Kind` in rt/base.h.
FAILURES: tuple[Make, ...] = (
    _says(MemoryError, "no memory for an array"),
    _says(ValueError, "array is too big"),
    _says(ValueError, "negative dimensions are not allowed"),
    _refused("integer-overflow", "an integer does not fit in 64 bits"),
    _as_python(lambda: 10.0**400),
    _as_python(lambda: 1 // 0),
    _as_python(lambda: 1 % 0),
    _as_python(lambda: 1 / 0),
    _as_python(lambda: 1.0 / 0.0),
    _as_python(lambda: 1.0 // 0.0),
    _as_python(lambda: 1.0 % 0.0),
    _as_python(lambda: 0.0**-1.0),
    _says(ValueError, "a negative number to a fraction is complex"),
    _as_python(lambda: int(float("nan"))),
    _as_python(lambda: int(float("inf"))),
    _says(OverflowError, "Python int too large to convert to C long"),
    _out_of_bounds,
    _says(ValueError, "Integers to negative integer powers are not allowed."),
    _as_python(lambda: 1 << -1),
    _says(IndexError, "index {0} is out of bounds for axis {1} with size {2}"),
    _says(ValueError, "slice step cannot be zero"),
    _as_python(lambda: range(0, 0, 0)),
    _empty_reduction,
    lambda point, details: IndexError(point.message or ""),
    lambda point, details: ValueError((point.message or "").format(*details)),
    lambda point, details: ValueError((point.message or "").format(*details)),
    _failed_check,
    _says(ValueError, POINTERS),
    _refused("shape-assumption", "this size is {0}, below {1}"),
    _refused("shape-assumption", "this size is {0}, above {1}"),
    _broken,
    _says(RuntimeError, "the call was stopped"),  # Python has an exception already
)

"""The element types, by their short names.

A dtype is NumPy's own scalar class (`f32 is np.float32`), so that a `@graph` function runs as it
stands on NumPy; in the IR it is the `np.dtype` of that class.
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

f16 = np.float16
bf16 = ml_dtypes.bfloat16
f32 = np.float32
f64 = np.float64
i8 = np.int8
i16 = np.int16
i32 = np.int32
i64 = np.int64
u8 = np.uint8
u16 = np.uint16
u32 = np.uint32
u64 = np.uint64
c64 = np.complex64
c128 = np.complex128
bool_ = np.bool_

_CLASSES = {
    "f16": f16,
    "bf16": bf16,
    "f32": f32,
    "f64": f64,
    "i8": i8,
    "i16": i16,
    "i32": i32,
    "i64": i64,
    "u8": u8,
    "u16": u16,
    "u32": u32,
    "u64": u64,
    "c64": c64,
    "c128": c128,
    "bool_": bool_,
}

BY_NAME: dict[str, np.dtype] = {name: np.dtype(cls) for name, cls in _CLASSES.items()}
"""The dtypes of the IR by short name, in the order of the classes above."""

NAMES: dict[np.dtype, str] = {dtype: name for name, dtype in BY_NAME.items()}
"""The short names of the dtypes."""

FLOATS = tuple(BY_NAME[name] for name in ("f16", "bf16", "f32", "f64"))
SIGNED = tuple(BY_NAME[name] for name in ("i8", "i16", "i32", "i64"))
UNSIGNED = tuple(BY_NAME[name] for name in ("u8", "u16", "u32", "u64"))
INTEGERS = SIGNED + UNSIGNED
COMPLEX = tuple(BY_NAME[name] for name in ("c64", "c128"))
BOOL = BY_NAME["bool_"]


def dtype_name(dtype: np.dtype) -> str:
    """The short name of a dtype, such as `f32`; NumPy's own name where the IR has none."""
    return NAMES.get(dtype, dtype.name)


def is_float(dtype: np.dtype) -> bool:
    """Whether a dtype is one of the floats, f16 and bf16 included."""
    return dtype in FLOATS


def is_integer(dtype: np.dtype) -> bool:
    """Whether a dtype is a signed or unsigned integer; bool is none."""
    return dtype.kind in "iu"


def is_complex(dtype: np.dtype) -> bool:
    """Whether the values of a dtype are complex numbers."""
    return dtype in COMPLEX


def is_inexact(dtype: np.dtype) -> bool:
    """Whether a dtype is one of floats or of complex numbers."""
    return is_float(dtype) or is_complex(dtype)


def part_dtype(dtype: np.dtype) -> np.dtype:
    """The float dtype of the parts of a complex number."""
    return BY_NAME["f32" if dtype == BY_NAME["c64"] else "f64"]


def converts_exactly(source: np.dtype, target: np.dtype) -> bool:
    """Whether every value of `source` is a value of `target`, so that a cast loses nothing."""
    if source == target:
        return True
    if is_complex(target):
        part = part_dtype(source) if is_complex(source) else source
        return converts_exactly(part, part_dtype(target))
    if is_integer(source) and is_float(target):
        digits = source.itemsize * 8 - (source.kind == "i")
        return digits <= int(ml_dtypes.finfo(target).nmant) + 1
    if source in FLOATS and target in FLOATS:
        return target == BY_NAME["f64"] or (target == BY_NAME["f32"] and source.itemsize == 2)
    return np.can_cast(source, target, "safe")

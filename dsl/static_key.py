"""Build-time values as keys: two values share a graph only where type and bits are the same."""

from __future__ import annotations

import struct
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError

from .specs import struct_fields


def static_key(value: Any) -> Hashable:
    """A key that tells 1 from True, 0.0 from -0.0, and structs and containers by what they hold.

    Raises:
        DslError: `static-unhashable`.
    """
    try:
        return _key(value)
    except RecursionError:
        raise _unhashable("a value that contains itself is no build-time value") from None


def _key(value: Any) -> Hashable:
    cls = type(value)
    if isinstance(value, complex) and not isinstance(value, np.generic):
        return cls, struct.pack("dd", value.real, value.imag)
    if isinstance(value, float) and not isinstance(value, np.generic):
        return cls, struct.pack("d", value)
    if isinstance(value, np.generic):
        return cls, value.tobytes()
    if isinstance(value, tuple | list):
        return cls, tuple(map(_key, value))
    if isinstance(value, Mapping):
        return cls, tuple((_key(k), _key(v)) for k, v in value.items())
    if struct_fields(cls) is not None:
        _, names = struct_fields(cls) or ("", ())
        return cls, tuple(_key(getattr(value, name)) for name in names)
    try:
        hash(value)
    except TypeError:
        raise _unhashable(f"a {cls.__name__} is no build-time value: it has no hash") from None
    return cls, value


def _unhashable(message: str) -> DslError:
    return DslError(
        Diagnostic(
            "static-unhashable",
            message,
            help="pass numbers, text, tuples, dicts or dataclasses of these",
        )
    )

"""A compiled kernel as a Python callable."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .failures import DTYPES

CLASSES = tuple(dtype.type for dtype in DTYPES)
"""The scalar classes by `np::dtype_code`."""


def load(library: Path, show: Callable[..., None]) -> Callable[..., Any]:
    """The entry of a kernel, called with flat values and sizes.

    It returns a list of results, or a tuple that says why there are none: see `failures`. While it
    runs it calls `show` with the number of a `print` and the values that this shows.
    """
    binding = ctypes.PyDLL(str(library)).dslc_bind
    binding.argtypes = [ctypes.py_object]
    binding.restype = ctypes.py_object
    entry: Callable[..., Any] = binding((np.empty, show, *CLASSES))
    return entry

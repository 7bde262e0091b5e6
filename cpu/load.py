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


def load(library: Path, run: Callable[..., tuple[Any, ...]]) -> Callable[..., Any]:
    """The entry of a kernel, called with flat values and sizes.

    It returns a list of results, or a tuple that says why there are none: see `failures`. While it
    runs it calls `run` with the number of a node that Python runs, and its values.
    """
    binding = ctypes.PyDLL(str(library)).dslc_bind
    binding.argtypes = [ctypes.py_object]
    binding.restype = ctypes.py_object
    entry: Callable[..., Any] = binding((np.empty, run, *CLASSES))
    return entry

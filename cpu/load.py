"""A compiled kernel as an object of Python, and what calls it without looking twice."""

from __future__ import annotations

import ctypes
import os
import sysconfig
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.cache import library
from dslc.ir.cxx.toolchain import Compiler

from .failures import DTYPES
from .recipe import RECIPE

CLASSES = tuple(dtype.type for dtype in DTYPES)
"""The scalar classes by `np::dtype_code`."""

THREADS = "DSLC_THREADS"


class Kernel(Protocol):
    """A kernel: `rt/calls.h`."""

    def run(
        self, arguments: tuple[Any, ...], sizes: tuple[int, ...], plan: int, planned: int, /
    ) -> list[Any]:
        """The flat results of flat values and sizes, with the memory plan at an address."""
        ...

    def memory(self) -> tuple[int, int]:
        """What the last call took of its memory, and the most that was in use."""
        ...


class Shortcut(Protocol):
    """Calls of known forms: `rt/forms.h`. It returns NotImplemented where the form is another."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...

    def add(self, form: tuple[Any, ...], /) -> None:
        """Know one more form."""
        ...

    def count(self) -> tuple[tuple[tuple[Any, int], ...], tuple[Any, ...]]:
        """The calls since this was asked: records of forms and how many each, and the last ones."""
        ...


def load(
    library: Path,
    compiler: Compiler,
    parameters: tuple[tuple[int, int], ...],
    results: tuple[tuple[int, int, int], ...],
    run: Callable[..., tuple[Any, ...]],
    raises: Callable[[Sequence[int]], None],
) -> Kernel:
    """A kernel, from its compiled library; parameters and results are as `Needs` has them.

    While it runs it calls `run` with the number of a node that Python runs, and its values. Where
    it fails, it calls `raises`, which raises the exception: see `failures`.
    """
    entry = ctypes.cast(ctypes.CDLL(str(library)).dslc_entry, ctypes.c_void_p).value
    constants = (np.empty, run, *CLASSES)
    make = _native(compiler)[0]
    kernel: Kernel = make((entry, constants, raises, DTYPES, parameters, results))
    return kernel


def new_shortcut(compiler: Compiler) -> Shortcut:
    """One that knows no form yet."""
    shortcut: Shortcut = _native(compiler)[1]()
    return shortcut


def quick(cls: type, compiler: Compiler) -> type:
    """The subclass whose objects ask their shortcut first, without Python: `rt/native.cpp`."""
    made: type = _native(compiler)[2](cls)
    made.__module__, made.__qualname__ = cls.__module__, cls.__qualname__
    return made


def set_threads(count: int, compiler: Compiler) -> None:
    """Let calls use so many threads, whose results are the same for any number."""
    _native(compiler)[3](count)


def _threads() -> int:
    """How many threads calls use: `$DSLC_THREADS`, else those that this process may run on."""
    given = os.environ.get(THREADS, "")
    return int(given) if given.isdecimal() else len(os.sched_getaffinity(0))


def dtype_code(dtype: np.dtype[Any]) -> int:
    """The number of a dtype: `np::dtype_code`."""
    return DTYPES.index(dtype)


@lru_cache(maxsize=8)
def _native(compiler: Compiler) -> tuple[Callable[..., Any], ...]:
    """What makes kernels, shortcuts, and quick classes.

    Raises:
        Unsupported: where Python or NumPy are laid out in another way.
    """
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise Unsupported("native code does not run on a Python without the global lock")
    text = (Path(__file__).parent / "rt" / "native.cpp").read_text("utf-8")
    make = ctypes.PyDLL(str(library(text, compiler, RECIPE))).dslc_native
    make.argtypes = [ctypes.py_object]
    make.restype = ctypes.py_object
    table = import_module("numpy._core._multiarray_umath")._ARRAY_API
    try:
        made: tuple[Callable[..., Any], ...] = make(table)
    except RuntimeError as error:
        raise Unsupported(str(error)) from None
    made[3](_threads())
    return made

"""The array object of the namespace."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from .device import HOST, check_device

VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12")


class Slice(NamedTuple):
    """A slice in an index, as a tuple, so that its bounds are values of a call like others."""

    start: Any
    stop: Any
    step: Any


def _namespace() -> Any:
    return import_module("dslc.array_api")


def _unary(name: str) -> Callable[[Array], Array]:
    def method(self: Array) -> Array:
        result: Array = getattr(_namespace(), name)(self)
        return result

    return method


def _binary(name: str, *, swapped: bool = False) -> Callable[[Array, Any], Array]:
    def method(self: Array, other: Any) -> Array:
        if not isinstance(other, _OPERANDS):
            return NotImplemented  # type: ignore[no-any-return]
        function = getattr(_namespace(), name)
        result: Array = function(other, self) if swapped else function(self, other)
        return result

    return method


def _in_place(name: str) -> Callable[[Array, Any], Array]:
    def method(self: Array, other: Any) -> Array:
        result = getattr(_namespace(), name)(self, other)
        if (result.dtype, result.shape) != (self.dtype, self.shape):
            before, after = (f"{each.dtype}{list(each.shape)}" for each in (self, result))
            raise TypeError(f"`{name}` in place gives {after}, and this array is {before}")
        self._values = result._values
        return self

    return method


class Array:
    """An array of the standard: a value that only an assignment to its own elements changes.

    No two arrays share memory that a program can see: `y = xp.reshape(x, ...)` stays as it is when
    `x` changes. `asarray` makes arrays; NumPy reads one by `numpy.asarray` or `numpy.from_dlpack`.
    """

    __slots__ = ("_values",)

    def __init__(self, values: np.ndarray[Any, Any]) -> None:
        self._values = values

    def __repr__(self) -> str:
        return repr(self._values).replace("array(", "Array(", 1)

    __str__ = __repr__
    __hash__ = None  # type: ignore[assignment]  # an array can change

    # --- what it is -----------------------------------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype of its elements."""
        dtype: np.dtype[Any] = self._values.dtype
        return dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """One size for each axis."""
        shape: tuple[int, ...] = self._values.shape
        return shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return self._values.ndim

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._values.size

    @property
    def device(self) -> str:
        """Where its memory is."""
        return HOST

    @property
    def T(self) -> Array:
        """A matrix with its axes swapped.

        Raises:
            ValueError: for another number of axes than two.
        """
        if self.ndim != 2:
            raise ValueError(f"`T` is of a matrix, and this has {self.ndim} axes")
        return self.mT

    @property
    def mT(self) -> Array:
        """Each matrix of a stack with its axes swapped."""
        result: Array = _namespace().matrix_transpose(self)
        return result

    def __array_namespace__(self, /, *, api_version: str | None = None) -> ModuleType:
        """The module `dslc.array_api`.

        Raises:
            ValueError: for a version of the standard that this is not.
        """
        if api_version not in (None, *VERSIONS):
            raise ValueError(f"this is version {VERSIONS[-1]} of the standard, not {api_version}")
        module: ModuleType = _namespace()
        return module

    # --- to others ------------------------------------------------------------------------------

    def to_device(self, device: Any, /, *, stream: Any = None) -> Array:
        """The array itself: there is one device.

        Raises:
            ValueError: for another one, or a stream.
        """
        check_device(device)
        if stream is not None:
            raise ValueError("there are no streams")
        return self

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        return np.asarray(self._values, dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *args: Any, **kwargs: Any) -> Any:
        values = (arg._values if isinstance(arg, Array) else arg for arg in args)
        return getattr(ufunc, method)(*values, **kwargs)

    def __dlpack__(self, **options: Any) -> Any:
        """A capsule for `from_dlpack` of any library; see `numpy.ndarray.__dlpack__`."""
        return self._values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._values.__dlpack_device__()

    def _item(self, kinds: str) -> Any:
        """The one element of an array without axes.

        Raises:
            TypeError: for other arrays, and where its dtype is of another kind.
        """
        if self.ndim or self.dtype.kind not in kinds:
            raise TypeError(f"{self.dtype}{list(self.shape)} is no such number of Python")
        return self._values[()].item()

    def __bool__(self) -> bool:
        return bool(self._item("biufc"))

    def __int__(self) -> int:
        return int(self._item("biuf"))

    def __float__(self) -> float:
        return float(self._item("biuf"))

    def __complex__(self) -> complex:
        return complex(self._item("biufc"))

    def __index__(self) -> int:
        return operator.index(self._item("iu"))

    # --- elements -------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Array:
        result: Array = import_module("dslc.array_api.indexing").index(self, _items(key))
        return result

    def __setitem__(self, key: Any, value: Any) -> None:
        stored: Array = import_module("dslc.array_api.indexing").store(self, _items(key), value)
        self._values = stored._values

    def __iter__(self) -> Iterator[Array]:
        if not self.ndim:
            raise TypeError("an array without axes has no items")
        return (self[n] for n in range(self.shape[0]))

    # --- operators ------------------------------------------------------------------------------

    __abs__ = _unary("abs")
    __neg__ = _unary("negative")
    __pos__ = _unary("positive")
    __invert__ = _unary("bitwise_invert")
    __eq__ = _binary("equal")  # type: ignore[assignment]
    __ne__ = _binary("not_equal")  # type: ignore[assignment]
    __lt__ = _binary("less")
    __le__ = _binary("less_equal")
    __gt__ = _binary("greater")
    __ge__ = _binary("greater_equal")
    __add__ = _binary("add")
    __sub__ = _binary("subtract")
    __mul__ = _binary("multiply")
    __truediv__ = _binary("divide")
    __floordiv__ = _binary("floor_divide")
    __mod__ = _binary("remainder")
    __pow__ = _binary("pow")
    __matmul__ = _binary("matmul")
    __and__ = _binary("bitwise_and")
    __or__ = _binary("bitwise_or")
    __xor__ = _binary("bitwise_xor")
    __lshift__ = _binary("bitwise_left_shift")
    __rshift__ = _binary("bitwise_right_shift")
    __radd__ = _binary("add", swapped=True)
    __rsub__ = _binary("subtract", swapped=True)
    __rmul__ = _binary("multiply", swapped=True)
    __rtruediv__ = _binary("divide", swapped=True)
    __rfloordiv__ = _binary("floor_divide", swapped=True)
    __rmod__ = _binary("remainder", swapped=True)
    __rpow__ = _binary("pow", swapped=True)
    __rmatmul__ = _binary("matmul", swapped=True)
    __rand__ = _binary("bitwise_and", swapped=True)
    __ror__ = _binary("bitwise_or", swapped=True)
    __rxor__ = _binary("bitwise_xor", swapped=True)
    __rlshift__ = _binary("bitwise_left_shift", swapped=True)
    __rrshift__ = _binary("bitwise_right_shift", swapped=True)
    __iadd__ = _in_place("add")
    __isub__ = _in_place("subtract")
    __imul__ = _in_place("multiply")
    __itruediv__ = _in_place("divide")
    __ifloordiv__ = _in_place("floor_divide")
    __imod__ = _in_place("remainder")
    __ipow__ = _in_place("pow")
    __imatmul__ = _in_place("matmul")
    __iand__ = _in_place("bitwise_and")
    __ior__ = _in_place("bitwise_or")
    __ixor__ = _in_place("bitwise_xor")
    __ilshift__ = _in_place("bitwise_left_shift")
    __irshift__ = _in_place("bitwise_right_shift")


_OPERANDS = (Array, np.ndarray, np.generic, bool, int, float, complex)


def _items(key: Any) -> tuple[Any, ...]:
    items = key if isinstance(key, tuple) else (key,)
    return tuple(
        Slice(each.start, each.stop, each.step) if isinstance(each, slice) else each
        for each in items
    )

"""Arrays of CuPy and other libraries that are on the device already: what a call makes of them.

They come in by DLPack (or `__cuda_array_interface__`, where there is none) without a copy. Where a
call is given one, its results stay on the device, and are arrays of that library too; CuPy's, if it
has no `from_dlpack`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from dslc.ir.lent import Lender, Lent

from .annotations import Spec, TensorSpec
from .conversion import shared
from .devices import Device, lender, resolved
from .separation import Convert, Unfit

_ON_GPU = (2, 13)
"""Kinds of devices of DLPack: memory of CUDA, and memory that CUDA manages."""


class Lending:
    """Takes the arguments of one call, of which some may be on the device.

    Args:
        device: where the function runs.
        leaf: checks one value that is not.
    """

    def __init__(self, device: Device, leaf: Convert) -> None:
        self._device: Device = device
        self._leaf = leaf
        self._like: Any = None  # the first argument that is on the device
        self._lender: Lender | None = None

    def __call__(self, spec: Spec, value: Any) -> Any:
        """The value as the leaf `spec` declares it.

        Raises:
            Unfit: when it is something else.
        """
        if not isinstance(spec, TensorSpec) or not _is_on_gpu(value):
            return self._leaf(spec, value)
        if resolved(self._device) not in ("cuda", "cuda-emulated"):
            return self._leaf(spec, value)
        device = self._lender = self._lender or lender(resolved(self._device))
        memory = shared(value, device.adopt, "the device")
        dense = device.dense(memory)
        if spec.inout and (dense is not memory or _is_read_only(value)):
            got = "a read-only array" if dense is memory else "no array in C order"
            raise Unfit(got, "pass a copy")
        self._like = value if self._like is None else self._like
        return self._leaf(spec, Lent(device, dense))

    def given(self, results: Sequence[Any], updates: int) -> Sequence[Any]:
        """Results of a graph as the caller's kind: arrays of the library of the first argument.

        The last ones are only for the parameters that it updates, and stay what they are.
        """
        if self._like is None:
            return results
        count = len(results) - updates
        shown = [self._as_kind(each) if _is_array(each) else each for each in results[:count]]
        return [*shown, *results[count:]]

    def _as_kind(self, result: Lent | np.ndarray[Any, Any]) -> Any:
        if isinstance(result, np.ndarray):
            assert self._lender is not None
            made = Lent(self._lender, self._lender.empty(result.shape, result.dtype))
            made.write(result)
            result = made
        take = getattr(_library_of(self._like), "from_dlpack", None)
        return result.memory if take is None else take(result.memory)


def _is_array(value: Any) -> bool:
    return isinstance(value, Lent | np.ndarray)


def _is_on_gpu(value: Any) -> bool:
    """Whether a value is an array in the memory of a GPU."""
    if isinstance(value, np.ndarray | np.generic | bool | int | float | complex | list | tuple):
        return False
    if hasattr(value, "__dlpack_device__"):
        return value.__dlpack_device__()[0] in _ON_GPU
    return hasattr(value, "__cuda_array_interface__")


def _is_read_only(value: Any) -> bool:
    interface = getattr(value, "__cuda_array_interface__", None)
    return interface is not None and bool(interface["data"][1])


def _library_of(array: Any) -> Any:
    """What has the `from_dlpack` of an array: its namespace, else the module of its class."""
    if hasattr(array, "__array_namespace__"):
        return array.__array_namespace__()
    return sys.modules[type(array).__module__.partition(".")[0]]

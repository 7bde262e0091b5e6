"""The public names of NumPy that are no ops: what building knows, and what is refused, and why.

`tests/transpile/test_numpy_names.py` compares this and the ops with all names of NumPy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_FILES = "a graph reads and writes no files: load before the call, save what it returns"
_TEXT = "a graph has no text: return the array, and format it outside"
_PROCESS = "it is about NumPy in this process, not about values: call it outside of the graph"
_DATES = "a graph has no dates: pass numbers, as in `x.astype(np.int64)`"
_MEMORY = "where arrays lie is not part of what a graph means: leave it out"
_LAYOUT = "layouts are not part of what a graph means: take the array itself, or `np.copy(x)`"
_BUFFERS = "a graph takes arrays: make one before the call and pass it"
_ITERATORS = "write a loop over `range(len(x))`, or an operation on whole arrays"
_FUNCTIONS = "write the function on whole arrays, or a loop that calls it"
_MATRICES = "the class `np.matrix` is no array of the language: use arrays and `@`"
_CLASSES = "a graph has arrays of numbers, no arrays of other classes: use its fields"
_PLACES = "which elements stand beside those places depends on the machine"
_BY_VALUE = "the dtype of what it gives depends on the values"
_STRINGS = "a graph has arrays of numbers alone: encode text as numbers before the call"

KEPT: dict[str, str] = {
    "constants": "e euler_gamma False_ inf little_endian nan newaxis pi True_ __version__",
    "element types": "bool bool_ byte cdouble complex128 complex64 csingle double float16 float32 "
    "float64 half int16 int32 int64 int8 int_ intc intp long longlong short single ubyte uint "
    "uint16 uint32 uint64 uint8 uintc uintp ulong ulonglong ushort",
    "kinds of element types": "character complexfloating dtype dtypes flexible floating generic "
    "inexact integer number ScalarType sctypeDict signedinteger typecodes typing unsignedinteger",
    "questions about element types": "finfo iinfo isdtype issubdtype mintypecode promote_types "
    "__array_namespace_info__",
    "other things": "core errstate exceptions fft ix_ lib linalg ufunc",
}
"""What the language takes as it is, since building knows it."""

NO_DTYPES = [
    "bytes_",
    "clongdouble",
    "complex192",
    "complex256",
    "datetime64",
    "float128",
    "float96",
    "longdouble",
    "object_",
    "record",
    "str_",
    "timedelta64",
    "void",
]
"""Element types that arrays of a graph do not have."""

FUNCTIONS: dict[str, str] = {
    "argpartition": f"{_PLACES}: write `np.argsort`, and take the first ones",
    "array2string": _TEXT,
    "array_repr": _TEXT,
    "array_str": _TEXT,
    "asarray_chkfinite": "write `assert np.all(np.isfinite(x))`",
    "ascontiguousarray": _LAYOUT,
    "asfortranarray": _LAYOUT,
    "asmatrix": _MATRICES,
    "base_repr": _TEXT,
    "binary_repr": _TEXT,
    "bmat": f"{_MATRICES}; `np.block` joins them",
    "broadcast": "write `np.broadcast_arrays`",
    "broadcast_shapes": "write `np.broadcast_arrays(x, y)[0].shape`",
    "busday_count": _DATES,
    "busday_offset": _DATES,
    "busdaycalendar": _DATES,
    "common_type": "write `np.result_type`",
    "datetime_as_string": _DATES,
    "datetime_data": _DATES,
    "einsum_path": "write `np.einsum`: the order of its products is chosen while building",
    "empty": "its elements are whatever was there: write `np.zeros`",
    "empty_like": "its elements are whatever was there: write `np.zeros_like`",
    "flatiter": _ITERATORS,
    "format_float_positional": _TEXT,
    "format_float_scientific": _TEXT,
    "from_dlpack": _BUFFERS,
    "frombuffer": _BUFFERS,
    "fromfile": _FILES,
    "fromiter": _BUFFERS,
    "frompyfunc": _FUNCTIONS,
    "fromregex": _FILES,
    "fromstring": _BUFFERS,
    "genfromtxt": _FILES,
    "get_include": _PROCESS,
    "get_printoptions": _PROCESS,
    "getbufsize": _PROCESS,
    "geterr": _PROCESS,
    "geterrcall": _PROCESS,
    "info": _TEXT,
    "is_busday": _DATES,
    "isfortran": _LAYOUT,
    "isnat": _DATES,
    "iterable": "write `x.ndim > 0`",
    "load": _FILES,
    "loadtxt": _FILES,
    "matrix": _MATRICES,
    "may_share_memory": _MEMORY,
    "memmap": _FILES,
    "min_scalar_type": f"{_BY_VALUE}: write the dtype, or `np.result_type`",
    "ndenumerate": "write `for i in range(len(x))`, one loop for each axis",
    "ndindex": "write `for i in range(len(x))`, one loop for each axis",
    "ndarray": _BUFFERS,
    "nditer": _ITERATORS,
    "nested_iters": _ITERATORS,
    "partition": f"{_PLACES}: write `np.sort`, which has the k-th one in its place too",
    "poly1d": "write its coefficients as an array, and `np.polyval`, `np.polyadd`, `np.polymul`",
    "printoptions": _PROCESS,
    "real_if_close": f"{_BY_VALUE}: write `x.real`",
    "recarray": _CLASSES,
    "require": _LAYOUT,
    "roots": f"{_BY_VALUE}: write `np.linalg.eigvals` of the companion matrix, cast to "
    "`np.complex128`",
    "save": _FILES,
    "savetxt": _FILES,
    "savez": _FILES,
    "savez_compressed": _FILES,
    "set_printoptions": _PROCESS,
    "setbufsize": _PROCESS,
    "seterr": _PROCESS,
    "seterrcall": _PROCESS,
    "shares_memory": _MEMORY,
    "show_config": _PROCESS,
    "show_runtime": _PROCESS,
    "sort_complex": "write `np.sort(x.astype(np.complex128))`",
    "test": _PROCESS,
    "typename": "write the name of `x.dtype`, which is known while building",
    "unique_values": "versions of NumPy give another order: write `np.unique(x, equal_nan=False)`",
    "vectorize": _FUNCTIONS,
}
"""Functions and classes that no graph function calls with values of the run."""

WRAPPING = (np.vectorize, np.frompyfunc)
"""What makes a function of NumPy's of one of single numbers."""

INDEXED: dict[str, str] = {
    "c_": "write `np.stack((x, y), axis=1)`, or `np.column_stack`",
    "index_exp": "write the slices in brackets, as in `x[1:]`",
    "mgrid": "write `np.meshgrid(np.arange(n), np.arange(m), indexing='ij')`",
    "ogrid": "write `np.arange(n)[:, None]` and `np.arange(m)`",
    "r_": "write `np.concatenate((x, y))`, and `np.arange` for a range",
    "s_": "write the slices in brackets, as in `x[1:]`",
}
"""Objects that mean something by what stands in their brackets."""

MODULES: dict[str, str] = {
    "char": _STRINGS,
    "ctypeslib": _MEMORY,
    "emath": f"{_BY_VALUE}: cast to `np.complex128`, and write the function of `np` itself",
    "f2py": "pass what it computes, or write that in NumPy",
    "ma": "a graph has no masked arrays: pass the mask too, and write `np.where(mask, x, y)`",
    "polynomial": "write `np.polyval` and its like, whose coefficients begin with the highest",
    "random": "draw with a key, as in `dslc.random.normal(key, shape)`",
    "rec": _CLASSES,
    "strings": _STRINGS,
    "testing": "write `assert np.allclose(x, y)`",
}
"""Modules of NumPy whose functions are not part of the language."""

ATTRIBUTES: dict[str, str] = {
    "argpartition": f"{_PLACES}: write `np.argsort`",
    "base": _MEMORY,
    "byteswap": _MEMORY,
    "choose": "write `np.choose(x, choices)`",
    "ctypes": _MEMORY,
    "data": _MEMORY,
    "device": "a graph runs where it is compiled for: see `dslc.compile(f, device=...)`",
    "dump": _FILES,
    "dumps": _FILES,
    "fill": "let it be a statement of its own, or write `x[...] = value`",
    "flags": _LAYOUT,
    "flat": "write `x.reshape(-1)`, or `x[...] = value`",
    "getfield": _MEMORY,
    "itemsize": "write `x.dtype.itemsize`",
    "nbytes": "write `x.size * x.dtype.itemsize`",
    "partition": f"{_PLACES}: `x = np.sort(x)` makes a sorted array",
    "resize": "write `x = np.resize(x, shape)`",
    "setfield": _MEMORY,
    "setflags": _LAYOUT,
    "strides": _LAYOUT,
    "to_device": "a graph runs where it is compiled for: see `dslc.compile(f, device=...)`",
    "tobytes": _FILES,
    "tofile": _FILES,
    "tolist": "return the array, and write `.tolist()` of what the call gives",
    "view": "the bits of numbers are not at hand: `x.astype(dtype)` converts, `x[...]` is a view",
}
"""Attributes of arrays that arrays of a graph do not have."""


def refused_function(function: Any) -> str | None:
    """Why a function or class of NumPy is refused; None for what is not listed."""
    for name, help_ in FUNCTIONS.items():
        if getattr(np, name, None) is function:
            return help_
    module = getattr(function, "__module__", None) or ""
    inner = module.removeprefix("numpy.").partition(".")[0]
    if module.startswith(("numpy.lib.scimath", "numpy.lib._scimath")):
        inner = "emath"
    return MODULES.get(inner) if module.startswith("numpy.") else None


def refused_index(value: Any) -> str | None:
    """What to write in place of an object of NumPy that is indexed, such as `np.r_`."""
    return next((INDEXED[name] for name in INDEXED if getattr(np, name) is value), None)

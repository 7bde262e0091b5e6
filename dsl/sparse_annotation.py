"""`CSR[f32, n, m]` and `COO[f32, n, m, i32]`: what they say, and what values they take."""

from __future__ import annotations

from typing import Any

import numpy as np

from dslc.ir.dims import Dim, symbol
from dslc.ir.dtypes import BY_NAME, dtype_name

from .annotations import TensorSpec, read_dtype, read_size, unknown_annotation
from .parametric import ParametricSpec
from .separation import Unfit

INTEGER = BY_NAME["i64"]
INDICES = (INTEGER, BY_NAME["i32"])
"""The dtypes of rows, columns and pointers."""


def sparse_spec(cls: type[Any], items: Any) -> ParametricSpec:
    """The spec of `CSR[dtype, rows, columns]`, or of a `COO`; behind it the dtype of indices.

    Raises:
        DslError: `annotation-unknown`.
    """
    name = cls.__name__
    compressed = name == "CSR"
    dtype, *sizes = items if isinstance(items, tuple) else (items,)
    element = read_dtype(name, dtype)
    *sizes, index = (*sizes, INTEGER) if len(sizes) == 2 else sizes or (None,)
    if len(sizes) != 2 or isinstance(index, int | Dim):
        message = f"the sizes in `{name}[...]` are the number of rows and that of columns"
        raise unknown_annotation(message, f"write {name}[f32, n, m]")
    index = read_dtype(name, index)
    if index not in INDICES:
        message = f"rows and columns of a `{name}` are i64 or i32, not {dtype_name(index)}"
        raise unknown_annotation(message, f"write {name}[f32, n, m, i32]")
    rows, columns = (read_size(name, size) for size in sizes)
    entries = TensorSpec(index, (symbol("entries"),))
    places = {"rows": entries, "columns": entries}
    if compressed:
        places = {"indices": entries, "indptr": TensorSpec(index, (rows + 1,))}
    data = TensorSpec(element, entries.shape)
    extent = TensorSpec(BY_NAME["u8"], (rows, columns, 0))
    fields = {"data": data, **places, "extent": extent}
    of = "" if index == INTEGER else f", {dtype_name(index)}"
    text = f"{name}[{dtype_name(element)}, {rows}, {columns}{of}]"
    rule, repair = (check_compressed, with_pointers) if compressed else (check_places, with_places)
    own = ("entries",)
    return ParametricSpec(cls, "dataclass", tuple(fields.items()), text, own, rule, repair)


def check_compressed(value: Any) -> None:
    """Refuse pointers that do not divide the entries into rows, and columns that are not there."""
    if not isinstance(value.indptr, np.ndarray) or not isinstance(value.indices, np.ndarray):
        return  # of a graph that is being built, whose ops look
    indptr, entries = value.indptr, len(value.data)
    falls = (indptr[1:] < indptr[:-1]).any()
    if len(indptr) == 0 or indptr[0] != 0 or indptr[-1] != entries or falls:
        raise Unfit(
            f"a CSR whose `indptr` does not rise from 0 to {entries}, the number of entries",
            "make it with `dslc.sparse.csr`",
        )
    _check_inside(value.indices, value.extent.shape[1], "CSR", "column")


def check_places(value: Any) -> None:
    """Refuse rows and columns that are not there."""
    if not isinstance(value.rows, np.ndarray) or not isinstance(value.columns, np.ndarray):
        return
    rows, columns, _ = value.extent.shape
    _check_inside(value.rows, rows, "COO", "row")
    _check_inside(value.columns, columns, "COO", "column")


def _check_inside(places: np.ndarray[Any, Any], size: int, name: str, what: str) -> None:
    # Below 0 is beyond every size, of numbers without a sign.
    if places.dtype not in INDICES or not len(places):
        return
    if places.view(f"u{places.dtype.itemsize}").max() < size:
        return
    outside = places[(places < 0) | (places >= size)][0]
    fault = f"a {name} with an entry in {what} {outside}, where there are {size}"
    raise Unfit(fault, f"make it with `dslc.sparse.{name.lower()}`")


# --- drawn values ---------------------------------------------------------------------------------


def with_pointers(value: Any) -> Any:
    """A matrix in compressed rows with pointers and columns made of any integers."""
    rows, columns, _ = value.extent.shape
    count = len(value.data) if rows and columns else 0
    indptr = np.sort(value.indptr % (count + 1))
    indptr[:1], indptr[len(indptr) - 1 :] = 0, count
    indices = value.indices[:count] % max(columns, 1)
    return type(value)(value.data[:count], indices, indptr, value.extent)


def with_places(value: Any) -> Any:
    """A matrix in coordinates with places made of any integers."""
    rows, columns, _ = value.extent.shape
    count = len(value.data) if rows and columns else 0
    places = value.rows[:count] % max(rows, 1), value.columns[:count] % max(columns, 1)
    return type(value)(value.data[:count], *places, value.extent)

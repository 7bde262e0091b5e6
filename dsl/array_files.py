"""Files of named arrays: `.npz` and `.safetensors`. Nothing in such a file is ever executed."""

from __future__ import annotations

import importlib
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError

Arrays: TypeAlias = Mapping[str, np.ndarray[Any, Any]]

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)

# The names of element types in a safetensors file: huggingface/safetensors, "Format".
_ELEMENTS = {
    "BOOL": np.dtype(np.bool_),
    "U8": np.dtype(np.uint8),
    "I8": np.dtype(np.int8),
    "U16": np.dtype(np.uint16),
    "I16": np.dtype(np.int16),
    "U32": np.dtype(np.uint32),
    "I32": np.dtype(np.int32),
    "U64": np.dtype(np.uint64),
    "I64": np.dtype(np.int64),
    "F16": np.dtype(np.float16),
    "BF16": BFLOAT16,
    "F32": np.dtype(np.float32),
    "F64": np.dtype(np.float64),
    "C64": np.dtype(np.complex64),
}


def read_arrays(path: str | os.PathLike[str]) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays in a file by name; they may be written to.

    A `.npz` file has them in the order in which they were written, the other kind sorted by name.

    bfloat16 comes out of a `.npz` file as two bytes without a type, as NumPy writes it.

    Raises:
        DslError: `params-unreadable`.
    """
    file = Path(path)
    read = {".npz": _read_npz, ".safetensors": _read_safetensors}.get(file.suffix)
    if read is None:
        raise _unreadable(file, f"`{file.suffix}` is no kind of file for arrays", _KINDS)
    try:
        return read(file)
    except DslError:
        raise
    except FileNotFoundError:
        raise _unreadable(file, "there is no such file") from None
    except Exception as error:  # noqa: BLE001  (the libraries raise what they like)
        raise _unreadable(file, f"{type(error).__name__}: {error}") from None


def write_arrays(path: str | os.PathLike[str], arrays: Arrays) -> None:
    """Write arrays to a file, `.npz` or `.safetensors`.

    Raises:
        DslError: `params-unreadable` for another kind of file; OSError where it cannot be written.
    """
    file = Path(path)
    write = {".npz": _write_npz, ".safetensors": _write_safetensors}.get(file.suffix)
    if write is None:
        raise _unreadable(file, f"`{file.suffix}` is no kind of file for arrays", _KINDS)
    # What is written only in part never has the name.
    part = file.with_name(f"{file.name}.part")
    try:
        write(part, arrays)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


_KINDS = "use .npz or .safetensors"


def _read_npz(file: Path) -> dict[str, np.ndarray[Any, Any]]:
    with np.load(file, allow_pickle=False) as found:
        return {name: found[name] for name in found.files}


def _write_npz(file: Path, arrays: Arrays) -> None:
    # Not `np.savez`: it writes the time, and an array cannot have the name of its parameter.
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as entry:
                np.lib.format.write_array(entry, array, allow_pickle=False)


def _read_safetensors(file: Path) -> dict[str, np.ndarray[Any, Any]]:
    found: dict[str, np.ndarray[Any, Any]] = {}
    entries = _library(file, "safetensors").deserialize(file.read_bytes())
    for name, entry in sorted(entries, key=lambda pair: pair[0]):  # the library keeps no order
        dtype = _ELEMENTS.get(entry["dtype"])
        if dtype is None:
            raise _unreadable(file, f"`{name}` has elements of type {entry['dtype']}")
        flat = np.frombuffer(entry["data"], dtype.newbyteorder("<"))
        found[name] = flat.astype(dtype).reshape(entry["shape"])
    return found


def _write_safetensors(file: Path, arrays: Arrays) -> None:
    whole = {name: np.array(array, order="C") for name, array in arrays.items()}
    _library(file, "safetensors.numpy").save_file(whole, file)


def _library(file: Path, name: str) -> Any:
    """The library for safetensors files, which is an extra."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise _unreadable(
            file, "the package safetensors is not installed", "install dslc[safetensors]"
        ) from None


def _unreadable(file: Path, fault: str, help_text: str | None = None) -> DslError:
    message = f"`{file}` cannot be used: {fault}"
    return DslError(Diagnostic("params-unreadable", message, help=help_text))

"""Annotations: `Tensor[f32, n, 2*m + 1]`, `InOut[f32, n]`, `Scalar[f32]`, `Static[int]`.

When the program runs, each is a small record, a spec. Static checkers see the element type
(`arrays.py`) instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_origin

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, Size, parse
from dslc.ir.dtypes import BY_NAME, NAMES, dtype_name

from .arrays import Array

__all__ = [
    "Array",
    "InOut",
    "OptionalSpec",
    "Scalar",
    "ScalarSpec",
    "Spec",
    "Static",
    "StaticSpec",
    "Tensor",
    "TensorSpec",
]


class Spec:
    """What an annotation says of a value; `repr` is its spelling in the source."""

    __slots__ = ()

    def __or__(self, other: object) -> OptionalSpec:
        return OptionalSpec(self) if other is None or other is type(None) else NotImplemented

    def __ror__(self, other: object) -> OptionalSpec:
        return self | other


@dataclass(frozen=True, slots=True, repr=False)
class TensorSpec(Spec):
    """An array of this dtype and shape; `inout`: the function may write to it."""

    dtype: np.dtype[Any]
    shape: tuple[Size, ...]
    inout: bool = False

    def __repr__(self) -> str:
        sizes = ", ".join(map(str, self.shape)) or "()"
        return f"{'InOut' if self.inout else 'Tensor'}[{dtype_name(self.dtype)}, {sizes}]"


@dataclass(frozen=True, slots=True, repr=False)
class ScalarSpec(Spec):
    """A NumPy scalar of this dtype."""

    dtype: np.dtype[Any]

    def __repr__(self) -> str:
        return f"Scalar[{dtype_name(self.dtype)}]"


@dataclass(frozen=True, slots=True, repr=False)
class StaticSpec(Spec):
    """A Python object that is known while the graph is built; each value has its own graph.

    `bare` where the annotation is the type alone, as in `name: str`.
    """

    type: Any
    bare: bool = False

    def __repr__(self) -> str:
        name = "None" if self.type is type(None) else spell(self.type)
        return name if self.bare else f"Static[{name}]"

    def accepts(self, value: object) -> bool:
        """Whether the value is of the type, as far as a class tells."""
        cls = get_origin(self.type) or self.type
        if cls is float and type(value) is int:
            return True
        return not isinstance(cls, type) or isinstance(value, cls)


@dataclass(frozen=True, slots=True, repr=False)
class OptionalSpec(Spec):
    """What `inner` says, or None; which of both is known while the graph is built."""

    inner: Any

    def __repr__(self) -> str:
        return f"{spell(self.inner)} | None"


def spell(annotation: object) -> str:
    """An annotation as it stands in a source."""
    # The repr of a function tells its address; `tuple[int, ...]` has the name of `tuple`.
    name = None if get_origin(annotation) else getattr(annotation, "__name__", None)
    return name if isinstance(name, str) else repr(annotation)


if TYPE_CHECKING:
    from typing import Annotated, TypeVar
    from typing import Annotated as InOut
    from typing import Annotated as Ragged
    from typing import Annotated as Tensor

    __all__ += ["Ragged"]
    _T = TypeVar("_T")
    Scalar = Annotated[_T | Any, "scalar"]
    Static = Annotated[_T, "static"]
else:

    class Tensor:
        """`Tensor[f32, n, 64]`: an array; `Tensor[f32, ()]` has rank 0.

        A size is a dim, an int or text such as "2*n + 1".
        """

        def __class_getitem__(cls, items: object) -> TensorSpec:
            return _tensor("Tensor", items, inout=False)

    class InOut:
        """`InOut[f32, n]`: an array that the function may write to."""

        def __class_getitem__(cls, items: object) -> TensorSpec:
            return _tensor("InOut", items, inout=True)

    class Scalar:
        """`Scalar[f32]`: a NumPy scalar; a call may give a Python number for it."""

        def __class_getitem__(cls, dtype: object) -> ScalarSpec:
            return ScalarSpec(read_dtype("Scalar", dtype))

    class Static:
        """`Static[int]`: a value that is known while the graph is built."""

        def __class_getitem__(cls, type_: object) -> StaticSpec:
            return StaticSpec(type_)


def _tensor(head: str, items: object, *, inout: bool) -> TensorSpec:
    dtype, *sizes = items if isinstance(items, tuple) else (items,)
    if len(sizes) == 1 and type(sizes[0]) is tuple and not sizes[0]:
        sizes = []
    return TensorSpec(
        read_dtype(head, dtype), tuple(read_size(head, size) for size in sizes), inout
    )


def read_dtype(head: str, dtype: object) -> np.dtype[Any]:
    """An element type in `head[...]`."""
    if isinstance(dtype, str):
        found = BY_NAME.get(dtype)
    elif isinstance(dtype, np.dtype):
        found = dtype if dtype in NAMES else None
    else:
        found = next((each for each in NAMES if each.type is dtype), None)
    if found is None:
        fault = f"`{spell(dtype)}` in `{head}[...]` is no element type"
        raise unknown_annotation(fault, f"write one of {', '.join(BY_NAME)}")
    return found


def read_size(head: str, size: object) -> Size:
    """A size in `head[...]`: a dim, an int or text such as "2*n + 1"."""
    if isinstance(size, str):
        return parse(size)
    if isinstance(size, Dim):
        return size
    if isinstance(size, int | np.integer) and not isinstance(size, bool) and size >= 0:
        return int(size)
    raise unknown_annotation(
        f"`{spell(size)}` in `{head}[...]` is no size",
        'write a dim of `dslc.dims`, an int of 0 or more, or text such as "2*n + 1"',
    )


def unknown_annotation(message: str, help_text: str | None = None) -> DslError:
    """The error for an annotation that means nothing here."""
    return DslError(Diagnostic("annotation-unknown", message, help=help_text))

"""Structs of `dslc` itself whose annotations have parameters, as `Ragged[f32, B, "*", 64]`.

Such a class is a frozen dataclass. Its methods are in the language and are inlined where they are
called; `LIBRARY` names the modules whose functions are. `Class[...]` gives a `ParametricSpec`,
whose dims are those of the function, but for its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from dslc.ir.dims import Size, substitute, symbol
from dslc.ir.dtypes import dtype_name

from .annotations import Spec, TensorSpec
from .specs import StructSpec

LIBRARY = (
    "dslc.numpy_functions",
    "dslc.ragged",
    "dslc.recurrent",
    "dslc.sparse",
    "dslc.sparse_matrices",
    "dslc.tokens",
)
"""Modules of `dslc` that are written in the language."""


def is_library(value: Any) -> bool:
    """Whether a function or class is in a module that is written in the language."""
    return getattr(value, "__module__", None) in LIBRARY


def parametric_text(alias: str, name: str, value: Any) -> str:
    """The annotation for a value of such a class: each size a dim that is called after `name`.

    Args:
        alias: what `dslc` is called.
        name: that of the parameter.
        value: a ragged value or a sparse matrix.
    """
    cls = type(value).__name__
    dtype, count = (
        (value.values.dtype, value.values.ndim) if cls == "Ragged" else (value.data.dtype, 2)
    )
    sizes = [f'"{name}{axis}"' for axis in range(count)]
    if cls == "Ragged":
        sizes.insert(1, '"*"')
    return f"{alias}.{cls}[{', '.join([f'{alias}.{dtype_name(dtype)}', *sizes])}]"


@dataclass(frozen=True, slots=True, repr=False)
class ParametricSpec(StructSpec):
    """A struct with parameters.

    Attributes:
        text: how its annotation is written.
        own: the names of sizes that each value has for itself.
        rule: raises Unfit for a value whose arrays are not what the class stands for.
        repair: makes of a value with arrays of these types one that the rule takes.
    """

    text: str
    own: tuple[str, ...]
    rule: Callable[[Any], None]
    repair: Callable[[Any], Any] = lambda value: value
    has_own_dims: ClassVar[bool] = False
    is_checked: ClassVar[bool] = True

    def __repr__(self) -> str:
        return self.text

    def fields_at(self, path: str) -> tuple[tuple[str, Spec], ...]:
        """The fields, its own sizes called after the path: `x_total`."""
        name = re.sub(r"\W+", "_", path).strip("_")
        sizes: dict[str, Size] = {each: symbol(f"{name}_{each}") for each in self.own}
        return tuple((field, _with_sizes(spec, sizes)) for field, spec in self.fields)

    def check(self, value: Any) -> None:
        self.rule(value)

    def repaired(self, value: Any) -> Any:
        return self.repair(value)


def _with_sizes(spec: Spec, sizes: dict[str, Size]) -> Spec:
    if not isinstance(spec, TensorSpec):
        return spec
    return replace(spec, shape=tuple(substitute(size, sizes) for size in spec.shape))

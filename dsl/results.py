"""What a function returns: flattened while building, put together at each call, and declared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import numpy as np

from dslc.ir.comparison import Comparison
from dslc.ir.diagnostics import Diagnostic, DslError, Note, Span
from dslc.ir.dims import Dim, Size, substitute, symbol_dims, symbols
from dslc.ir.dtypes import dtype_name
from dslc.ir.graph import Literal, Value, type_of
from dslc.ir.listed import Listed
from dslc.ir.op import RuleError
from dslc.ir.place import Place
from dslc.ir.types import NumberType, ScalarType, TensorType, Type, type_of_python
from dslc.ir.unify import bind_shapes, bounds_of
from dslc.ir.variable import held

from .annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from .specs import (
    DictSpec,
    ListSpec,
    NumberSpec,
    StructSpec,
    TupleSpec,
    struct_fields,
)
from .structure import Constant, Entries, Fields, Items, OneValue, Part, Rows, Structure


def flatten(result: Any, place: Place) -> tuple[list[Any], Structure]:
    """The values and numbers in a result, and its structure.

    Raises:
        DslError: `result-unsupported` for what is no value, text, None, or container of these.
    """
    flat: list[Any] = []
    whole = _taken_apart(result, flat, place)
    if isinstance(whole, OneValue):
        return flat, Structure(whole, "one")
    of_values = type(result) is tuple and len(flat) == len(result)
    of_values = of_values and all(_type(item) is not None for item in result)
    return flat, Structure(whole, "tuple" if of_values else "other")


def _taken_apart(result: Any, flat: list[Any], place: Place) -> Part:
    result = held(result)
    if isinstance(
        result, Value | Literal | Dim | bool | int | float | complex | np.generic | np.ndarray
    ):
        flat.append(result)
        return OneValue()
    if isinstance(result, Listed):
        flat.append(result.rows)
        return Rows(result.of)
    if result is None or isinstance(result, str):
        return Constant(result)
    cls = type(result)
    found = struct_fields(cls)
    if found is not None:
        names = found[1]
        fields = [_taken_apart(getattr(result, name), flat, place) for name in names]
        return Fields(cls, names, tuple(fields))
    if cls in (tuple, list):
        return Items(cls, tuple([_taken_apart(item, flat, place) for item in result]))
    if cls is dict:
        parts = [_taken_apart(item, flat, place) for item in result.values()]
        return Entries(tuple(result), tuple(parts))
    message = f"a {cls.__name__} cannot be returned"
    help_text = "return arrays and numbers, or tuples, lists, dicts and dataclasses of them"
    raise DslError(Diagnostic("result-unsupported", message, place.span, help=help_text))


# --- the declared result ----------------------------------------------------------------------


class Declaration:
    """Compares what a function returned with its result annotation.

    Args:
        name: of the function.
        need: told of what must hold of declared sizes and those there are; raises RuleError where
            it does not.
        span: the statement that returned, or the annotation.
        dims: the function's dims, or their numbers, by name; a further name in the annotation
            stands for any size, the same wherever it stands.
    """

    def __init__(
        self,
        name: str,
        need: Callable[[Comparison], None],
        span: Callable[[], Span | None],
        dims: Mapping[str, Size],
    ) -> None:
        self._name = name
        self._need = need
        self._span = span
        self._bound: dict[str, Size] = dict(dims)

    def check(self, spec: Spec, result: Any, path: str = "the result") -> None:
        """Compare the result, or a part of it, with its spec.

        Raises:
            DslError: `shape-mismatch`, `dtype-mismatch`, or with the code that `need` raises.
        """
        if isinstance(spec, OptionalSpec):
            if result is not None:
                self.check(spec.inner, result, path)
        elif isinstance(spec, StructSpec):
            self._check_struct(spec, result, path)
        elif isinstance(spec, TupleSpec | ListSpec):
            self._check_items(spec, result, path)
        elif isinstance(spec, DictSpec):
            self._check_dict(spec, result, path)
        elif isinstance(spec, StaticSpec):
            if not spec.accepts(result):
                self._refuse("dtype-mismatch", path, spec, _kind(result))
        else:
            self._check_leaf(spec, result, path)

    def _check_struct(self, spec: StructSpec, result: Any, path: str) -> None:
        if not spec.accepts(result):
            self._refuse("dtype-mismatch", path, spec, _kind(result))
        own_dims = self
        if spec.has_own_dims:
            own_dims = Declaration(self._name, self._need, self._span, {})
        for name, inner in spec.fields_at(path):
            own_dims.check(inner, getattr(result, name), f"`{name}` of {path}")

    def _check_items(self, spec: TupleSpec | ListSpec, result: Any, path: str) -> None:
        if isinstance(result, Listed):
            if not isinstance(spec, ListSpec) or spec.cls is not list:
                self._refuse("dtype-mismatch", path, spec, _kind(result))
            self.check(spec.item, Value(result.item_type), f"an item of {path}")
            return
        cls = tuple if isinstance(spec, TupleSpec) else spec.cls
        if not isinstance(result, cls):
            self._refuse("dtype-mismatch", path, spec, _kind(result))
        specs = spec.items if isinstance(spec, TupleSpec) else (spec.item,) * len(result)
        if len(result) != len(specs):
            self._refuse("dtype-mismatch", path, spec, _kind(result))
        for number, (inner, item) in enumerate(zip(specs, result, strict=True)):
            self.check(inner, item, f"item {number} of {path}")

    def _check_dict(self, spec: DictSpec, result: Any, path: str) -> None:
        if not isinstance(result, dict):
            self._refuse("dtype-mismatch", path, spec, _kind(result))
        for key, item in result.items():
            if type(key) is not spec.key:
                self._refuse("dtype-mismatch", f"the key {key!r} of {path}", spec, _kind(key))
            self.check(spec.value, item, f"item {key!r} of {path}")

    def _check_leaf(self, spec: Spec, result: Any, path: str) -> None:
        type_ = _type(result)
        if isinstance(spec, TensorSpec) and isinstance(type_, TensorType):
            if type_.dtype != spec.dtype:
                self._refuse("dtype-mismatch", path, spec, str(type_))
            if type_.rank != len(spec.shape):
                self._refuse("shape-mismatch", path, spec, str(type_))
            self._check_sizes(spec, type_, path)
            return
        same_scalar = isinstance(spec, ScalarSpec) and type_ == ScalarType(spec.dtype)
        if same_scalar or (isinstance(spec, NumberSpec) and type_ == NumberType(spec.kind)):
            return
        scalar = None
        if isinstance(type_, ScalarType):
            scalar = f"declare Scalar[{dtype_name(type_.dtype)}]"
        self._refuse("dtype-mismatch", path, spec, _kind(result), scalar)

    def _check_sizes(self, spec: TensorSpec, type_: TensorType, path: str) -> None:
        declared, known = TensorType(spec.dtype, spec.shape), set(self._bound)
        bind_shapes([("", declared)], [type_.shape], self._bound, rounded=True)
        for size, actual in zip(spec.shape, type_.shape, strict=True):
            unknown = next((name for name in symbols(size) if name not in self._bound), None)
            if unknown is not None:
                help_text = f"`{size}` does not tell `{unknown}`: let an axis be `{unknown}`"
                self._refuse("shape-mismatch", path, spec, str(type_), help_text)
            try:
                self._need(Comparison("==", substitute(size, self._bound), actual))
                for dim in symbol_dims(size):
                    if str(dim) not in known:
                        self._check_bounds(dim)
            except RuleError as error:
                got = f"{type_}{self._given(spec)}"
                self._refuse(error.code, path, spec, got, self._other(type_), error.notes)

    def _check_bounds(self, dim: Dim) -> None:
        """A size that only the result tells is a size."""
        for least in bounds_of(dim, self._bound[str(dim)]):
            self._need(least)

    def _other(self, type_: TensorType) -> str | None:
        """What to declare for a result of this type, where the annotation can say it."""
        names = {name for size in type_.shape for name in symbols(size)}
        if not names or any(str(self._bound.get(name)) != name for name in names):
            return None
        return f"declare {TensorSpec(type_.dtype, type_.shape)!r}, if that is what it is to be"

    def _given(self, spec: TensorSpec) -> str:
        """What is known of the dims of a spec, as in ` where `n` is 2`."""
        names = dict.fromkeys(name for size in spec.shape for name in symbols(size))
        numbers = {name: self._bound[name] for name in names}
        known = [f"`{name}` is {n}" for name, n in numbers.items() if isinstance(n, int)]
        return f" where {', '.join(known)}" if known else ""

    def _refuse(
        self,
        code: str,
        path: str,
        spec: Spec,
        got: str,
        help_text: str | None = None,
        notes: tuple[Note, ...] = (),
    ) -> NoReturn:
        message = f"{path} of `{self._name}` is declared {spec!r}, but is {got}"
        raise DslError(Diagnostic(code, message, self._span(), notes=notes, help=help_text))


def _type(result: Any) -> Type | None:
    result = held(result)
    if isinstance(result, Value | Literal | Dim):
        return type_of(result)
    if isinstance(result, np.ndarray):
        return TensorType(result.dtype, result.shape)
    return (
        type_of_python(result)
        if isinstance(result, bool | int | float | complex | np.generic)
        else None
    )


def _kind(result: Any) -> str:
    if isinstance(result, Listed):
        return "a list"
    type_ = _type(result)
    if isinstance(type_, ScalarType):
        return f"the scalar {type_}"
    if type_ is not None:
        return str(type_)
    return "None" if result is None else f"a {type(result).__name__}"

"""The declared result of a function against what it returns, as far as the walk knows it."""

from __future__ import annotations

from dslc.annotations import ScalarSpec, Spec, TensorSpec
from dslc.declared_at import parameter_span
from dslc.ir.diagnostics import Span
from dslc.ir.dtypes import dtype_name
from dslc.ir.types import NumberType, ScalarType, TensorType, Type
from dslc.specs import NumberSpec, TupleSpec

from .edits import declared_sizes
from .frame import Frame
from .kinds import Kind, Sequence, type_of_kind


def check_result(frame: Frame, spec: Spec, kind: Kind, span: Span) -> None:
    """Report a result of another dtype, rank or form; sizes are for the builder to compare."""
    if isinstance(spec, TupleSpec) and isinstance(kind, Sequence):
        for inner, item in zip(spec.items, kind.items, strict=False):
            check_result(frame, inner, item, span)
        return
    type_ = type_of_kind(kind)
    if type_ is None or _agrees(spec, type_):
        return
    rank = isinstance(spec, TensorSpec) and isinstance(type_, TensorType)
    same_dtype = isinstance(spec, TensorSpec) and getattr(type_, "dtype", None) == spec.dtype
    code = "shape-mismatch" if rank and same_dtype else "dtype-mismatch"
    declaration = _declaration(type_)
    frame.refuse(
        code,
        f"the result of `{frame.function.name}` is declared {spec!r}, but is {type_}",
        span,
        help=f"declare {declaration}" + (", or cast it" if code == "dtype-mismatch" else ""),
        edits=declared_sizes(frame, _place(frame), declaration, type_)
        if code == "shape-mismatch"
        else (),
    )


def _place(frame: Frame) -> Span | None:
    """Where a graph function's result is declared."""
    plain = getattr(frame.session.namespace.get(frame.function.name), "__wrapped__", None)
    return parameter_span(plain, "return") if plain is not None else None


def _agrees(spec: Spec, type_: Type) -> bool:
    if isinstance(spec, TensorSpec):
        if not isinstance(type_, TensorType):
            return False
        return (type_.dtype, type_.rank) == (spec.dtype, len(spec.shape))
    if isinstance(spec, ScalarSpec):
        return isinstance(type_, ScalarType) and type_.dtype == spec.dtype
    if isinstance(spec, NumberSpec):
        return isinstance(type_, NumberType) and type_.kind == spec.kind
    return True


def _declaration(type_: Type) -> str:
    if isinstance(type_, TensorType):
        sizes = ", ".join(map(str, type_.shape)) or "()"
        return f"Tensor[{dtype_name(type_.dtype)}, {sizes}]"
    return f"Scalar[{type_}]" if isinstance(type_, ScalarType) else str(type_)

"""A compiled function called while another graph is built, with values of that graph."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dslc.ir.builder import Builder
from dslc.ir.dims import Dim
from dslc.ir.dtypes import BOOL, converts_exactly, is_complex, is_float, is_inexact, is_integer
from dslc.ir.graph import Literal, Operand, Value, type_of
from dslc.ir.types import BOOL_NUMBER, FLOAT, INT, NumberType, ScalarType, TensorType, Type
from dslc.ir.variable import Variable

from .annotations import ScalarSpec, Spec, StaticSpec, TensorSpec
from .conversion import convert
from .separation import Convert, Unfit
from .specs import NumberSpec


def symbolic(builder: Builder) -> Convert:
    """Checks one argument as `convert` does; a cast that it needs becomes a node of `builder`."""

    def convert_operand(spec: Spec, value: Any) -> Any:
        if isinstance(value, Variable):
            return _variable(spec, value, convert_operand)
        if isinstance(value, Literal) and value.value is not None:
            value = value.value
        if not isinstance(value, Value | Literal | Dim):
            return convert(spec, value)
        if isinstance(spec, StaticSpec):
            raise Unfit(
                f"{type_of(value)}, known only when the function runs", "pass a build-time value"
            )
        target = _target(spec, type_of(value))
        if target is None:
            raise Unfit(str(type_of(value)))
        if isinstance(spec, TensorSpec) and spec.inout:
            raise Unfit("an array that may not be written to", "pass an InOut parameter, or a copy")
        return _cast(builder, value, target)

    return convert_operand


def stepping(spec: Spec, value: Any) -> Any:
    """Checks one argument as `convert` does, while stepping."""
    return _variable(spec, value, convert) if isinstance(value, Variable) else convert(spec, value)


def _variable(spec: Spec, variable: Variable, convert: Convert) -> Any:
    """A variable as the argument of a call: itself for what is InOut, else what it holds."""
    if not isinstance(spec, TensorSpec):
        raise Unfit("an array")
    value = convert(replace(spec, inout=False), variable.value)
    return variable if spec.inout else value


def _cast(builder: Builder, value: Operand, target: Type) -> Operand:
    if isinstance(target, TensorType) or type_of(value) == target:
        return value
    return builder.convert(None, value, target)


def _target(spec: Spec, type_: Type) -> Type | None:
    """The type to give the argument; None where it cannot stand for the parameter."""
    if isinstance(spec, TensorSpec):
        fits = isinstance(type_, TensorType) and (type_.dtype, type_.rank) == (
            spec.dtype,
            len(spec.shape),
        )
        return type_ if fits else None
    if isinstance(spec, ScalarSpec):
        return ScalarType(spec.dtype) if _fits_scalar(spec, type_) else None
    assert isinstance(spec, NumberSpec)
    return _number(spec.kind, type_)


def _fits_scalar(spec: ScalarSpec, type_: Type) -> bool:
    if isinstance(type_, ScalarType):
        return converts_exactly(type_.dtype, spec.dtype) and (type_.dtype == BOOL) is (
            spec.dtype == BOOL
        )
    if not isinstance(type_, NumberType):
        return False
    return {
        "int": is_integer(spec.dtype) or is_inexact(spec.dtype),
        "float": is_inexact(spec.dtype),
        "complex": is_complex(spec.dtype),
        "bool": spec.dtype == BOOL,
    }[type_.kind]


def _number(kind: str, type_: Type) -> Type | None:
    scalar = type_.dtype if isinstance(type_, ScalarType) else None
    if kind == "int":
        return INT if type_ == INT else None
    if kind == "float":
        return FLOAT if type_ in (INT, FLOAT) or (scalar is not None and is_float(scalar)) else None
    return BOOL_NUMBER if type_ == BOOL_NUMBER or scalar == BOOL else None

"""The kinds of a function's parameters, from its annotations."""

from __future__ import annotations

from collections.abc import Iterator

from dslc.annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim
from dslc.ir.types import CLASSES, NumberType, Type
from dslc.layout import Layout
from dslc.signature import Parameter, Signature
from dslc.specs import NumberSpec, StructSpec, TupleSpec

from .kinds import Built, Computed, Kind, Memory, Record, Sequence, Sized


def parameter_kinds(signature: Signature, layout: Layout) -> dict[str, Kind]:
    """The kind of each parameter by name.

    Raises:
        DslError: `unsupported-annotation` for what the language does not have yet.
    """
    leaves = iter(
        zip(
            layout.parameters,
            [layout.integers.get(hint) for hint, _ in layout.parameters],
            strict=True,
        )
    )
    return {p.name: _kind(p.spec, p.name, leaves) for p in signature.parameters}


Leaves = Iterator[tuple[tuple[str, Type], Dim | None]]


def _kind(spec: Spec, text: str, leaves: Leaves) -> Kind:
    match spec:
        case TensorSpec():
            if spec.inout:
                raise DslError(
                    Diagnostic(
                        "unsupported-annotation",
                        f"`{text}`: InOut parameters are not part of the language",
                        help="return the new array",
                    )
                )
            (_, type_), _ = next(leaves)
            return Computed(text, type_, Memory("parameter", f"the parameter `{text}`"))
        case ScalarSpec():
            (_, type_), _ = next(leaves)
            return Computed(text, type_)
        case NumberSpec(kind=kind):
            _, dim = next(leaves)
            return Sized(text, dim) if dim is not None else Computed(text, NumberType(kind))
        case StructSpec():
            return Record(
                text, spec.cls, {n: _kind(s, f"{text}.{n}", leaves) for n, s in spec.fields}
            )
        case TupleSpec():
            return Sequence(
                text, tuple(_kind(s, f"{text}[{i}]", leaves) for i, s in enumerate(spec.items))
            )
        case OptionalSpec():
            return Built(text)
    declared = spec.type if isinstance(spec, StaticSpec) else None
    numbers = [NumberType(kind) for kind, cls in CLASSES.items() if cls is declared]
    return Built(text, type=numbers[0] if numbers else None)


def check_statics(
    signature: Signature, checks: tuple[dict[str, object], ...]
) -> list[dict[str, object]]:
    """The sets of build-time arguments to check a function with.

    Those it declares, else its defaults.

    Raises:
        DslError: `argument-mismatch` where a `Static` parameter has neither.
    """
    cases = [dict(case) for case in checks] or [{}]
    for case in cases:
        for parameter in signature.parameters:
            if parameter.name in case:
                _check_static(signature, parameter, case[parameter.name])
        signature.statics(case)
    return cases


def _check_static(signature: Signature, parameter: Parameter, value: object) -> None:
    spec = parameter.spec
    fits = isinstance(spec, OptionalSpec | StructSpec | TupleSpec)
    if isinstance(spec, StaticSpec):
        fits = spec.accepts(value)
    if not fits:
        raise DslError(
            Diagnostic(
                "argument-mismatch",
                f"`{parameter.name}` of `{signature.name}` is declared {spec!r}, it cannot be "
                f"checked with {value!r}",
            )
        )

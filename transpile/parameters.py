"""The kinds of a function's parameters, from its annotations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from dslc.annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, Size, interval, substitute, symbol, symbol_dims, symbols
from dslc.ir.types import CLASSES, NumberType, Type, shape_of
from dslc.layout import Layout
from dslc.signature import Parameter, Signature
from dslc.specs import DictSpec, ListSpec, NumberSpec, StructSpec, TupleSpec

from .kind_parts import computed_leaves, map_sizes
from .kind_parts import leaves as kind_leaves
from .kinds import Built, Computed, Kind, Maybe, Record, Repeated, Sequence, Sized
from .memory import Memory


def parameter_kinds(signature: Signature, layout: Layout) -> dict[str, Kind]:
    """The kind of each parameter by name."""
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
            (_, type_), _ = next(leaves)
            origin = "inout" if spec.inout else "parameter"
            return Computed(text, type_, Memory(origin, f"the parameter `{text}`"))
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
        case ListSpec(item=item) | DictSpec(value=item):
            cls = spec.cls if isinstance(spec, ListSpec) else dict
            return Repeated(text, _item(item, text, leaves), _FORMS[cls])
        case OptionalSpec(inner=inner):
            return Maybe(text, inner=_kind(inner, text, leaves))
    declared = spec.type if isinstance(spec, StaticSpec) else None
    numbers = [NumberType(kind) for kind, cls in CLASSES.items() if cls is declared]
    return Built(text, type=numbers[0] if numbers else None)


_FORMS: dict[type, Literal["list", "tuple", "dict"]] = {list: "list", tuple: "tuple", dict: "dict"}


def _item(spec: Spec, text: str, leaves: Leaves) -> Kind:
    """Any item of a list or dict: the sizes in which two items differ are its own."""
    item, other = (_kind(spec, f"{text}[...]", leaves) for _ in range(2))
    own: dict[str, Size] = {}
    for one, two in zip(kind_leaves(item), kind_leaves(other), strict=True):
        for size, its in zip(_sizes(one), _sizes(two), strict=True):
            for dim in symbol_dims(size):
                name = str(dim)
                shared = name in symbols(its)
                own[name] = dim if shared else symbol(f"?{name}", *interval(dim))
    for leaf in computed_leaves(item):
        if leaf.memory is not None:
            leaf.memory.many = True
    return map_sizes(item, lambda size: substitute(size, own))


def _sizes(kind: Kind) -> tuple[Size, ...]:
    """The sizes in a leaf."""
    if isinstance(kind, Sized):
        return (kind.size,)
    return shape_of(kind.type) if isinstance(kind, Computed) and kind.type is not None else ()


def check_statics(
    signature: Signature, checks: tuple[dict[str, object], ...]
) -> list[dict[str, object]]:
    """The sets of build-time arguments to check a function with.

    Those it declares, else its defaults and stand-ins.

    Raises:
        DslError: `argument-mismatch` where a `Static` parameter has neither.
    """
    cases = [dict(case) for case in checks] or signature.stand_ins()
    for case in cases:
        for parameter in signature.parameters:
            if parameter.name in case:
                _check_static(signature, parameter, case[parameter.name])
        signature.statics(case)
    return cases


def _check_static(signature: Signature, parameter: Parameter, value: object) -> None:
    spec = parameter.spec
    fits = isinstance(spec, OptionalSpec | StructSpec | TupleSpec | ListSpec | DictSpec)
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

"""The forms of what optimizers take: parameters, their gradients, and a state.

Parameters that are declared `InOut` are written to in place, and so is the state.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dtypes import is_float

from .annotations import ScalarSpec, Spec, TensorSpec
from .specs import DictSpec, ListSpec, SpecReader, StructSpec, TupleSpec, inner_specs


@dataclass(frozen=True, slots=True)
class Form:
    """The form of what an optimizer takes.

    Attributes:
        params: the parameters.
        state: the state.
        cls: the class of the state.
        in_place: whether both are written to.
    """

    params: Spec
    state: Spec
    cls: type[Any]
    in_place: bool

    @property
    def gradients(self) -> Spec:
        """The parameters where nothing is written to them."""
        return _read_only(self.params)


def read_form(
    params: Any, method: str, numbers: Sequence[tuple[str, type[np.generic]]], keeps: Sequence[str]
) -> Form:
    """The form of an optimizer.

    Args:
        params: the annotation of the parameters.
        method: the name of the optimizer.
        numbers: those of the state, with their dtypes.
        keeps: what it keeps for each array.

    Raises:
        DslError: `annotation-unknown`.
    """
    own = f"the parameters of `{method}`"
    spec = SpecReader().read(params, own, lambda: None)
    check_floats(spec, own)
    in_place = _is_written(spec, own)
    fields: list[tuple[str, Any]] = [(n, _number(dtype, in_place)) for n, dtype in numbers]
    fields += [(each, params) for each in keeps]
    cls = dataclasses.make_dataclass(f"{method.title()}State", fields)
    return Form(spec, SpecReader().read(cls, "the state", lambda: None), cls, in_place)


def check_floats(spec: Spec, own: str) -> None:
    """Refuse what is no array of floats.

    Raises:
        DslError: `annotation-unknown`.
    """
    if isinstance(spec, TensorSpec | ScalarSpec) and is_float(spec.dtype):
        return
    inner = inner_specs(spec)
    if not inner:
        message = f"{own} have a {spec!r} among them, an optimizer changes arrays of floats"
        raise DslError(Diagnostic("annotation-unknown", message))
    for each in inner:
        check_floats(each, own)


def _is_written(spec: Spec, own: str) -> bool:
    """Whether parameters are declared `InOut`: all of them or none.

    Raises:
        DslError: `annotation-unknown`.
    """
    leaves = list(_leaves(spec, ""))
    written = [leaf for _, leaf in leaves if isinstance(leaf, TensorSpec) and leaf.inout]
    if not written or len(written) == len(leaves):
        return bool(written)
    path, leaf = next((path, leaf) for path, leaf in leaves if leaf not in written)
    message = f"{own} are `InOut` but for `{path.strip('.')}`, which is {leaf!r}"
    help_text = "declare all of them `InOut`, a number as `InOut[f32, ()]`, or none"
    raise DslError(Diagnostic("annotation-unknown", message, help=help_text))


def _leaves(spec: Spec, path: str) -> Iterator[tuple[str, Spec]]:
    """The specs of arrays, each with where it stands."""
    inner = inner_specs(spec)
    names = [f".{name}" for name, _ in spec.fields] if isinstance(spec, StructSpec) else []
    if not inner:
        yield path, spec
    for number, each in enumerate(inner):
        yield from _leaves(each, path + (names[number] if names else f"[{number}]"))


def _number(dtype: type[np.generic], in_place: bool) -> Spec:
    """A number of the state; where it is written to in place, an array without axes."""
    return TensorSpec(np.dtype(dtype), (), True) if in_place else ScalarSpec(np.dtype(dtype))


def _read_only(spec: Spec) -> Spec:
    """The same without `InOut`."""
    match spec:
        case TensorSpec():
            return replace(spec, inout=False)
        case StructSpec():
            return replace(spec, fields=tuple((n, _read_only(each)) for n, each in spec.fields))
        case TupleSpec():
            return TupleSpec(tuple(map(_read_only, spec.items)))
        case ListSpec():
            return replace(spec, item=_read_only(spec.item))
        case DictSpec():
            return replace(spec, value=_read_only(spec.value))
    return spec

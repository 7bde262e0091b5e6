"""What builds the graphs of derivatives of another function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any, Literal, TypeAlias

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dtypes import is_inexact
from dslc.ir.gradient.activity import is_differentiable
from dslc.ir.gradient.gradient import jacobian_vector, value_and_gradient, vector_jacobian
from dslc.ir.gradient.snapshots import Limit
from dslc.ir.graph import Graph, Value
from dslc.ir.outside import Outside

from .annotations import ScalarSpec, Spec, TensorSpec
from .budgets import Budget
from .building import Blueprint, Built, entered
from .compiled import CompiledFunction
from .functions import GraphFunction, JitFunction
from .generated import Generated
from .layout import Layout
from .parametric import ParametricSpec
from .results import flatten
from .separation import assemble
from .signature import EMPTY, Parameter, Signature
from .specs import DictSpec, ListSpec, NumberSpec, StructSpec, TupleSpec
from .static_key import static_key

Target: TypeAlias = GraphFunction[Any] | JitFunction | CompiledFunction

Wrt: TypeAlias = int | str | tuple[int | str, ...]

Mode: TypeAlias = Literal["grad", "value_and_grad", "vjp", "jvp"]


class Derived(Generated):
    """Derivatives of the graphs of another function.

    Args:
        target: that function.
        wrt: the parameters by which to differentiate.
        mode: what is computed.
        memory: what each loop may keep.
        budget: chooses what the backward part computes again; None for nothing.
    """

    def __init__(
        self, target: Target, wrt: Wrt, mode: Mode, memory: Limit, budget: Budget | None
    ) -> None:
        own = own_signature(target)
        self._target = target
        self._own = own
        self._mode: Mode = mode
        self._memory = memory
        self.budget = budget
        self._one = isinstance(wrt, int | str)
        named = (wrt,) if isinstance(wrt, int | str) else wrt
        self._wrt = tuple(_position(own, each) for each in named)
        super().__init__(f"{own.name}_gradient", self._signature())

    @property
    def _base(self) -> Blueprint:
        """What builds the graphs of the target, which is compiled here."""
        target = self._target
        return (target if isinstance(target, CompiledFunction) else target.compiled).blueprint

    # --- what it takes and gives ----------------------------------------------------------------

    def _signature(self) -> Signature:
        own, gradient = self._own, self._gradient_spec()
        match self._mode:
            case "grad":
                return replace(own, returns=gradient)
            case "value_and_grad":
                return replace(own, returns=_pair(own.returns, gradient))
            case "vjp":
                return self._taking(_result_spec(own), _pair(own.returns, gradient))
            case "jvp":
                returns = None if own.returns is None else _of_floats(own.returns)
                return self._taking(gradient, _pair(own.returns, returns))

    def _taking(self, spec: Spec, returns: Spec | None) -> Signature:
        """The own parameters, then `d`; by its name alone where one before it has a default."""
        own = self._own.parameters
        taken = {each.name for each in own}
        name = next(name for name in ("d", *(f"d_{n}" for n in range(99))) if name not in taken)
        by_name = any(each.keyword_only or each.default is not EMPTY for each in own)
        further = Parameter(name, spec, keyword_only=by_name)
        return replace(self._own, parameters=(*own, further), returns=returns)

    def _gradient_spec(self) -> Spec:
        specs = []
        for number in self._wrt:
            parameter = self._own.parameters[number]
            spec = _of_floats(parameter.spec)
            if spec is None:
                message = f"`{parameter.name}` is {parameter.spec!r}, a gradient is by floats"
                raise _refused(message)
            specs.append(spec)
        return specs[0] if self._one else TupleSpec(tuple(specs))

    # --- graphs ---------------------------------------------------------------------------------

    def generated(self, layout: Layout, statics: Sequence[Any]) -> tuple[Graph, Any]:
        """The graph of the derivatives of the base's one."""
        own = self._own_statics(statics)
        with entered(self, tuple(map(static_key, statics))):
            base = self._base.built_for(own)
            self._base.called()
        parameters = base.graph.parameters
        leaves = flatten(self._chosen(parameters, own), base.graph.place)[0]
        wrt = [parameters.index(leaf) for leaf in leaves if isinstance(leaf, Value)]
        if self._mode in ("grad", "value_and_grad"):
            kept = {path for each in self._own.parameters for path in _kept(each.name, each.spec)}
            wrt = [number for number in wrt if base.layout.paths[number] not in kept]
        for number in wrt:
            if not is_differentiable(parameters[number].type):
                name = base.layout.paths[number]
                raise _refused(f"`{name}` is {parameters[number].type}, a gradient is by floats")
        given = len(parameters) - len(base.outside)
        graph = self._derived(base, wrt, layout.parameters[given:])
        outside = graph.parameters[given : len(parameters)]
        del graph.parameters[given : len(parameters)]
        graph.parameters.extend(outside)
        return graph, self._whole(base, graph, wrt, own)

    def outside(self, statics: Sequence[Any]) -> tuple[Outside, ...]:
        """The arrays that the base's graph reads."""
        return self._base.built_for(self._own_statics(statics)).outside

    def _own_statics(self, statics: Sequence[Any]) -> list[Any]:
        """The build-time values of the target's parameters."""
        fixed = iter(statics)
        for parameter in self._own.parameters:
            assemble(parameter.spec, repeat(None), fixed)
        return list(statics)[: len(statics) - len(list(fixed))]

    def _derived(self, base: Built, wrt: Sequence[int], further: Sequence[Any]) -> Graph:
        graph, memory, saving = base.graph, self._memory, self.budget
        if self._mode in ("grad", "value_and_grad"):
            value = self._mode == "value_and_grad"
            return value_and_gradient(graph, wrt, value=value, memory=memory, saving=saving)
        wanted = len(graph.returned if self._mode == "vjp" else wrt)
        if len(further) != wanted:
            name = self.signature.parameters[-1].name
            message = f"`{name}` of `{graph.name}` has {len(further)} values, not {wanted}"
            raise DslError(Diagnostic("argument-mismatch", message))
        if self._mode == "jvp":
            return jacobian_vector(graph, wrt, further)
        return vector_jacobian(graph, wrt, further, memory=memory, saving=saving)

    def _whole(self, base: Built, graph: Graph, wrt: Sequence[int], statics: Sequence[Any]) -> Any:
        """The results as the user has them: values, derivatives, or both."""
        count = 0 if self._mode == "grad" else len(base.graph.returned)
        rest = graph.results[count:]
        if self._mode == "jvp":
            result = base.structure.of(rest[:count])
        else:
            gradients = dict(zip(wrt, rest, strict=False))
            values = [gradients.get(n, value) for n, value in enumerate(graph.parameters)]
            result = self._chosen(values, statics)
        return (base.structure.of(graph.results[:count]), result) if count else result

    def _chosen(self, values: Sequence[Any], statics: Sequence[Any]) -> Any:
        """The parameters by which it is differentiated, made of flat values."""
        arguments = self._own.arguments(values, statics)
        found = tuple(arguments[number] for number in self._wrt)
        return found[0] if self._one else found


def own_signature(target: Target) -> Signature:
    """The signature of a function, which is not compiled for it."""
    if isinstance(target, JitFunction):
        return Signature.of(target.__wrapped__)
    return target.signature


def _position(signature: Signature, wrt: int | str) -> int:
    """The position of a parameter.

    Raises:
        DslError: `argument-mismatch`.
    """
    names = [parameter.name for parameter in signature.parameters]
    if isinstance(wrt, str) and wrt in names:
        return names.index(wrt)
    if isinstance(wrt, int) and -len(names) <= wrt < len(names):
        return wrt % len(names)
    message = f"`{signature.name}` has no parameter {wrt!r} to differentiate by"
    raise DslError(Diagnostic("argument-mismatch", message, help=f"it is {signature}"))


def _pair(value: Spec | None, derivative: Spec | None) -> Spec | None:
    """What a value and a derivative are together; None where one of them is not declared."""
    if value is None or derivative is None:
        return None
    return TupleSpec((value, derivative))


def _result_spec(own: Signature) -> Spec:
    """What the weights of a function's results are."""
    if own.returns is None:
        raise _refused(f"`{own.name}` does not declare what it gives, which its weights follow")
    spec = _of_floats(own.returns)
    if spec is None:
        raise _refused(f"`{own.name}` gives {own.returns!r}, derivatives are of floats")
    return spec


def _kept(path: str, spec: Spec) -> Iterator[str]:
    """What is in a derivative as it is in the value: the offsets of a ragged one."""
    if isinstance(spec, ParametricSpec):
        yield from (
            f"{path}.{name}"
            for name, field in spec.fields
            if isinstance(field, TensorSpec) and not is_inexact(field.dtype)
        )
    elif isinstance(spec, StructSpec):
        for name, inner in spec.fields:
            yield from _kept(f"{path}.{name}", inner)


def _of_floats(spec: Spec) -> Spec | None:
    """What the derivative by or of such a value is; None where there is none for sure."""
    match spec:
        case TensorSpec():
            return replace(spec, inout=False)
        case NumberSpec(kind="float"):
            return ScalarSpec(np.dtype(np.float64))
        case TupleSpec():
            items = tuple(map(_of_floats, spec.items))
            return None if None in items else TupleSpec(items)  # type: ignore[arg-type]
        case ScalarSpec() | StructSpec() | ListSpec() | DictSpec():
            return spec
    return None


def _refused(message: str) -> DslError:
    return DslError(Diagnostic("no-gradient", message))

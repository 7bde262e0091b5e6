"""`grad` and `value_and_grad`: functions that compute derivatives, ahead of time as all graphs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.gradient.activity import is_differentiable
from dslc.ir.gradient.gradient import value_and_gradient
from dslc.ir.graph import Graph, Literal, Operand, Value

from .annotations import ScalarSpec, Spec, TensorSpec
from .building import Blueprint, Built, entered
from .compiled import CompiledFunction
from .from_graph import compile_graph
from .functions import GraphFunction, JitFunction
from .requests import read_request
from .results import flatten
from .signature import Signature
from .specs import DictSpec, ListSpec, NumberSpec, StructSpec, TupleSpec
from .symbolic import stepping

Differentiable: TypeAlias = GraphFunction[Any] | JitFunction | CompiledFunction | Callable[..., Any]

Wrt: TypeAlias = int | str | Sequence[int | str]


def grad(function: Differentiable, wrt: Wrt = 0) -> GradientFunction:
    """The gradient of a function that gives one float.

    It takes what the function takes. It may be called on arrays, and in functions of `@graph`.

    Args:
        function: one of `@graph` or `@jit`, a compiled one, or a plain one with annotations.
        wrt: the parameter by which to differentiate, by position or name; or several.

    Returns:
        A function that gives derivatives in the form of the parameter: arrays of its shape and
        dtype, structs of structs, an f64 for a `float`; a tuple where `wrt` is one.

    Raises:
        DslError: `no-gradient` for a parameter that is not of floats; when it is first called, for
            what has no derivative.
    """
    return _gradient(function, _settled(wrt), value=False)


def value_and_grad(function: Differentiable, wrt: Wrt = 0) -> GradientFunction:
    """The function's value and its gradient, as a tuple; otherwise as `grad`."""
    return _gradient(function, _settled(wrt), value=True)


class GradientFunction(CompiledFunction):
    """A function that computes derivatives of another; see `grad`."""

    blueprint: _Derived

    @property
    def source(self) -> str:
        """The text that builds its graph, for the default build-time arguments."""
        return self.blueprint.texts[self.graph].source


def _settled(wrt: Wrt) -> int | str | tuple[int | str, ...]:
    return wrt if isinstance(wrt, int | str) else tuple(wrt)


@lru_cache(maxsize=256)  # asked for in each trip of a loop, it is built and compiled once
def _gradient(function: Differentiable, wrt: Wrt, *, value: bool) -> GradientFunction:
    if not isinstance(function, GraphFunction | JitFunction | CompiledFunction):
        function = GraphFunction(function)
    return GradientFunction(
        _Derived(function, wrt, value=value), read_request(None, _own(function))
    )


def _own(function: GraphFunction[Any] | JitFunction | CompiledFunction) -> Signature:
    """The signature of a function, which is not compiled for it."""
    if isinstance(function, JitFunction):
        return Signature.of(function.__wrapped__)
    return function.signature


class _Derived(Blueprint):
    """Gradients of the graphs of another function.

    Args:
        target: that function.
        wrt: the parameters by which to differentiate.
        value: whether the function's value comes with the gradient.
    """

    def __init__(
        self,
        target: GraphFunction[Any] | JitFunction | CompiledFunction,
        wrt: Wrt,
        *,
        value: bool,
    ) -> None:
        own = _own(target)
        self._target = target
        self._value = value
        self._one = isinstance(wrt, int | str)
        named = (wrt,) if isinstance(wrt, int | str) else wrt
        self._wrt = tuple(_position(own, each) for each in named)
        returns = _result_spec(own, self._wrt, one=self._one, value=value)
        self.texts: dict[Graph, CompiledFunction] = {}  # what the graphs were built by
        super().__init__(_stepped(self, own), replace(own, returns=returns), "")

    @property
    def _base(self) -> Blueprint:
        """What builds the graphs of the target, which is compiled here."""
        target = self._target
        return (target if isinstance(target, CompiledFunction) else target.compiled).blueprint

    def _build(self, key: Hashable, statics: Sequence[Any]) -> Built:
        with entered(self, key):
            base = self._base.built(key, statics)
            self._base.called()
        parameters = base.graph.parameters
        leaves = flatten(self._chosen(parameters, statics), base.graph.place)[0]
        wrt = [parameters.index(leaf) for leaf in leaves if isinstance(leaf, Value)]
        for number in wrt:
            if not is_differentiable(parameters[number].type):
                name = base.layout.paths[number]
                raise _refused(f"`{name}` is {parameters[number].type}, a gradient is by floats")
        graph = value_and_gradient(base.graph, wrt, value=self._value)
        gradients = dict(zip(wrt, graph.results[self._value :], strict=False))
        values = [gradients.get(n, value) for n, value in enumerate(graph.parameters)]
        result = self._chosen(values, statics)
        whole = (graph.results[0], result) if self._value else result
        flat, structure = flatten(whole, base.graph.place)
        updates = graph.results[len(graph.returned) :]
        graph.body.results = (*map(_as_operand, flat), *updates)
        text = compile_graph(graph)
        self.texts[text.graph] = text
        return Built(text.graph, base.layout, structure)

    def _chosen(self, values: Sequence[Any], statics: Sequence[Any]) -> Any:
        """The parameters by which it is differentiated, made of flat values."""
        arguments = self.signature.arguments(values, statics)
        found = tuple(arguments[number] for number in self._wrt)
        return found[0] if self._one else found


def _as_operand(value: Any) -> Operand:
    return Literal(value) if isinstance(value, bool | int | float) else value


def _stepped(derived: _Derived, own: Signature) -> Callable[..., Any]:
    """What runs the text of a gradient node by node."""

    def run(g: Any, *args: Any, **kwargs: Any) -> Any:
        call = own.bind(args, kwargs, stepping)
        built = derived.built(call.key, call.statics)
        results = derived.texts[built.graph].blueprint.function(g, *call.values)
        several = isinstance(results, tuple)
        return built.structure.of(results if several else (results,))

    first = inspect.Parameter("g", inspect.Parameter.POSITIONAL_ONLY)
    others = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY
            if each.keyword_only
            else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=each.default,
        )
        for each in own.parameters
    ]
    run.__signature__ = inspect.Signature([first, *others])  # type: ignore[attr-defined]
    run.__name__ = run.__qualname__ = f"{own.name}_gradient"
    return run


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


def _result_spec(
    signature: Signature, wrt: Sequence[int], *, one: bool, value: bool
) -> Spec | None:
    """What a gradient gives; None where a value goes with it that is not declared."""
    specs = []
    for number in wrt:
        parameter = signature.parameters[number]
        spec = _gradient_spec(parameter.spec)
        if spec is None:
            message = f"`{parameter.name}` is {parameter.spec!r}, a gradient is by floats"
            raise _refused(message)
        specs.append(spec)
    gradient = specs[0] if one else TupleSpec(tuple(specs))
    if not value:
        return gradient
    return None if signature.returns is None else TupleSpec((signature.returns, gradient))


def _gradient_spec(spec: Spec) -> Spec | None:
    """What the gradient by a parameter is; None where there is none for sure."""
    match spec:
        case TensorSpec():
            return replace(spec, inout=False)
        case NumberSpec(kind="float"):
            return ScalarSpec(np.dtype(np.float64))
        case TupleSpec():
            items = tuple(map(_gradient_spec, spec.items))
            return None if None in items else TupleSpec(items)  # type: ignore[arg-type]
        case ScalarSpec() | StructSpec() | ListSpec() | DictSpec():
            return spec
    return None


def _refused(message: str) -> DslError:
    return DslError(Diagnostic("no-gradient", message))

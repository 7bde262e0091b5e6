"""`grad` and its like: functions that compute derivatives, ahead of time as all graphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.gradient.activity import is_differentiable
from dslc.ir.graph import Value, type_of
from dslc.ir.place import Place
from dslc.ir.types import shape_of

from .budgets import Budget, Memory, checked_budget, checked_memory
from .building import Blueprint
from .compiled import CompiledFunction
from .derived import Derived, Mode, Target, own_signature
from .functions import GraphFunction, JitFunction
from .generated import GeneratedFunction
from .requests import read_request
from .results import flatten

Differentiable: TypeAlias = Target | Callable[..., Any]

Wrt: TypeAlias = int | str | Sequence[int | str]


def grad(
    function: Differentiable,
    wrt: Wrt = 0,
    *,
    memory: Memory = None,
    memory_budget: float | None = None,
) -> GradientFunction:
    """The gradient of a function that gives one float.

    It takes what the function takes. It may be called on arrays, and in functions of `@graph`.

    Args:
        function: one of `@graph` or `@jit`, a compiled one, or a plain one with annotations.
        wrt: the parameter by which to differentiate, by position or name; or several.
        memory: what each loop may keep for the way back: how many states, at least 1, or a size
            such as "64 MB" that they may take; the others are computed again. "recompute" is 1.
            By default, "all", each keeps what is read of every trip.
        memory_budget: how much memory it may take outside of loops, from 0.0, the least that was
            found, to 1.0, for which nothing is computed again: in between what computes least.

    Returns:
        A function that gives derivatives in the form of the parameter: arrays of its shape and
        dtype, structs of structs, an f64 for a `float`; a tuple where `wrt` is one.

    Raises:
        DslError: `no-gradient` for a parameter that is not of floats; when it is first called, for
            what has no derivative.
    """
    return _derivative(function, _settled(wrt), "grad", memory, memory_budget)


def value_and_grad(
    function: Differentiable,
    wrt: Wrt = 0,
    *,
    memory: Memory = None,
    memory_budget: float | None = None,
) -> GradientFunction:
    """The function's value and its gradient, as a tuple; otherwise as `grad`."""
    return _derivative(function, _settled(wrt), "value_and_grad", memory, memory_budget)


def vjp(
    function: Differentiable,
    wrt: Wrt = 0,
    *,
    memory: Memory = None,
    memory_budget: float | None = None,
) -> GradientFunction:
    """The product of weights and the function's Jacobian: reverse mode for any float results.

    Args:
        function: as in `grad`, but it may give several floats and arrays, which it declares.
        wrt: as in `grad`.
        memory: as in `grad`.
        memory_budget: as in `grad`.

    Returns:
        A function that takes what the function takes and then `d`, weights in the form of its
        result (an f64 for a `float`). It gives the result, and the gradient of the sum of the
        weighted elements of the result, as a tuple. Where a parameter has a default, `d` is given
        by its name.

    Raises:
        DslError: as `grad`.
    """
    return _derivative(function, _settled(wrt), "vjp", memory, memory_budget)


def jvp(function: Differentiable, wrt: Wrt = 0) -> GradientFunction:
    """The product of the function's Jacobian and a direction: forward mode.

    Args:
        function: as in `grad`, but it may give several floats and arrays.
        wrt: as in `grad`.

    Returns:
        A function that takes what the function takes and then `d`, how the parameters of `wrt`
        change, in their form (an f64 for a `float`). It gives the result and how it changes, as a
        tuple. Where a parameter has a default, `d` is given by its name.

    Raises:
        DslError: as `grad`.
    """
    return _derivative(function, _settled(wrt), "jvp")


def define_gradient(function: Target, gradient: Target) -> None:
    """Let calls of a function have this gradient, in place of the one that follows from its text.

    Args:
        function: one of `@graph` or `@jit`, or a compiled one.
        gradient: another, which takes what the function takes and then how what is differentiated
            changes with each of its results, an f64 for a `float`. It gives the same for each
            parameter that is a float or an array of floats, in order.
    """

    def blueprint() -> Blueprint:
        # Compiled when it is first needed: the module may not be at its end yet.
        found = gradient if isinstance(gradient, CompiledFunction) else gradient.compiled
        return found.blueprint

    function.declare_gradient(blueprint)


def joint(
    function: CompiledFunction, memory_budget: float | None = None, memory: Memory = None
) -> GradientFunction:
    """A function's results and its gradient by every parameter that is of floats alone.

    Args:
        function: a compiled one.
        memory_budget: as in `grad`.
        memory: as in `grad`.

    Raises:
        DslError: `no-gradient` where it has no such parameter, or gives more than floats.
    """
    own, graph = function.signature, function.graph
    arguments = own.arguments(graph.parameters, own.statics({}))
    wrt = [n for n, each in enumerate(arguments) if _is_of_floats(each)]
    if not wrt:
        message = f"`{own.name}` has no parameter of floats to differentiate by"
        raise DslError(Diagnostic("no-gradient", message))
    is_one = len(graph.returned) == 1 and not shape_of(type_of(graph.returned[0]))
    derivative = value_and_grad if is_one else vjp
    return derivative(function, wrt, memory=memory, memory_budget=memory_budget)


def _is_of_floats(argument: Any) -> bool:
    leaves = flatten(argument, Place())[0]
    types = [each.type for each in leaves if isinstance(each, Value)]
    return bool(types) and len(types) == len(leaves) and all(map(is_differentiable, types))


class GradientFunction(GeneratedFunction):
    """A function that computes derivatives of another; see `grad`."""

    blueprint: Derived  # pyright: ignore[reportIncompatibleVariableOverride]

    @property
    def budget(self) -> Budget | None:
        """What chooses what it computes again; None where `memory_budget` was not given."""
        return self.blueprint.budget


def _settled(wrt: Wrt) -> int | str | tuple[int | str, ...]:
    return wrt if isinstance(wrt, int | str) else tuple(wrt)


@lru_cache(maxsize=256)  # asked for in each trip of a loop, it is built and compiled once
def _derivative(
    function: Differentiable,
    wrt: int | str | tuple[int | str, ...],
    mode: Mode,
    memory: Memory = None,
    memory_budget: float | None = None,
) -> GradientFunction:
    limit = checked_memory(memory)
    if not isinstance(function, GraphFunction | JitFunction | CompiledFunction):
        function = GraphFunction(function)
    request = read_request(None, own_signature(function))
    share = checked_budget(memory_budget)
    budget = None if share is None else Budget(share)
    return GradientFunction(Derived(function, wrt, mode, limit, budget), request)

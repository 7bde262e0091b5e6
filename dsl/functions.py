"""`@graph` and `@jit`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

from dslc.ir.builder import Builder
from dslc.ir.comparison import Comparison
from dslc.ir.op import RuleError
from dslc.ir.step import Stepper

from .building import BUILDING, Blueprint
from .captured import ToldByIdentity
from .compiled import CompiledFunction
from .compiling import compile
from .declared_at import parameter_span
from .given_out import into, is_given
from .inout import check_sharing
from .layout import Layout
from .on_numpy import run_on_numpy
from .requests import Requested
from .results import Declaration
from .signature import Signature

R = TypeVar("R")


class GraphFunction(ToldByIdentity, Generic[R]):
    """A function that `dslc build` makes a graph of; called directly it runs on NumPy.

    Attributes:
        __wrapped__: the function as the user wrote it.
        check: build-time arguments to check it with, one dict for each check.
        specialize: the versions asked for, as the user wrote it.
        breaks: whether what cannot be in a graph runs as Python between subgraphs.
    """

    __name__: str

    def __init__(
        self,
        function: Callable[..., R],
        check: Sequence[Mapping[str, Any]] = (),
        specialize: Requested | None = None,
        *,
        breaks: bool = False,
    ) -> None:
        functools.update_wrapper(self, function)
        self.__wrapped__ = function
        self.check = tuple(dict(statics) for statics in check)
        self.specialize: Requested | None = specialize
        self.breaks = breaks
        self.gradient: Callable[[], Blueprint] | None = None  # what its user declares
        self._layouts: dict[Hashable, Layout] = {}

    @functools.cached_property
    def signature(self) -> Signature:
        """Its parameters and its result; raises DslError for annotations that mean nothing."""
        return Signature.of(self.__wrapped__)

    def __call__(self, *args: Any, **kwargs: Any) -> R:
        """Run the function on NumPy, its arguments checked and scalars converted as annotated.

        Raises:
            DslError: `argument-mismatch`; `shape-assumption` or `dtype-mismatch` for a result that
                is not as annotated; and what the function itself raises.
        """
        if is_given(self.signature, kwargs):
            taken: R = into(self.signature, kwargs, functools.partial(self, *args))
            return taken
        call = self.signature.bind(args, kwargs)
        layout = self._layouts.get(call.key)
        if layout is None:
            layout = self._layouts[call.key] = self.signature.layout(call.statics)
        sizes = layout.sizes(call.values)
        check_sharing(layout, call.values)
        positional, keywords = self.signature.split(call.arguments)
        result = run_on_numpy(self.__wrapped__, *positional, **keywords)
        if self.signature.returns is not None:
            numbers = {name: sizes[str(dim)] for name, dim in layout.dims.items()}
            place = functools.partial(parameter_span, self.__wrapped__, "return")
            declaration = Declaration(self.__name__, _need, place, numbers)
            declaration.check(self.signature.returns, result)
        return result

    @functools.cached_property
    def compiled(self) -> CompiledFunction:
        """The function compiled in this process."""
        with BUILDING:
            return compile(self)

    def declare_gradient(self, gradient: Callable[[], Blueprint]) -> None:
        """Let calls have the gradient that this builds; see `dslc.define_gradient`."""
        self.gradient = gradient

    def build_call(self, caller: Builder, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Append a call of this function to the graph that `caller` builds."""
        return self.compiled.build_call(caller, args, kwargs)

    def step_call(self, caller: Stepper, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Step into this function."""
        return self.compiled.step_call(caller, args, kwargs)

    def __reduce__(self) -> str:
        # By reference, as plain functions pickle.
        return self.__wrapped__.__qualname__

    def __repr__(self) -> str:
        return f"<graph function {self.__name__}{inspect.signature(self.__wrapped__)}>"


def _need(comparison: Comparison) -> None:
    if not comparison.holds({}):
        raise RuleError("shape-assumption", f"`{comparison}` does not hold")


@overload
def graph(function: Callable[..., R], /) -> GraphFunction[R]: ...
@overload
def graph(
    *,
    check: Sequence[Mapping[str, Any]] = (),
    specialize: Requested | None = None,
    breaks: bool = False,
) -> Callable[[Callable[..., R]], GraphFunction[R]]: ...
def graph(
    function: Any = None,
    /,
    *,
    check: Sequence[Mapping[str, Any]] = (),
    specialize: Requested | None = None,
    breaks: bool = False,
) -> Any:
    """Decorator: `dslc build` makes a graph of this function.

    Args:
        function: a function whose parameters are annotated.
        check: build-time arguments to check it with, where a `Static` parameter has no default.
        specialize: versions for some sizes, beside the one for every size: see `dslc.requests`.
        breaks: let what cannot be in a graph run as Python, between subgraphs.
    """
    if function is None:
        return lambda decorated: GraphFunction(decorated, check, specialize, breaks=breaks)
    return GraphFunction(function)


_OF_COMPILED = (
    "build_call",
    "device",
    "graph",
    "graph_for",
    "signature",
    "source",
    "step",
    "step_call",
    "subgraphs",
    "trace",
    "versions",
    "warm",
    "why",
    "with_checks",
    "with_device",
    "with_hook",
    "with_versions",
)


class JitFunction(ToldByIdentity):
    """A function that is compiled in this process when it is first needed.

    Attributes:
        __wrapped__: the function as the user wrote it.
    """

    __name__: str

    def __init__(
        self,
        function: Callable[..., Any],
        specialize: Requested | None = None,
        *,
        breaks: bool = False,
    ) -> None:
        functools.update_wrapper(self, function)
        self.__wrapped__ = function
        self._function = GraphFunction(function, (), specialize, breaks=breaks)

    @functools.cached_property
    def compiled(self) -> CompiledFunction:
        """The compiled function."""
        with BUILDING:
            return compile(self._function)

    def declare_gradient(self, gradient: Callable[[], Blueprint]) -> None:
        """Let calls have the gradient that this builds; see `dslc.define_gradient`."""
        self._function.declare_gradient(gradient)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the compiled function."""
        return self.compiled(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        # Only these: who merely asks whether there is some attribute must not compile.
        if name not in _OF_COMPILED:
            raise AttributeError(f"a jit function has no attribute {name!r}")
        return getattr(self.compiled, name)

    def __reduce__(self) -> str:
        # By reference, as plain functions pickle.
        return self.__wrapped__.__qualname__

    def __repr__(self) -> str:
        return f"<jit function {self.__name__}{inspect.signature(self.__wrapped__)}>"


@overload
def jit(function: Callable[..., Any], /) -> JitFunction: ...
@overload
def jit(
    *, specialize: Requested | None = None, breaks: bool = False
) -> Callable[[Callable[..., Any]], JitFunction]: ...
def jit(
    function: Any = None, /, *, specialize: Requested | None = None, breaks: bool = False
) -> Any:
    """Decorator: compile this function when it is first called.

    Args:
        function: a function whose parameters are annotated.
        specialize: versions for some sizes, beside the one for every size: see `dslc.requests`.
        breaks: let what cannot be in a graph run as Python, between subgraphs.
    """
    if function is None:
        return lambda decorated: JitFunction(decorated, specialize, breaks=breaks)
    return JitFunction(function)

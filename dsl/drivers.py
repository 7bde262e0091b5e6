"""Functions with breaks: Python that calls subgraphs."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any, NoReturn, Self

from dslc.ir.builder import Builder
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.graph import Graph
from dslc.ir.memory import Memory
from dslc.ir.op import RuleError
from dslc.ir.step import Stepper
from dslc.ir.watch import Watch, Watches

from .compiled import CompiledFunction
from .declared_at import function_text
from .functions import GraphFunction
from .requests import Requested
from .signature import Signature
from .subgraphs import Subgraph
from .version_tables import VersionTable
from .versions import Versions


def driver(
    *subgraphs: Subgraph, plain: Callable[..., Any] | None = None
) -> Callable[[FunctionType], Driver]:
    """Decorator of an emitted function that calls subgraphs and runs the rest as Python.

    Args:
        subgraphs: those that it calls, in the order of the text.
        plain: the function as the user wrote it, where it is at hand.
    """
    return lambda function: Driver(function, subgraphs, plain=plain)


class Driver(CompiledFunction):
    """A function with breaks: its parts are graphs, the whole is none.

    Attributes:
        subgraphs: what it calls, by name.
        breaks: that it has some.
    """

    breaks = True

    def __init__(
        self,
        function: FunctionType,
        subgraphs: Sequence[Subgraph],
        device: str | None = None,
        plain: Callable[..., Any] | None = None,
    ) -> None:
        self._function = function
        self._device = device
        self.subgraphs = {each.__name__: each for each in subgraphs}
        self.signature = Signature.of(function)
        functools.update_wrapper(self, function)
        self.__wrapped__ = plain
        self.__signature__ = inspect.signature(function)

    def _run(self, called: Mapping[str, Callable[..., Any]]) -> GraphFunction[Any]:
        """The function with these in place of its subgraphs, its arguments and result checked."""
        return GraphFunction(_calling(self._function, called))

    @functools.cached_property
    def _checked(self) -> GraphFunction[Any]:
        return GraphFunction(self._function) if self._device is None else self._run(self.subgraphs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run it.

        Raises:
            DslError: `argument-mismatch` for arguments, or for a value out of Python, that are not
                as annotated; `shape-assumption`; and what the function itself raises.
        """
        return self._checked(*args, **kwargs)

    def with_device(self, device: str) -> Self:
        """The same function with its subgraphs on another device.

        Raises:
            DslError: `device-unknown`.
        """
        subgraphs = [each.with_device(device) for each in self.subgraphs.values()]
        return type(self)(self._function, subgraphs, device, self.__wrapped__)

    def with_versions(self, specialize: Requested | None) -> Self:
        """Versions are of one graph.

        Raises:
            DslError: `graph-break`.
        """
        raise self._no_graph()

    def with_fast_math(self, fast_math: bool = True) -> Self:
        """The same function, its subgraphs with or without the inexact rules."""
        subgraphs = [each.with_fast_math(fast_math) for each in self.subgraphs.values()]
        return type(self)(self._function, subgraphs, self.device, self.__wrapped__)

    # --- what there is to see -------------------------------------------------------------------

    @property
    def source(self) -> str:
        """The emitted text: the subgraphs, then the Python that calls them."""
        texts = [each.source for each in self.subgraphs.values()]
        return "\n\n".join([*texts, function_text(self._function)])

    @property
    def builder_file(self) -> str:
        """The file of the emitted text."""
        return self._function.__code__.co_filename

    def graph_for(self, **statics: Any) -> Graph:
        """There is none.

        Raises:
            DslError: `graph-break`.
        """
        raise self._no_graph()

    @property
    def kernels(self) -> dict[str, str]:
        """The native text by device, of all subgraphs one after the other.

        Raises:
            DslError: `device-unsupported` where the device cannot run a graph.
        """
        return {"cpu": "\n".join(each.kernels["cpu"] for each in self.subgraphs.values())}

    @property
    def memory(self) -> Memory | None:
        """Unknown: ask the subgraphs."""
        return None

    def called(self) -> list[Versions]:
        """The versions of every subgraph."""
        return [versions for each in self.subgraphs.values() for versions in each.called()]

    def warm(self) -> VersionTable:
        """Compile every subgraph now, for default arguments.

        Raises:
            DslError: what is wrong with the function.
        """
        for each in self.subgraphs.values():
            each.warm()
        return self.versions

    def _no_graph(self) -> DslError:
        names = ", ".join(f"`{name}`" for name in self.subgraphs)
        message = f"`{self.__name__}` has breaks, so it is no single graph"
        help_text = f"ask for one of its subgraphs: {names}" if names else None
        return DslError(Diagnostic("graph-break", message, help=help_text))

    # --- other ways to run it -------------------------------------------------------------------

    def step(self, *args: Any, **kwargs: Any) -> Any:
        """Run it, the text of its subgraphs node by node; see `CompiledFunction.step`."""
        return self._run({n: each.step for n, each in self.subgraphs.items()})(*args, **kwargs)

    def run_watched(
        self,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        watching: Callable[[Graph], Watch],
        passes: Callable[[Graph], Graph] = lambda graph: graph,
    ) -> Any:
        """Evaluate its subgraphs with watches; Python between them is not watched.

        Raises:
            DslError: `unknown-node` where no subgraph that ran has what a hook is for.
        """
        missed: list[DslError] = []
        found: list[Watch] = []

        def tried(graph: Graph) -> Watch:
            try:
                watch = watching(graph)
            except DslError as error:
                missed.append(error)
                return Watches([])
            found.append(watch)
            return watch

        def watched(each: Subgraph) -> Callable[..., Any]:
            return lambda *given: each.run_watched(given, {}, tried, passes)

        result = self._run({n: watched(e) for n, e in self.subgraphs.items()})(*args, **kwargs)
        if missed and not found:
            raise missed[0]
        return result

    def build_call(
        self, caller: Builder, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> NoReturn:
        """A graph cannot call it.

        Raises:
            RuleError: `graph-break`.
        """
        error = self._no_graph().diagnostics[0]
        raise RuleError(error.code, error.message, help=error.help)

    def step_call(
        self, stepper: Stepper, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> NoReturn:
        """A graph cannot call it.

        Raises:
            DslError: `graph-break`.
        """
        raise self._no_graph()


class _Around(dict[str, Any]):
    """Names, and below them the globals of a function as they are when they are read."""

    def __init__(self, names: Mapping[str, Any], below: Mapping[str, Any]) -> None:
        super().__init__(names)
        self._below = below

    def __missing__(self, name: str) -> Any:
        return self._below[name]


def _calling(function: FunctionType, called: Mapping[str, Any]) -> FunctionType:
    """A function that finds other things than its module has under some names."""
    around = _Around(called, function.__globals__)
    made = FunctionType(function.__code__, around, function.__name__, function.__defaults__)
    made.__kwdefaults__ = function.__kwdefaults__
    made.__annotations__ = function.__annotations__
    made.__module__, made.__qualname__ = function.__module__, function.__qualname__
    return made

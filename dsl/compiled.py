"""Compiled functions: what `builder` makes of an emitted builder function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Self

from dslc.ir.builder import Builder
from dslc.ir.diagnostics import DslError
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.memory import Memory
from dslc.ir.op import RuleError
from dslc.ir.place import Place
from dslc.ir.step import Stepper, step
from dslc.ir.trace import Trace
from dslc.ir.variable import Variable, held
from dslc.ir.watch import Event, Watch, Where

from .annotations import TensorSpec
from .building import BUILDING, Blueprint, Built, without_breakpoints
from .conversion import convert
from .declared_at import function_text, source_path
from .devices import Device, kernel_text, known_device, resolved
from .given_out import into, is_given
from .inout import check_distinct, check_sharing, settled, update
from .lending import Lending
from .requests import Request, Requested, read_request
from .results import flatten
from .separation import Convert
from .shortcuts import Quickened, Shortcuts
from .signature import Call, Signature
from .symbolic import stepping, symbolic
from .version_tables import VersionTable, Why
from .versions import Versions
from .watched import WatchedFunction


def builder(
    source: str,
    *,
    captures: Sequence[str] = (),
    specialize: Requested | None = None,
    plain: Callable[..., Any] | None = None,
) -> Callable[[Callable[..., Any]], CompiledFunction]:
    """Decorator of an emitted builder function: makes it the compiled function.

    Args:
        source: the user's file, relative to the emitted one.
        captures: globals whose values the graph takes in; when one changes, a new graph is built.
        specialize: versions for some sizes, beside the one for every size: see `dslc.requests`.
        plain: the function as the user wrote it, where it is at hand.
    """

    def decorate(function: Callable[..., Any]) -> CompiledFunction:
        signature = Signature.of(function, skip=1)
        path = source_path(source, function.__code__.co_filename)
        blueprint = Blueprint(function, signature, path, captures)
        return CompiledFunction(blueprint, read_request(specialize, signature), plain=plain)

    return decorate


class CompiledFunction(Quickened):
    """A function that runs as a graph.

    Each set of build-time arguments has a graph, built at the first call that needs it.

    Attributes:
        signature: its parameters and its result.
        __wrapped__: the function as the user wrote it, or None.
    """

    _leaf: Convert = staticmethod(convert)  # checks one value of a call

    def __init__(
        self,
        blueprint: Blueprint,
        request: Request,
        device: str | None = None,
        plain: Callable[..., Any] | None = None,
        *,
        fast_math: bool = False,
    ) -> None:
        function = blueprint.function
        self._fast_math = fast_math
        self.blueprint = blueprint
        self._request = request
        self._versions: dict[Built, Versions] = {}
        self._shortcuts = Shortcuts(blueprint.signature, blueprint)
        self.signature = blueprint.signature
        self._device = device
        self.__wrapped__ = plain
        self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__doc__ = function.__doc__
        parameters = list(inspect.signature(function).parameters.values())[1:]
        self.__signature__ = inspect.signature(function).replace(parameters=parameters)

    @cached_property
    def device(self) -> Device:
        """Where it runs; settled when it is first needed."""
        return known_device(self._device)

    @cached_property
    def _is_native(self) -> bool:
        """Whether it runs kernels, which earlier processes may have left."""
        return resolved(self.device) == "cpu"

    def __repr__(self) -> str:
        return f"<compiled {self.signature}, device {resolved(self.device)}>"

    def __reduce__(self) -> str:
        # By reference, as plain functions pickle: whoever loads it imports its module.
        return self.__qualname__

    @property
    def inouts(self) -> tuple[int, ...]:
        """The positions of the parameters that are InOut arrays themselves."""
        specs = [parameter.spec for parameter in self.signature.parameters]
        return tuple(n for n, s in enumerate(specs) if isinstance(s, TensorSpec) and s.inout)

    def with_device(self, device: str) -> Self:
        """The same function on another device; both share their graphs.

        Raises:
            DslError: `device-unknown`.
        """
        return self._with(device=known_device(device))

    def with_versions(self, specialize: Requested | None) -> Self:
        """The same function with other versions than those that `@graph` asks for; None for none.

        Raises:
            DslError: `specialize-invalid`.
        """
        return self._with(request=read_request(specialize, self.signature))

    def with_fast_math(self, fast_math: bool = True) -> Self:
        """The same function with or without the inexact rules; both share their graphs."""
        return self._with(fast_math=fast_math)

    def _with(
        self,
        *,
        request: Request | None = None,
        device: Device | None = None,
        fast_math: bool | None = None,
    ) -> Self:
        """The same function with other choices than these."""
        return type(self)(
            self.blueprint,
            self._request if request is None else request,
            device or self._device,
            self.__wrapped__,
            fast_math=self._fast_math if fast_math is None else fast_math,
        )

    # --- what there is to see -------------------------------------------------------------------

    @property
    def graph(self) -> Graph:
        """The graph as it was written, before any pass, for the default build-time arguments."""
        return self.graph_for()

    @property
    def optimized(self) -> Graph:
        """The graph after every pass, for the default build-time arguments."""
        built = self.blueprint.built_for(self.signature.statics({}))
        return built.optimized(fast_math=self._fast_math)

    def graph_for(self, **statics: Any) -> Graph:
        """The graph as it was written for these build-time arguments, the others being defaults.

        Raises:
            DslError: what is wrong with the function, or `argument-mismatch`.
        """
        return self.blueprint.built_for(self.signature.statics(statics)).graph

    @property
    def builder_file(self) -> str:
        """The file of the emitted text."""
        return self.blueprint.function.__code__.co_filename

    @property
    def source(self) -> str:
        """The emitted text of this function."""
        return function_text(self.blueprint.function)

    @property
    def kernels(self) -> dict[str, str]:
        """The native text by device, for the default build-time arguments.

        Raises:
            DslError: `device-unsupported` where the device cannot run the graph.
        """
        return {"cpu": kernel_text(self.optimized)}

    @property
    def memory(self) -> Memory | None:
        """What the arrays of the last call took; None before any, and on a device without an arena.

        The arguments are not counted, the results are.
        """
        last = self._shortcuts.settle()
        return None if last is None else last.memory

    # --- versions -------------------------------------------------------------------------------

    @property
    def versions(self) -> VersionTable:
        """The versions for some sizes and the one for every size; printed as a table.

        Those of every set of build-time arguments that was called, else of the default ones.
        """
        return VersionTable(version for each in self.called() for version in each.versions)

    def why(self) -> Why:
        """Which version ran at each of the last calls and why, and why each was compiled."""
        return Why(self.called())

    def warm(self) -> VersionTable:
        """Compile now every version that is asked for by its size, for default arguments.

        Raises:
            DslError: what is wrong with the function.
        """
        self._default_versions().warm()
        return self.versions

    def called(self) -> list[Versions]:
        """The versions of every set of build-time arguments that was called, or of the default."""
        self._shortcuts.settle()
        return list(self._versions.values()) or [self._default_versions()]

    def _default_versions(self) -> Versions:
        return self._versions_of(self.blueprint.built_for(self.signature.statics({})))

    # --- calls ----------------------------------------------------------------------------------

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph; `out=` takes the results: see `given_out`.

        Raises:
            DslError: `argument-mismatch` for arguments that are not as annotated,
                `shape-assumption` for sizes that break an assumption; what the function raises.
        """
        if is_given(self.signature, kwargs):
            return into(self.signature, kwargs, partial(self, *args))
        if self.device == "step":
            return self.step(*args, **kwargs)
        leaf = Lending(self.device, self._leaf)
        call, built, sizes = self._prepared(args, kwargs, leaf)
        versions = self._versions_of(built)
        self._shortcuts.settle(versions)
        flat = leaf.given(versions.run(call.values, sizes), len(built.updates))
        result = self._result(built, call.values, flat)
        self._shortcuts.learn(self, args, kwargs, call, built, sizes)
        return result

    _call = __call__  # of forms that are not known yet

    def _prepared(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], leaf: Convert | None = None
    ) -> tuple[Call, Built, Mapping[str, int]]:
        """A call checked, with the graph it runs and the sizes of that."""
        given = self.signature.bind(args, kwargs, leaf or self._leaf)
        recall = leaf is not None and self._is_native  # who steps or watches needs the graph
        built = self.blueprint.built(given.key, given.statics, recall=recall)
        call = built.completed(given)
        sizes = built.layout.sizes(call.values)
        check_sharing(built.layout, call.values)
        return call, built, sizes

    def _result(self, built: Built, values: Sequence[Any], flat: Sequence[Any]) -> Any:
        """What a call gives, of the flat results of its graph."""
        return built.structure.of(update(built.updates, values, flat))

    def _versions_of(self, built: Built) -> Versions:
        found = self._versions.get(built)
        if found is None:
            with BUILDING:
                if built not in self._versions:
                    self._versions[built] = Versions(
                        built, self.device, self._request, fast_math=self._fast_math
                    )
                found = self._versions[built]
        return found

    def step(self, *args: Any, **kwargs: Any) -> Any:
        """Run the emitted text node by node, so that breakpoints in it stop with arrays in hand.

        They stop nothing while the graph is built.
        """
        with without_breakpoints():
            call, built, sizes = self._prepared(args, kwargs)
        flat = step(built.graph, sizes, self._text(call.values, call.statics, built))
        return self._result(built, call.values, flat)

    def _text(
        self, values: Sequence[Any], statics: Sequence[Any], built: Built
    ) -> Callable[[Stepper], Sequence[Any]]:
        """Runs the text on the arguments of a call, the flat results coming back."""
        inner = list(values)
        for number in built.layout.inouts:
            inner[number] = Variable(values[number], built.layout.paths[number])

        def run(stepper: Stepper) -> Sequence[Any]:
            arguments = self.signature.arguments(inner, statics)
            positional, keywords = self.signature.split(arguments)
            result = self.blueprint.function(stepper, *positional, **keywords)
            updates = [inner[number].value for number in built.updates]
            return [*flatten(result, Place())[0], *updates]

        return run

    # --- watching -------------------------------------------------------------------------------

    def run_watched(
        self,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        watching: Callable[[Graph], Watch],
        passes: Callable[[Graph], Graph] = lambda graph: graph,
    ) -> Any:
        """Evaluate the graph with a watch that is made for it; by default before any pass."""
        call, built, sizes = self._prepared(args, kwargs)
        graph = passes(built.graph)
        results = evaluate(graph, call.values, sizes, watching(graph))
        return self._result(built, call.values, results)

    def with_hook(self, where: Where, function: Callable[[Event], Any]) -> WatchedFunction:
        """The same function, calling another one with each value that is computed at a place.

        It runs on the reference. The graphs that it calls are watched too.

        Args:
            where: a line of the source, a name, or None for every named value.
            function: takes an `Event`, which has `name`, `value`, `line`, `statement` and `trips`;
                what it returns is ignored, what it raises ends the call.
        """
        return WatchedFunction(self).with_hook(where, function)

    def with_checks(
        self,
        *,
        nan: bool = True,
        inf: bool = False,
        low: float | None = None,
        high: float | None = None,
    ) -> WatchedFunction:
        """The same function, refusing the first value that is not to be: see `Checks`."""
        return WatchedFunction(self).with_checks(nan=nan, inf=inf, low=low, high=high)

    def trace(self, *args: Any, **kwargs: Any) -> Trace:
        """Run on the reference, and give all named values; see `Trace`.

        What the function raises is kept in the trace, not raised. The last 1000 values of each
        node are kept; for another number make the trace yourself: `trace = dslc.Trace(last=10)`,
        then `f.with_hook(None, trace)(...)`.
        """
        return WatchedFunction(self).trace(*args, **kwargs)

    def declare_gradient(self, gradient: Callable[[], Blueprint]) -> None:
        """Let calls have the gradient that this builds; see `dslc.define_gradient`."""
        self.blueprint.gradient = gradient

    # --- calls by other functions ---------------------------------------------------------------

    def build_call(self, caller: Builder, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Append a call of this function to the graph that `caller` builds.

        Raises:
            RuleError: when an argument is not what this function declares.
            DslError: what is wrong with this function.
        """
        try:
            call = self.signature.bind(args, kwargs, symbolic(caller))
        except DslError as error:
            first = error.diagnostics[0]
            raise RuleError(first.code, first.message, help=first.help) from None
        built = self.blueprint.built(call.key, call.statics)
        self.blueprint.called()
        check_distinct(built.layout, call.values)
        results = caller.call_graph(
            built.graph, [*call.values, *caller.outside.call(built.outside)]
        )
        return built.structure.of(settled(built.updates, call.values, results))

    def step_call(self, stepper: Stepper, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Step into this function from the text of another."""
        call = self.signature.bind(args, kwargs, stepping)
        built = self.blueprint.built(call.key, call.statics)
        values = [held(value) for value in call.values]
        results = stepper.step_into(self._text(values, call.statics, built))
        return built.structure.of(settled(built.updates, call.values, results))

"""Graphs of builder functions, each built once for every set of build-time values."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, NoReturn

from dslc.ir.builder import Builder
from dslc.ir.cxx.records import Origin
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.graph import Graph, Require
from dslc.ir.outside import Outside

from .captured import captured_form, captured_key
from .captured_arrays import CapturedArray, arrays_of
from .fingerprint import Described, Fingerprint, Undescribed
from .layout import Layout
from .recall import Outline, keep, origin_of, recalled
from .results import Declaration, flatten
from .signature import Call, Signature
from .static_key import static_key
from .structure import Structure

BUILDING = threading.RLock()
"""Held while a graph is built or compiled: one call can build many, and each only once."""

MOST_CALLS = 200
"""How deep functions may call each other."""

_MOST_BUILDINGS = 3
"""How often a graph is built again where it turns out to require something else."""

_FRAMES = 10_000  # a call of one builder function by another takes a dozen of Python's


class Built:
    """A graph as it was written, before any pass, with what calls of it need.

    Args:
        outline: what calls need of the graph.
        layout: its flat parameters.
        outside: the arrays that its last parameters are, which no caller gives.
        origin: what it is made of, where other processes are to know it again.
        make: makes the graph.

    Attributes:
        structure: how its flat results make up the function's result.
        updates: the parameters, by position, that it writes to.
        symbols: the names of the sizes of its parameters.
    """

    def __init__(
        self,
        outline: Outline,
        layout: Layout,
        outside: tuple[Outside, ...] = (),
        origin: Origin | None = None,
        *,
        make: Callable[[], Graph],
    ) -> None:
        self.outline = outline
        self.layout = layout
        self.outside = outside
        self.origin = origin
        self.structure, self.updates, self.symbols = outline
        self._make = make
        self._graph: Graph | None = None
        self._optimized: dict[bool, Graph] = {}

    @classmethod
    def of(
        cls,
        graph: Graph,
        layout: Layout,
        structure: Structure,
        outside: tuple[Outside, ...] = (),
    ) -> Built:
        """A graph that was made."""
        outline = Outline(structure, tuple(graph.updates), tuple(graph.symbols))
        return cls(outline, layout, outside, make=lambda: graph)

    @property
    def graph(self) -> Graph:
        """The graph, made when it is first needed."""
        if self._graph is None:
            with BUILDING:
                self._graph = self._graph or self._make()
        return self._graph

    def completed(self, call: Call) -> Call:
        """A call whose values are those of all parameters, as they are now."""
        if not self.outside:
            return call
        return replace(call, values=[*call.values, *(each.now() for each in self.outside)])

    def optimized(self, *, fast_math: bool = False) -> Graph:
        """The graph after every pass, which run once."""
        # Loaded here: who only looks at graphs runs no pass.
        from dslc.ir.passes import optimize

        with BUILDING:
            if fast_math not in self._optimized:
                self._optimized[fast_math] = optimize(self.graph, fast_math=fast_math)
            return self._optimized[fast_math]


class Blueprint(Described):
    """A builder function: its text, and the graphs that were built from it.

    Args:
        function: called with a `Builder` and one argument for each parameter of `signature`.
        signature: the parameters a caller gives.
        source: the user's file, as messages name it.
        captures: globals of the function whose values stand in its graphs, as in `GAIN` or
            `config.rate`.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Signature,
        source: str,
        captures: Sequence[str] = (),
    ) -> None:
        self.function = function
        self.signature = signature
        self.source = source
        self._captures = tuple(tuple(name.split(".")) for name in captures)
        self.gradient: Callable[[], Blueprint] | None = None  # what its user declares
        self._called: tuple[Blueprint, ...] = ()  # directly or not, by some graph of this one
        self._built: dict[Hashable, Built] = {}
        self._forms: dict[tuple[str, ...], Hashable] = {}
        self._note_forms()

    def built_for(self, statics: Sequence[Any]) -> Built:
        """The graph for these build-time values; raises as `built` does."""
        return self.built(tuple(map(static_key, statics)), statics)

    def built(self, key: Hashable, statics: Sequence[Any], *, recall: bool = False) -> Built:
        """The graph for these build-time values, with this key, and for what is captured now.

        So a captured value that changes gives a new graph, never a stale result. With `recall`
        what earlier processes have left is enough, and what later ones need is left.

        Raises:
            DslError: what is wrong with the function, or `recursive-call`, `too-deep`.
        """
        found = self._built.get((key, self._captured()))
        if found is None:
            with BUILDING:
                found = self._built.get((key, self._captured()))
                if found is None:
                    self._note_forms()
                    found = self._recalled(key, statics) if recall else self._new(key, statics)
                    # Only now it is known which functions this one calls.
                    self._built[key, self._captured()] = found
        return found

    def _new(self, key: Hashable, statics: Sequence[Any]) -> Built:
        """The graph, built now."""
        found = self._build(key, statics)
        found.graph.gradient = self._declared(key, statics, found)
        return found

    def _recalled(self, key: Hashable, statics: Sequence[Any]) -> Built:
        """The graph that an earlier process has left, or a new one, which this one leaves."""
        made_of = origin_of(self, statics)
        outline = made_of and recalled(made_of.origin)
        if made_of is None or outline is None:
            found = self._new(key, statics)
            if made_of is not None and not found.outside:
                found.origin = made_of.origin
                keep(made_of.origin, found.outline)
            return found
        for each in made_of.reached:
            each._note_forms()
        others = (each for each in made_of.reached if each is not self)
        self._called = tuple(dict.fromkeys((*self._called, *others)))

        def make() -> Graph:
            if origin_of(self, statics) != made_of:
                raise _changed(self.signature.name)
            return self._new(key, statics).graph

        return Built(outline, self.signature.layout(statics), (), made_of.origin, make=make)

    def describe(self, to: Fingerprint) -> None:
        """Put the text, what it captures, and what that reaches; raises Undescribed."""
        if type(self) is not Blueprint:
            raise Undescribed
        to.functions.append(self)
        to.put(self.source)
        to.add(self.function)
        to.add(self.signature)
        for path in self._captures:
            to.put(".".join(path))
            to.add(_now(self.function, path))

    def _declared(
        self, key: Hashable, statics: Sequence[Any], own: Built
    ) -> Callable[[], Graph] | None:
        """What gives the graph that is declared to compute the gradient of one of these."""
        gradient = self.gradient
        if gradient is None:
            return None

        def declared() -> Graph:
            blueprint = gradient()
            blueprint.called()
            found = blueprint.built(key, statics)
            for one, built in ((self, own), (blueprint, found)):
                if built.outside:
                    _refuse_outside(one.signature.name, built.outside[0].path)
            return found.graph

        return declared

    def called(self) -> None:
        """Every function that is being built depends on what this one captures."""
        for outer, _ in _open:
            more = (each for each in (self, *self._called) if each not in outer._called)
            outer._called = (*outer._called, *more)

    def _captured(self) -> Hashable:
        """The key of what this function captures and those that it calls do."""
        return captured_key(value for _, _, value in self.surroundings())

    def surroundings(self) -> Iterator[tuple[dict[str, Any], tuple[str, ...], Any]]:
        """What this and the functions that it calls capture: names, a path in them, a value."""
        for each in (self, *self._called):
            for path in each._captures:
                yield each.function.__globals__, path, _now(each.function, path)

    def _arrays(self) -> Iterator[CapturedArray]:
        """The arrays in what this function captures."""
        for path in self._captures:
            said = path[path.index("__globals__") + 1 :] if "__globals__" in path else path
            yield from arrays_of(".".join(said), partial(_now, self.function, path))

    def _note_forms(self) -> None:
        """Note what the emitted text relies on in captured values.

        Raises:
            DslError: `captured-changed` where that is not as it was.
        """
        for path in self._captures:
            try:
                form = captured_form(_lookup(self.function, path))
            except (KeyError, AttributeError):
                continue  # the module is not at its end yet, or building will say so
            if self._forms.setdefault(path, form) != form:
                name = ".".join(path)
                message = f"`{name}`, which `{self.signature.name}` reads, has another form now"
                help_ = "pass what changes as an argument, or build again"
                raise DslError(Diagnostic("captured-changed", message, help=help_))

    def _build(self, key: Hashable, statics: Sequence[Any]) -> Built:
        """The graph, made again where a part of it was made before it was known what it requires.

        So what is known of sizes at a node is all that the graph says, in whatever order.
        """
        built, knew_requires = self._build_knowing((), key, statics)
        for _ in range(_MOST_BUILDINGS):
            if knew_requires:
                break
            requires = built.graph.requires
            built, knew_requires = self._build_knowing(requires, key, statics)
            knew_requires |= built.graph.requires == requires
        return built

    def _build_knowing(
        self, requires: Sequence[Require], key: Hashable, statics: Sequence[Any]
    ) -> tuple[Built, bool]:
        """The graph, and whether all that it requires was known before its first node.

        `requires` are known from the start.
        """
        layout = self.signature.layout(statics)
        builder = Builder(
            self.signature.name,
            layout.parameters,
            integers=layout.integers,
            source=self.source,
            paths=layout.paths,
            requires=requires,
        )
        values: list[Any] = [
            value.dim if value.dim is not None else value for value in builder.graph.parameters
        ]
        for number in layout.inouts:
            values[number] = builder.parameter(number)
        builder.outside.offer(self._arrays())
        with entered(self, key):
            positional, keywords = self.signature.split(self.signature.arguments(values, statics))
            result = self.function(builder, *positional, **keywords)
        place = builder.end(self.function.__code__)
        flat, structure = flatten(result, place)
        if self.signature.returns is not None:
            shown = replace(place, text=f"-> {self.signature.returns!r}")
            need = partial(builder.assume, place=shown)
            declaration = Declaration(self.signature.name, need, lambda: place.span, layout.dims)
            declaration.check(self.signature.returns, result)
        graph, outside = builder.finish(flat), tuple(builder.outside.read)
        built = Built.of(graph, layout.followed_by(graph, outside), structure, outside)
        return built, builder.knew_requires


def _changed(name: str) -> DslError:
    """The error for a graph whose surroundings are others than when it was first called."""
    message = f"what `{name}` reads has changed since this graph was called"
    return DslError(Diagnostic("captured-changed", message, help="call it again, then ask"))


def _refuse_outside(name: str, path: str) -> NoReturn:
    """Refuse an array of the module where parameters stand for parameters."""
    message = f"`{name}` reads `{path}`, an array of the module, beside a declared gradient"
    help_ = "let both functions take it as a parameter"
    raise DslError(Diagnostic("no-gradient", message, help=help_))


@contextmanager
def without_breakpoints() -> Iterator[None]:
    """Debuggers stop at nothing meanwhile: who steps through a text does not want its building."""
    hook, trace = sys.breakpointhook, sys.gettrace()
    sys.breakpointhook = lambda *args, **kwargs: None
    if trace is not None:
        sys.settrace(None)
    try:
        yield
    finally:
        sys.breakpointhook = hook
        if trace is not None:
            sys.settrace(trace)


def _now(function: Callable[..., Any], path: Sequence[str]) -> Any:
    """The same, or what equals nothing else where it is gone; building says so then."""
    try:
        return _lookup(function, path)
    except (KeyError, AttributeError):
        return _now


def _lookup(function: Callable[..., Any], path: Sequence[str]) -> Any:
    """What is at a path of attributes, or of globals behind `__globals__`."""
    value = function.__globals__[path[0]]
    for before, name in pairwise(path):
        value = value[name] if before == "__globals__" else getattr(value, name)
    return value


# The functions that are being built, outermost first; guarded by BUILDING.
_open: list[tuple[Blueprint, Hashable]] = []


@contextmanager
def entered(blueprint: Blueprint, key: Hashable) -> Iterator[None]:
    """Keeps track of the function being built.

    Raises:
        DslError: `recursive-call` for a function that needs its own graph, `too-deep`.
    """
    name = blueprint.signature.name
    if (blueprint, key) in _open:
        same = " with the same build-time arguments" if key else ""
        message = f"`{name}` calls itself{same}"
        help_text = "write a loop, or let a `Static` parameter end the recursion"
        raise DslError(Diagnostic("recursive-call", message, help=help_text))
    if len(_open) >= MOST_CALLS:
        raise DslError(
            Diagnostic("too-deep", f"the call of `{name}` is more than {MOST_CALLS} calls deep")
        )
    frames = sys.getrecursionlimit()
    _open.append((blueprint, key))
    sys.setrecursionlimit(max(frames, _FRAMES))
    try:
        yield
    except RecursionError:
        message = f"while `{name}` is built, a function calls itself without end"
        help_text = "let the number that ends it get there"
        raise DslError(Diagnostic("recursive-call", message, help=help_text)) from None
    finally:
        sys.setrecursionlimit(frames)
        _open.pop()

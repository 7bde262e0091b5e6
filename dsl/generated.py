"""Functions whose graphs no text of a user builds: graphs are made, and then printed as text."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from dslc.ir.graph import Graph, Literal, Operand
from dslc.ir.outside import Outside
from dslc.ir.place import Place

from .building import Blueprint, Built
from .compiled import CompiledFunction
from .from_graph import compile_graph
from .inout import apart
from .layout import Layout
from .results import flatten
from .signature import Signature
from .symbolic import stepping


class Generated(Blueprint):
    """Makes the graphs of one function.

    Args:
        name: of that function.
        signature: what it takes and gives.
    """

    def __init__(self, name: str, signature: Signature) -> None:
        self.texts: dict[Graph, CompiledFunction] = {}  # what the graphs were built by
        super().__init__(_stepped(self, name, signature), signature, "")

    def _build(self, key: Hashable, statics: Sequence[Any]) -> Built:
        layout = self.signature.layout(statics)
        graph, result = self.generated(layout, statics)
        flat, structure = flatten(result, graph.place)
        updates = graph.results[len(graph.returned) :]
        graph.body.results = (*map(_as_operand, flat), *updates)
        text = compile_graph(graph)
        self.texts[text.graph] = text
        outside = self.outside(statics)
        return Built.of(text.graph, layout.followed_by(graph, outside), structure, outside)

    def outside(self, statics: Sequence[Any]) -> tuple[Outside, ...]:
        """The arrays that the further parameters of a graph are."""
        return ()

    def generated(self, layout: Layout, statics: Sequence[Any]) -> tuple[Graph, Any]:
        """A graph for these flat parameters, and the function's result, made of its values."""
        raise NotImplementedError


class GeneratedFunction(CompiledFunction):
    """A compiled function whose text was made.

    Attributes:
        gives_own: whether no array that it gives shares memory with an argument.
    """

    gives_own = True

    blueprint: Generated

    def _result(self, built: Built, values: Sequence[Any], flat: Sequence[Any]) -> Any:
        given = [each for each in values if isinstance(each, np.ndarray)]
        count = len(flat) - len(built.updates)
        own = [apart(each, given) for each in flat[:count]]
        return super()._result(built, values, [*own, *flat[count:]])

    @property
    def source(self) -> str:
        """The text that builds its graph, for the default build-time arguments."""
        return self.blueprint.texts[self.graph].source


def _as_operand(value: Any) -> Operand:
    return Literal(value) if isinstance(value, bool | int | float | np.generic) else value


def _stepped(generated: Generated, name: str, signature: Signature) -> Callable[..., Any]:
    """What runs the text node by node."""

    def run(g: Any, *args: Any, **kwargs: Any) -> Any:
        call = signature.bind(args, kwargs, stepping)
        built = generated.built(call.key, call.statics)
        call = built.completed(call)
        results = generated.texts[built.graph].blueprint.function(g, *call.values)
        flat = flatten(results, Place())[0]
        return built.structure.of(flat)

    first = inspect.Parameter("g", inspect.Parameter.POSITIONAL_ONLY)
    others = [
        inspect.Parameter(
            each.name,
            inspect.Parameter.KEYWORD_ONLY
            if each.keyword_only
            else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=each.default,
        )
        for each in signature.parameters
    ]
    run.__signature__ = inspect.Signature([first, *others])  # type: ignore[attr-defined]
    run.__name__ = run.__qualname__ = name
    return run

"""`dslc show` and `dslc explain`: graphs and diagnostic codes as text."""

import json
import sys
from typing import TYPE_CHECKING

from dslc.ir.diagnostics import codes, explain

from .listing import as_table, graph_record
from .targets import choices, find_function, usage
from .terminal import say

if TYPE_CHECKING:
    from dslc.ir.graph import Graph


def show_function(target: str, form: str, after: str | None) -> None:
    """Print the graph of FILE:FUNCTION as `form`, after a pass if given; `cpp`: its native code."""
    function = find_function(target)
    if form == "cpp":
        if after is not None:
            raise usage("`--after` shows a graph", "native code is made after all passes")
        say(function.kernels["cpu"].rstrip("\n"))
        return
    graph = function.graph
    if after is not None:
        graph = _after(graph, after.replace("-", "_"))
    match form:
        case "json":
            say(json.dumps(graph_record(graph), indent=2))
        case "table":
            sys.stdout.write(as_table(graph))
        case _:
            say(str(graph).rstrip("\n"))


def _after(graph: "Graph", wanted: str) -> "Graph":
    """The graph as it is when the pass `wanted` of the pipeline has run."""
    from dslc.ir.passes import PIPELINE, optimize

    names = [step.__name__ for step in PIPELINE]
    if wanted not in names:
        raise usage(f"there is no pass `{wanted}`", choices(wanted, names))
    seen: dict[str, Graph] = {}
    optimize(graph, seen.__setitem__)
    return seen[wanted]


def explain_name(name: str | None) -> None:
    """Print the page of a diagnostic code or an op, or the list of `ops`; by default the codes."""
    from .op_pages import all_ops, op_names, op_page

    if name is None:
        say("\n".join(codes()))
        return
    page = all_ops() if name == "ops" else explain(name) or op_page(name)
    if page is None:
        raise usage(f"there is no code or op `{name}`", choices(name, [*codes(), *op_names()]))
    say(page.rstrip("\n"))

"""`dslc show` and `dslc explain`: graphs and diagnostic codes as text."""

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dslc.ir.diagnostics import codes, explain

from .listing import as_table, graph_record
from .modules import write
from .targets import choices, find_function, nearest, usage
from .terminal import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from dslc.compiled import CompiledFunction
    from dslc.ir.dims import Dim
    from dslc.ir.graph import Graph


def show_function(
    target: str, form: str, after: str | None, at: list[str], out: Path | None
) -> None:
    """Write FILE:FUNCTION as `form` to `out` or stdout, after a pass and at some sizes if given.

    Raises:
        DslError: what is wrong with the function, `usage`, or `unwritable-output`.
    """
    function = find_function(target)
    if out is not None and os.path.realpath(out) == os.path.realpath(target.rpartition(":")[0]):
        raise usage(f"the output `{out}` is the source", "give another name after `--out`")
    text = _text(function, form, after, at)
    if out is None:
        sys.stdout.write(text)
    else:
        written = write(out, text.encode("utf-8", "backslashreplace"))
        say(f"{'wrote' if written else 'unchanged'} {out}")


def _text(function: "CompiledFunction", form: str, after: str | None, at: list[str]) -> str:
    if form == "html":
        from .page import page_text

        if at:
            raise usage("a page is of the graph for every size", "leave out `--at`")
        return page_text(function, after and _known_pass(after))
    graph = _version(function, at) if at else function.graph
    if form == "cpp":
        from dslc.devices import kernel_text
        from dslc.ir.passes import optimize

        if after is not None:
            raise usage("`--after` shows a graph", "native code is made after all passes")
        return kernel_text(optimize(graph))
    return _FORMS[form](_after(graph, after))


def _version(function: "CompiledFunction", at: list[str]) -> "Graph":
    """The graph for some sizes, each NAME=SIZE or NAME%FACTOR.

    Raises:
        DslError: `specialize-invalid`, or `usage` where there is none.
    """
    from dslc.ir.passes.specialize import NotSpecialized, specialize
    from dslc.requests import exact, multiple_of, read_request

    wished: dict[Dim | str, Any] = {}
    for each in at:
        parts = _PARTS.fullmatch(each)
        if parts is None:
            raise usage(f"`{each}` is no size", "write NAME=SIZE or NAME%FACTOR, as in `--at n=32`")
        name, sign, number = parts.groups()
        wished[name] = exact(int(number)) if sign == "=" else multiple_of(int(number))
    asked = read_request(wished, function.signature).dims
    sizes = {name: of.sizes[0] for name, of in asked.items() if of.sizes}
    multiples = {name: of.factors[0] for name, of in asked.items() if of.factors}
    try:
        return specialize(function.graph, sizes, multiples).graph
    except NotSpecialized as refused:
        raise usage(f"there is no version at {', '.join(at)}", str(refused)) from None


_PARTS = re.compile(r"(\w+)([=%])(-?\d+)")


def _as_dot(graph: "Graph") -> str:
    from .dot import as_dot
    from .drawing import draw

    return as_dot(draw(graph))


def _as_mermaid(graph: "Graph") -> str:
    from .drawing import draw
    from .mermaid import as_mermaid

    return as_mermaid(draw(graph))


def _as_json(graph: "Graph") -> str:
    return json.dumps(graph_record(graph), indent=2) + "\n"


_FORMS: "dict[str, Callable[[Graph], str]]" = {
    "text": str,
    "table": as_table,
    "json": _as_json,
    "dot": _as_dot,
    "mermaid": _as_mermaid,
}
"""A graph as the text of each form."""


def _after(graph: "Graph", wanted: str | None) -> "Graph":
    """The graph as it is when the pass `wanted` of the pipeline has run; by default, as written."""
    from dslc.ir.passes import optimize

    if wanted is None:
        return graph
    name = _known_pass(wanted)
    seen: dict[str, Graph] = {}
    optimize(graph, seen.__setitem__)
    return seen[name]


def _known_pass(wanted: str) -> str:
    """The name of a pass of the pipeline, however it joins its words."""
    from dslc.ir.passes import PIPELINE

    names = [step.__name__ for step in PIPELINE]
    name = wanted.replace("-", "_")
    if name not in names:
        raise usage(f"there is no pass `{wanted}`", choices(name, names))
    return name


def explain_name(name: str | None) -> None:
    """Print the page of a diagnostic code or an op, or the list of `ops`; by default the codes."""
    from .op_pages import all_ops, op_names, op_page

    if name is None:
        say("\n".join(codes()))
        return
    page = all_ops() if name == "ops" else explain(name) or op_page(name)
    if page is None:
        near = nearest(name, [*codes(), *op_names()])
        lists = "`dslc explain` lists the codes, `dslc explain ops` the ops"
        raise usage(f"there is no code or op `{name}`", near or lists)
    say(page.rstrip("\n"))

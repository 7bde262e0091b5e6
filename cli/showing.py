"""`dslc show` and `dslc explain`: graphs and diagnostic codes as text."""

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from dslc.ir.diagnostics import codes, explain

from .listing import as_table, graph_record
from .modules import write
from .targets import choices, find_function, nearest, usage
from .terminal import say, wants_color

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dslc.compiled import CompiledFunction
    from dslc.ir.dims import Dim
    from dslc.ir.graph import Graph


GRADIENT = "gradient"
"""In place of a pass: the joint graph of a function and its gradient."""


class Shown(NamedTuple):
    """How `dslc show` shows a function.

    Attributes:
        form: the name of the form.
        after: the pass after which its graph is shown, `GRADIENT` for the graph with its gradient,
            None for as it was written.
        at: the sizes of the version, each NAME=SIZE or NAME%FACTOR.
        dims: the sizes of the form `memory`, each NAME=SIZE.
        diff: whether only what the pass changes is shown.
        fast_math: whether inexact rules apply.
        budget: of the memory of the gradient, 0 to 1; None for one that computes nothing again.
    """

    form: str
    after: str | None
    at: list[str]
    dims: list[str]
    diff: bool
    fast_math: bool
    budget: float | None = None


def show_function(target: str, shown: Shown, out: Path | None) -> None:
    """Write FILE:FUNCTION to `out` or stdout as is said.

    Raises:
        DslError: what is wrong with the function, `usage`, or `unwritable-output`.
    """
    function = find_function(target)
    if out is not None and os.path.realpath(out) == os.path.realpath(target.rpartition(":")[0]):
        raise usage(f"the output `{out}` is the source", "give another name after `--out`")
    if shown.after == GRADIENT:
        function, shown = _differentiated(function, shown), shown._replace(after=None)
    elif shown.budget is not None:
        raise usage("`--memory-budget` is for a gradient", "add `--after gradient`")
    text = _memory(function, shown, out) if shown.form == "memory" else _text(function, shown)
    if out is None:
        sys.stdout.write(text)
    else:
        written = write(out, text.encode("utf-8", "backslashreplace"))
        say(f"{'wrote' if written else 'unchanged'} {out}")


def _differentiated(function: "CompiledFunction", shown: Shown) -> "CompiledFunction":
    """The function with its gradient by all that is differentiable."""
    from dslc.gradients import joint

    if shown.diff:
        raise usage("`--diff` shows what a pass changes", "leave it out: a gradient is new nodes")
    is_curve = shown.form == "memory" and not shown.at
    return joint(function, 1.0 if is_curve and shown.budget is None else shown.budget)


def _memory(function: "CompiledFunction", shown: Shown, out: Path | None) -> str:
    """Where arrays lie: a picture for a file of that name, else for the terminal."""
    from dslc.ir.passes import optimize

    from .memory_map import memory_map
    from .memory_svg import as_svg
    from .memory_text import as_terminal

    if shown.after is not None or shown.diff:
        raise usage("`--after` shows a graph", "memory is planned after all passes")
    graph = _version(function, shown.at) if shown.at else function.graph
    drawn = memory_map(optimize(graph, fast_math=shown.fast_math), shown.dims)
    if out is not None and out.suffix == ".svg":
        return as_svg(drawn)
    text = as_terminal(drawn, color=out is None and wants_color(sys.stdout))
    return text + _curve(function, drawn.sizes)


def _curve(function: "CompiledFunction", sizes: "Mapping[str, int]") -> str:
    """The memory of a gradient against what it computes again; "" for other functions."""
    from dslc.gradients import GradientFunction

    from .memory_curve import curve_text

    budget = function.budget if isinstance(function, GradientFunction) else None
    return "" if budget is None else "\n" + curve_text(budget, sizes)


def _text(function: "CompiledFunction", shown: Shown) -> str:
    if shown.dims:
        raise usage("`--dim` chooses the sizes of a memory plan", "add `--as memory`")
    if shown.diff and (shown.after is None or shown.form != "text"):
        raise usage("`--diff` shows what a pass changes", "name it, as in `--after simplify`")
    if shown.form == "html":
        from .page import page_text

        if shown.at:
            raise usage("a page is of the graph for every size", "leave out `--at`")
        return page_text(function, shown.after and _known_pass(shown.after, shown.fast_math))
    graph = _version(function, shown.at) if shown.at else function.graph
    if shown.form in ("cpp", "nests", "plan"):
        from dslc.devices import kernel_text
        from dslc.ir.passes import optimize

        if shown.after is not None:
            raise usage("`--after` shows a graph", "native code is made after all passes")
        optimized = optimize(graph, fast_math=shown.fast_math)
        if shown.form == "plan":
            return _as_plan(optimized)
        return kernel_text(optimized) if shown.form == "cpp" else _as_nests(optimized)
    return _graph_text(graph, shown)


def _as_nests(graph: "Graph") -> str:
    """The loop nests that run a graph."""
    from dslc.ir.expansion import expand
    from dslc.ir.nests.plan import print_plan
    from dslc.ir.passes import run_pass
    from dslc.ir.passes.fuse import fuse

    primitive = run_pass(lambda each: expand(each, lambda op: False), graph)
    return print_plan(run_pass(fuse, primitive))


def _as_plan(graph: "Graph") -> str:
    """What a GPU runs, and what the host does meanwhile, with bytes and operations by sizes."""
    from dslc.gpu.plan import plan_of

    return str(plan_of(graph))


def _graph_text(graph: "Graph", shown: Shown) -> str:
    """The graph as it is when a pass has run, or what that changes; by default, as written."""
    from dslc.ir.passes import optimize

    if shown.after is None:
        return _FORMS[shown.form](graph)
    name = _known_pass(shown.after, shown.fast_math)
    seen: dict[str, Graph] = {"": graph}
    optimize(graph, seen.__setitem__, fast_math=shown.fast_math)
    if shown.diff:
        from .pass_changes import changes

        names = list(seen)
        return changes(seen[names[names.index(name) - 1]], seen[name])
    return _FORMS[shown.form](seen[name])


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


def _known_pass(wanted: str, fast_math: bool) -> str:
    """The name of a pass of the pipeline, however it joins its words."""
    from dslc.ir.passes import FAST_MATH, PIPELINE

    names = [step.__name__ for step in (FAST_MATH if fast_math else PIPELINE)]
    name = wanted.replace("-", "_")
    if name not in names:
        raise usage(f"there is no pass `{wanted}`", choices(name, [GRADIENT, *names]))
    return name


def fast_math_page() -> str:
    """What `--fast-math` allows."""
    from dslc.ir.rules import INEXACT

    return "\n".join(
        [
            "`--fast-math` also applies the rules below. They hold for real numbers: a float may",
            "come out different in its last places, and a NaN, an infinity or -0.0 as a number.",
            "",
            *(f"- {each.says}" for each in INEXACT),
            "- a `batch_norm` behind a convolution is in its kernel and bias",
            "- several factors are multiplied in the order that takes the least",
        ]
    )


def explain_name(name: str | None) -> None:
    """Print a page: of a code, an op, `ops` or `fast-math`; by default the codes."""
    from .op_pages import all_ops, op_names, op_page

    if name is None:
        say("\n".join(codes()))
        return
    lists = {"ops": all_ops, "fast-math": fast_math_page}
    page = lists[name]() if name in lists else explain(name) or op_page(name)
    if page is None:
        near = nearest(name, [*codes(), *op_names()])
        help_text = "`dslc explain` lists the codes, `dslc explain ops` the ops"
        raise usage(f"there is no code or op `{name}`", near or help_text)
    say(page.rstrip("\n"))

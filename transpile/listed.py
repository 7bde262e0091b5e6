"""Returning a list that grew in a loop of the graph: `return g.listed(ys)`."""

from __future__ import annotations

from dataclasses import replace

from dslc.ir.diagnostics import Span

from .frame import Frame
from .kind_parts import leaves, map_containers
from .kinds import CONTAINERS, Grown, Kind, Sequence, Table


def listed(frame: Frame, kind: Kind, span: Span) -> Kind:
    """What a function returns, with lists in place of the arrays that stand for them.

    That is so where a graph function itself returns: a region and a plain function give values of
    the graph.
    """
    if isinstance(kind, Grown):
        if not frame.is_graph or frame.ends is not None:
            return _refuse(frame, span, "return its items as one array: `np.stack(...)`")
        of = "" if kind.form == "array" else f', "{kind.form}"'
        return replace(kind, text=f"{frame.g}.listed({kind.text}{of})")
    if not isinstance(kind, CONTAINERS) or not any(isinstance(k, Grown) for k in leaves(kind)):
        return kind
    if isinstance(kind, Sequence | Table) and not kind.text:
        return map_containers(kind, lambda part: listed(frame, part, span))
    return _refuse(frame, span, "return it by its own name, as in `return ys, total`")


def _refuse(frame: Frame, span: Span, help_: str) -> Kind:
    message = "a list that grew in a loop of the graph cannot be returned here"
    return frame.refuse("result-unsupported", message, span, help=help_)

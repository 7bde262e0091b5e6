"""A drawing as Graphviz text."""

from collections.abc import Iterator

from .drawing import Arrow, Box, Drawing, Frame

_HEAD = """\
    compound=true
    fontname="Helvetica"
    node [shape=box, style="rounded,filled", fillcolor=white, fontname="Helvetica", fontsize=11]
    edge [fontname="Helvetica", fontsize=9, color=gray35, fontcolor=gray35]"""

_BOXES = {
    "input": "shape=plain, style=solid",
    "node": "",
    "control": 'style="filled", fillcolor=lightgoldenrod1',
    "output": "shape=plain, style=solid",
}

_ARROWS = {
    "data": "",
    "entry": "style=dashed",
    "again": "style=dashed, constraint=false",
    "call": "style=dotted, constraint=false",
}


def as_dot(drawing: Drawing) -> str:
    """The text; each function, node with regions, and region is a cluster.

    Dashed edges lead into a region and from the end of a loop's body back to the loop, dotted ones
    to the function that is called.
    """
    lines = [f"digraph {_quoted(drawing.name)} {{", _HEAD]
    for frame in drawing.frames:
        lines += _frame(frame, 1)
    lines += [f"    {_arrow(arrow)}" for arrow in drawing.arrows]
    return "\n".join([*lines, "}"]) + "\n"


def _frame(frame: Frame, depth: int) -> Iterator[str]:
    indent = "    " * depth
    yield f"{indent}subgraph cluster_{frame.key} {{"
    yield f"{indent}    label={_quoted(frame.title)}; style=rounded; color=gray60"
    for each in frame.inside:
        if isinstance(each, Frame):
            yield from _frame(each, depth + 1)
        else:
            yield f"{indent}    {_box(each)}"
    yield f"{indent}}}"


def _box(box: Box) -> str:
    style = _BOXES[box.role]
    return f"{box.key} [{', '.join([f'label={_quoted(box.text)}', *([style] if style else [])])}]"


def _arrow(arrow: Arrow) -> str:
    label = [f"label={_quoted(arrow.text)}"] if arrow.text else []
    style = [_ARROWS[arrow.way]] if _ARROWS[arrow.way] else []
    border = [f"lhead=cluster_{arrow.frame}"] if arrow.frame else []
    given = ", ".join([*label, *style, *border])
    return f"{arrow.start} -> {arrow.end}{f' [{given}]' if given else ''}"


def _quoted(text: str) -> str:
    """A string of Graphviz: a backslash would begin an escape, and so is escaped itself."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return '"' + shown.replace("\\", "\\\\").replace('"', '\\"') + '"'

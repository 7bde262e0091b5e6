"""A drawing as a Mermaid flowchart, as GitHub renders it in a fenced block `mermaid`."""

from collections.abc import Iterator

from .drawing import Arrow, Box, Drawing, Frame

_BOXES = {
    "input": ("([", "])"),
    "node": ("[", "]"),
    "control": ("{{", "}}"),
    "output": ("([", "])"),
}

_ARROWS = {"data": "-->", "entry": "-.->", "again": "-.->", "call": "-.->"}

_WORDS = {"entry": "", "again": "again", "call": "calls"}

_PLAIN = frozenset(" _,.:()[]=+*/?-")


def as_mermaid(drawing: Drawing) -> str:
    """The text; each function, node with regions, and region is a subgraph."""
    lines = ["flowchart TB"]
    for frame in drawing.frames:
        lines += _frame(frame, 1)
    lines += [f"    {_arrow(arrow)}" for arrow in drawing.arrows]
    return "\n".join(lines) + "\n"


def _frame(frame: Frame, depth: int) -> Iterator[str]:
    indent = "    " * depth
    yield f"{indent}subgraph {frame.key}[{_quoted(frame.title)}]"
    yield f"{indent}    direction TB"
    for each in frame.inside:
        if isinstance(each, Frame):
            yield from _frame(each, depth + 1)
        else:
            yield f"{indent}    {_box(each)}"
    yield f"{indent}end"


def _box(box: Box) -> str:
    left, right = _BOXES[box.role]
    return f"{box.key}{left}{_quoted(box.text)}{right}"


def _arrow(arrow: Arrow) -> str:
    text = arrow.text or _WORDS.get(arrow.way, "")
    label = f"|{_quoted(text)}|" if text else ""
    return f"{arrow.start} {_ARROWS[arrow.way]}{label} {arrow.frame or arrow.end}"


def _quoted(text: str) -> str:
    """A label: everything that Mermaid, Markdown or HTML could take for their own is a number."""
    return '"' + "".join(c if c.isalnum() or c in _PLAIN else f"#{ord(c)};" for c in text) + '"'

"""A graph as boxes, frames and arrows: what Graphviz and Mermaid both draw."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from dslc.ir.graph import Graph, Node, Region, Value
from dslc.ir.reading import Reading, read_parts
from dslc.ir.structure import is_test

from .listing import Names, call_text, operand_text

Role: TypeAlias = Literal["input", "node", "control", "output"]
Way: TypeAlias = Literal["data", "entry", "again", "call"]

_PARTS = {"if": ("then", "else"), "while": ("test", "body"), "for": ("body",)}


@dataclass(frozen=True, slots=True)
class Box:
    """A parameter, a node or the results of a region.

    Attributes:
        key: an identifier, unique in the drawing.
        text: what stands in it.
        role: what it is; `control` for a node that has regions.
    """

    key: str
    text: str
    role: Role


@dataclass(slots=True)
class Frame:
    """A function, a region, or a node with its regions.

    Attributes:
        key: an identifier, unique in the drawing.
        title: its text.
        inside: boxes and frames in the order of the graph.
    """

    key: str
    title: str
    inside: "list[Box | Frame]" = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one box to another.

    Attributes:
        start: the key of a box.
        end: the key of a box.
        text: the type of what is passed on, "" for none.
        way: `data` to a node that reads it; `entry` from a node into its region; `again` from the
            end of a loop's body to the loop; `call` to the function that is called.
        frame: the key of the frame at whose border it ends, "" for none.
    """

    start: str
    end: str
    text: str
    way: Way
    frame: str = ""


@dataclass(slots=True)
class Drawing:
    """Everything that is drawn; the function itself is the last frame, those it calls before it."""

    name: str
    frames: list[Frame] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)


def draw(graph: Graph) -> Drawing:
    """The drawing of a graph and of the graphs it calls."""
    drawing = Drawing(graph.name)
    ends: dict[int, tuple[str, str]] = {}
    for each in [*graph.callees(), graph]:
        ends[id(each)] = _Artist(each, drawing, ends).draw()
    return drawing


class _Artist:
    """Draws one function."""

    def __init__(self, graph: Graph, drawing: Drawing, ends: dict[int, tuple[str, str]]) -> None:
        self._graph = graph
        self._drawing = drawing
        self._ends = ends
        self._prefix = f"f{len(drawing.frames)}"
        self._count = 0
        self._names = Names(graph)
        self._box: dict[Value, str] = {}
        self._reading = Reading(graph)

    def draw(self) -> tuple[str, str]:
        """Add the function's frame; the keys of its box of results and of the frame."""
        frame = Frame(self._key("c"), self._graph.name)
        self._drawing.frames.append(frame)
        for value in self._graph.parameters:
            self._parameter(frame, value)
        return self._region(frame, self._graph.body), frame.key

    def _key(self, kind: str) -> str:
        self._count += 1
        return f"{self._prefix}{kind}{self._count}"

    def _add(self, frame: Frame, role: Role, text: str) -> str:
        box = Box(self._key("n"), text, role)
        frame.inside.append(box)
        return box.key

    def _parameter(self, frame: Frame, value: Value) -> str:
        key = self._add(frame, "input", f"{self._names[value]}: {value.type}")
        self._box[value] = key
        return key

    def _region(self, frame: Frame, region: Region) -> str:
        """The nodes of a region, and the box of its results, whose key comes back."""
        for node in region.nodes:
            self._node(frame, node)
        results = ", ".join(operand_text(operand, self._names) for operand in region.results)
        end = self._add(frame, "output", f"return {results or '()'}")
        self._arrows(region.results, end)
        return end

    def _node(self, frame: Frame, node: Node) -> None:
        given = ", ".join(self._names[value] for value in node.results)
        call = call_text(node, self._names)
        text = f"{given} = {call}" if given else call
        if node.regions:
            outer = Frame(self._key("c"), node.op.name)
            frame.inside.append(outer)
            key = self._add(outer, "control", text)
        else:
            outer = frame
            key = self._add(frame, "node", text)
        self._arrows(read_parts(node), key)
        if node.op.name == "call":
            end, called = self._ends[id(node.attributes["callee"])]
            self._drawing.arrows.append(Arrow(key, end, "", "call", called))
        for region, part in zip(node.regions, _PARTS.get(node.op.name, ()), strict=True):
            inner = Frame(self._key("c"), part)
            outer.inside.append(inner)
            self._inner(inner, node, region, key)
        self._reading.bind(node.results)
        self._box.update(dict.fromkeys(node.results, key))

    def _inner(self, frame: Frame, node: Node, region: Region, owner: str) -> None:
        """A region of a node, the arrows into it and back."""
        self._reading.bind(region.parameters)
        for value in region.parameters:
            entry = self._parameter(frame, value)
            self._drawing.arrows.append(Arrow(owner, entry, "", "entry"))
        end = self._region(frame, region)
        if node.op.name != "if" and not is_test(node, region):
            self._drawing.arrows.append(Arrow(end, owner, "", "again"))

    def _arrows(self, parts: Sequence[object], end: str) -> None:
        read = self._reading.values(parts)
        starts = dict.fromkeys((self._box[value], text) for value, text in read)
        self._drawing.arrows += [Arrow(start, end, text, "data") for start, text in starts]

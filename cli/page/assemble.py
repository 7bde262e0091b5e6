"""The page put together from its template, its style, its script and the data of one function."""

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import pairwise
from string import Template
from typing import Any

from dslc.compiled import CompiledFunction
from dslc.cpu.print_kernel import Kernel, print_kernel
from dslc.ir.backend import Unsupported
from dslc.ir.graph import Node
from dslc.ir.place import Place
from dslc.ir.print_lines import Piece

from .paint import paint_cpp, paint_python
from .rows import Row, escaped, rows_html
from .sources import SourceFile, source_files
from .stages import Change, Stage, changes, stages


def page_text(function: CompiledFunction, opened: str | None = None) -> str:
    """The page of a function, with the tab of the pass `opened` in front.

    Raises:
        DslError: what is wrong with the function.
    """
    return _Page(function, opened or "").text()


@dataclass
class _Page:
    """What one page shows; `opened` is the pass whose tab is in front."""

    function: CompiledFunction
    opened: str

    @cached_property
    def stages(self) -> list[Stage]:
        return stages(self.function.graph)

    @cached_property
    def changes(self) -> list[list[Change]]:
        """What each pass changed in the text before it; nothing in the first."""
        pairs = pairwise([self.stages[0], *self.stages])
        return [changes(before.lines, after.lines) for before, after in pairs]

    @cached_property
    def files(self) -> list[SourceFile]:
        places = (piece.place for stage in self.stages for piece in stage.pieces)
        return source_files(self.function.graph.source, places)

    @cached_property
    def kernel(self) -> Kernel | str:
        """The kernel, or why there is none."""
        try:
            return print_kernel(self.stages[-1].graph)
        except Unsupported as reason:
            return str(reason)

    @cached_property
    def statements(self) -> dict[tuple[str, int], int]:
        """A number for each statement that has nodes in any stage, by file and first line."""
        shown = {(file.name, number) for file in self.files for number in file.lines}
        places = (self.place(piece) for stage in self.stages for piece in stage.pieces)
        known = dict.fromkeys(place for place in places if place in shown)
        return {place: number for number, place in enumerate(known)}

    def place(self, piece: Piece) -> tuple[str, int]:
        """The file and line of the statement that a piece implements; of a head, its `def`."""
        if piece.graph is None:
            return piece.place.file, piece.place.source_line
        name, source = piece.graph.name, piece.graph.source
        return source, next(
            (file.functions.get(name, 0) for file in self.files if file.name == source), 0
        )

    def statement(self, piece: Piece) -> int:
        """The number of the statement that a piece implements, -1 for none."""
        return self.statements.get(self.place(piece), -1)

    def text(self) -> str:
        style, script = _part("page.css"), _part("page.js")
        return Template(_part("page.html")).substitute(
            title=escaped(f"{self.function.__name__} · {self.function.graph.source}"),
            name=escaped(self.function.__name__),
            signature=escaped(str(self.function.signature)),
            sources="\n".join(self._sources()),
            tabs="\n".join(self._tabs()),
            panels="\n".join(self._panels()),
            kernel=self._kernel(),
            data=_json(self._data()),
            style=style,
            script=script,
            style_hash=_hash(style),
            script_hash=_hash(script),
        )

    # --- the texts ------------------------------------------------------------------------------

    def _sources(self) -> Iterator[str]:
        first = self._first_rows()
        for index, file in enumerate(self.files):
            painted = paint_python(list(file.lines.values()))
            rows = []
            for (number, first_line), spans in zip(file.firsts.items(), painted, strict=True):
                statement = self.statements.get((file.name, first_line), -1)
                data = {"s": statement} if statement >= 0 else {}
                link = first.get(statement, "")
                rows.append(Row(f"s{index}-{number}", str(number), spans, link, data))
            yield f"<h3>{escaped(file.name)}</h3>"
            yield f'<div class="text" aria-label="{escaped(file.name)}">{rows_html(rows)}</div>'

    def _first_rows(self) -> dict[int, str]:
        """The first row of the graph as it was written that each statement has there."""
        found: dict[int, str] = {}
        for piece in self.stages[0].pieces:
            found.setdefault(self.statement(piece), f"g0-{piece.rows.start + 1}")
        return found

    def _tabs(self) -> Iterator[str]:
        for index, stage in enumerate(self.stages):
            picked = "true" if stage.name == self.opened else "false"
            title = escaped(stage.name.replace("_", " ") or "as written")
            count = f' <span class="count">{self._count(index)}</span>' if index else ""
            yield (
                f'<button type="button" role="tab" id="tab-{index}" aria-controls="stage-{index}"'
                f' aria-selected="{picked}">{title}{count}</button>'
            )

    def _count(self, index: int) -> str:
        """How many lines a pass took out and put in."""
        found = self.changes[index]
        gone = sum(each.row is None for each in found)
        new = sum(each.new for each in found)
        return f"\N{MINUS SIGN}{gone} +{new}" if gone or new else "no change"

    def _panels(self) -> Iterator[str]:
        for index, stage in enumerate(self.stages):
            title = escaped(f"After {stage.name}" if stage.name else "As written")
            yield f'<div class="panel" id="stage-{index}" aria-labelledby="tab-{index}">'
            yield f'<h3 class="only-plain">{title}</h3>'
            yield f'<div class="text" aria-label="{title}">'
            yield rows_html(self._graph_rows(index, stage))
            yield "</div></div>"

    def _graph_rows(self, index: int, stage: Stage) -> Iterator[Row]:
        painted = paint_python(stage.lines)
        pieces = stage.piece_of_row()
        for change in self.changes[index]:
            if change.row is None:
                spans = paint_python([change.text])[0]
                yield Row("", "", spans, kind="gone")
                continue
            number = pieces.get(change.row, -1)
            data = {"p": number} if number >= 0 else {}
            link = self._source_row(stage.pieces[number]) if number >= 0 else ""
            key = f"g{index}-{change.row + 1}"
            kind = "new" if change.new else ""
            yield Row(key, str(change.row + 1), painted[change.row], link, data, kind)

    def _source_row(self, piece: Piece) -> str:
        """The id of the row of a piece's statement, "" for none."""
        return self._row_id(self.place(piece)) if self.statement(piece) >= 0 else ""

    def _row_id(self, place: tuple[str, int]) -> str:
        file, number = place
        return f"s{[each.name for each in self.files].index(file)}-{number}"

    def _kernel(self) -> str:
        if isinstance(self.kernel, str):
            return f'<p class="note">There is no native code: {escaped(self.kernel)}.</p>'
        lines = self.kernel.text.removesuffix("\n").split("\n")
        rows = []
        painted = paint_cpp(lines)
        for number, (node, spans) in enumerate(zip(self.kernel.origins, painted, strict=True), 1):
            row = Row(f"k-{number}", str(number), spans)
            rows.append(row if node is None else self._of_node(row, node))
        return f'<div class="text" aria-label="Kernel">{rows_html(rows)}</div>'

    def _of_node(self, row: Row, node: Node) -> Row:
        """A row of the kernel with what it implements: a statement, and a node of the last stage.

        The kernel has other nodes for an op that is made of several; they keep its place.
        """
        place = node.place.file, node.place.source_line
        data = {"s": self.statements[place]} if place in self.statements else {}
        piece = self._last_pieces.get(node, self._last_pieces.get(node.place))
        if piece is not None:
            data["p"] = piece
        return row._replace(link=self._row_id(place) if "s" in data else "", data=data)

    @cached_property
    def _last_pieces(self) -> dict[Node | Place, int]:
        """The pieces of the last stage by their nodes, and by places where one alone has that."""
        found: dict[Node | Place, int] = {}
        last = self.stages[-1]
        places = Counter(piece.place for piece in last.pieces if piece.node is not None)
        for number, piece in enumerate(last.pieces):
            if piece.node is not None:
                found[piece.node] = number
                if places[piece.place] == 1:
                    found[piece.place] = number
        return found

    # --- the data -------------------------------------------------------------------------------

    def _data(self) -> dict[str, Any]:
        """What the script knows beyond the rows: see `page.js` for how it is read."""
        heads = [piece for piece in self.stages[0].pieces if piece.graph is not None]
        return {
            "begin": self._source_row(heads[-1]),
            "statements": [
                {"row": self._row_id(place), "place": f"{place[0]}:{place[1]}"}
                for place in self.statements
            ],
            "stages": [self._stage_data(stage) for stage in self.stages],
        }

    def _stage_data(self, stage: Stage) -> list[dict[str, Any]]:
        readers: list[list[int]] = [[] for _ in stage.pieces]
        for number, reads in enumerate(stage.reads):
            for piece in dict.fromkeys(read.piece for read in reads):
                readers[piece].append(number)
        return [
            {
                "statement": self.statement(piece),
                "title": piece.title,
                "op": piece.node.op.name if piece.node is not None else "",
                "doc": piece.node.op.doc.partition("\n")[0] if piece.node is not None else "",
                "gives": [[name, str(value.type)] for name, value in piece.named],
                "reads": stage.reads[number],
                "readers": readers[number],
                "callee": stage.callees.get(number, -1),
            }
            for number, piece in enumerate(stage.pieces)
        ]


def _part(name: str) -> str:
    return files("dslc.cli.page").joinpath(name).read_text("utf-8")


def _json(data: object) -> str:
    """JSON that no script tag can end in: inside of strings, where alone `<` can stand."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    """What the page's policy knows a style or script by, so that no other one runs."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"

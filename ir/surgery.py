"""Editing a copy of a graph: nodes put in, replaced, taken out; checked when it is done.

    edit = Surgery(f.graph)
    gap = edit.value("gap")
    edit.insert_after(gap, "print", "gap:", gap)
    faster = dslc.compile_graph(edit.finish())

Nodes are found by the line of the source, the op, and the name of a result in the emitted text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from .copies import copy_graph
from .diagnostics import Diagnostic, DslError, Note
from .dims import Dim, Size, symbol
from .facts import DimMismatch, Facts
from .graph import Graph, Literal, Node, Operand, Region, Require, Value, binding, type_of
from .keys import KeyBuilder, split_key
from .op import REGISTRY, Op, RuleError
from .open_sizes import bind_open, first_free
from .place import Place
from .structure import STRUCTURED, shown_results
from .templates import check_parts, print_parts
from .types import Type
from .value_names import result_names
from .verify import illegality
from .verify_types import Assumptions


class Surgery:
    """Edits a copy of a graph, which stays as it is; the graphs it calls are not copied.

    An operand is a `Value` of the copy, a dim, or a number. Every method raises DslError:
    `unknown-node` where none or several are found, `illegal-edit` where an op does not apply.

    Attributes:
        s_: makes the key of an `index` or a `store`: `edit.s_[0, 1:]`.
    """

    s_ = KeyBuilder()

    def __init__(self, graph: Graph) -> None:
        self._graph = copy_graph(graph)

    # --- finding --------------------------------------------------------------------------------

    def nodes(
        self, *, line: int | None = None, op: str | None = None, name: str | None = None
    ) -> list[Node]:
        """The nodes that are all of what is asked for, in order, those of regions too."""
        return [
            node
            for node in self._graph.walk()
            if line in (None, node.place.source_line)
            and op in (None, node.op.name)
            and (name is None or name in result_names(node))
        ]

    def node(
        self, *, line: int | None = None, op: str | None = None, name: str | None = None
    ) -> Node:
        """The one node that is all of what is asked for."""
        found = self.nodes(line=line, op=op, name=name)
        if len(found) != 1:
            asked = {"line": line, "op": op, "name": name}
            said = ", ".join(f"{key} {value}" for key, value in asked.items() if value is not None)
            raise _not_one(f"{len(found)} nodes are of {said or 'this graph'}", map(_shown, found))
        return found[0]

    def value(self, name: str, *, line: int | None = None) -> Value:
        """The one parameter or result of a name."""
        found = [value for value in self._graph.parameters if value.hint == name and line is None]
        for node in self.nodes(name=name, line=line):
            pairs = zip(shown_results(node), result_names(node), strict=True)
            found += [value for value, each in pairs if each == name]
        if len(found) != 1:
            lines = [_shown(node) for node in self.nodes(name=name, line=line)]
            raise _not_one(f"{len(found)} values are called `{name}`", lines)
        return found[0]

    # --- editing --------------------------------------------------------------------------------

    def insert_before(
        self, at: Node | Value, op: str, *operands: Any, name: str = "", **attributes: Any
    ) -> Any:
        """Put a node before another one, or before the one that gives a value.

        Args:
            at: where.
            op: what it does, by the op's name.
            operands: in the op's order; of a `print` texts too.
            name: what its result is to be called.
            attributes: those of the op.

        Returns:
            Its result; a tuple where there are none or several.
        """
        return self._insert(at, 0, op, operands, name, attributes)

    def insert_after(
        self, at: Node | Value, op: str, *operands: Any, name: str = "", **attributes: Any
    ) -> Any:
        """Put a node after another one, or after the one that gives a value.

        After a parameter is before the first node of its region; else as `insert_before`.
        """
        return self._insert(at, 1, op, operands, name, attributes)

    def replace(
        self, node: Node, op: str, *operands: Any, name: str = "", **attributes: Any
    ) -> Any:
        """Put another node in the place of one; what read the old one's results reads the new's."""
        results = self._insert(node, 0, op, operands, name, attributes)
        given = results if isinstance(results, tuple) else (results,)
        self.delete(node, *given)
        return results

    def replace_uses(self, value: Value, operand: Any) -> None:
        """Let everything that reads a value read another one, from where that is defined on."""
        new = self._operand(operand)
        readers = _Readers(value, new)
        is_parameter = isinstance(new, Value) and not any(
            new in node.results for node in self._graph.walk()
        )
        readers.region(self._graph.body, active=is_parameter or not isinstance(new, Value))

    def delete(self, node: Node, *instead: Any) -> None:
        """Take a node out.

        Args:
            node: which.
            instead: what stands for its results; needed where they are read.
        """
        region, position = self._where(node)
        for result, operand in zip(shown_results(node), instead, strict=False):
            self.replace_uses(result, operand)
        del region.nodes[position]
        for reader in self._graph.walk():
            read = set(reader.operands).union(*(inner.results for inner in reader.regions))
            if not read.isdisjoint(node.results):
                raise _illegal(node.place, f"{_shown(node)} is still read by {_shown(reader)}")
        if not set(self._graph.results).isdisjoint(node.results):
            raise _illegal(node.place, f"{_shown(node)} is a result of the graph")

    def finish(self) -> Graph:
        """The edited graph, its types derived again, and verified."""
        facts = Assumptions(self._graph).added_to(Facts())
        for node in self._graph.walk():
            if node.op.name not in (*STRUCTURED, "require"):
                self._derive(node, facts)
        found = illegality(self._graph)
        if found is not None:
            raise _illegal(found.place, f"the edited graph is not legal: {found}")
        return self._graph

    # --- inside ---------------------------------------------------------------------------------

    def _insert(
        self,
        at: Node | Value,
        offset: int,
        op: str,
        given: tuple[Any, ...],
        name: str,
        attributes: dict[str, Any],
    ) -> Any:
        region, position = self._where(at)
        beside = region.nodes[max(position, 0)].place if region.nodes else self._graph.place
        place = replace(beside, line=0)  # no line of the text makes it
        record = REGISTRY.get(op)
        if record is None or record.name in STRUCTURED:
            raise _illegal(place, f"there is no op `{op}` that can be put in")
        node = self._node(record, given, attributes, place)
        shown = shown_results(node)
        for number, result in enumerate(shown):
            result.hint = name if len(shown) == 1 or not name else f"{name}_{number}"
        region.nodes.insert(max(position + offset, 0), node)
        return shown[0] if len(shown) == 1 else shown

    def _node(
        self, op: Op, given: tuple[Any, ...], attributes: dict[str, Any], place: Place
    ) -> Node:
        try:
            if op.name == "print":
                values, attributes = print_parts(given, attributes)
                operands, attributes = op.bind((values,), attributes)
            elif op.name == "check":
                operands, attributes = check_parts(*given, **{**op.attributes, **attributes})
            else:
                operands, attributes = op.bind(given, attributes)
            if op.keyed:
                attributes["key"], numbers = split_key(attributes["key"])
                operands = [*operands, *numbers]
        except RuleError as error:
            raise _refused(place, op.name, error) from None
        node = Node(op, tuple(map(self._operand, operands)), attributes, (), (), place)
        self._derive(node, Assumptions(self._graph).added_to(Facts()))
        return node

    def _derive(self, node: Node, facts: Facts) -> None:
        """Give a node canonical attributes and its results types; require what it needs."""
        known = len(facts.assumed)
        try:
            types = tuple(type_of(operand) for operand in node.operands)
            node.attributes, results = node.op.infer(facts, types, node.attributes)
            results = self._open(node, facts, results)
        except RuleError as error:
            raise _refused(node.place, _shown(node), error) from None
        except DimMismatch as mismatch:
            reason = f"sizes {mismatch.left} and {mismatch.right} differ"
            raise _illegal(node.place, f"{_shown(node)} does not apply: {reason}") from None
        self._graph.requires += [
            Require(comparison, node.place) for comparison in facts.assumed[known:]
        ]
        for value, type_ in zip(shown_results(node), results, strict=True):
            value.type = type_

    def _open(self, node: Node, facts: Facts, types: Sequence[Type]) -> tuple[Type, ...]:
        """Give a node its results, and those that bind its open sizes; gives the final types."""
        facts.known.clear()  # what is known of another node may be so in another region
        before = shown_results(node)
        hidden = list(node.results[: node.hidden])

        def choose(number: int, axis: int, known: Size | None) -> Size:
            if before:
                return before[number].shape[axis]
            dim = self._fresh_dim(node.op.name)
            hidden.append(binding(dim))
            return dim

        _, types = bind_open(facts, node.operands, types, choose)
        if not before:
            node.results, node.hidden = (*hidden, *map(Value, types)), len(hidden)
        return types

    def _fresh_dim(self, hint: str) -> Dim:
        """A symbol that the graph does not have."""
        taken = set(self._graph.symbols)
        for node in self._graph.walk():
            parameters = (value for region in node.regions for value in region.parameters)
            taken.update(str(value.dim) for value in (*node.results, *parameters))
        return symbol(first_free(f"{hint}_n", taken))

    def _operand(self, given: Any) -> Operand:
        if isinstance(given, Node):
            raise _illegal(given.place, f"{_shown(given)} is a node: its results are operands")
        literal = not isinstance(given, Value | Literal | Dim)
        return Literal(given) if literal else given

    def _where(self, at: Node | Value) -> tuple[Region, int]:
        """The region of a node, and its number there; -1 for a parameter of the region."""
        for region in _regions(self._graph.body):
            if isinstance(at, Value) and at in region.parameters:
                return region, -1
            for number, node in enumerate(region.nodes):
                if at is node or at in node.results:
                    return region, number
        raise _not_one("this is not of the graph that is edited", [])


class _Readers:
    """Replaces a value by another operand, from where that is defined on."""

    def __init__(self, old: Value, new: Operand) -> None:
        self._old = old
        self._new = new

    def region(self, region: Region, *, active: bool) -> None:
        """Replace it in a region; `active` where the other one is defined before."""
        active = active or self._new in region.parameters
        for node in region.nodes:
            if active:
                node.operands = self._replaced(node.operands)
            for inner in node.regions:
                self.region(inner, active=active)
            active = active or self._new in node.results
        if active:
            region.results = self._replaced(region.results)

    def _replaced(self, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        return tuple(self._new if operand is self._old else operand for operand in operands)


def _regions(region: Region) -> Iterator[Region]:
    yield region
    for node in region.nodes:
        for inner in node.regions:
            yield from _regions(inner)


# --- messages -------------------------------------------------------------------------------------


def _shown(node: Node) -> str:
    """A node as a message names it."""
    names = ", ".join(name for name in result_names(node) if name)
    line = f" at line {node.place.source_line}" if node.place.source_line else ""
    return f"`{f'{names} = ' if names else ''}{node.op.name}`{line}"


def _not_one(message: str, found: Any) -> DslError:
    notes = tuple(Note(text) for text in found)
    return DslError(Diagnostic("unknown-node", message, notes=notes))


def _refused(place: Place, what: str, error: RuleError) -> DslError:
    what = what if what.startswith("`") else f"`{what}`"
    labels = "; ".join(error.labels.values())
    reason = f"{error.message}{f' ({labels})' if labels else ''}"
    return _illegal(place, f"{what} does not apply: {reason}", error.help)


def _illegal(place: Place, message: str, help: str | None = None) -> DslError:
    return DslError(Diagnostic("illegal-edit", message, place.span, help=help))

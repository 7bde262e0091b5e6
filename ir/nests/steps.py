"""Loops over whole arrays, each element of which goes its own way, as steps of one element.

Every trip computes each element from that element alone. So the loop over elements may be outside,
and what one of them goes through stays in registers. Where a loop ends once no element of a mask is
true, an element is done when its own is false, if what it carries stays as it is from then on.
After Allen and Kennedy, 2001, "Optimizing compilers for modern architectures", section 5.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dslc.ir.builder import BREAK
from dslc.ir.dims import Dim, Size, substitute
from dslc.ir.dtypes import BOOL, is_float, is_integer
from dslc.ir.graph import Literal, Node, Operand, Region, Value, type_of
from dslc.ir.op import REGISTRY, Effects
from dslc.ir.position_rules import ELEMENTWISE
from dslc.ir.region_facts import trips_of
from dslc.ir.remarks import remark
from dslc.ir.structure import carried_operands, carried_parameters, has_exits
from dslc.ir.types import NumberType, ScalarType, TensorType, shape_of
from dslc.ir.value_names import wished_name

from .language import Apply, Expression, Let, Load, Local, Loop, Number, Statement, Store, Whole
from .lower import is_lowered
from .reader import Reader, Space
from .stepping import Carry, While
from .views import broadcast_indices


@dataclass(frozen=True, slots=True)
class Steps:
    """A loop of the graph whose trips are elementwise.

    Attributes:
        node: the loop.
        trips: how many it makes at most.
        nodes: what a trip computes, in order.
        ends: what each carried value is after a trip.
        read: the results that anything reads.
        mask: an element goes on while its own is true; None where all make every trip.
        same: values that are other names of what stands beside them.
    """

    node: Node
    trips: Size
    nodes: tuple[Node, ...]
    ends: tuple[Operand, ...]
    read: frozenset[Value]
    mask: Value | None
    same: Mapping[Value, Operand]

    @property
    def parameters(self) -> tuple[Value, ...]:
        """What a trip has of what is carried."""
        return carried_parameters(self.node, self.node.regions[0])

    def named(self, operand: Operand) -> Operand:
        """What an operand is another name of."""
        while isinstance(operand, Value) and operand in self.same:
            operand = self.same[operand]
        return operand


# --- which loops ----------------------------------------------------------------------------------


def steps_of(node: Node, is_read: Callable[[Value], bool]) -> Steps | None:
    """The steps that a loop makes with each element; None where it is no such loop.

    Args:
        node: of a graph of primitive ops.
        is_read: whether anything reads a value.
    """
    if node.op.name != "for" or node.hidden or not carried_operands(node):
        return None
    trips = trips_of(node)
    if trips is None or trips.start != 0 or trips.step != 1 or trips.stop is None:
        return None
    (body,) = node.regions
    read = frozenset(filter(is_read, node.results))
    steps = Steps(node, trips.stop, tuple(body.nodes), body.results, read, None, {})
    if has_exits(node):
        if is_read(node.results[-1]):
            return None
        found = _ending(steps, body)
        if found is None:
            return None
        steps = found
    return steps if _are_steps(steps) else None


def _ending(steps: Steps, body: Region) -> Steps | None:
    """The steps of a loop whose last node leaves it where no element of a mask is true."""
    nodes, last = body.nodes[:-1], body.nodes[-1] if body.nodes else None
    if last is None or last.op.name != "if" or last.hidden or body.results != last.results:
        return None
    makers = {value: node for node in nodes for value in node.results}
    test, goes, tests = last.operands[0], True, list[Node]()
    while isinstance(test, Value) and test in makers and makers[test].op.name in _TESTS:
        tests.append(makers[test])
        test, goes = tests[-1].operands[0], goes ^ (tests[-1].op.name != "any")
        if tests[-1].op.name == "any":
            break
    if not isinstance(test, Value) or not tests or not _asks_all(tests[-1]):
        return None
    going, leaving = last.regions if goes else last.regions[::-1]
    if leaving.nodes or _code(leaving) < BREAK or _code(going) >= BREAK:
        return None
    same = {
        inner: outer
        for region in (going, leaving)
        for inner, outer in zip(region.parameters, carried_operands(last), strict=True)
    }
    kept = (*(each for each in nodes if each not in tests), *going.nodes)
    found = replace(steps, nodes=kept, ends=going.results[:-1], mask=test, same=same)
    ends = (replace(found, ends=each.results[:-1]) for each in (going, leaving))
    if not _depends_on_trip(found) and all(map(_stays, ends)):
        return found
    remark(
        "the loop goes over arrays: an element goes on where its own mask is false",
        steps.node.place,
    )
    return None


_TESTS = ("not", "logical_not", "any")


def _asks_all(node: Node) -> bool:
    """Whether a node says whether any element of an array is true."""
    whole = len(node.operands) == 1 and not isinstance(node.results[0].type, TensorType)
    return node.op.name == "any" and whole


def _code(region: Region) -> int:
    """The exit code that a branch ends with; one that only the run knows is none."""
    code = region.results[-1]
    known = isinstance(code, Literal) and isinstance(code.value, int)
    return int(code.value) if known else -1  # type: ignore[arg-type, union-attr]


def _depends_on_trip(steps: Steps) -> bool:
    """Whether the mask of an element that is the same may be another one in another trip."""
    (index, *_) = steps.node.regions[0].parameters
    makers = {value: node for node in steps.nodes for value in node.results}
    left: list[Operand] = [steps.mask] if steps.mask is not None else []
    seen = set[Operand]()
    while left:
        operand = steps.named(left.pop())
        dim = operand if isinstance(operand, Dim) else getattr(operand, "dim", None)
        if dim is not None and str(index.dim) in dim.names:
            return True
        if isinstance(operand, Value) and operand in makers and operand not in seen:
            left += makers[operand].operands
        seen.add(operand)
    return False


def _stays(steps: Steps) -> bool:
    """Whether an element whose mask is false is the same after a trip."""
    makers = {value: node for node in steps.nodes for value in node.results}

    found: dict[Operand, Operand | None] = {}

    def kept(operand: Operand) -> Operand | None:
        """What an operand is for such an element, None for false."""
        operand = steps.named(operand)
        if operand not in found:
            found[operand] = looked_at(operand)
        return found[operand]

    def looked_at(operand: Operand) -> Operand | None:
        if operand is steps.mask:
            return None
        if not isinstance(operand, Value) or operand not in makers:
            return operand
        node = makers[operand]
        if node.op.name in ("logical_and", "bitwise_and") and operand.dtype == BOOL:
            return None if None in map(kept, node.operands) else operand
        if node.op.name == "copy":
            return kept(node.operands[0])
        if node.op.name == "where" and kept(node.operands[0]) is None:
            other = node.operands[2]
            return kept(other) if type_of(other) == operand.type else operand
        if node.op.name == "copyto" and len(node.operands) == 3 and kept(node.operands[2]) is None:
            return kept(node.operands[0])
        return operand

    return all(
        found is parameter or (found is None and parameter is steps.mask)
        for parameter, found in zip(steps.parameters, map(kept, steps.ends), strict=True)
    )


def _are_steps(steps: Steps) -> bool:
    """Whether every trip computes each element of what is carried from that element alone."""
    types = [value.type for value in steps.parameters]
    if any(not isinstance(type_, TensorType) or type_.joined for type_ in types):
        return False
    shape = shape_of(types[0])
    if any(shape_of(type_) != shape for type_ in types) or not shape:
        return False
    (body,) = steps.node.regions
    inside = {*body.parameters, *(value for node in steps.nodes for value in node.results)}
    inside |= steps.same.keys()
    made = {value for value in inside if value in body.parameters}

    def is_known(operand: Operand) -> bool:
        operand = steps.named(operand)
        if not isinstance(operand, Value):
            return True
        if operand in inside:
            return operand in made and shape_of(type_of(operand)) in (shape, ())
        return _is_stretched(shape_of(type_of(operand)), shape)

    for node in steps.nodes:
        if not all(map(is_known, node.operands)) or not _is_step(node, shape):
            return False
        made.update(node.results)
    mask_fits = steps.mask is None or (steps.mask in made and steps.mask.shape == shape)
    ends = [steps.named(end) for end in steps.ends[: len(types)]]
    fits = all(type_of(end) == type_ for end, type_ in zip(ends, types, strict=True))
    return mask_fits and fits and all(map(is_known, ends))


def _is_stretched(own: Sequence[Size], shape: Sequence[Size]) -> bool:
    """Whether an array is broadcast to a shape without an axis of its own."""
    if len(own) > len(shape):
        return False
    pairs = zip(reversed(own), reversed(shape), strict=False)
    return all(size in (1, full) for size, full in pairs)


def _is_step(node: Node, shape: tuple[Size, ...]) -> bool:
    """Whether a node computes one element from one element of each operand, and cannot fail."""
    if node.hidden or len(node.results) != 1 or node.effects is not Effects.NONE:
        return False
    (result,) = node.results
    if node.op.name == "copyto":
        return result.shape == shape and _is_converted(node)
    if node.op.name not in ELEMENTWISE.split():
        return False
    if isinstance(result.type, TensorType):
        return result.shape == shape and is_lowered(node)
    types = [type_of(each) for each in (*node.operands, result)]
    return all(
        isinstance(type_, ScalarType) or (isinstance(type_, NumberType) and type_.kind == "float")
        for type_ in types
    )


def _is_converted(copy: Node) -> bool:
    """Whether what is copied into an array is of its dtype, or a number that becomes so."""
    dtype, given = copy.results[0].dtype, type_of(copy.operands[1])
    if isinstance(given, NumberType):
        return is_integer(dtype) if given.kind == "int" else is_float(dtype)
    return not isinstance(given, TensorType | ScalarType) or given.dtype == dtype


# --- their statements -----------------------------------------------------------------------------


def lower_steps(steps: Steps, reader: Reader) -> list[Statement]:
    """The loops over elements, with the steps of one inside.

    Raises:
        Unreadable: an operand must be an array first.
    """
    remark("each element makes all trips of the loop, one after the other", steps.node.place)
    return _Lowering(steps, reader).statements()


class _Lowering:
    """What stands for the values of a trip.

    Attributes:
        before: the elements that all steps read.
        body: of the steps.
    """

    def __init__(self, steps: Steps, reader: Reader) -> None:
        self.steps, self.reader = steps, reader
        self.shape = steps.parameters[0].shape
        self.space = Space(reader, self.shape)
        self.before: list[Statement] = []
        self.body: list[Statement] = []
        self._found: dict[Value, Expression] = {}
        # Another loop of the nest may have an index of the same name.
        self._index, own = reader.index(), steps.node.regions[0].parameters[0].dim
        self._indices = {str(own): self._index}

    def statements(self) -> list[Statement]:
        steps = self.steps
        starts = [self._outside(each) for each in carried_operands(steps.node)]
        locals_ = [Local(each.hint, ScalarType(each.dtype)) for each in steps.parameters]
        self._found.update(zip(steps.parameters, locals_, strict=True))
        for node in steps.nodes:
            if steps.mask in self._found and not self._has_while():
                self._go_on()
            self._compute(node)
        if not self._has_while():
            self._go_on()
        ends = [self._read(end) for end in steps.ends[: len(locals_)]]
        for local, start, end in zip(locals_, starts, ends, strict=True):
            self.body.append(Carry(end, steps.node, local, "next", start))
        stores: list[Statement] = []
        for local, result in zip(locals_, steps.node.results, strict=False):
            if result in steps.read:
                self.reader.name(result, wished_name(steps.node, result))
                array = self.reader.array(result)
                stores.append(Store(local, steps.node, array, self.space.indices))
        loop = Loop(self._index, steps.trips, self.body)
        return self.space.around([*self.before, loop, *stores])

    def _has_while(self) -> bool:
        return any(isinstance(each, While) for each in self.body)

    def _go_on(self) -> None:
        """The element goes on where its mask is true."""
        if self.steps.mask is not None:
            self.body.append(While(self._found[self.steps.mask], self.steps.node))

    def _compute(self, node: Node) -> None:
        (result,) = node.results
        operands = [self._read(each) for each in node.operands]
        types = tuple(map(type_of, node.operands))
        op, type_ = node.op, result.type
        if op.name in _FILLED:
            self._found[result] = Number(result.dtype.type(_FILLED[op.name]))
            return
        if op.name == "copy" or (op.name == "copyto" and len(operands) < 3):
            self._found[result] = operands[-1]
            return
        attributes = node.attributes
        if op.name == "copyto":
            op, attributes = REGISTRY["where"], {}
            operands, types = operands[::-1], types[::-1]
        if isinstance(type_, TensorType):
            type_ = ScalarType(type_.dtype)
        assert isinstance(type_, ScalarType | NumberType)
        local = Local(wished_name(node, result), type_)
        self.body.append(Let(Apply(op, tuple(operands), attributes, types, type_), node, local))
        self._found[result] = local

    def _read(self, operand: Operand) -> Expression:
        operand = self.steps.named(operand)
        if isinstance(operand, Value) and operand in self._found:
            return self._found[operand]
        found = self._outside(operand)
        if isinstance(found, Load):
            assert isinstance(operand, Value)
            local = Local(found.array.name, ScalarType(found.array.dtype))
            self.before.append(Let(found, self.steps.node, local))
            found = self._found[operand] = local
        return found

    def _outside(self, operand: Operand) -> Expression:
        own = shape_of(type_of(operand))
        indices = broadcast_indices(self.space.indices, own, self.shape) if own else ()
        found = self.reader.read(operand, indices)
        return Whole(substitute(found.size, self._indices)) if isinstance(found, Whole) else found


_FILLED = {"zeros_like": 0, "ones_like": 1}

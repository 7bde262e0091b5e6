"""Control flow: `if`, `while`, `for` and `call` as C++'s own."""

from __future__ import annotations

from collections.abc import Sequence

from dslc.ir.cxx.lines import Line, is_word, negated
from dslc.ir.cxx.print_types import type_text
from dslc.ir.dims import Dim, interval
from dslc.ir.graph import Graph, Literal, Node, Operand, Region, Value, type_of
from dslc.ir.ops.rules import int_bounds
from dslc.ir.structure import (
    carried_operands,
    carried_parameters,
    has_exits,
    hidden_operands,
    hidden_parameters,
    hidden_results,
    index_parameter,
    leading_operands,
    shown_results,
)
from dslc.ir.types import NumberType, TensorType, shape_of

from .carried import carry, declaration, is_reusable, leave, result_variable
from .needs import free_symbols
from .print_function import FunctionPrinter, is_unset
from .print_tests import inlined
from .private import private_stores
from .separate_trips import trip_alone

BREAK = 2
"""The least exit code that ends a loop."""


# --- if -----------------------------------------------------------------------------------------


def print_if(printer: FunctionPrinter, node: Node) -> None:
    """`if`; a result that a branch leaves as it was carried keeps its variable."""
    (test,), carried = leading_operands(node), carried_operands(node)
    truth = printer.truth(test, node)
    starts = [_start(printer, node, operand) for operand in carried]
    kept = _kept(node, starts)
    targets = [_target(printer, node, number, kept) for number in range(len(node.results))]
    then, otherwise = (_branch(printer, node, r, starts, targets) for r in node.regions)
    if then or not otherwise:
        printer.add_block(f"if ({truth})", then, otherwise)
    else:
        printer.add_block(f"if ({negated(truth)})", otherwise)


def _start(printer: FunctionPrinter, node: Node, operand: Operand) -> tuple[str, bool]:
    """A carried value in a branch: the operand, and whether nothing else reads it."""
    if is_unset(operand):
        return "", False
    text = printer.operand(operand, node)
    if isinstance(operand, Value):
        return text, is_reusable(printer, node, operand, operand.type)
    if isinstance(operand, Dim) and not text.isidentifier():
        name = printer.variables.new(node.op.name)
        printer.line(f"const i64 {name} = {text};")
        return name, False
    return text, False


def _kept(node: Node, starts: Sequence[tuple[str, bool]]) -> dict[int, str]:
    """The results that go on in the variable of what was carried, by number."""
    kept: dict[int, str] = {}
    for region in node.regions:
        for number, (operand, result) in enumerate(zip(region.results, node.results, strict=True)):
            if not isinstance(operand, Value) or operand not in region.parameters:
                continue
            variable, owned = starts[region.parameters.index(operand)]
            free = number not in kept and variable not in kept.values()
            if owned and free and _same_variable(operand, result):
                kept[number] = variable
    return kept


def _same_variable(a: Value, b: Value) -> bool:
    return not is_unset(a) and not is_unset(b) and type_text(a.type) == type_text(b.type)


def _target(printer: FunctionPrinter, node: Node, number: int, kept: dict[int, str]) -> str:
    if number not in kept:
        return result_variable(printer, node, node.results[number])
    return printer.bind(node.results[number], kept[number])


def _branch(
    printer: FunctionPrinter,
    node: Node,
    region: Region,
    starts: Sequence[tuple[str, bool]],
    targets: Sequence[str],
) -> list[Line]:
    """The lines of one branch; `starts` are its parameters' variables, and whether it owns them."""
    with printer.captured() as lines:
        for parameter, (start, own) in zip(region.parameters, starts, strict=True):
            printer.bind(parameter, start)
            if not own:
                printer.shared.add(parameter)
        printer.region(region, node)
        leave(printer, node, region, region.results, targets)
    return lines


# --- loops ----------------------------------------------------------------------------------------


def print_while(printer: FunctionPrinter, node: Node) -> None:
    """`while`."""
    test, body = node.regions
    variables = _loop_variables(printer, node, body)
    _own_carried(printer, node, body)
    for parameter, variable in zip(test.parameters, variables, strict=True):
        printer.bind(parameter, variable)
        printer.shared.add(parameter)
    truth = inlined(printer, node, test)
    with printer.block(f"while ({truth or 'true'})"):
        printer.line("POLL;")
        if truth is None:
            printer.region(test, node)
            ended = printer.truth(test.results[0], node)
            printer.line(f"if ({negated(ended)}) break;")
        _print_body(printer, node, body, variables)


def print_for(printer: FunctionPrinter, node: Node) -> None:
    """`for` over a range."""
    (body,) = node.regions
    (index,) = index_parameter(node, body)
    name = printer.bind(index, printer.variables.new(index.hint or "index"))
    printer.shared.add(index)
    head, first = _range(printer, node, name)
    variables = _loop_variables(printer, node, body)
    _own_carried(printer, node, body)
    if head.endswith(f"++{name})") and not has_exits(node) and _is_short(body):
        start, stop = (_bound(printer, node, operand) for operand in node.operands[:2])
        end = printer.variables.new(f"{name}_end")
        alone = _trip_alone(printer, node, body)
        ends = f"block_end({name}, {stop}{', ' if alone else ''}{alone})"
        with printer.block(f"for (i64 {name} = {start}; {name} < {stop};)"):
            printer.line("POLL;")
            if alone:
                printer.line("SIDE_BY_SIDE")
            with printer.block(f"for (const i64 {end} = {ends}; {name} < {end}; ++{name})"):
                _print_body(printer, node, body, variables)
        return
    with printer.block(head):
        printer.line("POLL;")
        if first:
            printer.line(first)
        _print_body(printer, node, body, variables)


def _trip_alone(printer: FunctionPrinter, node: Node, body: Region) -> str:
    """The trip without which all others need nothing of each other; "" where there is none such."""
    with printer.known.inside(node, body):
        facts = printer.known.facts
        alone = trip_alone(node, body, facts, printer.private, printer.symbols)
    return "" if alone is None else printer.size(alone)


def _is_short(body: Region) -> bool:
    """Whether a trip takes some nanoseconds: only numbers and single elements, no loop, no call."""
    return all(
        node.op.name not in ("for", "while", "call")
        and (_is_one_element(node) or not _has_arrays(node))
        and all(map(_is_short, node.regions))
        for node in body.nodes
    )


def _has_arrays(node: Node) -> bool:
    types = map(type_of, (*node.operands, *node.results))
    return node.op.name != "if" and any(isinstance(type_, TensorType) for type_ in types)


def _is_one_element(node: Node) -> bool:
    """Whether a node reads or stores one element by a number for each axis."""
    if node.op.name not in ("index", "store"):
        return False
    array, *numbers = map(type_of, node.operands)
    if any(isinstance(type_, TensorType) for type_ in numbers):
        return False
    key: str = node.attributes["key"]
    items = key.split(",")
    return len(items) == len(shape_of(array)) and not any(c in key for c in (":", "...", "None"))


def _own_carried(printer: FunctionPrinter, node: Node, body: Region) -> None:
    """Make arrays that the loop stores into its own before it, where nothing in it shares them."""
    for parameter in carried_parameters(node, body):
        if not isinstance(parameter.type, TensorType):
            continue
        stores = private_stores(printer.schedules, node, body, parameter)
        if stores and not printer.private.issuperset(stores):
            printer.private.update(stores)
            printer.line(f"{printer.checked(f'{printer.names[parameter]}.own()', node)};")


def _loop_variables(printer: FunctionPrinter, node: Node, body: Region) -> list[str]:
    """The variables of what a loop carries, which its results go on with."""
    parameters = [*hidden_parameters(node, body), *carried_parameters(node, body)]
    variables = carry(printer, node, [*hidden_operands(node), *carried_operands(node)], parameters)
    for parameter, variable in zip(parameters, variables, strict=True):
        printer.bind(parameter, variable)
    if has_exits(node):
        variables.append(printer.new(node, node.results[-1]))
        printer.line(f"{declaration(node.results[-1].type, variables[-1])};")
    for result, variable in zip(node.results, variables, strict=True):
        printer.bind(result, variable)
    return variables[: len(parameters)]


def _print_body(
    printer: FunctionPrinter, node: Node, body: Region, variables: Sequence[str]
) -> None:
    printer.region(body, node)
    exits = has_exits(node)
    code = _exit_code(printer, node, body.results[-1], variables) if exits else ""
    leave(printer, node, body, body.results[: len(variables)], variables)
    if exits:
        _print_exit(printer, node, code)


def _exit_code(
    printer: FunctionPrinter, node: Node, operand: Operand, variables: Sequence[str]
) -> str:
    """What a trip ends with, read before the variables get their next values."""
    code = printer.operand(operand, node)
    if code not in variables:
        return code
    kept = printer.variables.new("code")
    printer.line(f"const i64 {kept} = {code};")
    return kept


def _print_exit(printer: FunctionPrinter, node: Node, code: str) -> None:
    """Leave the loop where its exit code says so."""
    variable = printer.names[node.results[-1]]
    if not code.isdigit():
        with printer.block(f"if ({code} >= {BREAK})"):
            printer.assign(variable, code)
            printer.line("break;")
    elif int(code) >= BREAK:
        printer.assign(variable, code)
        printer.line("break;")


def _range(printer: FunctionPrinter, node: Node, index: str) -> tuple[str, str]:
    """The head of a `for` loop, and the line that computes the index where the head does not."""
    start, stop, step = (_bound(printer, node, operand) for operand in node.operands[:3])
    stride_type = type_of(node.operands[2])
    stride = stride_type.constant if isinstance(stride_type, NumberType) else None
    if isinstance(stride, int) and stride and _stays_in_range(node.operands[1], stride):
        test, sign = ("<", "+") if stride > 0 else (">", "-")
        advance = f"{sign * 2}{index}" if abs(stride) == 1 else f"{index} {sign}= {abs(stride)}"
        return f"for (i64 {index} = {start}; {index} {test} {stop}; {advance})", ""
    trips, trip = printer.variables.new("trips"), printer.variables.new("trip")
    length = printer.checked(f"py::range_length({start}, {stop}, {step})", node)
    printer.line(f"const u64 {trips} = {length};")
    return (
        f"for (u64 {trip} = 0; {trip} < {trips}; ++{trip})",
        f"const i64 {index} = i64(u64({start}) + {trip} * u64({step}));",
    )


def _bound(printer: FunctionPrinter, node: Node, operand: Operand) -> str:
    """A bound of a range, computed once."""
    text = printer.operand(operand, node)
    if is_word(text.removeprefix("-")) or isinstance(operand, Literal):
        return text
    name = printer.variables.new("bound")
    printer.line(f"const i64 {name} = {text};")
    return name


def _stays_in_range(stop: Operand, stride: int) -> bool:
    """Whether the index can pass the stop by a step without leaving 64 bits."""
    low, high = interval(stop) if isinstance(stop, Dim) else int_bounds(type_of(stop))
    bounded = low is not None and high is not None and max(abs(low), abs(high)) < 2**62
    return abs(stride) == 1 or (bounded and abs(stride) < 2**62)


# --- call -----------------------------------------------------------------------------------------


def print_call(printer: FunctionPrinter, node: Node) -> None:
    """`call`: of the callee's function; the results are its last, by reference."""
    callee: Graph = node.attributes["callee"]
    operands = [printer.taken(o, node, "") for o in node.operands]
    sizes = [printer.size(node.attributes["dims"][symbol]) for symbol in free_symbols(callee)]
    results = [result_variable(printer, node, result) for result in shown_results(node)]
    first = printer.spots.call(node, printer.points.spots[callee])
    plan = "Plan()" if first is None else f"plan.from({first})"
    arguments = ", ".join(["error", plan, *operands, *sizes, *results])
    printer.line(f"if (!{printer.functions[id(callee)]}({arguments})) return false;")
    for value in hidden_results(node):
        axis = _axis_of(value, node, results)
        printer.bind(value, printer.variables.new(value.hint))
        printer.line(f"const i64 {printer.names[value]} = {axis};")


def _axis_of(hidden: Value, node: Node, results: Sequence[str]) -> str:
    """A size that only the callee knows, read from a result that has it."""
    for result, name in zip(shown_results(node), results, strict=True):
        if hidden.dim in result.shape:
            return f"{name}.shape[{result.shape.index(hidden.dim)}]"
    raise AssertionError(f"no result has the size {hidden.dim}")

"""The entry of a kernel: reads what Python gives, runs the function, gives back what it found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dslc.ir.cxx.lines import Lines
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import element_text, size_text, type_text
from dslc.ir.graph import Graph, Value, type_of
from dslc.ir.types import NumberType, TensorType, Type

from .print_regions import free_symbols


def print_entry(graph: Graph, function: str) -> list[str]:
    """The lines of the entry: it takes the flat values, the sizes, and memory for arrays."""
    names = Names([function])
    values = [names.new(parameter.hint or "value") for parameter in graph.parameters]
    symbols = {symbol: names.new(symbol) for symbol in free_symbols(graph)}
    results = [names.new(name) for name in result_names(graph)]
    lines = Lines()
    lines.line("// What Python calls: with the parameters, the sizes, and memory for arrays.")
    head = "static PyObject* call(PyObject* constants, PyObject* const* arguments, i64 nargs)"
    with lines.block(head):
        arrays = sum(isinstance(p.type, TensorType) for p in graph.parameters)
        lines.line(f"Call<{arrays}> python(constants, arguments, nargs);")
        for text in _reads(graph, values, symbols):
            lines.line(text)
        for result, name in zip(graph.results, results, strict=True):
            lines.line(_declaration(type_of(result), name))
        _print_run(lines, graph, function, [*values, *symbols.values(), *results])
        with lines.block("if (done)"):
            lines.line(f"python.expect({len(results)});")
            for result, name in zip(graph.results, results, strict=True):
                lines.line(f"python.{_giver(type_of(result))}({name});")
        lines.line("return python.outcome();")
    return [*lines.text(), "", "EXPORT(call)"]


def result_names(graph: Graph) -> list[str]:
    """What the variables of a graph's results should be called."""
    count = len(graph.results)
    return ["output"] if count == 1 else [f"output{number}" for number in range(count)]


def _reads(graph: Graph, values: Sequence[str], symbols: dict[str, str]) -> Iterator[str]:
    """Sizes and numbers are read before arrays, whose shapes they are compared with."""
    for number, name in enumerate(symbols.values(), len(values)):
        yield f"const i64 {name} = python.read<i64>({number});"
    known = dict(symbols)
    numbered = list(enumerate(zip(graph.parameters, values, strict=True)))
    for number, (parameter, name) in numbered:
        if not isinstance(parameter.type, TensorType):
            type_ = element_text(parameter.type)
            yield f"const {type_} {name} = python.read<{type_}>({number});"
            if parameter.dim is not None:
                known[str(parameter.dim)] = name
    for number, (parameter, name) in numbered:
        if isinstance(parameter.type, TensorType):
            yield _array_read(parameter, name, number, known)


def _array_read(parameter: Value, name: str, number: int, symbols: dict[str, str]) -> str:
    sizes = [size_text(size, symbols) for size in parameter.shape]
    arguments = ", ".join([str(number), *sizes])
    read = f"python.read_array<{element_text(parameter.type)}>({arguments})"
    return f"{type_text(parameter.type)} {name} = {read};"


def _print_run(lines: Lines, graph: Graph, function: str, names: Sequence[str]) -> None:
    parameters = zip(names, graph.parameters, strict=False)
    moved = {name for name, parameter in parameters if isinstance(parameter.type, TensorType)}
    arguments = ", ".join(
        ["error", "python.plan()", *(f"move({n})" if n in moved else n for n in names)]
    )
    lines.line("const bool done = python.run([&](Error& error) {")
    with lines.indented():
        lines.line(f"return {function}({arguments});")
    lines.line("});")


def _declaration(type_: Type, name: str) -> str:
    return f"{type_text(type_)} {name}{'' if isinstance(type_, TensorType) else ' = 0'};"


def _giver(type_: Type) -> str:
    if isinstance(type_, TensorType):
        return "give"
    return "give_number" if isinstance(type_, NumberType) else "give_scalar"

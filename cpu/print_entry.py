"""The entry of a kernel: takes what it is given apart, runs the function, gives what it found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dslc.ir.cxx.lines import Lines
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import element_text, size_text, type_text
from dslc.ir.graph import Graph, Value, type_of
from dslc.ir.types import TensorType, Type

from .needs import free_symbols


def print_entry(graph: Graph, function: str) -> list[str]:
    """The lines of the entry: it takes arguments, sizes and results by number."""
    names = Names([function])
    values = [names.new(parameter.hint or "value") for parameter in graph.parameters]
    symbols = {symbol: names.new(symbol) for symbol in free_symbols(graph)}
    results = [names.new(name) for name in result_names(graph)]
    lines = Lines()
    lines.line("// What is called: with arguments, sizes and results by number.")
    with lines.block("ENTRY"):
        lines.line("const Entered entered(call);")
        for text in _reads(graph, values, symbols):
            lines.line(text)
        if any(isinstance(parameter.type, TensorType) for parameter in graph.parameters):
            lines.line("if (call.is_wrong()) return false;")
        for result, name in zip(graph.results, results, strict=True):
            lines.line(_declaration(type_of(result), name))
        arguments = _arguments(graph, [*values, *symbols.values(), *results])
        lines.line(f"if (!{function}({arguments})) return false;")
        for number, name in enumerate(results):
            lines.line(f"call.give({number}, {name});")
        lines.line("return true;")
    return lines.text()


def result_names(graph: Graph) -> list[str]:
    """What the variables of a graph's results should be called."""
    count = len(graph.results)
    return ["output"] if count == 1 else [f"output{number}" for number in range(count)]


def _reads(graph: Graph, values: Sequence[str], symbols: dict[str, str]) -> Iterator[str]:
    """Sizes and numbers are read before arrays, whose shapes they are compared with."""
    for number, name in enumerate(symbols.values()):
        yield f"const i64 {name} = call.sizes[{number}];"
    known = dict(symbols)
    numbered = list(enumerate(zip(graph.parameters, values, strict=True)))
    for number, (parameter, name) in numbered:
        if not isinstance(parameter.type, TensorType):
            type_ = element_text(parameter.type)
            yield f"const {type_} {name} = call.number<{type_}>({number});"
            if parameter.dim is not None:
                known[str(parameter.dim)] = name
    for number, (parameter, name) in numbered:
        if isinstance(parameter.type, TensorType):
            yield _array_read(parameter, name, number, known)


def _array_read(parameter: Value, name: str, number: int, symbols: dict[str, str]) -> str:
    sizes = [size_text(size, symbols) for size in parameter.shape]
    arguments = ", ".join([str(number), *sizes])
    read = f"call.array<{element_text(parameter.type)}>({arguments})"
    return f"{type_text(parameter.type)} {name} = {read};"


def _arguments(graph: Graph, names: Sequence[str]) -> str:
    parameters = zip(names, graph.parameters, strict=False)
    moved = {name for name, parameter in parameters if isinstance(parameter.type, TensorType)}
    given = (f"move({name})" if name in moved else name for name in names)
    return ", ".join(["call.error", "call.plan", *given])


def _declaration(type_: Type, name: str) -> str:
    return f"{type_text(type_)} {name}{'' if isinstance(type_, TensorType) else ' = 0'};"

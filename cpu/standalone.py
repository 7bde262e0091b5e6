"""Graphs as C++ that needs neither Python nor this package: one source, a C header, an example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from dslc.ir.backend import Unsupported
from dslc.ir.cxx.lines import Lines
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import element_text, size_text
from dslc.ir.cxx.toolchain import ELEMENTS
from dslc.ir.graph import Graph
from dslc.ir.types import TensorType, Type

from .c_example import print_example
from .c_interface import TYPES, Interface, Output, print_header
from .failures import FailurePoint
from .needs import free_symbols
from .print_kernel import Kernel, print_kernel
from .recipe import RECIPE

_RT = Path(__file__).parent / "rt"
_INCLUDE = re.compile(r'^#include "(\w+\.h)"\n', re.MULTILINE)
_WITHOUT_PYTHON = {"host.h": "alone.h"}
"""What stands for headers that need Python."""


def standalone(name: str, graphs: Sequence[Graph]) -> dict[str, str]:
    """The files of graphs, by name.

    Args:
        name: what the files are called.
        graphs: verified and optimized, each with a name of its own.

    Raises:
        Unsupported: for what kernels do not have, or have from Python.
    """
    names = Names(["example"])
    pairs = [(Interface(graph, names), kernel_alone(graph)) for graph in graphs]
    parts = [f'#include "{name}.h"\n', _runtime(["kernel.h", "called_from_c.h"])]
    parts += [_function(interface, kernel) for interface, kernel in pairs]
    interfaces = [interface for interface, _ in pairs]
    flags = [f for f in RECIPE.flags if f.startswith(("-std", "-f")) and "visib" not in f]
    command = f"g++ -O3 {' '.join(f for f in flags if f != '-fPIC')} -march=native"
    build = f"// {command} {name}.cpp example.c -lm -o example\n"
    return {
        f"{name}.h": print_header(name, interfaces),
        f"{name}.cpp": build + "\n".join(parts),
        "example.c": print_example(name, interfaces),
    }


def kernel_alone(graph: Graph) -> Kernel:
    """The kernel of a graph that asks nothing of Python.

    Raises:
        Unsupported: for what kernels do not have, or have from Python.
    """
    kernel = print_kernel(graph)
    for node in kernel.handed:
        raise Unsupported(f"Python runs `{node.op.name}`, which there is none of", node.place)
    return kernel


def _runtime(names: Sequence[str]) -> str:
    """Headers with all that they include, each once."""
    done: set[str] = set()

    def text(name: str) -> str:
        name = _WITHOUT_PYTHON.get(name, name)
        if name in done:
            return ""
        done.add(name)
        path = _RT / name if (_RT / name).exists() else ELEMENTS / name
        own = path.read_text("utf-8").replace("#pragma once\n", "")
        return _INCLUDE.sub(lambda match: text(match[1]), own)

    return "\n".join(map(text, names))


# --- one function -------------------------------------------------------------------------------


def _function(interface: Interface, kernel: Kernel) -> str:
    """The kernel in a namespace of its own, and the C function that calls it."""
    inner = f"in_{interface.name}"
    return f"""
#undef ENTRY
#define ENTRY static bool entry(Call& call)

namespace {inner} {{

{kernel.text.replace('#include "kernel.h"', "")}
{_points(interface.graph, kernel.points)}

}}  // namespace {inner}

{_call(interface, inner)}"""


def _points(graph: Graph, points: Sequence[FailurePoint]) -> str:
    """The table of where it can fail; what it requires of sizes stands behind, then nothing."""
    rows = [(point.place, point.message) for point in points]
    rows += [(require.place, f"it must be {require.comparison}") for require in graph.requires]
    lines = [
        f"    {{{_string(place.file)}, {place.source_line}, {_string(message)}}},"
        for place, message in rows
    ]
    return "\n".join(["static const c::Point points[] = {", *lines, '    {"", 0, nullptr}};'])


def _string(text: str | None) -> str:
    """A literal; what is no ASCII is escaped."""
    return "nullptr" if text is None else json.dumps(text)


def _call(interface: Interface, inner: str) -> str:
    """The C function."""
    lines = Lines()
    for text in interface.declaration():
        lines.line(text)
    head = "\n".join(lines.text())
    body = Lines()
    with body.block(""):
        for text in _body(interface, inner):
            body.line(text)
    return f"{head}{chr(10).join(body.text())}\n"


def _body(interface: Interface, inner: str) -> Iterator[str]:
    outputs = interface.outputs
    symbols = [f"i64({interface.sizes[symbol]})" for symbol in free_symbols(interface.graph)]
    yield f"const i64 sizes[] = {{{', '.join([*symbols, '0'])}}};"
    yield from _refusals(interface, inner)
    yield from _inputs(interface)
    for output in outputs:
        yield f"i64 shape{output.number}[{max(output.rank, 1)}];"
    rows = [f"{{nullptr, shape{output.number}, nullptr, 0, {{}}}}" for output in outputs]
    yield f"Returned results[] = {{{', '.join([*rows, '{}'])}}};"
    yield "Arena memory(nullptr, 0, 0);"
    yield "Call given = {{}, &memory, Plan(), inputs, sizes, results, nullptr};"
    yield f"if (!{inner}::entry(given)) {{"
    yield "  const Failure why = given.error.failure;"
    yield f"  return c::failed(why, {inner}::points[given.error.place], error);"
    yield "}"
    yield from _results(outputs, f"{inner}::points[0]")
    yield "return 0;"


def _results(outputs: Sequence[Output], point: str) -> Iterator[str]:
    """The lines that give all results to whoever takes them, or none."""
    arrays = [output for output in outputs if isinstance(output.type, TensorType)]
    for output in arrays:
        size = f"sizeof({element_text(output.type)})"
        yield f"c::Given array{output.number}(results[{output.number}], {output.rank}, {size});"
    kept = [f"array{output.number}.keep()" for output in arrays]
    yield f"bool done = {' && '.join(kept) or 'true'};"
    for output in outputs:
        yield from _given(output)
    for output in arrays:
        yield f"array{output.number}.release(memory);"
    yield f"if (!done) return c::failed(Failure{{Kind::memory}}, {point}, error);"


def _inputs(interface: Interface) -> Iterator[str]:
    """What the kernel is given: elements with their shape, or a number."""
    rows = []
    names = zip(interface.graph.parameters, interface.values, interface.inner, strict=True)
    for parameter, name, inner in names:
        if isinstance(parameter.type, TensorType):
            shape = [size_text(size, interface.known) for size in parameter.type.shape]
            yield f"const i64 {inner}[] = {{{', '.join([*(f'i64({s})' for s in shape), '0'])}}};"
            c_type = TYPES[element_text(parameter.type)]
            rows.append(f"{{const_cast<{c_type}*>({name}), {inner}}}")
        else:
            yield f"{element_text(parameter.type)} {inner} = {_converted(name, parameter.type)};"
            rows.append(f"{{&{inner}, nullptr}}")
    yield f"const Argument inputs[] = {{{', '.join([*rows, '{nullptr, nullptr}'])}}};"


def _converted(name: str, type_: Type) -> str:
    element = element_text(type_)
    if element == "bool":
        return f"{name} != 0"
    return f"{element}({name}.real, {name}.imag)" if element[0] == "c" else f"{element}({name})"


def _refusals(interface: Interface, inner: str) -> Iterator[str]:
    """Sizes that are none, or are not as the graph requires."""
    count = len(interface.graph.requires)
    for name in interface.sizes.values():
        failure = f"Failure{{Kind::size_below, {{i64({name}), 0, 0}}}}"
        yield f"if ({name} < 0) return c::failed({failure}, {inner}::points[0], error);"
    points = f"sizeof({inner}::points) / sizeof(c::Point) - 1"
    for number, require in enumerate(interface.graph.requires):
        comparison = require.comparison
        sides = (comparison.left, comparison.right)
        left, right = (f"i64({size_text(side, interface.known)})" for side in sides)
        failure = f"Failure{{Kind::shape_assumption, {{{left}, {right}, 0}}}}"
        point = f"{inner}::points[{points} - {count - number}]"
        yield f"if (!({left} {comparison.relation} {right})) {{"
        yield f"  return c::failed({failure}, {point}, error);"
        yield "}"


def _given(output: Output) -> Iterator[str]:
    """The lines that give a result to whoever takes it."""
    number, name = output.number, output.name
    if not isinstance(output.type, TensorType):
        yield f"if (done) __builtin_memcpy({name}, results[{number}].number, sizeof(*{name}));"
    elif output.is_new:
        c_type = TYPES[element_text(output.type)]
        yield f"if (done) *{name} = static_cast<{c_type}*>(array{number}.anew());"
        for axis in range(output.rank):
            yield f"{name}_sizes[{axis}] = shape{number}[{axis}];"
        yield f"done = done && *{name};"
    else:
        yield f"if (done) array{number}.to({name});"

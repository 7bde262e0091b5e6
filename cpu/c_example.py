"""A program in C that calls graphs: what somebody starts from who calls them without Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dslc.ir.cxx.print_types import element_text
from dslc.ir.dims import evaluate
from dslc.ir.types import TensorType, Type

from .c_interface import TYPES, Interface

SIZE = 4
"""Of every dim."""


def print_example(name: str, interfaces: Sequence[Interface]) -> str:
    """A program that calls every function of a header once; it is C++ too."""
    lines = [
        f"/* Calls each function of {name}.h once, with sizes of {SIZE} and arrays of ones. */",
        "#include <stdio.h>",
        "#include <stdlib.h>",
        f'#include "{name}.h"',
        "",
    ]
    for interface in interfaces:
        lines += [*_Call(interface).lines(), ""]
    lines += ["int main(void) {"]
    lines += [f"  example_{interface.name}();" for interface in interfaces]
    return "\n".join([*lines, "  return 0;", "}"]) + "\n"


class _Call:
    """A function that calls one of the header's."""

    def __init__(self, interface: Interface) -> None:
        self._interface = interface
        self._numbers = dict.fromkeys(interface.known, SIZE)
        self._passed: list[str] = []
        self._freed: list[str] = []
        self._shown = ""

    def lines(self) -> Iterator[str]:
        """Its lines."""
        name = self._interface.name
        yield f"static void example_{name}(void) {{"
        yield "  dslc_error error;"
        yield from self._arguments()
        yield from self._results()
        yield f"  if ({name}({', '.join([*self._passed, '&error'])})) {{"
        where = "error.message, (int)error.line, error.file"
        yield f'    printf("{name}: %s, line %d of %s\\n", {where});'
        yield "  } else {"
        if self._shown:
            yield f'    printf("{name}: {self._shown} is %g\\n", (double){self._shown});'
        else:
            yield f'    printf("{name}: done\\n");'
        yield "  }"
        for each in self._freed:
            yield f"  free({each});"
        yield "}"

    def _arguments(self) -> Iterator[str]:
        interface = self._interface
        for parameter, name in zip(interface.graph.parameters, interface.values, strict=True):
            type_ = TYPES[element_text(parameter.type)]
            if isinstance(parameter.type, TensorType):
                yield from self._ones(name, parameter.type)
            elif type_.startswith("dslc_"):
                yield f"  {type_} {name} = {{1, 0}};"
            else:
                yield f"  {type_} {name} = {1 if parameter.dim is None else SIZE};"
            self._passed.append(name)
        self._passed += [str(SIZE)] * len(interface.sizes)

    def _results(self) -> Iterator[str]:
        for output in (each for each in self._interface.outputs if not each.is_update):
            type_, name = TYPES[element_text(output.type)], output.name
            if output.is_new:
                yield f"  {type_}* {name} = NULL;"
                yield f"  int64_t {name}_sizes[{max(output.rank, 1)}];"
                self._passed += [f"&{name}", f"{name}_sizes"]
                self._freed.append(name)
            elif isinstance(output.type, TensorType):
                yield from self._ones(name, output.type)
                self._passed.append(name)
                self._show(f"{name}[0]", type_)
            else:
                yield f"  {type_} {name};"
                self._passed.append(f"&{name}")
                self._show(name, type_)

    def _show(self, text: str, type_: str) -> None:
        if not type_.startswith("dslc_"):
            self._shown = self._shown or text

    def _ones(self, name: str, type_: TensorType) -> Iterator[str]:
        """An array of ones."""
        count = _count(type_, self._numbers)
        element = TYPES[element_text(type_)]
        yield f"  {element}* {name} = ({element}*)calloc({count + 1}, sizeof({element}));"
        part = ".real" if element.startswith("dslc_") else ""
        yield f"  for (int at = 0; at < {count}; ++at) {name}[at]{part} = 1;"
        self._freed.append(name)


def _count(type_: Type, numbers: Mapping[str, int]) -> int:
    """The elements of an array of these sizes."""
    assert isinstance(type_, TensorType)
    count = 1
    for size in type_.shape:
        count *= max(evaluate(size, numbers), 0)
    return count

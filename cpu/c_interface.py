"""How C calls a graph: its parameters, what its results are given to, and the declaration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dslc.ir.cxx.lines import comment, wrapped
from dslc.ir.cxx.names import Names
from dslc.ir.cxx.print_types import element_text
from dslc.ir.dims import symbols
from dslc.ir.graph import Graph, type_of
from dslc.ir.types import TensorType, Type

from .needs import free_symbols
from .print_entry import result_names
from .print_kernel import signature

TYPES = {
    "f32": "float",
    "f64": "double",
    "f16": "dslc_f16",
    "bf16": "dslc_bf16",
    "bool": "uint8_t",
    "c64": "dslc_c64",
    "c128": "dslc_c128",
    **{f"i{bits}": f"int{bits}_t" for bits in (8, 16, 32, 64)},
    **{f"u{bits}": f"uint{bits}_t" for bits in (8, 16, 32, 64)},
}
"""The C type of an element."""


@dataclass(frozen=True, slots=True)
class Argument:
    """A parameter of the C function.

    Attributes:
        name: its name.
        declaration: with its type.
        note: what it is, for the header.
    """

    name: str
    declaration: str
    note: str


@dataclass(frozen=True, slots=True)
class Output:
    """A result, and where it goes.

    Attributes:
        number: of the result in the graph.
        name: of the parameter that takes it; that of an argument where the graph updates it.
        type: the result's.
        is_new: whether its elements are new, for their number is known behind the call alone.
        is_update: whether it goes to an argument.
    """

    number: int
    name: str
    type: Type
    is_new: bool
    is_update: bool

    @property
    def rank(self) -> int:
        """How many axes it has; 0 for a number."""
        return self.type.rank if isinstance(self.type, TensorType) else 0


USED = ("error", "dslc_error", "c", "given", "sizes", "inputs", "results", "memory", "why")
"""Names that the C++ of the function uses besides."""


class Interface:
    """The C function of a graph.

    Attributes:
        name: of the function.
        values: the names of the graph's parameters.
        inner: the names of what the kernel is given for them.
        sizes: the names of its other sizes, by symbol.
        outputs: what its results are given to, in order.
        arguments: all parameters but the last one, which takes the error.
    """

    def __init__(self, graph: Graph, names: Names) -> None:
        self.graph = graph
        self.name = names.new(graph.name)
        own = Names([*USED, *TYPES.values()])
        self.values = [own.new(parameter.hint or "value") for parameter in graph.parameters]
        self.sizes = {symbol: own.new(symbol) for symbol in free_symbols(graph)}
        self.inner = [own.new(f"{name}_in") for name in self.values]
        self.outputs = list(self._outputs(own))
        self.arguments = list(self._arguments())

    @property
    def known(self) -> dict[str, str]:
        """The parameter that holds each size, by symbol."""
        numbers = zip(self.graph.parameters, self.values, strict=True)
        return self.sizes | {str(p.dim): name for p, name in numbers if p.dim is not None}

    def declaration(self) -> list[str]:
        """The lines of the declaration, without its end."""
        listed = [each.declaration for each in self.arguments] + ["dslc_error* error"]
        return wrapped(f"int {self.name}({', '.join(listed)})")

    def notes(self) -> list[str]:
        """The lines that say what the parameters are."""
        lines = [comment(signature(self.graph))]
        lines += [f"  {each.name}: {comment(each.note)}" for each in self.arguments]
        requires = [f"  requires {comment(str(r.comparison))}" for r in self.graph.requires]
        return lines + requires

    def _outputs(self, names: Names) -> Iterator[Output]:
        graph = self.graph
        kept = len(graph.results) - len(graph.updates)
        wishes = result_names(graph)
        for number, result in enumerate(graph.results):
            type_ = type_of(result)
            if number >= kept:
                target = self.values[graph.updates[number - kept]]
                yield Output(number, target, type_, is_new=False, is_update=True)
                continue
            is_new = isinstance(type_, TensorType) and not all(
                name in graph.symbols for size in type_.shape for name in symbols(size)
            )
            yield Output(number, names.new(wishes[number]), type_, is_new, is_update=False)

    def _arguments(self) -> Iterator[Argument]:
        updated = {self.values[number] for number in self.graph.updates}
        for parameter, name in zip(self.graph.parameters, self.values, strict=True):
            type_ = TYPES[element_text(parameter.type)]
            note = str(parameter.type)
            if not isinstance(parameter.type, TensorType):
                yield Argument(name, f"{type_} {name}", note)
            elif name in updated:
                yield Argument(name, f"{type_}* {name}", f"{note}, updated")
            else:
                yield Argument(name, f"const {type_}* {name}", note)
        origins = self.graph.origins
        for symbol, name in self.sizes.items():
            yield Argument(name, f"int64_t {name}", origins.get(symbol, "a size"))
        for output in self.outputs:
            if not output.is_update:
                yield from self._taking(output)

    def _taking(self, output: Output) -> Iterator[Argument]:
        type_, name = TYPES[element_text(output.type)], output.name
        if not output.is_new:
            yield Argument(name, f"{type_}* {name}", f"takes {output.type}")
            return
        yield Argument(name, f"{type_}** {name}", f"takes a new array {output.type}; free() it")
        sizes = f"{name}_sizes"
        yield Argument(sizes, f"int64_t* {sizes}", f"takes the {output.rank} sizes of `{name}`")


HEADER = """\
typedef struct {
  int32_t kind;        /* what the function returned */
  int32_t line;        /* of the source */
  const char* file;
  const char* message;
  int64_t details[3];  /* the index, axis and size, or what else the message is about */
} dslc_error;

typedef struct { uint16_t bits; } dslc_f16;   /* IEEE binary16 */
typedef struct { uint16_t bits; } dslc_bf16;  /* the upper half of a float */
typedef struct { float real, imag; } dslc_c64;
typedef struct { double real, imag; } dslc_c128;
"""


def print_header(name: str, interfaces: Sequence[Interface]) -> str:
    """The C header of several graphs."""
    lines = [
        f"/* {name}: functions of C, written by `dslc build --standalone`.",
        "",
        "   Arrays are dense, in C order, and not null; who calls has them, and the room for",
        "   results. Elements of type bool are 0 or 1. Each function returns 0, or, where it",
        "   failed, what `error` then tells more of, which may be null; results are not set",
        "   then. Several threads may call functions at once, with different results. */",
        "#pragma once",
        "#include <stdint.h>",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        "#ifndef DSLC_TYPES",
        "#define DSLC_TYPES",
        *HEADER.rstrip().splitlines(),
        "#endif",
    ]
    for each in interfaces:
        notes = each.notes()
        lines += ["", f"/* {notes[0]}", *notes[1:]]
        lines[-1] += " */"
        *first, last = each.declaration()
        lines += [*first, f"{last};"]
    lines += ["", "#ifdef __cplusplus", "}", "#endif"]
    return "\n".join(lines) + "\n"

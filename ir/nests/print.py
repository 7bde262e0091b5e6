"""The text of a nest, for people and for `parse`.

    (x: f32[n, 16], k: f32, t: i64[n]) -> (y: f32[n, 16], best: f32)
    for i0 < n:
        row e: f32[16]
        pick p0 < n = t[i0]
        for i1 < 16:
            top max= x[p0, i1]
        for i1 < 16:
            e[i1] = exp(subtract(x[p0, i1], top))
        for i1 < 16:
            running part sum= e[i1]
            y[i0, i1] = multiply(part, scalar(k))
        best max= top

A row times a matrix is `p[i0, c0] = x[i0, a0] @ w[a0, c0] along a0 < d across c0 < m`; what trips
carry is in `stepping.py`, a loop over a segment in `segments.py`.
An operand of an op is the element of an array; `scalar(k)` is a NumPy scalar, `single(a[0])` that
of an array that has no other, `size(n)` a size as a Python integer. A type stands behind the name
of a scalar where it is not that of its value, `from` before the start of a total that has another
than all of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dslc.ir.dims import Dim, Size, substitute, symbol, symbols
from dslc.ir.print_literals import attribute_text, literal_text
from dslc.ir.print_scopes import identifier, numbered
from dslc.ir.types import NumberType, ScalarType, TensorType, Type

from .language import (
    Apply,
    Array,
    Expression,
    Let,
    Load,
    Local,
    Loop,
    Nest,
    Number,
    Pick,
    Plain,
    Product,
    Running,
    Setting,
    Statement,
    Total,
    Update,
    Whole,
    is_single,
)
from .rows import row_homes
from .segments import Segment
from .starts import same_number, start_of
from .stepping import ENDLESS, Carry, While, carries
from .window import Window


def print_nest(nest: Nest) -> str:
    """What it takes and gives, then its statements."""
    text = _Text(nest)
    given = ", ".join(map(text.declared, nest.operands))
    results = ", ".join(map(text.declared, nest.results))
    return "\n".join([f"({given}) -> ({results})", *text.rows(None, 0), *text.body(nest.body, 0)])


class _Text:
    """Writes statements; the index of a loop is called by how deep it stands."""

    def __init__(self, nest: Nest) -> None:
        self._homes = row_homes(nest)
        self._indices: dict[str, Size] = {}
        self._picked = self._products = 0
        self._names: dict[Array | Local, str] = {}
        self._used = {name for size in nest.sizes() for name in symbols(size)}
        self._taken = set(self._used)

    # --- names ------------------------------------------------------------------------------------

    def name(self, each: Array | Local) -> str:
        """A name that nothing else in the nest has."""
        if each not in self._names:
            wished = identifier(each.name)
            wished = (
                f"{wished}_"
                if re.fullmatch(r"[acip]\d+|row|pick|running|carry|next", wished)
                else wished
            )
            self._names[each] = numbered(wished, self._taken.__contains__)
            self._taken.add(self._names[each])
        return self._names[each]

    def declared(self, each: Array | Local) -> str:
        """A name and its type."""
        if isinstance(each, Local):
            return f"{self.name(each)}: {each.type}"
        return f"{self.name(each)}: {TensorType(each.dtype, each.shape)}"

    def _index(self, index: Dim, letter: str, number: int) -> str:
        wished = f"{letter}{number}"
        name = numbered(wished, self._used.__contains__)
        self._indices[str(index)] = symbol(name)
        return name

    # --- statements -------------------------------------------------------------------------------

    def rows(self, loop: Loop | None, depth: int) -> Iterator[str]:
        """The rows that live in a loop."""
        return (f"{'    ' * depth}row {self.declared(row)}" for row in self._homes.get(loop, ()))

    def body(self, body: list[Statement], depth: int) -> Iterator[str]:
        """The lines of statements."""
        indent = "    " * depth
        for each in body:
            if isinstance(each, Loop):
                index = self._index(each.index, "i", depth)
                of = f" of {self._element(*each.ends()[0])}" if isinstance(each, Segment) else ""
                below = "" if each.extent == ENDLESS else f" < {self._size(each.extent)}"
                yield f"{indent}for {index}{below}{of}:"
                yield from self.rows(each, depth + 1)
                yield from (f"{indent}    {self._carried(carry)}" for carry in carries(each))
                yield from self.body(each.body, depth + 1)
            elif isinstance(each, Pick):
                value = self.expression(each.value)
                index = self._index(each.index, "p", self._picked)
                self._picked += 1
                how = "" if each.how == "raise" else each.how
                yield f"{indent}pick {index} < {self._size(each.size)} {how}= {value}"
            elif isinstance(each, Product):
                yield indent + self._product(each)
            else:
                yield indent + self._plain(each)

    def _product(self, product: Product) -> str:
        along = self._index(product.along, "a", self._products)
        across = self._index(product.across, "c", self._products)
        self._products += 1
        row, matrix = map(self.expression, product.loads)
        extents = (
            f"along {along} < {self._size(product.depth)}",
            f"across {across} < {self._size(product.width)}",
        )
        target = self._element(product.array, product.indices)
        return f"{target} = {row} @ {matrix} {' '.join(extents)}"

    def _plain(self, statement: Plain) -> str:
        value = self.expression(statement.value)
        if isinstance(statement, Let):
            return f"{self._defined(statement.local, statement.value)} = {value}"
        if isinstance(statement, While):
            return f"while {value}"
        if isinstance(statement, Carry):
            return f"next {self.name(statement.local)} = {value}"
        if isinstance(statement, Total | Running):
            running = isinstance(statement, Running)
            start = start_of(statement.how, statement.local.type, running=running)
            own = statement.start
            same = isinstance(own, Number) and same_number(own.value, start)
            starts = "" if same else f" from {self.expression(own)}"
            word = "running " if running else ""
            local = self._defined(statement.local, statement.value)
            return f"{word}{local} {statement.how}= {value}{starts}"
        assert isinstance(statement, Setting)
        sign = f"{statement.how}=" if isinstance(statement, Update) else "="
        return f"{self._element(statement.array, statement.indices)} {sign} {value}"

    def _carried(self, carry: Carry) -> str:
        local = self._defined(carry.local, carry.start)
        return f"carry {local} from {self.expression(carry.start)}"

    def _defined(self, local: Local, value: Expression) -> str:
        name = self.name(local)
        return name if local.type == value.type else f"{name}: {local.type}"

    # --- expressions ------------------------------------------------------------------------------

    def expression(self, expression: Expression) -> str:
        """The text of an expression."""
        match expression:
            case Number():
                return literal_text(expression.value)
            case Whole():
                size = self._size(expression.size)
                return size if isinstance(expression.size, int) else f"size({size})"
            case Local():
                return self.name(expression)
            case Window():
                element = self._element(expression.array, expression.indices)
                return f"window({', '.join([element, *map(self._size, expression.rests)])})"
            case Load():
                return self._element(expression.array, expression.indices)
            case Apply():
                return self._apply(expression)

    def _apply(self, apply: Apply) -> str:
        pairs = zip(apply.operands, apply.types, strict=True)
        given = [self._operand(operand, type_) for operand, type_ in pairs]
        for name, value in apply.attributes.items():
            if name in apply.op.attributes and value != apply.op.attributes[name]:
                given.append(f"{name}={attribute_text(value, lambda size: f'size({size})')}")
            elif name in apply.op.optional:
                given.append(f"{name}=None")
        return f"{apply.op.name}({', '.join(given)})"

    def _operand(self, operand: Expression, type_: Type) -> str:
        text = self.expression(operand)
        if isinstance(type_, TensorType):
            return f"single({text})" if is_single(type_) else text
        literal = isinstance(operand, Number | Whole) or isinstance(operand.type, NumberType)
        return text if literal or not isinstance(type_, ScalarType) else f"scalar({text})"

    def _element(self, array: Array, indices: tuple[Size, ...]) -> str:
        return f"{self.name(array)}[{', '.join(map(self._size, indices)) or '()'}]"

    def _size(self, size: Size) -> str:
        return str(substitute(size, self._indices))

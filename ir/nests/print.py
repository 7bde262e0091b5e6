"""The text of a nest, for people.

(x: float32[n]) -> (total: float32)
for i0 < n:
total sum= x[i0]
"""

from __future__ import annotations

from collections.abc import Iterator

from dslc.ir.dims import Size, substitute, symbol

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
    Plain,
    Setting,
    Statement,
    Total,
    Update,
    Whole,
)


def print_nest(nest: Nest) -> str:
    """What it takes and gives, then its statements."""
    given = ", ".join(map(_declared, nest.operands))
    results = ", ".join(map(_declared, nest.results))
    return "\n".join([f"({given}) -> ({results})", *_Text().body(nest.body, 0)])


def _declared(each: Array | Local) -> str:
    if isinstance(each, Local):
        return f"{each.name}: {each.type}"
    return f"{each.name}: {each.dtype.name}[{', '.join(map(str, each.shape))}]"


class _Text:
    """Writes statements; the index of a loop is called by how deep it stands."""

    def __init__(self) -> None:
        self._indices: dict[str, Size] = {}

    def body(self, body: list[Statement], depth: int) -> Iterator[str]:
        indent = "    " * depth
        for each in body:
            if isinstance(each, Loop):
                self._indices[str(each.index)] = symbol(f"i{depth}")
                yield f"{indent}for i{depth} < {self._size(each.extent)}:"
                yield from self.body(each.body, depth + 1)
            else:
                yield f"{indent}{self._target(each)} {self.expression(each.value)}"

    def _target(self, statement: Plain) -> str:
        if isinstance(statement, Let):
            return f"{statement.local.name} ="
        if isinstance(statement, Total):
            return f"{statement.local.name} {statement.how}="
        assert isinstance(statement, Setting)
        sign = f"{statement.how}=" if isinstance(statement, Update) else "="
        return f"{self._element(statement.array, statement.indices)} {sign}"

    def expression(self, expression: Expression) -> str:
        match expression:
            case Number():
                return str(expression.value)
            case Whole():
                return self._size(expression.size)
            case Local():
                return expression.name
            case Load():
                return self._element(expression.array, expression.indices)
            case Apply():
                operands = ", ".join(map(self.expression, expression.operands))
                return f"{expression.op.name}({operands})"

    def _element(self, array: Array, indices: tuple[Size, ...]) -> str:
        return f"{array.name}[{', '.join(map(self._size, indices))}]"

    def _size(self, size: Size) -> str:
        return str(substitute(size, self._indices))

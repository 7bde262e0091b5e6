"""Statements again with other indices or arrays in them: what the passes over nests share."""

from __future__ import annotations

import operator
from dataclasses import replace

from dslc.ir.dims import Size

from .language import (
    Access,
    Apply,
    Expression,
    Load,
    Loop,
    Pick,
    Product,
    Setting,
    Statement,
    Taking,
    Whole,
)
from .segments import Segment


class Rewriting:
    """A walk that copies statements; what it changes, a subclass says."""

    def size(self, size: Size) -> Size:
        """What stands for the extent of a loop, or for a size that is computed with."""
        return size

    def access(self, access: Access) -> Access:
        """What is reached instead of an element."""
        return access

    def load(self, load: Load) -> Expression:
        """What is read instead of an element."""
        array, indices = self.access((load.array, load.indices))
        if array is load.array and all(map(operator.is_, indices, load.indices)):
            return load
        return replace(load, array=array, indices=indices)

    def setting(self, statement: Setting, value: Expression) -> Statement:
        """A statement that sets an element, which has another value already."""
        array, indices = self.access((statement.array, statement.indices))
        return replace(statement, value=value, array=array, indices=indices)

    def loop(self, loop: Loop) -> Loop:
        """A loop, of whose body a copy is made already."""
        return loop

    # --- the walk ---------------------------------------------------------------------------------

    def body(self, body: list[Statement]) -> list[Statement]:
        """A copy of statements."""
        return [self._statement(each) for each in body]

    def _statement(self, statement: Statement) -> Statement:
        if isinstance(statement, Loop):
            extent, body = self.size(statement.extent), self.body(statement.body)
            if isinstance(statement, Segment):
                row = self.size(statement.row)
                return self.loop(replace(statement, extent=extent, body=body, row=row))
            return self.loop(Loop(statement.index, extent, body))
        value = self._expression(statement.value)
        if isinstance(statement, Taking):
            return replace(statement, value=value, start=self._expression(statement.start))
        if isinstance(statement, Pick):
            return replace(statement, value=value, size=self.size(statement.size))
        if isinstance(statement, Product):
            depth, width = self.size(statement.depth), self.size(statement.width)
            return self.setting(replace(statement, depth=depth, width=width), value)
        if isinstance(statement, Setting):
            return self.setting(statement, value)
        return statement if value is statement.value else replace(statement, value=value)

    def _expression(self, expression: Expression) -> Expression:
        match expression:
            case Apply():
                operands = tuple(map(self._expression, expression.operands))
                if all(map(operator.is_, operands, expression.operands)):
                    return expression
                given = expression.attributes, expression.types, expression.type
                return Apply(expression.op, operands, *given)
            case Load():
                return self.load(expression)
            case Whole():
                return Whole(self.size(expression.size))
        return expression

"""The small tree: what the transpiler knows of a user's function.

`read*.py` makes it from libcst; `live.py`, `statements.py` and `expressions.py` walk it. It holds
only what the language distinguishes; everything else is `Opaque`, which may still be legal where
all of it is known while building. Spans leave out the parentheses around an expression, except
those of a tuple.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from dslc.ir.diagnostics import Span

# --- expressions ------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Expression:
    """A piece of source that has a value. Compared by identity: each occurrence is its own."""

    span: Span


@dataclass(frozen=True, eq=False, slots=True)
class Name(Expression):
    id: str


@dataclass(frozen=True, eq=False, slots=True)
class Constant(Expression):
    """A literal: number, string, bytes, None, True, False or Ellipsis."""

    value: object


@dataclass(frozen=True, eq=False, slots=True)
class Attribute(Expression):
    value: Expression
    name: str


@dataclass(frozen=True, eq=False, slots=True)
class Subscript(Expression):
    """`value[index]`; several indices are one `Tuple`."""

    value: Expression
    index: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Slice(Expression):
    start: Expression | None
    stop: Expression | None
    step: Expression | None


@dataclass(frozen=True, eq=False, slots=True)
class Starred(Expression):
    value: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Keyword:
    """`name=value` in a call; `name` is None for `**value`."""

    name: str | None
    value: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Call(Expression):
    function: Expression
    arguments: tuple[Expression, ...]
    keywords: tuple[Keyword, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Unary(Expression):
    """`-x`, `+x`, `~x` or `not x`; `operator` is its source text."""

    operator: str
    operand: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Binary(Expression):
    """`left operator right` for the arithmetic, bit and `@` operators, as in the source."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Compare(Expression):
    """`left op right op right ...`; operators as source text: `<`, `is not`, `not in`, ..."""

    left: Expression
    operators: tuple[str, ...]
    rights: tuple[Expression, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Logical(Expression):
    """A chain of one operator, `and` or `or`, flattened: `a and b and c` has three operands."""

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Conditional(Expression):
    """`then if test else otherwise`."""

    test: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Tuple(Expression):
    items: tuple[Expression, ...]


@dataclass(frozen=True, eq=False, slots=True)
class List(Expression):
    items: tuple[Expression, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Dict(Expression):
    """Keys are None for `**value`."""

    keys: tuple[Expression | None, ...]
    values: tuple[Expression, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Opaque(Expression):
    """An expression the language has no form for: lambda, set, walrus, ...

    `construct` is what a reader calls it ("a lambda"). `reads` are the names it reads from around
    it, in order of appearance; `binds` the names it binds in the function's scope (walrus).
    """

    construct: str
    reads: tuple[str, ...]
    binds: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Field:
    """`{value!conversion:spec}` in an f-string; a `spec` has texts and fields of its own."""

    value: Expression
    conversion: str
    spec: tuple[str | Field, ...]


@dataclass(frozen=True, eq=False, slots=True)
class FormattedString(Opaque):
    """An f-string. `parts` are its texts and fields in order, () where they cannot be told.

    Opaque but for `print`, which may show values of the graph in it.
    """

    parts: tuple[str | Field, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Clause:
    """`for target in iterable if test if test` of a comprehension."""

    target: Expression
    iterable: Expression
    tests: tuple[Expression, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Comprehension(Opaque):
    """`[element for ...]`, `{element for ...}`, `{key: element for ...}` or `(element for ...)`.

    Its targets are names of its own; all but the first iterable see them.
    """

    form: Literal["list", "set", "dict", "generator"] = field(kw_only=True)
    element: Expression = field(kw_only=True)
    key: Expression | None = field(kw_only=True)
    clauses: tuple[Clause, ...] = field(kw_only=True)


# --- statements -------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Statement:
    """`span` covers the statement; for one with blocks, its header, colon included.

    `comments` are the comments above it, inside it (not those in its blocks) and at the end of its
    line, each starting with `#`.
    """

    span: Span
    comments: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Assign(Statement):
    """`a = b = value`, targets left to right.

    A target is a Name, Attribute, Subscript, Tuple, List or Starred.
    """

    targets: tuple[Expression, ...]
    value: Expression


@dataclass(frozen=True, eq=False, slots=True)
class AnnotatedAssign(Statement):
    target: Expression
    annotation: Expression
    value: Expression | None


@dataclass(frozen=True, eq=False, slots=True)
class AugmentedAssign(Statement):
    """`target operator= value`; `operator` without the `=`."""

    target: Expression
    operator: str
    value: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Block:
    """The statements of a body, the comment lines after the last one, and where its `else:` is."""

    statements: tuple[Statement, ...]
    comments: tuple[str, ...] = ()
    head: Span | None = None


@dataclass(frozen=True, eq=False, slots=True)
class If(Statement):
    """`elif` is an `If` alone in `otherwise`."""

    test: Expression
    then: Block
    otherwise: Block | None


@dataclass(frozen=True, eq=False, slots=True)
class While(Statement):
    test: Expression
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, eq=False, slots=True)
class For(Statement):
    target: Expression
    iterable: Expression
    body: Block
    otherwise: Block | None


@dataclass(frozen=True, eq=False, slots=True)
class Break(Statement):
    pass


@dataclass(frozen=True, eq=False, slots=True)
class Continue(Statement):
    pass


@dataclass(frozen=True, eq=False, slots=True)
class Return(Statement):
    value: Expression | None


@dataclass(frozen=True, eq=False, slots=True)
class Pass(Statement):
    pass


@dataclass(frozen=True, eq=False, slots=True)
class ExpressionStatement(Statement):
    value: Expression


@dataclass(frozen=True, eq=False, slots=True)
class Assert(Statement):
    """`error` is the class that is raised, where that is not AssertionError."""

    test: Expression
    message: Expression | None
    error: Expression | None = None


@dataclass(frozen=True, eq=False, slots=True)
class OpaqueStatement(Statement):
    """A statement the language has no form for: `with`, `try`, `raise`, `match`, `import`, ...

    `reads` and `binds` are as for `Opaque`. `whole` covers all of it, decorators and blocks
    included.
    """

    construct: str
    reads: tuple[str, ...]
    binds: tuple[str, ...]
    whole: Span


# --- functions and modules --------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Input:
    """A parameter; `place` is the name of a kind of `inspect.Parameter`."""

    name: str
    place: str
    default: Expression | None


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function definition.

    `start` and `end` are the offsets in the module's text of the lines it stands on: decorators and
    the comments of its blocks included, comments above it and blank lines after it not.
    `signature` is the source text between the name and the colon, as written:
    `(x: Tensor[f32, n]) -> Tensor[f32, n]`.
    """

    name: str
    qualified_name: str  # "Class.method", "outer.<locals>.inner"
    span: Span  # from `def` to the colon
    start: int
    end: int
    indent: str
    decorators: tuple[Expression, ...]
    signature: str
    docstring: str | None  # its source text, quotes included
    body: Block  # without the docstring
    is_async: bool
    is_generator: bool
    identifiers: frozenset[str]  # every identifier that occurs anywhere in it
    inputs: tuple[Input, ...]
    free: tuple[str, ...]  # what its body reads from around it, in order of appearance
    nonlocals: tuple[str, ...]  # what it binds there

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in the order of the source."""
        return tuple(each.name for each in self.inputs)


def line_starts(text: str) -> tuple[int, ...]:
    """The offset of the first character of every line; only CR LF, CR and LF end a line."""
    return (0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text)))


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends; nothing but CR LF, CR and LF ends one."""
    starts = line_starts(text)
    ends = [*starts[1:], len(text)]
    return [text[a:b] for a, b in zip(starts, ends, strict=True) if a < b]


def span_text(text: str, starts: tuple[int, ...], span: Span) -> str:
    """The part of a text that a span covers; `starts` are its line starts."""
    start = starts[span.line - 1] + span.column - 1
    end = starts[span.end_line - 1] + span.end_column - 1
    return text[start:end]


@dataclass(frozen=True, eq=False, slots=True)
class Module:
    """`functions` and `lambdas` are all of them at any depth, in source order."""

    path: str
    text: str
    functions: tuple[Function, ...]
    lambdas: tuple[Function, ...]
    identifiers: frozenset[str] = field(repr=False)  # every identifier in the file
    starts: tuple[int, ...] = field(init=False, repr=False)  # of the lines, as offsets in `text`

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", line_starts(self.text))

    def code(self, span: Span) -> str:
        """The source text a span covers."""
        return span_text(self.text, self.starts, span)

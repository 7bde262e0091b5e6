"""What CPython has to say about a source text, as diagnostics with exact spans."""

from __future__ import annotations

import ast

from dslc.ir.diagnostics import Diagnostic, DslError, Span

from .tree import line_starts

# libcst takes time quadratic in the depth, and recursion that Python 3.12 ends at about 700.
MAX_DEPTH = 500

_TOO_DEEP = (
    "too many nested parentheses",
    "too many levels of indentation",
    "too many statically nested blocks",
)


def check_syntax(text: str, path: str) -> None:
    """Ask Python whether it accepts a text.

    Raises:
        DslError: `syntax-error` or `too-deep` where it does not.
    """
    # The parser counts columns in code points, the compiler in UTF-8 bytes.
    count_bytes = False
    if "\0" in text:
        message = "a null byte is no character of a source"
        raise _refuse_character(text, path, text.index("\0"), message)
    try:
        tree = ast.parse(text, path)
        _check_depth(tree, text, path)
        count_bytes = True
        compile(tree, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        code = "too-deep" if error.msg.startswith(_TOO_DEEP) else "syntax-error"
        message, help = _message_and_help(error.msg)
        start = (error.lineno or 1, (error.offset or 1) - 1)
        end = (error.end_lineno or 0, (error.end_offset or 0) - 1)
        span = error_span(text, path, start, end, count_bytes=count_bytes)
        raise DslError(Diagnostic(code, message, span, help=help)) from None
    except UnicodeEncodeError as error:
        message = "a lone surrogate is no character of a source"
        raise _refuse_character(text, path, error.start, message) from None
    except (RecursionError, MemoryError):
        raise too_deep(path) from None


def too_deep(path: str, span: Span | None = None) -> DslError:
    """The refusal of source that nests too deeply; without a span it points at the file."""
    message = f"the source nests deeper than {MAX_DEPTH} levels"
    help = "give names to parts of it"
    return DslError(Diagnostic("too-deep", message, span or Span(path, 1, 1, 1, 1), help=help))


def error_span(
    text: str, path: str, start: tuple[int, int], end: tuple[int, int], *, count_bytes: bool = False
) -> Span:
    """The span between two places (line from 1, column from 0), moved into the text and not empty.

    Columns count UTF-8 bytes if `count_bytes`, else code points.
    """
    starts = line_starts(text)

    def place(line: int, column: int) -> tuple[int, int]:
        line = min(max(line, 1), len(starts))
        content = text[starts[line - 1] : (*starts, len(text))[line]].rstrip("\r\n")
        if count_bytes:
            column = len(content.encode()[: max(column, 0)].decode(errors="ignore"))
        return line, min(max(column, 0), len(content))

    line, column = place(*start)
    end_line, end_column = max(place(*end), (line, column + 1))
    return Span(path, line, column + 1, end_line, end_column + 1)


def _check_depth(tree: ast.AST, text: str, path: str) -> None:
    """Refuse a text in which a node stands deeper than `MAX_DEPTH`.

    Raises:
        DslError: `too-deep`.
    """
    level, depth = [tree], 0
    while level:
        for node in level:
            if isinstance(node, ast.expr | ast.stmt) and depth + _own_depth(node) > MAX_DEPTH:
                start = (node.lineno, node.col_offset)
                end = (node.end_lineno or 0, node.end_col_offset or 0)
                raise too_deep(path, error_span(text, path, start, end, count_bytes=True))
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        depth += 1


def _own_depth(node: ast.AST) -> int:
    # A chain of `and` or `or` is flat in Python's tree and nested in that of libcst.
    return len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0


def _message_and_help(text: str) -> tuple[str, str | None]:
    """CPython's message in our form; what follows its first sentence is advice."""
    message, _, advice = text.partition(". ")
    message = message[:1].lower() + message[1:] if message[1:2].islower() else message
    advice = advice[:1].lower() + advice[1:]
    return message.rstrip("."), advice.rstrip("?.") or None


def _refuse_character(text: str, path: str, offset: int, message: str) -> DslError:
    before = [start for start in line_starts(text) if start <= offset]
    line, column = len(before), offset - before[-1]
    span = Span(path, line, column + 1, line, column + 2)
    return DslError(Diagnostic("syntax-error", message, span))

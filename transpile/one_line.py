"""Source text on one line."""

from __future__ import annotations

import io
import tokenize


def one_line(text: str) -> str:
    """A statement or the head of one without its line breaks and comments."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return " ".join(text.split())
    tokens = [t for t in tokens if t.type not in _LAYOUT]
    line = ""
    for before, token in zip([None, *tokens], tokens, strict=False):
        kept = line.rstrip(",") if _closes(before, token) else line
        line = f"{kept}{_gap(before, token)}{token.string}"
    return line


_LAYOUT = (
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
)


def _closes(before: tokenize.TokenInfo | None, token: tokenize.TokenInfo) -> bool:
    """Whether a bracket closes on a line of its own."""
    return (
        before is not None and before.end[0] != token.start[0] and token.string in (")", "]", "}")
    )


def _gap(before: tokenize.TokenInfo | None, token: tokenize.TokenInfo) -> str:
    """The blanks between two tokens: the source's, one for a line break, none in brackets."""
    if before is None:
        return ""
    if before.end[0] == token.start[0]:
        return " " * (token.start[1] - before.end[1])
    return "" if before.string in ("(", "[", "{") or _closes(before, token) else " "

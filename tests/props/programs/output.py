"""Drawn prints."""

from __future__ import annotations

from .context import Context, Variable
from .statements import statement
from .types import BOOL, INT


@statement(1.5)
def output(c: Context) -> None:
    """Of names whose type is the same on every path, so that their text is."""
    names = c.variables(lambda v: v.type.is_array or v.type in (INT, BOOL))
    shown = [c.one(names) for _ in range(c.random.randrange(1, 4))] if names else []
    if c.chance(0.5):
        c.count("print")
        c.emit(f"print({', '.join([repr('{}'), *(v.name for v in shown)])})")
    else:
        c.count("print of an f-string")
        c.emit(f'print(f"{" ".join(_field(c, v) for v in shown)}", end="|\\n")')


def _field(c: Context, v: Variable) -> str:
    forms = ["", "!r", "!s:>30"]
    if v.type == INT:
        forms += [":5d", ":.2f", ":,"]
    return f"{{{v.name}{c.one(forms)}}}"

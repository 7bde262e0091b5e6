"""FILE:FUNCTION: the compiled function that a command line names."""

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from dslc.ir.diagnostics import Diagnostic, DslError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dslc.compiled import CompiledFunction


def find_function(target: str) -> "CompiledFunction":
    """Build the module of FILE:FUNCTION in memory and return the function.

    Raises:
        DslError: the target has another form, there is no such function, or the module has errors.
    """
    file, _, name = target.rpartition(":")
    if not file or not name.isidentifier():
        raise usage(f"`{target}` is not FILE:FUNCTION", "write it as `model.py:function`")
    if not Path(file).exists():
        raise DslError(Diagnostic("missing-file", f"there is no file `{file}`"))
    from dslc.transpile import load_functions

    functions = load_functions(Path(file))
    if name not in functions:
        message = f"`{file}` has no graph function `{name}`"
        raise DslError(Diagnostic("unknown-function", message, help=choices(name, functions)))
    return functions[name]


def usage(message: str, help_text: str | None = None) -> DslError:
    """The error for a command line that says something it cannot mean; exits with 2."""
    return DslError(Diagnostic("usage", message, help=help_text))


def nearest(wrong: str, known: "Iterable[str]") -> str | None:
    """What to write instead of `wrong`: the nearest known name, None where none is near."""
    near = get_close_matches(wrong, list(known), 1)
    return f"write `{near[0]}`" if near else None


def choices(wrong: str, known: "Iterable[str]") -> str:
    """What to write instead of `wrong`: the nearest known name first, else all of them."""
    names = list(known)
    near = nearest(wrong, names)
    if near is not None:
        return near
    return f"write one of {', '.join(f'`{name}`' for name in names)}" if names else "there is none"

"""`dslc verify`: the functions of a file against plain Python, on inputs that take every branch."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dslc.compiled import CompiledFunction
from dslc.ir.diagnostics import Diagnostic, DslError

from . import given
from .arguments import spec_leaves
from .comparing import leaves
from .targets import choices
from .terminal import say
from .trial_inputs import Drawing, NoValue, thresholds
from .trials import Difference, Found, Trials


class Request(NamedTuple):
    """What the command line asks for; see the options of `dslc verify`."""

    target: str
    values: list[str]
    trials: int
    seed: int
    device: str | None
    coverage: int


def verify_file(request: Request) -> bool:
    """Verify the functions of FILE or FILE:FUNCTION and print what came of it.

    Returns:
        Whether all agree, and reach as much as is asked for.

    Raises:
        DslError: the module has errors, or no such function.
    """
    path, functions = _functions(request.target)
    passed, goals, missed = True, 0, 0
    for name, function in functions.items():
        try:
            drawing = _drawing(function, path, request)
        except NoValue as error:
            say(f"{name}: not verified: it needs a value for `{error}`, give `--arg {error}=VALUE`")
            passed = False
            continue
        found = Trials(function, drawing, request.device).run(request.trials, request.seed)
        _print(name, function, drawing, found)
        goals, missed = goals + found.goals, missed + len(found.missed)
        passed = passed and found.difference is None and found.agreed > 0
    if len(functions) > 1:
        say(f"{_count(len(functions), 'function')}: {_reached(goals, missed)}")
    return passed and _percent(goals, missed) >= request.coverage


def _functions(target: str) -> tuple[Path, dict[str, CompiledFunction]]:
    """The file of FILE or FILE:FUNCTION, and its functions that have a plain one."""
    from dslc.transpile import load_functions

    file, colon, name = target.rpartition(":")
    if not colon or not name.isidentifier():
        file, name = target, ""
    if not Path(file).exists():
        raise DslError(Diagnostic("missing-file", f"there is no file `{file}`"))
    functions = load_functions(Path(file))
    if name and name not in functions:
        message = f"`{file}` has no graph function `{name}`"
        raise DslError(Diagnostic("unknown-function", message, help=choices(name, functions)))
    chosen = {each: f for each, f in functions.items() if name in ("", each)}
    return Path(file), {each: f for each, f in chosen.items() if f.__wrapped__ is not None}


def _drawing(function: CompiledFunction, path: Path, request: Request) -> Drawing:
    signature = function.signature
    specs = dict(
        leaf for each in signature.parameters for leaf in spec_leaves(each.name, each.spec)
    )
    own = [text for text in request.values if text.partition("=")[0] in specs]
    texts = given.pairs("--arg", own, specs)
    values = {path: given.value(specs[path], text) for path, text in texts.items()}
    return Drawing(signature, thresholds(path, signature.name), values, request.seed)


def _print(name: str, function: CompiledFunction, drawing: Drawing, found: Found) -> None:
    if found.difference is not None:
        _print_difference(name, function, drawing, found.difference)
    trials = f"{_count(found.agreed, 'trial')} agree" + "s" * (found.agreed == 1)
    said = [trials, _reached(found.goals, len(found.missed))]
    if found.raised:
        said.insert(1, f"{found.raised} of them by raising the same")
    if found.refused:
        said.insert(1, f"{found.refused} more refused for their sizes or numbers")
    if found.endless:
        said.insert(1, f"{found.endless} more not run to their end")
    say(f"{name}: {', '.join(said)}")
    for text in dict.fromkeys(map(str, found.missed)):
        say(f"  {text}")


def _print_difference(
    name: str, function: CompiledFunction, drawing: Drawing, difference: Difference
) -> None:
    say(f"{name}: {difference.way} and plain Python {difference.text}")
    arguments = drawing.arguments(difference.inputs)
    for parameter, argument in zip(function.signature.parameters, arguments, strict=True):
        for path, value in leaves(parameter.name, argument):
            say(f"  {path} = {_text(value)}")


def _text(value: Any) -> str:
    """A leaf as an expression that makes it."""
    if isinstance(value, np.ndarray):
        dtype = value.dtype.name.removesuffix("_")
        elements = np.array2string(value, separator=", ", threshold=200, floatmode="unique")
        return f"np.array({elements.replace(chr(10), '')}, np.dtype({dtype!r}))"
    return repr(value)


def _reached(goals: int, missed: int) -> str:
    if not goals:
        return "no branches"
    reached = f"{goals - missed} of {_count(goals, 'branch or exit', 'branches and exits')} reached"
    return f"{reached} ({_percent(goals, missed)}%)" if missed else reached


def _percent(goals: int, missed: int) -> int:
    return 100 * (goals - missed) // goals if goals else 100


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or f'{one}s'}"

"""`dslc annotate`: annotations for a module's functions, from the calls that a script makes."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.transpile.annotated import Annotations, annotated
from dslc.transpile.definitions import Definition, Source, definitions

from .edits import diagnostics_of
from .inferring import Unclear, infer
from .modules import changes, write
from .recording import Call, record
from .targets import choices, usage
from .terminal import report, say


class Request(NamedTuple):
    """What the command line asks for; see the options of `dslc annotate`."""

    path: Path
    functions: Sequence[str]
    script: Path
    exact: bool
    write: bool


def annotate(request: Request) -> bool:
    """Show the annotations as a diff, and write them if asked to; False where a check fails.

    Raises:
        DslError: nothing to annotate, or the script fails.
    """
    source = Source.read(request.path)
    known = definitions(source)
    for name in request.functions:
        if name not in known:
            raise usage(f"`{request.path}` has no function `{name}`", choices(name, known))
    calls = record(request.path, request.script)
    found = dict(_annotations(request, source, known, calls))
    if not found:
        message = f"there is nothing to annotate in `{request.path}`"
        help_text = "call its functions from the script, with arrays and numbers"
        raise DslError(Diagnostic("nothing-annotated", message, help=help_text))
    text = annotated(source, found)
    say(changes(source.text, text, str(request.path), f"{request.path} (annotated)"))
    said = diagnostics_of(request.path, text)
    if request.write:
        write(request.path, text.encode(source.encoding))
        report(said)
        say(f"wrote {request.path}")
    else:
        codes = ", ".join(dict.fromkeys(each.code for each in said))
        _note(f"a check of it says {codes}" if codes else "a check of it passes")
        _note("nothing is written without `--write`")
    return not any(each.severity == "error" for each in said)


def _annotations(
    request: Request, source: Source, known: dict[str, Definition], calls: dict[str, list[Call]]
) -> Iterator[tuple[str, Annotations]]:
    """What can be annotated; what cannot is said."""
    for name, definition in known.items():
        if request.functions and name not in request.functions:
            continue
        seen = calls.get(name, [])
        fault = definition.fault or ("" if seen else "the script does not call it")
        wish = definition.wish
        if not fault and not wish.parameters and not wish.result:
            fault = "it has annotations"
        if fault:
            if seen or request.functions:
                _note(f"`{name}` is left as it is: {fault}")
            continue
        try:
            found = infer(wish, seen, source.dim_names(), source.prefix, exact=request.exact)
        except Unclear as unclear:
            _note(f"`{name}` is left as it is: {unclear}")
            continue
        times = "once" if len(seen) == 1 else f"{len(seen)} times"
        _note(f"`{name}` was called {times}")
        for remark in found.remarks:
            _note(f"`{name}`: {remark}")
        yield name, found


def _note(text: str) -> None:
    sys.stderr.write(f"note: {text}\n")

"""What the shell completes: targets, passes, and the names that `dslc explain` knows.

No source is executed for it. The shells themselves are typer's: `dslc --install-completion`.
"""

import ast
import os
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from pathlib import Path

_FILE = "_DSLC_COMPLETED_FILE"
"""The variable with FILE of a target where the shell completes the part after the colon alone."""


def targets(incomplete: str) -> list[str]:
    """FILE:FUNCTION for the modules that `incomplete` may mean, and folders with a slash."""
    if _FILE in os.environ:
        return _starting(incomplete, graph_functions(Path(os.environ[_FILE])))
    file, colon, _ = incomplete.rpartition(":")
    if colon:
        return _starting(incomplete, [f"{file}:{name}" for name in graph_functions(Path(file))])
    found = _starting(incomplete, _inside(incomplete[: incomplete.rfind("/") + 1]))
    # Bash would put a blank after the only one; a folder is better left to its own completion.
    alone = len(found) == 1 and found[0].endswith("/") and _is_for_bash(os.environ)
    return [] if alone else found


def _starting(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _inside(folder: str) -> Iterator[str]:
    try:
        entries = sorted(Path(folder or ".").iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") or entry.name.endswith("_graph.py"):
            continue
        if entry.suffix == ".py":
            yield from (f"{folder}{entry.name}:{name}" for name in graph_functions(entry))
        elif entry.is_dir() and entry.name != "__pycache__":
            yield f"{folder}{entry.name}/"


def graph_functions(path: Path) -> list[str]:
    """The functions of a file that have `@graph` above them; none where it cannot be read."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return [
        s.name
        for s in tree.body
        if isinstance(s, ast.FunctionDef) and any(map(_is_graph, s.decorator_list))
    ]


def _is_graph(decorator: ast.expr) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")
    return name == "graph"


def passes(incomplete: str) -> list[str]:
    """The gradient, and the passes of the pipeline in its order."""
    from dslc.ir.passes import PIPELINE

    from .showing import GRADIENT

    return _starting(incomplete, [GRADIENT, *(step.__name__ for step in PIPELINE)])


def explained(incomplete: str) -> list[str]:
    """What `dslc explain` takes: codes, ops, `ops` and `fast-math`."""
    from dslc.ir.diagnostics import codes

    from .op_pages import op_names

    return _starting(incomplete, [*codes(), "fast-math", "ops", *op_names()])


def split_at_colon(environment: MutableMapping[str, str]) -> None:
    """Make one word of `model.py:f` where bash asks for completions: for it these are three.

    `COMP_WORDS` are the words of the line, one a line, `COMP_CWORD` is the number of the one to
    complete. Where that is the last of three, it stays alone, and `_FILE` holds the first.
    """
    if not _is_for_bash(environment):
        return
    words = environment.get("COMP_WORDS", "").split("\n")
    current = int(environment.get("COMP_CWORD", "0"))
    words += [""] * (current + 1 - len(words))  # an empty last word is not among them
    words = words[: current + 1]
    if current > 1 and words[-1] == ":":
        words.append("")
    if ":" in words[-2:-1]:
        environment[_FILE] = words[-3]
        words[-3:] = words[-1:]
    while ":" in words[1:]:
        colon = words.index(":", 1)
        words[colon - 1 : colon + 2] = ["".join(words[colon - 1 : colon + 2])]
    environment["COMP_WORDS"] = "\n".join(words)
    environment["COMP_CWORD"] = str(len(words) - 1)


def _is_for_bash(environment: Mapping[str, str]) -> bool:
    return environment.get("_DSLC_COMPLETE") == "complete_bash"

"""The page of the command line, `docs/command-line.md`, from the commands themselves."""

import inspect
from typing import Any

import typer
from typer.core import TyperGroup

from .commands import app

_HEAD = """\
# The command line

`dslc COMMAND --help` says the same as this page, which is written from the commands:
`pytest tests/golden/test_pages.py --update`.

- Results go to stdout. Diagnostics, and what was written, go to stderr.
- Exit codes: 0, all is well; 1, something is wrong and a diagnostic says what; 2, the command line
  means nothing; 70, a bug in `dslc`.
- `FILE:FUNCTION` is a source module and one of its functions: `samples/newton.py:newton_sqrt`.
- A folder stands for all modules in it that contain graph functions.
- Building, checking and running a module execute its top level, as importing it does.

| variable | |
|---|---|
| `DSLC_DEVICE` | where functions run unless told otherwise: `auto`, `cpu`, `reference`, `step` |
| `DSLC_EXECUTE` | `group` runs the loop nests of a graph one by one, `op` its nodes: finds faults |
| `DSLC_CACHE` | the folder of compiled kernels; else `dslc` in `$XDG_CACHE_HOME` or `~/.cache` |
| `DSLC_CXX` | the C++ compiler |
| `DSLC_OPTIMIZE` | its level of optimization, else 3: `1` compiles faster |
| `NO_COLOR`, `FORCE_COLOR` | no colours in diagnostics, or always |
"""


def command_page() -> str:
    """Every command with its arguments and options."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    return "\n".join([_HEAD, *(_section(name, each) for name, each in group.commands.items())])


def _section(name: str, command: Any) -> str:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    needed = [f"{each.opts[0]} {each.metavar}" for each in options if each.required]
    usage = " ".join(["dslc", name, *map(_argument, arguments), *needed])
    rows = [f"| `{each.metavar}` | {each.help} |" for each in arguments]
    rows += [f"| {_option(each)} | {_meaning(each)} |" for each in options]
    help_ = inspect.cleandoc(command.help)
    return "\n".join(
        [f"## {name}\n", f"`{usage}`\n", f"{help_}\n", "| | |", "|---|---|", *rows, ""]
    )


def _argument(argument: Any) -> str:
    return argument.metavar if argument.required else f"[{argument.metavar}]"


def _option(option: Any) -> str:
    value = "" if option.is_flag else f" {option.metavar or _value(option.type)}"
    # A bar would end the cell.
    text = f"{', '.join(sorted(option.opts, reverse=True))}{value}".replace("|", "\\|")
    return f"`{text}`"


def _value(type_: Any) -> str:
    choices = getattr(type_, "choices", None)
    return "|".join(choices) if choices else {"path": "PATH"}.get(type_.name, "N")


def _meaning(option: Any) -> str:
    shown = not option.is_flag and option.default not in (None, [])
    return f"{option.help} Default: `{option.default}`." if shown else str(option.help)

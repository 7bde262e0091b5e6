"""The commands and their parameters; each imports what it needs, so that the others start fast."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from . import completion
from .terminal import WRONG, say

app = typer.Typer(
    name="dslc",
    help="Turn annotated NumPy functions into reviewable graph modules, and run them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Paths = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Source modules, or folders of them.")
]
Target = Annotated[
    str,
    typer.Argument(
        metavar="FILE:FUNCTION",
        help="A graph function of a source module.",
        autocompletion=completion.targets,
    ),
]


class Device(StrEnum):
    """Where a function runs."""

    auto = "auto"
    cpu = "cpu"
    reference = "reference"
    step = "step"


class Form(StrEnum):
    """How a graph is shown."""

    text = "text"
    table = "table"
    json = "json"
    cpp = "cpp"
    dot = "dot"
    memory = "memory"
    mermaid = "mermaid"
    nests = "nests"
    plan = "plan"
    html = "html"


class DiagnosticForm(StrEnum):
    """How diagnostics are written."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


class Machine(StrEnum):
    """Machines whose kernels are written beside a module."""

    cpu = "cpu"
    cuda = "cuda"


class CacheAction(StrEnum):
    """What is done with compiled kernels."""

    ls = "ls"
    clear = "clear"


DiagnosticFormat = Annotated[
    DiagnosticForm,
    typer.Option("--format", help="How diagnostics are written: for people, or on stdout for CI."),
]
Json = Annotated[bool, typer.Option("--json", help="Short for `--format json`.")]


def _version(wanted: bool) -> None:
    if wanted:
        import dslc

        say(f"dslc {dslc.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Turn annotated NumPy functions into reviewable graph modules, and run them."""


def _finish(passed: bool) -> None:
    if not passed:
        raise typer.Exit(WRONG)


def _form(form: DiagnosticForm, json: bool) -> str:
    from .targets import usage

    if json and form not in (DiagnosticForm.text, DiagnosticForm.json):
        raise usage(f"`--json` and `--format {form.value}` are different forms")
    return "json" if json else form.value


ChosenDevice = Annotated[
    Device | None, typer.Option(help="Where to run, else what DSLC_DEVICE says, else auto.")
]

Repeat = Annotated[int, typer.Option(min=1, help="Runs that a profile gives the median of.")]

FastMath = Annotated[
    bool,
    typer.Option("--fast-math", help="Inexact rewrite rules too; see `dslc explain fast-math`."),
]


@app.command()
def build(
    paths: Paths,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; fail with a diff where output is stale.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="The output file, or the folder for several.")
    ] = None,
    form: DiagnosticFormat = DiagnosticForm.text,
    json: Json = False,
    report: Annotated[
        bool, typer.Option("--report", help="Also say what the passes do, by source line.")
    ] = False,
    target: Annotated[
        Machine | None,
        typer.Option(
            "--target", help="Also write the kernels for review: `model_graph.cu`, `.cpp`."
        ),
    ] = None,
    standalone: Annotated[
        bool,
        typer.Option("--standalone", help="Also write C that needs no Python: `model_standalone`."),
    ] = False,
) -> None:
    """Write the graph module of each source module: `model.py` to `model_graph.py`.

    Building executes a module's top level.
    """
    from .building import Action, build_and_report, build_modules, compare_modules, run_reported

    action: Action = compare_modules if check else build_and_report if report else build_modules
    if target is not None or standalone:
        from .kernels import beside

        machine = None if target is None else target.value
        action = beside(machine, check=check, standalone=standalone)
    raise typer.Exit(run_reported(_form(form, json), paths, out, action))


@app.command()
def check(
    paths: Paths,
    form: DiagnosticFormat = DiagnosticForm.text,
    json: Json = False,
    fix: Annotated[
        bool, typer.Option("--fix", help="Do what `help` lines offer, and show the changes.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="With `--fix`: only show the changes.")
    ] = False,
) -> None:
    """Report what `build` would, and write nothing but what `--fix` mends in the sources."""
    from .building import check_modules, fix_and_write, run_reported, show_fixes
    from .targets import usage

    if diff and not fix:
        raise usage("`--diff` shows what `--fix` would write", "give both")
    action = check_modules if not fix else show_fixes if diff else fix_and_write
    raise typer.Exit(run_reported(_form(form, json), paths, None, action))


@app.command()
def watch(paths: Paths) -> None:
    """Build, and build again whenever a module or what it imports is saved, until Ctrl-C."""
    from .watching import watch

    watch(paths)


@app.command()
def run(
    target: Target,
    arg: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An argument: a .npy file or a Python literal."),
    ] = None,
    dim: Annotated[
        list[str] | None, typer.Option(metavar="NAME=SIZE", help="The size of a dim, else 8.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random arguments.")] = 0,
    device: ChosenDevice = None,
    step: Annotated[
        bool, typer.Option("--step", help="Node by node, for breakpoints: `--device step`.")
    ] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="Also run the plain function; fail if they differ.")
    ] = False,
    check_nan: Annotated[
        bool, typer.Option("--check-nan", help="Stop at the first node that makes a NaN.")
    ] = False,
    check_inf: Annotated[
        bool, typer.Option("--check-inf", help="Stop at the first node that makes an infinity.")
    ] = False,
    profiled: Annotated[
        bool, typer.Option("--profile", help="Time and bytes by source line, instead of results.")
    ] = False,
    repeat: Repeat = 5,
    as_json: Annotated[bool, typer.Option("--json", help="The profile as JSON.")] = False,
    fast_math: FastMath = False,
) -> None:
    """Run a function on given or random arguments and print its results."""
    from .running import Request, profile_function, run_function
    from .targets import usage

    if step and device not in (None, Device.step):
        raise usage("`--step` and `--device` name different devices")
    where = Device.step if step else device
    name = where and where.value
    request = Request(
        target, arg or [], dim or [], seed, name, compare, check_nan, check_inf, fast_math
    )
    if profiled:
        profile_function(request, repeat, as_json=as_json)
    else:
        _finish(run_function(request))


@app.command()
def verify(
    target: Annotated[
        str,
        typer.Argument(
            metavar="FILE[:FUNCTION]",
            help="A source module, or one graph function of it.",
            autocompletion=completion.targets,
        ),
    ],
    trials: Annotated[int, typer.Option(min=1, help="Inputs to try for each function.")] = 300,
    arg: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An argument that every input has."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the inputs.")] = 0,
    device: Annotated[
        Device | None, typer.Option(help="One more device to compare with plain Python.")
    ] = None,
    coverage: Annotated[
        int,
        typer.Option(min=0, max=100, help="Fail where less percent of the branches is reached."),
    ] = 0,
) -> None:
    """Compare functions with plain Python on inputs drawn to take every branch and loop exit.

    Each is run as it is, as its graph before any pass, and as its optimized graph.
    """
    from .verifying import Request, verify_file

    name = device and device.value
    _finish(verify_file(Request(target, arg or [], trials, seed, name, coverage)))


@app.command()
def show(
    target: Target,
    form: Annotated[Form, typer.Option("--as", help="The form to show it in.")] = Form.text,
    after: Annotated[
        str | None,
        typer.Option(
            metavar="PASS",
            help="Show it after this pass, or with its `gradient`.",
            autocompletion=completion.passes,
        ),
    ] = None,
    at: Annotated[
        list[str] | None,
        typer.Option("--at", metavar="NAME=SIZE", help="The version for a size, or NAME%FACTOR."),
    ] = None,
    dim: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=SIZE", help="The size of a dim for `--as memory`, else 8."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The file to write it to, else stdout.")
    ] = None,
    diff: Annotated[
        bool, typer.Option("--diff", help="With `--after`: what the pass changes, by source line.")
    ] = False,
    fast_math: FastMath = False,
    memory_budget: Annotated[
        float | None,
        typer.Option(
            min=0.0, max=1.0, metavar="SHARE", help="That of the gradient, from 0.0 to 1.0."
        ),
    ] = None,
) -> None:
    """Show the graph of a function; `--as memory`, with `--out` a picture, where arrays lie."""
    from .showing import Shown, show_function

    shown = Shown(form.value, after, at or [], dim or [], diff, fast_math, memory_budget)
    show_function(target, shown, out)


@app.command()
def annotate(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A module without annotations.")],
    script: Annotated[
        Path, typer.Option("--from", metavar="SCRIPT", help="A script that calls its functions.")
    ],
    functions: Annotated[
        list[str] | None,
        typer.Argument(metavar="FUNCTION...", help="Which to annotate, else all it calls."),
    ] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Sizes that never differ are numbers, not dims.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Write the file, too.")] = False,
) -> None:
    """Annotate functions with the types that a script passes to them; runs that script."""
    from .annotating import Request, annotate

    _finish(annotate(Request(path, functions or [], script, exact, write)))


@app.command()
def explain(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The word in `error[CODE]`, an op, `ops` or `fast-math`.",
            autocompletion=completion.explained,
        ),
    ] = None,
) -> None:
    """Explain a diagnostic or an op with an example; `ops` lists the ops, no NAME the codes."""
    from .showing import explain_name

    explain_name(name)


@app.command()
def cache(
    action: Annotated[
        CacheAction,
        typer.Argument(metavar="ACTION", help="`ls` to list them, `clear` to remove them."),
    ],
) -> None:
    """List the kernels and the records of calls that are kept on disk, or remove them."""
    from .caching import clear_kernels, list_kernels

    list_kernels() if action is CacheAction.ls else clear_kernels()

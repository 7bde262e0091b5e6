"""`dslc build --target`: the kernels of each module in a file beside it, for review.

With `--standalone` they are a folder beside it that C is compiled with, without Python.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from dslc.ir.backend import Unsupported
from dslc.ir.diagnostics import DslError

from .building import Action, build_modules, compare_modules
from .modules import Job, difference, emitted_name, write
from .reports import Report
from .targets import usage

if TYPE_CHECKING:
    from dslc.compiled import CompiledFunction
    from dslc.gpu.plan import Plan

Files: TypeAlias = Callable[[Job, Report], Iterator[tuple[Path, str]]]
"""What is written beside a module: paths and texts."""


def _build(files: Files, jobs: list[Job], report: Report) -> bool:
    """Write every module's output and the files beside it."""
    passed = build_modules(jobs, report)
    for job in jobs:
        for path, text in files(job, report):
            try:
                changed = write(path, text.encode())
            except DslError as error:
                report.diagnose(error.diagnostics)
                passed = False
                continue
            report.say(f"{'wrote' if changed else 'unchanged'} {path}")
    return passed


def _compare(files: Files, jobs: list[Job], report: Report) -> bool:
    """Print how each module's output and the files beside it differ from what they are."""
    passed = compare_modules(jobs, report)
    for job in jobs:
        for path, text in files(job, report):
            stale = difference(path, text, "utf-8")
            if stale:
                report.say(stale)
                passed = False
    return passed


def build_for_cuda(jobs: list[Job], report: Report) -> bool:
    """Write every module's output and its kernels, and a table of what these need of a GPU."""
    passed = _build(_cuda_files, jobs, report)
    for job in jobs:
        _tell_needs(job, report)
    return passed


def _cuda_files(job: Job, report: Report) -> Iterator[tuple[Path, str]]:
    texts = []
    for name, function in _functions(job).items():
        try:
            plan = _plan(function)
        except DslError as error:
            report.say(f"no kernels of {name}: {error.diagnostics[0].message}")
            continue
        lines = "".join(f"// {line}\n" for line in str(plan).splitlines())
        texts.append(f"{plan.text}\n// The launch plan.\n{lines}")
    if texts:
        yield _output(job).with_suffix(".cu"), "\n".join(texts)


def _cpu_files(job: Job, report: Report) -> Iterator[tuple[Path, str]]:
    texts = []
    for name, function in _functions(job).items():
        try:
            texts.append(function.kernels["cpu"])
        except DslError as error:
            report.say(f"no kernel of {name}: {error.diagnostics[0].message}")
    if texts:
        yield _output(job).with_suffix(".cpp"), "\n".join(texts)


def _standalone_files(job: Job, report: Report) -> Iterator[tuple[Path, str]]:
    from dslc.cpu.standalone import kernel_alone, standalone

    graphs = []
    for name, function in _functions(job).items():
        try:
            function.graph  # noqa: B018  (refuses what is none)
            kernel_alone(function.optimized)
        except DslError as error:
            report.say(f"no C of {name}: {error.diagnostics[0].message}")
        except Unsupported as unsupported:
            report.say(f"no C of {name}: {unsupported}")
        else:
            graphs.append(function.optimized)
    if graphs:
        stem = job.source.stem
        folder = _output(job).with_name(f"{stem}_standalone")
        for name, text in standalone(stem, graphs).items():
            yield folder / name, text


def _output(job: Job) -> Path:
    return job.out or emitted_name(job.source)


def beside(target: str | None, *, check: bool, standalone: bool) -> Action:
    """What also writes, or compares, the files beside modules.

    Raises:
        DslError: `usage` where both are asked for.
    """
    if standalone and target is not None:
        raise usage("`--standalone` and `--target` are two things to write: build twice")
    if target == "cuda" and not check:
        return build_for_cuda
    files = {"cuda": _cuda_files, "cpu": _cpu_files}
    return partial(_compare if check else _build, files.get(target or "", _standalone_files))


def _plan(function: "CompiledFunction") -> "Plan":
    from dslc.gpu.plan import plan_of
    from dslc.ir.passes import optimize

    return plan_of(optimize(function.graph))


def _functions(job: Job) -> "dict[str, CompiledFunction]":
    from dslc.transpile import load_functions

    try:
        return dict(load_functions(job.source))
    except DslError:
        return {}  # said already


def _tell_needs(job: Job, report: Report) -> None:
    """Registers, spills and shared memory of each kernel, where NVRTC is there to compile it."""
    from dslc.gpu.nvrtc import ARCHITECTURES, is_installed, resources, table

    if not is_installed():
        report.say('no table of registers: NVRTC is not there; pip install "dslc[cuda-compile]"')
        return
    for function in _functions(job).values():
        try:
            texts = _plan(function).texts.values()
        except DslError:
            continue
        needs = {each: resources(texts, each) for each in ARCHITECTURES}
        report.say("\n".join(table(needs)))
        spilled = [
            f"warning: `{each.kernel}` spills {each.spilled} bytes on {architecture}"
            for architecture, kernels in needs.items()
            for each in kernels
            if each.spilled
        ]
        for line in spilled:
            report.say(line)

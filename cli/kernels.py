"""`dslc build --target cuda`: the kernels of each module in a file beside it, for review."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dslc.ir.diagnostics import DslError

from .building import build_modules, compare_modules
from .modules import Job, difference, emitted_name, write
from .reports import Report

if TYPE_CHECKING:
    from pathlib import Path

    from dslc.compiled import CompiledFunction
    from dslc.gpu.plan import Plan


def build_for_cuda(jobs: list[Job], report: Report) -> bool:
    """Write every module's output and its kernels, and a table of what these need of a GPU."""
    passed = build_modules(jobs, report)
    for job in jobs:
        for path, text in _files(job, report):
            try:
                changed = write(path, text.encode())
            except DslError as error:
                report.diagnose(error.diagnostics)
                passed = False
                continue
            report.say(f"{'wrote' if changed else 'unchanged'} {path}")
        _tell_needs(job, report)
    return passed


def compare_for_cuda(jobs: list[Job], report: Report) -> bool:
    """Print how each module's output and its kernels differ from their files."""
    passed = compare_modules(jobs, report)
    for job in jobs:
        for path, text in _files(job, report):
            stale = difference(path, text, "utf-8")
            if stale:
                report.say(stale)
                passed = False
    return passed


def _files(job: Job, report: Report) -> Iterator[tuple["Path", str]]:
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
        out = job.out or emitted_name(job.source)
        yield out.with_suffix(".cu"), "\n".join(texts)


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

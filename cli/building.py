"""`dslc build` and `dslc check`: each module is built, whatever became of the others."""

import sys
from collections.abc import Iterator
from pathlib import Path

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.transpile import NOTE, BuildResult, build_module

from .modules import Job, difference, read, write
from .terminal import report, say


def build_modules(jobs: list[Job]) -> bool:
    """Write every module's output; False when a module could not be built or written."""
    built = 0
    for _, result in _results(jobs):
        try:
            _require_own(result.path)
            changed = write(result.path, result.data)
        except DslError as error:
            report(error.diagnostics)
            continue
        built += 1
        say(f"{'wrote' if changed else 'unchanged'} {result.path}")
    return built == len(jobs)


def compare_modules(jobs: list[Job]) -> bool:
    """Print how each module's output differs from its file; False when one does."""
    current = 0
    for job, result in _results(jobs):
        stale = difference(result.path, result.text, result.encoding)
        if stale:
            say(stale)
            report([_stale(job, result)])
        current += not stale
    if current == len(jobs):
        say(f"{_count(current)} up to date")
    return current == len(jobs)


def check_modules(jobs: list[Job]) -> bool:
    """Build every module in memory; False when one has errors."""
    correct = sum(1 for _ in _results(jobs))
    if correct == len(jobs):
        say(f"{_count(correct)} correct")
    return correct == len(jobs)


def _results(jobs: list[Job]) -> Iterator[tuple[Job, BuildResult]]:
    """What could be built; diagnostics are reported on the way."""
    for job in jobs:
        sys.stdout.flush()  # keeps the order where both streams are one file
        try:
            result = build_module(job.source, job.out)
        except DslError as error:
            report(error.diagnostics)
            continue
        report(result.diagnostics)
        yield job, result


def _require_own(path: Path) -> None:
    """Raise unless `path` is free, or holds what an earlier build wrote."""
    if not path.is_file():
        return
    held = read(path)
    if held.strip() and not any(line.startswith(NOTE.encode()) for line in held.splitlines()[:3]):
        raise DslError(
            Diagnostic(
                "unwritable-output",
                f"`{path}` was not written by `dslc build`",
                help="delete it, or give another name after `--out`",
            )
        )


def _stale(job: Job, result: BuildResult) -> Diagnostic:
    return Diagnostic(
        "stale-output",
        f"`{result.path}` is not what `{job.source}` builds",
        help=f"run `dslc build {job.source}`",
    )


def _count(modules: int) -> str:
    return "1 module" if modules == 1 else f"{modules} modules"

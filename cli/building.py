"""`dslc build` and `dslc check`: each module is built, whatever became of the others."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.transpile import NOTE, BuildResult, build_module

from .fixing import fix_module
from .modules import Job, difference, jobs, read, write
from .reports import FileState, Report, make_report
from .terminal import OK, WRONG, exit_code

Action = Callable[[list[Job], Report], bool]


def run_reported(form: str, paths: Sequence[Path], out: Path | None, action: Action) -> int:
    """Do something with the modules that `paths` name and report it in a form; the exit code."""
    try:
        found = jobs(paths, out)
    except DslError as error:
        report = make_report(form)
        report.diagnose(error.diagnostics)
        report.close()
        return exit_code(error)
    report = make_report(form, len(found))
    try:
        passed = action(found, report)
    except BaseException:
        report.progress.clear()
        raise
    report.close()
    return OK if passed else WRONG


def build_modules(jobs: list[Job], report: Report) -> bool:
    """Write every module's output; False when a module could not be built or written."""
    built = 0
    for job, result in _results(jobs, report):
        try:
            _require_own(result.path)
            changed = write(result.path, result.data)
        except DslError as error:
            report.diagnose(error.diagnostics)
            report.file(FileState(job.source, "wrong", result.path))
            continue
        built += 1
        report.say(f"{'wrote' if changed else 'unchanged'} {result.path}")
        report.file(FileState(job.source, "written" if changed else "unchanged", result.path))
    return built == len(jobs)


def build_and_report(jobs: list[Job], report: Report) -> bool:
    """Write every module's output, and say what the passes do in each; False as `build_modules`."""
    from dslc.transpile import load_functions

    from .pass_changes import pass_report

    built = build_modules(jobs, report)
    for job in jobs:
        try:
            functions = load_functions(job.source)
        except DslError:
            continue  # said already
        report.say(pass_report(functions.values()))
    return built


def compare_modules(jobs: list[Job], report: Report) -> bool:
    """Print how each module's output differs from its file; False when one does."""
    current = 0
    for job, result in _results(jobs, report):
        stale = difference(result.path, result.text, result.encoding)
        if stale:
            report.say(stale)
            report.diagnose([_stale(job, result)])
        report.file(FileState(job.source, "stale" if stale else "unchanged", result.path))
        current += not stale
    if current == len(jobs):
        report.say(f"{_count(current)} up to date")
    return current == len(jobs)


def check_modules(jobs: list[Job], report: Report) -> bool:
    """Build every module in memory, and list the breaks; False when one has errors."""
    correct = 0
    for job, result in _results(jobs, report):
        report.diagnose(result.breaks)
        report.file(FileState(job.source, "correct"))
        correct += 1
    return _all_correct(correct, jobs, report)


def fix_modules(jobs: list[Job], report: Report, *, write_them: bool) -> bool:
    """Apply the edits that diagnostics offer and show them; False when errors are left."""
    correct = 0
    for job in jobs:
        report.begin(job.source)
        try:
            fixed, left = fix_module(job.source, report, write_them=write_them)
        except DslError as error:
            fixed, left = False, error.diagnostics
        report.diagnose(left)
        wrong = any(each.severity == "error" for each in left)
        report.file(FileState(job.source, "wrong" if wrong else "fixed" if fixed else "correct"))
        correct += not wrong
    return _all_correct(correct, jobs, report)


fix_and_write = partial(fix_modules, write_them=True)
show_fixes = partial(fix_modules, write_them=False)


def _all_correct(correct: int, jobs: list[Job], report: Report) -> bool:
    if correct == len(jobs):
        report.say(f"{_count(correct)} correct")
    return correct == len(jobs)


def _results(jobs: list[Job], report: Report) -> Iterator[tuple[Job, BuildResult]]:
    """What could be built; diagnostics are reported on the way."""
    for job in jobs:
        report.begin(job.source)
        try:
            result = build_module(job.source, job.out)
        except DslError as error:
            report.diagnose(error.diagnostics)
            report.file(FileState(job.source, "wrong"))
            continue
        report.diagnose(result.diagnostics)
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

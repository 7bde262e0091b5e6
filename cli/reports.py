"""What `dslc build` and `dslc check` say, in the form that the command line asks for.

Text goes out as it comes: diagnostics to stderr, the rest to stdout. The forms for machines go to
stdout: annotations of GitHub line by line, JSON and SARIF as one document at the end.
"""

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

from dslc.ir.diagnostics import Diagnostic

from .progress import Progress
from .records import diagnostic_record
from .sarif import sarif_log
from .terminal import report, say
from .workflow_commands import workflow_command

State = Literal["written", "unchanged", "correct", "stale", "fixed", "wrong"]


class FileState(NamedTuple):
    """What became of one source; `output` is the module it builds, where one was built."""

    source: Path
    state: State
    output: Path | None = None


class Report(ABC):
    """Takes what is found out, module by module."""

    def __init__(self, modules: int = 0) -> None:
        self.progress = Progress(modules)

    def begin(self, source: Path) -> None:
        """A module's turn has come."""
        self.progress.begin(str(source))

    def close(self) -> None:
        """There is no more to say."""
        self.progress.clear()

    @abstractmethod
    def diagnose(self, diagnostics: Iterable[Diagnostic]) -> None:
        """What is wrong."""

    @abstractmethod
    def say(self, text: str) -> None:
        """What a person wants to read besides."""

    @abstractmethod
    def file(self, state: FileState) -> None:
        """What became of a source; said to a person already."""


class TextReport(Report):
    """For a person."""

    def diagnose(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.progress.clear()
        sys.stdout.flush()  # keeps the order where both streams are one file
        report(diagnostics)

    def say(self, text: str) -> None:
        self.progress.clear()
        say(text)

    def file(self, state: FileState) -> None:
        pass


class GithubReport(TextReport):
    """As annotations of a run of GitHub Actions."""

    def diagnose(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.say(workflow_command(diagnostic))


class _Document(Report):
    """One document at the end."""

    def __init__(self, modules: int = 0) -> None:
        super().__init__(modules)
        self.diagnostics: list[Diagnostic] = []
        self.files: list[FileState] = []

    def diagnose(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics += diagnostics

    def say(self, text: str) -> None:
        pass

    def file(self, state: FileState) -> None:
        self.files.append(state)

    def close(self) -> None:
        super().close()
        say(json.dumps(self.document(), indent=2))

    @abstractmethod
    def document(self) -> dict[str, Any]:
        """What is written."""


class JsonReport(_Document):
    """As `docs/diagnostics.md` describes."""

    VERSION: ClassVar = 1

    def document(self) -> dict[str, Any]:
        return {
            "version": self.VERSION,
            "files": [
                {
                    "source": str(each.source),
                    "state": each.state,
                    "output": str(each.output) if each.output else None,
                }
                for each in self.files
            ],
            "diagnostics": list(map(diagnostic_record, self.diagnostics)),
        }


class SarifReport(_Document):
    """As SARIF 2.1.0, for code scanning."""

    def document(self) -> dict[str, Any]:
        return sarif_log(self.diagnostics)


_FORMS: dict[str, type[Report]] = {
    "text": TextReport,
    "json": JsonReport,
    "sarif": SarifReport,
    "github": GithubReport,
}


def make_report(form: str, modules: int = 0) -> Report:
    """A report in one of the forms `text`, `json`, `sarif` and `github`."""
    return _FORMS[form](modules)

"""The cases of the language: a file each, for a construct at a binding time.

A case begins with what it is about, one thing a line:

    # construct: `while`                          how a reader calls it
    # nodes: While                                the classes of `ast` it is a case of
    # time: run                                   when what it needs is known: build, call or run
    # status: supported                           or refused
    # since: 3.12                                 the first Python that can read it, if not all
    # note: ...                                   what a reader should know, if anything

Then comes a module. The statement that the table shows ends in `# <--`, or, where it is refused,
in `# error: [code]`. After it stand, of what is supported, the calls that are tried, one a line as
in `golden/test_transpile.py`, and the emitted functions; of what is refused the text that a user
reads. `pytest --update` rewrites the last part.

A new construct is a new file, and a construct that becomes supported is another status.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
FILES = sorted((HERE / "cases").glob("*.py"))
REPORTED = sorted((HERE / "reported").glob("*.py"))
"""Programs that other systems got wrong: no `nodes`, but where each was `reported`, and what the
`gradient` of `f` is: comparisons, separated by `; `."""

CALLS, EMITTED = "# --- calls ---\n", "# --- emitted ---\n"
DIAGNOSTICS = "# --- diagnostics ---\n"
ROW = "  # <--"
ERROR = re.compile(r"  # error:((?: \[[a-z0-9-]+\])+)$")

TIMES = ("build", "call", "run")
KEYS = ("construct", "nodes", "time", "status", "since", "note", "reported", "gradient")


@dataclass(frozen=True)
class Case:
    """One file.

    Attributes:
        head: what it is about.
        marked: the module with its marks.
        calls: the lines that are tried; "" where it is refused.
        expected: the emitted functions, or the diagnostics.
    """

    path: Path
    head: dict[str, str]
    marked: str
    calls: str
    expected: str

    @property
    def construct(self) -> str:
        return self.head["construct"]

    @property
    def nodes(self) -> list[str]:
        return self.head.get("nodes", "").split()

    @property
    def time(self) -> str:
        return self.head["time"]

    @property
    def is_refused(self) -> bool:
        return self.head["status"] == "refused"

    @property
    def since(self) -> tuple[int, ...]:
        return tuple(map(int, self.head.get("since", "3.11").split(".")))

    @property
    def module(self) -> str:
        """The module that is built."""
        return "".join(f"{_unmarked(line)}\n" for line in self.marked.splitlines())

    @property
    def errors(self) -> list[tuple[int, str]]:
        """The lines that are refused, and the codes."""
        lines = enumerate(self.marked.splitlines(), 1)
        marks = [(n, found[1]) for n, line in lines if (found := ERROR.search(line))]
        return [(n, code) for n, codes in marks for code in re.findall(r"\[(.*?)\]", codes)]

    @property
    def row(self) -> str:
        """The statement that the table shows."""
        marked = [line for line in self.marked.splitlines() if _unmarked(line) != line]
        return _unmarked(marked[0]).strip()

    @property
    def text(self) -> str:
        """The whole file."""
        head = "".join(f"# {key}: {value}\n" for key, value in self.head.items())
        if self.is_refused:
            return f"{head}{self.marked}{DIAGNOSTICS}{self.expected}"
        return f"{head}{self.marked}{CALLS}{self.calls}{EMITTED}{self.expected}"


def _unmarked(line: str) -> str:
    return ERROR.sub("", line.removesuffix(ROW))


def read_case(path: Path) -> Case:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    head: dict[str, str] = {}
    while (found := re.match(r"# (\w+): (.*)\n", lines[0])) and found[1] in KEYS:
        head[found[1]] = found[2]
        del lines[0]
    text = "".join(lines)
    if head["status"] == "refused":
        marked, _, expected = text.partition(DIAGNOSTICS)
        return Case(path, head, marked, "", expected)
    marked, _, rest = text.partition(CALLS)
    calls, _, expected = rest.partition(EMITTED)
    return Case(path, head, marked, calls, expected)


def all_cases() -> list[Case]:
    return [read_case(path) for path in FILES]


def reported_cases() -> list[Case]:
    return [read_case(path) for path in REPORTED]


# --- the classes of `ast` -----------------------------------------------------------------------


@dataclass(frozen=True)
class Node:
    """A class of Python's `ast`, as `nodes.toml` has it."""

    name: str
    section: str = ""
    times: list[str] = field(default_factory=list)
    why: str = ""
    since: str = "3.11"
    until: str = "3.14"

    def is_of(self, version: tuple[int, ...]) -> bool:
        first, last = (tuple(map(int, v.split("."))) for v in (self.since, self.until))
        return first <= version <= last


def all_nodes() -> dict[str, Node]:
    """The fixed list, in the order of the Python reference."""
    listed = tomllib.loads((HERE / "nodes.toml").read_text("utf-8"))["node"]
    return {name: Node(name, **said) for name, said in listed.items()}

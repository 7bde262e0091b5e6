"""`docs/language.md`: what Python has, what the language makes of it; from the cases alone."""

from __future__ import annotations

import ast
import re
from itertools import groupby

from .cases import HERE, TIMES, Case, Node, all_cases, all_nodes, reported_cases

REPORTED_INTRODUCTION = """\
## Programs that other systems got wrong

Each surprised users of a compiler for arrays. Here it gives what plain Python gives, or stops the
build at its line.
"""

REFUSED = "refused"


def language_page() -> str:
    nodes, cases = all_nodes(), all_cases()
    sections = list(dict.fromkeys(node.section for node in nodes.values() if node.section))
    order = list(nodes)
    by_section: dict[str, list[Case]] = {section: [] for section in sections}
    for case in cases:
        by_section[section_of(case, nodes)].append(case)
    introduction = (HERE / "introduction.md").read_text("utf-8")
    parts = [introduction, *_overview(by_section, order)]
    for section, found in by_section.items():
        parts += [f"## {section}\n", _table(_sorted(found, order)), ""]
    parts += [REPORTED_INTRODUCTION, _reported(reported_cases()), "", _classes(nodes)]
    return "\n".join(parts)


def section_of(case: Case, nodes: dict[str, Node]) -> str:
    """The section of the first class that it is a case of."""
    return nodes[case.nodes[0]].section


def _sorted(cases: list[Case], order: list[str]) -> list[Case]:
    """Constructs in the order of the classes, the common ones first; each by binding time."""
    by_construct: dict[str, list[Case]] = {}
    for case in cases:
        by_construct.setdefault(case.construct, []).append(case)

    def place(found: list[Case]) -> tuple[int, bool, int, str]:
        first = min(order.index(case.nodes[0]) for case in found)
        refused = all(case.is_refused for case in found)
        return first, refused, -len(found), found[0].construct

    groups = sorted(by_construct.values(), key=place)
    return [c for found in groups for c in sorted(found, key=lambda c: TIMES.index(c.time))]


# --- at a glance --------------------------------------------------------------------------------


def _overview(by_section: dict[str, list[Case]], order: list[str]) -> list[str]:
    lines = ["## At a glance\n", "| section | construct | build | call | run |"]
    lines.append("|---|---|---|---|---|")
    for section, cases in by_section.items():
        constructs = groupby(_sorted(cases, order), key=lambda case: case.construct)
        for number, (construct, found) in enumerate(constructs):
            at = {case.time: REFUSED if case.is_refused else "yes" for case in found}
            link = f"[{section}](#{_anchor(section)})" if number == 0 else ""
            cells = [at.get(time, "") for time in TIMES]
            lines.append(f"| {link} | {construct} | {' | '.join(cells)} |")
    return [*lines, ""]


def _anchor(heading: str) -> str:
    """The fragment of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


# --- the rows -----------------------------------------------------------------------------------


def _table(cases: list[Case]) -> str:
    lines = ["| construct | time | you write | it becomes |", "|---|---|---|---|"]
    for construct, found in groupby(cases, key=lambda case: case.construct):
        for number, case in enumerate(found):
            link = f"[{case.time}](../tests/language/cases/{case.path.name})"
            name = construct if number == 0 else ""
            lines.append(f"| {name} | {link} | {code(case.row)} | {_becomes(case)} |")
    return "\n".join(lines)


def code(text: str) -> str:
    """Code in a cell of a table."""
    text = _cell(text)
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _becomes(case: Case) -> str:
    since = f" From Python {case.head['since']}." if "since" in case.head else ""
    if case.is_refused:
        said = case.expected.split("\n\n")[0]
        name, message = re.match(r"error\[(.*?)\]: (.*)", said).groups()  # type: ignore[union-attr]
        help = re.search(r"^help: (.*)", said, re.MULTILINE)
        instead = f" To do: {_cell(help[1])}." if help else ""
        link = f"[`{name}`](../ir/catalogue/{name}.md)"
        return f"**refused**, {link}: {_cell(message)}.{instead}{since}"
    note = f"<br>{_cell(case.head['note'])}" if "note" in case.head else ""
    return f"{'<br>'.join(map(code, emitted_lines(case)))}{note}{since}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


_BLOCK = re.compile(r"(if|while|for|with|match) ")
MOST_LINES = 8


def emitted_lines(case: Case) -> list[str]:
    """The lines that stand for the statement of the row; of a block its head, or its node."""
    lines = case.expected.splitlines()
    place = _place(lines, case.row)
    if place is None:  # plain Python has no line that tells its source
        return [f"{case.row} ⋮" if _BLOCK.match(case.row) else _plain_line(lines, case.row)]
    indent, own = _indent(lines[place]), []
    for line in lines[place + 1 :]:
        said = line[indent:]
        if line.strip() and (_indent(line) < indent or said.startswith("g.at(")):
            break
        if said and not said.startswith((" ", "def ", "else:")):
            own.append(said.split("  #")[0].rstrip())
    if own and _BLOCK.match(own[0]):
        return [f"{own[0]} ⋮"]
    nodes = [line for line in own if not line.startswith("return ")]
    return (nodes or own or [case.row])[-MOST_LINES:]


def _plain_line(lines: list[str], row: str) -> str:
    """The line that binds what a statement binds, where it is not the statement itself."""
    texts = [line.split("  #")[0].strip() for line in lines]
    target = re.match(r"\w+", row)
    if row in texts or target is None:
        return row
    return next((text for text in texts if text.startswith(f"{target[0]} = ")), row)


def _place(lines: list[str], row: str) -> int | None:
    wanted = [n for n, line in enumerate(lines) if line.strip().startswith("g.at(")]
    return next((n for n in wanted if row == _at_text(lines[n])), None)


def _at_text(line: str) -> str:
    call = ast.parse(line.strip(), mode="eval").body
    assert isinstance(call, ast.Call) and isinstance(call.args[0], ast.Constant)
    return str(call.args[0].value)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# --- programs that other systems got wrong ------------------------------------------------------


def _reported(cases: list[Case]) -> str:
    lines = ["| program | reported | time | here |", "|---|---|---|---|"]
    for case in cases:
        link = f"[{case.construct}](../tests/language/reported/{case.path.name})"
        here = _becomes(case) if case.is_refused else "as plain Python"
        later = "; its gradient too" if "gradient" in case.head else ""
        lines.append(f"| {link} | {case.head['reported']} | {case.time} | {here}{later} |")
    return "\n".join(lines)


# --- the classes of `ast` -----------------------------------------------------------------------


def _classes(nodes: dict[str, Node]) -> str:
    lines = [
        "## Every class of `ast`\n",
        "The classes of Python 3.11 to 3.14, and where this page has them.\n",
        "| class | Python | section |",
        "|---|---|---|",
    ]
    for node in nodes.values():
        if node.section:
            section = f"[{node.section}](#{_anchor(node.section)})"
            lines.append(f"| `{node.name}` | {_versions(node)} | {section} |")
    others = [node for node in nodes.values() if node.why]
    for why in dict.fromkeys(node.why for node in others):
        names = [node for node in others if node.why == why]
        for versions in dict.fromkeys(map(_versions, names)):
            said = ", ".join(f"`{node.name}`" for node in names if _versions(node) == versions)
            lines.append(f"| {said} | {versions} | no construct: {why} |")
    return "\n".join(lines) + "\n"


def _versions(node: Node) -> str:
    if node.since != "3.11":
        return f"{node.since} on"
    return "all" if node.until == "3.14" else f"to {node.until}"

"""Drawn names that a branch or a loop binds anew, and that one place reads afterwards."""

from __future__ import annotations

from .assignments import assign
from .context import Context
from .expressions import expression, literal, relation
from .numbers import condition
from .statements import MOST_TRIPS, statement, target
from .types import FLOAT, INT, Type, scalar

_TYPES = [INT, INT, FLOAT, scalar("f32"), scalar("i64")]

_READS = [
    "{total} = {total} + {name}",
    "{total} = {other} if {test} else {name}",
    "{total} = {name} if {test} else {total}",
    "{total} = {total} + ({other} if {test} else {name})",
    "{total} = ({other}, {name})[-1]",
    '{total} = {{"a": {other}, "b": {name}}}["b"]',
    "{total} = [{name}, {other}][0]",
    "{total} += {name}",
    "{total} -= abs({name})",
    "if {test}:\n    {total} = {other}\nelse:\n    {total} = {name}",
    "if {name} > {other}:\n    {total} = {other}",
    "if {test}:\n    pass\nelif {name} < {other}:\n    {total} = {other}",
    "if {test} and {name} > {other} or {test}:\n    {total} = {other}",
    "if {other} < {name} <= {other}:\n    {total} = {other}",
    "{total}, {left} = {name}, {total}",
    "assert {name} == {name}\n{total} = {other}",
    "for {i} in range(2):\n    {total} = {total} + {name}",
    "for {i} in range(3):\n    if {test}:\n        {total} = {name}\n        break",
    "while {name} != {name}:\n    {total} = {other}\n    break",
    'print(f"{{{name}}}")',
]
"""How the one place reads the name."""

_BINDS = [
    "if {test}:\n    {name} = {other}",
    "if {test}:\n    {name} = {other}\nelse:\n    {name} = {other}",
    "if {test}:\n    {name} += {other}",
    "if {test}:\n    {total} = {name}\nelif {test}:\n    {name} = {other}",
    "for {i} in range(3):\n    {name} = {name} + {other}",
    "for {i} in range({trips}):\n    if {test}:\n        {name} = {other}\n        break",
    "for {i} in range(3):\n    if {test}:\n        continue\n    {name} = {other}",
    "for {i} in range(3):\n    if {test}:\n        {name} = {other}\nelse:\n    {name} -= {other}",
    "{k} = 0\nwhile {k} < 3:\n    {k} += 1\n    {name} = {other}",
    "for {i} in range(2):\n  for {j} in range(2):\n    if {test}: break\n    {name} = {other}",
    "match {trips}:\n  case 2 | 3 if {test}: {name} = {other}\n  case 0: {name} = {other}",
    "match {trips}:\n  case 0 if {test}: {name} = {other}\n  case _ if {test}: {name} += {other}",
]
"""How a branch or loop binds it anew."""

_TRIPS = [
    "for {i} in range(3):\n    {total} = {total} + {name}\n    if {test}: {name} = {other}",
    "for {i} in range(4):\n    {total} -= {name}\n    if {i} != 1:\n        {name} += {other}",
    "for {i} in range(3):\n    {total} += {name}\n    if {i} > 0: continue\n    {name} = {other}",
    "{k} = 0\nwhile {k} < 3:\n    {k} += 1\n    {total} += {name}\n    if {k} < 2:\n        {bind}",
    "for {i} in range(4):\n    if {i} != 1:\n        {name} = {other}\n    {total} += {name}",
    (
        "{k} = 0\nwhile ({name} := {k} + {other}) and {k} < 4:\n    {k} += 1\n    if {k} == 1:\n"
        "        continue\n    {total} += {name}"
    ),
    "for {i} in range({trips}):\n    {bind}\n    {read}",
    "for {i} in range({trips}):\n    {read}\n    {name} = {other}",
    "for {i} in range({trips}):\n    {read}\n    {bind}",
    "{k} = 0\nwhile {k} < 3:\n    {k} += 1\n    {read}\n    if {test}: continue\n    {bind}",
    "for {i} in range({trips}):\n    if {test}:\n        {bind}\n    else:\n        {read}",
]
"""Loops whose trips read what a trip before them has bound."""


@statement(7)
def _handed_on(c: Context) -> None:
    t = c.one(_TYPES)
    totals = [v for v in c.rebindable() if v.type == t]
    if not totals or c.trips * 12 > MOST_TRIPS:
        assign(c)
        return
    total, name = target(c, totals).name, c.new("q")
    c.emit(f"{name} = {expression(c, t, 1)}")
    if c.chance(0.5):
        c.count("name handed on from trip to trip")
        text = _filled(c, t, c.one(_TRIPS), name, total)
    else:
        c.count("name handed on by a branch or loop")
        text = _filled(c, t, "{bind}\n{read}", name, total)
    for line in text.splitlines():
        c.emit(line)
    c.know(total, t)


def _filled(c: Context, t: Type, text: str, name: str, total: str) -> str:
    """The text with its places filled, each of tests and values by itself."""
    for place, texts in (("read", _READS), ("bind", _BINDS)):
        while f"{{{place}}}" in text:
            text = _placed(text, place, c.one(texts))
    text = text.replace("{name}", name).replace("{total}", total)
    for place in ("i", "j", "k", "left"):
        text = text.replace(f"{{{place}}}", c.new("q"))
    while "{test}" in text:
        text = text.replace("{test}", f"({_test(c)})", 1)
    while "{other}" in text:
        text = text.replace("{other}", expression(c, t, 1), 1)
    while "{trips}" in text:
        text = text.replace("{trips}", c.one(["3", "2", "0", f"min({_number(c)}, 3)"]), 1)
    return text.replace("{{", "{").replace("}}", "}")


def _test(c: Context) -> str:
    """A condition, mostly one that goes either way."""
    names = c.variables(lambda v: v.type in _TYPES)
    if not names or c.chance(0.3):
        return condition(c, 1)
    v = c.one(names)
    return f"{v.name} {relation(c)} {literal(c, v.type.dtype)}"


def _number(c: Context) -> str:
    return expression(c, INT, 1)


def _placed(text: str, place: str, lines: str) -> str:
    """A text with lines in a place, indented as that is."""
    before, _, after = text.partition(f"{{{place}}}")
    margin = before[before.rfind("\n") + 1 :]
    return before + lines.replace("\n", "\n" + " " * len(margin)) + after

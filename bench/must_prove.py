"""Time to answer what programs ask of sizes: `python bench/must_prove.py`.

The questions are those of `tests/props/must_prove`: alone, and among a thousand facts over a
hundred symbols. The same questions go to sympy (`pip install sympy`) as far as it can be asked:
what is given enters where it replaces a symbol or makes one positive. Prints how many are answered,
how many wrongly, and the median and the worst time of one answer, learning not counted. Without
sympy, its line is missing.
"""

from __future__ import annotations

import ast
import gc
import operator
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from dslc.ir.facts import Facts
from tests.props.must_prove.crowd import FACTS, crowd
from tests.props.must_prove.other_answers import NO
from tests.props.must_prove.question import Question, comparison_of
from tests.props.must_prove.shapes import SHAPES
from tests.props.must_prove.slices import SLICING
from tests.props.must_prove.windows import WINDOWS

TABLES = {**SHAPES, **WINDOWS, **SLICING}
QUESTIONS = [
    *((each, True) for table in TABLES.values() for each in table),
    *((each, False) for each in NO),
]
REPEATS = 5
LONGEST = 2
"""Seconds that sympy may take for one question."""


def measured(answers: Callable[[Question], tuple[bool | None, float]]) -> list[float]:
    """Ask everything; prints how many have their answer, and gives the time of each."""
    found = [(answers(question), expected) for question, expected in QUESTIONS]
    right = sum(answer is expected for (answer, _), expected in found)
    wrong = sum(answer is (not expected) for (answer, _), expected in found)
    seconds = [each for (_, each), _ in found]
    middle, worst = statistics.median(seconds) * 1e3, max(seconds) * 1e3
    slowest = max(zip(seconds, QUESTIONS, strict=True), key=lambda pair: pair[0])[1][0].asked
    print(
        f"{right:5} of {len(found)} {wrong:6} {middle:10.3f} ms {worst:10.3f} ms  {slowest}",
        flush=True,
    )
    return seconds


def ours(known: Facts) -> Callable[[Question], tuple[bool | None, float]]:
    """Our answer, with nothing remembered from another question; the best time of a few."""

    def answers(question: Question) -> tuple[bool | None, float]:
        asked = comparison_of(question.asked)
        best, answer = float("inf"), None
        for number in range(REPEATS):
            facts = question.facts(known)
            facts.learn(comparison_of(f"repeat{number} <= 5"))
            start = time.perf_counter()
            answer = facts.answer(asked)
            best = min(best, time.perf_counter() - start)
        return answer, best

    return answers


# --- sympy ------------------------------------------------------------------------------------


def theirs(sympy: ModuleType) -> Callable[[Question], tuple[bool | None, float]]:
    """What sympy answers; None also where it takes too long or raises."""

    def answers(question: Question) -> tuple[bool | None, float]:
        names, relation = asked_of(sympy, question)
        start = time.perf_counter()
        answer = None
        try:
            with limited():
                answer = compared(sympy, *evaluated(sympy, relation, names))
        except Exception as reason:  # noqa: BLE001  (whatever it is, it is no answer)
            del reason
        return answer, time.perf_counter() - start

    return answers


def asked_of(sympy: ModuleType, question: Question) -> tuple[dict[str, Any], ast.Compare]:
    """The symbols by name, with what is given in them, and the comparison as a tree."""
    texts = [question.asked, *(each for each in question.given.split(";") if each.strip())]
    trees = [ast.parse(text.strip(), mode="eval").body for text in texts]
    named = {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}
    positive = {each.split()[0] for each in texts[1:] if each.strip().endswith(">= 1")}
    names: dict[str, Any] = {
        name: sympy.Symbol(name, integer=True, positive=True)
        if name in positive
        else sympy.Symbol(name, integer=True, nonnegative=True)
        for name in sorted(named - {"min", "max"})
    }
    for tree in trees[1:]:
        match tree:
            case ast.Compare(
                ast.BinOp(ast.Name(name), ast.Mod(), step), [ast.Eq()], [ast.Constant(rest)]
            ):
                factor = size_of(sympy, step, names)
                names[name] = factor * sympy.Symbol(name, integer=True, nonnegative=True) + rest
            case ast.Compare(ast.Name(name), [ast.Eq()], [value]):
                names[name] = size_of(sympy, value, names)
    asked = trees[0]
    assert isinstance(asked, ast.Compare)
    return names, asked


def evaluated(
    sympy: ModuleType, relation: ast.Compare, names: dict[str, Any]
) -> tuple[Any, ast.cmpop, Any]:
    left, right = relation.left, relation.comparators[0]
    return size_of(sympy, left, names), relation.ops[0], size_of(sympy, right, names)


def size_of(sympy: ModuleType, node: ast.expr, names: dict[str, Any]) -> Any:
    """A size as an expression of sympy's."""
    match node:
        case ast.Name(name):
            return names[name]
        case ast.Constant(number):
            return sympy.Integer(number)
        case ast.UnaryOp(ast.USub(), operand):
            return -size_of(sympy, operand, names)
        case ast.Call(ast.Name(name), operands):
            function = sympy.Min if name == "min" else sympy.Max
            return function(*(size_of(sympy, each, names) for each in operands))
        case ast.BinOp(left, sign, right):
            a, b = size_of(sympy, left, names), size_of(sympy, right, names)
            return operations(sympy)[type(sign)](a, b)
    raise ValueError(ast.unparse(node))


def operations(sympy: ModuleType) -> dict[type[ast.operator], Callable[[Any, Any], Any]]:
    return {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.FloorDiv: lambda a, b: sympy.floor(a / b),
        ast.Mod: sympy.Mod,
    }


def compared(sympy: ModuleType, left: Any, relation: ast.cmpop, right: Any) -> bool | None:
    difference = sympy.simplify(right - left)
    match relation:
        case ast.Eq():
            found = difference.is_zero
        case ast.LtE():
            found = difference.is_nonnegative
        case ast.Lt():
            found = difference.is_positive
        case ast.GtE():
            found = difference.is_nonpositive
        case ast.Gt():
            found = difference.is_negative
        case _:
            found = None if difference.is_zero is None else not difference.is_zero
    return None if found is None else bool(found)


@contextmanager
def limited() -> Iterator[None]:
    """Raises TimeoutError where the body takes too long."""

    def stop(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)


def main() -> None:
    """Ask and report."""
    gc.collect()
    gc.freeze()
    print(f"{'':24} answered  wrong     median        worst")
    print("alone".ljust(24), end="")
    alone = measured(ours(Facts()))
    print(f"among {FACTS} facts".ljust(24), end="")
    known = crowd()
    gc.collect()
    gc.freeze()
    among = measured(ours(known))
    try:
        sympy = import_module("sympy")
    except ImportError:
        return
    print("sympy, alone".ljust(24), end="")
    other = measured(theirs(sympy))
    for name, seconds in (("alone", alone), (f"among {FACTS} facts", among)):
        ratio = statistics.median(b / a for a, b in zip(seconds, other, strict=True))
        print(f"sympy takes {ratio:.0f} times as long as we {name} (median of the ratios)")


if __name__ == "__main__":
    main()

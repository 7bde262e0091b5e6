"""Loops over whole arrays as steps of each element give the same bits, on drawn bodies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dslc.cpu.native import Native
from dslc.cpu.print_steps import LANES
from dslc.ir.backend import Unsupported
from dslc.ir.cxx.toolchain import find_compiler
from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import expand
from dslc.ir.graph import Graph
from dslc.ir.nests.language import Loop, Nest, statements
from dslc.ir.nests.node import NEST
from dslc.ir.nests.parse import parse_nest
from dslc.ir.nests.print import print_nest
from dslc.ir.nests.stepping import are_steps
from dslc.ir.passes import run_pass
from dslc.ir.passes.fuse import fuse, nest_each_node
from dslc.ir.remarks import collected

HEAD = """\
import dslc
from dslc import Tensor, f32, f64, i32

n, m = dslc.dims("n m")

@dslc.builder("a.py")
def drawn(
    g, a: Tensor[f64, n, m], b: Tensor[f64, n, m], c: Tensor[f64, m], d: Tensor[f32, n, 1], k: int
):
"""
NAMES = ("a", "b")


class Drawing:
    """A loop of elementwise steps, which may end where a mask has no true element.

    Kinds are a `for` of all trips, one that a `break` leaves where no element of a mask is true,
    a `while` that tests such a mask, one whose mask is carried, and loops that cannot be steps.
    """

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.lines: list[str] = []
        self.values = ["a", "b", "c", "d", "0.5", "i", "k"]
        self.count = 0

    def pick(self, options: Any) -> str:
        return str(self.random.choice(options))

    def emit(self, text: str) -> str:
        self.count += 1
        name = f"v{self.count}"
        self.lines.append(f"{name} = {text}")
        return name

    def value(self) -> str:
        """A new value of the whole shape."""
        op = self.pick(["add", "multiply", "subtract", "maximum", "minimum", "where"])
        first, other = self.pick(["a", "b"]), self.pick(self.values)
        if op == "where":
            test = self.emit(f"g.less({first}, {other})")
            found = self.emit(f"g.where({test}, {first}, {self.pick(['a', 'b', '1.5'])})")
        else:
            found = self.emit(f"g.{op}({first}, {other})")
        self.values.append(found)
        return found

    def text(self, kind: str = "") -> str:
        random = self.random
        kind = kind or self.pick(["plain", "exit", "exit", "unfixed"])
        if kind in ("while", "carried", "numbers"):
            return self.of_while(kind)
        mask = ""
        if kind != "plain":
            mask = self.emit(f"g.less({self.pick(NAMES)}, {self.pick(['1.0', 'c', 'd', 'i'])})")
        for _ in range(int(random.integers(1, 4))):
            self.value()
        ends = []
        for name in NAMES:
            new = self.value()
            if kind == "exit" or (mask and random.random() < 0.5):
                how = self.pick(["where", "copyto"])
                new = self.emit(
                    f"g.where({mask}, {new}, {name})"
                    if how == "where"
                    else f"g.copyto(g.copy({name}), {new}, where={mask})"
                )
            ends.append(new)
        body = [f"        {line}" for line in self.lines]
        if kind == "plain":
            body.append(f"        return {', '.join(ends)}")
            loop = "a, b = g.for_(g.range(k), body, (a, b))"
        else:
            body[1:1] = [
                f"        any = g.any({mask})",
                "        stop = g.not_(any)",
                "        def stops(a, b):",
                "            return a, b, g.BREAK",
                "        def goes(a, b):",
            ]
            body[6:] = [f"    {line}" for line in body[6:]]
            body += [
                f"            return {', '.join(ends)}, g.RUN",
                "        a, b, exit = g.if_(stop, stops, goes, (a, b))",
                "        return a, b, exit",
            ]
            loop = "a, b, exit = g.for_(g.range(k), body, (a, b), exits=True)"
        return self.whole(["    def body(i, a, b):", *body, f"    {loop}"])

    def whole(self, lines: list[str], results: str = "a, b") -> str:
        total = "g.sum(a)" if self.random.random() < 0.3 else "g.add(a, c)"
        return HEAD + "\n".join([*lines, f"    return {results}, {total}\n"])

    def of_while(self, kind: str) -> str:
        """A `while` that carries an integer and a float beside the arrays."""
        self.values = ["a", "b", "c", "d", "0.5", "r", "k", "t"]
        limit = self.pick(["1.0", "c", "d"])
        high = f"g.less({self.pick(NAMES)}, {limit})"
        tests = [f"        counted = g.{self.pick(['less', 'less_equal'])}(t, k)"]
        result = "counted"
        if kind == "while":
            tests += [f"        high = {high}"]
        if kind != "numbers":
            tests += ["        some = g.any(high)", "        both = g.and_(counted, some)"]
            result = "both"
        mask = self.emit(high) if kind == "while" else "high"
        ends = []
        for name in NAMES:
            new = self.value()
            ends.append(new if kind == "numbers" else f"g.where({mask}, {new}, {name})")
        self.lines += [f"{n} = {end}" for n, end in zip(("e", "f"), ends, strict=True)]
        self.lines += ["r = g.multiply(r, 0.5)", "t = g.add(t, 1)"]
        names = "a, b, r, t, high" if kind == "carried" else "a, b, r, t"
        again = high.replace("(a,", "(e,").replace("(b,", "(f,")
        self.lines += [f"high = {again}"] if kind == "carried" else []
        start = ["    high = " + high] if kind == "carried" else []
        first = names.replace("r, t", f"2.0, {self.pick(['0', '1'])}")
        lines = [
            *start,
            f"    def test({names}):",
            *tests,
            f"        return {result}",
            f"    def body({names}):",
            *(f"        {line}" for line in self.lines),
            f"        return {names.replace('a, b', 'e, f')}",
            f"    {names} = g.while_(test, body, ({first}))",
        ]
        return self.whole(lines, "a, b, r" if kind == "numbers" else "a, b")


Run = Callable[[list[Any], dict[str, int]], Any]


def outcome(run: Run, shape: tuple[int, int], trips: int) -> list[bytes]:
    """The bits of the results; all NaNs are one."""
    random = np.random.default_rng(trips)
    n, m = shape
    pool = [0.0, -0.0, 0.5, 2.0, -3.0, np.nan, np.inf]
    arrays = [random.choice(pool, each) for each in (shape, shape, (m,), (n, 1))]
    given = [*arrays[:3], arrays[3].astype(np.float32), trips]
    with np.errstate(all="ignore"):
        found = run(given, {"n": n, "m": m, "k": trips})
    every = (np.asarray(each) for each in found)
    return [np.where(np.isnan(each), np.nan, each).tobytes() for each in every]


def evaluated(graph: Graph) -> Run:
    return lambda given, sizes: evaluate(graph, given, sizes)


def in_nests(graph: Graph) -> Graph:
    """The graph in primitive ops and nests."""
    return run_pass(fuse, run_pass(lambda each: expand(each, lambda op: False), graph))


def nests_of(graph: Graph) -> list[Nest]:
    return [node.attributes["nest"] for node in graph.walk() if node.op is NEST]


def has_steps(nest: Nest) -> bool:
    return any(isinstance(each, Loop) and are_steps(each) for each in statements(nest.body))


def test_drawn_steps(graph_of: Callable[[str], Graph]) -> None:
    stepped = 0
    for seed in range(60):
        text = Drawing(seed).text()
        graph = graph_of(text)
        nests = in_nests(graph)
        stepped += any(map(has_steps, nests_of(nests)))
        for nest in nests_of(nests):
            again = print_nest(parse_nest(print_nest(nest), graph.symbols))
            assert again == print_nest(nest)
        for shape, trips in (((2, 3), 3), ((1, 1), 5), ((0, 2), 2), ((2, 2), 0)):
            assert outcome(evaluated(graph), shape, trips) == outcome(
                evaluated(nests), shape, trips
            ), text
    assert stepped > 25


@pytest.mark.parametrize("kind", ["while", "carried", "numbers"])
def test_drawn_whiles(graph_of: Callable[[str], Graph], kind: str) -> None:
    for seed in range(20):
        text = Drawing(seed).text(kind)
        graph = graph_of(text)
        nests = in_nests(graph)
        assert any(map(has_steps, nests_of(nests))), text
        for nest in nests_of(nests):
            again = print_nest(parse_nest(print_nest(nest), graph.symbols))
            assert again == print_nest(nest)
        for shape, trips in (((2, 3), 3), ((1, 1), 5), ((0, 2), 2), ((2, 2), 0)):
            assert outcome(evaluated(graph), shape, trips) == outcome(
                evaluated(nests), shape, trips
            ), text


def test_drawn_steps_in_lanes(graph_of: Callable[[str], Graph]) -> None:
    """Rows longer than there are lanes, in native code."""
    try:
        find_compiler()
    except Unsupported as reason:
        pytest.skip(str(reason))
    seeds = [seed for seed in range(60) if "exits=True" in Drawing(seed).text()]
    kinds = [*((seed, "") for seed in [*seeds[:4], 2]), (0, "while"), (1, "carried")]
    texts = [Drawing(seed).text(kind) for seed, kind in [*kinds, (2, "numbers")]]
    for text in [*texts, counting(2, 3, "some")]:
        graph = graph_of(text)
        native = Native.of(graph)
        for shape, trips in (((2, LANES + 5), 4), ((3, 1), 2), ((0, 2), 2)):
            assert outcome(evaluated(graph), shape, trips) == outcome(native, shape, trips), text


COUNTED = (
    HEAD
    + """\
    high = g.less(a, c)
    def test(a, t, high):
        counted = g.less(t, k)
        some = g.any(high)
        return g.and_(counted, some)
    def body(a, t, high):
        more = g.add(a, d)
        a = g.where(high, more, a)
        t = g.add(t, 1)
        high = g.less(a, c)
        return a, t, high
    a, t, high = g.while_(test, body, (a, 0, high))
    return a
"""
)


@pytest.mark.parametrize(
    "text, other",
    [
        ("    return a\n", "    return a\n"),
        ("    high = g.less(a, c)\n    def", "    high = g.less(a, d)\n    def"),
        ("        high = g.less(a, c)\n", "        high = g.less(a, t)\n"),
        ("a = g.where(high, more, a)", "a = g.where(high, more, b)"),
        ("a = g.where(high, more, a)", "a = g.add(a, high)"),
        ("    return a\n", "    return a, high\n"),
        ("(a, 0, high))\n    return a\n", "(a, k, high))\n    return a, t\n"),
    ],
)
def test_what_is_no_step_stays_a_loop(
    graph_of: Callable[[str], Graph], text: str, other: str
) -> None:
    graph = graph_of(COUNTED.replace(text, other))
    nests = in_nests(graph)
    assert any(map(has_steps, nests_of(nests))) is (text == other)
    for trips in (0, 1, 4):
        found, expected = (outcome(evaluated(g), (2, 3), trips) for g in (nests, graph))
        assert found == expected


GROWS = """grown = g.abs(a)
        larger = g.add(grown, 1.0)
        more = g.multiply(larger, 1e100)"""


def counting(first: int, step: int, test: str) -> str:
    """A loop behind which a number is read that says how many trips it made."""
    text = COUNTED.replace("g.and_(counted, some)", test).replace(
        "(a, 0, high))", f"(a, {first}, high))"
    )
    text = text.replace("g.add(t, 1)", f"g.add(t, {step})").replace("return a\n", "return a, t\n")
    return text.replace("more = g.add(a, d)", GROWS)


@pytest.mark.parametrize("first, step", [(0, 1), (2, 3), (-1, -2)])
@pytest.mark.parametrize("test", ["g.and_(counted, some)", "some"])
def test_a_number_may_say_how_many_trips_there_were(
    graph_of: Callable[[str], Graph], first: int, step: int, test: str
) -> None:
    text = counting(first, step, test)
    graph = graph_of(text)
    nests = in_nests(graph)
    assert any(map(has_steps, nests_of(nests)))
    for shape, trips in (((2, 3), 0), ((2, 3), 1), ((2, 3), 4), ((1, 2), 6), ((0, 2), 2)):
        found, expected = (outcome(evaluated(g), shape, trips) for g in (nests, graph))
        assert found == expected


UNSET = """\
import dslc
from dslc import Tensor, f32

n = dslc.dims("n")

@dslc.builder("a.py")
def late(g, x: Tensor[f32, n], k: int):
    def loop1_body(i, y, z):
        y_new = g.multiply(y, 2.0)
        z_new = g.add(y_new, 1.0)
        return y_new, z_new

    y, z = g.for_(g.range(1), loop1_body, (x, g.unset))
    return y
"""


def test_what_is_bound_only_in_a_trip_is_no_step(graph_of: Callable[[str], Graph]) -> None:
    graph = graph_of(UNSET)
    x = np.array([1.0, 2.0], np.float32)
    found, expected = (evaluate(g, [x, 3], {"n": 2, "k": 3}) for g in (in_nests(graph), graph))
    assert found[0].tobytes() == expected[0].tobytes()


def test_why_not(graph_of: Callable[[str], Graph]) -> None:
    texts = (Drawing(seed).text("unfixed") for seed in range(9))
    with collected() as remarks:
        for text in texts:
            in_nests(graph_of(text))
    told = {remark.what for remark in remarks}
    assert "the loop goes over arrays: an element goes on where its own mask is false" in told


def test_each_node_by_itself_keeps_the_loop(graph_of: Callable[[str], Graph]) -> None:
    primitive = run_pass(lambda each: expand(each, lambda op: False), graph_of(Drawing(2).text()))
    fused = run_pass(nest_each_node, primitive)
    assert not any(map(has_steps, nests_of(fused)))
    assert [node.op.name for node in fused.walk()].count("for") == 1

"""Native control flow: branches, loops, exits, calls, sizes that change, failures."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from dslc.cpu.backend import Cpu
from dslc.cpu.print_kernel import kernel_text
from dslc.ir.builder import Builder
from dslc.ir.diagnostics import DslError
from dslc.ir.dims import dims, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.evaluate import evaluate
from dslc.ir.graph import Graph
from dslc.ir.types import BOOL_NUMBER, FLOAT, INT, ScalarType, TensorType, Type

Build = Callable[..., Graph]
Check = Callable[..., None]
F32, F64, I64 = (BY_NAME[name] for name in ("f32", "f64", "i64"))
n, m, k = dims("n m k")
VECTOR = TensorType(F32, (n,))


def length(x: np.ndarray, *_: Any) -> dict[str, int]:
    return {"n": len(x)}


def vector(*values: float) -> np.ndarray:
    return np.array(values, F32)


# --- if -----------------------------------------------------------------------------------------


def test_branches(agree: Check) -> None:
    def text(g: Builder, x: Any, flag: Any, i: Any) -> Any:
        total = g.sum(x)
        y = g.if_(g.greater(total, 0.0), lambda x: g.multiply(x, 2.0), lambda x: x, (x,))
        a, b = g.if_(
            flag, lambda a, b: (b, a), lambda a, b: (a, b), (total, g.max(g.abs(g.add(x, 1.0))))
        )
        z = g.if_(i, lambda: 1, lambda: g.add(i, 5))
        w = g.if_(g.not_(flag), lambda: g.if_(i, lambda: 1.5, lambda: 2.5), lambda: -0.0)
        return y, a, b, z, w, x

    types: dict[str, Type] = {"x": VECTOR, "flag": BOOL_NUMBER, "i": INT}
    calls = [
        (x, flag, i) for x in (vector(1, 2), vector(-3)) for flag in (True, False) for i in (0, 7)
    ]
    agree(text, types, calls, sizes=length)


def test_literals_given_to_a_branch(agree: Check) -> None:
    """A branch's parameter may be printed as the literal that it always is."""

    def text(g: Builder, flag: Any) -> Any:
        r = g.if_(flag, lambda r: (g.remainder(r, 2),), lambda r: (r,), (7,))
        s = g.if_(flag, lambda s: (g.floor_divide(s, -2),), lambda s: (s,), (-7,))
        return r, s

    agree(text, {"flag": BOOL_NUMBER}, [(True,), (False,)])


def test_branch_keeps_what_others_read(agree: Check) -> None:
    """A value carried into a branch and read afterwards is not overwritten there."""

    def text(g: Builder, x: Any, flag: Any) -> Any:
        y = g.add(x, 1.0)
        count = g.sum(y)
        z, c = g.if_(
            flag,
            lambda y, c: (g.store(y, g.s_[0], 9.0), g.add(c, 1.0)),
            lambda y, c: g.while_(
                lambda y, c: g.less(c, 20.0),
                lambda y, c: (g.store(y, g.s_[0], c), g.add(c, 8.0)),
                (y, c),
            ),
            (y, count),
        )
        return y, count, z, c

    agree(
        text,
        {"x": VECTOR, "flag": BOOL_NUMBER},
        [(vector(1, 2), f) for f in (True, False)],
        sizes=length,
    )


def test_branches_of_different_sizes(agree: Check) -> None:
    def text(g: Builder, x: Any, flag: Any) -> Any:
        y = g.if_(flag, lambda: g.index(x, g.s_[::2]), lambda: g.concat((x, x)))
        return y, g.add(y, 1.0), g.sum(y), g.zeros_like(y), y.shape[0]

    agree(
        text,
        {"x": VECTOR, "flag": BOOL_NUMBER},
        [(vector(1, 2, 3), f) for f in (True, False)],
        sizes=length,
    )


def test_unset_on_one_path(agree: Check) -> None:
    def text(g: Builder, x: Any, flag: Any) -> Any:
        y, i, known = g.if_(
            flag, lambda: (g.add(x, 1.0), 3, True), lambda: (g.unset, g.unset, False)
        )
        return g.if_(known, lambda y, i: (y, i), lambda y, i: (x, 0), (y, i))

    agree(
        text,
        {"x": VECTOR, "flag": BOOL_NUMBER},
        [(vector(1), f) for f in (True, False)],
        sizes=length,
    )


# --- loops --------------------------------------------------------------------------------------


def test_while_with_swaps_and_joins(agree: Check) -> None:
    def text(g: Builder, x: Any, steps: Any) -> Any:
        a, b, c, i = g.while_(
            lambda a, b, c, i: g.less(i, steps),
            lambda a, b, c, i: (b, c, g.add(a, b), g.add(i, 1)),
            (x, g.multiply(x, 2.0), x, 0),
        )
        p, q = g.while_(lambda p, q: g.less(p, steps), lambda p, q: (g.add(q, 1), p), (0, 1))
        return a, b, c, i, p, q, x

    agree(
        text, {"x": VECTOR, "steps": INT}, [(vector(1, 2), s) for s in (0, 1, 2, 5)], sizes=length
    )


def test_test_with_statements(agree: Check) -> None:
    """A test that can fail, or that branches, runs before every trip."""

    def text(g: Builder, x: Any, i: Any) -> Any:
        def test(j: Any) -> Any:
            return g.if_(g.less(j, n), lambda: g.greater(g.index(x, g.s_[j]), 0.0), lambda: False)

        return g.while_(test, lambda j: g.add(j, 1), (i,)), g.while_(
            lambda j: g.greater(g.divide(10, g.subtract(j, 1)), 3.0),
            lambda j: g.subtract(j, 1),
            (i,),
        )

    calls = [(vector(1, 2, -1), i) for i in (0, 1, 2, 3, -3, -4, 5)]
    agree(text, {"x": VECTOR, "i": INT}, calls, sizes=length)


def test_tests_in_one_expression(agree: Check) -> None:
    """What is nested in a test keeps its parentheses; an array of rank 0 is no expression."""

    def either_first(g: Builder, a: Any, b: Any, k: Any) -> Any:
        return g.and_(g.or_(g.greater(a, 0.0), g.greater(b, 0.0)), g.less(k, 3))

    def both_last(g: Builder, a: Any, b: Any, k: Any) -> Any:
        return g.and_(g.less(k, 3), g.or_(g.greater(a, 0.0), g.greater(b, 0.0)))

    def negated(g: Builder, a: Any, b: Any, k: Any) -> Any:
        return g.not_(g.or_(g.greater(k, 2), g.and_(g.less(a, 0.0), g.less(b, 0.0))))

    def product(g: Builder, a: Any, b: Any, k: Any) -> Any:
        left, right = g.subtract(a, b), g.add(a, b)
        return g.and_(g.not_equal(g.multiply(left, right), 0.0), g.less(k, 3))

    def chosen(g: Builder, a: Any, b: Any, k: Any) -> Any:
        return g.where(g.less(k, 3), g.add(a, 2.0), 0.0)

    def text(g: Builder, a: Any, b: Any) -> Any:
        return tuple(
            g.while_(partial(test, g, a, b), lambda k: g.add(k, 1), (0,))
            for test in (either_first, both_last, negated, product, chosen)
        )

    types: dict[str, Type] = {"a": ScalarType(F64), "b": ScalarType(F64)}
    calls = [tuple(map(np.float64, pair)) for pair in ((1, -1), (-1, 1), (-1, -1), (0.5, 2))]
    agree(text, types, calls)


@pytest.mark.parametrize("step", [1, -1, 3, -2])
def test_for(step: int, agree: Check) -> None:
    def text(g: Builder, x: Any, first: Any, last: Any) -> Any:
        return g.for_(
            g.range(first, last, step),
            lambda i, y, total, seen: (g.multiply(y, 0.5), g.add(total, g.multiply(i, i)), i),
            (x, 0, -1),
        )

    bounds = [
        (0, 5),
        (5, 0),
        (0, 0),
        (-3, 3),
        (2**62, 2**62 + 2),
        (2**63 - 3, 2**63 - 1),
        (-(2**63), -(2**63) + 1),
    ]
    agree(
        text,
        {"x": VECTOR, "first": INT, "last": INT},
        [(vector(8), *b) for b in bounds],
        sizes=length,
    )


def test_for_with_any_step(agree: Check) -> None:
    def text(g: Builder, step: Any) -> Any:
        return g.for_(g.range(3, 10, step), lambda i, t: g.add(g.multiply(t, 10), i), (0,))

    agree(text, {"step": INT}, [(s,) for s in (1, 2, 7, 100, -1, 0, 2**63 - 1, -(2**63))])


def test_for_over_an_axis_with_stores(agree: Check) -> None:
    def text(g: Builder, x: Any) -> Any:
        def body(i: Any, y: Any) -> Any:
            return g.store(
                y, g.s_[i], g.add(g.index(y, g.s_[i]), g.index(y, g.s_[g.subtract(i, 1)]))
            )

        return g.for_(g.range(1, n), body, (x,)), x

    agree(
        text, {"x": VECTOR}, [(np.arange(size, dtype=F32),) for size in (0, 1, 2, 6)], sizes=length
    )


def test_exits(agree: Check) -> None:
    """Codes: 0 go on, 1 continue, 2 break, 3 return; a loop that runs out ends with 0."""

    def text(g: Builder, x: Any, stop: Any, code: Any) -> Any:
        def body(i: Any, total: Any) -> Any:
            value = g.index(x, g.s_[i])
            code_ = g.if_(g.equal(value, stop), lambda: code, lambda: g.RUN)
            return g.add(total, value), code_

        total, ended = g.for_(g.range(n), body, (g.index(x, g.s_[0]),), exits=True)
        count, left = g.while_(
            lambda c: g.less(c, 5),
            lambda c: (g.add(c, 1), g.if_(g.equal(c, 3), lambda: code, lambda: 0)),
            (0,),
            exits=True,
        )
        only, always = g.for_(g.range(4), lambda i, t: (g.add(t, i), g.BREAK), (0,), exits=True)
        skipped, never = g.for_(
            g.range(4), lambda i, t: (g.add(t, i), g.CONTINUE), (0,), exits=True
        )
        return total, ended, count, left, only, always, skipped, never

    calls = [(vector(1, 2, 3), F32.type(s), c) for s in (1, 3, 9) for c in (0, 1, 2, 3)]
    agree(text, {"x": VECTOR, "stop": ScalarType(F32), "code": INT}, calls, sizes=length)


def test_exit_code_that_is_carried_too(agree: Check) -> None:
    def text(g: Builder, start: Any, bound: Any) -> Any:
        one = g.while_(lambda c: g.less(c, 9), lambda c: (g.add(c, 1), c), (start,), exits=True)
        two = g.for_(g.range(bound), lambda i, b: (g.subtract(b, 1), i), (bound,), exits=True)
        return (*one, *two, bound)

    agree(text, {"start": INT, "bound": INT}, [(s, b) for s in (0, 1, 2, 5, 9) for b in (0, 2, 7)])


def test_sizes_that_change_from_trip_to_trip(agree: Check) -> None:
    def text(g: Builder, x: Any, steps: Any) -> Any:
        y, z = g.for_(
            g.range(steps),
            lambda i, y, z: (g.concat((y, x)), g.index(z, g.s_[1:])),
            (x, g.concat((x, x))),
        )
        return y, z, g.sum(y), y.shape[0], g.multiply(y, 2.0)

    agree(
        text, {"x": VECTOR, "steps": INT}, [(vector(1, 2), s) for s in (0, 1, 3, 9)], sizes=length
    )


def test_sizes_that_change_places(agree: Check) -> None:
    def text(g: Builder, x: Any, steps: Any) -> Any:
        def body(i: Any, a: Any, b: Any, c: Any) -> Any:
            return b, g.concat((a, b)), g.concat((c, c))

        a, b, c = g.for_(g.range(steps), body, (x, g.concat((x, x)), x))
        return a, b, c, g.add(a, 1.0), g.add(b, 1.0), g.add(c, 1.0), a.shape[0] - b.shape[0]

    agree(text, {"x": VECTOR, "steps": INT}, [(vector(1, 2), s) for s in range(5)], sizes=length)


def test_nested_loops(agree: Check) -> None:
    matrix = TensorType(F64, (n, m))

    def text(g: Builder, x: Any) -> Any:
        def row(i: Any, y: Any) -> Any:
            def column(j: Any, y: Any) -> Any:
                value = g.multiply(g.index(x, g.s_[i, j]), g.subtract(i, j))
                return g.if_(
                    g.less(i, j), lambda y: g.store(y, g.s_[i, j], value), lambda y: y, (y,)
                )

            return g.for_(g.range(m), column, (y,))

        return g.for_(g.range(n), row, (g.ones_like(x),))

    calls = [
        (np.random.default_rng(0).standard_normal(shape),) for shape in ((3, 4), (1, 1), (0, 2))
    ]
    agree(text, {"x": matrix}, calls, sizes=lambda x: {"n": x.shape[0], "m": x.shape[1]})


def test_loops_store_in_place(build: Build) -> None:
    def text(g: Builder, x: Any, steps: Any) -> Any:
        return g.for_(g.range(steps), lambda i, y: g.store(y, g.s_[i], 1.0), (x,))

    native = Cpu().compile(build(text, {"x": VECTOR, "steps": INT}))
    size = 200_000
    (y,) = native([np.zeros(size, F32), size], {"n": size})  # copying each time would take a minute
    assert y.all()


# --- integers that size something -----------------------------------------------------------------


def test_sizes_of_the_run(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any) -> Any:
        size = g.as_dim(i, low=1)
        other = g.as_dim(g.sum(g.cast(x, dtype=I64)), low=0)
        a, b = g.zeros(shape=(size,)), g.ones(shape=(other + 1, size))
        return (
            a,
            b,
            g.add(a, b),
            size * other,
            g.index(b, g.s_[:size, 0]),
            (size + other) // 2,
            size % 3,
        )

    calls = [(vector(*values), i) for values in ((1, 2), (), (4,)) for i in (1, 2, 0, -5)]
    agree(text, {"x": VECTOR, "i": INT}, calls, sizes=length)


NUMBERS = [0, 1, 2, 5, -1, -3, 2**31, 2**62, 2**63 - 2, 2**63 - 1, -(2**63)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(lambda g, x, k: (k + 1) % 7, id="add"),
        pytest.param(lambda g, x, k: g.dim_min(k * k * k, 5), id="multiply"),
        pytest.param(lambda g, x, k: -k // 3, id="negate"),
        pytest.param(
            lambda g, x, k: g.index(x, g.s_[g.dim_max(k, 0) : g.dim_max(k, 0) + 2]), id="slice"
        ),
        pytest.param(lambda g, x, k: g.store(x, g.s_[: g.dim_max(k + 3, 0)], 2.0), id="store"),
        pytest.param(
            lambda g, x, k: g.for_(
                g.range(k, k + 2), lambda i, t: g.multiply((i + 1) % 5, 2), (0,)
            ),
            id="index of a loop",
        ),
    ],
)
def test_arithmetic_on_integers_never_wraps(text: Callable[..., Any], build: Build) -> None:
    """A kernel gives what Python computes, or refuses: also where only a step leaves 64 bits."""
    number = symbol("k", low=None, high=None)

    def body(g: Builder, x: Any, k: Any) -> Any:
        return text(g, x, number)

    graph = build(body, {"x": VECTOR, "k": INT}, {"k": number})
    native = Cpu().compile(graph)
    for value in NUMBERS:
        given, sizes = [vector(1, 2, 3), value], {"n": 3, "k": value}
        try:
            result = native(given, sizes)
        except DslError as error:
            assert error.code == "integer-overflow"
        else:
            assert str(result) == str(evaluate(graph, given, sizes)), value


def test_integer_parameters_as_dims(agree: Check) -> None:
    whole, part = dims("whole part")

    def text(g: Builder, x: Any, whole_: Any, part_: Any) -> Any:
        return (
            g.index(x, g.s_[: g.as_dim(part_, low=0)]),
            whole_,
            whole * whole - part,
            g.multiply(whole, 2),
            whole // 3,
        )

    agree(
        text,
        {"x": VECTOR, "whole": INT, "part": INT},
        [(vector(1, 2, 3), w, p) for w in (5, 2**40) for p in (0, 2, 7)],
        integers={"whole": whole, "part": part},
        sizes=lambda x, w, p: {"n": len(x), "whole": w, "part": p},
    )


def test_integer_that_sizes_something_is_counted_down(agree: Check) -> None:
    size = dims("size")

    def text(g: Builder, size_: Any) -> Any:
        y = g.ones(shape=(size,))
        left = g.while_(lambda s: g.greater(s, 0), lambda s: g.subtract(s, 1), (size_,))
        return left, g.add(y, 1.0), g.concat((y, y))

    calls = [[3], [0], [1]]
    agree(text, {"size": INT}, calls, integers={"size": size}, sizes=lambda size: {"size": size})


def test_divisor_that_turns_out_zero(agree: Check) -> None:
    p, q = dims("p q")

    def text(g: Builder, p_: Any, q_: Any) -> Any:
        return g.add(p // q, 1), g.subtract(p % q, p_)

    calls = [(7, 2), (-7, 2), (7, -2), (7, 0)]
    agree(
        text,
        {"p": INT, "q": INT},
        calls,
        integers={"p": p, "q": q},
        sizes=lambda p, q: {"p": p, "q": q},
    )


def test_require_at_the_call_and_in_the_run(agree: Check) -> None:
    def text(g: Builder, x: Any, y: Any, i: Any) -> Any:
        g.at("z = x + y")
        z = g.add(x, y)
        size = g.as_dim(i)
        g.at("w = z * zeros(size)")
        return g.multiply(z, g.zeros(shape=(size,))), g.add(z, 1.0)

    types: dict[str, Type] = {"x": VECTOR, "y": TensorType(F32, (m,)), "i": INT}
    calls = [
        (vector(1, 2), vector(3, 4), 2),
        (vector(1, 2), vector(3, 4), 3),
        (vector(1), vector(3, 4), 1),
    ]
    agree(text, types, calls, sizes=lambda x, y, _: {"n": len(x), "m": len(y)})


# --- calls ----------------------------------------------------------------------------------------


def test_calls(build: Build, agree: Check) -> None:
    def normalize(g: Builder, x: Any) -> Any:
        total = g.sum(x)
        g.at("assert total > 0")
        g.check(g.greater(total, 0.0), message="nothing to divide by")
        return g.divide(x, total), total

    def pick(g: Builder, x: Any, size: Any) -> Any:
        return g.index(x, g.s_[: g.as_dim(size, low=0)])

    inner = build(normalize, {"x": TensorType(F32, (k,))})
    picked = build(pick, {"x": TensorType(F32, (k,)), "size": INT})

    def twice(g: Builder, x: Any) -> Any:
        y, total = g.call_graph(inner, (x,))
        z, _ = g.call_graph(inner, (g.concat((y, x)),))
        return z, total, y

    middle = build(twice, {"x": TensorType(F32, (m,))})

    def text(g: Builder, x: Any, i: Any) -> Any:
        z, total, y = g.call_graph(middle, (x,))
        (part,) = g.call_graph(picked, (z, i))
        g.call_graph(inner, (x,))
        return z, total, y, part, g.add(part, 1.0), x

    calls = [(vector(1, 2), i) for i in (0, 3, 9, -1)] + [(vector(-1), 0), (vector(), 0)]
    agree(text, {"x": VECTOR, "i": INT}, calls, sizes=length)


def test_callee_stands_once_in_the_text(build: Build) -> None:
    def double(g: Builder, x: Any) -> Any:
        return g.multiply(x, 2.0)

    inner = build(double, {"x": TensorType(F32, (k,))})

    def text(g: Builder, x: Any) -> Any:
        (y,) = g.call_graph(inner, (x,))
        (z,) = g.call_graph(inner, (y,))
        return z

    kernel = kernel_text(build(text, {"x": VECTOR}))
    assert kernel.count("static bool double_2(") == 1  # `double` is a word of C++
    assert kernel.count("if (!double_2(") == 2


# --- failures -------------------------------------------------------------------------------------


def test_failures_in_the_order_of_nodes(agree: Check) -> None:
    def text(g: Builder, x: Any, i: Any, f: Any) -> Any:
        a = g.index(x, g.s_[i])
        b = g.floor_divide(7, i)
        g.check(g.greater(f, 0.0))
        g.check(g.less(f, 100.0), message="too large: {0}", error="ValueError")
        return a, b, g.cast(f, dtype=int), g.max(x)

    calls = [
        (vector(1, 2), i, f) for i in (0, 1, 5) for f in (1.5, -1.0, 200.0, np.inf, float("nan"))
    ]
    agree(text, {"x": VECTOR, "i": INT, "f": FLOAT}, [*calls, (vector(), 1, 1.0)], sizes=length)


def test_what_a_check_gives_is_carried(agree: Check) -> None:
    def text(g: Builder, i: Any) -> Any:
        seen = g.check(g.greater(i, 0))
        return g.while_(lambda s, j: g.less(j, 3), lambda s, j: (g.not_(s), g.add(j, 1)), (seen, 0))

    agree(text, {"i": INT}, [[1], [0]])


def test_integers_that_leave_64_bits(build: Build) -> None:
    def text(g: Builder, i: Any) -> Any:
        g.at("j = i * i")
        return g.multiply(i, i)

    native = Cpu().compile(build(text, {"i": INT}))
    assert native([3_000_000_000], {}) == [9 * 10**18]
    with pytest.raises(DslError) as raised:
        native([4_000_000_000], {})
    assert raised.value.code == "integer-overflow"
    assert "j = i * i" in str(raised.value)


def test_exceptions_name_the_statement(build: Build) -> None:
    def text(g: Builder, i: Any) -> Any:
        g.at("j = 1 // i")
        return g.floor_divide(1, i)

    native = Cpu().compile(build(text, {"i": INT}))
    with pytest.raises(ZeroDivisionError) as raised:
        native([0], {})
    assert ["j = 1 // i" in note for note in raised.value.__notes__] == [True]


def test_too_much_memory(build: Build) -> None:
    def text(g: Builder, i: Any) -> Any:
        size = g.as_dim(i)
        return g.zeros(shape=(size, size))

    native = Cpu().compile(build(text, {"i": INT}))
    with pytest.raises(MemoryError):
        native([2**25], {})
    with pytest.raises(ValueError, match="too big"):
        native([2**40], {})


# --- arguments and results ------------------------------------------------------------------------


def test_any_memory_layout(agree: Check) -> None:
    matrix = TensorType(F64, (n, m))

    def text(g: Builder, x: Any) -> Any:
        return x, g.add(x, 1.0), g.transpose(x)

    base = np.arange(48.0).reshape(6, 8)
    unaligned = np.frombuffer(b"\0" + base.tobytes(), np.uint8)[1:].view(np.float64).reshape(6, 8)
    read_only = base.copy()
    read_only.flags.writeable = False
    layouts = [
        base.T,
        base[::-1, ::2],
        base[:, ::-1],
        base[1:1],
        base[:, :1],
        unaligned,
        read_only,
        np.broadcast_to(base[0], (3, 8)),
    ]
    agree(
        text,
        {"x": matrix},
        [(x,) for x in layouts],
        sizes=lambda x: {"n": x.shape[0], "m": x.shape[1]},
    )


def test_every_kind_of_value(agree: Check) -> None:
    dtypes = [
        BY_NAME[name]
        for name in ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool_")
    ]
    types: dict[str, Type] = {f"a{i}": TensorType(dtype, (2,)) for i, dtype in enumerate(dtypes)}
    types |= {f"z{i}": TensorType(dtype, ()) for i, dtype in enumerate(dtypes)}
    types |= {f"s{i}": ScalarType(dtype) for i, dtype in enumerate(dtypes)}
    types |= {"i": INT, "f": FLOAT, "b": BOOL_NUMBER}

    def text(g: Builder, *values: Any) -> Any:
        return (
            *values,
            1,
            -2.5,
            True,
            np.float32(0.1),
            np.uint64(2**64 - 1),
            np.int64(-(2**63)),
            float("-inf"),
        )

    limits = [(np.iinfo(d).min, np.iinfo(d).max) if d.kind in "iu" else (0.1, -0.0) for d in dtypes]
    arrays = [np.array(pair, dtype) for pair, dtype in zip(limits, dtypes, strict=True)]
    call = [
        *arrays,
        *(np.array(a[1]) for a in arrays),
        *(a[0] for a in arrays),
        -(2**63),
        float("nan"),
        True,
    ]
    agree(text, types, [call])


def test_results_are_fresh(build: Build) -> None:
    native = Cpu().compile(build(lambda g, x: (x, x), {"x": VECTOR}))
    x = vector(1, 2)
    first, second = native([x], {"n": 2})
    assert not np.shares_memory(first, x)
    assert not np.shares_memory(first, second)
    assert first.flags.writeable


def test_arguments_that_are_not_declared(build: Build) -> None:
    native = Cpu().compile(build(lambda g, x, i: (x, i), {"x": VECTOR, "i": INT}))
    wrong: list[list[Any]] = [
        [np.zeros(2), 1],
        [np.zeros((2, 1), F32), 1],
        [np.zeros(3, F32), 1],
        [[1, 2], 1],
        [np.zeros(2, ">f4"), 1],
        [vector(1, 2), "one"],
        [vector(1, 2), 1.5],
    ]
    for arguments in wrong:
        with pytest.raises(TypeError):
            native(arguments, {"n": 2})


def test_nothing_leaks(build: Build) -> None:
    def text(g: Builder, x: Any, i: Any) -> Any:
        y = g.add(x, 1.0)
        z = g.for_(g.range(3), lambda j, z: g.store(z, g.s_[i], 1.0), (y,))
        return z, g.index(z, g.s_[i])

    native = Cpu().compile(build(text, {"x": VECTOR, "i": INT}))
    x = np.zeros(50_000, F32)[::-1]
    references = sys.getrefcount(x)

    def many() -> int:
        for _ in range(500):
            native([x, 5], {"n": 50_000})
            with pytest.raises(IndexError):
                native([x, 50_000], {"n": 50_000})
            with pytest.raises(TypeError):
                native([x, 5], {"n": 3})
        with open("/proc/self/statm", encoding="ascii") as pages:  # noqa: PTH123
            return int(pages.read().split()[1])

    before = many()
    assert many() - before < 5_000  # pages; one leak a call would be 24,500
    assert sys.getrefcount(x) == references


def test_threads(build: Build) -> None:
    def text(g: Builder, x: Any, steps: Any) -> Any:
        return g.for_(g.range(steps), lambda i, y: g.add(y, 1.0), (x,))

    native = Cpu().compile(build(text, {"x": VECTOR, "steps": INT}))
    found: dict[int, np.ndarray] = {}

    def run(number: int) -> None:
        found[number] = native([np.full(100, number, F32), 1000], {"n": 100})[0]

    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((found[number] == number + 1000).all() for number in range(8))

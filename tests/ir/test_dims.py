"""Dims against Python's own integers: every reduction, bound and answer holds for drawn numbers."""

import copy
import itertools
import math
import operator
import subprocess
import sys
from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dims import (
    Dim,
    Size,
    dim_max,
    dim_min,
    dims,
    evaluate,
    exact_div,
    interval,
    parse,
    substitute,
    symbol,
    symbol_dims,
    symbols,
)

n, m, k = dims("n m k")
p = symbol("p", 1)
signed = symbol("i", None, None)

# --- drawn expressions: text that both Python and `Dim` compute -------------------------------

LEAVES = st.sampled_from(["n", "m", "i"]) | st.integers(-4, 9).map(lambda number: f"({number})")


def compound(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["+", "-", "*", "//", "%"])
    infix = st.tuples(inner, signs, inner).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})")
    by_number = st.tuples(inner, st.sampled_from(["//", "%"]), st.sampled_from([2, 3, 4, 6, -3]))
    calls = st.tuples(st.sampled_from(["least", "greatest"]), inner, inner)
    return (
        infix
        | by_number.map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})")
        | calls.map(lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})")
    )


EXPRESSIONS = st.recursive(LEAVES, compound, max_leaves=8)
SIZES = st.fixed_dictionaries(
    {"n": st.integers(0, 12), "m": st.integers(0, 12), "i": st.integers(-12, 12)}
)


def compute(text: str, sizes: dict[str, int]) -> int | None:
    """What Python computes; None where it divides by zero."""
    try:
        return int(eval(text, {"least": min, "greatest": max}, sizes))
    except ZeroDivisionError:
        return None


def build(text: str, i: Size = signed) -> Size | None:
    """What `Dim` computes; None where a divisor is the number 0."""
    names = {"n": n, "m": m, "i": i, "least": dim_min, "greatest": dim_max}
    try:
        size: Size = eval(text, names)
    except ZeroDivisionError:
        return None
    return size


@settings(max_examples=400)
@given(EXPRESSIONS, st.lists(SIZES, min_size=1, max_size=6))
def test_every_expression_is_what_python_computes(text: str, drawn: list[dict[str, int]]) -> None:
    size = build(text)
    for sizes in drawn:
        expected = compute(text, sizes)
        if expected is not None:
            assert size is not None
            assert evaluate(size, sizes) == expected


@given(EXPRESSIONS, SIZES)
def test_a_division_by_zero_is_never_invented(text: str, sizes: dict[str, int]) -> None:
    size = build(text)
    try:
        assert size is None or evaluate(size, sizes) is not None
    except ZeroDivisionError:
        assert compute(text, sizes) is None


@given(EXPRESSIONS, SIZES)
def test_interval_holds_every_value(text: str, sizes: dict[str, int]) -> None:
    size, value = build(text), compute(text, sizes)
    if size is not None and value is not None:
        low, high = interval(size)
        assert low is None or low <= value
        assert high is None or value <= high


@given(EXPRESSIONS)
def test_text_parses_to_the_same_dim(text: str) -> None:
    size = build(text, symbol("i"))  # Parsed symbols are those of shapes.
    if size is not None:
        assert parse(str(size)) == size


@given(EXPRESSIONS, SIZES)
def test_text_is_the_python_that_computes_the_size(text: str, sizes: dict[str, int]) -> None:
    size, value = build(text), compute(text, sizes)
    if size is not None and value is not None:
        names = {"min": min, "max": max}
        assert eval(str(size), names, sizes) == value


@given(EXPRESSIONS, EXPRESSIONS, SIZES)
def test_substitute_is_evaluation_of_what_stands_in(
    text: str, inner: str, sizes: dict[str, int]
) -> None:
    size, stand_in = build(text), build(inner)
    value = compute(inner, sizes)
    if size is None or stand_in is None or value is None:
        return
    expected = compute(text, {**sizes, "i": value})
    if expected is not None:
        assert evaluate(substitute(size, {"i": stand_in}), sizes) == expected


@given(EXPRESSIONS)
def test_every_part_has_one_object(text: str) -> None:
    size = build(text)
    assert copy.deepcopy(size) is size
    if isinstance(size, Dim):
        assert substitute(size, {str(dim): dim for dim in symbol_dims(size)}) is size


POLYNOMIALS = st.lists(
    st.tuples(st.integers(-3, 3), st.lists(st.sampled_from([n, m, k, n // 3]), max_size=3)),
    max_size=4,
)


@given(POLYNOMIALS, st.randoms(use_true_random=False))
def test_equal_polynomials_are_one_object(
    terms: list[tuple[int, list[Size]]], random: Random
) -> None:
    forward: Size = 0
    for number, factors in terms:
        forward = forward + math.prod(factors, start=number)
    random.shuffle(terms)
    shuffled: Size = 0
    for number, factors in terms:
        random.shuffle(factors)
        shuffled = math.prod(factors, start=number) + shuffled
    assert shuffled is forward or (isinstance(forward, int) and shuffled == forward)


@given(POLYNOMIALS, POLYNOMIALS)
def test_exact_div_undoes_a_product(
    left: list[tuple[int, list[Size]]], right: list[tuple[int, list[Size]]]
) -> None:
    a: Size = sum(math.prod(factors, start=number) for number, factors in left)
    b: Size = sum(math.prod(factors, start=number) for number, factors in right)
    assert exact_div(a * b, b) == (None if b == 0 else a)


# --- chosen cases -----------------------------------------------------------------------------

TEXTS = {
    "2*n + 1": 1 + n + n,
    "n - 1": n - 1,
    "1 - n": 1 - n,
    "-n": -n,
    "-m - n": -n - m,
    "m*n": n * m,
    "n*n": n * n,
    "(n + 1)//2": (n + 1) // 2,
    "n % 8": n % 8,
    "min(n, 4)": dim_min(4, n),
    "max(m, n, 1)": dim_max(dim_max(n, 1), m),
    "-(n//2)": -(n // 2),
    "1 - n//2": 1 - n // 2,
    "2*(n//2)": 2 * (n // 2),
    "m*(n % 3)": n % 3 * m,
    "(m*n)//3": n * m // 3,
    "(2*n)//3": 2 * n // 3,
    "n//m": n // m,
    "n//(m + 1)": n // (m + 1),
    "4//n": 4 // n,
    "-(3//n) - 1": -4 // n,
    "min(n, 4)//3": dim_min(n, 4) // 3,
    "n//(3*m)": n // m // 3,
    "(-n) % 8": -n % 8,
}


@pytest.mark.parametrize("text", TEXTS)
def test_text(text: str) -> None:
    assert str(TEXTS[text]) == text
    assert parse(text) is TEXTS[text]


SAME: list[tuple[Size, Size]] = [
    (dim_max(n + 2 * m, n + dim_max(n, 5)), n + dim_max(2 * m, n, 5)),
    (dim_min(n // 4 + 2 - n, n // 4), n // 4 - dim_max(n - 2, 0)),
    ((n * 4) // 4, n),
    ((4 * n + 7) // 4, n + 1 + 0 * m),
    ((n * 4) % 4, 0),
    ((8 * n + 3) % 4, 3),
    ((6 * n + 5) // 4, (3 * n + 2) // 2),
    ((6 * n + 5) % 4, 2 * ((3 * n + 2) % 2) + 1),
    (n // 2 // 3, n // 6),
    ((n // 2 + 1) // 3, (n + 2) // 6),
    (n % 8 % 4, n % 4),
    ((n % 8 + m) % 4, (n + m) % 4),
    (n % 8 // 8, 0),
    (n % 8 % 8, n % 8),
    (-(-n // 8), (n + 7) // 8),
    (-(-n // m), (n + m - 1) // m),
    (-(-4 // m), (4 + m - 1) // m),
    ((n * m + k) // m, n + k // m),
    ((n * m + k) % m, k % m),
    (n % m % m, n % m),
    ((3 * n % m + k) % m, (3 * n + k) % m),
    (p * n // (p * m), n // m),
    (p * n % (p * m), p * (n % m)),
    ((4 * n + 3) // (2 * m), (2 * n + 1) // m),
    ((4 * n + 3) % (2 * m), 2 * ((2 * n + 1) % m) + 1),
    (n // m // k, n // (m * k)),
    ((n // m + 1) // 2, (n + m) // (2 * m)),
    ((n * n - n) % 2, 0),
    ((n * n * n - n + 2) % 3, 2),
    (n // 1, n),
    (n % 1, 0),
    (n // -2, -n // 2),
    (n % -2, -(-n % 2)),
    (n - n, 0),
    (dim_min(n, n + 1), n),
    (dim_max(n, n + 1, 0), n + 1),
    (dim_min(n, 0), 0),
    (dim_max(n, -3), n),
    (dim_min(n, dim_min(4, m)), dim_min(m, n, 4)),
    (dim_min(n, n // 2), n // 2),
    (dim_min(n, (n + 7) // 8 * 8), n),
    (dim_max(2 * (n // 2), n), n),
    (dim_min(n + 1, m + 1), dim_min(n, m) + 1),
    (dim_min(2 * n, 2 * m), 2 * dim_min(n, m)),
    (dim_max(-n, -m), -dim_min(n, m)),
    (dim_min(n, dim_min(m, 4) + 1), dim_min(n, m + 1, 5)),
    (dim_min(n, -dim_max(4 - m, 0)), dim_min(m - 4, 0)),
    (dim_max(n * m, n * m - n), n * m),
    (dim_max(n * n, n), n * n),
    ((n + 1) * m // (n + 1), m),
    ((n + 1) * m % (n + 1), 0),
    (np.int64(2) * n + np.int32(1), 2 * n + 1),
    (True + n, n + 1),
]


@pytest.mark.parametrize(("found", "expected"), SAME, ids=str)
def test_one_form(found: Size, expected: Size) -> None:
    assert found == expected
    assert type(found) is type(expected)
    assert found is expected or isinstance(found, int)


def test_a_divisor_that_may_be_zero_is_kept() -> None:
    assert str(n * m // m) == "(m*n)//m"
    with pytest.raises(ZeroDivisionError):
        evaluate(n * m // m, {"n": 3, "m": 0})
    with pytest.raises(ZeroDivisionError):
        evaluate(0 // m, {"m": 0})
    for operation in (operator.floordiv, operator.mod):
        with pytest.raises(ZeroDivisionError):
            operation(n, 0)
        for dividend in (n, 2 * n, n // 2):
            size = substitute(operation(dividend, m) // 3 % 5, {"m": 0})
            with pytest.raises(ZeroDivisionError):
                evaluate(size, {"n": 3})


def test_equality_is_of_structure() -> None:
    assert n + 1 == 1 + n
    assert hash(n + 1) == hash(1 + n)
    assert n != m
    assert n != 4
    assert n != "n"
    assert symbol("n", None, None) != n


def test_constants_are_ints() -> None:
    for size in (n - n + 3, 0 * n, (n - n) // 5, n % 1):
        assert type(size) is int


@pytest.mark.parametrize(
    "use",
    [
        lambda: n < 3,
        lambda: n <= m,
        lambda: n > 3,
        lambda: n >= 0,
        lambda: bool(n),
        lambda: int(n),
        lambda: float(n),
        lambda: range(n),
        lambda: [1, 2][n],
    ],
)
def test_there_is_no_number_while_building(use: Callable[[], object]) -> None:
    with pytest.raises(DslError) as caught:
        use()
    assert caught.value.code == "depends-on-call"


def test_what_is_no_integer_is_refused() -> None:
    for operation in (operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod):
        for left, right in [(n, 1.5), (1.5, n), (None, n)]:
            with pytest.raises(TypeError):
                operation(left, right)


def test_dims() -> None:
    assert dims("n") is n
    assert dims("n m") == (n, m)
    assert dims("  batch  ") is symbol("batch")
    # One identifier in Python: NFKC.
    assert dims("\ufb01") is symbol("fi")
    for names in ("", "2n", "n,m", "class", "n-m"):
        with pytest.raises(DslError) as caught:
            dims(names)
        assert caught.value.code == "annotation-unknown"


def test_symbols() -> None:
    assert symbols(m // n + dim_min(k, n % 3) * m) == ("k", "m", "n")
    assert symbols(7) == ()
    assert symbol_dims(signed // (n + 1)) == (signed, n)


def test_interval() -> None:
    assert interval(7) == (7, 7)
    assert interval(n) == (0, 2**48)
    assert interval(2 * n + 1) == (1, 2**49 + 1)
    assert interval(signed) == (None, None)
    assert interval(signed % 8) == (0, 7)
    assert interval(signed * 0 + n % 8 - 1) == (-1, 6)
    assert interval(dim_max(signed, 0)) == (0, None)
    assert interval(8 // symbol("p", 1, 3)) == (2, 8)
    assert interval(n // (m + 1)) == (0, 2**48)
    assert interval(n % m) == (0, 2**48 - 1)
    assert interval(5 % m) == (0, 5)
    assert interval(n // signed) == (-(2**48), 2**48)


def test_evaluate_needs_every_symbol() -> None:
    with pytest.raises(CompilerBug, match=r"no value for `k`, `m` in the dim `k \+ m \+ n`"):
        evaluate(n + m + k, {"n": 1})


QUOTIENTS: list[tuple[Size, Size, Size | None]] = [
    (n * 4, 4, n),
    (n * m, m, n),
    (n * m + m, n + 1, m),
    (n * 4, 3, None),
    (n + 1, m, None),
    (0, m, 0),
    (12, 4, 3),
    (13, 4, None),
    (n, 0, None),
]


@pytest.mark.parametrize(("a", "b", "quotient"), QUOTIENTS, ids=str)
def test_exact_div(a: Size, b: Size, quotient: Size | None) -> None:
    assert exact_div(a, b) == quotient


REFUSED = [
    "",
    "n +",
    "n / 2",
    "n ** 2",
    "f(n)",
    "min()",
    "min(n, key=m)",
    "n.x",
    "True",
    "1.5",
    "'n'",
]
REFUSED += [
    "n if m else k",
    "n[0]",
    "n // 0",
    "n < m",
    "__import__('os')",
    "(" * 500,
    "n\0",
    "n; m",
]


@pytest.mark.parametrize("text", REFUSED)
def test_parse_refuses_what_is_no_size(text: str) -> None:
    with pytest.raises(DslError) as caught:
        parse(text)
    assert caught.value.code == "annotation-unknown"


def test_parse() -> None:
    assert parse(" 2*S+1 ") is 2 * symbol("S") + 1
    assert parse("12") == 12
    assert parse("-n % 8") is -n % 8
    assert parse("min(n, 4, m)") is dim_min(n, 4, m)


def test_deep_nesting_needs_no_recursion() -> None:
    size, value = n, 10**6
    for step in range(3000):
        size, value = (3 * size + step) // 2 % (m + 1), (3 * value + step) // 2 % 12
    assert evaluate(size, {"n": 10**6, "m": 11}) == value
    assert evaluate(substitute(size, {"m": 11}), {"n": 10**6}) == value
    assert str(size).count("//2") == 3000


def test_text_is_the_same_under_every_hash_seed() -> None:
    program = (
        "from dslc.ir.dims import *; a, b, c = dims('a b c')\n"
        "print((c + a*b)//3 * (b % 4) + dim_min(c, a, b//2) - dim_max(c, 3) + symbol('z'))\n"
        "print(symbols(c + b + a))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(texts) == 1


@pytest.mark.parametrize("low", [-7, 0, 2])
def test_small_symbols_exhaustively(low: int) -> None:
    x = symbol("x", low, low + 7)
    for a, b, c, d in itertools.product((-5, -2, 1, 3, 6), (-3, 0, 4), (1, 2, 6), (2, 3)):
        size = dim_min((a * x + b) // c, x % d) + (a * x + b) % c // d
        low_bound, high_bound = interval(size)
        for value in range(low, low + 8):
            expected = min((a * value + b) // c, value % d) + (a * value + b) % c // d
            assert evaluate(size, {"x": value}) == expected
            assert low_bound is not None and high_bound is not None
            assert low_bound <= expected <= high_bound

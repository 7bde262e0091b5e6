"""Requires in their shortest form say what they said, on all small numbers."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.ir.comparison import Comparison, comparison
from dslc.ir.dims import Size, dim_max, dim_min, dims, parse, symbol
from dslc.ir.facts import Facts, NeverHolds
from dslc.ir.graph import Require
from dslc.ir.place import Place
from dslc.ir.requires import minimal, reduced
from dslc.ir.truths import NOTHING, Truth, of_size, truth_of

n, m, k = dims("n m k")

GRID = [dict(zip("nmk", numbers, strict=True)) for numbers in itertools.product(range(6), repeat=3)]

RELATIONS = ("==", "!=", "<", "<=", ">", ">=")


def compound(inner: st.SearchStrategy[Size]) -> st.SearchStrategy[Size]:
    pairs, numbers = st.tuples(inner, inner), st.sampled_from([2, 3, 4])
    return (
        pairs.map(lambda pair: pair[0] + pair[1])
        | pairs.map(lambda pair: pair[0] - pair[1])
        | pairs.map(lambda pair: pair[0] * pair[1])
        | pairs.map(lambda pair: dim_min(*pair))
        | pairs.map(lambda pair: dim_max(*pair))
        | st.tuples(inner, numbers).map(lambda pair: pair[0] // pair[1])
        | st.tuples(inner, numbers).map(lambda pair: pair[1] * (pair[0] // pair[1]))
        | st.tuples(inner, numbers).map(lambda pair: pair[0] % pair[1])
    )


SIZES = st.recursive(st.sampled_from([n, m, k]) | st.integers(0, 3), compound, max_leaves=4)
COMPARISONS = st.builds(comparison, SIZES, st.sampled_from(RELATIONS), SIZES)


def learned(known: list[Comparison]) -> Facts | None:
    facts = Facts()
    try:
        for each in known:
            facts.learn(each)
    except NeverHolds:
        return None
    return facts


@settings(max_examples=200)
@given(st.lists(COMPARISONS, max_size=2), COMPARISONS)
def test_the_shortest_form_says_the_same(known: list[Comparison], asked: Comparison) -> None:
    facts = learned(known)
    if facts is None or facts.answer(asked) is False:
        return
    short = reduced(asked, facts)
    assert reduced(short, facts) == short
    for sizes in GRID:
        if all(each.holds(sizes) for each in known):
            assert short.holds(sizes) == asked.holds(sizes), (short, sizes)


@settings(max_examples=60)
@given(st.lists(COMPARISONS, min_size=2, max_size=4))
def test_what_is_left_out_follows(drawn: list[Comparison]) -> None:
    facts, made = Facts(), []
    for each in drawn:
        try:
            if facts.answer(each) is None:
                made.append((Require(reduced(each, facts), Place()), each))
            facts.learn(each)
        except NeverHolds:
            return
    kept = [require.comparison for require in minimal(made)]
    for sizes in GRID:
        assert all(each.holds(sizes) for each in kept) == all(
            original.holds(sizes) for _, original in made
        )


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("m + n == n", "m == 0"),
        ("2*n == 2*m + 2", "n == m + 1"),
        ("2*(n//2) == n", "n % 2 == 0"),
        ("2*(n//4) == n//2", "(n//2) % 2 == 0"),
        ("6*m*k*(n//2) == 3*k*m*n", "k*m*(n % 2) == 0"),
        ("min(m, n) == n", "n <= m"),
        ("max(m, n) == m", "n <= m"),
        ("min(n, 2) == 2", "n >= 2"),
        ("3*n <= 8", "n <= 2"),
        ("2*n > 4", "n > 2"),
        ("n*m < n*m + k", "k > 0"),
        ("3 == n", "n == 3"),
        ("m == m//2 + 4*((m - m//2 + 3)//4)", "(m - m//2 + 3) % 4 == 3"),
    ],
)
def test_short_forms(text: str, short: str) -> None:
    left, relation, right = (part.strip() for part in _split(text))
    assert str(reduced(comparison(parse(left), relation, parse(right)), Facts())) == short


def _split(text: str) -> tuple[str, str, str]:
    relation = next(each for each in ("==", "<=", "<", ">") if each in text)
    left, _, right = text.partition(relation)
    return left, relation, right


def test_factors_known_to_be_above_0_go() -> None:
    facts = learned([comparison(m, ">=", 1), comparison(k, ">", m)])
    assert facts is not None
    asked = comparison(2 * m * k * (n // 2), "==", m * k * n)
    assert str(reduced(asked, facts)) == "n % 2 == 0"


def test_a_stronger_require_replaces_a_weaker_one() -> None:
    weak, strong = comparison(n % 2, "==", 0), comparison(n % 6, "==", 0)
    made = [(Require(each, Place()), each) for each in (weak, strong)]
    assert [each.comparison for each in minimal(made)] == [strong]


# --- what tests tell ----------------------------------------------------------------------------


Test = tuple[str, tuple["Test | Size", ...]]

COMPARED = st.tuples(
    st.sampled_from(["equal", "not_equal", "less", "less_equal", "greater", "greater_equal"]),
    st.tuples(SIZES, SIZES),
)
TESTS = st.recursive(
    COMPARED,
    lambda inner: (
        st.tuples(st.sampled_from(["and", "or"]), st.tuples(inner, inner))
        | st.tuples(st.just("not"), st.tuples(inner))
    ),
    max_leaves=4,
)

_SIGNS = dict(
    zip(
        ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"),
        RELATIONS,
        strict=True,
    )
)


def told(test: Test) -> Truth:
    op, operands = test
    return truth_of(op, [told(each) if isinstance(each, tuple) else each for each in operands])


def value(test: Test, sizes: dict[str, int]) -> bool:
    op, operands = test
    if op in _SIGNS:
        return comparison(operands[0], _SIGNS[op], operands[1]).holds(sizes)  # type: ignore[arg-type]
    values = [value(each, sizes) for each in operands]  # type: ignore[arg-type]
    return {"and": all, "or": any, "not": lambda them: not them[0]}[op](values)


@settings(max_examples=100)
@given(TESTS)
def test_what_a_test_tells_holds(drawn: Test) -> None:
    truth = told(drawn)
    for sizes in GRID:
        holds = value(drawn, sizes)
        assert all(each.holds(sizes) for each in truth.told(holds)), (drawn, sizes)


def test_the_truth_of_a_number_tells_that_it_is_not_0() -> None:
    i = symbol("i", None, None)
    assert of_size(i).told(True) == (Comparison("!=", i, 0),)
    assert of_size(3).told(True) == () and of_size(3).if_false is None
    assert (of_size(0) | of_size(n)).told(False) == (Comparison("==", n, 0),)
    assert NOTHING.chosen(of_size(n), of_size(n)).told(True) == (Comparison("!=", n, 0),)

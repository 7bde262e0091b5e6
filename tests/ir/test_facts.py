"""Facts against all small numbers that keep what was assumed."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dslc.ir.comparison import Comparison, comparison
from dslc.ir.dims import Size, dim_max, dim_min, dims, evaluate, substitute, symbol
from dslc.ir.facts import DimMismatch, Facts, NeverHolds

n, m, k = dims("n m k")
signed = symbol("i", None, None)

GRID = [
    dict(zip("nmk", numbers, strict=True))
    for several in (range(5), (0, 6, 7, 8, 12))
    for numbers in itertools.product(several, repeat=3)
]


def compound(inner: st.SearchStrategy[Size]) -> st.SearchStrategy[Size]:
    pairs = st.tuples(inner, inner)
    divisors = st.sampled_from([2, 3, 4])
    return (
        pairs.map(lambda pair: pair[0] + pair[1])
        | pairs.map(lambda pair: pair[0] - pair[1])
        | pairs.map(lambda pair: pair[0] * pair[1])
        | pairs.map(lambda pair: dim_min(*pair))
        | pairs.map(lambda pair: dim_max(*pair))
        | st.tuples(inner, divisors).map(lambda pair: pair[0] // pair[1])
        | st.tuples(inner, divisors).map(lambda pair: pair[0] % pair[1])
        | st.tuples(inner, st.sampled_from([m + 1, k])).map(lambda pair: pair[0] // pair[1])
        | st.tuples(inner, st.sampled_from([m + 1, k])).map(lambda pair: pair[0] % pair[1])
    )


SIZES = st.recursive(st.sampled_from([n, m, k]) | st.integers(-2, 4), compound, max_leaves=4)
PAIRS = st.tuples(SIZES, SIZES)


def models(assumed: list[Comparison]) -> list[dict[str, int]]:
    """The small numbers at which all the comparisons hold."""
    return [sizes for sizes in GRID if all(_holds(each, sizes) for each in assumed)]


def _holds(each: Comparison, sizes: dict[str, int]) -> bool:
    try:
        return each.holds(sizes)
    except ZeroDivisionError:
        return False


def number_of(size: Size, sizes: dict[str, int]) -> int | None:
    """The number that a size is; None where it divides by 0."""
    try:
        return evaluate(size, sizes)
    except ZeroDivisionError:
        return None


def equal(*pairs: tuple[Size, Size]) -> list[Comparison]:
    return [Comparison("==", a, b) for a, b in pairs]


RELATIONS = ["==", "!=", "<", "<=", ">", ">="]
COMPARISONS = st.tuples(SIZES, st.sampled_from(RELATIONS), SIZES).map(
    lambda parts: comparison(*parts)
)


def learned(facts: Facts, drawn: list[tuple[Comparison, bool]]) -> list[Comparison]:
    """What facts learn of drawn comparisons, or assume; what they refuse cannot hold."""
    kept: list[Comparison] = []
    for each, is_assumed in drawn:
        try:
            (facts.assume if is_assumed else facts.learn)(each)
        except NeverHolds:
            assert not models([*kept, each])
        else:
            kept.append(each)
            assert facts.answer(each) is True or not models(kept)
    return kept


@settings(max_examples=200)
@given(
    st.lists(st.tuples(COMPARISONS, st.booleans()), max_size=4),
    st.lists(COMPARISONS, min_size=1, max_size=4),
)
def test_no_answer_is_ever_wrong(
    drawn: list[tuple[Comparison, bool]], asked: list[Comparison]
) -> None:
    facts = Facts()
    kept = learned(facts, drawn)
    for each in asked:
        answer = facts.answer(each)
        low, high = facts.bounds(each.left)
        forms = facts.simplify(each.left), facts.find(each.left)
        for sizes in models(kept):
            number = number_of(each.left, sizes)
            if number is None or number_of(each.right, sizes) is None:
                continue
            assert answer in (None, each.holds(sizes))
            assert low is None or low <= number
            assert high is None or number <= high
            assert [evaluate(form, sizes) for form in forms] == [number, number]


@given(st.lists(PAIRS, max_size=4))
def test_what_is_met_is_equal(drawn: list[tuple[Size, Size]]) -> None:
    facts = Facts()
    kept = learned(facts, [(each, True) for each in equal(*drawn)])
    checked = models(facts.assumed)
    sides = [side for each in kept for side in (each.left, each.right)]
    whole = [s for s in checked if all(number_of(side, s) is not None for side in sides)]
    assert whole == models(kept)
    for each in kept:
        assert facts.equal(each.left, each.right) is True or not models(kept)


@given(st.lists(st.tuples(COMPARISONS, st.booleans()), max_size=4), SIZES)
def test_sizes_have_the_form_that_their_text_makes(
    drawn: list[tuple[Comparison, bool]], size: Size
) -> None:
    facts = Facts()
    learned(facts, drawn)
    assert_formed(facts, size)


def assert_formed(facts: Facts, size: Size) -> None:
    for form in (facts.find(size), facts.simplify(size)):
        assert substitute(form, {"n": n, "m": m, "k": k}) is form


def test_what_is_known_leaves_no_form_of_its_own() -> None:
    facts = Facts()
    facts.learn(comparison(n, "==", dim_max(2 * m * m - 1, 0)))
    facts.learn(comparison(m, "<=", n))
    assert_formed(facts, dim_min(m, n // 2, dim_max(n - m, 0), 1))


def test_what_is_decided_without_assumptions() -> None:
    facts = Facts()
    assert facts.equal(n + 1, 1 + n) is True
    assert facts.equal(n, n + 1) is False
    assert facts.equal(n, -1) is False
    assert facts.equal(signed, -1) is None
    assert facts.equal(2 * n, 2 * m + 1) is False
    assert facts.equal(n // 8 * 8 + n % 8, n) is True
    assert facts.equal(n // m * m + n % m, n) is True
    assert facts.equal(n, m) is None
    assert facts.equal(3, 3) is True
    assert facts.equal(3, 4) is False


def test_a_min_is_its_operand_where_that_is_no_more_than_the_others() -> None:
    facts = Facts()
    padded = 4 * ((n + 6) // 8)
    assert facts.equal(dim_min(m + n, padded), padded) is None
    facts.learn(Comparison("<=", 2, n // 2))
    assert facts.at_least(m + n - padded, 0) is True
    assert facts.equal(dim_min(m + n, padded), padded) is True


def test_what_two_facts_say_together_is_known_in_other_words() -> None:
    facts = Facts()
    facts.meet(k, dim_min(m, n) - signed)
    facts.learn(Comparison("==", k % 3, 0))
    assert facts.at_least(k // 3, 0) is True


def test_what_is_learned_is_known_in_its_own_words() -> None:
    facts = Facts()
    facts.meet(dim_max(2 * n - 2, 0), dim_min(m, n))
    facts.learn(Comparison("<=", n, dim_min(m, n)))
    assert facts.answer(Comparison("<=", n, m)) is True
    assert facts.equal(n, dim_min(m, n)) is True


def test_a_symbol_gives_way() -> None:
    facts = Facts()
    assert facts.meet(n, m) is n
    assert facts.find(m) is n
    assert facts.find(2 * m + n) is 3 * n
    assert facts.meet(n, 4) == 4
    assert facts.find(m) == 4
    assert facts.meet(m, n) is m
    assert facts.assumed == equal((n, m), (n, 4))


def test_a_lone_symbol_gives_way_to_an_expression() -> None:
    facts = Facts()
    facts.meet(n, m + 1)
    assert facts.find(n) is m + 1
    facts.meet(m, k // 2)
    assert facts.find(n) is k // 2 + 1
    assert facts.equal(2 * n - 2, 2 * (k // 2)) is True


def test_an_equality_that_gives_no_symbol_is_remembered() -> None:
    facts = Facts()
    facts.meet(n * m, k * k)
    assert facts.equal(k * k, n * m) is True
    assert facts.equal(2 * n * m + 3, 2 * k * k + 3) is True
    assert facts.equal(n * m, k * k + 1) is False
    assert facts.equal(n * m, k) is None
    facts.meet(n, k)
    assert facts.equal(n * m, n * n) is True
    assert facts.assumed == equal((n * m, k * k), (n, k))


def test_a_contradiction_is_found_through_assumptions() -> None:
    facts = Facts()
    facts.meet(n, 3)
    with pytest.raises(DimMismatch, match="n is never 4") as caught:
        facts.meet(n, 4)
    assert (caught.value.left, caught.value.right) == (n, 4)
    with pytest.raises(DimMismatch):
        facts.assume_equal(4, 5)
    assert facts.assumed == equal((n, 3))


def test_assume_equal_asks_for_no_check() -> None:
    facts = Facts()
    facts.assume_equal(n, m)
    assert facts.equal(n, m) is True
    assert facts.meet(m, n) is m
    assert facts.assumed == []


def test_a_copy_is_independent() -> None:
    facts = Facts()
    facts.meet(n, m)
    inner = facts.copy()
    inner.meet(n, k)
    inner.meet(n * signed, n * n)
    assert inner.equal(m, k) is True
    assert facts.equal(m, k) is None
    assert facts.equal(n * signed, n * n) is None
    assert facts.assumed == equal((n, m))


def test_inequalities() -> None:
    facts = Facts()
    assert facts.at_least(n, 0) is True
    assert facts.at_least(n, 1) is None
    assert facts.at_least(-n - 1, 0) is False
    assert facts.less(n, n + 1) is True
    assert facts.less(n + 1, n) is False
    assert facts.less(n, m) is None
    assert facts.less(signed, 0) is None


def test_inequalities_see_through_min_and_max() -> None:
    facts = Facts()
    assert facts.at_least(n - dim_min(n, 4), 0) is True
    assert facts.at_least(dim_max(n, 4) - n, 0) is True
    assert facts.less(dim_min(n, m), n + 1) is True
    assert facts.less(dim_max(n, m), n) is False
    assert facts.at_least(dim_min(n, m) - dim_min(n, m, k), 0) is True
    assert facts.at_least(n - dim_max(dim_min(signed, n), 0), 0) is True


@given(COMPARISONS)
def test_a_comparison_holds_where_its_negation_does_not(drawn: Comparison) -> None:
    for sizes in GRID:
        if number_of(drawn.left, sizes) is not None and number_of(drawn.right, sizes) is not None:
            assert drawn.holds(sizes) is not drawn.negated().holds(sizes)
    assert drawn.negated().negated() == drawn


def test_comparisons_read_as_python() -> None:
    for relation in ("==", "!=", "<", "<="):
        assert str(comparison(n, relation, 2 * m)) == f"n {relation} 2*m"
    assert str(comparison(n, ">=", 1)) == "n >= 1"
    assert str(comparison(n, ">", m).negated()) == "n <= m"
    assert comparison(n, "<", m).symbols() == ("m", "n")
    assert comparison(n, "<", m).substituted({"n": 3, "m": k + 1}) == comparison(3, "<", k + 1)
    with pytest.raises(ValueError, match="compares no sizes"):
        comparison(n, "is", m)


def test_what_is_assumed_holds_from_then_on() -> None:
    facts = Facts()
    facts.assume(comparison(n, "<", m))
    facts.assume(comparison(m, "!=", k))
    facts.assume(comparison(n, "<=", m))
    assert facts.assumed == [comparison(n, "<", m), comparison(m, "!=", k)]
    assert facts.answer(comparison(m, ">", n)) is True
    assert facts.answer(comparison(m, "<=", n)) is False
    assert facts.answer(comparison(k, "==", m)) is False
    with pytest.raises(NeverHolds, match="m <= n never holds"):
        facts.learn(comparison(m, "<=", n))


def test_a_question_costs_the_same_among_many_facts() -> None:
    steps = []
    for count in (100, 400):
        facts = Facts()
        for number in range(count):
            facts.learn(comparison(symbol(f"kept{number}"), "<=", n))
        inner = facts.copy()
        inner.learn(comparison(n, ">", m))
        before = inner.steps
        assert inner.answer(comparison(symbol("kept7"), "<=", n)) is True
        assert inner.answer(comparison(symbol("kept7") // 2 + 1, "<=", n)) is True
        assert inner.answer(comparison(symbol("kept7"), "<", n)) is None
        assert inner.simplify(dim_min(symbol("kept7"), n)) is symbol("kept7")
        steps.append(inner.steps - before)
    assert steps[0] == steps[1]


def test_divisibility() -> None:
    facts = Facts()
    facts.learn(comparison(n % 8, "==", 0))
    facts.learn(comparison(m % 8, "==", 3))
    assert facts.simplify(8 * (n // 8)) is n
    assert facts.simplify(n // 2 * 2 + m) is m + n
    assert facts.find(n) is n
    assert [facts.simplify(size) for size in (n % 4, n * k % 8, (n + m) % 8, m % 2)] == [0, 0, 3, 1]
    assert facts.equal(n // 8 * 2, n // 4) is True
    assert facts.equal(8 * (m // 8) + 3, m) is True
    assert facts.equal(n, m) is False
    with pytest.raises(DimMismatch):
        facts.learn(comparison(n, "==", 12))
    facts.learn(comparison(n, "<=", 15))
    facts.learn(comparison(n, "!=", 0))
    assert facts.simplify(n) == 8


def test_the_factors_of_a_product_above_0_are_above_0() -> None:
    facts = Facts()
    facts.learn(comparison((n - m) * n, ">=", 40))
    assert facts.answer(comparison(n - m, ">=", 1)) is True
    assert facts.answer(comparison(n, ">=", 1)) is True
    assert facts.simplify(dim_max(n - m - 1, 0)) is n - m - 1
    assert facts.answer(comparison(n - m, ">=", 2)) is None
    assert facts.answer(comparison(m, ">=", 1)) is None


def test_the_shortest_form() -> None:
    facts = Facts()
    facts.learn(comparison(n, ">=", 64))
    facts.learn(comparison(m, "==", k // 2 + 1))
    assert facts.simplify(dim_min(n, 64)) == 64
    assert facts.simplify(dim_max(n - 1, 0) + 1) is n
    assert facts.simplify(m) is m
    assert facts.simplify(2 * m - 2 * (k // 2)) == 2
    assert facts.simplify(n // 8 * 8 + n % 8) is n
    assert facts.bounds(dim_min(n, 80) - 4) == (60, 76)
    assert facts.bounds(n % 8) == (0, 7)
    assert facts.bounds(signed) == (None, None)


def test_what_is_simplified_has_the_symbols_of_the_user() -> None:
    """The store has symbols of its own, made one from the other: `n//2` and the half of that."""
    facts = Facts()
    facts.learn(comparison(n % 2, "!=", 0))
    facts.learn(comparison(n // 2 % 2, "==", 0))
    assert facts.simplify(n // 2 - n // 4) is n // 4
    assert facts.named(n // 2 - n // 4) is n // 4
    assert facts.find(n // 4) is n // 4


def test_what_is_refused_leaves_nothing_behind() -> None:
    facts = Facts()
    facts.learn(comparison(n * n, "==", 1))
    with pytest.raises(DimMismatch):
        facts.learn(comparison(n, "==", 0))
    assert facts.equal(n, 0) is not True


def test_where_no_call_comes_every_answer_is_yes() -> None:
    facts = Facts()
    facts.rule_out()
    assert facts.copy().answer(comparison(3, "==", 4)) is True
    facts.learn(comparison(3, "==", 4))
    assert facts.assumed == []


def test_what_a_fact_hides_is_remembered() -> None:
    facts = Facts()
    low = dim_min(k, m)
    facts.learn(Comparison("==", m + low // 2, m // 2 + low))
    mark = facts.mark()
    facts.learn(Comparison("==", n, 2))
    assert facts.at_least(low // 2, 0) is None  # it is m // 2 + low - m
    with facts.remembering(mark):
        assert facts.at_least(low // 2, 0) is True
        assert facts.equal(n, 2) is None

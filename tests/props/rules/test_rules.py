"""Every exact rule keeps every bit: of drawn arrays, NumPy scalars and Python numbers.

Elements are NaN of either sign, infinities, zeros of either sign, subnormals, the ends of integers;
arrays are of rank 0 to 3, some empty, and laid out in several ways. The left side of a rule runs on
them as NumPy; the right side is what the rule makes of the graph of the left side.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dslc.ir.dims import Dim, Size, symbol
from dslc.ir.dtypes import BOOL, BY_NAME, COMPLEX, INTEGERS, part_dtype
from dslc.ir.evaluate import evaluate
from dslc.ir.expansion import Sketch
from dslc.ir.graph import Graph, Literal, Operand, Value, type_of
from dslc.ir.op import REGISTRY, RuleError
from dslc.ir.remarks import collected
from dslc.ir.rewrite import rewrite
from dslc.ir.rule import RULES, Rule, weight_of
from dslc.ir.rules import EXACT, INEXACT
from dslc.ir.traced import Traced, untraced
from dslc.ir.types import NumberType, ScalarType, TensorType, Type
from dslc.ir.verify import verify

from .forms import FORMS, SHAPES, Form

DTYPES = [
    BY_NAME[name] for name in ("f64", "f32", "f16", "bf16", "i64", "i8", "u8", "bool_", "c64")
]
NUMBERS = ["int", "float", "bool"]


# --- drawing --------------------------------------------------------------------------------------


def elements(rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Elements that rules tend to get wrong, and some that are just different."""
    if dtype in COMPLEX:
        found = np.empty(shape, dtype)
        part = part_dtype(dtype)
        found.real, found.imag = (elements(rng, shape, part) for _ in range(2))
        return found
    if dtype == BOOL:
        return rng.integers(2, size=shape).astype(bool)
    if dtype in INTEGERS:
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        return rng.choice(np.array([low, high, low + 1, 0, 1, 2, 5], dtype), shape)
    tiny = 5e-324 if dtype == BY_NAME["f64"] else 1e-40 if dtype.itemsize == 4 else 1e-7
    special = [0.0, -0.0, 1.0, -1.5, 0.5, 2.5, 3e38, tiny, -tiny, np.inf, -np.inf, np.nan, -np.nan]
    with np.errstate(all="ignore"):
        return rng.choice(np.array(special), shape).astype(dtype)


def laid_out(rng: np.random.Generator, array: np.ndarray) -> np.ndarray:
    """The array in another layout in memory."""
    match rng.integers(3):
        case 0:
            return array
        case 1:
            return np.array(array, order="F")
        case _:
            return np.repeat(array, 2, axis=0)[::2] if array.ndim else array


def draw(rng: np.random.Generator, type_: Type) -> Any:
    """A value of a type; symbols are 3 and more."""
    if isinstance(type_, NumberType):
        whole = int(rng.choice([0, 1, -1, 7, 2**40]))
        real = float(rng.choice([0.0, -0.0, 1.5, np.nan, np.inf]))
        return {"int": whole, "float": real, "bool": bool(rng.integers(2))}[type_.kind]
    assert isinstance(type_, TensorType | ScalarType)
    shape = type_.shape if isinstance(type_, TensorType) else ()
    array = elements(rng, tuple(SIZES.get(str(n), n) for n in shape), type_.dtype)
    return laid_out(rng, array) if isinstance(type_, TensorType) else array[()]


SIZES: dict[str, Any] = {"n": 3, "m": 4}
SYMBOLS: dict[Size, Size] = {3: symbol("n", low=1), 4: symbol("m")}


def types_of(rule: Rule, form: Form) -> Iterator[list[Any]]:
    """Types of the operands of a form, in several dtypes; lists for several operands."""
    shapes = form[0]
    for dtype in DTYPES:
        yield [_types(each, dtype) for each in shapes]
    for dtype in (BY_NAME["f32"], BY_NAME["i64"], BOOL):
        symbolic = [_symbolic(_types(each, dtype)) for each in shapes]
        yield symbolic
    if None in shapes:
        for kind in NUMBERS:
            yield [
                NumberType(kind) if each is None else _types(each, BY_NAME["f32"])  # type: ignore[arg-type]
                for each in shapes
            ]
            yield [
                NumberType(kind) if each is None else _types(each, BY_NAME["i64"])  # type: ignore[arg-type]
                for each in shapes
            ]
    if len(shapes) >= 3:  # a condition and choices
        for dtype in (BY_NAME["f32"], BY_NAME["i64"], BOOL):
            yield [_types(each, dtype if n else BOOL) for n, each in enumerate(shapes)]


def _types(shape: Any, dtype: np.dtype) -> Any:
    if isinstance(shape, list):
        return [each if isinstance(each, int) else _types(each, dtype) for each in shape]
    return ScalarType(dtype) if shape is None else TensorType(dtype, shape)


def _symbolic(type_: Any) -> Any:
    if isinstance(type_, list):
        return [_symbolic(each) for each in type_]
    if not isinstance(type_, TensorType):
        return type_
    return TensorType(type_.dtype, tuple(SYMBOLS.get(n, n) for n in type_.shape))


# --- the graph of the left side -------------------------------------------------------------------


def left_graph(rule: Rule, types: list[Any], attributes: dict[str, Any]) -> Graph | None:
    """A graph that computes the left side of a rule, then a copy of it; None where it does not."""
    sketch = Sketch()
    operands = [
        [n if isinstance(n, int) else Value(n, "x") for n in each]
        if isinstance(each, list)
        else Value(each, "x")
        for each in types
    ]
    flat = [v for each in operands for v in (each if isinstance(each, list) else [each])]
    given = [tuple(map(_traced, o)) if isinstance(o, list) else Traced(o) for o in operands]
    sketch.graph.body.parameters = [v for v in flat if isinstance(v, Value)]
    names = {str(n): n for t in map(type_of, sketch.graph.parameters) for n in _dims(t)}
    sketch.graph.symbols = names
    sketch._scope.update(names)
    try:
        with sketch.open():
            result = untraced(rule.left(*given, **attributes))
            if not isinstance(result, Value) or sketch.facts.assumed:
                return None
            shown: Operand = result
            if isinstance(result.type, TensorType) and rule.name != "copy_of_copy":
                shown = untraced(sketch.apply(REGISTRY["copy"], (Traced(result),), {}))
    except (RuleError, TypeError, IndexError):
        return None
    sketch.graph.body.results = (shown,)
    return verify(sketch.graph)


def _traced(value: Any) -> Any:
    return Traced(Literal(value)) if isinstance(value, int) else Traced(value)


def _dims(type_: Type) -> list[Dim]:
    return [n for n in getattr(type_, "shape", ()) if isinstance(n, Dim)]


def arguments_of(rule: Rule, graph: Graph, values: list[Any], types: list[Any]) -> list[Any]:
    """The values as the left side takes them: several operands as tuples."""
    rest = iter(values)
    return [
        tuple(n if isinstance(n, int) else next(rest) for n in each)
        if isinstance(each, list)
        else next(rest)
        for each in types
    ]


def bits(value: Any) -> tuple[str, Any, bytes]:
    """What a value is, to the bit."""
    kind = type(value).__name__ if not isinstance(value, np.ndarray | np.generic) else ""
    array = np.asarray(value)
    return f"{kind} {array.dtype} {isinstance(value, np.ndarray)}", array.shape, array.tobytes()


# --- the tests ------------------------------------------------------------------------------------


def forms_of(rule: Rule) -> list[Form]:
    keyword = any(
        p.kind is p.KEYWORD_ONLY for p in inspect.signature(rule.left).parameters.values()
    )
    if rule.name in FORMS:
        return FORMS[rule.name]
    assert not keyword, f"{rule.name} needs a row in FORMS"
    return [(shapes, {}) for shapes in SHAPES[len(rule.pattern.parameters)]]


@pytest.mark.parametrize("rule", EXACT, ids=lambda rule: rule.name)
def test_exact(rule: Rule) -> None:
    rng = np.random.default_rng(list(rule.name.encode()))
    fired = sum(check(rule, form, rng) for form in forms_of(rule))
    assert fired, "it never applies"


def check(rule: Rule, form: Form, rng: np.random.Generator) -> int:
    """How often a rule applies to a form in all dtypes, where it keeps every bit."""
    fired = 0
    for types in types_of(rule, form):
        graph = left_graph(rule, types, form[1])
        if graph is None:
            continue
        with collected() as remarks:
            after = rewrite(graph, [rule])
        if not remarks:
            continue
        fired += 1
        verify(after)
        check_weight(graph, after)
        for _ in range(3):
            values = [draw(rng, p.type) for p in graph.parameters]
            with np.errstate(all="ignore"):
                given = arguments_of(rule, graph, values, types)
                before = rule.left(*given, **form[1])
            (found,) = evaluate(after, values, SIZES)
            assert bits(found) == bits(before), f"{types} {form[1]} {values}"
    return fired


def check_weight(before: Graph, after: Graph) -> None:
    """The right side weighs less, whatever its leaves weigh."""
    (old,), (new,) = before.results, after.results
    weight, leaves = weight_of(before.walk(), old)
    lighter, fewer = weight_of(after.walk(), new)
    assert lighter < weight
    assert not {k: n for k, n in fewer.items() if isinstance(k, Value) and n > leaves[k]}


@pytest.mark.parametrize("rule", INEXACT, ids=lambda rule: rule.name)
def test_inexact(rule: Rule) -> None:
    """Of ordinary numbers it gives nearly the same, and it applies to no graph by default."""
    rng = np.random.default_rng(0)
    fired = 0
    for shapes in SHAPES[len(rule.pattern.parameters)]:
        types = [_types(each, BY_NAME["f64"]) for each in shapes]
        constants = [[2.0] if n and each is None else None for n, each in enumerate(shapes)]
        fired += nearly(rule, types, constants, rng)
    assert fired, "it never applies"


def nearly(
    rule: Rule, types: list[Any], constants: list[list[float] | None], rng: np.random.Generator
) -> int:
    given = [constant or type_ for constant, type_ in zip(constants, types, strict=True)]
    graph = literal_graph(rule, given)
    after = graph and rewrite(graph, [rule])
    if graph is None or after is graph:
        return 0
    assert after is not None
    verify(after)
    values: list[Any] = [
        np.asarray(rng.uniform(0.5, 2.0, getattr(p.type, "shape", ())))[()]
        if isinstance(p.type, ScalarType)
        else rng.uniform(0.5, 2.0, p.type.shape)  # type: ignore[union-attr]
        for p in graph.parameters
    ]
    (expected,), (found,) = (evaluate(each, values, {}) for each in (graph, after))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    assert rewrite(graph, EXACT).body.nodes == graph.body.nodes
    return 1


def literal_graph(rule: Rule, given: list[Any]) -> Graph | None:
    """The graph of the left side; an operand that is a list is the number in it."""
    sketch = Sketch()
    operands: list[Operand] = [
        Literal(each[0]) if isinstance(each, list) else Value(each, "x") for each in given
    ]
    sketch.graph.body.parameters = [each for each in operands if isinstance(each, Value)]
    with sketch.open():
        result = untraced(rule.left(*map(Traced, operands)))
        if isinstance(result.type, TensorType):
            result = untraced(sketch.apply(REGISTRY["copy"], (Traced(result),), {}))
    sketch.graph.body.results = (result,)
    return verify(sketch.graph)


def test_there_are_many_and_each_says_what_it_does() -> None:
    assert len(EXACT) >= 80
    assert all(rule.says and not rule.says.endswith(".") for rule in RULES.values())
    says = [rule.says for rule in EXACT if not rule.name.startswith("invert_of_")]
    assert len(set(says)) == len(says)


def test_every_row_is_of_a_rule() -> None:
    assert set(FORMS) <= set(RULES)

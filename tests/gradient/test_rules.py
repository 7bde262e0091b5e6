"""The gradient rule of every op against central differences."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from dslc.ir.diagnostics import CompilerBug, DslError
from dslc.ir.dims import symbol
from dslc.ir.dtypes import is_float
from dslc.ir.evaluate import evaluate
from dslc.ir.facts import Facts
from dslc.ir.gradient.gradient import jacobian_vector, value_and_gradient
from dslc.ir.gradient.rule import CONSTANT, GATHERS, NONE, RULES
from dslc.ir.gradient.tangents import TANGENTS
from dslc.ir.graph import Graph
from dslc.ir.keys import Key, split_key
from dslc.ir.op import REGISTRY, Op, RuleError
from dslc.ir.ops.create import full, full_like
from dslc.ir.ops.extremes import greatest, least
from dslc.ir.ops.gather import put_along_axis
from dslc.ir.ops.index import store
from dslc.ir.ops.joining import append
from dslc.ir.ops.nn import logsumexp
from dslc.ir.ops.python_math import math as of_math
from dslc.ir.ops.scatter import add_at, copyto, subtract_at
from dslc.ir.ops.scheduling import depend
from dslc.ir.ops.sparse import coo_matmul, csr_matmul
from dslc.ir.ops.windows import conv, pool
from dslc.ir.traced import Traced, Tracing, traced_operand
from dslc.ir.types import NumberType, ScalarType, TensorType, default_dtype, type_of_python

from .differences import assert_gradient
from .differences import is_float as is_float_value
from .matrices import MATRICES
from .transforms import TRANSFORMS

rng = np.random.default_rng(11)
X = np.array([[0.3, -1.2, 0.8], [1.7, -0.4, 2.1]])
Y = np.array([[1.3, 0.6, -2.2], [0.9, 1.1, -0.7]])
POSITIVE = np.abs(X) + 0.1
INSIDE = X / 3.0
ROW = np.array([0.5, -1.5, 2.5])
EMPTY = np.zeros((0, 3))
VECTOR = np.array([0.4, 1.6, -0.9, 2.2])
AT = np.array([1, 0, 1, -1])
ENDS = np.array([0, 1, 1, 4])
COLUMNS = np.array([[2, 0], [1, 1]])

FITTED = (rng.standard_normal((4, 2)), rng.standard_normal(4))

Case = tuple[str, Callable[..., Any], tuple[Any, ...]]


def unary() -> list[Case]:
    domains = {
        "sqrt": POSITIVE, "cbrt": POSITIVE, "log": POSITIVE, "log2": POSITIVE, "log10": POSITIVE,
        "log1p": POSITIVE, "arcsin": INSIDE, "arccos": INSIDE, "arctanh": INSIDE,
        "arccosh": POSITIVE + 1.0, "portable_log": POSITIVE, "normal_quantile": POSITIVE / 3.0,
    }  # fmt: skip
    names = (
        "negative positive abs fabs square reciprocal sqrt cbrt exp exp2 expm1 log log2 log10 "
        "log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh deg2rad "
        "radians rad2deg degrees sigmoid sinc erf erfc nan_to_num portable_log normal_quantile "
        "as_scalar copy real conj"
    )
    found: list[Case] = []
    for name in names.split():
        x = domains.get(name, X)
        if name == "as_scalar":
            found.append((name, np.sin, (0.7,)))
            continue
        record = REGISTRY[name]
        found += [(name, record, (x,)), (name, record, (x[:0],)), (name, record, (x[::-1, ::2],))]
    return found


def python(name: str, *values: Any) -> Any:
    """A function of Python's math, on numbers or traced."""
    if isinstance(values[0], Traced):
        return of_math(name, *values)
    return getattr(math, name)(*values)


def put(record: Op, x: Any, value: Any, *items: Any) -> Any:
    """A write to `x[items]`, on arrays or traced."""
    if isinstance(x, Traced):
        return record(x, Key(items), value)
    form, numbers = split_key(Key(items))
    return record.run(x, value, *numbers, key=form)


CASES: list[Case] = [
    *unary(),
    *[(name, REGISTRY[name], args) for name in (
        "add", "subtract", "multiply", "divide", "maximum", "minimum", "fmax",
        "fmin", "arctan2", "hypot", "logaddexp", "logaddexp2",
    ) for args in ((X, Y), (X, ROW), (ROW, Y), (X, 1.7), (EMPTY, ROW))],
    *[(name, REGISTRY[name], (X + 0.05, y)) for name in ("fmod", "remainder") for y in (Y, 1.7)],
    *[(name, REGISTRY[name], (POSITIVE, Y)) for name in ("power", "pow", "float_power")],
    *[("pow", lambda x, c=c: x**c, (POSITIVE,)) for c in (0, 1, 2, 3, -1, 0.5)],
    ("copysign", np.copysign, (X, ROW)),
    ("ldexp", lambda x: np.ldexp(x, 3), (X,)),
    ("where", lambda x, y: np.where(x > 0.0, x, y), (X, Y)),
    ("clip", lambda x: np.clip(x, -0.5, 1.0), (X,)),
    ("clip", np.clip, (X, ROW - 1.0, ROW + 1.0)),
    ("greatest", lambda *numbers: greatest(numbers), (0.5, 0.9, 0.1)),
    ("least", lambda *numbers: least(numbers), (0.5, 0.9, 0.1)),
    *[("math", lambda x, f=f: python(f, x), (x,)) for f, x in (
        ("sqrt", 0.7), ("exp", 0.7), ("log", 0.7), ("sin", 0.7), ("asin", 0.3), ("tanh", 0.7),
        ("erf", 0.7), ("fabs", -0.7), ("radians", 3.0), ("log1p", 0.3), ("atan", 0.2),
    )],
    *[("math", lambda x, y, f=f: python(f, x, y), (x, y)) for f, x, y in (
        ("pow", 0.7, 1.3), ("atan2", 0.7, -0.2), ("hypot", 0.7, 0.2), ("log", 0.7, 3.0),
    )],
    ("cast", lambda x: x.astype(np.float64) * float(2), (X,)),
    *[(name, lambda x, name=name, axis=axis, keepdims=keepdims:
        REGISTRY[name](x, axis=axis, keepdims=keepdims), (X,))
      for name in ("sum", "mean", "prod", "max", "min", "nanmax", "nanmin")
      for axis, keepdims in ((None, False), (0, False), (1, True), ((0, 1), True))],
    *[(name, lambda x, name=name: REGISTRY[name](x, where=x > -1.0), (X,))
      for name in ("sum", "mean", "prod")],
    ("max", lambda x: np.max(x, where=x < 2.0, initial=-9.0), (X,)),
    ("prod", np.prod, (np.array([0.0, 2.0, 3.0]),)),
    ("prod", np.prod, (np.array([0.0, 2.0, 0.0]),)),
    ("sum", np.sum, (EMPTY,)),
    *[("cumsum", lambda x, axis=axis: np.cumsum(x, axis=axis), (X,)) for axis in (None, 0, 1)],
    ("add_accumulate", lambda x: REGISTRY["add_accumulate"](x, axis=1), (X,)),
    *[("cumprod", lambda x, axis=axis: np.cumprod(x, axis=axis), (x,)) for axis in (None, 0, 1)
      for x in (X, EMPTY, np.where(X > 1.0, 0.0, X))],
    ("multiply_accumulate", lambda x: REGISTRY["multiply_accumulate"](x, axis=1), (X,)),
    *[(name, lambda x, name=name, axis=axis: REGISTRY[name](x, axis=axis), (x,))
      for name in ("maximum_accumulate", "minimum_accumulate") for axis in (0, 1)
      for x in (rng.standard_normal((4, 5)), EMPTY)],
    *[(name, lambda x, name=name, axis=axis: REGISTRY[name](x, axis=axis), (x,))
      for name in ("softmax", "log_softmax")
      for axis, x in ((0, X), (-1, X), (-1, X[:, ::-2]), (-1, X[:, :1]), (-1, EMPTY))],
    *[("logsumexp", lambda x, axis=axis, keepdims=keepdims: logsumexp(
        x, axis=axis, keepdims=keepdims), (X,))
      for axis in (None, 0, (0, 1)) for keepdims in (False, True)],
    *[("sort", lambda x, axis=axis: np.sort(x, axis=axis), (X,)) for axis in (None, 0, -1)],
    ("reshape", lambda x: np.reshape(x, (3, 2)), (X,)),
    ("transpose", np.transpose, (X,)),
    ("transpose", lambda x: np.transpose(x, (2, 0, 1)), (rng.standard_normal((2, 3, 2)),)),
    ("squeeze", lambda x: np.squeeze(x, 1), (X[:, :1],)),
    ("expand_dims", lambda x: np.expand_dims(x, 1), (X,)),
    ("broadcast_to", lambda x: np.broadcast_to(x, (2, 2, 3)), (X[:1],)),
    ("concat", lambda x, y: np.concatenate((x, y, x), axis=1), (X, Y[:, :1])),
    ("split", lambda x: np.split(x, 3, axis=1)[1] * np.split(x, 3, axis=-1)[2], (X,)),
    ("split", lambda x: np.split(x, [1, 2, 2], axis=1)[1] + np.split(x, [2], axis=1)[1], (X,)),
    ("split", lambda x: np.concatenate(np.split(x, [2, 1, 3], axis=1)[:3], axis=1), (X,)),
    ("append", append, (X, ROW)),
    ("append", append, (ROW, 0.7)),
    ("full", lambda x: full((2, 3), x), (0.4,)),
    ("full_like", full_like, (X, 0.4)),
    *[("diag", lambda x, k=k: np.diag(x, k), (x,)) for x in (X, ROW) for k in (-1, 0, 1)],
    ("diagonal", lambda x: np.diagonal(x, 1, 0, 2), (rng.standard_normal((2, 2, 3)),)),
    ("index", lambda x: x[1:, ::2], (X,)),
    ("index", lambda x: x[0, None, ...], (X,)),
    ("index", lambda x: x[1, 2], (X,)),
    ("index", lambda x, at: x[at] * x[[0, 1, 1, 0]], (X, AT % 2)),
    ("index", lambda x: x[x > 0.0], (X,)),
    *[("take", partial(REGISTRY["take"], axis=axis, mode=mode), (X, AT))
      for axis in (None, 0, 1) for mode in ("raise", "wrap", "clip")],
    ("take_along_axis", lambda x, at: np.take_along_axis(x, at, axis=1), (X, COLUMNS)),
    *[(name, partial(REGISTRY[name]), (VECTOR, ENDS))
      for name in ("segment_sum", "segment_softmax")],
    *[(name, partial(REGISTRY[name], initial=initial), (X.T, np.array([0, 2, 3])))
      for name in ("segment_max", "segment_min") for initial in (None, 0.1)],
    ("segment_softmax", REGISTRY["segment_softmax"], (X, np.array([0, 0, 2]))),
    ("segment_repeat", partial(REGISTRY["segment_repeat"], size=4), (ROW, ENDS)),
    ("store", lambda x, v: put(store, x * 1.0, v, slice(None), 1), (X, np.array([0.2, 0.3]))),
    ("store", lambda x, v: put(store, x * 1.0, v, 0), (X, 0.5)),
    ("store", lambda x, v, at: put(store, x * 1.0, v, at),
     (X, rng.standard_normal((4, 3)), AT % 2)),
    ("store", lambda x, v: put(store, x * 1.0, v, x > 0.0), (X, 0.5)),
    ("add_at", lambda x, v, at: put(add_at, x * 1.0, v, at), (VECTOR, ROW[[0, 1, 1, 2]], AT)),
    ("subtract_at", lambda x, v, at: put(subtract_at, x * 1.0, v, at), (VECTOR, 0.5, AT)),
    *[(name, lambda x, v, at, name=name: put(REGISTRY[name], x * 1.0, v, at), (VECTOR, v, AT))
      for name in ("maximum_at", "minimum_at") for v in (ROW[[0, 1, 2, 0]], 0.5)],
    ("maximum_at", lambda x, v: put(REGISTRY["maximum_at"], x * 1.0, v, slice(None), 1),
     (X, np.array([0.2, 0.3]))),
    ("fill_diagonal", lambda x, v: REGISTRY["fill_diagonal"](x * 1.0, v), (X, 0.5)),
    ("fill_diagonal", lambda x, v: REGISTRY["fill_diagonal"](x * 1.0, v), (X.T, 0.5)),
    ("copyto", lambda x, v: copyto(x * 1.0, v, where=x > 0.0), (X, ROW)),
    ("copyto", lambda x, v: copyto(x * 1.0, v), (X, ROW)),
    ("depend", lambda x, v: depend(x * 1.0, v) * v, (X, ROW)),
    ("put_along_axis", lambda x, v, at: put_along_axis(x * 1.0, at, v, axis=1),
     (X, np.array([[0.1, 0.2], [0.3, 0.4]]), COLUMNS)),
    *[("matmul", np.matmul, tuple(rng.standard_normal(shape) for shape in shapes)) for shapes in (
        ((2, 3), (3, 4)), ((3,), (3,)), ((3,), (3, 4)), ((2, 3), (3,)), ((5, 2, 3), (3, 4)),
        ((2, 3), (5, 3, 4)), ((3,), (5, 3, 4)), ((5, 2, 3), (3,)), ((0, 3), (3, 2)),
    )],
    *[("conv", lambda x, w, form=form, groups=groups: conv(x, w, **form, groups=groups), (
        rng.standard_normal((2, 4, 6, 7)), rng.standard_normal((6, 4 // groups, 3, 2)),
    )) for groups, form in (
        (1, {"stride": 1, "padding": ((0, 0), (0, 0)), "dilation": 1, "stretch": 1}),
        (2, {"stride": (2, 3), "padding": ((1, 0), (2, 1)), "dilation": (2, 1), "stretch": 1}),
        (1, {"stride": 1, "padding": ((1, 2), (-1, 3)), "dilation": 1, "stretch": (2, 1)}),
    )],
    *[("pool", lambda x, kind=kind, form=form: pool(x, kind=kind, **form), (
        rng.standard_normal((2, 6, 7)),)) for kind in ("max", "sum") for form in (
        {"window": (2, 3), "stride": 1, "padding": ((0, 0), (0, 0)), "dilation": 1},
        {"window": (3, 2), "stride": 2, "padding": ((1, 1), (0, 1)), "dilation": (1, 2)},
        {"window": (2, 3), "stride": 1, "padding": ((-1, 1), (1, -2)), "dilation": 1},
    )],
    *[("csr_matmul", csr_matmul, (VECTOR, np.array([2, 0, 2, 1]), np.array([0, 2, 2, 4]), dense))
      for dense in (ROW, Y.T)],
    *[("coo_matmul", partial(coo_matmul, size=3),
       (VECTOR, np.array([2, 0, 2, 2]), np.array([1, 0, 1, -1]), dense)) for dense in (ROW, Y.T)],
    *MATRICES,
    *TRANSFORMS,
]  # fmt: skip


def traced(function: Callable[..., Any], args: tuple[Any, ...], weights: np.ndarray) -> Graph:
    """The graph of the weighted sum of what a function gives; the weights come last."""
    values = enumerate((*args, weights))
    building = Tracing("function", [(f"a{n}", free(type_of_python(each))) for n, each in values])
    with building.open():
        *given, last = map(Traced, building.graph.parameters)
        result = traced_operand(np.sum(function(*given) * last))

    return building.finish([result])


def free(type_: Any) -> Any:
    """The type without the value that it has here."""
    return type(type_)(type_.kind) if hasattr(type_, "kind") else type_


@pytest.mark.parametrize(
    ("function", "args"),
    [pytest.param(f, args, id=f"{n}-{name}") for n, (name, f, args) in enumerate(CASES)],
)
def test_rule(function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    with np.errstate(all="ignore"):
        value = np.asarray(function(*args))
    weights = np.cos(np.arange(value.size) + 0.3).reshape(value.shape)
    wrt = [number for number, each in enumerate(args) if is_float_value(each)]
    graph = value_and_gradient(traced(function, args, weights), wrt)
    _, *gradients = evaluate(graph, [*args, weights], {})
    for number, gradient in zip(wrt, gradients, strict=True):
        assert_gradient(gradient, lambda *x: np.sum(function(*x) * weights), args, number)


def test_every_rule_has_a_case() -> None:
    assert {name for name, _, _ in CASES} == RULES.keys() | GATHERS.keys()


def test_no_op_is_forgotten() -> None:
    """Every primitive op that gives floats of floats has a rule, or a reason why it has none."""
    known = RULES.keys() | GATHERS.keys() | CONSTANT | NONE.keys()
    missing = [
        record.name
        for record in REGISTRY.values()
        if record.expand is None and record.name not in known and gives_floats(record)
    ]
    assert missing == []


def gives_floats(record: Op) -> bool:
    """Whether an op gives floats of arrays of floats, as far as its type rule tells."""
    operand = TensorType(np.dtype(np.float64), (3,))
    attributes = dict.fromkeys(record.optional)
    attributes |= {n: v for n, v in record.attributes.items() if not isinstance(v, type)}
    count = len(record.operands) - len(record.optional)
    try:
        _, types = record.infer(Facts(), (operand,) * count, attributes)
    except (CompilerBug, DslError, RuleError, TypeError, LookupError):
        return False
    return bool(count) and any(is_float(default_dtype(type_)) for type_ in types)


def test_what_has_no_gradient_says_why() -> None:
    graph = traced(lambda x: np.nextafter(x, 1.0), (VECTOR,), np.ones(4))
    with pytest.raises(DslError, match="`nextafter` has no gradient: it is no smooth function"):
        value_and_gradient(graph, [0])


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda a: REGISTRY["qr"](a)[1], r"`dslc.assume\(n >= m\)`"),
        (lambda a: REGISTRY["svd"](a)[0], "`full_matrices=False`"),
        (lambda a: REGISTRY["svd"](a * 1j, compute_uv=False), "of complex numbers"),
    ],
)
def test_matrices_without_a_rule_say_why(function: Callable[..., Any], why: str) -> None:
    form = TensorType(np.dtype(np.float64), (symbol("n"), symbol("m")))
    building = Tracing("function", [("a", form)])
    with building.open():
        result = traced_operand(np.sum(function(Traced(building.graph.parameters[0]))))
    with pytest.raises(DslError, match=why):
        value_and_gradient(building.finish([result]), [0])


def test_least_squares_of_any_size() -> None:
    """The part of the greatest singular value that counts as 0 depends on the sizes."""
    n, m = map(symbol, "nm")
    types = [TensorType(np.dtype(np.float64), shape) for shape in ((n, m), (n,))]
    building = Tracing("function", list(zip("ab", types, strict=True)))
    with building.open():
        a, b = map(Traced, building.graph.parameters)
        result = traced_operand(np.sum(REGISTRY["lstsq"](a, b)[0]))
    graph = value_and_gradient(building.finish([result]), [0, 1])
    _, *gradients = evaluate(graph, list(FITTED), {"n": 4, "m": 2})
    for number, gradient in enumerate(gradients):
        assert_gradient(gradient, lambda a, b: np.sum(np.linalg.lstsq(a, b)[0]), FITTED, number)


def test_frequencies_of_nothing_have_no_step() -> None:
    record = REGISTRY["fftfreq"]
    graph = traced(lambda d: record(0, d), (np.float64(0.5),), np.zeros(0))
    _, gradient = evaluate(value_and_gradient(graph, [0]), [np.float64(0.5), np.zeros(0)], {})
    assert gradient == 0.0


def test_integers_are_constants() -> None:
    graph = traced(lambda x, k: x * np.cumprod(k)[0], (VECTOR, AT + 1), np.ones(4))
    _, gradient = evaluate(
        value_and_gradient(graph, [0]), [VECTOR, np.ones(4, int), np.ones(4)], {}
    )
    assert gradient.tolist() == [1.0] * 4


def test_constants_of_the_second_kind() -> None:
    graph = traced(lambda x: x * np.floor(x), (VECTOR,), np.ones(4))
    _, gradient = evaluate(value_and_gradient(graph, [0]), [VECTOR, np.ones(4)], {})
    assert gradient.tolist() == np.floor(VECTOR).tolist()


@pytest.mark.parametrize(
    ("function", "args"),
    [pytest.param(f, args, id=f"{n}-{name}") for n, (name, f, args) in enumerate(CASES)],
)
def test_forward_mode_is_the_transpose(function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Along a direction a sum changes by its gradient times that direction."""
    with np.errstate(all="ignore"):
        value = np.asarray(function(*args))
    weights = np.cos(np.arange(value.size) + 0.3).reshape(value.shape)
    wrt = [number for number, each in enumerate(args) if is_float_value(each)]
    graph = traced(function, args, weights)
    directions = [np.asarray(rng.standard_normal(np.shape(args[n])))[()] for n in wrt]
    named = [(f"t{n}", default_type(graph.parameters[n].type)) for n in wrt]
    _, change = evaluate(jacobian_vector(graph, wrt, named), [*args, weights, *directions], {})
    _, *gradients = evaluate(value_and_gradient(graph, wrt), [*args, weights], {})
    pairs = zip(gradients, directions, strict=True)
    expected = sum(float(np.sum(one * other)) for one, other in pairs)
    assert change.dtype == np.float64
    assert change == pytest.approx(expected, rel=1e-9, abs=1e-9)


def default_type(type_: Any) -> Any:
    return ScalarType(np.dtype(np.float64)) if isinstance(type_, NumberType) else type_


def test_every_rule_has_a_forward_one() -> None:
    assert TANGENTS.keys() == RULES.keys() | GATHERS.keys()

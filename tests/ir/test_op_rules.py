"""What type rules say: the texts of sizes and of refusals, which nodes can raise, joined values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc.ir.comparison import Comparison
from dslc.ir.dims import Dim, dim_max, dims, symbol
from dslc.ir.dtypes import BY_NAME
from dslc.ir.facts import Facts
from dslc.ir.keys import KeyBuilder, split_key
from dslc.ir.op import REGISTRY, Effects, RuleError
from dslc.ir.types import (
    BOOL_NUMBER,
    FLOAT,
    INT,
    INT_MAX,
    UNSET,
    CannotJoin,
    NumberType,
    ScalarType,
    TensorType,
    Type,
    join,
    type_of_python,
)

n, m, batch = dims("n m batch")
k, below = symbol("k", low=None), symbol("j", low=None, high=-1)
s_ = KeyBuilder()


def tensor(dtype: str, *shape: int | Dim, joined: bool = False) -> TensorType:
    return TensorType(BY_NAME[dtype], shape, joined)


def scalar(dtype: str, *, joined: bool = False) -> ScalarType:
    return ScalarType(BY_NAME[dtype], joined)


def as_type(operand: Any) -> Type:
    if isinstance(operand, Dim):
        return NumberType("int", dim=operand)
    known = isinstance(operand, TensorType | ScalarType | NumberType) or operand is UNSET
    return operand if known else type_of_python(operand)


def applied(name: str, *operands: Any, **attributes: Any) -> tuple[dict[str, Any], Type, Facts]:
    """The canonical attributes, the result's type and what was assumed."""
    facts = Facts()
    absent = [n for n in REGISTRY[name].operands[len(operands) :] if n in REGISTRY[name].optional]
    given = {**dict.fromkeys(absent), **REGISTRY[name].attributes, **attributes}
    canonical, (type_,) = REGISTRY[name].infer(facts, tuple(map(as_type, operands)), given)
    return canonical, type_, facts


def text(name: str, *operands: Any, **attributes: Any) -> str:
    return str(applied(name, *operands, **attributes)[1])


def refusal(name: str, *operands: Any, **attributes: Any) -> RuleError:
    with pytest.raises(RuleError) as caught:
        applied(name, *operands, **attributes)
    return caught.value


def can_raise(name: str, *operands: Any, **attributes: Any) -> bool:
    canonical, _, _ = applied(name, *operands, **attributes)
    effects = REGISTRY[name].effects_of(tuple(map(as_type, operands)), canonical)
    return Effects.RAISES in effects


def indexed(x: TensorType, key: Any) -> tuple[Any, ...]:
    return x, *split_key(key)[1]


def index_text(x: TensorType, key: Any) -> str:
    return text("index", *indexed(x, key), key=split_key(key)[0])


def index_refusal(x: TensorType, key: Any) -> RuleError:
    return refusal("index", *indexed(x, key), key=split_key(key)[0])


# --- kinds and dtypes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "operands", "result"),
    [
        ("add", (2, 3), "int"),
        ("add", (True, True), "int"),
        ("divide", (4, 2), "float"),
        ("equal", (1, 1.0), "bool"),
        ("add", (tensor("f32", n), 1.5), "f32[n]"),
        ("add", (tensor("f32"), 1.5), "f32"),
        ("add", (tensor("f32", n), scalar("f64")), "f64[n]"),
        ("add", (scalar("bool_"), 1), "i64"),
        ("multiply", (tensor("i32", n, 1), tensor("f32", m)), "f64[n, m]"),
        ("exp", (2,), "f64"),
        ("where", (BOOL_NUMBER, 1, 2.5), "f64[]"),
        ("where", (tensor("bool_", n), scalar("f32"), 2), "f32[n]"),
        ("sum", (tensor("u8", n, m),), "u64"),
        ("matmul", (tensor("f32", n), tensor("f32", n)), "f32"),
        ("matmul", (tensor("f32", batch, 1, n), tensor("f32", n, m)), "f32[batch, 1, m]"),
        ("pow", (INT, 2), "int"),
        ("pow", (INT, -2), "float"),
        ("pow", (n, m), "int"),
        ("pow", (2.0, FLOAT), "float"),
        ("pow", (FLOAT, INT), "float"),
        ("not", (tensor("f32"),), "bool"),
        ("as_scalar", (True,), "bool_"),
    ],
)
def test_result(name: str, operands: tuple[Any, ...], result: str) -> None:
    assert text(name, *operands) == result


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "result"),
    [
        ("sum", (tensor("f32", n, 4, m),), {"axis": (-1, 0)}, "f32[4]"),
        ("max", (tensor("f32", n, m),), {"axis": 0, "keepdims": True}, "f32[1, m]"),
        ("reshape", (tensor("f32", n, 4),), {"shape": -1}, "f32[4*n]"),
        ("reshape", (tensor("f32", n, 4),), {"shape": (2, -1)}, "f32[2, 2*n]"),
        ("reshape", (tensor("f32", n, m),), {"shape": (m, n)}, "f32[m, n]"),
        ("transpose", (tensor("f32", n, 4, m),), {}, "f32[m, 4, n]"),
        ("transpose", (tensor("f32", n, 4, m),), {"axes": (1, -1, 0)}, "f32[4, m, n]"),
        ("expand_dims", (tensor("f32", n),), {"axis": (0, -1)}, "f32[1, n, 1]"),
        ("squeeze", (tensor("f32", n, 1),), {"axis": -1}, "f32[n]"),
        ("broadcast_to", (tensor("f32", 1, m),), {"shape": (n, 4, m)}, "f32[n, 4, m]"),
        ("concat", (tensor("f32", n, 4), tensor("f64", m, 4)), {"axis": -2}, "f64[m + n, 4]"),
        ("arange", (), {"start": n}, "i64[n]"),
        ("arange", (), {"start": 1, "stop": n, "step": 2}, "i64[(max(n - 1, 0) + 1)//2]"),
        ("zeros", (), {"shape": (n, 2 * n)}, "f64[n, 2*n]"),
        ("full", (2,), {"shape": n}, "i64[n]"),
        ("cast", (2.5,), {"dtype": np.float32}, "f32"),
        ("cast", (tensor("f32"),), {"dtype": float}, "float"),
        ("cast", (tensor("f32"),), {"dtype": np.dtype(float)}, "f64[]"),
    ],
)
def test_result_with_attributes(
    name: str, operands: tuple[Any, ...], attributes: dict[str, Any], result: str
) -> None:
    assert text(name, *operands, **attributes) == result


def test_canonical_attributes() -> None:
    x = tensor("f32", n, 4)
    assert applied("argmax", x, axis=-1)[0] == {"axis": 1, "keepdims": False}
    assert applied("sum", x, axis=np.int64(-1), dtype=np.float64)[0] == {
        "axis": (1,),
        "dtype": np.dtype("f8"),
        "keepdims": False,
        "initial": 0,
        "where": None,
    }
    assert applied("transpose", x, axes=(-1, 0))[0] == {"axes": (1, 0)}
    assert applied("zeros", shape=3)[0] == {"shape": (3,), "dtype": np.dtype("f8")}
    assert applied("arange", start=n)[0]["start"] == 0


def test_unknown_sizes_are_assumed_equal() -> None:
    facts = applied("add", tensor("f32", n), tensor("f32", m))[2]
    assert facts.assumed == [Comparison("==", n, m)]
    _, type_, facts = applied("reshape", tensor("f32", n), shape=(4, -1))
    assert str(type_) == "f32[4, n//4]"
    assert list(map(str, facts.assumed)) == ["n == 4*(n//4)"]
    assert applied("add", tensor("f32", n, 1), tensor("f32", 1, m))[2].assumed == []


def test_what_remains_for_an_axis_follows_from_what_is_known() -> None:
    """Passes know of a size in other words: what is the size of the rest is 1 row all the same."""
    facts = Facts()
    facts.learn(Comparison("<=", m, n // 2))
    operands = (as_type(tensor("f32", dim_max(m, n // 2))),)
    _, (type_,) = REGISTRY["reshape"].infer(facts, operands, {"shape": (-1, n // 2)})
    assert str(type_) == "f32[1, n//2]"
    assert facts.assumed == []


# --- indices ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "result"),
    [
        (s_[0, INT], "f32"),
        (s_[0, INT, ...], "f32[]"),
        (s_[..., 0], "f32[n]"),
        (s_[None, 0], "f32[1, 4]"),
        (s_[1:], "f32[max(n - 1, 0), 4]"),
        (s_[:-1], "f32[max(n - 1, 0), 4]"),
        (s_[-2:], "f32[min(n, 2), 4]"),
        (s_[::-1, ::2], "f32[n, 2]"),
        (s_[:m], "f32[min(m, n), 4]"),
        (s_[m : m + 3, 1:3], "f32[max(min(m + 3, n) - m, 0), 2]"),
    ],
)
def test_index(key: Any, result: str) -> None:
    assert index_text(tensor("f32", n, 4), key) == result


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (s_[0, 0, 0], "rank-mismatch"),
        (s_[..., ...], "argument-mismatch"),
        (s_[1.5], "dtype-mismatch"),
        (s_[True], "unsupported-construct"),
        (s_[:, tensor("bool_", 3)], "shape-mismatch"),
        (s_[[0, 1], tensor("bool_", 4)], "unsupported-construct"),
        (s_[tensor("bool_")], "unsupported-construct"),
        (s_[tensor("f32", m)], "dtype-mismatch"),
        (s_[tensor("i64", 2), tensor("i64", 3)], "shape-mismatch"),
        (s_[[0, True]], "unsupported-construct"),
        (s_[[0, 1.5]], "dtype-mismatch"),
        (s_[[0, np.uint64(1)]], "dtype-mismatch"),
        (s_[[[0], [1, 2]]], "argument-mismatch"),
        (s_[[0], [1], [2]], "rank-mismatch"),
        (s_[:1.5], "dtype-mismatch"),
        (s_[::0], "argument-mismatch"),
    ],
)
def test_index_refusals(key: Any, code: str) -> None:
    assert index_refusal(tensor("f32", n, 4), key).code == code


# --- refusals -----------------------------------------------------------------------------------


def test_matmul_names_both_sides() -> None:
    error = refusal("matmul", tensor("f32", batch, 512), tensor("f32", 256, 10))
    assert error.code == "shape-mismatch"
    assert error.message == "the inner dims of `@` must be equal"
    assert error.labels == {0: "left is f32[batch, 512]", 1: "right is f32[256, 10]"}


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "code"),
    [
        ("add", (tensor("f32", 3), tensor("f32", 4)), {}, "shape-mismatch"),
        ("add", (tensor("u8", n), 300), {}, "integer-overflow"),
        ("add", (UNSET, 1), {}, "unbound-name"),
        ("subtract", (tensor("bool_", n), scalar("bool_")), {}, "dtype-mismatch"),
        ("pow", (INT, INT), {}, "dtype-mismatch"),
        ("pow", (FLOAT, 0.5), {}, "dtype-mismatch"),
        ("not", (tensor("f32", n),), {}, "truth-of-array"),
        ("sum", (tensor("f32", n),), {"axis": 1}, "axis-out-of-range"),
        ("sum", (tensor("f32", n),), {"axis": INT}, "argument-mismatch"),
        ("reshape", (tensor("f32", 3),), {"shape": (2, -1)}, "shape-mismatch"),
        ("reshape", (tensor("f32", n),), {"shape": (-1, -1)}, "argument-mismatch"),
        ("reshape", (FLOAT,), {"shape": (1,)}, "rank-mismatch"),
        ("transpose", (tensor("f32", n, m),), {"axes": (0, 0)}, "rank-mismatch"),
        ("broadcast_to", (tensor("f32", 3),), {"shape": (4,)}, "shape-mismatch"),
        ("zeros", (), {"shape": (n, -1)}, "argument-mismatch"),
        ("zeros", (), {"shape": INT}, "argument-mismatch"),
        ("zeros", (), {"shape": 3, "dtype": np.clongdouble}, "dtype-mismatch"),
        ("store", (tensor("f32", n), 1.0), {"key": "_, _"}, "rank-mismatch"),
        ("store", (scalar("f32"), 1.0), {"key": "..."}, "rank-mismatch"),
        ("store", (tensor("i64", n), np.nan), {"key": ":"}, "integer-overflow"),
        (
            "store",
            (tensor("i64", n), tensor("f64", n)),
            {"key": "...", "inplace": True},
            "dtype-mismatch",
        ),
        ("store", (tensor("f32", 3), tensor("f32", 4)), {"key": "..."}, "shape-mismatch"),
        ("check", (tensor("f32", n),), {}, "truth-of-array"),
        ("check", (FLOAT,), {"error": "print"}, "argument-mismatch"),
        ("as_dim", (FLOAT,), {}, "dtype-mismatch"),
    ],
)
def test_refusals(
    name: str, operands: tuple[Any, ...], attributes: dict[str, Any], code: str
) -> None:
    if name == "store" and attributes["key"] == "_, _":
        operands = (*operands, 0, 0)
    error = refusal(name, *operands, **attributes)
    assert error.code == code
    for sentence in (error.message, error.help or "x"):
        assert not sentence.endswith(".")
        assert sentence[0].islower() or sentence[0] in "`-0123456789"


def test_positional_arguments_are_numpys() -> None:
    assert REGISTRY["sum"].bind((1, 0), {})[1]["axis"] == 0
    assert REGISTRY["store"].bind((1, "key", 2), {})[0] == [1, 2]
    with pytest.raises(RuleError, match="`out`"):
        REGISTRY["max"].bind((1, 0, None), {})
    with pytest.raises(RuleError, match="at most"):
        REGISTRY["exp"].bind((1, 2), {})


# --- joined values ------------------------------------------------------------------------------

JOINED = tensor("f64", n, joined=True)


@pytest.mark.parametrize("other", [0, 0.5, np.inf, True, tensor("f32", n), scalar("i32"), JOINED])
def test_joined_values_compare(other: Any) -> None:
    assert text("less", JOINED, other) == "bool_[n]"
    assert text("less", other, JOINED) == "bool_[n]"


@pytest.mark.parametrize("other", [0.1, 70000, FLOAT, scalar("i64")])
def test_joined_values_do_not_compare_where_the_path_decides(other: Any) -> None:
    # As f32, 0.1 == np.float32(0.1); as f64 it is not.
    assert refusal("equal", JOINED, other).code == "joined-arithmetic"


OR_FLOAT = ScalarType(BY_NAME["f32"], joined=True, number="float")


@pytest.mark.parametrize(
    "other", [tensor("f32", n), tensor("f64", n), scalar("f64"), tensor("i32")]
)
def test_what_may_be_a_number_is_computed_with_where_that_is_the_same(other: Any) -> None:
    number, single = (text("add", each, other) for each in (FLOAT, scalar("f32")))
    assert number == single == text("add", OR_FLOAT, other)


@pytest.mark.parametrize("other", [2.0, FLOAT, OR_FLOAT, tensor("f16", n)])
def test_what_may_be_a_number_is_not_computed_with_where_the_path_decides(other: Any) -> None:
    assert refusal("add", OR_FLOAT, other).code == "joined-arithmetic"


def test_what_may_be_a_number_compares_with_numbers_as_one_or_the_other() -> None:
    assert text("less", OR_FLOAT, 3) == "bool_?"
    assert text("less", OR_FLOAT, scalar("f32")) == "bool_"


@pytest.mark.parametrize(
    ("number", "dtype", "joins"),
    [
        *((0.5, "f32", True), (0.1, "f32", False), (0.1, "f64", True), (70000, "f16", False)),
        *((np.nan, "f32", True), (1e300, "f32", False), (-1, "u8", False), (7, "i32", True)),
    ],
)
def test_a_constant_joins_what_holds_it(number: Any, dtype: str, joins: bool) -> None:
    constant = type_of_python(number)
    try:
        assert str(join(constant, scalar(dtype), max)) == f"{dtype}?"
    except CannotJoin:
        assert not joins
    else:
        assert joins


def test_joined_values_are_moved_and_cast_only() -> None:
    assert text("reshape", JOINED, shape=(1, n)) == "f64[1, n]?"
    assert text("index", JOINED, 0, key="_") == "f64?"
    assert text("cast", JOINED, dtype=np.float32) == "f32[n]"
    assert text("store", tensor("f64", n), JOINED, key="...") == "f64[n]"
    assert refusal("cast", JOINED, dtype=np.int8).code == "joined-arithmetic"
    assert refusal("store", JOINED, 1.0, key="...").code == "joined-arithmetic"
    for name in ("negative", "exp", "sum"):
        assert refusal(name, JOINED).code == "joined-arithmetic"
    for name in ("add", "maximum", "matmul", "concat"):
        assert refusal(name, JOINED, tensor("f64", n)).code == "joined-arithmetic"


# --- effects ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "raises"),
    [
        ("add", (INT, 1), {}, True),
        ("add", (n, 1), {}, False),
        ("add", (FLOAT, INT), {}, False),
        ("add", (INT_MAX, 0), {}, False),
        ("add", (tensor("f32", n), INT), {}, False),
        ("add", (tensor("u8", n), INT), {}, True),
        ("add", (tensor("u8", n), 3), {}, False),
        ("less", (tensor("u8", n), INT), {}, False),
        ("negative", (INT,), {}, True),
        ("negative", (BOOL_NUMBER,), {}, False),
        ("divide", (FLOAT, FLOAT), {}, True),
        ("divide", (FLOAT, 2.0), {}, False),
        ("divide", (scalar("f32"), FLOAT), {}, False),
        ("floor_divide", (INT, 2), {}, False),
        ("floor_divide", (INT, -1), {}, True),
        ("remainder", (INT, INT), {}, True),
        ("pow", (INT, 2), {}, True),
        ("pow", (tensor("i64", n), tensor("u8", n)), {}, False),
        ("power", (tensor("i64", n), tensor("i64", n)), {}, True),
        ("max", (tensor("f32", n),), {}, True),
        ("max", (tensor("f32", n, 4),), {"axis": 1}, False),
        ("sum", (tensor("f32", n),), {}, False),
        ("index", (tensor("f32", n), 0), {"key": "_"}, True),
        ("index", (tensor("f32", 3), -3), {"key": "_"}, False),
        ("index", (tensor("f32", n + 1), n), {"key": "_"}, False),
        ("index", (tensor("f32", n), 1), {"key": "_:"}, False),
        ("store", (tensor("i64", 3), FLOAT, 0), {"key": "_"}, True),
        ("store", (tensor("f32", 3), FLOAT, 0), {"key": "_"}, False),
        ("reshape", (tensor("f32", n),), {"shape": (n, 1)}, False),
        ("reshape", (tensor("f32", n),), {"shape": (n, -1)}, True),
        ("zeros", (), {"shape": (n,)}, False),
        ("zeros", (), {"shape": (n - 1,)}, True),
        ("cast", (FLOAT,), {"dtype": int}, True),
        ("cast", (INT,), {"dtype": float}, False),
        ("cast", (tensor("f64", n),), {"dtype": np.int32}, False),
        ("check", (FLOAT,), {}, True),
        ("as_dim", (INT,), {}, False),
        ("as_dim", (INT,), {"low": 0}, True),
    ],
)
def test_which_nodes_can_raise(
    name: str, operands: tuple[Any, ...], attributes: dict[str, Any], raises: bool
) -> None:
    assert can_raise(name, *operands, **attributes) == raises


def test_a_for_loop_can_raise_only_for_a_step_of_zero() -> None:
    record = REGISTRY["for"]
    assert record.effects_of((INT, INT, as_type(1)), {}) == Effects.NONE
    assert record.effects_of((INT, INT, INT), {}) == Effects.RAISES


@pytest.mark.parametrize(
    ("name", "other", "result"),
    [
        ("multiply", 2.0, "f64?"),
        ("add", "f64?", "f64?"),
        ("divide", 3, "f64?"),
        ("divide", 0, None),
        ("divide", "f64?", None),
        ("maximum", 2.0, "f64"),
        ("remainder", 2.0, None),
    ],
)
def test_arithmetic_of_what_may_be_a_python_float(
    name: str, other: Any, result: str | None
) -> None:
    """Python's floats and f64 are multiplied alike, but only one of them divides by 0.

    What has no operator is NumPy's, whatever it is of.
    """
    number = ScalarType(np.dtype(np.float64), joined=True, number="float")
    types = (number, number if other == "f64?" else as_type(other))
    if result is not None:
        assert str(REGISTRY[name].infer(Facts(), types, {})[1][0]) == result
    else:
        with pytest.raises(RuleError):
            REGISTRY[name].infer(Facts(), types, {})


# --- the registry -------------------------------------------------------------------------------


def test_names_mean_one_op() -> None:
    for field in ("numpy", "methods"):
        names = [name for record in REGISTRY.values() for name in getattr(record, field)]
        assert len(names) == len(set(names))
    operators = [record.operator for record in REGISTRY.values() if record.operator]
    assert len(operators) == len(set(operators))
    for record in REGISTRY.values():
        assert all(hasattr(np.ndarray, name) for name in record.methods)


def test_numpy_makes_scalars_of_numbers() -> None:
    as_scalar = REGISTRY["as_scalar"].run
    for record in REGISTRY.values():
        if record.numpy and record.strong:
            numbers = (3, 2)[: len(record.operands)]
            found = record.run(*map(as_scalar, numbers))
            expected = getattr(np, record.numpy[0])(*numbers)
            assert type(found) is type(expected)
            assert found == expected

"""Signatures: annotations read, calls checked and taken apart, sizes solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
import pytest

import dslc
from dslc import Array, DslError, Scalar, Static, Tensor, f32, i32
from dslc.ir.dtypes import bf16
from dslc.signature import Signature
from dslc.static_key import static_key

n, m, k, p_n = dslc.dims("n m k p_n")
HUGE = 10**400


@dataclass(frozen=True)
class Dense:
    w: Tensor[f32, n, m]
    b: Tensor[f32, m]
    rate: Scalar[f32]

    def __post_init__(self) -> None:
        assert isinstance(self.w, np.ndarray), "only the user makes one this way"


class Pair(NamedTuple):
    first: Tensor[f32, n]
    times: int


@dataclass
class Model:
    layers: tuple[Dense, Dense]
    pair: Pair
    name: str = "plain"
    extra: Tensor[f32, n] | None = None


def model_function(x: Tensor[f32, n], model: Model, steps: Static[int] = 2) -> Tensor[f32, n]:
    return x


def zeros(*shape: int) -> np.ndarray[Any, Any]:
    return np.zeros(shape, np.float32)


def dense(rows: int, columns: int) -> Dense:
    return Dense(zeros(rows, columns), zeros(columns), np.float32(0.5))


def bind(function: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[Any, dict[str, int]]:
    signature = Signature.of(function)
    call = signature.bind(args, kwargs)
    return call, signature.layout(call.statics).sizes(call.values)


def fault_of(action: Callable[[], object]) -> str:
    """The code, message and help of the one diagnostic that an action ends with."""
    with pytest.raises(DslError) as raised:
        action()
    (diagnostic,) = raised.value.diagnostics
    help_text = f" ({diagnostic.help})" if diagnostic.help else ""
    return f"{diagnostic.code}: {diagnostic.message}{help_text}"


# --- reading ----------------------------------------------------------------------------------


def test_a_struct_is_flat() -> None:
    signature = Signature.of(model_function)
    assert str(signature) == (
        "model_function(x: Tensor[f32, n], model: Model, steps: Static[int] = 2) -> Tensor[f32, n]"
    )
    layout = signature.layout(["plain", False, 2])
    assert [f"{name}: {type_}" for name, type_ in layout.parameters] == [
        "x: f32[n]",
        "model_layers_0_w: f32[model_layers_0_n, m]",
        "model_layers_0_b: f32[m]",
        "model_layers_0_rate: f32",
        "model_layers_1_w: f32[model_layers_1_n, model_layers_1_m]",
        "model_layers_1_b: f32[model_layers_1_m]",
        "model_layers_1_rate: f32",
        "model_pair_first: f32[model_pair_n]",
        "model_pair_times: int",
        "model_extra: f32[model_n]",
    ]
    assert {name: str(dim) for name, dim in layout.integers.items()} == {
        "model_pair_times": "model_pair_times"
    }
    without_extra = signature.layout(["plain", True, 2])
    assert len(without_extra.parameters) == len(layout.parameters) - 1


def test_names_stay_unique() -> None:
    def function(p: Pair, p_first: Tensor[f32, k], p_n: Tensor[f32, p_n], n: int) -> None: ...

    layout = Signature.of(function).layout()
    assert [name for name, _ in layout.parameters] == [
        "p_first",
        "p_times",
        "p_first_2",
        "p_n",
        "n",
    ]
    assert [str(type_) for _, type_ in layout.parameters[:1]] == ["f32[p_n_2]"]


def test_an_int_parameter_is_the_dim_of_its_name() -> None:
    def function(x: Tensor[f32, n], n: int, shift: int) -> None: ...

    layout = Signature.of(function).layout()
    assert layout.integers["n"] is dslc.dims("n")
    assert dslc.dims("shift") is not layout.integers["shift"], "may be negative"
    _, sizes = bind(function, zeros(3), 3, -5)
    assert sizes == {"n": 3, "shift": -5}
    assert fault_of(lambda: bind(function, zeros(3), 4, 0)) == (
        "argument-mismatch: the sizes given to `function` do not agree: "
        "`n` is 4 by `n`, but 3 by axis 0 of `x`"
    )


def test_text_annotations_see_closures_and_namespaces() -> None:
    rows = dslc.dims("rows")

    def function(x: Tensor[f32, rows]) -> Any:
        return rows

    assert str(Signature.of(function)) == "function(x: Tensor[f32, rows])"

    namespace: dict[str, Any] = {}
    exec("def quoted(x: 'Tensor[f32, columns]'): pass", namespace)

    names = {"columns": dslc.dims("columns"), "Tensor": Tensor, "f32": f32}
    signature = Signature.of(namespace["quoted"], namespace=names)
    assert str(signature) == "quoted(x: Tensor[f32, columns])"


@pytest.mark.parametrize(
    ("annotation", "fault"),
    [
        ("np.ndarray", "`ndarray` is no annotation for parameter `x` of `f`"),
        ("Array", "`Array` is no annotation for parameter `x` of `f`"),
        ("f32", "`float32` is no annotation for parameter `x` of `f`"),
        ("list[np.ndarray]", "`ndarray` is no annotation for parameter `x` of `f`"),
        ("3", "`3` is no annotation for parameter `x` of `f`"),
        ("[int]", "is no annotation for parameter `x` of `f`"),
        ("Tensor[f32, q]", "cannot be evaluated: name 'q' is not defined"),
        ("1 / 0", "cannot be evaluated: division by zero"),
        ("Tensor[f32, -1]", "parameter `x` of `f`: `-1` in `Tensor[...]` is no size"),
        ("dict[float, int]", "is no annotation for parameter `x` of `f`"),
    ],
)
def test_an_annotation_that_is_no_type(annotation: str, fault: str) -> None:
    namespace = {"np": np, "Array": Array, "Tensor": Tensor, "f32": f32, "n": n}
    exec(f"def f(x: {annotation!r}): pass", namespace)
    text = fault_of(lambda: Signature.of(namespace["f"]))
    assert text.startswith("annotation-unknown: ")
    assert fault in text


def test_faults_name_the_place() -> None:
    def function(
        x: Tensor[f32, n],
        y,
    ) -> None: ...

    with pytest.raises(DslError) as raised:
        Signature.of(function)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == "annotation-missing"
    assert diagnostic.message == "parameter `y` of `function` has no annotation"
    span = diagnostic.span
    assert span is not None
    assert span.file.endswith("test_signature.py")
    assert span.line == function.__code__.co_firstlineno + 2
    assert span.column == 9


def test_a_struct_with_itself_inside() -> None:
    def function(x: Cyclic) -> None: ...

    assert fault_of(lambda: Signature.of(function)).startswith(
        "annotation-unknown: `Cyclic` contains itself"
    )


@dataclass
class Cyclic:
    inner: Cyclic | None = None


def test_a_field_that_is_no_type() -> None:
    def function(x: Wrong) -> None: ...

    with pytest.raises(DslError) as raised:
        Signature.of(function)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.message == "`object` is no annotation for field `thing` of `Wrong`"
    assert diagnostic.span is not None
    assert diagnostic.span.line == LINE_OF_THING


@dataclass
class Wrong:
    thing: object


LINE_OF_THING = test_a_field_that_is_no_type.__code__.co_firstlineno + 13


def test_star_parameters() -> None:
    def function(*xs: Tensor[f32, n]) -> None: ...

    assert fault_of(lambda: Signature.of(function)) == (
        "variadic-parameter: parameter `xs` of `function` takes any number of arguments "
        "(name each parameter)"
    )


# --- calls ------------------------------------------------------------------------------------


def test_a_call_comes_apart_and_together() -> None:
    model = Model((dense(2, 3), dense(3, 5)), Pair(zeros(4), 7), "deep")
    call, sizes = bind(model_function, zeros(6), model)
    assert call.statics == ["deep", True, 2]
    assert sizes == {
        "n": 6,
        "model_layers_0_n": 2,
        "m": 3,
        "model_layers_1_n": 3,
        "model_layers_1_m": 5,
        "model_pair_n": 4,
        "model_pair_times": 7,
    }
    signature = Signature.of(model_function)
    _, again, steps = signature.arguments(call.values, call.statics)
    assert steps == 2
    assert again.layers[1].w is model.layers[1].w
    assert again.pair == model.pair
    assert again.extra is None
    assert call.arguments[1] is model, "nothing was converted"


def test_scalars_in_structs_are_converted_in_a_copy() -> None:
    given = Dense(zeros(1, 1), zeros(1), 0.1)

    def function(p: Dense) -> None: ...

    call, _ = bind(function, given)
    (converted,) = call.arguments
    assert type(converted.rate) is np.float32
    assert type(given.rate) is float
    assert converted.w is given.w


def test_structs_match_by_name_and_fields() -> None:
    @dataclass
    class Other:
        w: Any
        b: Any
        rate: Any

    def function(p: Dense) -> None: ...

    given = Other(zeros(1, 2), zeros(2), np.float32(1))
    assert fault_of(lambda: bind(function, given)) == (
        "argument-mismatch: `p` of `function` is declared Dense, the argument is a Other "
        "(pass a Dense with the fields w, b, rate)"
    )
    Other.__name__ = "Dense"
    call, sizes = bind(function, given)
    assert sizes == {"n": 1, "m": 2}
    (built,) = Signature.of(function).arguments(call.values)
    assert type(built) is Dense


def scalar_function(a: Scalar[f32], b: Scalar[i32], c: float, d: int, e: bool) -> None: ...


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"a": 1e-6}, np.float32(1e-6)),
        ({"a": 3}, np.float32(3)),
        ({"a": np.float64(0.5)}, np.float32(0.5)),
        ({"a": np.float16(0.5)}, np.float32(0.5)),
        ({"a": np.int64(7)}, np.float32(7)),
        ({"a": bf16(1.5)}, np.float32(1.5)),
        ({"a": 1e300}, np.float32(np.inf)),
        ({"a": np.float64(-0.0)}, np.float32(-0.0)),
        ({"b": -(2**31)}, np.int32(-(2**31))),
        ({"b": np.uint8(255)}, np.int32(255)),
        ({"c": 3}, 3.0),
        ({"c": np.float32(0.1)}, float(np.float32(0.1))),
        ({"c": np.float64(-0.0)}, -0.0),
        ({"d": np.uint64(2**62)}, 2**62),
        ({"d": -(2**63)}, -(2**63)),
        ({"e": np.True_}, True),
    ],
)
def test_scalars_are_converted(changed: dict[str, Any], expected: Any) -> None:
    given = {"a": 1.0, "b": 1, "c": 1.0, "d": 1, "e": True, **changed}
    call, _ = bind(scalar_function, **given)
    (name,) = changed
    (actual,) = (v for p, v in zip("abcde", call.values, strict=True) if p == name)
    assert type(actual) is type(expected)
    assert repr(actual) == repr(expected)


def complex_function(z: Scalar[np.complex64], a: Scalar[f32]) -> None: ...


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1 + 2j, np.complex64(1 + 2j)),
        (complex(-0.0, 0.1), np.complex64(complex(-0.0, 0.1))),
        (2, np.complex64(2)),
        (np.float64(0.5), np.complex64(0.5)),
        (np.complex128(1.5 - 1j), np.complex64(1.5 - 1j)),
        (np.complex128(complex(np.nan, 1)), np.complex64(complex(np.nan, 1))),
    ],
)
def test_complex_scalars_are_converted(value: Any, expected: np.complex64) -> None:
    call, _ = bind(complex_function, value, 1.0)
    assert type(call.values[0]) is np.complex64
    assert repr(call.values[0]) == repr(expected)


@pytest.mark.parametrize(
    ("z", "a", "got"),
    [
        (True, 1.0, "the bool True"),
        (
            np.float64(0.1),
            1.0,
            "the scalar f64(0.1), which is no exact c64 (round it with c64(...))",
        ),
        (complex(1, 0), 1j, "the complex 1j"),
        (1, np.complex64(1j), "the scalar c64(1j)"),
        (np.complex128(complex(np.nan, 0.1)), 1.0, "the scalar c128(nan+0.1j), which is no exact"),
    ],
)
def test_what_is_no_complex_scalar(z: Any, a: Any, got: str) -> None:
    assert got in fault_of(lambda: bind(complex_function, z, a))


def test_nan_stays_nan() -> None:
    call, _ = bind(scalar_function, np.float64(np.nan), 1, float("nan"), 1, False)
    assert np.isnan(call.values[0])
    assert np.isnan(call.values[2])


@pytest.mark.parametrize(
    ("changed", "got"),
    [
        (
            {"a": np.float64(0.1)},
            "the scalar f64(0.1), which is no exact f32 (round it with f32(...))",
        ),
        ({"a": True}, "the bool True"),
        ({"a": np.True_}, "the scalar bool_(True)"),
        ({"a": zeros()}, "f32[] (pass x[()])"),
        ({"a": zeros(1)}, "f32[1]"),
        ({"a": "1"}, "a str"),
        ({"a": None}, "None"),
        ({"a": HUGE}, f"the int {str(HUGE)[:30]}..., which does not fit f32"),
        ({"b": 1.0}, "the float 1.0"),
        ({"b": np.float32(1)}, "the scalar f32(1.0)"),
        ({"b": 2**31}, "the int 2147483648, which does not fit i32"),
        ({"b": np.int64(2**31)}, "the scalar i64(2147483648), which does not fit i32"),
        ({"c": True}, "the bool True"),
        ({"c": np.int64(1)}, "the scalar i64(1)"),
        ({"c": HUGE}, f"the int {str(HUGE)[:30]}..., which does not fit a float"),
        ({"d": True}, "the bool True"),
        ({"d": 1.0}, "the float 1.0"),
        ({"d": 2**63}, "the int 9223372036854775808, which does not fit in 64 bits"),
        (
            {"d": np.uint64(2**63)},
            "the scalar u64(9223372036854775808), which does not fit in 64 bits",
        ),
        ({"e": 1}, "the int 1"),
    ],
)
def test_other_scalars_are_refused(changed: dict[str, Any], got: str) -> None:
    (name,) = changed
    declared = {"a": "Scalar[f32]", "b": "Scalar[i32]", "c": "float", "d": "int", "e": "bool"}
    given = {"a": 1.0, "b": 1, "c": 1.0, "d": 1, "e": True, **changed}
    assert fault_of(lambda: bind(scalar_function, **given)) == (
        f"argument-mismatch: `{name}` of `scalar_function` is declared {declared[name]}, "
        f"the argument is {got}"
    )


def array_function(x: Tensor[f32, n, 4], y: Tensor[f32, n] | None = None) -> None: ...


@pytest.mark.parametrize(
    ("given", "got"),
    [
        (np.zeros((3, 4)), "f64[3, 4] (convert it with .astype(f32))"),
        (np.zeros((3, 4), ">f4"), "f64[3, 4]"),
        (zeros(4), "f32[4]"),
        ([[1.0]], "a list (pass np.asarray(..., f32))"),
        (1.0, "the float 1.0 (pass np.asarray(..., f32))"),
        (np.float32(1), "the scalar f32(1.0) (pass np.asarray(..., f32))"),
        (np.ma.masked_array(zeros(3, 4)), "f32[3, 4] (MaskedArray) (pass a plain array)"),
        ("text", "a str"),
        (None, "None"),
    ],
)
def test_arrays_are_taken_as_they_are(given: Any, got: str) -> None:
    text = fault_of(lambda: bind(array_function, given))
    assert text.startswith(
        "argument-mismatch: `x` of `array_function` is declared Tensor[f32, n, 4]"
    )
    if getattr(given, "dtype", None) != np.dtype(">f4"):
        assert text.endswith(f"the argument is {got}")


def test_odd_strides_and_read_only_arrays_are_taken() -> None:
    given = zeros(8, 6)[::-2, 1:5]
    given.flags.writeable = False
    call, sizes = bind(array_function, given)
    assert call.values[0] is given
    assert sizes == {"n": 4}


@pytest.mark.parametrize(
    ("args", "kwargs", "fault"),
    [
        ((), {}, "`array_function` needs `x`"),
        ((1, 2, 3), {}, "`array_function` takes 2 positional arguments, not 3"),
        ((zeros(1, 4),), {"z": 1}, "`array_function` has no parameter `z`"),
        ((zeros(1, 4),), {"x": 1}, "`array_function` got `x` twice"),
    ],
)
def test_wrong_numbers_of_arguments(args: Any, kwargs: Any, fault: str) -> None:
    text = fault_of(lambda: bind(array_function, *args, **kwargs))
    assert text.startswith(f"argument-mismatch: {fault}")


def test_keyword_only_and_positional_only() -> None:
    def function(a: int, /, b: int, *, c: int = 3) -> None: ...

    assert str(Signature.of(function)) == "function(a: int, b: int, *, c: int = 3) -> None"
    call, sizes = bind(function, 1, b=2)
    assert sizes == {"a": 1, "b": 2, "c": 3}
    assert Signature.of(function).split(call.arguments) == ([1, 2], {"c": 3})
    assert "takes 2 positional" in fault_of(lambda: bind(function, 1, 2, 3))
    assert "has no parameter `a`" in fault_of(lambda: bind(function, 2, a=1))


# --- sizes ------------------------------------------------------------------------------------


def sized(
    x: Tensor[f32, n, m], y: Tensor[f32, 2 * n + 1], z: Tensor[f32, n * m, 3], w: Tensor[f32, m]
) -> None: ...


def test_sizes_are_solved() -> None:
    _, sizes = bind(sized, zeros(2, 3), zeros(5), zeros(6, 3), zeros(3))
    assert sizes == {"n": 2, "m": 3}

    def only_composed(y: Tensor[f32, 2 * n + 1], z: Tensor[f32, n * m]) -> None: ...

    _, sizes = bind(only_composed, zeros(5), zeros(8))
    assert sizes == {"n": 2, "m": 4}


@pytest.mark.parametrize(
    ("shapes", "fault"),
    [
        (((2, 3), (5,), (6, 3), (4,)), "`m` is 3 by axis 1 of `x`, but 4 by axis 0 of `w`"),
        (((2, 3), (5,), (6, 4), (3,)), "axis 1 of `z` is 4, declared 3"),
        (
            ((2, 3), (4,), (6, 3), (3,)),
            "axis 0 of `y` is 4, declared 2*n + 1, which is 5 where `n` is 2",
        ),
        (
            ((2, 3), (5,), (7, 3), (3,)),
            "axis 0 of `z` is 7, declared m*n, which is 6 where `m` is 3, `n` is 2",
        ),
    ],
)
def test_sizes_that_do_not_agree(shapes: Any, fault: str) -> None:
    text = fault_of(lambda: bind(sized, *(zeros(*shape) for shape in shapes)))
    assert text == f"argument-mismatch: the sizes given to `sized` do not agree: {fault}"


@pytest.mark.parametrize("size", [0, 2, 4])
def test_no_size_fits(size: int) -> None:
    def function(y: Tensor[f32, 2 * n + 3]) -> None: ...

    fault = f"axis 0 of `y` is {size}, declared 2*n + 3: no `n` fits"
    assert fault in fault_of(lambda: bind(function, zeros(size)))


def test_any_size_fits_beside_a_zero() -> None:
    def function(x: Tensor[f32, n * m], y: Tensor[f32, n]) -> None: ...

    assert "declared m*n: any `m` fits" in fault_of(lambda: bind(function, zeros(0), zeros(0)))
    assert "declared m*n: no `m` fits" in fault_of(lambda: bind(function, zeros(2), zeros(0)))


def test_a_negative_size_is_none() -> None:
    def function(y: Tensor[f32, n + 3]) -> None: ...

    assert "no `n` fits" in fault_of(lambda: bind(function, zeros(1)))


def test_an_int_in_a_size_is_a_size() -> None:
    def function(x: Tensor[f32, n - k], k: int) -> None: ...

    _, sizes = bind(function, zeros(5), 2)
    assert sizes == {"k": 2, "n": 7}
    assert "no `k` fits" in fault_of(lambda: bind(function, zeros(5), -2))


# --- build-time values ------------------------------------------------------------------------


class Count(NamedTuple):
    number: int


class Mode(Enum):
    FAST = 1
    EXACT = 2


@dataclass
class Config:
    width: int
    scales: list[float] = field(default_factory=list)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        (np.float32(1), 1.0),
        (np.float32(1), np.float64(1)),
        ((1, 2), [1, 2]),
        ((1,), (True,)),
        ("1", 1),
        (Mode.FAST, Mode.EXACT),
        (Config(1, [0.0]), Config(1, [-0.0])),
        (Count(1), (1,)),
        ({"a": 1}, {"a": True}),
        (None, False),
    ],
)
def test_keys_tell_values_apart(a: Any, b: Any) -> None:
    assert static_key(a) != static_key(b)
    assert static_key(a) == static_key(a)


def test_equal_values_have_equal_keys() -> None:
    assert static_key(float("nan")) == static_key(float("nan"))
    assert static_key(Config(1, [0.5])) == static_key(Config(1, [0.5]))
    assert hash(static_key({"a": [1, {"b": 2.0}]})) == hash(static_key({"a": [1, {"b": 2.0}]}))


@pytest.mark.parametrize("value", [np.zeros(3), {1, 2}, [np.zeros(1)]])
def test_values_without_a_key(value: Any) -> None:
    assert fault_of(lambda: static_key(value)).startswith("static-unhashable: a ")


def test_a_list_that_contains_itself() -> None:
    value: list[Any] = []
    value.append(value)
    assert fault_of(lambda: static_key(value)).startswith("static-unhashable: ")


def test_static_parameters_check_the_class() -> None:
    def function(width: Static[int], mode: Static[Mode], name: str = "a") -> None: ...

    call, _ = bind(function, 3, Mode.FAST)
    assert call.statics == [3, Mode.FAST, "a"]
    assert call.values == []
    assert fault_of(lambda: bind(function, 3.0, Mode.FAST)).endswith(
        "`width` of `function` is declared Static[int], the argument is the float 3.0"
    )
    assert fault_of(lambda: bind(function, 3, Mode.FAST, b"a")).endswith(
        "`name` of `function` is declared str, the argument is a bytes"
    )


def test_defaults_of_build_time_values() -> None:
    signature = Signature.of(model_function)
    model = Model((dense(1, 1), dense(1, 1)), Pair(zeros(1), 1))
    assert signature.statics({"model": model}) == ["plain", True, 2]
    assert signature.statics({})[0] == "plain"
    assert "has no parameter `z`" in fault_of(lambda: signature.statics({"z": 1}))


def test_a_build_time_field_without_default_must_be_given() -> None:
    @dataclass
    class Head:
        width: Static[int]

    def function(head: Head) -> None: ...

    function.__annotations__["head"] = Head
    assert fault_of(lambda: Signature.of(function).statics({})) == (
        "argument-mismatch: `head` of `function` is known only while building "
        "(give it a default, or give the value to `graph_for`)"
    )

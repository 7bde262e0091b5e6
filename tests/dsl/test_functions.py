"""`@graph` functions called directly, `@jit` and `compile`."""

import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import DslError, Scalar, Static, Tensor, f32, graph, i64, jit, ragged, sparse
from dslc.compiled import CompiledFunction
from dslc.functions import GraphFunction

n, m = dslc.dims("n m")


@dataclass
class Params:
    w: Tensor[f32, n, m]
    rate: Scalar[f32]


@graph
def scale(x: Tensor[f32, n], tol: Scalar[f32] = 0.5, steps: Scalar[i64] = 3) -> Any:
    """Scales."""
    return x, tol, steps


@graph(check=[{"times": 2}, {"times": 0}])
def repeat(x: Tensor[f32, n], p: Params, times: Static[int], *, shift: int = 0) -> Any:
    return p.rate, times, shift


@graph
def pair(x: Tensor[f32, n], y: Tensor[f32, n]) -> Tensor[f32, n]:
    return x + y


def code_of(error: pytest.ExceptionInfo[DslError]) -> str:
    return error.value.code


def test_scalars_get_the_declared_type() -> None:
    x = np.ones(3, np.float32)
    given, tol, steps = scale(x, steps=7)
    assert given is x
    assert (type(tol), type(steps)) == (np.float32, np.int64)
    assert (tol, steps) == (0.5, 7)


def test_fields_get_the_declared_type() -> None:
    p = Params(np.zeros((2, 3), np.float32), 0.1)
    rate, times, shift = repeat(np.ones(3, np.float32), p, 4, shift=-1)
    assert type(rate) is np.float32
    assert (times, shift) == (4, -1)
    assert type(p.rate) is float


def test_arguments_are_checked() -> None:
    with pytest.raises(DslError, match="convert it with"):
        scale(np.ones(3))
    with pytest.raises(DslError, match="`n` is 3 by axis 0 of `x`, but 2 by axis 0 of `y`"):
        pair(np.ones(3, np.float32), np.ones(2, np.float32))
    with pytest.raises(DslError) as error:
        pair(np.ones(3, np.float32))
    assert code_of(error) == "argument-mismatch"


def test_it_is_the_function_still() -> None:
    assert scale.__name__ == "scale"
    assert scale.__doc__ == "Scales."
    assert scale.__wrapped__(1, 2, 3) == (1, 2, 3)
    assert scale.check == ()
    assert repeat.check == ({"times": 2}, {"times": 0})
    assert repr(pair).startswith("<graph function pair(x: ")


def test_floating_point_warnings_are_left_alone() -> None:
    @graph
    def divide(x: Tensor[f32, n]) -> Any:
        return x / x

    with pytest.warns(RuntimeWarning), np.errstate(all="warn"):
        divide(np.zeros(1, np.float32))


def test_wrong_annotations_do_not_break_the_import() -> None:
    @graph
    def wrong(x) -> Any:
        return x

    assert isinstance(wrong, GraphFunction)
    with pytest.raises(DslError) as error:
        wrong(1)
    assert code_of(error) == "annotation-missing"


@jit
def norm(x: Tensor[f32, n]) -> Scalar[f32]:
    """Norm."""
    return np.sqrt(np.sum(x * x))


def test_jit_compiles_at_the_first_call() -> None:
    assert norm.__doc__ == "Norm."
    assert "compiled" not in vars(norm)
    assert repr(norm).startswith("<jit function norm(")
    result = norm(np.asarray([3, 4], np.float32))
    assert (type(result), result) == (np.float32, 5.0)
    assert isinstance(norm.compiled, CompiledFunction)
    assert norm.graph is norm.compiled.graph
    assert norm.compiled is norm.compiled


@pytest.mark.parametrize("device", ["reference", "step", None])
def test_compile_in_one_process(device: str | None) -> None:
    compiled = dslc.compile(pair, device=device)
    x, y = np.arange(3, dtype=np.float32), np.ones(3, np.float32)
    np.testing.assert_array_equal(compiled(x, y), x + y)
    assert compiled.__wrapped__ is pair.__wrapped__
    if device is not None:
        assert compiled.device == device


def test_compile_from_an_example() -> None:
    def halve(x, factor):
        return x * factor

    compiled = dslc.compile(halve, example=(np.ones(3), 0.5), device="reference")
    np.testing.assert_array_equal(compiled(np.arange(2.0), 0.25), [0.0, 0.25])
    with pytest.raises(DslError, match="the example has 3 values for 2 parameters"):
        dslc.compile(halve, example=(np.ones(3), 0.5, 1))


@jit
def tripled(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x * 3.0


def nothing_around(x):  # no annotation: the example says it
    return x * 2.0


def test_an_example_may_be_ragged_or_sparse() -> None:
    rows = ragged.from_lengths(np.arange(6, dtype=np.float32).reshape(3, 2), [1, 0, 2])
    compiled = dslc.compile(nothing_around, example=(rows,), device="reference")
    assert compiled(rows).values.tolist() == (rows.values * 2).tolist()
    for matrix in (sparse.from_dense(np.eye(3)), sparse.from_dense(np.eye(3)).to_coo()):
        doubled = dslc.compile(nothing_around, example=(matrix,), device="reference")(matrix)
        assert doubled.to_dense().tolist() == (2 * np.eye(3)).tolist()


def test_functions_pickle_as_plain_functions_do() -> None:
    compiled = dslc.compile(pair)
    assert pickle.loads(pickle.dumps(pair)) is pair
    assert pickle.loads(pickle.dumps(tripled)) is tripled
    # By reference: its module holds the source under this name.
    with pytest.raises(pickle.PicklingError, match="not the same object"):
        pickle.dumps(compiled)


def test_an_assumption_of_a_plain_call_is_checked() -> None:
    dslc.assume(1 <= np.zeros(3).shape[0] <= 4)
    with pytest.raises(dslc.DslError, match=r"shape-assumption.*does not hold") as caught:
        dslc.assume(np.zeros(3).shape[0] % 2 == 0)
    assert "test_functions.py" in str(caught.value)
    with pytest.raises(dslc.DslError, match=r"argument-mismatch.*of type int"):
        dslc.assume(3)  # type: ignore[arg-type]

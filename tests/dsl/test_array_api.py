"""The array API standard 2024.12: that all of it is there, and gives what NumPy gives."""

import inspect
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dslc
from dslc import array_api as xp
from dslc.transpile import build_module

STANDARD = """
arange(start, /, stop=None, step=1, *, dtype=None, device=None)
asarray(obj, /, *, dtype=None, device=None, copy=None)
empty(shape, *, dtype=None, device=None)
empty_like(x, /, *, dtype=None, device=None)
eye(n_rows, n_cols=None, /, *, k=0, dtype=None, device=None)
from_dlpack(x, /, *, device=None, copy=None)
full(shape, fill_value, *, dtype=None, device=None)
full_like(x, /, fill_value, *, dtype=None, device=None)
linspace(start, stop, /, num, *, dtype=None, device=None, endpoint=True)
meshgrid(*arrays, indexing='xy')
ones(shape, *, dtype=None, device=None)
ones_like(x, /, *, dtype=None, device=None)
tril(x, /, *, k=0)
triu(x, /, *, k=0)
zeros(shape, *, dtype=None, device=None)
zeros_like(x, /, *, dtype=None, device=None)
astype(x, dtype, /, *, copy=True, device=None)
can_cast(from_, to, /)
finfo(type, /)
iinfo(type, /)
isdtype(dtype, kind)
result_type(*arrays_and_dtypes)
abs(x, /)
acos(x, /)
acosh(x, /)
add(x1, x2, /)
asin(x, /)
asinh(x, /)
atan(x, /)
atan2(x1, x2, /)
atanh(x, /)
bitwise_and(x1, x2, /)
bitwise_left_shift(x1, x2, /)
bitwise_invert(x, /)
bitwise_or(x1, x2, /)
bitwise_right_shift(x1, x2, /)
bitwise_xor(x1, x2, /)
ceil(x, /)
clip(x, /, min=None, max=None)
conj(x, /)
copysign(x1, x2, /)
cos(x, /)
cosh(x, /)
divide(x1, x2, /)
equal(x1, x2, /)
exp(x, /)
expm1(x, /)
floor(x, /)
floor_divide(x1, x2, /)
greater(x1, x2, /)
greater_equal(x1, x2, /)
hypot(x1, x2, /)
imag(x, /)
isfinite(x, /)
isinf(x, /)
isnan(x, /)
less(x1, x2, /)
less_equal(x1, x2, /)
log(x, /)
log1p(x, /)
log2(x, /)
log10(x, /)
logaddexp(x1, x2, /)
logical_and(x1, x2, /)
logical_not(x, /)
logical_or(x1, x2, /)
logical_xor(x1, x2, /)
maximum(x1, x2, /)
minimum(x1, x2, /)
multiply(x1, x2, /)
negative(x, /)
nextafter(x1, x2, /)
not_equal(x1, x2, /)
positive(x, /)
pow(x1, x2, /)
real(x, /)
reciprocal(x, /)
remainder(x1, x2, /)
round(x, /)
sign(x, /)
signbit(x, /)
sin(x, /)
sinh(x, /)
square(x, /)
sqrt(x, /)
subtract(x1, x2, /)
tan(x, /)
tanh(x, /)
trunc(x, /)
take(x, indices, /, *, axis=None)
take_along_axis(x, indices, /, *, axis=-1)
__array_namespace_info__()
matmul(x1, x2, /)
matrix_transpose(x, /)
tensordot(x1, x2, /, *, axes=2)
vecdot(x1, x2, /, *, axis=-1)
broadcast_arrays(*arrays)
broadcast_to(x, /, shape)
concat(arrays, /, *, axis=0)
expand_dims(x, /, *, axis=0)
flip(x, /, *, axis=None)
moveaxis(x, source, destination, /)
permute_dims(x, /, axes)
repeat(x, repeats, /, *, axis=None)
reshape(x, /, shape, *, copy=None)
roll(x, /, shift, *, axis=None)
squeeze(x, /, axis)
stack(arrays, /, *, axis=0)
tile(x, repetitions, /)
unstack(x, /, *, axis=0)
argmax(x, /, *, axis=None, keepdims=False)
argmin(x, /, *, axis=None, keepdims=False)
count_nonzero(x, /, *, axis=None, keepdims=False)
nonzero(x, /)
searchsorted(x1, x2, /, *, side='left', sorter=None)
where(condition, x1, x2, /)
unique_all(x, /)
unique_counts(x, /)
unique_inverse(x, /)
unique_values(x, /)
argsort(x, /, *, axis=-1, descending=False, stable=True)
sort(x, /, *, axis=-1, descending=False, stable=True)
cumulative_prod(x, /, *, axis=None, dtype=None, include_initial=False)
cumulative_sum(x, /, *, axis=None, dtype=None, include_initial=False)
max(x, /, *, axis=None, keepdims=False)
mean(x, /, *, axis=None, keepdims=False)
min(x, /, *, axis=None, keepdims=False)
prod(x, /, *, axis=None, dtype=None, keepdims=False)
std(x, /, *, axis=None, correction=0.0, keepdims=False)
sum(x, /, *, axis=None, dtype=None, keepdims=False)
var(x, /, *, axis=None, correction=0.0, keepdims=False)
all(x, /, *, axis=None, keepdims=False)
any(x, /, *, axis=None, keepdims=False)
diff(x, /, *, axis=-1, n=1, prepend=None, append=None)
linalg.cholesky(x, /, *, upper=False)
linalg.cross(x1, x2, /, *, axis=-1)
linalg.det(x, /)
linalg.diagonal(x, /, *, offset=0)
linalg.eigh(x, /)
linalg.eigvalsh(x, /)
linalg.inv(x, /)
linalg.matmul(x1, x2, /)
linalg.matrix_norm(x, /, *, keepdims=False, ord='fro')
linalg.matrix_power(x, n, /)
linalg.matrix_rank(x, /, *, rtol=None)
linalg.matrix_transpose(x, /)
linalg.outer(x1, x2, /)
linalg.pinv(x, /, *, rtol=None)
linalg.qr(x, /, *, mode='reduced')
linalg.slogdet(x, /)
linalg.solve(x1, x2, /)
linalg.svd(x, /, *, full_matrices=True)
linalg.svdvals(x, /)
linalg.tensordot(x1, x2, /, *, axes=2)
linalg.trace(x, /, *, offset=0, dtype=None)
linalg.vecdot(x1, x2, /, *, axis=-1)
linalg.vector_norm(x, /, *, axis=None, keepdims=False, ord=2)
fft.fft(x, /, *, n=None, axis=-1, norm='backward')
fft.ifft(x, /, *, n=None, axis=-1, norm='backward')
fft.fftn(x, /, *, s=None, axes=None, norm='backward')
fft.ifftn(x, /, *, s=None, axes=None, norm='backward')
fft.rfft(x, /, *, n=None, axis=-1, norm='backward')
fft.irfft(x, /, *, n=None, axis=-1, norm='backward')
fft.rfftn(x, /, *, s=None, axes=None, norm='backward')
fft.irfftn(x, /, *, s=None, axes=None, norm='backward')
fft.hfft(x, /, *, n=None, axis=-1, norm='backward')
fft.ihfft(x, /, *, n=None, axis=-1, norm='backward')
fft.fftfreq(n, /, *, d=1.0, dtype=None, device=None)
fft.rfftfreq(n, /, *, d=1.0, dtype=None, device=None)
fft.fftshift(x, /, *, axes=None)
fft.ifftshift(x, /, *, axes=None)
"""
"""The functions of the standard, and how each is called."""

OPERATORS = """
abs add and eq floordiv ge getitem gt invert le lshift lt matmul mod mul ne neg or pos pow rshift
setitem sub truediv xor
radd rand rfloordiv rlshift rmatmul rmod rmul ror rpow rrshift rsub rtruediv rxor
iadd iand ifloordiv ilshift imatmul imod imul ior ipow irshift isub itruediv ixor
bool complex float index int array_namespace dlpack dlpack_device
"""
"""The methods of arrays with underscores."""

DTYPES = """
bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128
"""


@pytest.mark.parametrize("line", STANDARD.split("\n")[1:-1], ids=lambda line: line.split("(")[0])
def test_every_function_of_the_standard(line: str) -> None:
    path = line.partition("(")[0]
    function: Any = xp
    for name in path.split("."):
        function = getattr(function, name, None)
        assert function is not None, f"array_api has no {path}"
    signature = inspect.signature(function)
    parameters = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    bare = signature.replace(parameters=parameters, return_annotation=signature.empty)
    assert f"{path}{bare}" == line
    assert inspect.getdoc(function)
    module, _, name = path.rpartition(".")
    assert name in (getattr(xp, module) if module else xp).__all__


def test_every_method_of_arrays() -> None:
    assert [name for name in OPERATORS.split() if not hasattr(xp.Array, f"__{name}__")] == []
    attributes = ["dtype", "device", "mT", "ndim", "shape", "size", "T", "to_device"]
    assert [name for name in attributes if not hasattr(xp.Array, name)] == []


def test_constants_and_dtypes() -> None:
    assert (xp.e, xp.pi, xp.inf, xp.newaxis) == (math.e, math.pi, math.inf, None)
    assert math.isnan(xp.nan)
    assert [np.dtype(getattr(xp, name)).name for name in DTYPES.split()] == DTYPES.split()
    assert xp.__array_api_version__ == "2024.12"


# --- values ---------------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="module")
def on_the_reference() -> Iterator[None]:
    """Most of these ask what a function means, not how fast it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DSLC_DEVICE", "reference")
        yield


def same(found: Any, wanted: Any) -> None:
    """Compare what a function of the namespace gave with NumPy's value, to the bit but for NaN."""
    if isinstance(wanted, tuple | list):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            same(one, other)
        return
    if isinstance(found, xp.Array):
        assert (found.shape, found.dtype) == (np.shape(wanted), np.asarray(wanted).dtype)
        np.testing.assert_array_equal(np.asarray(found), wanted)
        return
    assert found == wanted


X = np.array([[1.5, -2.0, 0.25], [np.nan, 0.0, 7.0]], np.float32)
K = np.array([[3, 1, 2], [2, 0, 3]], np.int64)
S = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])

CASES = """
xp.arange(5)
xp.arange(2, 10, 3, dtype=xp.float32)
xp.arange(0.0, 1.0, 0.25)
xp.asarray([[1, 2], [3, 4]], dtype=xp.uint8)
xp.asarray(x, copy=True)
xp.empty((0, 2))
xp.zeros_like(k)
xp.eye(3)
xp.eye(2, 3, k=1, dtype=xp.float32)
xp.full((2,), 3)
xp.full((), 2.5, dtype=xp.float32)
xp.full((2,), True)
xp.full_like(k, 7)
xp.linspace(0, 1, 5)
xp.linspace(0.0, 2.0, num=4, endpoint=False, dtype=xp.float32)
xp.meshgrid(x[0], k[1])
xp.meshgrid(x[0], k[1], indexing="ij")
xp.ones((2, 3), dtype=xp.int8)
xp.ones_like(x, dtype=xp.bool)
xp.tril(k, k=-1)
xp.triu(k)
xp.zeros(4)
xp.astype(k, xp.float32)
xp.isdtype(x.dtype, "real floating")
xp.isdtype(k.dtype, ("bool", "signed integer"))
xp.result_type(x, k)
xp.result_type(k, 1.5)
xp.result_type(xp.int8, xp.uint8)
xp.can_cast(xp.int8, xp.int16)
xp.iinfo(xp.int16).max
xp.finfo(xp.float32).eps
xp.clip(x, 0.0, 2.0)
xp.clip(k, 1, None)
xp.clip(k, max=2)
xp.take(k, k[0, 1:], axis=1)
xp.take_along_axis(k, xp.argsort(k))
xp.matmul(k, k.T)
xp.matmul(x[0, :], k[0, :])
xp.matrix_transpose(x)
xp.tensordot(k, k.mT, axes=1)
xp.tensordot(k, k)
xp.vecdot(k, k, axis=0)
xp.broadcast_arrays(x, k[0])
xp.broadcast_to(x[0], (4, 3))
xp.concat([k, k], axis=1)
xp.concat((k, x), axis=None)
xp.expand_dims(x, axis=1)
xp.flip(k)
xp.flip(k, axis=1)
xp.moveaxis(k, 0, 1)
xp.permute_dims(k, (1, 0))
xp.repeat(k, 2)
xp.repeat(k, k[0, :2], axis=0)
xp.reshape(k, (3, -1))
xp.roll(k, 1)
xp.roll(k, (1, 2), axis=(0, 1))
xp.squeeze(k[:, None, :], 1)
xp.stack([k, k], axis=-1)
xp.tile(k, (2, 1))
xp.unstack(k)
xp.unstack(k, axis=1)
xp.argmax(k)
xp.argmin(x, axis=1, keepdims=True)
xp.count_nonzero(k)
xp.count_nonzero(x, axis=0)
xp.nonzero(k > 1)
xp.searchsorted(xp.sort(k[0]), k[1])
xp.where(x > 0, x, k)
xp.where(k > 1, k, 0)
xp.unique_all(k)
xp.unique_counts(x)
xp.unique_inverse(k)
xp.unique_values(xp.concat([x, x]))
xp.argsort(k, axis=0)
xp.sort(x)
xp.cumulative_prod(k[0], include_initial=True)
xp.cumulative_sum(k, axis=1, dtype=xp.float64)
xp.max(k, axis=0)
xp.min(x)
xp.mean(x, axis=1)
xp.prod(xp.astype(k, xp.int8))
xp.std(x, axis=1, correction=1)
xp.sum(k > 1)
xp.sum(x, axis=(0, 1), keepdims=True)
xp.var(k, axis=0)
xp.all(k, axis=1)
xp.any(x)
xp.diff(k, axis=0)
xp.diff(k[0], n=2, prepend=k[1, :1], append=k[1])
xp.round(x)
xp.ceil(x)
xp.floor(x)
xp.trunc(x)
xp.reciprocal(x)
x + 1
2.5 - x
k // 2
k % 3
2 ** xp.astype(x, xp.float64)
(k << 1) ^ 5
~k
abs(x)
k @ k.T
x == x
x[0]
x[-1, 2]
x[:, ::-1]
x[..., None, 1:]
x[x > 1]
k[k[0, :2] - 2, :]
float(x[0, 0])
int(k[0, 0])
bool(k[0, 1] > 2)
[int(v) for v in k[0]]
xp.linalg.cholesky(s)
xp.linalg.cross(s, s[::-1, :])
xp.linalg.det(s)
xp.linalg.diagonal(s, offset=1)
xp.linalg.eigvalsh(s)
xp.linalg.eigh(s).eigenvalues
xp.linalg.inv(s)
xp.linalg.matrix_norm(s)
xp.linalg.matrix_norm(s, ord=1, keepdims=True)
xp.linalg.matrix_power(s, 3)
xp.linalg.matrix_rank(s)
xp.linalg.outer(s[0, :], s[1, :])
xp.linalg.pinv(s)
xp.linalg.qr(s)
xp.linalg.slogdet(s)
xp.linalg.solve(s, s[0, :])
xp.linalg.svd(s)
xp.linalg.svd(s, full_matrices=False).S
xp.linalg.svdvals(s)
xp.linalg.trace(k, offset=1)
xp.linalg.vector_norm(s)
xp.linalg.vector_norm(s, axis=0, ord=1)
xp.fft.fft(s)
xp.fft.ifft(s, n=4, axis=0, norm="ortho")
xp.fft.fftn(s)
xp.fft.ifftn(s, axes=(0,))
xp.fft.rfft(s)
xp.fft.irfft(s)
xp.fft.rfftn(s)
xp.fft.irfftn(s)
xp.fft.hfft(s)
xp.fft.ihfft(s)
xp.fft.fftfreq(5, d=0.5)
xp.fft.rfftfreq(4)
xp.fft.fftshift(k, axes=1)
xp.fft.ifftshift(k)
"""
"""What both give the same for: the namespace on its arrays, NumPy on its own."""


@pytest.mark.parametrize("case", CASES.split("\n")[1:-1])
def test_values_are_those_of_numpy(case: str) -> None:
    if any(f"xp.{name}(" in case and not hasattr(np, name) for name in NEW):
        pytest.skip("this NumPy has no such function")
    with np.errstate(all="ignore"):
        wanted = eval(case, {"xp": np, "x": X, "k": K, "s": S})
    same(eval(case, {"xp": xp, "x": xp.asarray(X), "k": xp.asarray(K), "s": xp.asarray(S)}), wanted)


NEW = ("unstack", "cumulative_prod", "cumulative_sum")
"""Functions that NumPy 2.0 has not."""

SIGNATURES = [line.partition("(") for line in STANDARD.split("\n")[1:-1]]
REALS = ("greater", "greater_equal", "less", "less_equal", "maximum", "minimum")
NOT_HERE = ("ceil", "floor", "trunc", "reciprocal", "matmul", "vecdot")
"""Ufuncs that mean something else for integers in some NumPy, or take other shapes."""

ELEMENTWISE = [
    (name, rest.count("x"))
    for name, _, rest in SIGNATURES
    if rest in ("x, /)", "x1, x2, /)")
    and isinstance(getattr(np, name, None), np.ufunc)
    and name not in NOT_HERE
]


@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "complex64"])
@pytest.mark.parametrize(("name", "operands"), ELEMENTWISE)
def test_each_element(name: str, operands: int, dtype: str) -> None:
    values = np.array([3, 0, 1, 2], dtype), np.array([[2], [1]], dtype)
    if name in REALS and dtype == "complex64":
        return  # NumPy compares them from left to right, the standard and a graph do not
    try:
        with np.errstate(all="ignore"):
            wanted = getattr(np, name)(*values[:operands])
    except TypeError:
        return  # not defined for this dtype
    if wanted.dtype not in map(np.dtype, xp.__array_namespace_info__().dtypes().values()):
        return
    same(getattr(xp, name)(*map(xp.asarray, values[:operands])), wanted)


def test_order_the_other_way_round_keeps_equal_elements_in_order() -> None:
    k = xp.asarray([2, 3, 2, 1, 3])
    same(xp.sort(k, descending=True), np.array([3, 3, 2, 2, 1]))
    same(xp.argsort(k, descending=True), np.array([1, 4, 0, 2, 3]))


def test_elements_are_assigned() -> None:
    x = xp.asarray(np.zeros((2, 3)))
    kept = xp.reshape(x, (6,))
    x[0, 1] = 4
    x[1, :] = xp.asarray([1.0, 2.0, 3.0])
    x[x > 2.5] = -1
    same(x, np.array([[0.0, -1.0, 0.0], [1.0, 2.0, -1.0]]))
    same(kept, np.zeros(6))
    other = x
    x += 1
    same(other, np.array([[1.0, 0.0, 1.0], [2.0, 3.0, 0.0]]))
    with pytest.raises(TypeError, match="in place gives complex128"):
        x += 1j


def test_a_graph_serves_all_sizes_and_numbers() -> None:
    x, y = xp.asarray(np.ones(3)), xp.asarray(np.ones(5))
    assert xp.add.graph_of(x, 1.0) is xp.add.graph_of(y, 2.5)
    assert xp.add.graph_of(x, 1.0) is not xp.add.graph_of(x, 1)
    assert xp.zeros.graph_of((2, 3)) is xp.zeros.graph_of((7, 9))
    text = xp.var.graph_of(x, correction=1).source
    assert "g.var(x, axis=(0,), ddof=1)" in text


def test_native_code_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DSLC_DEVICE", "auto")
    x = xp.asarray(np.arange(6.0, dtype=np.float32).reshape(2, 3))
    same(xp.hypot(x, 3.0), np.hypot(np.asarray(x), np.float32(3.0)))


def test_wrong_calls_say_what_is_wrong() -> None:
    x = xp.asarray(np.ones((2, 3)))
    with pytest.raises(dslc.DslError, match="the sizes `x1_n1` = 3 and `x2_n1` = 2 must be equal"):
        xp.add(x, x[:, :2])
    with pytest.raises(dslc.DslError, match="`bitwise_and` is not defined for these dtypes"):
        xp.bitwise_and(x, x)
    with pytest.raises(ValueError, match="arrays are on 'cpu', not on 'cuda'"):
        xp.zeros(3, device="cuda")
    with pytest.raises(TypeError, match="too many positional arguments"):
        xp.sum(x, 0)
    with pytest.raises(IndexError, match="index 5 is out of bounds"):
        x[5]
    with pytest.raises(TypeError):
        float(x)


def test_arrays_of_other_libraries() -> None:
    values = np.arange(3.0)
    same(xp.from_dlpack(values), values)
    assert np.from_dlpack(xp.asarray(values)).tolist() == values.tolist()
    assert np.shares_memory(np.asarray(xp.asarray(values, copy=False)), values)
    assert isinstance(xp.sin(values), np.ndarray)  # NumPy's alone stay NumPy's
    assert isinstance(values + xp.asarray(values), np.ndarray)


def test_what_the_namespace_says_of_itself() -> None:
    info = xp.__array_namespace_info__()
    assert info.default_device() == "cpu" and info.devices() == ["cpu"]
    assert list(info.dtypes(kind="real floating")) == ["float32", "float64"]
    assert info.default_dtypes()["integral"] == xp.int64
    x = xp.asarray(1)
    assert x.__array_namespace__(api_version="2024.12") is xp
    assert x.to_device(x.device) is x
    with pytest.raises(ValueError, match=r"version 2024\.12"):
        x.__array_namespace__(api_version="1999.1")


# --- in graph functions ---------------------------------------------------------------------------

ON_GRAPH_VALUES = [
    *(case for case in CASES.split("\n")[1:-1] if "result_type" not in case),
    *(
        f"xp.{name}({', '.join(['k' if 'bitwise' in name else 'x'] * rest.count('x'))})"
        for name, _, rest in SIGNATURES
        if rest in ("x, /)", "x1, x2, /)") and f"xp.{name}(" not in CASES
        if not name.startswith("linalg.")
    ),
    "xp.empty_like(x)",
    "xp.linalg.matmul(k, k.T)",
    "xp.linalg.matrix_transpose(x)",
    "xp.linalg.tensordot(k, k.mT, axes=1)",
    "xp.linalg.vecdot(k, k, axis=0)",
]
"""Calls in a graph function; those of `result_type` give what no graph returns, a dtype."""

MODULE = """\
from dslc import Tensor, array_api as xp, f32, f64, graph, i64

"""
FUNCTION = """
@graph
def call{}(x: Tensor[f32, 2, 3], k: Tensor[i64, 2, 3], s: Tensor[f64, 3, 3]):
    return {}
"""


def test_each_call_on_graph_values_is_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are taken, and no function of the namespace is called while the graph runs."""
    monkeypatch.chdir(tmp_path)
    made = [FUNCTION.format(n, case) for n, case in enumerate(ON_GRAPH_VALUES)]
    Path("m.py").write_text(MODULE + "".join(made), "utf-8")
    lines = build_module(Path("m.py")).text.split("\n")
    called = re.findall(r"xp\.[\w.]+\(", "\n".join(line for line in lines if "g.at(" not in line))
    assert set(called) <= {f"xp.{name}(" for name in ("isdtype", "can_cast", "iinfo", "finfo")}
    names = {line.partition("(")[0] for line in STANDARD.split("\n")[1:-1]}
    missing = {name for name in names if not any(f"xp.{name}(" in c for c in ON_GRAPH_VALUES)}
    outside = {"__array_namespace_info__", "from_dlpack", "result_type"}
    assert missing - outside == set()

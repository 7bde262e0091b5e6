"""Every op on drawn operands: its type rule foretells what it gives, and it is what NumPy does.

For concrete sizes and for symbolic ones. A refusal is right where NumPy raises, or where `REFUSED`
says that the op has no such operands.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc.ir.diagnostics import CompilerBug
from dslc.ir.dims import Dim, Size, evaluate, symbol
from dslc.ir.dtypes import BOOL, BY_NAME, COMPLEX, FLOATS, INTEGERS
from dslc.ir.facts import Facts
from dslc.ir.keys import join_key
from dslc.ir.op import REGISTRY, Effects, Op, RuleError
from dslc.ir.ops.advanced import is_mask, leaves
from dslc.ir.ops.operands import HALVES
from dslc.ir.ops.scatter import ACCUMULATING
from dslc.ir.types import (
    INT_MAX,
    INT_MIN,
    NumberType,
    TensorType,
    Type,
    type_of_python,
)

from .complex_numbers import refuses_complex
from .elements import REFUSED_ELEMENTS
from .linear_algebra import REFUSED_MATRICES
from .opened import settled
from .places import REFUSED_PLACES
from .transforms import REFUSED_TRANSFORMS

DRAWS, THOROUGH, MADE_OF_OTHERS = 100, 250, 50
STRUCTURED = ("if", "while", "for", "call")
PLAIN = [name for name in REGISTRY if name not in STRUCTURED]


@pytest.fixture
def draws(name: str, request: pytest.FixtureRequest) -> int:
    """How many calls are drawn; fewer of ops that are made of others, which are many."""
    if REGISTRY[name].public:
        return MADE_OF_OTHERS
    return THOROUGH if request.config.getoption("--thorough") else DRAWS


@pytest.mark.parametrize("name", STRUCTURED)
def test_structured_ops_have_no_plain_meaning(name: str) -> None:
    with pytest.raises(CompilerBug):
        REGISTRY[name].run()
    with pytest.raises(CompilerBug):
        REGISTRY[name].type_rule(Facts())


# --- outcomes -----------------------------------------------------------------------------------


def outcome(function: Callable[[], Any]) -> Any:
    """What it returns, or the exception it raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function()
        except Exception as error:  # noqa: BLE001
            return error


def same(a: Any, b: Any) -> bool:
    """Equal in class, dtype, shape and every bit (NaNs are alike)."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        return type(a) is type(b)
    if isinstance(a, tuple):  # several results, of which NumPy makes a list at times
        return len(a) == len(b) and all(map(same, a, b))
    if refused_later(a) and refused_later(b):
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray | np.generic) and (a.dtype != b.dtype or a.shape != b.shape):
        return False
    x, y = np.asarray(a), np.asarray(b)
    if x.dtype in COMPLEX:
        return all(same(np.array(part(x)), np.array(part(y))) for part in (np.real, np.imag))
    if x.dtype in FLOATS:
        x, y = x.astype(float), y.astype(float)
        alike = (x == y) & (np.signbit(x) == np.signbit(y)) | np.isnan(x) & np.isnan(y)
        return bool(np.all(alike))
    return np.array_equal(x, y)


def refused_later(value: Any) -> bool:
    """Whether it is a Python int that no graph goes on with."""
    return type(value) is int and not INT_MIN <= value <= INT_MAX


def infer(record: Op, types: list[Type], attributes: dict[str, Any]) -> Any:
    """The canonical attributes, the result's type and the facts; or the RuleError."""
    facts = Facts()
    given = {
        name: attributes.get(name, default)
        for name, default in record.attributes.items()
        if name in attributes or default is not inspect.Parameter.empty
    }
    given.update({name: None for name in record.optional if name in attributes})
    try:
        canonical, results = record.infer(facts, tuple(types), given)
    except RuleError as error:
        return error
    return canonical, results, facts


def run(record: Op, operands: list[Any], attributes: dict[str, Any]) -> Any:
    """The meaning, None for operands that are left out."""
    spread = record.spread(operands, attributes)
    return record.run(*spread, **record.without_absent(attributes))


def draw_type(value: Any, rng: np.random.Generator) -> Type:
    """The type of a value; of a Python number often one that is known only when the graph runs."""
    type_ = type_of_python(value)
    if isinstance(type_, NumberType) and rng.random() < 0.5:
        return NumberType(type_.kind)
    return type_


# --- what the ops document not to take ----------------------------------------------------------


def ranks(values: list[Any]) -> list[int]:
    return [np.ndim(value) for value in values]


def broadcast(values: list[Any]) -> bool:
    """Whether NumPy broadcasts the shapes together."""
    try:
        np.broadcast_shapes(*map(np.shape, values))
    except ValueError:
        return False
    return True


def odd_power(values: list[Any], types: list[Type]) -> bool:
    """Complex for some Python numbers; a dtype that depends on the exponent or NumPy's version."""
    x, y = map(np.asarray, values)
    base, exponent = types
    if isinstance(base, NumberType) and isinstance(exponent, NumberType):
        floats = "float" in (base.kind, exponent.kind)
        return floats or exponent.constant is None
    if x.dtype == BOOL:
        return True
    promoted = np.power.resolve_dtypes((x.dtype, y.dtype, None))[-1] != x.dtype
    return promoted and y.ndim == 0 and isinstance(types[0], TensorType)


def odd_index(values: list[Any], types: list[Type], key: str) -> bool:
    def number(part: Any) -> bool:
        return isinstance(part, NumberType) and part.kind == "int" and part.constant is not None

    for item in join_key(key, types):
        if isinstance(item, slice):
            if not all(part is None or number(part) for part in (item.start, item.stop, item.step)):
                return True
        elif any("bool" in str(leaf) or str(leaf) == "u64[]" for leaf in leaves(item)):
            return True
    return False


def odd_mask(values: list[Any], key: str) -> bool:
    """Values for the true elements of a mask, as many as there are."""
    mask = np.asarray(values[2]) if key == "_" else np.zeros(0)
    return mask.dtype == BOOL and np.ndim(values[1]) > np.ndim(values[0]) - mask.ndim


def never_fits(values: list[Any], types: list[Type]) -> bool:
    """A Python int that NumPy 2.0 wraps in a fill, where later versions raise."""
    return any(isinstance(t, NumberType) and isinstance(t.constant, int) for t in types)


def odd_element(values: list[Any], key: str) -> bool:
    """An array with axes for one element, which NumPy 2.0 takes where its size is 1."""
    return np.ndim(values[1]) > 0 and not np.shape(values[0][join_key(key, values[2:])])


def single_axis(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """NumPy lets a value without axes have the axes 0 and -1."""
    return attributes["axis"] in (0, -1) and not any(ranks(values))


def odd_reduction(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """A single number for `where`: NumPy takes the truth of any."""
    masked = len(values) > 1 and not isinstance(values[1], np.ndarray)
    return masked or single_axis(values, types, attributes)


def odd_axes(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """Where statistics refuse an array without axes, and bf16."""
    return has_bf16(values) or single_axis(values, types, attributes)


def odd_initial(values: list[Any], attributes: dict[str, Any]) -> bool:
    """A start that an integer or a bool does not hold, which NumPy cuts."""
    dtype = attributes.get("dtype") or np.asarray(values[0]).dtype
    return "initial" in attributes and dtype not in FLOATS


def has_bf16(values: list[Any]) -> bool:
    """Elements that NumPy has no order of where there are NaNs."""
    return any(np.asarray(value).dtype == BY_NAME["bf16"] for value in values)


def odd_copy(values: list[Any], types: list[Type]) -> bool:
    """No mask, or a single value that NumPy 2.0 casts by its value."""
    by_value = np.lib.NumpyVersion(np.__version__) < "2.1.0" and np.ndim(values[1]) == 0
    masks = [np.asarray(value) for value in values[2:]]
    return by_value or any(mask.dtype != BOOL for mask in masks)


def odd_set(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """Elements that have no order, and integers that are compared as floats."""
    kinds = {np.asarray(value).dtype.kind for value in values}
    return has_bf16(values) or kinds == {"i", "u"}


def odd_scatter(values: list[Any], types: list[Type], key: str) -> bool:
    """A result that NumPy converts to another kind of dtype."""
    x, value = map(np.asarray, values[:2])
    loop = np.add.resolve_dtypes((x.dtype, value.dtype, None))[-1]
    return odd_index(values[2:], types[2:], key) or not np.can_cast(loop, x.dtype, "same_kind")


def odd_quantile(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """What versions of NumPy differ about, and what has no elements."""
    x = np.asarray(values[0])
    return (x.dtype.kind not in "iu" and x.dtype != np.float64) or not x.ndim or not x.size


def odd_bins(values: list[Any]) -> bool:
    """Complex numbers, which are in no bins and on no line, and bf16."""
    return has_bf16(values) or any(np.asarray(value).dtype.kind == "c" for value in values)


def odd_histogram(values: list[Any], types: list[Type]) -> bool:
    """Weights that NumPy adds as truths, or casts as it happens."""
    odd = (BOOL, BY_NAME["u64"])
    arrays = [type_ for type_ in types if isinstance(type_, TensorType)]
    return odd_bins(values) or arrays != types or any(t.dtype in odd for t in arrays[1:])


def odd_line(values: list[Any], types: list[Type], attributes: dict[str, Any]) -> bool:
    """Angles that are no floats, slopes of several axes, and bf16."""
    x = np.asarray(values[0])
    return has_bf16(values) or x.dtype.kind not in "fc" or attributes.get("axis", 0) is None


SETS = (
    *("unique", "unique_all", "unique_counts", "unique_inverse"),
    *("union1d", "intersect1d", "setdiff1d", "setxor1d", "isin"),
)

Refusal = Callable[[list[Any], list[Type], dict[str, Any]], bool]
REFUSED: dict[str, Refusal] = {
    **dict.fromkeys(("isreal", "iscomplex"), lambda v, t, a: isinstance(t[0], NumberType)),
    **dict.fromkeys(("real", "imag"), lambda v, t, a: isinstance(t[0], NumberType) or has_bf16(v)),
    **REFUSED_ELEMENTS,
    **REFUSED_MATRICES,
    **REFUSED_TRANSFORMS,
    "pow": lambda v, t, a: odd_power(v, t),
    **dict.fromkeys(("not", "and", "or"), lambda v, t, a: any(ranks(v))),
    "check": lambda v, t, a: any(ranks(v[:1])),
    **dict.fromkeys(("mean", "any", "all"), odd_reduction),
    **dict.fromkeys(
        ("sum", "prod", "max", "min", "nanmax", "nanmin"),
        lambda v, t, a: odd_reduction(v, t, a) or odd_initial(v, a),
    ),
    **dict.fromkeys(("cumsum", "cumprod", "argmax", "argmin"), single_axis),
    **dict.fromkeys(("ptp", "nansum", "nanprod", "nancumsum", "nancumprod"), odd_axes),
    **dict.fromkeys(("argsort", "nanargmax", "nanargmin"), odd_axes),
    **dict.fromkeys(("cumulative_sum", "cumulative_prod"), lambda v, t, a: not any(ranks(v))),
    **dict.fromkeys(("sort", "sort_in_place", "searchsorted"), lambda v, t, a: has_bf16(v)),
    **dict.fromkeys(
        ("var", "std", "nanvar", "nanstd", "nanmean"),
        lambda v, t, a: odd_axes(v, t, a) or a.get("dtype", FLOATS[-1]).kind != "f",
    ),
    **dict.fromkeys(("quantile", "percentile", "nanquantile", "nanpercentile"), odd_quantile),
    "histogram": lambda v, t, a: odd_histogram(v, t),
    "histogram_bin_edges": lambda v, t, a: odd_histogram(v, t),
    **dict.fromkeys(("interp", "corrcoef"), lambda v, t, a: odd_bins(v)),
    **dict.fromkeys(
        ("convolve", "correlate"),
        lambda v, t, a: any(np.asarray(x).dtype in (BOOL, *HALVES) for x in v),
    ),
    **dict.fromkeys(("cov", "lexsort"), lambda v, t, a: has_bf16(v)),
    **dict.fromkeys(("unwrap", "gradient", "vander", "ediff1d"), odd_line),
    "median": lambda v, t, a: has_bf16(v) or not any(ranks(v)),
    "nanmedian": lambda v, t, a: np.asarray(v[0]).dtype in (BOOL, *HALVES) or not any(ranks(v)),
    **REFUSED_PLACES,
    "count_nonzero": lambda v, t, a: odd_axes(v, t, a) or a["axis"] is None,
    "average": odd_axes,
    "trapezoid": lambda v, t, a: has_bf16(v) or (len(v) > 1 and np.shape(v[0]) != np.shape(v[1])),
    "array_equiv": lambda v, t, a: not broadcast(v),
    "modf": lambda v, t, a: np.asarray(v[0]).dtype not in FLOATS or isinstance(t[0], NumberType),
    "frexp": lambda v, t, a: np.asarray(v[0]).dtype.kind != "f" or isinstance(t[0], NumberType),
    **dict.fromkeys(("nonzero", "flatnonzero", "argwhere"), lambda v, t, a: not any(ranks(v))),
    **dict.fromkeys(SETS, odd_set),
    "bincount": lambda v, t, a: len(v) > 1 and len(v[0]) == 0,
    "trim_zeros": lambda v, t, a: ranks(v) != [1],
    "extract": lambda v, t, a: 0 in ranks(v),
    **dict.fromkeys(("tril", "triu"), lambda v, t, a: ranks(v) == [1]),
    "pad": lambda v, t, a: ranks(v) == [0],
    "array": lambda v, t, a: "dtype" in a and a["dtype"] in INTEGERS,
    "einsum": lambda v, t, a: a["subscripts"] in ("ij->ji", "ijk->ki", "ii->i"),
    "squeeze": single_axis,
    "cast": lambda v, t, a: isinstance(a["dtype"], type) and any(ranks(v)),
    # NumPy takes every negative size for -1.
    "reshape": lambda v, t, a: np.min(a["shape"]) < -1,
    "index": lambda v, t, a: odd_index(v[1:], t[1:], a["key"]),
    "store": lambda v, t, a: (
        odd_mask(v, a["key"])
        if a["key"] == "_" and is_mask(t[2])
        else odd_index(v[2:], t[2:], a["key"]) or odd_element(v, a["key"])
    ),
    **dict.fromkeys(ACCUMULATING, lambda v, t, a: odd_scatter(v, t, a["key"])),
    "take": lambda v, t, a: np.asarray(v[1]).dtype.kind not in "iu" or np.ndim(v[0]) == 0,
    # NumPy takes an array of equal sizes, and values in turn.
    "fill_diagonal": lambda v, t, a: np.ndim(v[0]) != 2,
    "copyto": lambda v, t, a: odd_copy(v, t),
    "full": lambda v, t, a: np.ndim(v[0]) > 0 or never_fits(v, t),
    "full_like": lambda v, t, a: never_fits(v, t),
    "arange": lambda v, t, a: a.get("dtype") == BOOL,
    "as_dim": lambda v, t, a: np.asarray(v[0]).dtype == BOOL,
}


# --- the tests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAIN)
def test_meaning(name: str, draw_call: Callable[..., Any], draws: int) -> None:
    rng = np.random.default_rng(list(name.encode()))
    results = sum(check_call(REGISTRY[name], draw_call(name, rng), rng) for _ in range(draws))
    assert results > draws // 10


def check_call(record: Op, call: Any, rng: np.random.Generator) -> bool:
    """Check one call; whether it gave a result."""
    types = [draw_type(value, rng) for value in call.operands]
    shown = f"{record.name}{tuple(call.operands)} {call.attributes} {types}"
    expected = [outcome(spelling) for spelling in python_spellings(record, call, types)]
    inferred = infer(record, types, call.attributes)
    if isinstance(inferred, RuleError):
        refused = REFUSED.get(record.name, lambda v, t, a: False)
        raised = all(isinstance(value, Exception) for value in expected)
        documented = raised or refused(call.operands, types, call.attributes)
        documented |= refuses_complex(record, call.operands, types, call.attributes)
        assert documented, f"{shown}: {inferred}, not {expected}"
        return False
    canonical, result_types, facts = inferred
    opened = facts.take_opened()
    raises = Effects.RAISES in record.effects_of(tuple(types), canonical)
    found = outcome(lambda: run(record, call.operands, canonical))
    for value in expected:
        assert same(found, value), f"{shown}: {found!r}, not {value!r}"
    if isinstance(found, Exception):
        assert raises, f"{shown}: {found!r}"
        return False
    results = found if isinstance(found, tuple) else (found,)
    given = tuple(map(type_of_python, results))
    result_types = settled(result_types, opened, results, call.operands)
    assert given == result_types, f"{shown}: {found!r} is no {result_types}"
    if refused_later(found):
        assert raises, f"{shown}: {found}"
    return True


def python_spellings(record: Op, call: Any, types: list[Type]) -> list[Callable[[], Any]]:
    """The spellings that mean the op on these operands: NumPy's names make scalars of numbers."""
    if record.strong and all(isinstance(type_, NumberType) for type_ in types):
        return [each for each in call.spellings if getattr(each, "__name__", "") != "numpy_name"]
    return list(call.spellings)


# --- symbolic sizes -----------------------------------------------------------------------------


class Symbols:
    """Sizes replaced by dims, and what each dim is."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.values: dict[str, int] = {}

    def of(self, number: int) -> Size:
        """The number, or a dim that is it: often the same dim for the same number."""
        if self.rng.random() < 0.3 or number == 1:
            return number
        suffix = "" if self.rng.random() < 0.8 else f"_{len(self.values)}"
        name = f"{'n' if number >= 0 else 'k'}{abs(number)}{suffix}"
        self.values[name] = number
        return symbol(name) if number >= 0 else symbol(name, low=None, high=-1)

    def type_of(self, value: Any) -> Type:
        type_ = type_of_python(value)
        if isinstance(type_, TensorType):
            return TensorType(type_.dtype, tuple(self.of(size) for size in value.shape))
        if isinstance(type_, NumberType) and type_.kind == "int":
            dim = self.of(value)
            return NumberType("int", dim=dim) if isinstance(dim, Dim) else type_
        return type_

    def attribute(self, value: Any) -> Any:
        """A shape with dims in it; anything else as it is."""
        if isinstance(value, tuple):
            return tuple(self.attribute(part) for part in value)
        return self.of(value) if isinstance(value, int) and value > 1 else value

    def number(self, value: Any) -> Any:
        """The value of an attribute again."""
        if isinstance(value, tuple):
            return tuple(map(self.number, value))
        return evaluate(value, self.values) if isinstance(value, Dim) else value


def needs_numbers(name: str, attributes: dict[str, Any], types: list[Type]) -> bool:
    """What an op documents to take as numbers only: `squeeze` of everything, floats, steps."""
    windows = name.startswith(("adaptive", "conv_transpose"))
    if name in ("split", "array_split", "hsplit", "vsplit", "dsplit"):
        return not isinstance(attributes["indices_or_sections"], tuple)
    if windows or attributes.get("padding") == "same":
        return True
    if name == "interpolate":
        return isinstance(attributes.get("scale_factor"), float) or attributes["mode"] == "area"
    if name in ("clip", "greatest", "least", "polyval", "rollaxis"):
        return True
    if name == "bincount":
        return len(types) > 1
    if name == "squeeze":
        return attributes["axis"] is None
    if name == "arange":
        return any(isinstance(bound, float) for bound in attributes.values())
    if REGISTRY[name].keyed:
        items = join_key(attributes["key"], types[len(REGISTRY[name].operands) :])
        steps = [item.step for item in items if isinstance(item, slice)]
        return any(step is not None and step.dim is not None for step in steps)
    return False


@pytest.mark.parametrize("name", PLAIN)
def test_symbolic_sizes(name: str, draw_call: Callable[..., Any], draws: int) -> None:
    rng = np.random.default_rng([1, *name.encode()])
    results = sum(check_symbolic(REGISTRY[name], draw_call(name, rng), rng) for _ in range(draws))
    assert results > draws // 20


def check_symbolic(record: Op, call: Any, rng: np.random.Generator) -> bool:
    """Check one call; whether it gave a result."""
    symbols = Symbols(rng)
    types = [symbols.type_of(value) for value in call.operands]
    given = {
        name: symbols.attribute(value) if name in record.sizes and name != "step" else value
        for name, value in call.attributes.items()
    }
    shown = f"{record.name} {list(map(str, types))} {given} {symbols.values}"
    inferred = infer(record, types, given)
    if isinstance(inferred, RuleError):
        known = infer(record, [type_of_python(value) for value in call.operands], call.attributes)
        documented = needs_numbers(record.name, call.attributes, types)
        assert isinstance(known, RuleError) or documented, f"{shown}: {inferred}"
        return False
    canonical, result_types, facts = inferred
    opened = facts.take_opened()
    if any(symbols.number(each.left) != symbols.number(each.right) for each in facts.assumed):
        return False  # the call is refused
    attributes = {name: symbols.number(value) for name, value in canonical.items()}
    found = outcome(lambda: run(record, call.operands, attributes))
    if isinstance(found, Exception):
        effects = record.effects_of(tuple(types), canonical)
        assert Effects.RAISES in effects, f"{shown}: {found!r}"
        return False
    results = found if isinstance(found, tuple) else (found,)
    result_types = settled(result_types, opened, results, call.operands, symbols.values)
    for result, foretold in zip(results, result_types, strict=True):
        if isinstance(foretold, TensorType):
            sizes = symbols.number(foretold.shape)
            foretold = TensorType(foretold.dtype, sizes)  # noqa: PLW2901
        assert type_of_python(result) == foretold, f"{shown}: {found!r} is no {foretold}"
    return True

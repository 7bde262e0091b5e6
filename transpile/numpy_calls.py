"""Functions of NumPy that are others put together: their bodies run, each op in them is a node.

y = np.append(x, v)        y = g.concat((x, v))
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from dslc.ir.calling import SKETCH
from dslc.ir.dtypes import BOOL, is_integer
from dslc.ir.op import RuleError
from dslc.ir.ops.control import check
from dslc.ir.spellings import by_function, is_ufunc_method
from dslc.ir.types import NumberType, ScalarType, TensorType

from .array_api_calls import Emitting, OpCall, Placed, emitted
from .array_calls import array_call
from .binding import Argument
from .frame import Frame
from .kinds import Built, Computed, Kind, Sequence
from .tree import Call

Body = Callable[..., Any]
"""What a function means, in NumPy's words; its parameters are NumPy's."""


def body_of(function: Any) -> Body | None:
    """What a function of NumPy is put together of; None for another one."""
    if is_ufunc_method(function):
        ufunc = function.__self__
        known = function.__name__ == "outer" and by_function(ufunc) is not None
        return partial(_outer, ufunc) if known else None
    return next((body for each, body in _BODIES if each is function), None)


def numpy_call(
    frame: Frame,
    callee: Built,
    body: Body,
    arguments: list[Argument],
    keywords: Mapping[str, Argument],
    e: Call,
    into: str | None,
    op_call: OpCall,
) -> Kind:
    """What a function of NumPy with this body gives."""

    def run(emitting: Emitting) -> Kind:
        given = inspect.signature(body).bind(*arguments, **keywords)
        for name, argument in given.arguments.items():
            given.arguments[name] = _opened(argument)
        return emitting.kind_of(body(*given.args, **given.kwargs))

    return emitted(frame, callee, e, into, op_call, run)


def _opened(argument: Argument) -> Any:
    """An argument as a body takes it: lists with their items, text, bools and None as they are.

    Raises:
        TypeError: for text or a truth that is no literal.
    """
    kind = argument.kind
    if isinstance(kind, Sequence):
        items = [_opened(Argument(item, argument.span)) for item in kind.items]
        return items if kind.is_list else tuple(items)
    if isinstance(kind, Built) and isinstance(kind.value, bool | str | None):
        if kind.text not in (repr(kind.value), f'"{kind.value}"'):
            raise TypeError(f"write {kind.value!r} in place of `{kind.text}`")
        return kind.value
    return Placed(argument)


def _array(value: Any) -> Any:
    """An array of what stands for one: a list, a number, an array itself."""
    sketch = SKETCH.get()
    assert isinstance(sketch, Emitting)
    computed = isinstance(value, Placed) and isinstance(value.argument.kind, Computed)
    if computed and isinstance(value.type, TensorType):
        return value
    return sketch.made(partial(_as_array, sketch, value))


def _as_array(sketch: Emitting, value: Any, frame: Frame, e: Call) -> Kind:
    return array_call(frame, np.asarray, [sketch.argument(value)], {}, e, None)


def _listed(value: Any, what: str) -> list[Any]:
    """The items of a list or tuple that is known while building, or of an array's first axis.

    Raises:
        RuleError: `depends-on-static` where building does not know how many there are.
    """
    if isinstance(value, list | tuple):
        return list(value)
    kind = value.argument.kind if isinstance(value, Placed) else None
    if isinstance(kind, Built) and isinstance(kind.value, list | tuple):
        return list(kind.value)
    size = value.shape[0] if isinstance(value, Placed) and value.shape else None
    if not isinstance(size, int):
        raise RuleError("depends-on-static", f"how many {what} there are must be known here")
    return [value[number] for number in range(size)]


# --- joining --------------------------------------------------------------------------------------


def _append(arr: Any, values: Any, axis: Any = None) -> Any:
    """An array and values behind it, along an axis; without one, all as one row.

    >>> np.append(np.array([1, 2]), [3])
    array([1, 2, 3])
    """
    parts = [_array(arr), _array(values)]
    if axis is None:
        return np.concatenate([x if x.ndim == 1 else np.ravel(x) for x in parts])
    return np.concatenate(parts, axis=axis)


def _block(arrays: Any) -> Any:
    """An array of blocks in nested lists: the innermost side by side, those around them below.

    >>> np.block([[np.eye(1), np.zeros((1, 2))], [np.ones((1, 3))]])
    array([[1., 0., 0.],
           [1., 1., 1.]])
    """
    depth = _depth(arrays)
    leaves = list(_leaves(arrays))
    rank = max(depth, *(leaf.ndim for leaf in leaves)) if leaves else depth
    if not depth:
        return np.copy(leaves[0])
    rest = iter(leaves)

    def joined(part: Any, level: int) -> Any:
        if not isinstance(part, list):
            x = next(rest)
            return np.expand_dims(x, tuple(range(rank - x.ndim))) if x.ndim < rank else x
        return np.concatenate([joined(each, level + 1) for each in part], axis=level - depth)

    return joined(arrays, 0)


def _depth(arrays: Any) -> int:
    """How deep the lists of a block are nested, everywhere the same."""
    if isinstance(arrays, tuple):
        raise RuleError("argument-mismatch", "`block` takes lists, and this is a tuple")
    if not isinstance(arrays, list):
        return 0
    depths = {_depth(each) for each in arrays}
    if len(depths) != 1:
        raise RuleError("argument-mismatch", "the lists of `block` are nested equally deep")
    return depths.pop() + 1


def _leaves(arrays: Any) -> Iterable[Any]:
    if isinstance(arrays, list):
        for each in arrays:
            yield from _leaves(each)
    else:
        yield _array(arrays)


def _unstack(x: Any, /, *, axis: Any = 0) -> Any:
    """The parts of an array along an axis, whose size is a number; of NumPy 2.1 and later.

    >>> [part.tolist() for part in np.unstack(np.array([[1, 2], [3, 4]]), axis=1)]
    [[1, 3], [2, 4]]
    """
    return tuple(_listed(np.moveaxis(x, axis, 0), "parts"))


# --- choosing -------------------------------------------------------------------------------------


def _select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """Each element from the choice of the first condition that holds there, or the default.

    >>> x = np.array([-2.0, 0.5, 3.0])
    >>> np.select([x < 0, x < 1], [0.0, x], 1.0)
    array([0. , 0.5, 1. ])
    """
    tests, choices = _listed(condlist, "conditions"), _listed(choicelist, "choices")
    if len(tests) != len(choices):
        raise ValueError("list of cases must be same length as list of conditions")
    if not tests:
        raise ValueError("select with an empty condition list is not possible")
    for test in tests:
        if getattr(getattr(test, "type", None), "dtype", None) != BOOL:
            raise RuleError("dtype-mismatch", "a condition of `select` is an array of truths")
    choices = [_choice(each) for each in choices]
    result: Any = default if isinstance(default, Placed) else _choice(default)
    dtype = np.result_type(*map(_weakly, (*choices, result)))
    for test, choice in zip(reversed(tests), reversed(choices), strict=True):
        result = np.where(test, choice, result)
    return result if result.dtype == dtype else result.astype(dtype)


def _choice(value: Any) -> Any:
    """An array or a number that may be chosen."""
    return _array(value) if isinstance(value, list | tuple) else value


def _weakly(value: Any) -> Any:
    """What decides the dtype of a result: Python's numbers are weak, but for bools."""
    type_ = value.type if isinstance(value, Placed) else None
    if isinstance(type_, NumberType):
        return {"int": 0, "float": 0.0, "complex": 0j, "bool": BOOL}[type_.kind]
    if isinstance(type_, TensorType | ScalarType):
        return type_.dtype
    return BOOL if isinstance(value, bool) else value


def _choose(a: Any, choices: Any, out: None = None, mode: str = "raise") -> Any:
    """Each element from the choice that an array of integers names there.

    ValueError for a number that names none, or by `mode` it is wrapped around or clipped.

    >>> np.choose(np.array([1, 0, 1]), [np.array([1, 2, 3]), -1])
    array([-1,  2, -1])
    """
    number = _array(a)
    given = [_choice(each) for each in _listed(choices, "choices")]
    whole = number.dtype == BOOL or (is_integer(number.dtype) and number.dtype != np.uint64)
    if out is not None or not whole or not given:
        raise RuleError("argument-mismatch", "`choose` takes integers and something to choose")
    number = number if number.dtype == np.int64 else number.astype(np.int64)
    count = len(given)
    if mode == "wrap":
        number = np.remainder(number, count)
    elif mode == "clip":
        number = np.clip(number, 0, count - 1)
    elif mode == "raise":
        inside = np.all(np.logical_and(np.greater_equal(number, 0), np.less(number, count)))
        check(inside, message="invalid entry in choice array", error="ValueError")
    else:
        raise RuleError("argument-mismatch", '`mode` is "raise", "wrap" or "clip"')
    result = given[0]
    for place, choice in enumerate(given[1:] or given, start=1):
        result = np.where(np.equal(number, place), choice, result)
    return result if result.ndim else result[()]


# --- pairs ----------------------------------------------------------------------------------------


def _outer(ufunc: Any, a: Any, b: Any, /) -> Any:
    """A ufunc of each element of one array with each of another, the axes of both in order."""
    left, right = (_array(x) if isinstance(x, list | tuple) else x for x in (a, b))
    if left.ndim and right.ndim:
        behind = tuple(range(left.ndim, left.ndim + right.ndim))
        left = np.expand_dims(left, behind)
    return ufunc(left, right)


_BODIES: tuple[tuple[Any, Body], ...] = (
    (np.append, _append),
    (np.block, _block),
    (np.choose, _choose),
    (np.select, _select),
    (getattr(np, "unstack", _unstack), _unstack),
)


def described() -> dict[str, Body]:
    """The functions of NumPy that are put together here, by name, with what says of them."""
    return {body.__name__.strip("_"): body for _, body in _BODIES}

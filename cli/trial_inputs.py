"""Inputs for `dslc verify`: drawn after the annotations to take every branch, and made smaller."""

import ast
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dslc.annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from dslc.ir.dims import evaluate
from dslc.ir.dtypes import is_complex
from dslc.signature import EMPTY, Parameter, Signature
from dslc.specs import DictSpec, ListSpec, NumberSpec, StructSpec, TupleSpec

from .arguments import ITEMS, dims_of, spec_leaves

SIZES = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 9)
SPECIAL = (0.0, -0.0, 1.0, -1.0, math.nan, math.inf, -math.inf)
PLAIN = (0.0, 1.0, -1.0, 0.5, 2.0, -2.0, 3.0, 10.0, -10.0)
LARGEST = 1e6
"""Of the constants in a source that are taken for thresholds."""

TRIES = 20
"""Draws of sizes until none is negative."""


class NoValue(Exception):
    """A part of a parameter, named by the text, has no value that could be drawn."""


@dataclass(frozen=True)
class Inputs:
    """What one call gets: the value of each leaf by its path, and the sizes of the dims.

    A struct that may be None is there as whether it is given.
    """

    values: Mapping[str, Any]
    sizes: Mapping[str, int]


def thresholds(path: Path, function: str) -> tuple[float, ...]:
    """The numbers in a function and in what it reads of its file: comparisons are mostly with them.

    Args:
        path: the source.
        function: its name.
    """
    tree = ast.parse(path.read_text("utf-8"))
    defined = {name: node for node in tree.body for name in _defined(node)}
    numbers: set[float] = set()
    waiting, seen = [function], set[str]()
    while waiting:
        name = waiting.pop()
        if name in defined and name not in seen:
            seen.add(name)
            nodes = list(ast.walk(defined[name]))
            waiting += [node.id for node in nodes if isinstance(node, ast.Name)]
            found = (node.value for node in nodes if isinstance(node, ast.Constant))
            numbers |= {float(n) for n in found if isinstance(n, int | float)}
    return tuple(sorted(number for number in numbers if abs(number) <= LARGEST))


def _defined(node: ast.stmt) -> list[str]:
    """The names that a statement of the module binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


class Drawing:
    """Draws the inputs of one function.

    Args:
        signature: the function's.
        near: numbers that values are drawn at and near to.
        given: values by path that every input has.
        seed: chooses all that is drawn.
    """

    def __init__(
        self, signature: Signature, near: Sequence[float], given: Mapping[str, Any], seed: int
    ) -> None:
        self._parameters = signature.parameters
        self._given = given
        self._random = random.Random(seed)
        self._near = tuple(near) or PLAIN
        self._leaves = {
            path: spec
            for parameter in self._parameters
            if not self._is_fixed(parameter)
            for path, spec in spec_leaves(parameter.name, parameter.spec)
        }
        self._dims = tuple(
            dict.fromkeys(d for leaf in self._leaves.items() for d in dims_of(*leaf))
        )
        for path, spec in self._leaves.items():
            needed = isinstance(spec, StaticSpec | DictSpec) and path not in given
            if needed and not _is_bool(spec) and self._default(path) is EMPTY:
                raise NoValue(path)

    # --- drawing --------------------------------------------------------------------------------

    def draw(self) -> Inputs:
        """A new input."""
        drawn = (self._sizes() for _ in range(TRIES))
        sizes = next(filter(self._fits, drawn), dict.fromkeys(self._dims, 1))
        values = {path: self._value(path, spec, sizes) for path, spec in self._leaves.items()}
        return Inputs(values, sizes)

    def vary(self, inputs: Inputs) -> Inputs:
        """One that differs from this one in a leaf, or in a size."""
        sizes = dict(inputs.sizes)
        if sizes and self._random.random() < 0.3:
            name = self._random.choice(list(sizes))
            sizes[name] = self._size()
            if not self._fits(sizes):
                return self.draw()
            changed = [path for path, spec in self._leaves.items() if name in dims_of(path, spec)]
        else:
            changed = [self._random.choice(list(self._leaves))] if self._leaves else []
        values = dict(inputs.values)
        values.update((path, self._value(path, self._leaves[path], sizes)) for path in changed)
        return Inputs(values, sizes)

    def _sizes(self) -> dict[str, int]:
        if self._random.random() < 0.3:
            return dict.fromkeys(self._dims, self._size())
        return {name: self._size() for name in self._dims}

    def _size(self) -> int:
        near = [int(n) for n in self._near if n == int(n) and 0 <= n <= 20]
        if near and self._random.random() < 0.3:
            return max(self._random.choice(near) + self._random.choice((-1, 0, 1)), 0)
        return self._random.choice(SIZES)

    def _fits(self, sizes: Mapping[str, int]) -> bool:
        """Whether every axis has a size of 0 or more."""
        try:
            return all(
                evaluate(size, sizes) >= 0
                for spec in self._leaves.values()
                if isinstance(spec, TensorSpec)
                for size in spec.shape
            )
        except ZeroDivisionError:
            return False

    def _value(self, path: str, spec: Spec, sizes: Mapping[str, int]) -> Any:
        if path in self._given:
            return self._given[path]
        if isinstance(spec, OptionalSpec):
            given = self._random.random() < 0.7
            if isinstance(spec.inner, StructSpec | TupleSpec):
                return given
            return self._value(path, spec.inner, sizes) if given else None
        if isinstance(spec, NumberSpec | StaticSpec):
            return self._number(path, spec, sizes)
        if isinstance(spec, ScalarSpec):
            return self._array(spec.dtype, ())[()]
        if isinstance(spec, TensorSpec):
            return self._array(spec.dtype, [evaluate(size, sizes) for size in spec.shape])
        return None

    def _number(self, path: str, spec: NumberSpec | StaticSpec, sizes: Mapping[str, int]) -> Any:
        kind = spec.kind if isinstance(spec, NumberSpec) else "bool"
        if kind == "int":
            return self._integer(path, sizes)
        if kind == "bool":
            return self._random.random() < 0.5
        return complex(self._single(), self._single()) if kind == "complex" else self._single()

    def _integer(self, path: str, sizes: Mapping[str, int]) -> int:
        name = path.rpartition(".")[2]
        used = any(
            name in dims_of(other, spec) for other, spec in self._leaves.items() if other != path
        )
        if used or self._random.random() < 0.5:
            return sizes[name]
        single = self._single()
        return int(single) if math.isfinite(single) else 0

    def _single(self) -> float:
        """A number: near to one of the source, or one of those that are odd or plain."""
        kind = self._random.randrange(8)
        if kind < 3:
            number = self._random.choice(self._near)
            away = (0.0, 0.0, 0.0, 1.0, -1.0, 0.5, -0.5, 1e-3 * number, -1e-3 * number)
            return number + self._random.choice(away)
        if kind == 3:
            return self._random.choice(SPECIAL)
        if kind == 4:
            return self._random.choice(PLAIN)
        return self._random.gauss(0.0, self._random.choice((0.1, 1.0, 10.0, 1000.0)))

    def _array(self, dtype: np.dtype[Any], shape: Sequence[int]) -> Any:
        """An array: of one value, of any, of numbers of one scale, or ascending."""
        count = math.prod(shape)
        kind = self._random.randrange(6)
        numbers: list[Any]
        if dtype.kind == "b":
            chance = self._random.choice((0.0, 0.2, 0.5, 0.8, 1.0))
            numbers = [self._random.random() < chance for _ in range(count)]
        elif kind == 0:
            numbers = [self._single()] * count
        elif kind == 1:
            numbers = [self._single() for _ in range(count)]
        elif kind == 2:
            numbers = [float(self._random.randrange(-3, 6)) for _ in range(count)]
        else:
            scale = self._random.choice((0.01, 0.1, 1.0, 1.0, 10.0, 100.0))
            shift = self._random.choice((0.0, 0.0, scale, -scale, *self._near))
            numbers = [self._random.gauss(shift, scale) for _ in range(count)]
            if kind == 3:
                numbers.sort()
            if kind == 4:
                numbers = [abs(number) for number in numbers]
        return _as_array(numbers, dtype, shape)

    # --- arguments ------------------------------------------------------------------------------

    def arguments(self, inputs: Inputs) -> list[Any]:
        """One argument for each parameter, in arrays of their own."""
        return [
            parameter.default
            if self._is_fixed(parameter)
            else self._made(parameter.name, parameter.spec, inputs)
            for parameter in self._parameters
        ]

    def _is_fixed(self, parameter: Parameter) -> bool:
        """Whether a parameter has its default: what is fixed while building, and not given."""
        if parameter.default is EMPTY:
            return False
        paths = spec_leaves(parameter.name, parameter.spec)
        return isinstance(parameter.spec, StaticSpec | DictSpec | ListSpec) and all(
            path not in self._given for path, _ in paths
        )

    def _default(self, path: str) -> Any:
        """The default of a field that is known while building."""
        for parameter in self._parameters:
            if parameter.name == path:
                return parameter.default
            if path.startswith(f"{parameter.name}."):
                return _field_default(parameter.spec, path[len(parameter.name) + 1 :])
        return EMPTY

    def _made(self, path: str, spec: Spec, inputs: Inputs) -> Any:
        match spec:
            case StructSpec():
                fields = [(f"{path}.{name}", field) for name, field in spec.fields]
                made = [self._made(inner, field, inputs) for inner, field in fields]
                return spec.repaired(spec.make(made))
            case TupleSpec():
                items = enumerate(spec.items)
                return tuple(self._made(f"{path}[{n}]", item, inputs) for n, item in items)
            case ListSpec():
                return spec.cls(self._made(f"{path}[{n}]", spec.item, inputs) for n in range(ITEMS))
            case OptionalSpec(inner=StructSpec() | TupleSpec()):
                return self._made(path, spec.inner, inputs) if inputs.values[path] else None
            case StaticSpec() | DictSpec() if path not in self._given:
                default = self._default(path)
                return inputs.values[path] if default is EMPTY else default
        value = inputs.values[path]
        return value.copy() if isinstance(value, np.ndarray) else value

    # --- smaller --------------------------------------------------------------------------------

    def smaller(self, inputs: Inputs) -> Iterator[Inputs]:
        """Simpler inputs than these, the simplest first: smaller sizes, then plainer values."""
        for name, size in inputs.sizes.items():
            for less in sorted({0, 1, 2, size // 2, size - 1}):
                if 0 <= less < size:
                    sizes = {**inputs.sizes, name: less}
                    if self._fits(sizes):
                        yield Inputs(self._cut(inputs.values, sizes), sizes)
        for path, value in inputs.values.items():
            if path not in self._given:
                for plainer in _plainer(value):
                    yield Inputs({**inputs.values, path: plainer}, inputs.sizes)

    def _cut(self, values: Mapping[str, Any], sizes: Mapping[str, int]) -> dict[str, Any]:
        """The values for smaller sizes: of arrays the first elements along each axis."""
        cut = dict(values)
        for path, declared in self._leaves.items():
            spec = declared.inner if isinstance(declared, OptionalSpec) else declared
            before = cut[path]
            if path in self._given or before is None:
                continue
            if isinstance(spec, TensorSpec):
                shape = [evaluate(size, sizes) for size in spec.shape]
                if all(new <= old for new, old in zip(shape, before.shape, strict=True)):
                    cut[path] = before[tuple(slice(new) for new in shape)].copy()
                else:
                    cut[path] = np.zeros(shape, spec.dtype)
            elif isinstance(spec, NumberSpec) and spec.kind == "int":
                name = path.rpartition(".")[2]
                cut[path] = sizes[name] if values[path] > sizes[name] else values[path]
        return cut


def _is_bool(spec: Spec) -> bool:
    return isinstance(spec, StaticSpec) and spec.type is bool


def _field_default(spec: Spec, path: str) -> Any:
    name, _, rest = path.partition(".")
    if not isinstance(spec, StructSpec) or name not in spec.names:
        return EMPTY
    if rest:
        return _field_default(dict(spec.fields)[name], rest)
    return spec.defaults.get(name, EMPTY)


def _as_array(numbers: Sequence[Any], dtype: np.dtype[Any], shape: Sequence[int]) -> Any:
    """Numbers as an array of a dtype; those that it cannot hold are others."""
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        numbers = [
            min(max(int(number), info.min), info.max) if math.isfinite(number) else 0
            for number in numbers
        ]
    elif is_complex(dtype):
        numbers = [complex(number, -number) for number in numbers]
    with np.errstate(all="ignore"):
        return np.array(numbers).astype(dtype).reshape(shape)


def _plainer(value: Any) -> Iterator[Any]:
    """Simpler values in place of one, the simplest first."""
    if isinstance(value, np.ndarray):
        yield from _plainer_arrays(value)
    elif isinstance(value, bool | np.bool_):
        if value:
            yield np.False_ if isinstance(value, np.bool_) else False
    elif isinstance(value, int | float | np.integer | np.floating):
        yield from _plainer_numbers(value)


def _plainer_numbers(value: Any) -> Iterator[Any]:
    kind = type(value)
    for number in (0, -1 if value < 0 else 1):
        if value not in (0, 1) or abs(number) < abs(value):
            yield kind(number)
    if math.isfinite(value) and float(value) != int(value):
        yield kind(int(value))


MOST_ELEMENTS = 12
"""Elements of an array that are made simpler one by one."""


def _plainer_arrays(array: np.ndarray[Any, Any]) -> Iterator[Any]:
    if array.any() or np.signbit(array.real.astype(np.float64)).any():
        yield np.zeros_like(array)
    if array.size and not (array == 1).all():
        yield np.ones_like(array)
    flat = array.reshape(-1)
    for i in range(min(flat.size, MOST_ELEMENTS)):
        for plainer in _plainer(flat[i]):
            changed = flat.copy()
            changed[i] = plainer
            yield changed.reshape(array.shape)

"""Arguments for `dslc run`: those that are given, and random ones after the annotations."""

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dslc.annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, Size, evaluate, symbols
from dslc.ir.dtypes import is_complex
from dslc.signature import EMPTY, Parameter, Signature
from dslc.specs import DictSpec, ListSpec, NumberSpec, StructSpec, TupleSpec

from . import given
from .targets import usage

DEFAULT_SIZE = 8


class Arguments:
    """Makes the arguments of one function.

    Floats, and both parts of complex numbers, are drawn from the standard normal distribution,
    integers from 0 to 9. What is drawn for one parameter does not depend on the others.

    Args:
        signature: the function's.
        values: NAME=VALUE texts: `x=data.npy`, `tol=1e-6`, `params.w1=w.npy`.
        sizes: NAME=SIZE texts for dims; a dim without one has the size of a given array, else 8.
        seed: chooses the random values.

    Raises:
        DslError: for text of another form, unknown names, unreadable values.
    """

    def __init__(
        self, signature: Signature, values: Sequence[str], sizes: Sequence[str], seed: int
    ) -> None:
        self._signature = signature
        self._seed = seed
        leaves = [
            leaf for each in signature.parameters for leaf in spec_leaves(each.name, each.spec)
        ]
        specs = dict(leaves)
        texts = given.pairs("--arg", values, specs)
        self._given = {path: given.value(specs[path], text) for path, text in texts.items()}
        self._sizes = {dim: DEFAULT_SIZE for leaf in leaves for dim in dims_of(*leaf)}
        for path, value in self._given.items():
            self._sizes.update(_sizes_of(path, specs[path], value))
        for name, text in given.pairs("--dim", sizes, self._sizes).items():
            self._sizes[name] = given.size(name, text)

    def make(self) -> list[Any]:
        """One argument for each parameter, the same values each time, in arrays of their own.

        Raises:
            DslError: a build-time value is neither given nor a default.
        """
        return [self._argument(parameter) for parameter in self._signature.parameters]

    def _argument(self, parameter: Parameter) -> Any:
        paths = {path for path, _ in spec_leaves(parameter.name, parameter.spec)}
        if parameter.default is not EMPTY and paths.isdisjoint(self._given):
            return parameter.default
        return self._value(parameter.name, parameter.spec)

    def _value(self, path: str, spec: Spec) -> Any:
        if path in self._given:
            value = self._given[path]
            return value.copy() if isinstance(value, np.ndarray) else value
        match spec:
            case StructSpec():
                fields = [self._field(path, spec, name) for name in spec.names]
                return spec.repaired(spec.make(fields))
            case TupleSpec():
                items = enumerate(spec.items)
                return tuple(self._value(f"{path}[{number}]", item) for number, item in items)
            case ListSpec():
                return spec.cls([self._value(f"{path}[{n}]", spec.item) for n in range(ITEMS)])
            case OptionalSpec():
                return self._value(path, spec.inner)
            case StaticSpec() | DictSpec():
                raise self._missing(path)
        return self._random(path, spec)

    def _field(self, path: str, struct: StructSpec, name: str) -> Any:
        """The value of a field; of one that is known while building, its default if it has one."""
        inner = f"{path}.{name}"
        spec = dict(struct.fields)[name]
        if isinstance(spec, StaticSpec) and inner not in self._given and name in struct.defaults:
            return struct.defaults[name]
        return self._value(inner, spec)

    def _random(self, path: str, spec: Spec) -> Any:
        random = np.random.default_rng([self._seed, zlib.crc32(path.encode())])
        match spec:
            case TensorSpec():
                shape = [self._size(path, size) for size in spec.shape]
                return _draw(random, spec.dtype, shape)
            case ScalarSpec():
                return _draw(random, spec.dtype, ())[()]
            case NumberSpec("int"):
                return self._sizes[_dim_name(path)]
            case NumberSpec("bool"):
                return bool(random.integers(2))
        return float(random.standard_normal())

    def _size(self, path: str, size: Size) -> int:
        try:
            number = evaluate(size, self._sizes)
        except ZeroDivisionError:
            raise usage(f"the size {size} of `{path}` divides by 0", "give `--dim`") from None
        if number < 0:
            raise usage(f"the size {size} of `{path}` is {number}", "give `--dim`")
        return number

    def _missing(self, path: str) -> DslError:
        return DslError(
            Diagnostic(
                "missing-argument",
                f"`{self._signature.name}` needs a value for `{path}`",
                help=f"give `--arg {path}=VALUE`",
            )
        )


ITEMS = 2
"""How many items a drawn list has."""


def spec_leaves(path: str, spec: Spec) -> Iterator[tuple[str, Spec]]:
    """The parts of a parameter that have a value of their own, as the source calls them."""
    match spec:
        case StructSpec():
            for name, field in spec.fields:
                yield from spec_leaves(f"{path}.{name}", field)
        case TupleSpec():
            for number, item in enumerate(spec.items):
                yield from spec_leaves(f"{path}[{number}]", item)
        case ListSpec():
            for number in range(ITEMS):
                yield from spec_leaves(f"{path}[{number}]", spec.item)
        case OptionalSpec(inner=StructSpec() | TupleSpec()):
            yield path, spec
            yield from spec_leaves(path, spec.inner)
        case _:
            yield path, spec


def dims_of(path: str, spec: Spec) -> tuple[str, ...]:
    """The dims that a leaf mentions; an `int` is one itself."""
    match spec:
        case OptionalSpec():
            return dims_of(path, spec.inner)
        case TensorSpec():
            return tuple(dict.fromkeys(name for size in spec.shape for name in symbols(size)))
        case NumberSpec("int"):
            return (_dim_name(path),)
    return ()


def _dim_name(path: str) -> str:
    """The dim that the `int` at a path is."""
    return path.rpartition(".")[2]


def _sizes_of(path: str, spec: Spec, value: Any) -> dict[str, int]:
    """The dims whose size a given value shows: those that stand alone on an axis."""
    if isinstance(spec, NumberSpec) and isinstance(value, int):
        return {_dim_name(path): value} if spec.kind == "int" else {}
    if not isinstance(spec, TensorSpec) or np.ndim(value) != len(spec.shape):
        return {}
    axes = zip(spec.shape, np.shape(value), strict=True)
    return {
        str(size): number
        for size, number in axes
        if isinstance(size, Dim) and symbols(size) == (str(size),)
    }


def _draw(random: np.random.Generator, dtype: np.dtype[Any], shape: Sequence[int]) -> Any:
    """An array of random values that every dtype of their kind holds."""
    if dtype.kind == "b":
        return np.asarray(random.integers(2, size=shape), dtype)
    if dtype.kind in "iu":
        return np.asarray(random.integers(10, size=shape), dtype)
    if is_complex(dtype):
        parts = random.standard_normal((2, *shape))
        return np.asarray(parts[0] + 1j * parts[1], dtype)
    return np.asarray(random.standard_normal(shape), dtype)

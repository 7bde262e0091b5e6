"""Calls of known forms, which native code checks and runs by itself: `cpu/rt/forms.h`.

A form is what a call went through once: arguments of these types, shapes and build-time values, the
values around the function as they were, and the kernel that all of this led to. The next call of
this form needs none of the steps again. A call that is of no known form goes the long way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np

from dslc.ir.dims import symbols
from dslc.ir.dtypes import BOOL, is_float, is_integer
from dslc.ir.types import TensorType

from .annotations import OptionalSpec, ScalarSpec, Spec, StaticSpec, TensorSpec
from .building import Blueprint, Built
from .captured import ToldByIdentity, is_told_by_identity
from .fingerprint import Described, Fingerprint
from .signature import Call, Signature
from .specs import DictSpec, ListSpec, NumberSpec, StructSpec, TupleSpec
from .structure import Structure
from .versions import Settled, Versions

ARRAY, NUMBER, SAME, FIELDS, ITEMS, ENTRIES = range(6)
"""`StepKind` of `cpu/rt/steps.h`."""

FLOAT, INTEGER, TRUTH, SCALAR, EQUAL = range(5)
"""`Way` of `cpu/rt/steps.h`."""

_MOST_SEEN = 1000

Step: TypeAlias = tuple[Any, ...]


class _Unknown(Exception):
    """There is no form for this value."""


@runtime_checkable
class _Prepares(Protocol):
    """An executable that native code can run by itself: `dslc.cpu.native.Native`."""

    def prepared(self, sizes: Mapping[str, int]) -> Any: ...


class _Known(NamedTuple):
    """A call that went the long way, and what was found."""

    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    call: Call
    built: Built
    settled: Settled


class Quickened(ToldByIdentity, Described):
    """What is called by way of its shortcut, without Python, when it has one."""

    blueprint: Blueprint
    _shortcut: Any = None
    _is_quick = False  # whether the class is one of those that do so

    def describe(self, to: Fingerprint) -> None:
        """As its text is described."""
        self.blueprint.describe(to)


class Shortcuts:
    """The forms of one function's calls.

    Args:
        signature: of the function.
        blueprint: where its graphs come from.
    """

    def __init__(self, signature: Signature, blueprint: Blueprint) -> None:
        self._signature = signature
        self._blueprint = blueprint
        self._seen: dict[tuple[int, ...], int] = {}
        self._call: Any = None
        self._last: Versions | None = None

    def learn(
        self,
        function: Quickened,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        call: Call,
        built: Built,
        sizes: Mapping[str, int],
    ) -> None:
        """Know the form of a call of the function, where there is one.

        It has to come twice first; where a form does not fit the calls that it is made for, it is
        made ever more seldom.
        """
        key = (id(built), *sizes.values())
        if len(self._seen) >= _MOST_SEEN:
            self._seen.clear()
        times = self._seen[key] = self._seen.get(key, 0) + 1
        if times < 2 or times & (times - 1) or self._last is None:
            return
        settled = self._last.settled(sizes)
        if settled is None or not isinstance(settled.run, _Prepares):
            return
        try:
            known = _Known(args, kwargs, call, built, settled)
            form = self._form(known, settled.run.prepared(settled.sizes))
        except _Unknown:
            return
        self.settle()
        if self._call is None:
            self._call = _new_shortcut()
        self._call.add(form)
        if function._shortcut is None:
            function._shortcut = self._call
            if not function._is_quick:
                function.__class__ = _quick(type(function))

    def settle(self, versions: Versions | None = None) -> Versions | None:
        """Tell versions of the calls that they did not see.

        Args:
            versions: what runs now.

        Returns:
            The versions that ran last.
        """
        if self._call is not None:
            totals, recent = self._call.count()
            for settled, calls in totals:
                settled.versions.count(settled, calls)
            for settled in recent:
                settled.versions.remember(settled)
                self._last = settled.versions
        self._last = versions or self._last
        return self._last

    def _form(self, known: _Known, prepared: Any) -> tuple[Any, ...]:
        steps = _Steps(known, prepared.relied_on)
        given: list[Step] = []
        left_out: list[Step] = []
        by_name: dict[str, Step] = {}
        count = len(known.args)
        positional = [each for each in self._signature.parameters if not each.keyword_only]
        names = [each.name for each in positional[:count]]
        for parameter in self._signature.parameters:
            if parameter.name in known.kwargs:
                value = known.kwargs[parameter.name]
                by_name[parameter.name] = steps.of(parameter.spec, value)
            elif parameter.name in names:
                given.append(steps.of(parameter.spec, known.args[names.index(parameter.name)]))
            else:
                value = parameter.default
                left_out += _constant(steps.of(parameter.spec, value), value)
        left_out += [steps.outside(array) for array in known.call.values[steps.count :]]
        built = known.built
        return (
            prepared.kernel,
            (*given, *(by_name[name] for name in known.kwargs)),
            tuple(known.kwargs),
            tuple(left_out),
            self._guards(),
            prepared.sizes,
            prepared.plan.address,
            prepared.plan.size,
            built.layout.inouts,
            built.updates,
            _whole(built.structure),
            known.settled,
            prepared.plan,  # which lives as long as the form
        )

    def _guards(self) -> tuple[Any, ...]:
        """What the graphs were built with that lies around the functions."""
        guards: list[tuple[Any, ...]] = []
        for names, path, value in self._blueprint.surroundings():
            if isinstance(value, np.ndarray):  # whose type can be changed in place
                guards.append((names, path, value, value.dtype, value.shape))
            elif is_told_by_identity(value):
                guards.append((names, path, value))
            else:
                raise _Unknown
        return tuple(guards)


def _new_shortcut() -> Any:
    # Loaded here: there is a compiler where there is a form.
    from dslc.cpu.load import new_shortcut
    from dslc.ir.cxx.toolchain import find_compiler

    return new_shortcut(find_compiler())


_quick_classes: dict[type, type] = {}


def _quick(cls: type[Any]) -> type:
    """The quick one of a class, made once."""
    if cls not in _quick_classes:
        from dslc.cpu.load import quick
        from dslc.ir.cxx.toolchain import find_compiler

        made: Any = quick(cls, find_compiler())
        made._is_quick = True
        _quick_classes[cls] = made
    return _quick_classes[cls]


def _whole(structure: Structure) -> Any:
    """None for one value, the class of a tuple, or what makes the result of a list."""
    if structure.form == "one":
        return None
    return tuple if structure.form == "tuple" else structure.of


def _constant(step: Step, value: Any) -> list[Step]:
    """The step of a parameter that is left out: a number comes from its default."""
    if step[0] == SAME:
        return []
    if step[0] != NUMBER:
        raise _Unknown
    _, number, cls, way, code, *_ = step
    return [(NUMBER, number, cls, INTEGER if way == EQUAL else way, code, 0, value)]


class _Steps:
    """The steps for arguments, in the order of `separate`.

    Attributes:
        count: of the flat values so far.
    """

    def __init__(self, known: _Known, relied_on: frozenset[str]) -> None:
        layout = known.built.layout
        self.count = 0
        self._values = known.call.values
        self._names = {
            number: str(layout.integers[hint])
            for number, (hint, _) in enumerate(layout.parameters)
            if hint in layout.integers
        }
        shapes = [t.shape for _, t in layout.parameters if isinstance(t, TensorType)]
        declared = {name for shape in shapes for size in shape for name in symbols(size)}
        self._fixed = relied_on | declared | set(known.settled.names)
        if known.settled.is_special:
            self._fixed |= set(self._names.values())

    def of(self, spec: Spec, value: Any) -> Step:
        """What an argument has to be, for the call to be like this one."""
        if isinstance(spec, StaticSpec):
            return _same(value)
        if isinstance(spec, OptionalSpec):
            return _same(None) if value is None else self.of(spec.inner, value)
        if isinstance(spec, StructSpec):
            if spec.is_checked:
                raise _Unknown
            steps = [self.of(inner, getattr(value, name)) for name, inner in spec.fields]
            return FIELDS, type(value), spec.names, tuple(steps)
        if isinstance(spec, TupleSpec | ListSpec):
            if type(value) not in (tuple, list):
                raise _Unknown
            specs = spec.items if isinstance(spec, TupleSpec) else (spec.item,) * len(value)
            return ITEMS, type(value), tuple(map(self.of, specs, value))
        if isinstance(spec, DictSpec):
            steps = [self.of(spec.value, each) for each in value.values()]
            return ENTRIES, tuple(value), tuple(steps)
        self.count += 1
        return self._leaf(spec, value, self.count - 1)

    def outside(self, array: np.ndarray[Any, Any]) -> Step:
        """The next argument, which is an array that no call gives."""
        self.count += 1
        return *self._array(array, self.count - 1, writes=False), array

    def _array(self, value: Any, number: int, writes: bool) -> Step:
        if type(value) is not np.ndarray or not value.flags.c_contiguous:
            raise _Unknown
        return ARRAY, number, value.dtype, value.shape, int(writes), _code(value.dtype)

    def _leaf(self, spec: Spec, value: Any, number: int) -> Step:
        if isinstance(spec, TensorSpec):
            return self._array(value, number, spec.inout)
        if isinstance(spec, ScalarSpec):
            way = _way(spec.dtype, value)
            return NUMBER, number, type(value), way, _code(spec.dtype)
        assert isinstance(spec, NumberSpec)
        way = _way_of_number[spec.kind](type(value))
        code = _code(np.dtype({"int": np.int64, "float": np.float64, "bool": np.bool_}[spec.kind]))
        if way == INTEGER and self._names.get(number) in self._fixed:
            return NUMBER, number, type(value), EQUAL, code, int(value)
        return NUMBER, number, type(value), way, code


def _same(value: Any) -> Step:
    if not is_told_by_identity(value):
        raise _Unknown
    return SAME, value


def _code(dtype: np.dtype[Any]) -> int:
    from dslc.cpu.load import dtype_code

    return dtype_code(dtype)


def _way(dtype: np.dtype[Any], value: Any) -> int:
    """How a scalar of a dtype is read from values of this type."""
    if type(value) is dtype.type:
        return SCALAR
    if type(value) in (int, float) and is_float(dtype):
        return FLOAT
    if type(value) is int and is_integer(dtype):
        return INTEGER
    if type(value) is bool and dtype == BOOL:
        return TRUTH
    raise _Unknown


def _from(*types: type, way: int) -> Callable[[type], int]:
    def way_of(given: type) -> int:
        if given not in types:
            raise _Unknown
        return way

    return way_of


_way_of_number = {
    "int": _from(int, way=INTEGER),
    "float": _from(float, int, np.float64, np.float32, way=FLOAT),
    "bool": _from(bool, way=TRUTH),
}

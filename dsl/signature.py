"""A function's parameters and result as specs; its calls checked against them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dslc.ir.diagnostics import Diagnostic, DslError

from .annotations import OptionalSpec, Spec, StaticSpec
from .conversion import convert
from .declared_at import parameter_span
from .layout import Layout, lay_out
from .separation import Convert, Parts, Unfit, assemble, separate, stand_in
from .sizes import undetermined
from .specs import CHOICES, DictSpec, ListSpec, SpecReader, inner_specs
from .static_key import static_key

EMPTY = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `default` is `EMPTY` where there is none."""

    name: str
    spec: Spec
    default: Any = EMPTY
    keyword_only: bool = False
    positional_only: bool = False

    def __str__(self) -> str:
        text = f"{self.name}: {self.spec!r}"
        return text if self.default is EMPTY else f"{text} = {self.default!r}"


@dataclass(frozen=True, slots=True)
class Call:
    """A call's arguments, checked.

    Attributes:
        arguments: by parameter, scalars and numbers in the declared types.
        values: those of the flat parameters.
        statics: the build-time values.
        key: what chooses the graph.
    """

    arguments: tuple[Any, ...]
    values: list[Any]
    statics: list[Any]
    key: Hashable


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters and the result of a function.

    `parameters` are those a caller gives; `returns` is None where the function declares no result.
    """

    name: str
    parameters: tuple[Parameter, ...]
    returns: Spec | None

    @classmethod
    def of(
        cls,
        function: Callable[..., Any],
        *,
        skip: int = 0,
        namespace: Mapping[str, Any] | None = None,
    ) -> Signature:
        """The signature of a function without its first `skip` parameters.

        Args:
            function: a plain function.
            skip: how many parameters are not the caller's.
            namespace: further names for annotations that are text.

        Raises:
            DslError: `annotation-missing`, `annotation-unknown` or `variadic-parameter`.
        """
        code = function.__code__
        enclosing = dict(
            zip(code.co_freevars, map(_contents, function.__closure__ or ()), strict=True)
        )
        reader = SpecReader(namespace or {}, enclosing, function.__globals__)
        plain = inspect.signature(function)
        parameters = list(plain.parameters.values())[skip:]
        returns = None
        read: list[Parameter] = []
        wrong: list[Diagnostic] = []
        for each in parameters:
            try:
                read.append(_read_parameter(reader, function, each))
            except DslError as error:
                wrong += error.diagnostics
        if plain.return_annotation not in (EMPTY, Any, "Any"):
            subject = f"the result of `{function.__name__}`"
            place = partial(parameter_span, function, "return")
            try:
                returns = reader.read(plain.return_annotation, subject, place)
            except DslError as error:
                wrong += error.diagnostics
        if wrong:
            raise DslError(*wrong)
        signature = cls(function.__name__, tuple(read), returns)
        signature._check_determined(function)
        return signature

    def _check_determined(self, function: Callable[..., Any]) -> None:
        """Refuse a size that no arguments tell.

        Raises:
            DslError: `annotation-unknown`.
        """
        layout = self.pattern()
        found = undetermined(layout.parameters, layout.integers, layout.paths)
        if found is not None:
            path, size, dim = found
            message = f"`{path}` has an axis of size `{size}`, which does not tell `{dim}`"
            help_text = f"let an array have an axis `{dim}`, or add a parameter `{dim}: int`"
            if "." in path:
                help_text = f"let an array of the same struct have an axis `{dim}`"
            place = parameter_span(function, re.split(r"\W", path)[0])
            raise DslError(Diagnostic("annotation-unknown", message, place, help=help_text))

    def __str__(self) -> str:
        parts: list[str] = []
        for previous, parameter in zip((None, *self.parameters), self.parameters, strict=False):
            if parameter.keyword_only and not (previous and previous.keyword_only):
                parts.append("*")
            parts.append(str(parameter))
        result = "" if self.returns is None else f" -> {self.returns!r}"
        return f"{self.name}({', '.join(parts)}){result}"

    @property
    def _shown(self) -> str:
        return f"call it as {self}"

    # --- calls ----------------------------------------------------------------------------------

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any], leaf: Convert = convert) -> Call:
        """Check a call's arguments and take them apart; `leaf` checks and converts one value.

        Raises:
            DslError: `argument-mismatch`.
        """
        parts = Parts()
        arguments = []
        for parameter, value in zip(self.parameters, self._given(args, kwargs), strict=True):
            try:
                arguments.append(separate(parameter.spec, value, leaf, parts))
            except Unfit as unfit:
                raise self._mismatch(parameter, unfit) from None
        key = tuple(map(static_key, parts.statics))
        return Call(tuple(arguments), parts.values, parts.statics, key)

    def _given(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """The argument of each parameter, in order, defaults filled in."""
        positional = [parameter for parameter in self.parameters if not parameter.keyword_only]
        if len(args) > len(positional):
            count = f"{len(positional)} positional argument{'s' * (len(positional) != 1)}"
            raise _refusal(f"`{self.name}` takes {count}, not {len(args)}", self._shown)
        given = dict(zip((parameter.name for parameter in positional), args, strict=False))
        by_name = {parameter.name for parameter in self.parameters if not parameter.positional_only}
        for name, value in kwargs.items():
            if name not in by_name:
                raise _refusal(f"`{self.name}` has no parameter `{name}`", self._shown)
            if name in given:
                raise _refusal(f"`{self.name}` got `{name}` twice")
            given[name] = value
        values = [given.get(parameter.name, parameter.default) for parameter in self.parameters]
        for parameter, value in zip(self.parameters, values, strict=True):
            if value is EMPTY:
                raise _refusal(f"`{self.name}` needs `{parameter.name}`", self._shown)
        return values

    def _mismatch(self, parameter: Parameter, unfit: Unfit) -> DslError:
        where = f"`{parameter.name}{unfit.path}` of `{self.name}`"
        return _refusal(
            f"{where} is declared {unfit.spec!r}, the argument is {unfit.got}", unfit.help
        )

    def split(self, arguments: Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
        """The positional and keyword arguments of a plain call, from one for each parameter."""
        pairs = list(zip(self.parameters, arguments, strict=True))
        positional = [value for parameter, value in pairs if not parameter.keyword_only]
        return positional, {
            parameter.name: value for parameter, value in pairs if parameter.keyword_only
        }

    # --- build-time values and the flat form ----------------------------------------------------

    def statics(self, given: Mapping[str, Any]) -> list[Any]:
        """The build-time values for arguments by name.

        What is not given has its default, else two items in each list where only that is open.

        Raises:
            DslError: `argument-mismatch` where there is no value.
        """
        names = [parameter.name for parameter in self.parameters]
        for name in given:
            if name not in names:
                raise _refusal(f"`{self.name}` has no parameter `{name}`", self._shown)
        found: list[Any] = []
        for parameter in self.parameters:
            value = given.get(parameter.name, parameter.default)
            if not _has_statics(parameter.spec):
                continue
            if value is EMPTY:
                value = _stand_in(parameter, present=True)
            if value is EMPTY:
                message = f"`{parameter.name}` of `{self.name}` is known only while building"
                help_text = "give it a default, or give the value to `graph_for`"
                raise _refusal(message, help_text)
            try:
                found.extend(_statics_of(parameter.spec, value))
            except Unfit as unfit:
                raise self._mismatch(parameter, unfit) from None
        return found

    def stand_ins(self) -> list[dict[str, Any]]:
        """Arguments to build with where nothing is given: optional values there, and None."""
        without = {
            parameter.name: _stand_in(parameter, present=False)
            for parameter in self.parameters
            if parameter.default is EMPTY and _is_optional(parameter.spec)
        }
        without = {name: value for name, value in without.items() if value is not EMPTY}
        return [{}, without] if without else [{}]

    def layout(self, statics: Sequence[Any] = ()) -> Layout:
        """The flat parameters for these build-time values."""
        return lay_out(self.name, [(each.name, each.spec) for each in self.parameters], statics)

    def pattern(self) -> Layout:
        """The flat parameters where every list and dict has two items, to see what differs."""
        return lay_out(self.name, [(each.name, each.spec) for each in self.parameters], None)

    def arguments(self, values: Sequence[Any], statics: Sequence[Any] = ()) -> list[Any]:
        """One argument for each parameter, from flat and build-time values."""
        flat, fixed = iter(values), iter(statics)
        return [assemble(parameter.spec, flat, fixed) for parameter in self.parameters]


def _contents(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return None


def _read_parameter(
    reader: SpecReader, function: Callable[..., Any], plain: inspect.Parameter
) -> Parameter:
    subject = f"parameter `{plain.name}` of `{function.__name__}`"
    place = partial(parameter_span, function, plain.name)
    if plain.kind in (plain.VAR_POSITIONAL, plain.VAR_KEYWORD):
        message = f"{subject} takes any number of arguments"
        raise DslError(
            Diagnostic("variadic-parameter", message, place(), help="name each parameter")
        )
    if plain.annotation is EMPTY:
        raise DslError(
            Diagnostic("annotation-missing", f"{subject} has no annotation", place(), help=CHOICES)
        )
    spec = reader.read(plain.annotation, subject, place)
    return Parameter(
        plain.name,
        spec,
        plain.default,
        plain.kind is plain.KEYWORD_ONLY,
        plain.kind is plain.POSITIONAL_ONLY,
    )


def _has_statics(spec: Spec) -> bool:
    known = isinstance(spec, StaticSpec | OptionalSpec | ListSpec | DictSpec)
    return known or any(map(_has_statics, inner_specs(spec)))


def _stand_in(parameter: Parameter, *, present: bool) -> Any:
    """What stands for an argument that holds others; `EMPTY` where more than lengths is open."""
    try:
        return stand_in(parameter.spec, present) if inner_specs(parameter.spec) else EMPTY
    except LookupError:
        return EMPTY


def _is_optional(spec: Spec) -> bool:
    return isinstance(spec, OptionalSpec) or any(map(_is_optional, inner_specs(spec)))


def _statics_of(spec: Spec, value: Any) -> Iterator[Any]:
    parts = Parts()
    separate(spec, value, lambda _, leaf: leaf, parts)
    return iter(parts.statics)


def _refusal(message: str, help_text: str | None = None) -> DslError:
    return DslError(Diagnostic("argument-mismatch", message, help=help_text))

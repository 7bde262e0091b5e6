"""What a user asks for by `specialize`: versions of a function for some of its sizes.

    @graph(specialize={n: (32, 64, 128)})
    @graph(specialize={n: dslc.multiple_of(16), d: 768})
    @graph(specialize="auto")

Beside these versions there always is the one for every size.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NoReturn, TypeAlias

from dslc.ir.diagnostics import Diagnostic, DslError
from dslc.ir.dims import Dim, interval, symbol_dims
from dslc.ir.graph import entry_symbols
from dslc.ir.types import INT_MAX, INT_MIN

from .annotations import OptionalSpec, Spec, TensorSpec
from .signature import Signature
from .specs import inner_specs


@dataclass(frozen=True, slots=True)
class Multiple:
    """Sizes that a number divides."""

    factor: int

    def text(self, alias: str) -> str:
        """The call that makes it, where `alias` is a name of `dslc`."""
        return f"{alias}.multiple_of({self.factor})"


@dataclass(frozen=True, slots=True)
class Exact:
    """Sizes that have versions, which run at no smaller size."""

    sizes: tuple[int, ...]

    def text(self, alias: str) -> str:
        """The call that makes it, where `alias` is a name of `dslc`."""
        return f"{alias}.exact({', '.join(map(str, self.sizes))})"


@dataclass(frozen=True, slots=True)
class Auto:
    """Sizes that turn out to be frequent.

    Attributes:
        after: a size gets a version when it was seen so often.
        most: how many versions there may be, besides the one for every size.
    """

    after: int = 3
    most: int = 4

    def text(self, alias: str) -> str:
        """What makes it, where `alias` is a name of `dslc`."""
        if self == Auto():
            return '"auto"'
        return f"{alias}.auto(after={self.after}, most={self.most})"


def multiple_of(factor: int) -> Multiple:
    """For `specialize`: one version for all sizes that `factor` divides.

    Raises:
        DslError: `specialize-invalid` where `factor` is no integer of at least 2.
    """
    if not _is_integer(factor) or factor < 2:
        _refuse(f"sizes cannot be multiples of {factor!r}", "write an integer of at least 2")
    return Multiple(factor)


def exact(*sizes: int) -> Exact:
    """For `specialize`: a version for each of these sizes; other sizes are never padded to one."""
    return Exact(tuple(sizes))


def auto(*, after: int = 3, most: int = 4) -> Auto:
    """For `specialize`: versions for sizes that turn out to be frequent.

    Args:
        after: a size gets a version when it was seen so often; so do all sizes together that a
            vector of the machine divides.
        most: how many versions there may be, besides the one for every size.

    Raises:
        DslError: `specialize-invalid` where one is no integer of at least 1.
    """
    for name, number in (("after", after), ("most", most)):
        if not _is_integer(number) or number < 1:
            _refuse(f"`{name}` of `auto` is {number!r}", "write an integer of at least 1")
    return Auto(after, most)


Wish: TypeAlias = int | Multiple | Exact | Auto | Literal["auto"]
Requested: TypeAlias = Literal["auto"] | Auto | Mapping[Dim | str, Wish | tuple[Wish, ...]]
"""What `specialize` may be."""


@dataclass(frozen=True, slots=True)
class OfDim:
    """The versions for one dim.

    Attributes:
        sizes: numbers that it is, in order.
        padded: those of them that smaller sizes may be padded to.
        factors: numbers that divide it, the largest first.
        auto: what decides which sizes are frequent, None where nothing does.
    """

    sizes: tuple[int, ...] = ()
    padded: tuple[int, ...] = ()
    factors: tuple[int, ...] = ()
    auto: Auto | None = None

    def text(self, alias: str) -> str:
        """What a dim may be given for it, where `alias` is a name of `dslc`."""
        only = tuple(size for size in self.sizes if size not in self.padded)
        wishes = [*map(str, self.padded), *([Exact(only).text(alias)] if only else [])]
        wishes += [Multiple(factor).text(alias) for factor in self.factors]
        wishes += [self.auto.text(alias)] if self.auto else []
        return wishes[0] if len(wishes) == 1 else f"({', '.join(wishes)})"


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for, checked.

    Attributes:
        dims: by name, in the order given.
        every: what decides on frequent sizes of all dims, None where nothing does.
    """

    dims: Mapping[str, OfDim] = field(default_factory=dict[str, OfDim])
    every: Auto | None = None

    def text(self, alias: str) -> str:
        """What `specialize` may be given for it, where `alias` is a name of `dslc`."""
        if self.every:
            return self.every.text(alias)
        return f"{{{', '.join(self.parts(alias))}}}"

    def parts(self, alias: str) -> list[str]:
        """The text of each dim."""
        return [f'"{name}": {of.text(alias)}' for name, of in self.dims.items()]


# --- reading --------------------------------------------------------------------------------------


def read_request(given: Requested | None, signature: Signature) -> Request:
    """What a user asks for, checked against the dims of a function.

    Raises:
        DslError: `specialize-invalid`.
    """
    if given is None:
        return Request()
    if given == "auto":
        return Request(every=Auto())
    if isinstance(given, Auto):
        return Request(every=given)
    if not isinstance(given, Mapping) or not given:
        _refuse(f"{given!r} asks for no versions", 'write `{n: (32, 64)}` or `"auto"`')
    known = _dims(signature)
    dims: dict[str, OfDim] = {}
    for key, wishes in given.items():
        name = _name(key, known, signature)
        if name in dims:
            _refuse(f"versions for `{name}` are asked for twice")
        dims[name] = _of_dim(known[name], wishes)
    if len({of.auto for of in dims.values() if of.auto}) > 1:
        _refuse("two dims have different `auto`", "write the same for both: sizes are counted once")
    return Request(dims)


def _dims(signature: Signature) -> dict[str, Dim]:
    """The dims that a call binds, by name."""
    layout = signature.pattern()
    bound = {str(dim): dim for dim in layout.integers.values()}
    return {**entry_symbols(dict(layout.parameters)), **bound}


def _name(key: Any, known: Mapping[str, Dim], signature: Signature) -> str:
    name = str(key)
    if not isinstance(key, str | Dim) or not name.isidentifier():
        said = f"`{name}`" if isinstance(key, Dim) else repr(key)
        _refuse(f"{said} is no name of a dim", _known(known))
    if name in known:
        return name
    if signature.returns is not None and name in _names_in(signature.returns):
        message = f"`{name}` is a size of the result alone, which is not known before the call"
        _refuse(message, _known(known))
    return _refuse(f"`{signature.name}` has no dim `{name}`", _known(known))


def _known(known: Mapping[str, Dim]) -> str:
    names = ", ".join(f"`{name}`" for name in known)
    if not names:
        return "its parameters have no dims"
    return f"its dims are {names}" if len(known) > 1 else f"its only dim is {names}"


def _names_in(spec: Spec) -> set[str]:
    if isinstance(spec, TensorSpec):
        return {str(dim) for size in spec.shape for dim in symbol_dims(size)}
    inner = (spec.inner,) if isinstance(spec, OptionalSpec) else inner_specs(spec)
    return {name for each in inner for name in _names_in(each)}


def _of_dim(dim: Dim, wishes: Any) -> OfDim:
    each = wishes if isinstance(wishes, tuple | list) else (wishes,)
    if not each:
        _refuse(f"no version is asked for `{dim}`", f"leave `{dim}` out, or write a size")
    padded: list[int] = []
    sizes: list[int] = []
    factors: list[int] = []
    autos: list[Auto] = []
    for wish in each:
        if isinstance(wish, Multiple):
            factors.append(wish.factor)
        elif wish == "auto" or isinstance(wish, Auto):
            autos.append(Auto() if wish == "auto" else wish)
        elif isinstance(wish, Exact):
            sizes += [_size(dim, size) for size in wish.sizes]
        else:
            padded.append(_size(dim, wish))
    if len(autos) > 1:
        _refuse(f"`auto` stands twice for `{dim}`")
    return OfDim(
        tuple(sorted({*sizes, *padded})),
        tuple(sorted(set(padded))),
        tuple(sorted(set(factors), reverse=True)),
        autos[0] if autos else None,
    )


def _size(dim: Dim, size: Any) -> int:
    if not _is_integer(size):
        wanted = 'write a size, `dslc.multiple_of(16)`, `dslc.exact(1)` or `"auto"`'
        _refuse(f"{size!r} is no size of `{dim}`", wanted)
    low, high = interval(dim)
    low, high = INT_MIN if low is None else low, INT_MAX if high is None else high
    if not low <= size <= high:
        bound = f"at least {low}" if size < low else f"at most {high}"
        _refuse(f"`{dim}` is never {size}: it is {bound}")
    return int(size)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _refuse(message: str, help_text: str | None = None) -> NoReturn:
    raise DslError(Diagnostic("specialize-invalid", message, help=help_text))

"""Which list or dict a kind is: what changes it shows under every name of it, as in Python.

In the emitted text it is a Python list or dict, and `rows.append(y)` changes that. So aliases need
nothing there; the walk keeps what they hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from dslc.ir.diagnostics import Diagnostic, Span

from . import fence
from .frame import Frame, NeedsBuild
from .kind_parts import map_containers, parts, retext
from .kinds import (
    CONTAINERS,
    Closure,
    Grown,
    Kind,
    Maybe,
    Poison,
    Record,
    Repeated,
    Sequence,
    Table,
    describe,
)
from .memory import Identity

Changeable: TypeAlias = Sequence | Table | Repeated

_Listed: TypeAlias = Changeable | Grown


def is_changeable(kind: Kind) -> bool:
    """Whether a kind is a list or dict."""
    if isinstance(kind, Sequence):
        return kind.is_list
    if isinstance(kind, Table | Grown):
        return True
    return isinstance(kind, Repeated) and kind.form in ("list", "dict")


def owned(frame: Frame, kind: Kind) -> Kind:
    """What a name is bound to: lists and dicts that its text makes are new ones."""
    if not isinstance(kind, Sequence | Table | Record):
        return kind
    kind = map_containers(kind, lambda part: owned(frame, part))
    new = isinstance(kind, Sequence | Table) and not kind.text and kind.identity is None
    return identified(frame, kind) if new else kind


def identified(frame: Frame, kind: Kind) -> Kind:
    """A list or dict that is made here; other kinds as they are."""
    if isinstance(kind, _Listed) and is_changeable(kind):
        return replace(kind, identity=Identity(frame.home))
    return kind


def unidentified(kind: Kind) -> Kind:
    """The same where it is not certain which list or dict it is."""
    if not isinstance(kind, CONTAINERS | Grown | Maybe):
        return kind
    kind = map_containers(kind, unidentified)
    return replace(kind, identity=None) if isinstance(kind, _Listed) else kind


def identities(kind: Kind) -> Iterator[Identity]:
    """The lists and dicts in a kind."""
    own = getattr(kind, "identity", None)
    if own is not None:
        yield own
    for part in parts(kind):
        yield from identities(part)


def is_alone(environment: Mapping[str, Kind], name: str) -> bool:
    """Whether no other name, and nothing in it, is the list or dict of this name."""
    own = getattr(environment.get(name), "identity", None)
    if own is None:
        return False
    found = [i for other, kind in environment.items() for i in identities(kind) if other != name]
    found += [i for part in parts(environment[name]) for i in identities(part)]
    return own not in found


def _are_alone(environment: Mapping[str, Kind], name: str) -> bool:
    """Whether no other name has a list or dict of this name in it, and this one has each once."""
    own = list(identities(environment[name]))
    others = {i for other, kind in environment.items() for i in identities(kind) if other != name}
    return len(set(own)) == len(own) and others.isdisjoint(own)


def inside(frame: Frame, name: str, environment: Mapping[str, Kind], kind: Kind) -> Kind:
    """What a list or dict is that a region is given or gives: one of its own.

    Where it has other names, which are not changed with it, it may not be changed; nor may what is
    in it, where that has.
    """
    alone = is_alone(environment, name)
    borrowed = any(i.borrowed for i in identities(environment[name]))
    whole = unidentified(kind)
    if not alone or borrowed:
        return whole
    inner = _all_identified if _are_alone(environment, name) else identified
    return inner(frame, whole)


def _all_identified(frame: Frame, kind: Kind) -> Kind:
    """A list or dict that is made here, with those in it."""
    if isinstance(kind, CONTAINERS):
        kind = map_containers(kind, lambda part: _all_identified(frame, part))
    return identified(frame, kind)


def changed(frame: Frame, kind: _Listed, new: Kind) -> None:
    """A list or dict is from here on `new`, under all its names."""
    identity = kind.identity
    assert identity is not None
    for name, old in list(frame.environment.items()):
        now = _substituted(old, identity, new)
        if now is not old:
            frame.bind(name, now)


def _substituted(kind: Kind, identity: Identity, new: Kind) -> Kind:
    if not isinstance(kind, CONTAINERS | Grown | Maybe | Closure):
        return kind
    if getattr(kind, "identity", None) is identity:
        text = getattr(kind, "text", "")
        return retext(replace(new, identity=identity) if _has(new) else new, text)
    return map_containers(kind, lambda part: _substituted(part, identity, new))


def _has(kind: Kind) -> bool:
    return isinstance(kind, _Listed)


def check_change(frame: Frame, kind: Kind, span: Span) -> bool:
    """Whether a list or dict may be changed here; reports why not.

    Raises:
        NeedsBuild: where a loop of the graph around it must be a Python loop.
    """
    if isinstance(kind, Poison):
        return False
    said = describe(kind)
    identity = getattr(kind, "identity", None)
    if identity is None:
        construct = f"changing {said} in place that the caller made, or that depends on the path,"
        copied = "dict" if said == "a dict" else "list"
        fence.refuse(frame, construct, span, help=f"change a copy: `{copied}(...)` makes one")
    elif identity in frame.iterated:
        help_ = "make a list of what is to change, and change it after the loop"
        fence.refuse(frame, f"changing {said} while a loop goes over it", span, help=help_)
    elif identity in frame.held_lists[: frame.held_at_call]:
        construct = f"changing {said} that the statement has read before"
        fence.refuse(frame, construct, span, help="change it in a statement of its own")
    elif identity.home is not frame.home:
        _leaks(frame, kind, said, span)
    else:
        return True
    return False


def _leaks(frame: Frame, kind: Kind, said: str, span: Span) -> None:
    """What runs once while building may not change what is around it."""
    construct = f"changing {said} from around a branch or loop of the graph"
    if frame.graph_loops:
        name = getattr(kind, "text", "").partition("[")[0].partition(".")[0]
        message = f"{construct} is not part of the language"
        help_ = fence.HELP["changing a list in a loop of the graph"]
        raise NeedsBuild(
            name, span, (Diagnostic("unsupported-construct", message, span, help=help_),)
        )
    fence.refuse(frame, construct, span, help="let it be a new list on every path")

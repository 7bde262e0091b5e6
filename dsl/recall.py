"""What calls need of a graph, kept for other processes, so that these need not build it.

A record is found by a hash of all that decides what graph there is (`origin_of`). It says how flat
values make up the result, what is written to, and which sizes choose a kernel. The kernel has a
record of its own, by the same hash (`dslc.cpu.recall`). The graph is built when somebody asks for
it: to look at it, to derive it, for the error of a failure, or for sizes that have no record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from dslc.ir.cxx.cache import hash_of
from dslc.ir.cxx.records import Origin, recall, remember

from .fingerprint import Fingerprint, Undescribed
from .installation import installation
from .structure import Structure, Unwritable, read_structure

if TYPE_CHECKING:
    from .building import Blueprint


class MadeOf(NamedTuple):
    """All that decides what a graph is.

    Attributes:
        origin: its hash.
        reached: the compiled functions whose code or values are part of it.
    """

    origin: Origin
    reached: tuple[Any, ...]


class Outline(NamedTuple):
    """What calls need of a graph.

    Attributes:
        structure: how flat results make up the result.
        updates: the parameters, by position, that it writes to.
        symbols: the names of the sizes of its parameters.
    """

    structure: Structure
    updates: tuple[int, ...]
    symbols: tuple[str, ...]


def origin_of(blueprint: Blueprint, statics: Sequence[Any]) -> MadeOf | None:
    """What the graph of a function for build-time values is made of, as all is now.

    None where something that it depends on cannot be told.
    """
    installed = installation()
    fingerprint = Fingerprint()
    try:
        blueprint.describe(fingerprint)
        fingerprint.add_all(statics)
    except (Undescribed, RecursionError):
        return None
    if installed is None:
        return None
    title = f"Calls of {blueprint.signature.name} in {blueprint.source}."
    key = hash_of([installed, fingerprint.hash()])
    return MadeOf(Origin(key, title), tuple(dict.fromkeys(fingerprint.functions)))


def recalled(origin: Origin) -> Outline | None:
    """What calls need of the graph of an origin; None where no process has kept it."""
    data = recall(origin.key)
    structure = read_structure(data["structure"]) if data else None
    if structure is None:
        return None
    return Outline(structure, tuple(data["updates"]), tuple(data["symbols"]))


def keep(origin: Origin, outline: Outline) -> None:
    """Keep what calls need, where it is data that other processes can read."""
    try:
        structure = outline.structure.written()
    except Unwritable:
        return
    data = {"structure": structure, "updates": outline.updates, "symbols": outline.symbols}
    remember(origin.key, origin.title, data)

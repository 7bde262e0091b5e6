"""Arrays, lists and dicts as far as writing to them is concerned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Identity:
    """The list or dict that a kind is, as far as changing it is concerned; compared by identity.

    Attributes:
        home: the region whose text made it: only there it may be changed, since the text of other
            regions runs once, whatever the run does.
        borrowed: of a helper's parameter, which may have other names in its caller.
    """

    home: object
    borrowed: bool = False


@dataclass(eq=False, slots=True)
class Memory:
    """The array a name refers to, as far as writing to it is concerned; compared by identity.

    Attributes:
        origin: "fresh" (made here, may be written), "inout" (a parameter that may be written: a
            `Variable` of the emitted text), "parameter", "captured" (of the module), "view" (of
            `bases`), "path" (depends on the path taken) or "call" (may be one of `bases`).
        what: the same for a reader.
        bases: arrays that it may be, or share memory with; of an "inout" it is one of them.
        group: arrays of one group are never the same, whatever their bases: what a loop carries and
            only permutes.
        many: whether it stands for any item of a list.
    """

    origin: str
    what: str
    bases: tuple[Memory, ...] = ()
    group: object = None
    many: bool = False

    @property
    def is_variable(self) -> bool:
        """Whether names of it show what is written to it, whatever writes."""
        return self.origin == "inout"

    def overlaps(self, other: Memory) -> bool:
        """Whether a write to one may show in the other."""
        if self is other:
            return True
        if self.group is not None and self.group is other.group:
            return False
        return not self._family().isdisjoint(other._family())

    def is_of_module(self) -> bool:
        """Whether it may be an array of the module, or share memory with one."""
        return self.origin == "captured" or any(base.is_of_module() for base in self.bases)

    def variables(self) -> Iterator[Memory]:
        """What a write to this variable may change: itself, and what it may be."""
        if self.is_variable:
            yield self
            for base in self.bases:
                yield from base.variables()

    def carried(self) -> Memory:
        """The same where a region has carried it, which leaves no variable."""
        return Memory("path", f"{self.what}, carried", (self,)) if self.is_variable else self

    def _family(self) -> set[int]:
        """The identities of this array and of all it may be."""
        found = {id(self)}
        for base in self.bases:
            found |= base._family()
        return found

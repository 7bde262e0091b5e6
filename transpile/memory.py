"""Arrays, lists and dicts as far as writing to them is concerned."""

from __future__ import annotations

from collections.abc import Callable, Set
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
        return any(each.origin == "captured" for each in self._family())

    def variables(self) -> list[Memory]:
        """What a write to this variable may change: itself, and what it may be."""
        return list(self._reached(lambda each: each.is_variable))

    def carried(self) -> Memory:
        """The same where a region has carried it, which leaves no variable."""
        return Memory("path", f"{self.what}, carried", (self,)) if self.is_variable else self

    def _family(self) -> Set[Memory]:
        """The array and all it may be."""
        return self._reached(lambda each: True)

    def _reached(self, taken: Callable[[Memory], bool]) -> Set[Memory]:
        """The array and its bases, as far as they are taken: each once, for there are many ways."""
        found: dict[Memory, None] = {}
        left: list[Memory] = [self]
        while left:
            each = left.pop()
            if each not in found and taken(each):
                found[each] = None
                left += reversed(each.bases)
        return found.keys()

"""Arrays as far as writing to them is concerned."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Memory:
    """The array a name refers to, as far as writing to it is concerned; compared by identity.

    Attributes:
        origin: "fresh" (made here, may be written), "parameter", "view" (of `bases`), "path"
            (depends on the path taken) or "call" (may be one of `bases`).
        what: the same for a reader.
        bases: arrays that it may be, or share memory with.
        group: arrays of one group are never the same, whatever their bases: what a loop carries and
            only permutes.
    """

    origin: str
    what: str
    bases: tuple[Memory, ...] = ()
    group: object = None

    def overlaps(self, other: Memory) -> bool:
        """Whether a write to one may show in the other."""
        if self is other:
            return True
        if self.group is not None and self.group is other.group:
            return False
        return not self._family().isdisjoint(other._family())

    def _family(self) -> set[int]:
        """The identities of this array and of all it may be."""
        found = {id(self)}
        for base in self.bases:
            found |= base._family()
        return found

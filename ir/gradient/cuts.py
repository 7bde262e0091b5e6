"""Which values of a forward part are kept for the backward part, and which are computed again.

A choice is a cut of a network between what the forward part makes and what the backward part
reads: a value on it is kept and costs its bytes, a node behind it is run again and costs its
operations. See X. Jin et al., or M. Zhao et al., for cuts of joint graphs, and T. Chen et al.,
Training Deep Nets with Sublinear Memory Cost (2016), for the segments: what is run again of one
segment is there while the backward part goes through that segment, so a cut of the whole alone
would only put off what is needed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from dslc.ir.graph import Value, values_in

from .halves import Halves
from .max_flow import UNLIMITED, Network

SEGMENTS = (1, 2, 3, 4, 6, 8, 12, 16, 24)
"""Into how many segments forward parts are cut."""

PRICES = 4
"""How many prices of an operation are tried for a number of segments, at most."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A choice.

    Attributes:
        again: the numbers of the forward nodes that are run again, in order.
        saved: the bytes of what is kept for the backward part.
        operations: what is computed again.
    """

    again: tuple[int, ...]
    saved: int
    operations: int


class Cuts:
    """The cuts of a joint graph.

    Args:
        halves: of that.
    """

    def __init__(self, halves: Halves) -> None:
        self._halves = halves
        self._sizes = {value: halves.bytes_of(value) for value in halves.makers}
        self._costs = [halves.operations(n) for n in range(len(halves.forward))]
        self._fixed = [bool(halves.why_kept(n)) for n in range(len(halves.forward))]

    def all(self) -> list[Cut]:
        """Nothing again; then cuts into each number of segments, for several prices, each once."""
        found: dict[tuple[int, ...], Cut] = {(): self._made_of(())}
        for segments in SEGMENTS:
            kept = self._between(segments)
            if kept is not None:
                for cut in self._for_prices(kept):
                    found.setdefault(cut.again, cut)
        return list(found.values())

    # --- segments -------------------------------------------------------------------------------

    def _between(self, segments: int) -> set[Value] | None:
        """What is kept where so many segments meet; None where they are too many."""
        nodes, whole = self._halves.forward, sum(self._sizes.values())
        if segments > max(1, len(nodes) // 2):
            return None
        made = [0, *accumulate(self._made(number) for number in range(len(nodes)))]
        live = self._live
        kept: set[Value] = set()
        for number in range(1, segments):
            low, high = (whole * (2 * number + side) // (2 * segments) for side in (-1, 1))
            near = [n for n, total in enumerate(made) if low <= total <= high]
            if not near:
                return None
            at = whole * number // segments
            place = min(near, key=lambda n: (live[n], abs(made[n] - at)))
            kept |= self._crossing(place)
        return kept

    def _made(self, number: int) -> int:
        return sum(self._sizes.get(value, 0) for value in self._halves.forward[number].results)

    @property
    def _last(self) -> dict[Value, int]:
        """The last forward node that reads each array."""
        found: dict[Value, int] = {}
        for number, reads in enumerate(self._halves.reads):
            found.update((value, number) for value in reads if value in self._sizes)
        return found

    @property
    def _live(self) -> list[int]:
        """The bytes that later forward nodes read of what was made before each place."""
        changes = [0] * (len(self._halves.forward) + 2)
        for value, last in self._last.items():
            changes[self._halves.makers[value] + 1] += self._sizes[value]
            changes[last + 1] -= self._sizes[value]
        return list(accumulate(changes))

    def _crossing(self, place: int) -> set[Value]:
        makers = self._halves.makers
        return {value for value, last in self._last.items() if makers[value] < place <= last}

    # --- cuts -----------------------------------------------------------------------------------

    def _for_prices(self, kept: Collection[Value]) -> Iterator[Cut]:
        """The cuts that are best for some price of an operation: the corners of a convex curve."""
        dear, cheap = self._cut(kept, 1, 0), self._cut(kept, 0, 1)
        found = {dear.again: dear, cheap.again: cheap}
        between = [(dear, cheap)]
        while between and len(found) < PRICES:
            one, other = between.pop(0)
            operations, size = one.operations - other.operations, other.saved - one.saved
            if operations <= 0 or size <= 0:
                continue
            cut = self._cut(kept, operations, size)
            if cut.again not in found:
                found[cut.again] = cut
                between += [(one, cut), (cut, other)]
        yield from found.values()

    def _cut(self, kept: Collection[Value], of_byte: int, of_operation: int) -> Cut:
        """The cheapest cut where bytes and operations cost so much."""
        network, ends = self._network(kept, of_byte, of_operation)
        source, sink = 2 * len(ends), 2 * len(ends) + 1
        before = network.minimum_cut(source, sink)
        places = {value: n for n, value in enumerate(ends)}
        return self._made_of(self._needed({v for v in ends if 2 * places[v] not in before}))

    def _made_of(self, again: tuple[int, ...]) -> Cut:
        saved = sum(self._sizes[value] for value in self._saved(again))
        return Cut(again, saved, sum(self._costs[number] for number in again))

    def _network(
        self, kept: Collection[Value], of_byte: int, of_operation: int
    ) -> tuple[Network, list[Value]]:
        """Two places for each value: it is run again behind the first, not kept before the second.

        Ties are for what is less of the other.
        """
        ends = list(self._sizes)
        source, sink = 2 * len(ends), 2 * len(ends) + 1
        network, places = Network(sink + 1), {value: n for n, value in enumerate(ends)}
        halves, fine = self._halves, 2**60
        for value, n in places.items():
            maker = halves.makers[value]
            free = value in kept or value in halves.given
            size = 0 if free else self._sizes[value]
            network.connect(2 * n, 2 * n + 1, size * (of_byte * fine + 1))
            stays = self._fixed[maker] or free
            price = self._costs[maker] * (of_operation * fine + 1) + 1
            network.connect(source, 2 * n, UNLIMITED if stays else price)
            for operand in halves.reads[maker]:
                if operand in places:
                    network.connect(2 * places[operand] + 1, 2 * n, UNLIMITED)
        for value in halves.read:
            network.connect(2 * places[value] + 1, sink, UNLIMITED)
        return network, ends

    def _needed(self, chosen: Collection[Value]) -> tuple[int, ...]:
        """The forward nodes that make those of the values again that are read."""
        found: set[int] = set()
        left = [value for value in self._halves.read if value in chosen]
        while left:
            maker = self._halves.makers[left.pop()]
            if maker not in found:
                found.add(maker)
                left += [v for v in values_in(self._halves.forward[maker].operands) if v in chosen]
        return tuple(sorted(found))

    def _saved(self, again: Sequence[int]) -> list[Value]:
        """The arrays that the backward part reads, and those that are run again; no results."""
        makers, nodes = self._halves.makers, self._halves.forward
        rerun = set(again)
        read = [*self._halves.read, *(v for n in again for v in values_in(nodes[n].operands))]
        arrays = dict.fromkeys(v for v in read if v in makers and makers[v] not in rerun)
        return [value for value in arrays if value not in self._halves.given]

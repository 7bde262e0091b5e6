"""The CUDA backend: a graph as kernels, launched by a plan on a device."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from dslc.ir.execution import check_requires
from dslc.ir.graph import Graph
from dslc.ir.lent import Lent

from .arena import Arena, Blocks
from .checks import Checks
from .device import Device
from .emulated import Emulated
from .emulator.machine import Schedule
from .plan import Plan, plan_of
from .recording import Key, RecordedCode, Recorder, Recordings, brought, key_of
from .run import Run
from .widths import Widths


class Cuda:
    """A backend on a device.

    Args:
        name: what a user calls it.
        device: where kernels run.
    """

    def __init__(self, name: str, device: Device) -> None:
        self.name = name
        self.device = device

    def compile(self, graph: Graph) -> Planned:
        """Make a graph callable.

        Raises:
            Unsupported: where there is no compiler.
        """
        return Planned(graph, self.device)


@lru_cache(maxsize=1)
def on_gpu() -> Cuda:
    """The backend `cuda`.

    Raises:
        Unavailable: what is missing, and the remedy.
    """
    # Loaded here: CuPy takes a while, and who runs on the processor needs none.
    from .on_gpu import Gpu

    return Cuda("cuda", Gpu())


def emulated(schedule: Schedule = "forward") -> Cuda:
    """The backend `cuda-emulated`."""
    return Cuda("cuda-emulated", Emulated(schedule))


class Planned:
    """A graph with its launch plan and compiled kernels.

    Attributes:
        plan: what runs where.
        device: where it runs.
        code: the loaded kernels.
        arena: the memory of its runs.
        recordings: runs that are done again without the host.
    """

    memory = None

    def __init__(self, graph: Graph, device: Device) -> None:
        self.plan: Plan = plan_of(graph, library=device.has_library)
        self._graph = graph
        self.device = device
        self.code = Widths(device, self.plan.text, self.plan.texts)
        self.arena = Arena(device)
        self.recordings = Recordings(device)

    def __call__(self, arguments: Sequence[Any], sizes: Mapping[str, int]) -> list[Any]:
        """Run the plan, or do again what a run before has done.

        Where an argument is `Lent`, results that are arrays are.
        """
        check_requires(self._graph, sizes)
        lends = any(isinstance(each, Lent) for each in arguments)
        blocks = self.arena.begin(sizes)
        try:
            key = key_of(sizes, arguments)
            if blocks.is_alone and blocks.is_packed:
                recording = self.recordings.find(key, self.arena.memory)
                if recording is not None:
                    found = recording.run(self.device, blocks, arguments, lends=lends)
                    if found is not None:
                        return found
                elif self.recordings.is_due(key):
                    return self._recorded(key, blocks, arguments, sizes, lends=lends)
            run = Run(self.plan, self.code, self.device, blocks, self.plan.graph, sizes)
            return run.results(arguments, lends=lends)
        finally:
            self.arena.end(blocks)

    def _recorded(
        self,
        key: Key,
        blocks: Blocks,
        arguments: Sequence[Any],
        sizes: Mapping[str, int],
        *,
        lends: bool,
    ) -> list[Any]:
        """Run the plan, and keep what it does."""
        recorder, blocks.keeps_uploads = Recorder(self.device), True
        checks = Checks(recorder, blocks)
        code = RecordedCode(self.code, recorder)
        whole = self.plan.graph
        run = Run(self.plan, code, recorder, blocks, whole, sizes, 0, checks)
        results = run.recorded(arguments, recorder)
        waiting, recorder.spoiled = checks.waiting, recorder.spoiled or blocks.taken > 0
        if not recorder.spoiled:
            self.recordings.keep(key, recorder, results, waiting, self.arena.memory)
        checks.settle()
        return brought(results, self.device, blocks, lends=lends)

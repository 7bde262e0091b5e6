"""Which nodes have a procedure."""

from __future__ import annotations

from dslc.ir.graph import Node
from dslc.ir.nests.checks import DIVIDED

from .attending import attention_procedure
from .call import Procedure
from .masks import masks_procedure
from .parts import part_procedure
from .rows import rows_procedure
from .segments import segments_procedure
from .sliding import sliding_procedure
from .sorting import sorting_procedure
from .words import words_procedure

_FAMILIES = (
    segments_procedure,
    attention_procedure,
    masks_procedure,
    part_procedure,
    rows_procedure,
    sliding_procedure,
    sorting_procedure,
    words_procedure,
)


def procedure_of(node: Node) -> Procedure | None:
    """What computes a node by kernels that are written by hand; None where nothing does."""
    if not node.results and node.op is not DIVIDED:
        return None
    return next((found for each in _FAMILIES if (found := each(node)) is not None), None)

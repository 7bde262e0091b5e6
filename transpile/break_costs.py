"""What breaks cost: the values that are stored for them, and what is not fused over them."""

from __future__ import annotations

from collections.abc import Mapping

from dslc.annotations import Spec, TensorSpec
from dslc.ir.diagnostics import Diagnostic, Note
from dslc.ir.dims import Size

from .crossing import Typed, tensors
from .pieces import Break, Piece, Run, breaks_in, reasons
from .tree import Function, Module


def costs(
    module: Module, function: Function, pieces: list[Piece], names: Mapping[Run, str]
) -> list[Diagnostic]:
    """A note for each break of a function."""
    found = breaks_in(pieces)
    return [
        _cost(function, f"break {number} of {len(found)}", each, names, module)
        for number, each in enumerate(found, start=1)
    ]


def _cost(
    function: Function, which: str, each: Break, names: Mapping[Run, str], module: Module
) -> Diagnostic:
    first = each.kept[0]
    why, *others = dict.fromkeys(reason for kept in each.kept for reason in reasons(kept, module))
    notes = [Note(f"here too: {reason}") for reason in others]
    if each.before is not None:
        notes += _crossing(f"`{names[each.before]}` stores", each.before.outputs)
    if each.after is not None:
        given = each.after.part.inputs
        notes += _crossing(f"`{names[each.after]}` reads", given)
    if each.before is not None and each.after is not None:
        both = [name for name in each.before.outputs if name in each.after.part.inputs]
        arrays = [name for name in both if list(tensors(each.before.outputs[name].spec))]
        if arrays:
            said = ", ".join(f"`{name}`" for name in arrays)
            notes.append(Note(f"not fused over the break: what makes {said} with what reads it"))
    return Diagnostic(
        "graph-break",
        f"{which} in `{function.name}`: {why}",
        first.statement.span,
        notes=tuple(notes),
        severity="note",
    )


def _crossing(what: str, values: Mapping[str, Typed]) -> list[Note]:
    """The arrays that cross, with their bytes."""
    said = [f"`{name}` {_type(v.spec)}" for name, v in values.items() if list(tensors(v.spec))]
    if not said:
        return []
    every = [t for v in values.values() for t in tensors(v.spec)]
    total: Size = 0
    for tensor in every:
        size: Size = tensor.dtype.itemsize
        for axis in tensor.shape:
            size = size * axis
        total = total + size
    return [Note(f"{what} {', '.join(said)}: {total} bytes")]


def _type(spec: Spec) -> str:
    if isinstance(spec, TensorSpec):
        return repr(spec).partition("[")[2].removesuffix("]").replace(", ", "[", 1) + "]"
    return repr(spec)

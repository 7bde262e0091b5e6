"""The ops as text: what each means and how it is written, from their records."""

from collections.abc import Iterator

import dslc.ir.ops  # noqa: F401  (fills the registry)
from dslc.ir.op import REGISTRY, Op


def spellings(op: Op) -> list[str]:
    """How a user writes an op: an operator, functions of NumPy and `dslc`, methods of arrays."""
    found = (
        [] if op.operator is None else [op.operator if "x" in op.operator else f"x {op.operator} y"]
    )
    found += [f"np.{name}" for name in op.numpy] + [f"x.{name}" for name in op.methods]
    return found + ([f"dslc.{op.public}"] if op.public else [])


def op_names() -> list[str]:
    """Every name that `op_page` knows, in alphabetical order."""
    return sorted(_names())


def op_page(name: str) -> str | None:
    """The page of an op, by its own name or a spelling: `tanh`, `np.tanh`, `nn.gelu`."""
    op = _names().get(name)
    if op is None:
        return None
    written = ", ".join(f"`{spelling}`" for spelling in spellings(op))
    return f"# {op.name}\n\n{written}\n\n{op.doc}\n"


def all_ops() -> str:
    """Every op that a user can write, one a line: its spellings and what it means."""
    rows = [(", ".join(spellings(op)), op.doc.partition("\n")[0]) for op in _written()]
    width = max(len(names) for names, _ in rows)
    return "\n".join(f"{names:{width}}  {meaning}" for names, meaning in rows)


def _written() -> Iterator[Op]:
    return (op for op in REGISTRY.values() if spellings(op))


def _names() -> dict[str, Op]:
    """The ops by spelling, also without `dslc.` before it, and by their own names."""
    by_spelling = {name: op for op in _written() for name in spellings(op) if " " not in name}
    short = {op.public: op for op in _written() if op.public}
    return {**by_spelling, **short, **{op.name: op for op in _written()}}

"""Every rewrite rule, a file for each family; importing this fills `RULES`."""

from __future__ import annotations

import dslc.ir.ops  # noqa: F401  (what the rules are about)
from dslc.ir.rule import RULES, Rule

from . import (  # noqa: F401
    arithmetic,
    bits,
    comparisons,
    constants,
    fast_math,
    numbers,
    parts,
    products,
    reductions,
    selects,
    shapes,
)

EXACT: tuple[Rule, ...] = tuple(each for each in RULES.values() if each.exact)
"""The rules that keep every bit."""

INEXACT: tuple[Rule, ...] = tuple(each for each in RULES.values() if not each.exact)
"""Those that need `--fast-math`."""

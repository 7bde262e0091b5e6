"""The edit distance of two sequences (Levenshtein): dynamic programming in nested loops.

Look at: both loops stay loops of run time, over elements; the two rows take turns.
"""

import numpy as np

import dslc
from dslc import Tensor, graph, i64

m, n = dslc.dims("m n")


@graph
def edit_distance(a: Tensor[i64, m], b: Tensor[i64, n]):
    """The fewest insertions, deletions and replacements that turn `a` into `b`."""
    before = np.arange(len(b) + 1)
    for i in range(len(a)):
        row = np.zeros_like(before)
        row[0] = i + 1
        for j in range(len(b)):
            replaced = before[j] + (a[i] != b[j])
            row[j + 1] = min(replaced, before[j + 1] + 1, row[j] + 1)
        before = row
    return before[-1]

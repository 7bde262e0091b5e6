# Written by `dslc build` from edit_distance.py: edit that file and build again.
"""The edit distance of two sequences (Levenshtein): dynamic programming in nested loops.

Look at: both loops stay loops of run time, over elements; the two rows take turns.
"""

import numpy as np

import dslc
from dslc import Tensor, graph, i64

m, n = dslc.dims("m n")


@dslc.builder("edit_distance.py")
def edit_distance(g, a: Tensor[i64, m], b: Tensor[i64, n]):
    """The fewest insertions, deletions and replacements that turn `a` into `b`."""
    g.lines(17, 18, 19, 20, 21, 22, 23, 25)

    g.at("before = np.arange(len(b) + 1)")
    before = g.arange(b.shape[0] + 1)                             # i64[n + 1]

    g.at("for i in range(len(a)):")

    def loop1_body(i, before):                                    # int, i64[n + 1]
        g.at("row = np.zeros_like(before)")
        row = g.zeros_like(before)                                # i64[n + 1]

        g.at("row[0] = i + 1")
        row = g.store(row, g.s_[0], i + 1)                        # i64[n + 1]

        g.at("for j in range(len(b)):")

        def loop2_body(j, row):                                   # int, i64[n + 1]
            g.at("replaced = before[j] + (a[i] != b[j])")
            replaced_index = g.index(before, g.s_[j])             # i64
            replaced_index_2 = g.index(a, g.s_[i])                # i64
            replaced_index_3 = g.index(b, g.s_[j])                # i64
            replaced_not_equal = g.not_equal(replaced_index_2, replaced_index_3)  # bool_
            replaced = g.add(replaced_index, replaced_not_equal)  # i64

            g.at("row[j + 1] = min(replaced, before[j + 1] + 1, row[j] + 1)")
            row_index = g.index(before, g.s_[j + 1])              # i64
            row_add = g.add(row_index, 1)                         # i64
            row_index_2 = g.index(row, g.s_[j])                   # i64
            row_add_2 = g.add(row_index_2, 1)                     # i64
            row_less = g.less(row_add, replaced)                  # bool_

            def if1_then():
                return row_add

            def if1_else():
                return replaced

            row_if = g.if_(row_less, if1_then, if1_else)          # i64
            row_less_2 = g.less(row_add_2, row_if)                # bool_

            def if2_then():
                return row_add_2

            def if2_else():
                return row_if

            row_if_2 = g.if_(row_less_2, if2_then, if2_else)      # i64
            row = g.store(row, g.s_[j + 1], row_if_2)             # i64[n + 1]
            return row

        row = g.for_(g.range(b.shape[0]), loop2_body, (row,))     # i64[n + 1]

        before = row
        return before

    before = g.for_(g.range(a.shape[0]), loop1_body, (before,))   # i64[n + 1]

    g.at("return before[-1]")
    result = g.index(before, g.s_[-1])                            # i64
    return result

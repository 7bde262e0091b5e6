# construct: a subscript and the length of a struct
# nodes: Subscript Slice
# time: run
# status: supported
# note: `__getitem__`, which gets a slice as Python does, and `__len__`
from dataclasses import dataclass

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class Steps:
    """Where something is at some times."""

    at: Tensor[f32, n]
    place: Tensor[f32, n]

    def __len__(self):
        return len(self.at)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return Steps(self.at[key.start : key.stop], self.place[key.start : key.stop])
        return self.at[key], self.place[key]


@graph
def f(steps: Steps, i: int):
    last = steps[len(steps) - 1]  # <--
    first = steps[:i]
    return last, first.place, steps[-1][0]
# --- calls ---
#: f(Steps(np.float32([1, 2]), np.float32([3, 4])), 1) == ((np.float32(2), np.float32(4)), np.float32([3]), np.float32(2))
#: f(Steps(np.float32([1]), np.float32([3])), 5) == ((np.float32(1), np.float32(3)), np.float32([3]), np.float32(1))
#! f(Steps(np.float32([]), np.float32([])), 0) IndexError
# --- emitted ---
def Steps_len(g, self):
    return self.at.shape[0]


def Steps_getitem(g, self, key):
    g.lines(23)

    g.at("return self.at[key], self.place[key]")
    result_index = g.index(self.at, g.s_[key])                    # f32
    result_index_2 = g.index(self.place, g.s_[key])               # f32
    return result_index, result_index_2


def Steps_getitem_2(g, self, key):
    g.lines(22)

    g.at("return Steps(self.at[key.start : key.stop], self.place[key.start : key.stop])")
    result_index = g.index(self.at, g.s_[:key.stop])              # f32[result_index_n]
    result_index_2 = g.index(self.place, g.s_[:key.stop])         # f32[result_index_n]
    return Steps(result_index, result_index_2)


@dslc.builder("struct_item_run.py", captures=("Steps.__len__", "Steps.__getitem__"))
def f(g, steps: Steps, i: int):
    g.lines(28, 29, 30)

    g.at("last = steps[len(steps) - 1]")
    last_len = Steps_len(g, steps)                                # int
    last = Steps_getitem(g, steps, last_len - 1)                  # f32, f32

    g.at("first = steps[:i]")
    first = Steps_getitem_2(g, steps, slice(None, i, None))       # Steps(f32[result_index_n], f32[result_index_n])

    g.at("return last, first.place, steps[-1][0]")
    result_getitem = Steps_getitem(g, steps, -1)                  # f32, f32
    return last, first.place, result_getitem[0]

"""Programs on structs, tuples, lists and dicts in each other: taken, carried and given."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

import dslc
from dslc import Scalar, Tensor, f32, graph, i64

n = dslc.dims("n")


class Pair(NamedTuple):
    left: Tensor[f32, n]
    right: Scalar[f32]


@dataclass(frozen=True)
class State:
    pair: Pair
    table: dict[str, Tensor[f32, n]]
    items: tuple[Tensor[f32, n], tuple[int, float]]
    rows: list[Tensor[f32, n]]
    flag: bool


X = np.ones(3, np.float32)
STATE = State(Pair(X, np.float32(1)), {"a": X, "b": 2 * X}, (X, (1, 2.0)), [X], True)


@graph(check=[{"s": STATE}])
def given(s: State):
    return s, {"again": [s, (s.pair, s.flag)]}


@graph(check=[{"s": STATE}])
def carried_by_for(s: State, steps: int):
    for i in range(steps):
        pair = Pair(s.pair.left + 1.0, s.pair.right * 2.0)
        table = {key: each + pair.left for key, each in s.table.items()}
        items = s.items[0] + i, (s.items[1][0] + 1, s.items[1][1] * 0.5)
        s = State(pair, table, items, [row + 1.0 for row in s.rows], not s.flag)
    return s, {"steps": steps, "nested": (s.pair, [s.table])}


@graph(check=[{"s": STATE}])
def carried_by_while(s: State, limit: Scalar[f32]):
    count = 0
    while np.max(s.pair.left) < limit:
        s = replace(s, pair=Pair(s.pair.left + 1.0, s.pair.right))
        count += 1
    return count, s


@graph(check=[{"s": STATE}])
def branches(s: State, x: Scalar[f32]):
    if x > 0.0:
        s = replace(s, table={key: -each for key, each in s.table.items()}, flag=True)
        extra = {"x": (x, s.pair)}
    else:
        extra = {"x": (-x, s.pair)}
    return s, extra


@graph(check=[{"xs": [(X, {"w": np.float32(1)})]}])
def listed(xs: list[tuple[Tensor[f32, n], dict[str, Scalar[f32]]]], steps: int):
    total = xs[0][0]
    for x, extra in xs:
        for _ in range(steps):
            total = total + x * extra["w"]
    return [(total, {"w": extra["w"]}) for _, extra in xs]


@graph
def tuples_and_dicts(x: Tensor[f32, n]):
    s = x, (0, {"k": 1.0})
    while s[1][0] < 5 and np.sum(s[0]) > 1.0:
        y, (count, table) = s
        s = y * 0.5, (count + 1, {"k": table["k"] * 2.0})
    return s


@graph
def dict_of_tuples(x: Tensor[f32, n], steps: int):
    state = {"x": x, "history": (x, {"best": np.max(x)})}
    for _ in range(steps):
        best = np.maximum(state["history"][1]["best"], np.max(state["x"]))
        state = {"x": state["x"] * 0.5, "history": (state["x"], {"best": best})}
    return state


@graph
def scalars(a: Scalar[f32], b: float, c: bool, d: int, e: Scalar[i64], steps: int):
    for _ in range(steps):
        a, b, c, d, e = a * 2, b + 1.5, not c, d + 1, e + d
    if c:
        a = a + 1
    return {"a": a, "rest": (b, [c, d], e)}


@dataclass(frozen=True)
class Block:
    w: Tensor[f32, 3]


@dataclass(frozen=True)
class Model:
    blocks: list[Block]


def halved(model: Model) -> Model:
    return Model([Block(each.w * 0.5) for each in model.blocks])


@graph
def known_items_replaced(a: Block, b: Block, steps: int):
    model = Model([a, b])
    for _ in range(steps):
        model = halved(model)
    return model


@graph(check=[{"s": {"a": X, "b": X}, "rows": [X, X]}])
def replaced_by_display(s: dict[str, Tensor[f32, n]], rows: list[Tensor[f32, n]], c: bool):
    if c:
        s = {"a": s["a"] * 2.0, "b": s["b"]}
        rows = [rows[0] * 2.0, s["b"]]
    return s, rows


@graph
def changed_inside(x: Tensor[f32, n], steps: int, c: bool):
    state = {"x": x, "deep": {"y": x, "rows": [x, x]}}
    for _ in range(steps):
        state["deep"]["y"] = state["deep"]["y"] + state["x"]
        state["deep"]["rows"][0] = state["deep"]["y"]
    if c:
        state["deep"]["rows"].append(x)
        state["deep"]["rows"].pop(0)
    return state


@graph(check=[{"s": {"a": X, "b": X}}])
def other_keys(s: dict[str, Tensor[f32, n]], c: bool):
    if c:
        s = {"b": s["a"] * 2.0, "a": s["b"]}
    return s


@graph(check=[{"s": {"a": X, "b": X}, "t": {"a": X, "b": X}}])
def either(s: dict[str, Tensor[f32, n]], t: dict[str, Tensor[f32, n]], c: bool, steps: int):
    if c:
        s = t
    u = s
    for _ in range(steps):
        u = t
    return s, u


@graph
def rows_of_rows(s: list[list[Tensor[f32, n]]], t: list[list[Tensor[f32, n]]], c: bool):
    if c:
        s = t
    return s

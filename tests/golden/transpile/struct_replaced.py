from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass(frozen=True)
class State:
    position: Tensor[f32, n]
    speed: Tensor[f32, n]
    steps: int = 0

    def step(self, dt):
        speed = self.speed - dt * self.position
        return replace(self, position=self.position + dt * speed, speed=speed)


class Pair(NamedTuple):
    low: Tensor[f32, n]
    high: Tensor[f32, n]

    def ordered(self):
        low, high = self
        return self._replace(low=np.minimum(low, high), high=np.maximum(low, self[1]))


@graph
def simulate(state: State, dt: float) -> State:
    while np.max(np.abs(state.speed)) < 4.0 and state.steps < 50:
        state = state.step(dt)
        state = replace(state, steps=state.steps + 1)
    if state.steps == 50:
        return State(state.position, state.speed)
    return state


@graph
def bounds(pair: Pair) -> Pair:
    pair = pair.ordered()
    return Pair(high=pair.high, low=pair.low + len(pair))
# --- calls ---
#: simulate(State(np.float32([1]), np.float32([0])), 0.5)
#: simulate(State(np.float32([-4]), np.float32([2]), 7), 0.5)
#: bounds(Pair(np.float32([1, 5]), np.float32([2, 3])))
# --- emitted ---
# Written by `dslc build` from struct_replaced.py: edit that file and build again.
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass(frozen=True)
class State:
    position: Tensor[f32, n]
    speed: Tensor[f32, n]
    steps: int = 0

    def step(self, dt):
        speed = self.speed - dt * self.position
        return replace(self, position=self.position + dt * speed, speed=speed)


class Pair(NamedTuple):
    low: Tensor[f32, n]
    high: Tensor[f32, n]

    def ordered(self):
        low, high = self
        return self._replace(low=np.minimum(low, high), high=np.maximum(low, self[1]))


def State_step(g, self, dt):
    g.lines(18, 19)

    g.at("speed = self.speed - dt * self.position")
    speed_multiply = g.multiply(dt, self.position)                # f32[n]
    speed = g.subtract(self.speed, speed_multiply)                # f32[n]

    g.at("return replace(self, position=self.position + dt * speed, speed=speed)")
    result_multiply = g.multiply(dt, speed)                       # f32[n]
    result_add = g.add(self.position, result_multiply)            # f32[n]
    return replace(self, position=result_add, speed=speed)


@dslc.builder("struct_replaced.py", captures=("State.step",))
def simulate(g, state: State, dt: float) -> State:
    g.lines(33, 34, 35, 36, 37, 38)

    g.at("while np.max(np.abs(state.speed)) < 4.0 and state.steps < 50:")

    def loop1_test(state):                                        # State
        test_abs = g.abs(state.speed)                             # f32[n]
        test_max = g.max(test_abs)                                # f32
        test_less = g.less(test_max, 4.0)                         # bool_
        test_less_2 = g.less(state.steps, 50)                     # bool
        test = g.and_(test_less, test_less_2)                     # bool
        return test

    def loop1_body(state):                                        # State
        g.at("state = state.step(dt)")
        state = State_step(g, state, dt)                          # State

        g.at("state = replace(state, steps=state.steps + 1)")
        state_add = g.add(state.steps, 1)                         # int
        state = replace(state, steps=state_add)
        return state

    state = g.while_(loop1_test, loop1_body, (state,))            # State

    g.at("if state.steps == 50:")
    test = g.equal(state.steps, 50)                               # bool

    def if1_then():
        g.at("return State(state.position, state.speed)")
        return State(state.position, state.speed)

    def if1_else():
        g.at("return state")
        return state

    result = g.if_(test, if1_then, if1_else)                      # State
    return result


def Pair_ordered(g, self):
    g.lines(28)

    low, high = self

    g.at("return self._replace(low=np.minimum(low, high), high=np.maximum(low, self[1]))")
    result_minimum = g.minimum(low, high)                         # f32[n]
    result_maximum = g.maximum(low, self.high)                    # f32[n]
    return self._replace(low=result_minimum, high=result_maximum)


@dslc.builder("struct_replaced.py", captures=("Pair.ordered",))
def bounds(g, pair: Pair) -> Pair:
    g.lines(43, 44)

    g.at("pair = pair.ordered()")
    pair = Pair_ordered(g, pair)                                  # f32[n], f32[n]

    g.at("return Pair(high=pair.high, low=pair.low + len(pair))")
    result_add = g.add(pair.low, 2)                               # f32[n]
    return Pair(high=pair.high, low=result_add)

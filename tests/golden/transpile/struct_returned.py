from dataclasses import dataclass

from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class State:
    position: Tensor[f32, n]
    speed: Tensor[f32, n]


@graph
def step(state: State, dt: float, count: int) -> State:
    for _ in range(count):
        speed = state.speed - dt * state.position
        state = State(state.position + dt * speed, speed)
    return state
# --- calls ---
#: step(State(np.float32([1]), np.float32([0])), 0.5, 2)
#: step(State(np.float32([1]), np.float32([0])), 0.5, 0)
# --- emitted ---
# Written by `dslc build` from struct_returned.py: edit that file and build again.
from dataclasses import dataclass

import dslc
from dslc import Tensor, dims, f32, graph

n = dims("n")


@dataclass
class State:
    position: Tensor[f32, n]
    speed: Tensor[f32, n]


@dslc.builder("struct_returned.py")
def step(g, state: State, dt: float, count: int) -> State:
    g.lines(16, 17, 18)

    g.at("for _ in range(count):")

    def loop1_body(_, state):                                     # int, State(f32[n], f32[n])
        g.at("speed = state.speed - dt * state.position")
        speed_multiply = g.multiply(dt, state.position)           # f32[n]
        speed = g.subtract(state.speed, speed_multiply)           # f32[n]

        g.at("state = State(state.position + dt * speed, speed)")
        state_multiply = g.multiply(dt, speed)                    # f32[n]
        state_add = g.add(state.position, state_multiply)         # f32[n]
        state = State(state_add, speed)
        return state

    state = g.for_(g.range(count), loop1_body, (state,))          # State(f32[n], f32[n])

    return state

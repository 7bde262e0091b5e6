"""Programs with tokens: given, made, nested, carried, waited for."""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Tensor, Token, f32, graph

n = dslc.dims("n")


@dataclass(frozen=True)
class Inbox:
    data: Tensor[f32, n]
    arrived: Token


@graph
def given(x: Tensor[f32, n], sent: Token):
    """A token from outside, and one made of what waited for it."""
    y = np.exp(dslc.after(x, sent))
    return y, dslc.token(y)


T = dslc.token()


@graph(check=[{"others": (T, {"left": T, "right": T})}])
def nested(inbox: Inbox, others: tuple[Token, dict[str, Token]]):
    """In a struct, a tuple and a dict, in and out."""
    first, named = others
    x = dslc.after(inbox.data, inbox.arrived, first, named["left"])
    return Inbox(x + 1.0, dslc.token(x, inbox.data)), {"all": (first, named)}


@graph
def carried(x: Tensor[f32, n], steps: int):
    """Each step waits for the one before."""
    done = dslc.token()
    for _ in range(steps):
        x = np.sin(dslc.after(x, done)) * 2.0
        done = dslc.token(x)
    return x, done


@graph
def chosen(x: Tensor[f32, n], wait: bool):
    """A branch gives one of two tokens."""
    y = np.exp(x)
    done = dslc.token(y) if wait else dslc.token()
    while np.sum(x) > 10.0:
        x = dslc.after(x, done) * 0.5
        done = dslc.token(x)
    return dslc.after(x, done), done


@graph
def ordered(x: Tensor[f32, n], w: Tensor[f32, n]):
    """Two results that need nothing of each other, in an order."""
    sent = np.tanh(x)
    received = np.cosh(dslc.after(w, dslc.token(sent)))
    return sent, received


@graph
def loss(x: Tensor[f32, n]):
    """A gradient goes through what waits, and none into the token."""
    y = np.sin(x)
    return np.sum(dslc.after(x * x, dslc.token(y)) * y)

"""Text from a small recurrent language model: greedily, and by beam search.

Look at: both loops end early at the end token, the greedy one by `break`, the beam one when every
beam has ended; a beam is chosen by an index array, and its state and words move with it.
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Static, Tensor, f32, graph, nn

words, units = dslc.dims("words units")

END = 0


@dataclass
class Model:
    """An embedding, a tanh cell and a head."""

    embedding: Tensor[f32, words, units]
    states: Tensor[f32, units, units]
    head: Tensor[f32, units, words]

    def step(self, word, h):
        """The log-probabilities of the next word, and the next state; of one beam or several."""
        h = np.tanh(self.embedding[word] + h @ self.states)
        return nn.log_softmax(h @ self.head), h


@graph
def greedy(h: Tensor[f32, units], model: Model, start: int = 1, longest: int = 8):
    """The likeliest word at each step until the end token, and the score of all."""
    out = np.full(longest, END)
    word = np.int64(start)
    score = np.float32(0.0)
    length = 0
    for t in range(longest):
        scores, h = model.step(word, h)
        word = np.argmax(scores)
        score += scores[word]
        if word == END:
            break
        out[t] = word
        length += 1
    return out[:length], score


@graph
def beam_search(
    h: Tensor[f32, units], model: Model, start: int = 1, longest: int = 8, beams: Static[int] = 3
):
    """The `beams` likeliest texts of at most `longest` words, best first, and their scores."""
    vocabulary = model.head.shape[1]
    text = np.full((beams, longest), END)
    states = np.repeat(h[None, :], beams, axis=0)
    word = np.full(beams, start)
    # All beams are the same at first: only one may go on.
    scores = np.where(np.arange(beams) == 0, 0.0, -np.inf).astype(np.float32)
    ended = np.zeros(beams, bool)
    # What has ended goes on with the end token only, at no cost.
    only_end = np.where(np.arange(vocabulary) == END, 0.0, -np.inf).astype(np.float32)
    t = 0
    while t < longest and not np.all(ended):
        log_p, states = model.step(word, states)
        total = scores[:, None] + np.where(ended[:, None], only_end, log_p)
        best = np.argsort(-total, axis=None, kind="stable")[:beams]
        beam, word = best // vocabulary, best % vocabulary
        scores = total.ravel()[best]
        states = states[beam]
        text = text[beam]
        text[:, t] = word
        ended = ended[beam] | (word == END)
        t += 1
    return text, scores

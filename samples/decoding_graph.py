# Written by `dslc build` from decoding.py: edit that file and build again.
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


def Model_step(g, self, word, h):
    g.lines(29, 30)

    g.at("h = np.tanh(self.embedding[word] + h @ self.states)")
    h_index = g.index(self.embedding, g.s_[word])                 # *
    h_matmul = g.matmul(h, self.states)                           # *
    h_add = g.add(h_index, h_matmul)                              # *
    h = g.tanh(h_add)                                             # *

    g.at("return nn.log_softmax(h @ self.head), h")
    result_matmul = g.matmul(h, self.head)                        # *
    result_log_softmax = g.log_softmax(result_matmul)             # *
    return result_log_softmax, h


@dslc.builder("decoding.py", captures=("END", "Model.step"))
def greedy(g, h: Tensor[f32, units], model: Model, start: int = 1, longest: int = 8):
    """The likeliest word at each step until the end token, and the score of all."""
    # capture END = 0
    # require model_units == units: h = np.tanh(self.embedding[word] + h @ self.states)
    g.lines(36, 37, 40, 41, 42, 43, 44, 45, 46, 47, 48)

    g.at("out = np.full(longest, END)")
    out = g.full(longest, END)                                    # i64[longest]

    g.at("word = np.int64(start)")
    word = g.cast(start, np.int64)                                # i64

    score = np.float32(0.0)
    length = 0

    g.at("for t in range(longest):")

    def loop1_body(t, h, out, word, score, length):               # int, f32[units], i64[longest], i64, f32, int
        g.at("scores, h = model.step(word, h)")
        scores, h = Model_step(g, model, word, h)                 # f32[words], f32[units]

        g.at("word = np.argmax(scores)")
        word = g.argmax(scores)                                   # i64

        g.at("score += scores[word]")
        score_index = g.index(scores, g.s_[word])                 # f32
        score = g.add(score, score_index)                         # f32

        g.at("if word == END:")
        test = g.equal(word, END)                                 # bool_

        def if1_then(out, length):                                # i64[longest], int
            g.at("break")
            return out, length, g.BREAK

        def if1_else(out, length):                                # i64[longest], int
            g.at("out[t] = word")
            out = g.store(out, g.s_[t], word)                     # i64[longest]

            g.at("length += 1")
            length = g.add(length, 1)                             # int
            return out, length, g.RUN

        out, length, exit = g.if_(test, if1_then, if1_else, (out, length))  # i64[longest], int, int
        return h, out, word, score, length, exit

    h, out, word, score, length, exit = g.for_(                   # f32[units], i64[longest], i64, f32, int, int
        g.range(longest),
        loop1_body,
        (h, out, word, score, length),
        exits=True,
    )

    g.at("return out[:length], score")
    length_n = g.as_dim(length)                                   # int
    result_index = g.index(out, g.s_[:length_n])                  # i64[result_index_n]
    return result_index, score


@dslc.builder("decoding.py", captures=("END", "Model.step"))
def beam_search(
    g,
    h: Tensor[f32, units], model: Model, start: int = 1, longest: int = 8, beams: Static[int] = 3
):
    """The `beams` likeliest texts of at most `longest` words, best first, and their scores."""
    # capture END = 0
    # require model_units == units: h = np.tanh(self.embedding[word] + h @ self.states)
    g.lines(57, 58, 59, 61, 62, 64, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76)

    vocabulary = model.head.shape[1]

    g.at("text = np.full((beams, longest), END)")
    text = g.full((beams, longest), END)                          # i64[3, longest]

    g.at("states = np.repeat(h[None, :], beams, axis=0)")
    states_index = g.index(h, g.s_[None, :])                      # f32[1, units]
    states = g.repeat(states_index, beams, axis=0)                # f32[3, units]

    g.at("word = np.full(beams, start)")
    word = g.full(beams, start)                                   # i64[3]

    # All beams are the same at first: only one may go on.
    g.at("scores = np.where(np.arange(beams) == 0, 0.0, -np.inf).astype(np.float32)")
    scores_arange = g.arange(beams)                               # i64[3]
    scores_equal = g.equal(scores_arange, 0)                      # bool_[3]
    scores_where = g.where(scores_equal, 0.0, -np.inf)            # f64[3]
    scores = g.cast(scores_where, np.float32)                     # f32[3]

    g.at("ended = np.zeros(beams, bool)")
    ended = g.zeros(beams, bool)                                  # bool_[3]

    # What has ended goes on with the end token only, at no cost.
    g.at("only_end = np.where(np.arange(vocabulary) == END, 0.0, -np.inf).astype(np.float32)")
    only_end_arange = g.arange(vocabulary)                        # i64[words]
    only_end_equal = g.equal(only_end_arange, END)                # bool_[words]
    only_end_where = g.where(only_end_equal, 0.0, -np.inf)        # f64[words]
    only_end = g.cast(only_end_where, np.float32)                 # f32[words]

    t = 0

    g.at("while t < longest and not np.all(ended):")

    def loop1_test(text, states, word, scores, ended, t):         # i64[text_n, longest], f32[text_n, units], i64[text_n], f32[text_n], bool_[text_n], int
        test_less = g.less(t, longest)                            # bool
        test_all = g.all(ended)                                   # bool_
        test_not = g.not_(test_all)                               # bool
        test = g.and_(test_less, test_not)                        # bool
        return test

    def loop1_body(text, states, word, scores, ended, t):         # i64[text_n, longest], f32[text_n, units], i64[text_n], f32[text_n], bool_[text_n], int
        g.at("log_p, states = model.step(word, states)")
        log_p, states = Model_step(g, model, word, states)        # f32[*, words], f32[*, units]

        g.at("total = scores[:, None] + np.where(ended[:, None], only_end, log_p)")
        total_index = g.index(scores, g.s_[:, None])              # f32[text_n, 1]
        total_index_2 = g.index(ended, g.s_[:, None])             # bool_[text_n, 1]
        total_where = g.where(total_index_2, only_end, log_p)     # f32[text_n, words]
        total = g.add(total_index, total_where)                   # f32[text_n, words]

        g.at('best = np.argsort(-total, axis=None, kind="stable")[:beams]')
        best_negative = g.negative(total)                         # f32[text_n, words]
        best_argsort = g.argsort(best_negative, axis=None, kind="stable")  # i64[text_n*words]
        best = g.index(best_argsort, g.s_[:beams])                # i64[min(text_n*words, 3)]

        g.at("beam, word = best // vocabulary, best % vocabulary")
        beam_floor_divide = g.floor_divide(best, vocabulary)      # i64[min(text_n*words, 3)]
        word_remainder = g.remainder(best, vocabulary)            # i64[min(text_n*words, 3)]
        beam, word = beam_floor_divide, word_remainder

        g.at("scores = total.ravel()[best]")
        scores_ravel = g.ravel(total)                             # f32[text_n*words]
        scores = g.index(scores_ravel, g.s_[best])                # f32[min(text_n*words, 3)]

        g.at("states = states[beam]")
        states = g.index(states, g.s_[beam])                      # f32[min(text_n*words, 3), units]

        g.at("text = text[beam]")
        text = g.index(text, g.s_[beam])                          # i64[min(text_n*words, 3), longest]

        g.at("text[:, t] = word")
        text = g.store(text, g.s_[:, t], word)                    # i64[min(text_n*words, 3), longest]

        g.at("ended = ended[beam] | (word == END)")
        ended_index = g.index(ended, g.s_[beam])                  # bool_[min(text_n*words, 3)]
        ended_equal = g.equal(word, END)                          # bool_[min(text_n*words, 3)]
        ended = g.bitwise_or(ended_index, ended_equal)            # bool_[min(text_n*words, 3)]

        g.at("t += 1")
        t = g.add(t, 1)                                           # int
        return text, states, word, scores, ended, t

    text, states, word, scores, ended, t = g.while_(              # i64[text_n, longest], f32[text_n, units], i64[text_n], f32[text_n], bool_[text_n], int
        loop1_test,
        loop1_body,
        (text, states, word, scores, ended, t),
    )

    return text, scores

# Written by `dslc build` from sentences.py: edit that file and build again.
# ruff: noqa: F722
"""Sentences of different lengths as one batch without padding: one vector for each.

Look at: a ragged value is two arrays, `tokens.values` and `tokens.offsets`; each operation on it is
a function of the text that says what becomes of them, and a check where rows must be alike.

    dslc run samples/sentences.py:encode --dim words=10 --compare
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Ragged, Tensor, f32, graph, i64, ragged

B, words, width = dslc.dims("B words width")


@dataclass
class Encoder:
    """Weights of one layer of attention and of what pools its words."""

    embedding: Tensor[f32, words, width]
    query: Tensor[f32, width, width]
    key: Tensor[f32, width, width]
    value: Tensor[f32, width, width]
    pool: Tensor[f32, width]


def take_inlined(g, table, x):
    g.at("return Ragged(table[x.values], x.offsets)")
    result_index = g.index(table, g.s_[x.values])                 # f32[tokens_total, width]
    return Ragged(result_index, x.offsets)


def _product_inlined(g, left, right):
    g.at("return Ragged(left.values @ right, left.offsets)")
    result_matmul = g.matmul(left.values, right)                  # *
    return Ragged(result_matmul, left.offsets)


def Ragged_array_ufunc(g, self, ufunc, method, inputs, kwargs):
    g.at("return _product(inputs[0], inputs[1])")
    result = _product_inlined(g, inputs[0], inputs[1])            # *
    return result


def _check_lengths_inlined(g, left, right):
    g.at('if not np.array_equal(left.offsets, right.offsets): raise ValueError("the rows of two...')
    test = g.array_equal(left.offsets, right.offsets)             # bool
    checked = g.check(                                            # bool
        test,
        message="the rows of two ragged values have different lengths",
        error="ValueError",
    )
    return None


def Ragged_len(g, self):
    return self.offsets.shape[0] - 1


def Ragged_getitem(g, self, key):
    g.at("at = key - 1 if key < 0 else key")
    at_less = g.less(key, 0)                                      # bool

    def if1_then():
        return key - 1

    def if1_else():
        return key

    at = g.if_(at_less, if1_then, if1_else)                       # int

    g.at("return self.values[self.offsets[at] : self.offsets[at + 1]]")
    result_index = g.index(self.offsets, g.s_[at])                # i64
    result_add = g.add(at, 1)                                     # int
    result_index_2 = g.index(self.offsets, g.s_[result_add])      # i64
    result_index_n = g.as_dim(result_index)                       # *
    result_index_2_n = g.as_dim(result_index_2)                   # *
    result = g.index(self.values, g.s_[result_index_n:result_index_2_n])  # f32[*, width]
    return result


def _attention_inlined(g, q, k, v, causal, scale):
    g.at("return scaled_dot_product_attention(q, k, v, causal=causal, scale=scale)")
    # require result_n == result_n_2: return scaled_dot_product_attention(q, k, v, causal=causal,...
    result = g.scaled_dot_product_attention(q, k, v, causal=causal, scale=scale)  # f32[out_index_n, width]
    return result


def attention_inlined(g, q, k, v, causal, scale):
    g.at("_check_lengths(k, v)")
    _check_lengths_inlined(g, k, v)

    g.at('if len(q.offsets) != len(k.offsets): raise ValueError("there are not as many rows of ...')
    test_not_equal = g.not_equal(q.offsets.shape[0], k.offsets.shape[0])  # bool
    test = g.not_(test_not_equal)                                 # bool
    checked = g.check(                                            # bool
        test,
        message="there are not as many rows of keys as of queries",
        error="ValueError",
    )

    g.at("out = np.zeros((*q.values.shape[:-1], v.values.shape[-1]), q.values.dtype)")
    out = g.zeros((q.values.shape[0], v.values.shape[1]), q.values.dtype)  # f32[tokens_total, width]

    g.at("for i in range(len(q)):")
    i_len = Ragged_len(g, q)                                      # int

    def loop1_body(i, out):                                       # int, f32[tokens_total, width]
        g.at("first, end = q.offsets[i], q.offsets[i + 1]")
        first_index = g.index(q.offsets, g.s_[i])                 # i64
        end_index = g.index(q.offsets, g.s_[i + 1])               # i64
        first, end = first_index, end_index

        g.at("if first < end and k.offsets[i] < k.offsets[i + 1]:")
        test_less = g.less(first, end)                            # bool_

        def if1_then():
            test_index = g.index(k.offsets, g.s_[i])              # i64
            test_index_2 = g.index(k.offsets, g.s_[i + 1])        # i64
            test_less_2 = g.less(test_index, test_index_2)        # bool_
            test_cast = g.cast(test_less_2, bool)                 # bool
            return test_cast

        def if1_else():
            return False

        test = g.if_(test_less, if1_then, if1_else)               # bool

        def if2_then(out):                                        # f32[tokens_total, width]
            g.at("out[first:end] = _attention(q.values[first:end], k[i], v[i], causal, scale)")
            first_n = g.as_dim(first)                             # int
            end_n = g.as_dim(end)                                 # int
            out_index = g.index(q.values, g.s_[first_n:end_n])    # f32[out_index_n, width]
            out_getitem = Ragged_getitem(g, k, i)                 # f32[result_n, width]
            out_getitem_2 = Ragged_getitem(g, v, i)               # f32[result_n_2, width]
            out_attention = _attention_inlined(                   # f32[out_index_n, width]
                g,
                out_index,
                out_getitem,
                out_getitem_2,
                causal,
                scale,
            )
            out = g.store(out, g.s_[first_n:end_n], out_attention)  # f32[tokens_total, width]
            return out

        def if2_else(out):                                        # f32[tokens_total, width]
            return out

        out = g.if_(test, if2_then, if2_else, (out,))             # f32[tokens_total, width]
        return out

    out = g.for_(g.range(i_len), loop1_body, (out,))              # f32[tokens_total, width]

    return Ragged(out, q.offsets)


def _elementwise_inlined(g, function, left, right):
    g.at("_check_lengths(left, right)")
    _check_lengths_inlined(g, left, right)

    g.at("return Ragged(function(left.values, right.values), left.offsets)")
    result_add = g.add(left.values, right.values)                 # f32[tokens_total, width]
    return Ragged(result_add, left.offsets)


def Ragged_array_ufunc_2(g, self, ufunc, method, inputs, kwargs):
    g.at("return _elementwise(ufunc, inputs[0], inputs[1])")
    result = _elementwise_inlined(g, ufunc, inputs[0], inputs[1])  # Ragged(f32[tokens_total, width], i64[B + 1])
    return result


def softmax_inlined(g, x):
    g.at("return Ragged(segment_softmax(x.values, x.offsets), x.offsets)")
    result_segment_softmax = g.segment_softmax(x.values, x.offsets)  # f32[tokens_total]
    return Ragged(result_segment_softmax, x.offsets)


def _expanded_inlined(g, ragged, axis):
    g.at("return Ragged(np.expand_dims(ragged.values, axis - 1 if axis > 0 else axis), ragged.o...")
    result_expand_dims = g.expand_dims(ragged.values, axis - 1)   # f32[tokens_total, 1]
    return Ragged(result_expand_dims, ragged.offsets)


def Ragged_array_function(g, self, function, types, args, kwargs):
    g.at("return _expanded(*args, **kwargs)")
    result = _expanded_inlined(g, args[0], args[1])               # Ragged(f32[tokens_total, 1], i64[B + 1])
    return result


def _elementwise_inlined_2(g, function, left, right):
    g.at("_check_lengths(left, right)")
    _check_lengths_inlined(g, left, right)

    g.at("return Ragged(function(left.values, right.values), left.offsets)")
    result_multiply = g.multiply(left.values, right.values)       # f32[tokens_total, width]
    return Ragged(result_multiply, left.offsets)


def Ragged_array_ufunc_3(g, self, ufunc, method, inputs, kwargs):
    g.at("return _elementwise(ufunc, inputs[0], inputs[1])")
    result = _elementwise_inlined_2(g, ufunc, inputs[0], inputs[1])  # Ragged(f32[tokens_total, width], i64[B + 1])
    return result


def _of_rows_inlined(g, found, keepdims):
    return found


def Ragged_sum(g, self, axis, keepdims):
    g.at("return _of_rows(segment_sum(self.values, self.offsets), keepdims)")
    result_segment_sum = g.segment_sum(self.values, self.offsets)  # f32[B, width]
    result = _of_rows_inlined(g, result_segment_sum, keepdims)    # f32[B, width]
    return result


def Ragged_array_function_2(g, self, function, types, args, kwargs):
    g.at("return args[0].sum(*args[1:], **kwargs)")
    result = Ragged_sum(g, args[0], kwargs["axis"], False)        # f32[B, width]
    return result


@dslc.builder("sentences.py")
def encode(g, encoder: Encoder, tokens: Ragged[i64, B, "*"]) -> Tensor[f32, B, width]:
    """A vector of length 1 for each sentence, zeros for one without words."""
    g.lines(34, 36, 37, 38, 39, 40)

    g.at("x = ragged.take(encoder.embedding, tokens)")
    x = take_inlined(g, encoder.embedding, tokens)                # Ragged(f32[tokens_total, width], i64[B + 1])

    # Each word looks at those of its own sentence.
    g.at("x = x + ragged.attention(x @ encoder.query, x @ encoder.key, x @ encoder.value)")
    x_array_ufunc = Ragged_array_ufunc(g, x, np.matmul, '__call__', (x, encoder.query), {})  # Ragged(f32[tokens_total, width], i64[B + 1])
    x_array_ufunc_2 = Ragged_array_ufunc(g, x, np.matmul, '__call__', (x, encoder.key), {})  # Ragged(f32[tokens_total, width], i64[B + 1])
    x_array_ufunc_3 = Ragged_array_ufunc(g, x, np.matmul, '__call__', (x, encoder.value), {})  # Ragged(f32[tokens_total, width], i64[B + 1])
    x_attention = attention_inlined(g, x_array_ufunc, x_array_ufunc_2, x_array_ufunc_3, False, None)  # Ragged(f32[tokens_total, width], i64[B + 1])
    x = Ragged_array_ufunc_2(g, x, np.add, '__call__', (x, x_attention), {})  # Ragged(f32[tokens_total, width], i64[B + 1])

    g.at("weights = ragged.softmax(x @ encoder.pool)")
    weights_array_ufunc = Ragged_array_ufunc(g, x, np.matmul, '__call__', (x, encoder.pool), {})  # Ragged(f32[tokens_total], i64[B + 1])
    weights = softmax_inlined(g, weights_array_ufunc)             # Ragged(f32[tokens_total], i64[B + 1])

    g.at("pooled = np.sum(x * np.expand_dims(weights, 2), axis=1)")
    pooled_array_function = Ragged_array_function(                # Ragged(f32[tokens_total, 1], i64[B + 1])
        g,
        weights,
        np.expand_dims,
        (Ragged,),
        (weights, 2),
        {},
    )
    pooled_array_ufunc = Ragged_array_ufunc_3(                    # Ragged(f32[tokens_total, width], i64[B + 1])
        g,
        x,
        np.multiply,
        '__call__',
        (x, pooled_array_function),
        {},
    )
    pooled = Ragged_array_function_2(                             # f32[B, width]
        g,
        pooled_array_ufunc,
        np.sum,
        (Ragged,),
        (pooled_array_ufunc,),
        {"axis": 1},
    )

    g.at("length = np.sqrt(np.sum(pooled * pooled, axis=1, keepdims=True))")
    length_multiply = g.multiply(pooled, pooled)                  # f32[B, width]
    length_sum = g.sum(length_multiply, axis=1, keepdims=True)    # f32[B, 1]
    length = g.sqrt(length_sum)                                   # f32[B, 1]

    g.at("return pooled / np.maximum(length, 1e-9)")
    result_maximum = g.maximum(length, 1e-9)                      # f32[B, 1]
    result = g.divide(pooled, result_maximum)                     # f32[B, width]
    return result

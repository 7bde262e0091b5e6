# Written by `dslc build` from graph_network.py: edit that file and build again.
"""A graph neural network: nodes look at their neighbours and take what they like best.

The edges are a sparse matrix: the row of an entry is the node that receives, its column the one
that sends. Look at: the score of each edge is gathered from both of its nodes, `segment_softmax`
turns the scores of the edges into one node into weights, and a product with the matrix of weights
adds up what arrives. The product of its transposed form sends the other way.
"""

from dataclasses import dataclass

import numpy as np

import dslc
from dslc import Sparse, Tensor, f32, graph, nn

nodes, width, hidden = dslc.dims("nodes width hidden")


@dataclass
class Attention:
    """What a node sends, and how much it and its neighbour count for the edge between them."""

    weight: Tensor[f32, width, hidden]
    receiving: Tensor[f32, hidden]
    sending: Tensor[f32, hidden]

    def weights(self, edges, sent):
        """How much each edge counts among those into one node (Velickovic and others, 2018)."""
        receivers, senders = edges.places()
        scores = (sent @ self.receiving)[receivers] + (sent @ self.sending)[senders]
        return edges.with_data(nn.segment_softmax(nn.leaky_relu(scores, 0.2), edges.indptr))


def CSR_places(g, self):
    g.at("rows = csr_rows(self.indptr, size=len(self.data))")
    rows = g.csr_rows(self.indptr, self.data.shape[0])            # i64[edges_entries]

    g.at("return rows.astype(self.indices.dtype), self.indices")
    result_cast = g.cast(rows, self.indices.dtype)                # i64[edges_entries]
    return result_cast, self.indices


def CSR_with_data(g, self, data):
    g.at("assume(data.shape[0] == self.data.shape[0])")
    g.require(data.shape[0], "==", self.data.shape[0])

    return dslc.CSR(data, self.indices, self.indptr, self.extent)


def Attention_weights(g, self, edges, sent):
    g.lines(29, 30, 31)

    g.at("receivers, senders = edges.places()")
    receivers, senders = CSR_places(g, edges)                     # i64[edges_entries], i64[edges_entries]

    g.at("scores = (sent @ self.receiving)[receivers] + (sent @ self.sending)[senders]")
    scores_matmul = g.matmul(sent, self.receiving)                # f32[nodes]
    scores_index = g.index(scores_matmul, g.s_[receivers])        # f32[edges_entries]
    scores_matmul_2 = g.matmul(sent, self.sending)                # f32[nodes]
    scores_index_2 = g.index(scores_matmul_2, g.s_[senders])      # f32[edges_entries]
    scores = g.add(scores_index, scores_index_2)                  # f32[edges_entries]

    g.at("return edges.with_data(nn.segment_softmax(nn.leaky_relu(scores, 0.2), edges.indptr))")
    result_leaky_relu = g.leaky_relu(scores, negative_slope=0.2)  # f32[edges_entries]
    result_segment_softmax = g.segment_softmax(result_leaky_relu, edges.indptr)  # f32[edges_entries]
    result = CSR_with_data(g, edges, result_segment_softmax)      # CSR
    return result


def CSR_matmul(g, self, other):
    g.at("assume(other.shape[0] == self.extent.shape[1])")
    g.require(other.shape[0], "==", self.extent.shape[1])

    g.at("return csr_matmul(self.data, self.indices, self.indptr, other)")
    result = g.csr_matmul(self.data, self.indices, self.indptr, other)  # *
    return result


@dslc.builder("graph_network.py", captures=("Attention.weights",))
def attend(
    g,
    edges: Sparse[f32, nodes, nodes], x: Tensor[f32, nodes, width], layer: Attention
) -> Tensor[f32, nodes, hidden]:
    """A layer of attention; a node without edges into it gets zeros."""
    # require layer_width == width: sent = x @ layer.weight
    g.lines(39, 40)

    g.at("sent = x @ layer.weight")
    sent = g.matmul(x, layer.weight)                              # f32[nodes, hidden]

    g.at("return nn.elu(layer.weights(edges, sent) @ sent)")
    result_weights = Attention_weights(g, layer, edges, sent)     # CSR
    result_matmul = CSR_matmul(g, result_weights, sent)           # f32[nodes, hidden]
    result = g.elu(result_matmul)                                 # f32[nodes, hidden]
    return result


def wide_to_add_inlined(g, data):
    return data


def CSR_sum(g, self, axis):
    g.at("data = wide_to_add(self.data)")
    data = wide_to_add_inlined(g, self.data)                      # f32[edges_entries]

    g.at("ones = np.ones(self.extent.shape[1], data.dtype)")
    ones = g.ones(self.extent.shape[1], data.dtype)               # f32[nodes]

    g.at("return csr_matmul(data, self.indices, self.indptr, ones)")
    result = g.csr_matmul(data, self.indices, self.indptr, ones)  # f32[nodes]
    return result


def Matrix_axis_of(g, self, axis):
    return 0


def Matrix_sum(g, self, axis):
    g.at("number = self.axis_of(axis)")
    number = Matrix_axis_of(g, self, axis)                        # int

    g.at("rows, columns = self.places()")
    rows, columns = CSR_places(g, self)                           # i64[edges_entries], i64[edges_entries]

    g.at("data = wide_to_add(self.data)")
    data = wide_to_add_inlined(g, self.data)                      # f32[edges_entries]

    g.at("ones = np.ones(self.extent.shape[number], data.dtype)")
    ones = g.ones(self.extent.shape[0], data.dtype)               # f32[nodes]

    g.at("return coo_matmul(data, columns, rows, ones, size=self.extent.shape[1])")
    result = g.coo_matmul(data, columns, rows, ones, self.extent.shape[1])  # f32[nodes]
    return result


def CSR_sum_2(g, self, axis):
    g.at("return super().sum(axis)")
    result = Matrix_sum(g, self, axis)                            # f32[nodes]
    return result


def Matrix_shape(g, self):
    return self.extent.shape[0], self.extent.shape[1]


def Matrix_factors(g, self, dense):
    g.at("return np.broadcast_to(dense, self.shape)[self.places()]")
    result_shape = Matrix_shape(g, self)                          # int, int
    result_broadcast_to = g.broadcast_to(dense, result_shape)     # f32[nodes, nodes]
    result_places = CSR_places(g, self)                           # i64[edges_entries], i64[edges_entries]
    result = g.index(result_broadcast_to, g.s_[result_places[0], result_places[1]])  # f32[edges_entries]
    return result


def Matrix_mul(g, self, other):
    g.at("return self.with_data(self.data * self.factors(other))")
    result_factors = Matrix_factors(g, self, other)               # f32[edges_entries]
    result_multiply = g.multiply(self.data, result_factors)       # f32[edges_entries]
    result = CSR_with_data(g, self, result_multiply)              # CSR
    return result


@dslc.builder("graph_network.py")
def convolve(
    g,
    edges: Sparse[f32, nodes, nodes],
    x: Tensor[f32, nodes, width],
    weight: Tensor[f32, width, hidden],
):
    """A graph convolution (Kipf and Welling, 2017): degrees of both ends scale an edge."""
    g.lines(50, 51, 52, 53)

    g.at("into = 1.0 / np.sqrt(np.maximum(edges.sum(axis=1), 1.0))")
    into_sum = CSR_sum(g, edges, 1)                               # f32[nodes]
    into_maximum = g.maximum(into_sum, 1.0)                       # f32[nodes]
    into_sqrt = g.sqrt(into_maximum)                              # f32[nodes]
    into = g.divide(1.0, into_sqrt)                               # f32[nodes]

    g.at("out = 1.0 / np.sqrt(np.maximum(edges.sum(axis=0), 1.0))")
    out_sum = CSR_sum_2(g, edges, 0)                              # f32[nodes]
    out_maximum = g.maximum(out_sum, 1.0)                         # f32[nodes]
    out_sqrt = g.sqrt(out_maximum)                                # f32[nodes]
    out = g.divide(1.0, out_sqrt)                                 # f32[nodes]

    g.at("scaled = edges * np.expand_dims(into, 1) * out")
    scaled_expand_dims = g.expand_dims(into, 1)                   # f32[nodes, 1]
    scaled_mul = Matrix_mul(g, edges, scaled_expand_dims)         # CSR
    scaled = Matrix_mul(g, scaled_mul, out)                       # CSR

    g.at("return nn.relu(scaled @ (x @ weight))")
    result_matmul = g.matmul(x, weight)                           # f32[nodes, hidden]
    result_matmul_2 = CSR_matmul(g, scaled, result_matmul)        # f32[nodes, hidden]
    result = g.relu(result_matmul_2)                              # f32[nodes, hidden]
    return result


def Matrix_truediv(g, self, other):
    g.at("return self.with_data(self.data / self.factors(other))")
    result_factors = Matrix_factors(g, self, other)               # f32[edges_entries]
    result_divide = g.divide(self.data, result_factors)           # f32[edges_entries]
    result = CSR_with_data(g, self, result_divide)                # CSR
    return result


@dslc.builder("graph_network.py")
def rank(g, edges: Sparse[f32, nodes, nodes], damping: float = 0.85, tol: float = 1e-6):
    """How important each node is (Page and others, 1999), by sending rank along the edges."""
    g.lines(59, 60, 61, 62, 64, 66, 67)

    g.at("count = edges.shape[0]")
    count_shape = Matrix_shape(g, edges)                          # int, int
    count = count_shape[0]

    g.at("degree = np.maximum(edges.sum(axis=0), 1.0)")
    degree_sum = CSR_sum_2(g, edges, 0)                           # f32[nodes]
    degree = g.maximum(degree_sum, 1.0)                           # f32[nodes]

    g.at("links = edges / degree")
    links = Matrix_truediv(g, edges, degree)                      # CSR

    g.at("found = np.full(count, np.float32(1.0 / count))")
    found_divide = g.divide(1.0, count)                           # float
    found_cast = g.cast(found_divide, np.float32)                 # f32
    found = g.full(count, found_cast)                             # f32[nodes]

    gap = np.float32(1.0)

    g.at("while gap > tol:")

    def loop1_test(found, gap):                                   # f32[nodes], f32
        test = g.greater(gap, tol)                                # bool_
        return test

    def loop1_body(found, gap):                                   # f32[nodes], f32
        before = found

        g.at("found = damping * (links @ before) + (1.0 - damping) / count")
        found_matmul = CSR_matmul(g, links, before)               # f32[nodes]
        found_multiply = g.multiply(damping, found_matmul)        # f32[nodes]
        found_subtract = g.subtract(1.0, damping)                 # float
        found_divide = g.divide(found_subtract, count)            # float
        found = g.add(found_multiply, found_divide)               # f32[nodes]

        g.at("gap = np.sum(np.abs(found - before))")
        gap_subtract = g.subtract(found, before)                  # f32[nodes]
        gap_abs = g.abs(gap_subtract)                             # f32[nodes]
        gap = g.sum(gap_abs)                                      # f32
        return found, gap

    found, gap = g.while_(loop1_test, loop1_body, (found, gap))   # f32[nodes], f32

    return found

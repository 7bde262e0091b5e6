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


@graph
def attend(
    edges: Sparse[f32, nodes, nodes], x: Tensor[f32, nodes, width], layer: Attention
) -> Tensor[f32, nodes, hidden]:
    """A layer of attention; a node without edges into it gets zeros."""
    sent = x @ layer.weight
    return nn.elu(layer.weights(edges, sent) @ sent)


@graph
def convolve(
    edges: Sparse[f32, nodes, nodes],
    x: Tensor[f32, nodes, width],
    weight: Tensor[f32, width, hidden],
):
    """A graph convolution (Kipf and Welling, 2017): degrees of both ends scale an edge."""
    into = 1.0 / np.sqrt(np.maximum(edges.sum(axis=1), 1.0))
    out = 1.0 / np.sqrt(np.maximum(edges.sum(axis=0), 1.0))
    scaled = edges * np.expand_dims(into, 1) * out
    return nn.relu(scaled @ (x @ weight))


@graph
def rank(edges: Sparse[f32, nodes, nodes], damping: float = 0.85, tol: float = 1e-6):
    """How important each node is (Page and others, 1999), by sending rank along the edges."""
    count = edges.shape[0]
    degree = np.maximum(edges.sum(axis=0), 1.0)
    links = edges / degree
    found = np.full(count, np.float32(1.0 / count))
    gap = np.float32(1.0)
    while gap > tol:
        before = found
        found = damping * (links @ before) + (1.0 - damping) / count
        gap = np.sum(np.abs(found - before))
    return found

"""Arguments for the functions of the samples: small, of sizes that vary, in the right range."""

import importlib
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from dslc import ragged

Random: TypeAlias = np.random.Generator
Arguments: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Sample:
    """A function of a sample and how it is tested.

    Attributes:
        module: the sample.
        function: its graph function.
        draw: makes arguments; its second parameter is a size from 0 on.
        rtol: how far, relative to the greatest magnitude, native code may be away; 0 where it is
            exact, since no sum has another order there and no function is rounded differently.
    """

    module: str
    function: str
    draw: Callable[[Random, int], Arguments]
    rtol: float = 2e-5

    def __str__(self) -> str:
        return f"{self.module}-{self.function}"


def floats(random: Random, *shape: int, dtype: type = np.float32) -> Any:
    return random.standard_normal(shape).astype(dtype)


def doubles(random: Random, *shape: int) -> Any:
    return random.standard_normal(shape)


def sizes(random: Random, count: int, low: int = 1, high: int = 6) -> list[int]:
    return [int(size) for size in random.integers(low, high, size=count)]


def of(module: str) -> Any:
    return importlib.import_module(f"samples.{module}")


# --- one function of the sample's name each -----------------------------------------------------


def newton_sqrt(random: Random, n: int) -> Arguments:
    return np.abs(floats(random, n + 1)) * 9, 1e-5, 40


def normalize_or_clip(random: Random, n: int) -> Arguments:
    return floats(random, n) * (n % 3), 2.5


def classify(random: Random, n: int) -> Arguments:
    widths = (n, 3, n + 2, 4)
    layers = [
        of("mlp").Dense(floats(random, a, b), floats(random, b))
        for a, b in itertools.pairwise(widths)
    ]
    return floats(random, 5, n), of("mlp").Mlp((layers[0], layers[1]), layers[2])


def dominant_eigenvalue(random: Random, n: int) -> Arguments:
    a = floats(random, n, n)
    return a + a.T, floats(random, n), 1e-4, 30


def relax(random: Random, n: int) -> Arguments:
    return doubles(random, n + 2, 2 * n + 3), 1e-3, 25


def run_cell(random: Random, n: int) -> Arguments:
    cell = of("recurrent").Cell(
        floats(random, 3, n), floats(random, n, n) / np.float32(n + 1), floats(random, n)
    )
    return np.repeat(floats(random, 1, 3), 12, axis=0), floats(random, n), cell, 1e-2


def sentences(random: Random, n: int) -> Arguments:
    lengths = random.integers(0, 2 * n + 1, n)
    tokens = random.integers(0, n + 1, lengths.sum())
    weights = [floats(random, n, n) / np.float32(n + 1) for _ in range(3)]
    encoder = of("sentences").Encoder(floats(random, n + 1, n), *weights, floats(random, n))
    return encoder, ragged.from_lengths(tokens, lengths)


# --- networks -----------------------------------------------------------------------------------


def transformer_block(random: Random, n: int) -> Arguments:
    w, inner = 4 * (n + 1), 3 * n
    shapes = [(w, w)] * 4 + [(inner, w), (w, inner), (w,), (w,)]
    parts = (floats(random, *shape) / np.float32(n + 1) for shape in shapes)
    return floats(random, 2, n + 1, w), of("transformer").Block(*parts)


def bert_layer(random: Random, width: int, inner: int) -> Any:
    module = of("bert")

    def affine(inputs: int, outputs: int) -> Arguments:
        return floats(random, inputs, outputs) / 3, floats(random, outputs)

    def norm() -> Any:
        return module.LayerNorm(floats(random, width), floats(random, width))

    attention = module.SelfAttention(*affine(width, 3 * width), *affine(width, width))
    perceptron = module.Perceptron(*affine(width, inner), *affine(inner, width))
    return module.Layer(attention, norm(), perceptron, norm())


def encode(random: Random, n: int) -> Arguments:
    batch, half, words, inner = sizes(random, 4, high=4)
    width = 2 * half
    bert = of("bert").Bert(
        floats(random, words, width),
        floats(random, n + 2, width),
        of("bert").LayerNorm(floats(random, width), floats(random, width)),
        [bert_layer(random, width, inner) for _ in range(2)],
        floats(random, width, width),
        floats(random, width),
    )
    return random.integers(words, size=(batch, n)), random.integers(n + 1, size=batch), bert


def gated(random: Random, n: int, cell: Any, gates: int, biases: int) -> Arguments:
    batch, features, units = sizes(random, 3)
    weights = [floats(random, size, gates * units) for size in (features, units)]
    shifts = [floats(random, gates * units) for _ in range(biases)]
    xs = floats(random, n, batch, features)
    return xs, random.integers(n + 1, size=batch), cell(*weights, *shifts)


def run_gru(random: Random, n: int) -> Arguments:
    return gated(random, n, of("gru_lstm").Gru, gates=3, biases=2)


def run_lstm(random: Random, n: int) -> Arguments:
    return gated(random, n, of("gru_lstm").Lstm, gates=4, biases=1)


def conv_norm(random: Random, channels: int, outputs: int) -> Any:
    return of("convnet").ConvNorm(
        floats(random, outputs, channels, 3, 3) / 3,
        floats(random, outputs),
        random.random(outputs, np.float32) + np.float32(0.1),
        floats(random, outputs),
        floats(random, outputs),
    )


def residual(random: Random, channels: int) -> Any:
    parts = (conv_norm(random, channels, channels) for _ in range(2))
    return of("convnet").Residual(*parts)


def digits(random: Random, n: int) -> Arguments:
    dense = of("digits").Dense
    hidden = dense(floats(random, 5, n), floats(random, n))
    network = of("digits").Network(hidden, dense(floats(random, n, 10), floats(random, 10)))
    return floats(random, 3, 5), network


def small_images(random: Random, n: int) -> Arguments:
    filters = of("digits_convnet").Filters
    fine = filters(floats(random, 2, 1, 3, 3), floats(random, 2))
    coarse = filters(floats(random, 3, 2, 3, 3), floats(random, 3))
    head, bias = floats(random, 12, n), floats(random, n)
    network = of("digits_convnet").Network(fine, coarse, head, bias)
    return floats(random, n, 8, 8), network


def reader(random: Random, symbols: int, units: int) -> Any:
    shapes = (symbols, 3 * units), (units, 3 * units), (3 * units,), (3 * units,)
    return of("char_gru").Gru(
        *(floats(random, *shape) for shape in shapes),
        floats(random, units, symbols),
        floats(random, symbols),
    )


def texts(random: Random, n: int) -> Arguments:
    return reader(random, 5, n), random.integers(0, 5, size=(n % 3 + 1, n + 2))


def beginnings(random: Random, n: int) -> Arguments:
    start = random.integers(0, 4, size=n % 3 + 1)
    return reader(random, 4, n + 1), start, 3, 4 * n, n, np.float32(0.8)


def sequences(random: Random, n: int) -> Arguments:
    width, module = 8, of("sorting_transformer")
    shapes = (width, 3 * width), (width, width), (width, 12), (12, width), (width,), (width,)
    blocks = tuple(module.Block(*(floats(random, *each) for each in shapes)) for _ in range(2))
    token, place = floats(random, 10, width), floats(random, n + 2, width)
    model = module.Transformer(
        token, place, blocks, floats(random, width), floats(random, width, 10)
    )
    return model, random.integers(0, 10, size=(2, n + 1))


def counts(random: Random, n: int) -> Arguments:
    times = np.cumsum(random.random(n + 1)) * 0.2
    return random.random(4) + 0.5, random.random(2) + 0.5, times, doubles(random, n + 1, 2)


def classify_images(random: Random, n: int) -> Arguments:
    batch, channels, fine, coarse, classes = sizes(random, 5, high=4)
    net = of("convnet").ConvNet(
        conv_norm(random, channels, fine),
        [residual(random, fine)],
        of("convnet").Reduction(
            conv_norm(random, fine, coarse),
            conv_norm(random, coarse, coarse),
            floats(random, coarse, fine, 1, 1),
        ),
        [],
        floats(random, coarse, classes),
        floats(random, classes),
    )
    images = floats(random, batch, channels, n + 2, 7)
    return images, net, bool(random.integers(2))


def experts(random: Random, n: int) -> Arguments:
    width, hidden, count = sizes(random, 3)
    count += 1
    shapes = (width, count), (count, width, hidden), (count, hidden, width)
    layer = of("mixture_of_experts").Experts(*(floats(random, *shape) for shape in shapes))
    return floats(random, n, width), layer


def language_model(random: Random, n: int) -> Arguments:
    words, units = sizes(random, 2, low=3)
    shapes = (words, units), (units, units), (units, words)
    model = of("decoding").Model(*(floats(random, *shape) * 2 for shape in shapes))
    return floats(random, units), model, int(random.integers(words)), n


# --- numbers ------------------------------------------------------------------------------------


def prices(random: Random, n: int) -> Arguments:
    spot, strike, years = random.uniform(80, 120, n), random.uniform(80, 120, n), random.random(n)
    return spot, strike, years + 0.01, float(random.uniform(-0.01, 0.1)), 0.3


def simulated_call(random: Random, n: int) -> Arguments:
    return int(random.integers(1000)), n + 2, 3 * n + 1, 100.0, float(random.uniform(80, 120))


def by_pixel(random: Random, n: int) -> Arguments:
    return n, n + 3, -2.0 + float(random.random()), -1.2, int(random.integers(30))


def by_mask(random: Random, n: int) -> Arguments:
    return random.uniform(-2, 1, n), random.uniform(-1, 1, n + 1), int(random.integers(30))


def populations(random: Random, n: int) -> Arguments:
    return random.uniform(0.5, 4, 2), float(random.random()) * n, 1e-4, 60


def convection(random: Random, n: int) -> Arguments:
    return doubles(random, 3) * 5, 0.1 * n, 1e-4, 60


def kmeans(random: Random, n: int) -> Arguments:
    k, d = sizes(random, 2)
    return doubles(random, n, d), doubles(random, k, d), 1e-6, 20


def without_outliers(random: Random, n: int) -> Arguments:
    return doubles(random, n) ** 3, random.random(n) + 0.1, 2.0 + n % 3, 1 + n % 4


def runs(random: Random, n: int) -> Arguments:
    return (random.integers(2, size=n),)


def values_and_lengths(random: Random, n: int) -> Arguments:
    return random.integers(5, size=n), random.integers(-(n % 7 == 6), 4, size=n)


def boxes_and_scores(random: Random, n: int) -> Arguments:
    corners = random.random((n, 2))
    boxes = np.concatenate((corners, corners + random.random((n, 2))), axis=1)
    return boxes, random.random(n), 0.1 * (n % 10)


def edit_distance(random: Random, n: int) -> Arguments:
    return random.integers(3, size=n), random.integers(3, size=int(random.integers(7)))


def life(random: Random, n: int) -> Arguments:
    return random.random((n, n + 2)) < 0.4, int(random.integers(8))


def normalized(random: Random, n: int) -> Arguments:
    samples = of("batch_norm_state")
    widths = sizes(random, n % 4 + 1)

    def block(width: int, height: int) -> Any:
        dense = samples.Dense(floats(random, width, height), floats(random, height))
        moments = floats(random, height), floats(random, height), floats(random, height)
        spread = np.abs(floats(random, height)) + 1
        return samples.Block(dense, samples.BatchNorm(*moments, spread, np.array(n)))

    blocks = [block(a, b) for a, b in itertools.pairwise(widths)]
    head = samples.Dense(floats(random, widths[-1], 2), floats(random, 2))
    return samples.Model(blocks, head), floats(random, 6, widths[0]), n % 3 > 0


def labelled(random: Random, n: int) -> Arguments:
    width = int(random.integers(4))
    labels = random.integers(2, size=n).astype(np.float64)
    return doubles(random, n, width), labels, doubles(random, width), 0.5, int(random.integers(7))


def edges(random: Random, nodes: int) -> Any:
    """Which nodes are connected, with weights from 1 on; a node may have no edges."""
    from dslc.sparse import from_dense

    weights = random.integers(1, 5, (nodes, nodes)).astype(np.float32)
    return from_dense(weights * (random.random((nodes, nodes)) < 0.3))


def attended(random: Random, n: int) -> Arguments:
    nodes, (width, hidden) = n + 1, sizes(random, 2)
    parts = (floats(random, *shape) for shape in ((width, hidden), (hidden,), (hidden,)))
    layer = of("graph_network").Attention(*parts)
    return edges(random, nodes), floats(random, nodes, width), layer


def convolved(random: Random, n: int) -> Arguments:
    nodes, (width, hidden) = n + 1, sizes(random, 2)
    return edges(random, nodes), floats(random, nodes, width), floats(random, width, hidden)


def linked(random: Random, n: int) -> Arguments:
    return (edges(random, n + 1),)


SAMPLES = (
    Sample("newton", "newton_sqrt", newton_sqrt),
    Sample("normalize", "normalize_or_clip", normalize_or_clip),
    Sample("mlp", "classify", classify),
    Sample("digits", "logits", digits),
    Sample("digits_convnet", "logits", small_images),
    Sample("char_gru", "loss", texts),
    Sample("char_gru", "write", beginnings),
    Sample("sorting_transformer", "logits", sequences, rtol=2e-4),
    Sample("ode_fit", "miss", counts, rtol=1e-12),
    Sample("power_iteration", "dominant_eigenvalue", dominant_eigenvalue, rtol=2e-4),
    Sample("jacobi", "relax", relax, rtol=0),
    Sample("recurrent", "run_cell", run_cell),
    Sample("sentences", "encode", sentences),
    Sample("batch_norm_state", "forward", normalized),
    Sample("transformer", "transformer_block", transformer_block),
    Sample("bert", "encode", encode, rtol=2e-4),
    Sample("gru_lstm", "run_gru", run_gru),
    Sample("gru_lstm", "run_lstm", run_lstm),
    Sample("convnet", "classify", classify_images),
    Sample("mixture_of_experts", "dense", experts),
    Sample("mixture_of_experts", "routed", experts),
    Sample("mixture_of_experts", "balance", experts),
    Sample("decoding", "greedy", language_model, rtol=2e-4),
    Sample("decoding", "beam_search", language_model, rtol=2e-4),
    Sample("black_scholes", "prices", prices, rtol=1e-13),
    Sample("black_scholes", "simulated_call", simulated_call, rtol=1e-13),
    Sample("mandelbrot", "by_pixel", by_pixel, rtol=0),
    Sample("mandelbrot", "by_mask", by_mask, rtol=0),
    Sample("ode", "populations", populations, rtol=1e-9),
    Sample("ode", "convection", convection, rtol=1e-9),
    Sample("kmeans", "kmeans", kmeans, rtol=1e-13),
    Sample("filtering", "without_outliers", without_outliers, rtol=1e-13),
    Sample("filtering", "encode_runs", runs, rtol=0),
    Sample("filtering", "decode_runs", values_and_lengths, rtol=0),
    Sample("filtering", "spread_apart", boxes_and_scores, rtol=1e-13),
    Sample("edit_distance", "edit_distance", edit_distance, rtol=0),
    Sample("life", "on_torus", life, rtol=0),
    Sample("life", "in_box", life, rtol=0),
    Sample("logged_training", "fit", labelled, rtol=1e-13),
    Sample("graph_network", "attend", attended),
    Sample("graph_network", "convolve", convolved),
    Sample("graph_network", "rank", linked),
)

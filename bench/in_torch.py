"""Workloads in torch's words; onnxruntime runs what is exported from them."""

from typing import Any

import torch
import torch.nn.functional as F


def small(x: Any) -> Any:
    return F.relu(x * 2.0 + 1.0)


def branch(x: Any) -> Any:
    length = torch.sqrt(torch.sum(x * x))
    return x / length if length < 10 else torch.clamp(x, -1, 1)


def chain(x: Any) -> Any:
    y = x * x + 0.5
    y = torch.tanh(y) * x + 1.0
    y = torch.exp(-y) + torch.sqrt(torch.abs(x))
    return F.relu(y * 0.1 - x)


def arithmetic(x: Any, y: Any) -> Any:
    return torch.maximum(x * y + x, y) * 0.5


def softmax(x: Any) -> Any:
    return torch.softmax(x, dim=1)


def layer_norm(x: Any, scale: Any, shift: Any) -> Any:
    return F.layer_norm(x, (x.shape[1],), scale, shift)


def rms_gate(x: Any, gate: Any, scale: Any) -> Any:
    root = torch.sqrt(torch.mean(x * x, dim=1, keepdim=True) + 1e-6)
    return x / root * scale * F.silu(gate)


def reductions(x: Any) -> Any:
    return x.sum(0), x.sum(1), x.mean(1), x.amax(0), x.amax(1)


def black_scholes(spot: Any, strike: Any, years: Any) -> Any:
    def cdf(x: Any) -> Any:
        return 0.5 * torch.erfc(-x / 2**0.5)

    spread = 0.25 * torch.sqrt(years)
    d1 = (torch.log(spot / strike) + 0.05125 * years) / spread
    discount = strike * torch.exp(-0.02 * years)
    call = spot * cdf(d1) - discount * cdf(d1 - spread)
    return call, call - spot + discount


def embedding(table: Any, rows: Any) -> Any:
    return F.embedding_bag(rows[None], table, mode="mean")[0]


def matmul(a: Any, b: Any) -> Any:
    return a @ b


def matmul_transposed(a: Any, b: Any) -> Any:
    return F.linear(a, b)


def mlp(x: Any, w1: Any, b1: Any, w2: Any, b2: Any, w3: Any, b3: Any) -> Any:
    h = F.relu(torch.addmm(b1, x, w1))
    h = F.relu(torch.addmm(b2, h, w2))
    return torch.addmm(b3, h, w3)


def gru(xs: Any, h: Any, wi: Any, wh: Any, bi: Any, bh: Any) -> Any:
    out = torch.gru(xs, h[None], [wi.T, wh.T, bi, bh], True, 1, 0.0, False, False, False)
    return out[1][0]


def transformer_block(
    x: Any, wq: Any, wk: Any, wv: Any, wo: Any, w1: Any, w2: Any, g1: Any, g2: Any
) -> Any:
    b, t, _ = x.shape
    y = F.layer_norm(x, (768,), g1)
    q, k, v = ((y @ w).reshape(b, t, 12, 64).transpose(1, 2) for w in (wq, wk, wv))
    seen = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(b, t, 768)
    x = x + seen @ wo
    return x + F.gelu(F.layer_norm(x, (768,), g2) @ w1) @ w2


def conv_block(x: Any, weight: Any, bias: Any) -> Any:
    return F.relu(F.conv2d(x, weight, bias, padding=1))


WRITTEN = {
    each.__name__: each
    for each in (
        *(small, branch, chain, arithmetic, softmax, layer_norm, rms_gate, reductions),
        *(black_scholes, embedding, matmul, matmul_transposed, mlp, gru),
        *(transformer_block, conv_block),
    )
}
"""By the names of the workloads."""

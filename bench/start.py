"""What the first call of an encoder of 12 blocks takes: `python bench/start.py`.

The encoder is `samples/bert.py`. Each start is that of a new process, which has imported `dslc` and
NumPy, or torch, before. Times are from the first call to its result, less those of a second call,
of the processor, compilers included, so that other programs count little; the least of some starts.

- cold: nothing is in a cache;
- warm: the same again;
- torch.compile: a `TransformerEncoder` of the same sizes, its caches empty.

Bars: warm under 20 ms, cold at most a tenth of torch.compile's.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

LAYERS, WIDTH, HEADS, BATCH, TOKENS = 12, 128, 4, 2, 32
WARM = 0.02


def main() -> None:
    """Start processes and report."""
    parser = argparse.ArgumentParser(description="What a first call takes.")
    parser.add_argument("--starts", type=int, default=5, help="of each kind but torch.compile")
    parser.add_argument("--inside", choices=("dslc", "torch"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        run = _ours() if options.inside == "dslc" else _torch()
        first, second = _seconds(run), _seconds(run)
        print(first - second)
        return
    with tempfile.TemporaryDirectory() as folder:
        colds = [_start("dslc", Path(folder) / str(n)) for n in range(options.starts)]
        warms = [_start("dslc", Path(folder) / "0") for _ in range(options.starts)]
        theirs = _start("torch", Path(folder) / "torch")
    cold, warm = min(filter(None, colds)), min(filter(None, warms))
    print(f"cold {cold * 1e3:.0f} ms, warm {warm * 1e3:.1f} ms: {_verdict(warm < WARM)}")
    if theirs is None:
        print("torch is not installed")
    else:
        share = cold / theirs
        print(f"torch.compile {theirs:.1f} s, cold is {share:.3f} of it: {_verdict(share <= 0.1)}")


def _verdict(holds: bool) -> str:
    return "the bar holds" if holds else "below the bar"


def _start(kind: str, cache: Path) -> float | None:
    """Seconds of a start in a new process; None where it has no torch."""
    named = {"DSLC_CACHE": str(cache), "TORCHINDUCTOR_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, __file__, "--inside", kind],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **named},
    )
    if "No module named 'torch'" in done.stderr:
        return None
    if done.returncode:
        sys.exit(done.stderr)
    return float(done.stdout)


def _seconds(run: Callable[[], Any]) -> float:
    def now() -> float:
        used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        return sum(each.ru_utime + each.ru_stime for each in used)

    start = now()
    run()
    return now() - start


def _ours() -> Callable[[], Any]:
    from bench.dynamic_shapes import Model
    from samples.bert_graph import encode

    random = np.random.default_rng(0)
    bert = Model(LAYERS, WIDTH, HEADS).weights(random)
    ids, lengths = random.integers(1000, size=(BATCH, TOKENS)), np.full(BATCH, TOKENS)
    function = encode.with_device("cpu")
    return lambda: function(ids, lengths, bert)


def _torch() -> Callable[[], Any]:
    import torch  # pyright: ignore[reportMissingImports]
    from torch import nn  # pyright: ignore[reportMissingImports]

    layer = nn.TransformerEncoderLayer(
        WIDTH, HEADS, 4 * WIDTH, dropout=0.0, activation="gelu", batch_first=True
    )
    encoder = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
    compiled = torch.compile(encoder.requires_grad_(False))
    x = torch.randn(BATCH, TOKENS, WIDTH)
    return lambda: compiled(x)


if __name__ == "__main__":
    main()

"""How each peer runs a workload: the same source where it takes that, else written in its words.

A peer's module is imported only where it is asked for. What a peer cannot run raises `NoPeer`.
"""

from __future__ import annotations

import importlib
import re
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.cases import Case

Run = Callable[[], Any]
"""One call, all of its results there when it returns."""


class NoPeer(Exception):
    """A peer has no way to run a workload."""


def dslc(case: Case, arguments: Sequence[Any], threads: int) -> Run:
    """Ours."""
    from dslc import compile as compiled

    function = compiled(case.function, device="cpu")
    return lambda: function(*arguments)


def numpy(case: Case, arguments: Sequence[Any], threads: int) -> Run:
    """The function as it stands."""
    plain = case.function.__wrapped__
    return lambda: plain(*arguments)


def numba(case: Case, arguments: Sequence[Any], threads: int) -> Run:
    """The function as it stands; no parallel loops, no fast math."""
    module = importlib.import_module("numba")
    function = module.njit(case.function.__wrapped__, error_model="numpy")
    try:
        function(*arguments)
    except Exception as error:
        raise NoPeer(str(error)[:200]) from error
    return lambda: function(*arguments)


def jax(case: Case, arguments: Sequence[Any], threads: int) -> Run:
    """The function with `jax.numpy` for `numpy`, or written with its loops; arrays are JAX's."""
    name = case.function.__name__
    if not _names("in_jax.py", name):
        raise NoPeer("loops of Python over elements")
    module = importlib.import_module("jax")
    module.config.update("jax_enable_x64", True)
    written = importlib.import_module("bench.in_jax")
    function = written.WRITTEN.get(name)
    if function is None:
        plain = case.function.__wrapped__
        names = {**plain.__globals__, **written.NAMES}
        function = types.FunctionType(plain.__code__, names, name, None, plain.__closure__)
    made = module.jit(function, static_argnames=written.STATIC.get(name, ()))
    given = [module.numpy.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments]
    return lambda: module.block_until_ready(made(*given))


def torch(case: Case, arguments: Sequence[Any], threads: int) -> Run:
    """Eager."""
    function, given = _in_torch(case, arguments, threads)
    module = importlib.import_module("torch")
    guard = module.inference_mode()
    guard.__enter__()
    return lambda: function(*given)


def torch_compile(case: Case, arguments: Sequence[Any], threads: int) -> Run:
    """Compiled by inductor."""
    function, given = _in_torch(case, arguments, threads)
    module = importlib.import_module("torch")
    made = module.compile(function)
    guard = module.inference_mode()
    guard.__enter__()
    return lambda: made(*given)


def onnxruntime(case: Case, arguments: Sequence[Any], threads: int) -> Run:
    """Exported from torch."""
    function, given = _in_torch(case, arguments, threads)
    torch_module = importlib.import_module("torch")
    module = importlib.import_module("onnxruntime")

    class Model(torch_module.nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, *inputs: Any) -> Any:
            return function(*inputs)

    options = module.SessionOptions()
    options.intra_op_num_threads = threads
    try:
        program = torch_module.onnx.export(Model(), tuple(given), dynamo=True, verbose=False)
        session = module.InferenceSession(program.model_proto.SerializeToString(), options)
    except Exception as error:
        raise NoPeer(str(error)[:200]) from error
    names = [each.name for each in session.get_inputs()]
    feed = dict(zip(names, arguments, strict=True))
    return lambda: session.run(None, feed)


def _in_torch(case: Case, arguments: Sequence[Any], threads: int) -> tuple[Any, list[Any]]:
    if not _names("in_torch.py", case.function.__name__):
        raise NoPeer("not written in torch")
    module = importlib.import_module("torch")
    module.set_num_threads(threads)
    written = importlib.import_module("bench.in_torch").WRITTEN
    given = [module.from_numpy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    return written[case.function.__name__], given


def _names(file: str, workload: str) -> bool:
    """Whether a file of `bench` names a workload; to import it takes seconds, as its peer does."""
    text = Path(__file__).with_name(file).read_text("utf-8")
    return re.search(rf"\b{workload}\b", text) is not None


PEERS: dict[str, Callable[[Case, Sequence[Any], int], Run]] = {
    "numpy": numpy,
    "numba": numba,
    "jax": jax,
    "torch": torch,
    "torch_compile": torch_compile,
    "onnxruntime": onnxruntime,
}
"""All peers, by name."""

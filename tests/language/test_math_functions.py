"""Every function of `math`, on values of the run: its results to the bit, and its errors."""

from __future__ import annotations

import ast
import math
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dslc.transpile import build_module

from ..golden.test_transpile import end, executed

CALLS = {
    "dist": "(x, u), (u, k)",
    "fsum": "[x, u, x, k]",
    "isclose": "x, u, abs_tol=0.5",
    "prod": "(x, k, x), start=u",
    "sumprod": "(x, k), (x, x)",
    "fma": "x, u, k",
    "hypot": "x, u, k",
    "log": "x, 3",
    **dict.fromkeys(("atan2", "copysign", "fmod", "nextafter", "pow", "remainder"), "x, u"),
    **dict.fromkeys(("comb", "gcd", "lcm", "perm"), "k, 3"),
    **dict.fromkeys(("factorial", "isqrt"), "k"),
    "ldexp": "x, k",
}
"""The arguments of each, made of a float `x`, a float32 `u` and an int `k`; of others it is `x`."""

NAMES = [n for n, f in vars(math).items() if callable(f) and not n.startswith("_")]
VALUES = (0.0, -0.0, 1.0, -1.0, 0.5, 2.75, -7.25, 1e300, 5e-324, math.inf, -math.inf, math.nan)


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> tuple[ModuleType, ModuleType]:
    folder = tmp_path_factory.mktemp("math")
    lines = ["import math", "from dslc import Scalar, f32, graph", ""]
    for name in NAMES:
        lines += ["@graph", f"def of_{name}(x: float, u: Scalar[f32], k: int):"]
        lines += [f"    return math.{name}({CALLS.get(name, 'x')}), k, u", ""]
    source = folder / "m.py"
    source.write_text("\n".join(lines), "utf-8")
    result = build_module(source)
    result.path.write_text(result.text, "utf-8")
    names: list[str] = []
    return executed(source, names), executed(Path(result.path), names)


@pytest.mark.parametrize("name", NAMES)
def test_function(name: str, modules: tuple[ModuleType, ModuleType]) -> None:
    plain, built = modules
    with np.errstate(over="ignore"):
        others = [np.float32(value) for value in (*VALUES[3:], *VALUES)]
    calls = [(x, u, k) for x, u, k in zip(VALUES, others, range(-3, 9), strict=False)]
    for x, u, k in calls:
        if name in ("ceil", "floor", "trunc") and math.isfinite(x) and abs(x) > 2**62:
            continue  # an int beyond 64 bits
        text = f"of_{name}(x, u, {k})"
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        expected = ends(call, getattr(plain, f"of_{name}").__wrapped__, x, u)
        assert ends(call, getattr(built, f"of_{name}").with_device("reference"), x, u) == expected


def ends(call: ast.Call, function: object, x: float, u: np.float32) -> object:
    space = ModuleType("values")
    vars(space).update(x=x, u=u)
    return end(call, function, space)

"""Every public name of NumPy, of its arrays and ufuncs: taken, known while building, or refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dslc.cli.numpy_page import taken
from dslc.ir.diagnostics import DslError
from dslc.ir.spellings import by_function, by_method
from dslc.transpile import build_module
from dslc.transpile.access import PROPERTIES
from dslc.transpile.numpy_names import ATTRIBUTES, FUNCTIONS, INDEXED, KEPT, MODULES, NO_DTYPES

KNOWN = " ".join(KEPT.values()).split()
SAID = [*FUNCTIONS, *INDEXED, *MODULES, *NO_DTYPES, *KNOWN]
OLD = {"trapz": "trapezoid", "in1d": "isin"}
"""Names of NumPy 2.0 alone, and what to write."""


def test_each_name_of_numpy_is_taken_or_refused() -> None:
    """A new function of NumPy fails here: make it an op, or say in `numpy_names.py` why not."""
    missing = sorted(set(np.__all__) - set(taken()) - set(SAID) - set(OLD))
    assert missing == []
    assert sorted(set(np.linalg.__all__) - {"LinAlgError"} - _of("linalg.")) == []
    assert sorted(set(np.fft.__all__) - _of("fft.")) == []


def _of(module: str) -> set[str]:
    return {name.removeprefix(module) for name in taken() if name.startswith(module)}


def test_no_name_is_said_twice() -> None:
    both = [name for name in SAID if name in taken() or SAID.count(name) > 1]
    assert both == []


def test_each_attribute_of_arrays_is_taken_or_refused() -> None:
    names = [name for name in dir(np.ndarray) if not name.startswith("_")]
    unknown = [n for n in names if not by_method(n) and n not in (*PROPERTIES, *ATTRIBUTES)]
    assert unknown == []
    assert [name for name in ATTRIBUTES if by_method(name) or name in PROPERTIES] == []


def test_the_methods_of_ufuncs() -> None:
    """What the page says of them."""
    names = [name for name in dir(np.ufunc) if not name.startswith("_")]
    calls = {name for name in names if callable(getattr(np.add, name))}
    assert calls == {"accumulate", "at", "outer", "reduce", "reduceat", "resolve_dtypes"}
    with_at = ["add", "subtract", "multiply", "maximum", "minimum"]
    assert all(by_function(getattr(np, name).at) for name in with_at)


CALLS: dict[str, str] = {
    **{name: f"np.{name}(x)" for name in FUNCTIONS},
    **{name: f"np.{name}[x, x]" for name in INDEXED},
    **{name: f"x[np.{name}[1:]]" for name in ("s_", "index_exp")},
    **{f"x.{name}": f"x.{name}" for name in ATTRIBUTES},
    **{name: f"np.{name}(x)" for name in NO_DTYPES},
    "char": "np.char.upper(x)",
    "ctypeslib": "np.ctypeslib.as_ctypes(x)",
    "emath": "np.emath.sqrt(x)",
    "frompyfunc": "np.frompyfunc(abs, 1, 1)(x)",
    "ma": "np.ma.masked_array(x)",
    "polynomial": "np.polynomial.polynomial.polyval(x, x)",
    "random": "np.random.permutation(x)",
    "rec": "np.rec.array(x)",
    "strings": "np.strings.upper(x)",
    "testing": "np.testing.assert_allclose(x, x)",
    "vectorize": "np.vectorize(abs)(x)",
}
"""How each of them is met in a graph function."""


def is_here(name: str) -> bool:
    return hasattr(np.ndarray if name.startswith("x.") else np, name.removeprefix("x."))


def test_each_refusal_says_what_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    head = "import numpy as np\n\nfrom dslc import Tensor, dims, f32, graph\n\nn = dims('n')\n"
    called = [name for name in CALLS if is_here(name)]
    functions = [f"@graph\ndef call{k}(x: Tensor[f32, n]):\n    return {CALLS[name]}\n"
                 for k, name in enumerate(called)]  # fmt: skip
    text = head + "\n".join(functions)
    Path("m.py").write_text(text, "utf-8")
    with pytest.raises(DslError) as caught:
        build_module(Path("m.py"))
    helps = {d.span.line: d.help or "" for d in reversed(caught.value.diagnostics) if d.span}
    lines = text.split("\n")
    for name in called:
        line = lines.index(f"    return {CALLS[name]}") + 1
        assert line in helps, f"`{CALLS[name]}` is not refused"
        wanted = _advice(name)
        assert wanted is None or helps[line].startswith(wanted), f"{name}: {helps[line]!r}"
        assert wanted is not None or helps[line], f"`{CALLS[name]}` is refused without advice"


def _advice(name: str) -> Any:
    """What the error says; None where it is of another rule."""
    if name.startswith("x."):
        return ATTRIBUTES[name[2:]]
    if name in ("s_", "index_exp"):
        return "write the slice in brackets"
    if name in NO_DTYPES:
        return None
    return {**FUNCTIONS, **INDEXED, **MODULES}[name]

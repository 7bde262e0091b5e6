"""What makes a nest legal, on texts of nests; what is not proved of reads is checked by running."""

from __future__ import annotations

import numpy as np
import pytest

from dslc.ir.diagnostics import CompilerBug
from dslc.ir.facts import Facts
from dslc.ir.nests.parse import parse_nest
from dslc.ir.nests.print import print_nest
from dslc.ir.nests.run import NestBug, run
from dslc.ir.nests.shared_rows import shared_rows
from dslc.ir.nests.verify import IllegalNest, verify_nest

LEGAL = {
    "each element once": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    y[i0] = negative(x[i0])
""",
    "counted together": """
(x: f32[n, m]) -> (y: f32[n, m])
for i0 < m*n:
    y[i0] = negative(x[i0])
""",
    "parts side by side": """
(x: f32[n], k: f32) -> (y: f32[n + 3])
for i0 < n:
    y[i0] = add(x[i0], scalar(k))
for i0 < 2:
    y[i0 + n] = f32(0.0)
y[n + 2] = f32(1.0)
""",
    "parts without elements": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    y[i0] = x[i0]
for i0 < 0:
    y[i0] = f32(1.0)
""",
    "a row for each trip": """
(x: f32[n, 4]) -> (y: f32[n, 4])
for i0 < n:
    row e: f32[4]
    for i1 < 4:
        e[i1] = exp(x[i0, i1])
        total sum= e[i1]
    for i1 < 4:
        y[i0, i1] = divide(e[i1], total)
""",
    "updates of what is set": """
(x: f32[n, d]) -> (total: f32[d])
for i0 < d:
    total[i0] = f32(0.0)
for i0 < n:
    for i1 < d:
        total[i1] sum= x[i0, i1]
""",
    "picks, scans and places": """
(x: f64[n + 1, 5], t: i32[m]) -> (y: f64[m, 5], best: i64)
for i0 < m:
    pick p0 < n + 1 = t[i0]
    for i1 < 5:
        running part sum= x[p0, i1]
        y[i0, i1] = part
for i0 < 5:
    best: i64 argmax= x[0, i0]
""",
    "rows times matrices": """
(x: f32[n, 4], w: f32[4, m], b: f32[m], v: f32[5, m, 3]) -> (y: f32[n, 3])
for i0 < n:
    row p: f32[m]
    row h: f32[m]
    p[c0] = x[i0, a0] @ w[a0, c0] along a0 < 4 across c0 < m
    for i1 < m:
        h[i1] = add(p[i1], b[i1])
    y[i0, c1] = h[a1] @ v[2, a1, c1] along a1 < m across c1 < 3
""",
    "segments": """
(o: i64[m + 1], x: f32[n, 3]) -> (y: f32[n, 3], z: f32[n + 1])
row e: f32[n, 3]
for i0 < m:
    row total: f32[3]
    for i1 < 3:
        total[i1] = f32(0.0)
    for i1 < n of o[i0]:
        for i2 < 3:
            e[i1, i2] = exp(x[i1, i2])
            total[i2] sum= e[i1, i2]
    for i1 < n of o[i0]:
        z[i1 + 1] = f32(1.0)
        for i2 < 3:
            y[i1, i2] = divide(e[i1, i2], total[i2])
z[0] = f32(0.0)
""",
    "steps that go on from one another": """
(x: f64[n], k: f32) -> (y: f64[n])
for i0 < n:
    far = x[i0]
    for i1 < 10:
        carry z from far
        carry count: i64 from 0
        inside = less(z, 4.0)
        while inside
        square = multiply(z, z)
        more = add(count, 1)
        next z = square
        next count = more
    y[i0] = z
""",
    "attributes, numbers and starts": """
(x: f32[n], s: float) -> (y: f64[n], top: f32)
for i0 < n:
    near = isclose(x[i0], s, rtol=0.5)
    y[i0] = where(near, cast(x[i0], dtype=f64), float("-inf"))
    top max= x[i0] from f32(-1.5)
""",
}

ILLEGAL = {
    "elements of y are set in each trip": """
(x: f32[n]) -> (y: f32[3])
for i0 < n:
    for i1 < 3:
        y[i1] = x[i0]
""",
    "elements of y are not set": """
(x: f32[n]) -> (y: f32[n + 1])
for i0 < n:
    y[i0] = x[i0]
""",
    "elements of y may be set twice": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    y[i0] = x[i0]
for i0 < 1:
    y[i0] = f32(0.0)
""",
    "elements of y are set in each trip of a loop": """
(x: f32[n, 4], w: f32[4, 3]) -> (y: f32[3])
for i0 < n:
    y[c0] = x[i0, a0] @ w[a0, c0] along a0 < 4 across c0 < 3
""",
    "a loop goes through some segments of o alone": """
(o: i64[m + 1], x: f32[n]) -> (y: f32[n])
for i0 < m - 1:
    for i1 < n of o[i0]:
        y[i1] = x[i1]
""",
    "o has no segment i": """
(o: i64[m], x: f32[n]) -> (y: f32[m])
for i0 < m:
    for i1 < n of o[i0]:
        total sum= x[i1]
    y[i0] = total
""",
    "o is not given": """
(x: f32[n]) -> (o: i64[3], y: f32[2])
for i0 < 3:
    o[i0] = size(i0)
for i0 < 2:
    for i1 < n of o[i0]:
        total sum= x[i1]
    y[i0] = total
""",
    "is no place on an axis of y of its own": """
(x: f32[n]) -> (y: f32[2*n])
for i0 < n:
    y[2*i0] = x[i0]
""",
    "total is read before it is defined": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    total sum= x[i0]
    y[i0] = total
""",
    "top is defined twice": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    top = x[i0]
    top = x[i0]
    y[i0] = top
""",
    "y is read before it is set": """
(x: f32[n]) -> (y: f32[n], z: f32[n])
for i0 < n:
    z[i0] = y[i0]
for i0 < n:
    y[i0] = x[i0]
""",
    "y is updated before all of it is set": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    y[i0] sum= x[i0]
""",
    "an update of y may be outside of it": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    y[i0] = f32(0.0)
for i0 < n:
    y[i0 + 1] sum= x[i0]
""",
    "steps do more than carry numbers": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    carry z from f32(0.0)
    y[i0] = z
    next z = x[i0]
""",
    "steps stand outside of all loops": """
(x: f32[n], k: bool) -> (y: f32[n])
while k
for i0 < n:
    y[i0] = x[i0]
""",
    "far is read before it is defined": """
(x: f32[n]) -> (y: f32[n])
for i0 < n:
    for i1 < 3:
        far = x[i0]
        carry z from far
        next z = add(z, far)
    y[i0] = z
""",
    "best is not defined": """
(x: f32[n]) -> (best: f32)
for i0 < n:
    other max= x[i0]
""",
}


@pytest.mark.parametrize("text", LEGAL.values(), ids=LEGAL)
def test_legal(text: str) -> None:
    nest = parse_nest(text)
    assert verify_nest(nest, Facts()) == []
    assert print_nest(nest) == text.strip()


@pytest.mark.parametrize("problem", ILLEGAL)
def test_illegal(problem: str) -> None:
    with pytest.raises(IllegalNest) as refused:
        verify_nest(parse_nest(ILLEGAL[problem]), Facts())
    assert problem in str(refused.value)


def test_places_of_reads_are_proved_or_checked() -> None:
    text = "(x: f32[n]) -> (y: f32[n])\nfor i0 < n:\n    y[i0] = x[i0 + m]"
    nest = parse_nest(text)
    (load,) = verify_nest(nest, Facts())
    assert load.array.name == "x"
    x = np.arange(3, dtype=np.float32)
    assert run(nest, [x], {"n": 3, "m": 0})[0].tolist() == [0, 1, 2]
    with pytest.raises(NestBug, match="x has no element"):
        run(nest, [x], {"n": 3, "m": 1})


def test_running_means_what_numpy_means() -> None:
    nest = parse_nest(LEGAL["picks, scans and places"])
    x = np.array([[1, 5, np.nan, 2, 9], [1, 2, 3, 4, 5], [-0.0, 0, 1, 1, 1]])
    t = np.array([-1, 0, 1], np.int32)
    y, best = run(nest, [x, t], {"n": 2, "m": 3})
    assert y.tobytes() == np.cumsum(x[t], axis=-1).tobytes()
    assert (type(best), best) == (np.int64, np.argmax(x[0]))


PANELS = """
(x: f32[n, 4], w: f32[4, 4], b: f32[4]) -> (y: f32[n, 4])
for i0 < n:
    row p: f32[4]
    row h: f32[4]
    row q: f32[4]
    row s: f32[4]
    p[c0] = x[i0, a0] @ w[a0, c0] along a0 < 4 across c0 < 4
    for i1 < 4:
        h[i1] = add(p[i1], b[i1])
    q[c1] = h[a1] @ w[a1, c1] along a1 < 4 across c1 < 4
    for i1 < 4:
        s[i1] = @
    y[i0, c2] = s[a2] @ w[a2, c2] along a2 < 4 across c2 < 4
"""


@pytest.mark.parametrize(
    "last, place",
    [
        ("negative(q[i1])", "p"),
        ("add(q[i1], h[i1])", "p"),
        ("add(q[i1], h[3 - i1])", "q"),
        ("add(q[3 - i1], h[3 - i1])", None),
    ],
)
def test_rows_of_panels_share_places(last: str, place: str | None) -> None:
    nest = parse_nest(PANELS.replace("= @", f"= {last}"))
    verify_nest(nest, Facts())
    found = {row.name: first.name for row, first in shared_rows(nest).items()}
    assert found == ({"h": "p", "s": place} if place else {"h": "p"})


@pytest.mark.parametrize(
    "text", ["", "(x: f32[n]) -> ()\nx = = 3", "(x: f32[n]) -> ()\n  a = x[0]"]
)
def test_what_is_no_text_of_a_nest(text: str) -> None:
    with pytest.raises(CompilerBug):
        parse_nest(text)

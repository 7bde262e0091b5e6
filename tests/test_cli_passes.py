"""What the command line says of passes: `show --diff`, `build --report`, `--fast-math`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dslc
from dslc import Tensor, f32

from .conftest import Command

n = dslc.dims("n")

SOURCE = """\
import numpy as np

from dslc import Tensor, dims, f32, graph

n = dims("n")


@graph
def halved(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x * 0.5


@graph
def steps(x: Tensor[f32, n], w: Tensor[f32, n, n], times: int) -> Tensor[f32, n]:
    y = x * (1 / 4)
    for _ in range(times):
        y = y * np.exp(x) + w.T.T @ x
    return y + halved(y * 1) + 0 * y
"""


@pytest.fixture
def steps(command: Command) -> str:
    Path("steps.py").write_text(SOURCE)
    return "steps.py:steps"


def test_what_a_pass_changes_is_shown_by_line(command: Command, steps: str) -> None:
    done = command("show", steps, "--after", "simplify", "--diff")
    assert done.code == 0
    assert done.out == (
        "steps.py:10: return x * 0.5\n"
        "  - g.multiply(result_multiply, 0.5)\n"
        "  + g.multiply(y, 0.5)\n"
        "\n"
        "steps.py:17: y = y * np.exp(x) + w.T.T @ x\n"
        "  + g.matmul(w, x)\n"
        "  - g.transpose(y_transpose, axes=(1, 0))\n"
        "  - g.matmul(y_transpose_2, x)\n"
        "\n"
        "steps.py:18: return y + halved(y * 1) + 0 * y\n"
        "  - g.multiply(y, 1)\n"
    )


def test_a_pass_that_changes_nothing_says_so(command: Command, steps: str) -> None:
    done = command("show", "steps.py:halved", "--after", "unroll-loops", "--diff")
    assert done.out == "this pass changes nothing\n"


def test_a_diff_needs_a_pass(command: Command, steps: str) -> None:
    done = command("show", steps, "--diff")
    assert done.code == 2
    assert "`--diff` shows what a pass changes" in done.err


def test_the_report_names_what_was_done_and_not_done_by_line(command: Command, steps: str) -> None:
    done = command("build", "steps.py", "--report")
    assert done.code == 0
    assert done.out == (
        "wrote steps_graph.py\n"
        "halved: fuse 1\n"
        "  steps.py:10: return x * 0.5\n"
        "    fuse: `multiply` is a nest; it moves 8*n bytes\n"
        "  moves 8,000 bytes op by op, 8,000 in nests, 8,000 at the least, "
        "where every size is 1,000\n"
        "  takes about 1.8 us op by op, 2.8 us compiled, for 1,000 operations\n"
        "  takes about 0.2 s to compile, which never pays\n"
        "\n"
        "steps: inline_calls 1, simplify 3, hoist_invariants 2, fuse 3\n"
        "  steps.py:10: return x * 0.5\n"
        "    fuse: `multiply` and `add` are one nest, 3 arrays fewer; it moves 8*n bytes\n"
        "  steps.py:15: y = x * (1 / 4)\n"
        "    fuse: `multiply` and `exp` are one nest; it moves 12*n bytes\n"
        "  steps.py:17: y = y * np.exp(x) + w.T.T @ x\n"
        "    simplify: A transpose of a transpose is one transpose\n"
        "    simplify: A transpose that leaves the axes in their order is the array\n"
        "    hoist_invariants: `matmul` stays in the loop, which may make no trip\n"
        "    hoist_invariants: `exp` goes before the loop, which needs it once\n"
        "    fuse: `multiply` and `add` are one nest, 1 array fewer; it moves 16*n bytes\n"
        "  steps.py:18: return y + halved(y * 1) + 0 * y\n"
        "    inline_calls: `halved` is small and stands in place of its call\n"
        "    simplify: `x * 1` is `x`\n"
        "  moves 4,088,000 bytes op by op, 4,044,000 in nests, 4,044,000 at the least, "
        "where every size is 1,000\n"
        "  takes about 422 us op by op, 411 us compiled, for 2,027,000 operations\n"
        "  takes about 0.4 s to compile, which pays after 31,719 calls\n"
        "\n"
    )


def test_the_nests_of_a_function_are_shown_with_what_they_wait_for(
    command: Command, steps: str
) -> None:
    done = command("show", steps, "--as", "nests")
    assert done.code == 0
    assert done.out == PLAN
    refused = command("show", steps, "--as", "nests", "--after", "simplify")
    assert "`--after` shows a graph" in refused.err


def test_the_launch_plan_of_a_function_is_shown(command: Command, steps: str) -> None:
    done = command("show", steps, "--as", "plan")
    assert done.code == 0
    assert "    launch " in done.out and " bytes by kernels, " in done.out


PLAN = """\
steps(x: f32[n], w: f32[n, n], times: int is times in ..) in steps.py:
    sizes n, times in ..
    # steps.py:15  y = x * (1 / 4)
    1: y, y_exp = nest(x)
        (x: f32[n]) -> (y: f32[n], y_exp: f32[n])
        for i0 < n:
            y[i0] = multiply(x[i0], 0.25)
            y_exp[i0] = exp(x[i0])
    # steps.py:16  for _ in range(times):
    2 after 1: y_2: f32[n] = for(0, size(times), 1, y)
        loop1_body(_: int is _ in 0..9223372036854775806, y_3: f32[n]):
            # steps.py:17  y = y * np.exp(x) + w.T.T @ x
            3: y_matmul: f32[n] = matmul(w, x)
            4 after 3: y_4 = nest(y_3, y_exp, y_matmul)
                (y: f32[n], y_exp: f32[n], y_matmul: f32[n]) -> (y_2: f32[n])
                for i0 < n:
                    y_multiply = multiply(y[i0], y_exp[i0])
                    y_2[i0] = add(y_multiply, y_matmul[i0])
            return y_4
    # steps.py:10  return x * 0.5
    5 after 2: result = nest(y_2)
        (y: f32[n]) -> (result: f32[n])
        for i0 < n:
            result_2 = multiply(y[i0], 0.5)
            result_add = add(y[i0], result_2)
            result_multiply_2 = multiply(0, y[i0])
            result[i0] = add(result_add, result_multiply_2)
    return result
"""


def test_fast_math_is_explained_and_shown(command: Command, steps: str) -> None:
    page = command("explain", "fast-math").out
    assert "- `x * 0` is 0\n" in page
    plain = command("show", steps, "--after", "prune_dead_nodes").out
    fast = command("show", steps, "--after", "prune_dead_nodes", "--fast-math").out
    assert "g.multiply(0, y)" in plain
    assert "g.multiply(0, y)" not in fast


def test_fast_math_is_asked_for_where_a_function_is_compiled() -> None:
    def gap(x: Tensor[f32, n]) -> Tensor[f32, n]:
        return x - x

    x = np.array([1.0, np.inf], np.float32)
    exact = dslc.compile(gap, device="reference")
    with np.errstate(invalid="ignore"):
        plain = gap(x)
    np.testing.assert_array_equal(exact(x), plain)
    fast = dslc.compile(gap, device="reference", fast_math=True)
    np.testing.assert_array_equal(fast(x), [0.0, 0.0])
    np.testing.assert_array_equal(fast.with_device("reference")(x), [0.0, 0.0])
    np.testing.assert_array_equal(fast.with_fast_math(False)(x), plain)


def test_fast_math_runs_from_the_command_line(command: Command, steps: str) -> None:
    done = command("run", steps, "--arg", "times=2", "--fast-math", "--device", "reference")
    assert done.code == 0
    assert "result: f32[8]" in done.out


def test_a_gradient_is_shown_by_the_lines_that_it_is_of(command: Command, steps: str) -> None:
    """Of several results the weights of each are parameters; integers have no gradient."""
    done = command("show", steps, "--after", "gradient")
    assert done.code == 0
    assert "times: int, d_result: Tensor[f32, n]," in " ".join(done.out.split())
    lines = [line.strip() for line in done.out.splitlines()]
    at = [line for line in lines if line.startswith("g.at(")]
    assert at[-1] == 'g.at("y = x * (1 / 4)")'
    assert at.count('g.at("return x * 0.5")') == 2
    behind = lines[lines.index('g.at("y = y * np.exp(x) + w.T.T @ x")') :]
    assert any(line.startswith("d_w = ") for line in behind)


def test_a_gradient_may_be_refused(command: Command, steps: str) -> None:
    source = Path("steps.py").read_text()
    Path("steps.py").write_text(
        f"{source}\n\n@graph\ndef count(k: int) -> int:\n    return k + 1\n"
    )
    done = command("show", "steps.py:count", "--after", "gradient")
    assert done.code == 1
    assert "error[no-gradient]: `count` has no parameter of floats" in done.err
    done = command("show", steps, "--after", "gradient", "--diff")
    assert done.code == 2
    assert "leave it out: a gradient is new nodes" in done.err

"""A page whose program is hostile to it, and the browser that shows pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dslc.cli.page import page_text
from dslc.compiled import CompiledFunction
from dslc.ir.passes import PIPELINE
from dslc.ir.passes.prune_dead_nodes import prune_dead_nodes
from dslc.transpile import load_functions

from .browser import Browser, find_browser

HOSTILE = r'''
"""A module </script><script>document.title = "broken"</script> <!-- & friends -->"""

import numpy as np

from dslc import Scalar, Tensor, dims, f32, graph, i64

n = dims("n")


def scaled(x, by):
    """Twice `by` <b>."""
    return x * (2.0 * by)


@graph
def half(x: Tensor[f32, n]) -> Tensor[f32, n]:
    return x * f32(0.5)


@graph
def hostile(
    x: Tensor[f32, n],
    größe: Scalar[i64],
) -> Tensor[f32, n]:
    """Ends in </script><img src=x onerror="document.title = 'broken'"> and ]]>."""
    assert größe > 0, "a </script> 'quote' \" & ampersand\n"
    y = np.where(
        x > 0.0,
        scaled(x, 3.0),
        x + 1.0,
    )
    unused = y * y
    for i in range(größe):
        y = half(y) + scaled(y, 1.0)  # \u202e \x0c \x7f $name ${name} `tick`
        if i > 3:
            y = -y
    return y
'''.replace("\\u202e \\x0c \\x7f", "\u202e \x0c \x7f")


@pytest.fixture(scope="session")
def pruned() -> int:
    """The number of the tab of `prune_dead_nodes`; that of the graph as written is 0."""
    return 1 + PIPELINE.index(prune_dead_nodes)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> CompiledFunction:
    path = tmp_path_factory.mktemp("hostile") / "hostile.py"
    path.write_text(HOSTILE, "utf-8")
    return load_functions(path)["hostile"]


@pytest.fixture(scope="session")
def page(hostile: CompiledFunction, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(page_text(hostile), "utf-8")
    return path


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = find_browser()
    if program is None:
        pytest.skip("needs Chromium on the path, or its path in DSLC_BROWSER")
    opened = Browser(program, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()

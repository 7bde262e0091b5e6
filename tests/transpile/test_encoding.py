"""A source in another encoding gives an emitted module in the same one."""

from pathlib import Path

import pytest

from dslc.cli import main

SOURCE = """# coding: {encoding}
import dslc
from dslc import graph


@graph
def f(x: float):
    # \u00e9t\u00e9
    return x + 1.0
"""


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "cp1252"])
def test_emitted_module_has_the_encoding_of_its_source(tmp_path: Path, encoding: str) -> None:
    source = tmp_path / "m.py"
    source.write_bytes(SOURCE.format(encoding=encoding).encode(encoding))
    assert main(["build", str(source)]) == 0
    assert "\u00e9t\u00e9" in (tmp_path / "m_graph.py").read_bytes().decode(encoding)
    assert main(["build", "--check", str(source)]) == 0

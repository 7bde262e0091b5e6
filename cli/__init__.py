"""The command line."""

from typing import TYPE_CHECKING

if __name__ != "dslc.cli":
    raise ImportError("import dslc.cli")

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: "Sequence[str] | None" = None) -> int:
    """The `dslc` command on these arguments, else on `sys.argv`; returns its exit code."""
    from functools import partial

    from .main import app
    from .terminal import guarded

    return guarded(partial(app, arguments))

"""The command line."""

from typing import TYPE_CHECKING

if __name__ != "dslc.cli":
    raise ImportError("import dslc.cli")

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: "Sequence[str] | None" = None) -> int:
    """The `dslc` command on these arguments, else on `sys.argv`; returns its exit code."""
    import os
    from functools import partial

    from .commands import app
    from .completion import split_at_colon
    from .terminal import guarded

    split_at_colon(os.environ)
    return guarded(partial(app, arguments))

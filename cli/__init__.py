"""The command line."""

if __name__ != "dslc.cli":
    raise ImportError("import dslc.cli")


def main() -> int:
    """The `dslc` command on `sys.argv`; returns its exit code."""
    from .main import app
    from .terminal import guarded

    return guarded(app)

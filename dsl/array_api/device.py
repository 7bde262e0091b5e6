"""Where arrays are: in the memory of the host, whichever device runs the graphs."""

from __future__ import annotations

from typing import Any

HOST = "cpu"


def check_device(device: Any) -> None:
    """Refuse another device than the host.

    Raises:
        ValueError: what `device` is, and what it may be.
    """
    if device not in (None, HOST):
        message = f"arrays are on {HOST!r}, not on {device!r}; DSLC_DEVICE says where graphs run"
        raise ValueError(message)

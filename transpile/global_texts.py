"""What gives a global in the emitted text, which may be of another module than its own."""

from __future__ import annotations

import re
from typing import Any

import dslc

from .session import Session


def global_text(session: Session, name: str, value: Any) -> str:
    """What gives a global of a session's module in the emitted text."""
    if not session.prefix or session.root.get(name, session) is value:
        return name
    if session.is_library and getattr(dslc, name, None) is value:
        return f"{session.dslc}.{name}"
    if session.prefix.endswith("__globals__."):
        return f'{session.prefix[:-1]}["{name}"]'
    return session.prefix + name


def path_of(text: str) -> str:
    """A text of a global as a path of attributes; that of the items of a module's globals too."""
    return re.sub(r'__globals__\["(\w+)"\]', r"__globals__.\1", text)

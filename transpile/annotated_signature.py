"""A signature with annotations for the parameters whose source has none."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .tree import Function


def annotated(function: Function, annotations: Mapping[str, str]) -> str:
    """The signature's text with annotations put in."""
    text = function.signature
    for name, annotation in annotations.items():
        text = re.sub(rf"(?<![\w.]){name}(?=\s*[,=)])", f"{name}: {annotation}", text, count=1)
    return text

"""A function as one page of HTML: its source, its graph after each pass and its kernel, linked.

The page needs no network and reads without its script.
"""

from .assemble import page_text

__all__ = ["page_text"]

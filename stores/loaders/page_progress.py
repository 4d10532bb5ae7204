"""Shows which page of a long file is being read, for progress displays."""

from collections.abc import Callable
from contextvars import ContextVar

PageRead = Callable[[int, int], None]
"""A callback that gets the last page read, counted from 1, and the number of pages of the file."""


def ignored(page: int, pages: int) -> None:
    pass


page_read: ContextVar[PageRead] = ContextVar("pincite_page_read", default=ignored)
"""The function that loaders call after each page."""

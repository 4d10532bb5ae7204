"""Which page of a long file is being read, for whoever shows progress."""

from collections.abc import Callable
from contextvars import ContextVar

PageRead = Callable[[int, int], None]
"""Given the page read last, counted from 1, and how many the file has."""


def _nobody(page: int, pages: int) -> None:
    pass


page_read: ContextVar[PageRead] = ContextVar("pincite_page_read", default=_nobody)
"""Called by loaders after each page."""

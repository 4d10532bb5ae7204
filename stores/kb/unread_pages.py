"""Groups the unread parts of ingested documents by document, so that pages without text are noticed."""

import re
from collections.abc import Iterable, Mapping

from ..loaders.ocr.scanned_page import NO_TEXT_LAYER, OCR_FAILED

PAGES = 5
"""The maximum number of pages named for one document and reason; further pages are only counted."""
_PAGE = re.compile(r"page (\d+)")
_NO_TEXT = "no text"


def unread_page(where: str, reason: str) -> int | None:
    """Return the number of a page without searchable text; None for any other issue."""
    page = _PAGE.fullmatch(where)
    return int(page[1]) if page and reason.startswith(_NO_TEXT) else None


def waits_for_ocr(reason: str) -> bool:
    """Return whether OCR could read a page with this issue, and has not yet read it."""
    return reason.startswith((NO_TEXT_LAYER, OCR_FAILED))


def in_one_line(issues: Iterable[tuple[str, str]]) -> str:
    """Return the issues of one document (place and reason) on one line. Pages with one reason come together."""
    by_reason: dict[str, list[str]] = {}
    for where, reason in issues:
        by_reason.setdefault(reason, []).append(where)
    return "; ".join(f"{_places(places)}: {reason}" for reason, places in by_reason.items())


def pages_by_document(issues: Iterable[tuple[str, str, str]]) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """Return the unread pages of each document and reason. `issues`: document, place and reason of each."""
    found: dict[tuple[str, str], list[int]] = {}
    for document, where, reason in issues:
        if (page := unread_page(where, reason)) is not None:
            found.setdefault((document, reason), []).append(page)
    return {key: tuple(sorted(pages)) for key, pages in found.items()}


def _places(places: list[str]) -> str:
    numbers = [page[1] for place in places if (page := _PAGE.fullmatch(place))]
    if len(numbers) < 2 or len(numbers) != len(places):
        return ", ".join(dict.fromkeys(places))
    more = f" and {len(numbers) - PAGES} more" if len(numbers) > PAGES else ""
    return f"pages {', '.join(numbers[:PAGES])}{more}"

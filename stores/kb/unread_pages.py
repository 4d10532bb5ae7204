"""What could not be read of documents that were taken in, told by document: a page without text is easily passed over."""

import re
from collections.abc import Iterable, Mapping

from ..loaders.ocr.scanned_page import NO_TEXT_LAYER, OCR_FAILED

PAGES = 5
"""Pages named of one document with one reason; of more the rest is counted."""
_PAGE = re.compile(r"page (\d+)")
_NO_TEXT = "no text"


def unread_page(where: str, reason: str) -> int | None:
    """The number of a page that is there and holds no text to search; None for any other issue."""
    page = _PAGE.fullmatch(where)
    return int(page[1]) if page and reason.startswith(_NO_TEXT) else None


def waits_for_ocr(reason: str) -> bool:
    """Whether a page with this issue could be read by OCR, and has not been."""
    return reason.startswith((NO_TEXT_LAYER, OCR_FAILED))


def told(issues: Iterable[tuple[str, str]]) -> str:
    """The issues of one document, where and why, in one line: pages of one reason together."""
    by_reason: dict[str, list[str]] = {}
    for where, reason in issues:
        by_reason.setdefault(reason, []).append(where)
    return "; ".join(f"{_places(places)}: {reason}" for reason, places in by_reason.items())


def pages_by_document(issues: Iterable[tuple[str, str, str]]) -> Mapping[tuple[str, str], tuple[int, ...]]:
    """From document, place and reason: the unread pages of each document and reason."""
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

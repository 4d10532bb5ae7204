"""Defines the lines of the primary financial statements, and matches row labels to them."""

import re
from functools import lru_cache
from typing import Literal

from ..model.frozen import Frozen

StatementKind = Literal["balance_sheet", "income_statement", "cash_flow"]


class LineItem(Frozen):
    """A line of a statement. `labels`: patterns of its usual row labels, the most certain first, for `folded_label`.
    `said`: patterns of its names in questions."""

    name: str
    statement: StatementKind
    labels: tuple[str, ...]
    said: tuple[str, ...] = ()
    several: bool = False
    """Whether several rows together may form the line, such as borrowings and the current part of long-term debt."""
    asked_as: str = ""
    """The question's own name for the line, folded. A row with this label is the line."""
    spent: bool = False
    """Whether the line is an outflow. Statements print outflows with or without brackets, for the same amount."""

    def rank(self, label: str) -> int | None:
        """Return how certain the match of a label is, or None if the label is of another line. -1 is the question's own
        name for the line. Then follow 0, 1 and so on, the most certain first."""
        rank = _rank(self.labels, folded_label(label))
        return -1 if rank is not None and self.asked_as and _same(self.asked_as, folded_label(label)) else rank

    def is_usual(self, label: str) -> bool:
        """Return whether the label is the most usual one of the line."""
        return _rank(self.labels, folded_label(label)) == 0


@lru_cache(maxsize=16_384)
def _rank(labels: tuple[str, ...], label: str) -> int | None:
    return next((rank for rank, pattern in enumerate(labels) if re.fullmatch(pattern, label)), None)


def _same(asked: str, label: str) -> bool:
    return asked.rstrip("s") == label.rstrip("s")


_BRACKETED = re.compile(r"\((?:see |refer )?(?:notes?|unaudited|\d|in |as )[^)]*\)|\[[^\]]*\]|\(\d+\)", re.IGNORECASE)
_RUN_ON = re.compile(
    r"[,;:]?\s*\b(?:net of|less) (?:allowances?|accumulated|reserves?)\b.*$|[,;:–—-]*\s*net\s*$", re.IGNORECASE
)


@lru_cache(maxsize=16_384)
def folded_label(label: str) -> str:
    """Return a row's label in lower case, without notes, punctuation, a final “net” and deductions.

    “Trade receivables, net of allowance for credit losses of $21” becomes “trade receivables”.
    """
    text = _BRACKETED.sub(" ", label.replace("’", "'"))
    text = _RUN_ON.sub("", " ".join(text.split()))
    text = text.replace("&", " and ").replace("/", " ").replace("(", " ").replace(")", " ")
    text = re.sub(r",\s*net\b(?= and\b)", " ", text.casefold())
    text = re.sub(r"[^\w\s'-]", " ", text)
    return re.sub(r"[\s–—-]+", " ", text).strip()

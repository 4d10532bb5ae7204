"""A line of one of the three primary financial statements, and how row labels are matched to it."""

import re
from functools import lru_cache
from typing import Literal

from ..model.frozen import Frozen

StatementKind = Literal["balance_sheet", "income_statement", "cash_flow"]


class LineItem(Frozen):
    """One line. `labels`: what its row is usually called, as patterns over the folded label (`folded_label`), the surest first.
    `said`: what questions call it, as patterns over the question."""

    name: str
    statement: StatementKind
    labels: tuple[str, ...]
    said: tuple[str, ...] = ()
    several: bool = False
    """Whether several rows may be the line together: borrowings, and the part of long-term debt that falls due."""
    asked_as: str = ""
    """The question's name for it, folded. Of several possible labels, the one with this name is the line."""
    spent: bool = False
    """Whether the line is an outflow. Some statements print it in brackets and others without; both mean the same amount."""

    def rank(self, label: str) -> int | None:
        """Returns how certain the match of the label is: -1 for the question's own name, then from 0 for the most certain label; None for
        another line."""
        rank = _rank(self.labels, folded_label(label))
        return -1 if rank is not None and self.asked_as and _same(self.asked_as, folded_label(label)) else rank

    def is_usual(self, label: str) -> bool:
        """Whether the label is the line's usual one."""
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
    """A row's label in lower case, without notes, punctuation, "net" at its end and what it is net of: "Trade receivables, net of
    allowance for credit losses of $21" is "trade receivables"."""
    text = _BRACKETED.sub(" ", label.replace("’", "'"))
    text = _RUN_ON.sub("", " ".join(text.split()))
    text = text.replace("&", " and ").replace("/", " ").replace("(", " ").replace(")", " ")
    text = re.sub(r",\s*net\b(?= and\b)", " ", text.casefold())
    text = re.sub(r"[^\w\s'-]", " ", text)
    return re.sub(r"[\s–—-]+", " ", text).strip()

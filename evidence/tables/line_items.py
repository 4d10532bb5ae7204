"""A line of one of the three primary financial statements, and how the label of a row is held against it."""

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
    """What the question calls it, folded: of several labels that may be the line, the one that says so is."""
    spent: bool = False
    """Money that goes out: some statements print it in brackets, others without, and it is the same amount."""

    def rank(self, label: str) -> int | None:
        """How sure the label is this line: -1 where it is the question's own name of it, else 0 the surest; None where it is another."""
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

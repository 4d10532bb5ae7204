"""Decides whether a quote can be understood alone."""

import re
from collections.abc import Sequence

from ...evidence.language.words import texts_of_words, topic_roots
from ...evidence.model.evidence import Evidence
from ...evidence.report.shown_part import tidied
from ...evidence.tables.row_parts import parts_of

MOST_FIGURES = 0.4
"""The largest share of a quote's words that may be figures. A line with more is part of a table."""
_FIGURE = re.compile(r"[$€£(+–—-]*\d[\d.,]*[)%;]*|[–—-]+;?")
_PAGE = re.compile(r"\d{1,3}")
"""A page number, as it follows a heading in a table of contents."""
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_CAPTION = re.compile(r"\([^()\d]*\)")
"""Words in brackets: “(Zip Code)”."""
FEWEST_WORDS = 5
"""The minimum number of words of a self-contained quote. Shorter quotes are titles, labels and fragments, unless they are
sentences, such as “Never use vinegar.”"""

MOST_UNENDED = 40
"""The largest number of words of a quote that does not end as a sentence. A longer one is a table that was not
recognised, or several lines of a list."""

_MAIL = "message/rfc822"
_ENDED = re.compile(r"[.;:!?…。！？][)\]”’\"'»]*$")


def is_self_contained(unit: Evidence, asked: str = "") -> bool:
    """Return whether a quote can be understood alone. `asked`: the question.

    True for a table row with its label and the meaning of its figures, and for text with enough words. False for a line
    of column names or figures, a list of names, and a fragment. Text that begins with a small letter is a fragment,
    unless its first word is written so in the question, as the names of programs are: “gzip returns 0 if …”, or it is
    a sentence of a mail, where it follows “Dear Ann,”.
    """
    if unit.row or unit.span.place.cell is not None:
        return bool(unit.row) and _is_complete(unit.row)
    words = tidied(unit.span.quote).split()
    few = (
        len(words) < FEWEST_WORDS and len(texts_of_words(unit.span.quote)) < FEWEST_WORDS
    )  # some scripts have no spaces
    if not words or (few and not _is_short_sentence(words)):
        return False
    if words[0][0].islower() and not _may_begin(words, unit, asked):
        return False
    if len(words) > MOST_UNENDED and not _ENDED.search(words[-1]):
        return False
    if sum(_FIGURE.fullmatch(word) is not None for word in words) > MOST_FIGURES * len(words):
        return False
    cased = any(character.isupper() for word in words for character in word)
    return not cased or any(word.islower() and word.strip(".,;:()").isalpha() for word in words)


def _may_begin(words: Sequence[str], unit: Evidence, asked: str) -> bool:
    """Return whether the first word, which is in small letters, may begin a sentence."""
    if unit.source.media_type == _MAIL and _ENDED.search(words[-1]):
        return True
    return bool(topic_roots(words[0])) and words[0] in re.split(r"[^\w.+-]+", asked)


def _is_short_sentence(words: Sequence[str]) -> bool:
    """Return whether few words are a sentence. A figure among them may be the number of a heading or of a page."""
    return len(words) > 2 and words[-1][-1] in ".!" and not any(map(str.isdigit, "".join(words)))


_LABELLED = re.compile(r"[A-Z][\w ()/&'’-]{1,40}:\s+\S.*")


def is_labelled_value(quote: str) -> bool:
    """Return whether a quote is one short line with a label and figures, or with a label, a colon and words.

    Examples: "Landing fee £12" and "Keeper: A. Tench".
    """
    words = quote.split()
    if len(words) < 2 * FEWEST_WORDS and _LABELLED.fullmatch(quote.strip()):
        return True
    figures = [word for word in words if any(character.isdigit() for character in word)]
    label = [word for word in words[: words.index(figures[0])] if _LETTERS.search(word)] if figures else []
    return "\n" not in quote.strip() and len(words) < 2 * FEWEST_WORDS and len(label) > 1


def _is_complete(row: Sequence[tuple[str, str]]) -> bool:
    parts = parts_of(tuple(row))
    if not _LETTERS.search(f"{parts.label} {parts.heading}"):
        return False
    if parts.label.count(")") > parts.label.count("("):
        return False  # the end of a label that runs over two lines
    if all(_CAPTION.fullmatch(value.strip()) for _, value in row if value.strip()):
        return False  # the captions below the blanks of a form
    if not parts.figures and not any(column.strip() for column, _ in row):
        in_letters = [value for _, value in row if _LETTERS.search(value)]
        return len(in_letters) > 1 or len(" ".join(in_letters).split()) >= FEWEST_WORDS  # less is an entry of an index
    named = any(figure.column.strip() for figure in parts.figures)
    return named or not parts.figures or not all(_PAGE.fullmatch(figure.text) for figure in parts.figures)

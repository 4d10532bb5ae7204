"""A measure that the question defines itself: “DPO is defined as: 365 * (average accounts payable between …) / (…)”, read as a formula."""

import re

from .periods import periods_in
from .statement_lines import LINES

_SAID = re.compile(r"\b(?:is|are) (?:defined|calculated|computed) (?:as|by)\b\s*:?\s*", re.IGNORECASE)
_END = re.compile(r"(?<=[\w)])\.(?=\s+[A-Z]|\s*$)|[?;]")
_WORDS = (
    (re.compile(r"\bdivided by\b|÷", re.IGNORECASE), " / "),
    (re.compile(r"\b(?:multiplied by|times)\b|×|(?<=[\d)\s])x(?=[\s(])", re.IGNORECASE), " * "),
    (re.compile(r"\bplus\b", re.IGNORECASE), " + "),
    (re.compile(r"\b(?:minus|less)\b|[–—−]", re.IGNORECASE), " - "),
    (re.compile(r"(?<=\d) days\b", re.IGNORECASE), " "),
    (re.compile(r"[\[{]"), "("),
    (re.compile(r"[\]}]"), ")"),
)
_SMALL = re.compile(r"\b(?:the|of|for|in|from|between|and|during|at|end|year|fiscal|total)\b", re.IGNORECASE)
_FORMULA = re.compile(r"[\s\d.+*/()a-z_-]+")


def defines(question: str) -> bool:
    """Whether the question says itself how something is to be worked out."""
    return _SAID.search(question) is not None


def definition_in(question: str) -> str:
    """The definition in the question's words; empty where it gives none."""
    said = _SAID.search(question)
    if said is None:
        return ""
    rest = question[said.end() :]
    end = _END.search(rest)
    return rest[: end.start()] if end else rest


def own_formula(question: str, year: int) -> str | None:
    """The definition as a formula in names of lines, `x_before` for the year before; None where it is not read without doubt."""
    text: str | None = definition_in(question)
    if not text:
        return None
    for pattern, sign in _WORDS:
        text = pattern.sub(sign, text)
    text = _with_periods(text, year)
    if text is None:
        return None
    for name, phrase in _lines(text):
        text = text.replace(phrase, f" {name} ", 1)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"\baverage(?: of)? ([a-z_]+)(?: B?§A?)*", r"((\1 + \1_before) / 2)", text)
    text = re.sub(r"\bchanges? in ([a-z_]+)", r"(\1 - \1_before)", text)
    text = re.sub(r"§B\s*([a-z_]+)\b", r"\1_before", text).replace("§A", " ")
    text = _SMALL.sub(" ", text)
    names = set(re.findall(r"[a-z_]{2,}", text))
    known = {name.removesuffix("_before") for name in names} <= set(LINES)
    return " ".join(text.split()) if names and known and _FORMULA.fullmatch(text) else None


def _with_periods(text: str, year: int) -> str | None:
    """The text with “between FY2016 and FY2017” left out and the year named before a line as a sign; None where another year is named."""
    spans = list(periods_in(text))
    if any(period.quarter or period.month or period.year not in (year, year - 1) for period, _, _ in spans):
        return None
    for period, start, end in reversed(spans):
        after = text[end:].lstrip()
        joins = re.search(r"\b(?:between|and|from|to|of|in|for|during)\s*$", text[:start], re.IGNORECASE)
        sign = " " if joins or not after[:1].isalpha() else " §A " if period.year == year else " §B "
        text = text[:start] + sign + text[end:]
    return re.sub(r"\bbetween\s+and\b|\bfrom\s+to\b", " ", text, flags=re.IGNORECASE)


def _lines(text: str) -> list[tuple[str, str]]:
    """The phrases that name lines, each once, longer ones before what stands within them."""
    found: list[tuple[str, str]] = []
    taken: list[tuple[int, int]] = []
    spoken = [
        (match.end() - match.start(), match.start(), match.end(), name)
        for name, line in LINES.items()
        for pattern in line.said
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    for _, start, end, name in sorted(spoken, key=lambda one: (-one[0], one[1])):
        if all(end <= left or right <= start for left, right in taken):
            taken.append((start, end))
            found.append((name, text[start:end]))
    return found

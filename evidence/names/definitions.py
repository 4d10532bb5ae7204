"""Finds the short names that a document defines for longer names: defined terms, former names, tickers and acronyms
(SPEC SUB-8)."""

import re
from collections.abc import Iterator

from ..lexicon.document_type_names import OWN_DOCUMENTS
from ..lexicon.small_words import STOP_WORDS
from ..model.source_record import Alias, AliasOrigin
from ..model.spans import DocumentId
from .same_name import is_suffix, name_key, names_match, split_suffix

MOST = 200
"""The maximum number of aliases stored for one document. A text that defines more is a glossary, of which the first
entries are stored."""
_REACH = 240
"""The maximum number of characters from the start of a name to the bracket that belongs to it."""

_HEADING = 60
"""The number of characters below which a line counts as a heading or a line of a cover. A name ends with such a line.
Longer lines are wrapped text."""

_BRACKET = re.compile(r"\(([^()]{1,160})\)")
_QUOTED = re.compile(r"[\"“”„«]\s*([^\"“”„«»\n]{1,60}?)\s*[\"“”»]|(?<![\w])[‘']([A-Z][^‘’'\n]{1,60}?)[’'](?!\w)")
_TICKER = re.compile(
    r"\b(?:NYSE(?:\s+(?:American|Arca))?|Nasdaq(?:GS|GM|CM)?|AMEX|LSE|ASX|TSX(?:V|-V)?|OTC(?:QX|QB)?|HKEX|SEHK|SGX|SIX|XETRA|FRA|"
    r"Euronext(?:\s+\w+)?|AIM)\s*:\s*([A-Z0-9][A-Z0-9./-]{0,9})\b",
    re.IGNORECASE,
)
_FORMERLY = re.compile(
    r"(?<![\s,(])[\s,(]+(?:formerly(?:\s+(?:known|called|named|registered|trading)(?:\s+as)?)?|"
    r"previously\s+(?:known|called|named|registered|trading)(?:\s+as)?)[\s:]+|(?<![\s,(])[\s,(]+f/?k/?a\.?\s+",
    re.IGNORECASE,
)
_MAY_BE_FORMERLY = re.compile(r"[fFpP](?i:ormerly|reviously|/?k/?a)")
"""A quick test: every text that `_FORMERLY` matches contains a match of this pattern."""
_UNQUOTED = re.compile(
    r"(?:the\s+)?(?P<first>[A-Z][\w&.'’-]*(?:\s[A-Z][\w&.'’-]*){0,3}?)"
    r"(?:,?\s+or\s+(?:the\s+)?(?P<second>[A-Z][\w-]*(?:\s[A-Z][\w-]*)?))?"
)
GENERIC_NAMES = frozenset("company group corporation registrant issuer bank trust partnership".split())
"""Words that a document uses in place of a company's name ("the Company")."""
_ACRONYM = re.compile(r"[A-Z][A-Za-z]?[A-Z&]?[A-Z0-9&]{0,6}s?")
_PRONOUNS = frozenset("we us our ours it its they them their you your he she i".split())
_JOINING = frozenset("of and & the de la le du van von der den for".split())
_APPOSITION = re.compile(
    r",\s+(?:an?|the|together|and|including|with|incorporated|registered|whose|which|having|\(?no\b)\b", re.I
)
_OFFICE_OF = re.compile(
    r"^(?=.* (?:of|for) )(?:.*\b(?:Report|Board|Directors|Form [\w-]+|Officer|Chair\w*|President|Shareholders|Stock|Shares|Subsidiary|"
    rf"Division|Employees?|Customers?|Members?|Clients?|Users?|Agents?|\d{{4}}|(?i:{OWN_DOCUMENTS}))(?: and [\w ]+?)? (?:of|for) )"
    r"(?:the )?(?=[A-Z])"
)
"""Words before a company's name that are not part of it: "Board of Directors of Foot Locker, Inc.", "Annual Report 2024
of Acme Ltd"."""


def defined_names(text: str, *, document_id: DocumentId | None) -> tuple[Alias, ...]:
    """Return the aliases that a text defines, in order, each once, at most `MOST`. The offsets are those of the short
    name in `text`. Linear in the text's length.

    Recognised forms: `Acme Holdings Ltd (the "Supplier")`, `Costco Wholesale Corporation ("Costco" or the "Company")`,
    "formerly known as", `(NYSE: BA)`, and an acronym in brackets whose letters begin the words before it.
    """
    found: dict[tuple[str, str], Alias] = {}
    for alias in _all(text, document_id):
        found.setdefault((name_key(alias.name), name_key(alias.of)), alias)
        if len(found) >= MOST:
            break
    return tuple(sorted(found.values(), key=lambda alias: (alias.char_start or 0, alias.name)))


def _all(text: str, document_id: DocumentId | None) -> Iterator[Alias]:
    def alias(start: int, end: int, of: str, origin: AliasOrigin) -> Alias:
        return Alias(
            name=text[start:end], of=of, origin=origin, document_id=document_id, char_start=start, char_end=end
        )

    for match in _FORMERLY.finditer(text) if _MAY_BE_FORMERLY.search(text) else ():
        name, old = name_before(text, match.start()), _name_after(text, match.end())
        if name and old and name_key(name) != name_key(text[slice(*old)]):
            yield alias(*old, name, "former_name")
    for bracket in _BRACKET.finditer(text):
        inside, at = bracket.group(1), bracket.start(1)
        for ticker in _TICKER.finditer(inside):
            if name := name_before(text, bracket.start()):
                yield alias(at + ticker.start(1), at + ticker.end(1), name, "ticker")
        quoted = list(_QUOTED.finditer(inside))
        terms = [(at + m.start(g), at + m.end(g)) for m in quoted for g in (1, 2) if m.group(g)]
        terms = [(s, s + len(text[s:e].rstrip(" ,.;"))) for s, e in terms]
        terms = [(s, e) for s, e in terms if _is_term(text[s:e])]
        if terms:
            name = _owner(text, bracket.start(), [text[s:e] for s, e in terms])
            if name:
                yield from (
                    alias(s, e, name, "defined_term") for s, e in terms if name_key(text[s:e]) != name_key(name)
                )
        elif _ACRONYM.fullmatch(inside) and (long_form := _spelt_out(text, bracket.start(), inside.removesuffix("s"))):
            yield alias(at, at + len(inside), long_form, "acronym")
        elif unquoted := _UNQUOTED.fullmatch(inside):
            name = _owner(text, bracket.start(), [])
            spans = [unquoted.span(group) for group in ("first", "second") if unquoted[group]]
            if name and split_suffix(name)[1] and any(_is_short_for(inside[s:e], name) for s, e in spans):
                yield from (alias(at + s, at + e, name, "defined_term") for s, e in spans)


def _is_short_for(term: str, name: str) -> bool:
    """Return whether a term without quote marks is certainly short for the name: a generic word ("Company"), or the
    name's first words."""
    return term.casefold() in GENERIC_NAMES or f"{name_key(name)} ".startswith(f"{name_key(term)} ")


def _is_term(term: str) -> bool:
    return term[:1].isalnum() and not term[0].islower() and term.casefold() not in _PRONOUNS and len(term.split()) <= 6


def _owner(text: str, end: int, terms: list[str]) -> str | None:
    """Return the name for which a bracket at `end` defines terms, or None. The name is directly before the bracket, or
    before an apposition ("…, a Washington corporation (…)")."""
    adjacent = name_before(text, end)
    if adjacent and re.search(
        rf"\b(?:and|between|among)\s+{re.escape(adjacent)}\s*$", " ".join(text[max(0, end - _REACH) : end].split())
    ):
        return adjacent
    if adjacent and (split_suffix(adjacent)[1] or not _APPOSITION.search(text[max(0, end - _REACH) : end])):
        return adjacent
    left = max(0, end - _REACH)
    sentence = re.split(r"(?<=[a-z\d)][.;:])\s+(?=[A-Z])|\n\s*\n", text[left:end])[-1]
    offset = end - len(sentence)
    best = None
    for match in re.finditer(r"[A-Za-z][A-Za-z./&]*\.?(?=[\s,;)]|$)", sentence):
        if (is_suffix(match.group().rstrip(".")) and match.group()[0].isupper()) or match.group() == "plc":
            name = name_before(text, offset + match.end())
            if name and split_suffix(name)[1]:
                best = name
    if best:
        return best
    for term in terms:
        if adjacent and (names_match(term, adjacent) or set(name_key(term).split()) & set(name_key(adjacent).split())):
            return adjacent
    return adjacent if adjacent and not _APPOSITION.search(sentence) else None


def name_before(text: str, end: int) -> str | None:
    """Return the capitalised name that ends before `end`, as written, or None. White space, brackets and a comma may be
    between them.

    Example: `name_before("signed by Acme Holdings Ltd (the Supplier)", 27)` gives `"Acme Holdings Ltd"`.
    """
    window = _without_tail(text[max(0, end - _REACH) : end])
    kept: list[tuple[int, int, str]] = []
    for match in reversed(list(re.finditer(r"\S+", window))):
        word = match.group()
        bare = word.strip('"“”„‘(').rstrip(",;:")
        if kept and not _runs_on(
            word, bare, kept[-1][2], window[match.end() : kept[-1][0]], match.end() - window.rfind("\n", 0, match.end())
        ):
            break
        if bare[:1].isupper() or (bare[:1].isdigit() and kept) or (not kept and bare in ("plc", "gmbh")):
            kept.append((match.start(), match.end(), bare))
        elif kept and bare.casefold() in _JOINING:
            before = window[: match.start()].split()[-1:]
            if bare in ("and", "&") and before and is_suffix(before[0].rstrip(".,")):
                break
            kept.append((match.start(), match.end(), bare))
        else:
            break
        if (word[0] in '"“„‘(' and not word.rstrip(",").endswith(")")) or len(kept) == 10:
            break
    while kept and (kept[-1][2].casefold() in _JOINING or kept[-1][2].casefold() in STOP_WORDS):
        kept.pop()
    if not any(part[2][:1].isupper() for part in kept):
        return None
    name = " ".join(window[kept[-1][0] : kept[0][1]].strip('"“”„‘, \t\n').split())
    name = _OFFICE_OF.sub("", name.lstrip("(") if ")" not in name else name)
    return name if len(name) > 1 else None


def _without_tail(window: str) -> str:
    """Return the text without the brackets, closing quote marks and possessive ending after the name at its end.

    Example: `_without_tail("by “Acme Ltd” (Leeds)")` gives `"by “Acme Ltd"`.
    """
    window = window.rstrip(" \t\n,")
    while beside := re.search(r"\s\([^()]{0,120}\)$", window):
        window = window[: beside.start()].rstrip(" \t\n,")
    return re.sub(r"['’]s?$", "", window.rstrip('"”'))


def _runs_on(word: str, bare: str, following: str, gap: str, line_before: int) -> bool:
    """Return whether a name may continue from `word` to the next word, `following`.

    `bare`: `word` without punctuation. `gap`: the white space between the two words. `line_before`: the length of the
    line that ends with `word`.

    Example: `_runs_on("Acme", "Acme", "Ltd", " ", 4)` gives `True`, and
    `_runs_on("Acme;", "Acme", "Borealis", " ", 5)` gives `False`.
    """
    before_suffix = is_suffix(following.rstrip("."))
    if "\n" in gap and line_before < _HEADING and not before_suffix:
        return False
    if re.fullmatch(r"\([A-Z][\w.]*\),?", word):
        return before_suffix
    if "--" in word or "—" in word or word[-1] in ';:!?)”"' or gap.replace(" ", "").count("\n") > 1:
        return False
    if word[-1] == "," or word.endswith(("'s", "’s")):
        return before_suffix
    return word[-1] != "." or _abbreviated(bare)


def _abbreviated(word: str) -> bool:
    return is_suffix(word.rstrip(".")) or bool(re.fullmatch(r"(?:[A-Z]\.)+|(?:St|Dr|Mr|Mrs|Ms|No|Bros|Cos|Mt)\.", word))


def _name_after(text: str, start: int) -> tuple[int, int] | None:
    """Return the offsets of the capitalised name that begins at `start`, or None.

    Example: `_name_after("known as Borealis Ltd until 2020", 9)` gives `(9, 21)`.
    """
    window = text[start : start + 120]
    match = re.match(
        r"(?:the\s+)?[\"“‘]?(?P<name>[A-Z][\w&'’.\-]*(?:,?\s+(?:(?:of|and|&|de|the)\s+)*(?:[A-Z][\w&'’.\-]*|plc\b))*)",
        window,
    )
    if match is None:
        return None
    name = match["name"]
    if name.endswith(".") and not _abbreviated(name.split()[-1]):
        name = name[:-1]
    return start + match.start("name"), start + match.start("name") + len(name)


def _spelt_out(text: str, end: int, acronym: str) -> str | None:
    """Return the words before `end` whose first letters form the acronym, or None. Joining words may be skipped.

    Example: `_spelt_out("the Bank of Scotland (BoS)", 21, "BoS")` gives `"Bank of Scotland"`.
    """
    letters = [letter.casefold() for letter in acronym if letter.isalpha()]
    if len(letters) < 2:
        return None
    window = text[max(0, end - 160) : end].rstrip()
    parts = list(re.finditer(r"[^\W_]+", window))
    index = len(parts) - 1
    for letter in reversed(letters):
        while index >= 0 and parts[index].group()[0].casefold() != letter:
            if parts[index].group().casefold() not in _JOINING | STOP_WORDS:
                return None
            index -= 1
        if index < 0:
            return None
        first, index = index, index - 1
    spelt = window[parts[first].start() :]
    if re.search(r"[.;:!?]\s|\n\s*\n", spelt):
        return None
    return " ".join(spelt.split())

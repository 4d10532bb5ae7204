"""Decides whether two names mean the same thing. They may differ in case or a missing legal form, or one may be a
stated alias of the other (SPEC SUB-8).

Similarity, edit distance and meaning never make two names the same.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from ..model.frozen import Frozen
from ..model.source_record import Alias
from ..model.spans import DocumentId
from .legal_forms import LegalForm, canonical, forms_start, is_form

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_DASHES = re.compile(r"[\u2010-\u2015\u2212\u00ad]")
_COMPANY_WIDE = frozenset({"manifest", "declared", "former_name", "ticker"})
_A_DASH = r"[-\u2010-\u2015\u2212]"
_WEB_ENDING = re.compile(r"(?<=\w)\.com$", re.IGNORECASE)
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}", re.IGNORECASE)
_PART_NUMBER = re.compile(r"\d\.\d+$")
"""The end of a number with parts, such as a version or a clause. “4.2” is no mention in “4.2.1”."""
"""Initials with full stops: "U.S." equals "US"."""
_INSIDE = re.compile(r"(?<=\w)'|[.,!]+(?=\s|$)")
"""An apostrophe in a word, or a punctuation mark at its end: "O'Dell", "Residents' Association", "St. Jude", "Yahoo!"."""
_PLURAL_END = re.compile(r"(?<=[\w'’])s(?= \w)", re.IGNORECASE)
"""The last letter of a plural before another word of the name, which may be a possessive in another text."""
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])-(?=[^\W_])|(?<=\w)-(?=[^\W\d_])")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
LONG_WORD = 8
"""The minimum number of letters of a one-word name that is matched in any case. A shorter name ("Apple", "Shell") must
have its capital."""


class NameMatch(Frozen):
    how: Literal["exact", "case", "suffix_left_out", "alias"]
    alias: Alias | None = None
    reason: str


@lru_cache(maxsize=16_384)
def split_suffix(name: str) -> tuple[str, str | None]:
    """Return the name without its legal forms, and the legal forms as written. The second item is None if there are
    none, or if nothing else would remain.

    >>> split_suffix("Acme Holdings Ltd"), split_suffix("ACME CO., INC.")
    (('Acme Holdings', 'Ltd'), ('ACME', 'CO., INC.'))
    """
    stripped = name.strip().rstrip(",;")
    start = forms_start(stripped)
    if start is None:
        return stripped, None
    core = re.sub(r"(?:\s*[,&]|\s+and)+\s*$", "", stripped[:start].rstrip(), flags=re.IGNORECASE)
    return core, stripped[start:]


def is_suffix(word: str) -> bool:
    """Return whether the single word, as written, is a legal form.

    Example: `is_suffix("Ltd")` gives `True`, and `is_suffix("Acme")` gives `False`.
    """
    return is_form(word)


@lru_cache(maxsize=16_384)
def name_key(name: str) -> str:
    """Return the form in which names are compared.

    It is case folded, with "and" for "&", and without hyphens, apostrophes, punctuation at the end of a word, a leading
    "the" and a final possessive.
    """
    if not name.isascii() or "`" in name:
        name = _DASHES.sub("-", unicodedata.normalize("NFKC", name).translate(_QUOTES))
    folded = name.strip(" ,;:\"'").casefold().removesuffix("'s").replace("&", " and ")
    if "." in folded:
        folded = _INITIALS.sub(lambda match: match.group().replace(".", ""), folded)
    folded = " ".join(_BETWEEN_LETTERS.sub(" ", _INSIDE.sub("", folded)).split())
    return folded.removeprefix("the ") if folded[4:5].strip() else folded


def names_match(
    asked: str, found: str, aliases: Sequence[Alias] = (), *, document_id: DocumentId | None = None
) -> NameMatch | None:
    """Return the kind of match between the two names, or None if they do not match.

    Names with two different legal forms match only if an alias states it. A defined term counts only in its own
    document; `document_id` is the document that contains `found`.

    Example: “Acme” matches “Acme Ltd”, with the legal form left out; “Acme Inc” does not match “Acme Ltd”.
    """
    plain = _plain_match(asked, found)
    if plain is not None:
        return plain
    visible = [alias for alias in aliases if _holds(alias, document_id)]
    for alias in visible:
        for either, other in ((alias.name, alias.of), (alias.of, alias.name)):
            if _plain_match(asked, either) and _plain_match(found, other):
                return NameMatch(how="alias", alias=alias, reason=alias.reason())
    for first in visible:
        if not _plain_match(asked, first.name):
            continue
        for second in visible:
            if _plain_match(found, second.name) and _plain_match(first.of, second.of):
                reason = f"{first.reason()}; {second.reason()}"
                return NameMatch(how="alias", alias=first, reason=reason)
    return None


def of_another_form(asked: str, text: str) -> bool:
    """Return whether the text contains the requested name only with other legal forms. These names belong to other
    organisations (SPEC SUB-8).

    Example: `of_another_form("Acme Ltd", "Acme Inc. grew in 2023.")` gives `True`.
    """
    core, form = split_suffix(asked)
    return form is not None and core.casefold() in text.casefold() and not mentioned((asked, core), text)


def identifiers(name: str, aliases: Sequence[Alias], *, document_id: DocumentId | None = None) -> tuple[str, ...]:
    """Return the names to search for: the name itself, the name without its legal form, and its aliases.

    Aliases of the whole knowledge base are always included. Terms and acronyms that one document defines are included
    only if its `document_id` is given.

    Example: `identifiers("Acme Holdings Ltd", [])` gives `("Acme Holdings Ltd", "Acme Holdings")`.
    """
    found = [name, *_forms(name)]
    for alias in aliases:
        if not _holds(alias, document_id):
            continue
        if _plain_match(name, alias.of):
            found += [alias.name, *_forms(alias.name)]
        elif _plain_match(name, alias.name):
            found += [alias.of, *_forms(alias.of)]
    return tuple(dict.fromkeys(" ".join(name.split()) for name in found if name.strip()))


def mentioned(names: Sequence[str], text: str) -> bool:
    """Return whether the text contains one of the names as whole words.

    Example: `mentioned(["Acme"], "Acme’s fee")` gives `True`, and `mentioned(["Acme"], "Acmeville")` gives `False`.
    """
    return find_mention(names, text) is not None


def find_mention(names: Sequence[str], text: str) -> tuple[int, int] | None:
    """Return the start and end offsets of the first mention of one of the names in `text`, or None.

    White space, quote marks and dashes may differ in form. Case may differ if the name has several words or one long
    word. A short single word must have its capital ("Apple" is not "apple"), and a short name in capitals must be in
    capitals ("IT" is not "it"). "Acme" in "Acme Corp." is not a mention of "Acme Inc.". Known false match: a name
    inside a longer name ("Boeing" in "Boeing Capital").
    """
    return next(find_mentions(names, text), None)


def find_mentions(names: Sequence[str], text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield the start and end offsets of each mention of one of the names in `text[start:end]`, as `find_mention` finds
    the first.

    Example: the mentions of “Acme” in “Acme sued. Acme won.” are (0, 4) and (11, 15).
    """
    wanted = tuple(name for name in names if name.strip())
    if not wanted:
        return
    pattern, suffixes = _mention_pattern(wanted)
    for match in pattern.finditer(text, start, len(text) if end is None else end):
        if _case_fits(match.group(), wanted) and _suffix_fits(text, match, suffixes):
            yield match.start(), match.end()


def _form_of(suffix: str | None) -> LegalForm | None:
    return None if suffix is None else canonical(suffix)


def _forms(name: str) -> tuple[str, ...]:
    """Return the forms in which a name may be written: without its legal form, without ".com", and with "&" for "and"
    or the reverse."""
    core, _ = split_suffix(name)
    core = re.sub(r"^the\s+(?=\S)", "", core, flags=re.IGNORECASE)
    forms = (core, _WEB_ENDING.sub("", core))
    joined = (
        (re.sub(r"(?<=\s)&(?=\s)", "and", form) for form in forms),
        (re.sub(r"(?<=\s)and(?=\s)", "&", form) for form in forms),
    )
    return tuple(dict.fromkeys((*forms, *joined[0], *joined[1])))


@lru_cache(maxsize=8_192)
def _parts(name: str) -> tuple[str, frozenset[str], LegalForm | None]:
    """Return the comparison key of the name without its legal form, all equivalent keys, and the legal form. "Kohl's"
    has the keys of "Kohls" and, as a possessive, of "Kohl"."""
    core, suffix = split_suffix(re.sub(r"['’]s$", "", name.strip()))
    key = name_key(core)
    whole = core if suffix else name
    bare = {_WEB_ENDING.sub("", key), name_key(re.sub(r"['’](?=s\W*$)", "", whole))} - {""}
    return key, frozenset(bare), _form_of(suffix)


def _plain_match(asked: str, found: str) -> NameMatch | None:
    if asked == found and asked.strip():
        return NameMatch(how="exact", reason=f"the name stands as “{found}”")
    (key, bare, suffix), (other_key, other_bare, other_suffix) = _parts(asked), _parts(found)
    same = name_key(asked) == name_key(found)
    if not key or not (same or bare & other_bare) or (suffix and other_suffix and suffix != other_suffix):
        return None
    if same or (suffix == other_suffix and key == other_key):
        return NameMatch(how="case", reason=f"“{found}” differs from “{asked}” in case or punctuation only")
    return NameMatch(how="suffix_left_out", reason=f"“{found}” is “{asked}” but for the legal form of the name")


def _holds(alias: Alias, document_id: DocumentId | None) -> bool:
    return alias.document_id is None or alias.document_id == document_id or alias.origin in _COMPANY_WIDE


@lru_cache(maxsize=2_048)
def _mention_pattern(names: tuple[str, ...]) -> tuple[re.Pattern[str], frozenset[LegalForm]]:
    longest_first = sorted(dict.fromkeys(names), key=len, reverse=True)
    suffixes = {_form_of(split_suffix(name)[1]) for name in names} - {None}
    alternatives = "|".join(_loosened(name) for name in longest_first)
    return re.compile(f"(?:{alternatives})", re.IGNORECASE), frozenset(suffix for suffix in suffixes if suffix)


def _loosened(name: str) -> str:
    name = _INITIALS.sub(lambda match: match.group().replace(".", ""), " ".join(name.split()))
    name = re.sub(r"(?<=\s)and(?=\s)", "&", name, flags=re.IGNORECASE)
    initials = {place for match in re.finditer(r"(?<!\w)[A-Z]{2,4}(?!\w)", name) for place in range(*match.span())}
    parts = []
    for place, character in enumerate(name):
        plain = character.translate(_QUOTES)
        if character == " ":
            parts.append(rf"(?:\s+|{_A_DASH})")
        elif plain == "'":
            parts.append("['’‘ʼ`]?")
        elif plain == '"':
            parts.append('["“”„«»]')
        elif character == "&":
            parts.append(r"(?:&|(?<!\w)and(?!\w))")
        elif _DASHES.match(character) or character == "-":
            parts.append(rf"(?:\s+|{_A_DASH})" if _joins_letters(name, place) else _A_DASH)
        elif place not in initials and _PLURAL_END.match(name, place):
            parts.append("['’]?s['’]?")
        else:
            parts.append(re.escape(character) + (r"\.?" if place in initials else ""))
    before = r"(?<!\w)" if _is_word(name[0]) else ""
    after = r"(?!\w)" if _is_word(name[-1]) else ""
    if _PART_NUMBER.search(name):
        after += r"(?!\.\d)"
    return f"{before}{''.join(parts)}{after}"


def _joins_letters(name: str, place: int) -> bool:
    around = name[max(0, place - 1) : place], name[place + 1 : place + 2]
    return all(character.isalnum() for character in around) and any(character.isalpha() for character in around)


def _is_word(character: str) -> bool:
    return (character.isalnum() or character == "_") and not _UNSPACED.match(character)


def _case_fits(found: str, names: Sequence[str]) -> bool:
    for name in names:
        if _letters(name) != _letters(found):
            continue
        if " " in name.strip() or len(name) >= LONG_WORD or not name[0].isupper():
            return True
        if name.isupper() and len(name) <= 4:
            if found.replace(".", "") == name.replace(".", ""):
                return True
        elif found[0].isupper():
            return True
    return False


def _letters(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold().replace("&", "and")
    return "".join(letter for letter in folded if letter.isalnum()) or folded.strip()


def _suffix_fits(text: str, match: re.Match[str], suffixes: frozenset[LegalForm]) -> bool:
    """Return whether no legal form follows the matched name, or only one of its own (`suffixes`)."""
    if not suffixes or split_suffix(match.group())[1]:
        return True
    following = re.match(r",?\s{1,3}([A-Za-z][A-Za-z./]{0,14})", text[match.end() : match.end() + 24])
    if following is None or not is_suffix(following[1]) or (not following[1][0].isupper() and following[1] != "plc"):
        return True
    return any(form[0] == canonical(following[1])[0] for form in suffixes)

"""When two names are one name: by letter, by case, by a legal suffix left out, or by an alias somebody stated (SPEC SUB-8).

Likeness, edit distance and meaning never make a match.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from .frozen import Frozen
from .sources import Alias
from .spans import DocumentId

_SUFFIXES = {
    "incorporated": "inc", "inc": "inc", "corporation": "corp", "corp": "corp", "company": "co", "co": "co", "cos": "co",
    "plc": "plc", "public limited company": "plc", "limited": "ltd", "ltd": "ltd", "llc": "llc", "llp": "llp", "lllp": "lllp",
    "lp": "lp", "pllc": "pllc", "co ltd": "co ltd", "co limited": "co ltd", "company limited": "co ltd", "pty ltd": "pty ltd",
    "pty limited": "pty ltd", "pty": "pty ltd", "proprietary limited": "pty ltd", "pte ltd": "pte ltd",
    "pte limited": "pte ltd", "pvt ltd": "pvt ltd", "private limited": "pvt ltd", "pvt limited": "pvt ltd", "ulc": "ulc",
    "gmbh": "gmbh", "mbh": "gmbh", "gmbh and co kg": "gmbh co kg", "gmbh & co kg": "gmbh co kg", "ag": "ag", "kg": "kg",
    "kgaa": "kgaa", "ohg": "ohg", "ev": "ev", "se": "se", "sa": "sa", "sas": "sas", "sarl": "sarl", "spa": "spa", "srl": "srl",
    "bv": "bv", "nv": "nv", "oy": "oy", "oyj": "oyj", "ab": "ab", "as": "as", "a/s": "as", "asa": "asa", "aps": "aps",
    "kk": "kk", "sdn bhd": "sdn bhd", "bhd": "bhd", "sp z oo": "sp z oo", "sro": "sro", "doo": "doo", "kft": "kft",
    "dac": "dac", "sa de cv": "sa de cv", "ltda": "ltda", "lda": "lda", "sab de cv": "sab de cv", "pjsc": "pjsc", "pao": "pao", "ooo": "ooo",
}  # fmt: skip
_LONGEST_SUFFIX = max(len(suffix.split()) for suffix in _SUFFIXES)
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_DASHES = re.compile(r"[\u2010-\u2015\u2212\u00ad]")
_COMPANY_WIDE = frozenset({"manifest", "declared", "former_name", "ticker"})
_WEB_ENDING = re.compile(r"(?<=\w)\.com$", re.IGNORECASE)
_INITIALS = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}", re.IGNORECASE)
"""Initials with full stops: "U.S." is "US"."""
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
LONG_WORD = 8
"""A single capitalised word of this many letters is one name in any case; a shorter one ("Apple", "Shell") needs its capital."""


class NameMatch(Frozen):
    how: Literal["exact", "case", "suffix_left_out", "alias"]
    alias: Alias | None = None
    reason: str


@lru_cache(maxsize=16_384)
def split_suffix(name: str) -> tuple[str, str | None]:
    """The name without its legal suffix, and the suffix as it stands; None when there is none or nothing would be left.

    "Acme Holdings Ltd" gives ("Acme Holdings", "Ltd"): "Holdings" and "Group" are part of a name, not a legal form.
    """
    stripped = name.strip().rstrip(",;")
    words = list(re.finditer(r"\S+", stripped))
    for size in range(min(_LONGEST_SUFFIX, len(words) - 1), 0, -1):
        start = words[-size].start()
        suffix = stripped[start:]
        if _suffix_key(suffix) in _SUFFIXES:
            core = re.sub(r"(?:\s*[,&]|\s+and)+\s*$", "", stripped[:start].rstrip(), flags=re.IGNORECASE)
            if name_key(core) not in ("", "the"):
                return core, suffix
    return stripped, None


def is_suffix(word: str) -> bool:
    """Whether a word alone is a legal suffix."""
    return _suffix_key(word) in _SUFFIXES


@lru_cache(maxsize=16_384)
def name_key(name: str) -> str:
    """The form under which names are compared: case folded; white space, quotes and dashes in one shape; without a leading "the"
    and a closing possessive."""
    if not name.isascii() or "`" in name:
        name = _DASHES.sub("-", unicodedata.normalize("NFKC", name).translate(_QUOTES))
    folded = " ".join(name.split()).strip(" ,;:\"'").casefold().removesuffix("'s")
    if "." in folded:
        folded = _INITIALS.sub(lambda match: match.group().replace(".", ""), folded)
    return folded.removeprefix("the ") if folded[4:5].strip() else folded


def names_match(
    asked: str, found: str, aliases: Sequence[Alias] = (), *, document_id: DocumentId | None = None
) -> NameMatch | None:
    """How two names are the same, or None.

    Two different legal suffixes never match unless an alias says so. A defined term counts in its own document only:
    `document_id` is the document that `found` stands in.
    """
    plain = _plain_match(asked, found)
    if plain is not None:
        return plain
    visible = [alias for alias in aliases if _holds(alias, document_id)]
    for alias in visible:
        for one, other in ((alias.name, alias.of), (alias.of, alias.name)):
            if _plain_match(asked, one) and _plain_match(found, other):
                return NameMatch(how="alias", alias=alias, reason=_alias_reason(alias))
    for first in visible:
        if not _plain_match(asked, first.name):
            continue
        for second in visible:
            if _plain_match(found, second.name) and _plain_match(first.of, second.of):
                reason = f"{_alias_reason(first)}; {_alias_reason(second)}"
                return NameMatch(how="alias", alias=first, reason=reason)
    return None


def identifiers(name: str, aliases: Sequence[Alias], *, document_id: DocumentId | None = None) -> tuple[str, ...]:
    """The names under which `name` may be looked for: itself, itself without suffix, and its aliases.

    Aliases that hold in the whole knowledge base always; defined terms and acronyms of one document only when that
    `document_id` is given.
    """
    found = [name, *_forms(name)]
    for alias in aliases:
        if not _holds(alias, document_id):
            continue
        if _plain_match(name, alias.of):
            found += [alias.name, *_forms(alias.name)]
        elif _plain_match(name, alias.name):
            found += [alias.of, *_forms(alias.of)]
    return tuple(dict.fromkeys(" ".join(one.split()) for one in found if one.strip()))


def mentioned(names: Sequence[str], text: str) -> bool:
    """Whether one of the names stands in the text as whole words."""
    return find_mention(names, text) is not None


def find_mention(names: Sequence[str], text: str) -> tuple[int, int] | None:
    """Where the first of the names stands, in characters of `text`; None when none does.

    White space, quotes and dashes may differ in shape. Case may differ where the name has several words or a long one; a short
    single word needs its capital ("Apple" is not "apple"), a short name in capitals its capitals ("IT" is not "it"). "Acme" in
    "Acme Corp." is no mention of "Acme Inc.". Known to let through: a name inside a longer one ("Boeing" in "Boeing Capital").
    """
    wanted = tuple(name for name in names if name.strip())
    if not wanted:
        return None
    pattern, suffixes = _mention_pattern(wanted)
    for match in pattern.finditer(text):
        if _case_fits(match.group(), wanted) and _suffix_fits(text, match, suffixes):
            return match.start(), match.end()
    return None


def _suffix_key(suffix: str) -> str:
    return " ".join(re.sub(r"[.,]", "", suffix).casefold().split())


def _canonical(suffix: str | None) -> str | None:
    return None if suffix is None else _SUFFIXES[_suffix_key(suffix)]


def _forms(name: str) -> tuple[str, ...]:
    """The name with less of what may be left out: its suffix, then a ".com"."""
    core, _ = split_suffix(name)
    core = re.sub(r"^the\s+(?=\S)", "", core, flags=re.IGNORECASE)
    return tuple(dict.fromkeys((core, _WEB_ENDING.sub("", core))))


@lru_cache(maxsize=8_192)
def _parts(name: str) -> tuple[str, str, str | None]:
    core, suffix = split_suffix(re.sub(r"['’]s$", "", name.strip()))
    key = name_key(core)
    return key, _WEB_ENDING.sub("", key), _canonical(suffix)


def _plain_match(asked: str, found: str) -> NameMatch | None:
    if asked == found and asked.strip():
        return NameMatch(how="exact", reason=f"the name stands as “{found}”")
    (key, bare, suffix), (other_key, other_bare, other_suffix) = _parts(asked), _parts(found)
    if not key or bare != other_bare or (suffix and other_suffix and suffix != other_suffix):
        return None
    if suffix == other_suffix and key == other_key:
        return NameMatch(how="case", reason=f"“{found}” differs from “{asked}” in case or punctuation only")
    return NameMatch(how="suffix_left_out", reason=f"“{found}” is “{asked}” but for the legal form of the name")


def _holds(alias: Alias, document_id: DocumentId | None) -> bool:
    return alias.document_id is None or alias.document_id == document_id or alias.origin in _COMPANY_WIDE


def _alias_reason(alias: Alias) -> str:
    how = {
        "manifest": "the manifest says that",
        "declared": "it is declared that",
        "former_name": "a document says that formerly",
        "ticker": "a document gives the ticker:",
        "defined_term": "the document defines that",
        "acronym": "the document introduces the short form:",
        "title": "the title says that",
    }[alias.origin]
    return f"{how} “{alias.name}” is {alias.of}"


@lru_cache(maxsize=2_048)
def _mention_pattern(names: tuple[str, ...]) -> tuple[re.Pattern[str], frozenset[str]]:
    longest_first = sorted(dict.fromkeys(names), key=len, reverse=True)
    suffixes = {_canonical(split_suffix(name)[1]) for name in names} - {None}
    alternatives = "|".join(_loosened(name) for name in longest_first)
    return re.compile(f"(?:{alternatives})", re.IGNORECASE), frozenset(one for one in suffixes if one)


def _loosened(name: str) -> str:
    name = _INITIALS.sub(lambda match: match.group().replace(".", ""), " ".join(name.split()))
    initials = {place for match in re.finditer(r"(?<!\w)[A-Z]{2,4}(?!\w)", name) for place in range(*match.span())}
    parts = []
    for place, character in enumerate(name):
        if character == " ":
            parts.append(r"\s+")
        elif character.translate(_QUOTES) == "'":
            parts.append("['’‘ʼ`]")
        elif character.translate(_QUOTES) == '"':
            parts.append('["“”„«»]')
        elif _DASHES.match(character) or character == "-":
            parts.append(r"[-\u2010-\u2015\u2212]")
        else:
            parts.append(re.escape(character) + (r"\.?" if place in initials else ""))
    before = r"(?<!\w)" if _is_word(name[0]) else ""
    after = r"(?!\w)" if _is_word(name[-1]) else ""
    return f"{before}{''.join(parts)}{after}"


def _is_word(character: str) -> bool:
    return (character.isalnum() or character == "_") and not _UNSPACED.match(character)


def _case_fits(found: str, names: Sequence[str]) -> bool:
    folded = " ".join(found.split()).casefold()
    for name in names:
        if name_key(name) != name_key(found) and " ".join(name.split()).casefold() != folded:
            continue
        if " " in name.strip() or len(name) >= LONG_WORD or not name[0].isupper():
            return True
        if name.isupper() and len(name) <= 4:
            if found.replace(".", "") == name.replace(".", ""):
                return True
        elif found[0].isupper():
            return True
    return False


def _suffix_fits(text: str, match: re.Match[str], suffixes: frozenset[str]) -> bool:
    """Whether no other legal form follows the name than one it is known under."""
    if not suffixes or split_suffix(match.group())[1]:
        return True
    following = re.match(r",?\s{1,3}([A-Za-z][A-Za-z./]{0,14})", text[match.end() : match.end() + 24])
    if following is None or not is_suffix(following[1]) or (not following[1][0].isupper() and following[1] != "plc"):
        return True
    return _canonical(following[1]) in suffixes or (_canonical(following[1]) == "co" and "co ltd" in suffixes)

"""Finds the entities that a document declares as its own: in the manifest, registrant line, parties, title, cover or
running header (SPEC SUB-3)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ..lexicon.document_type_names import ANNOUNCED, ANNOUNCING, OWN_DOCUMENTS
from ..lexicon.small_words import STOP_WORDS
from ..model.source_record import SourceDocument
from ..names.legal_forms import forms_end
from ..names.legal_names import suffixed_names
from ..names.party_definitions import party_terms
from ..names.same_name import find_mention, name_key, names_match, split_suffix
from ..values.periods import periods_in
from .declared import Declared, DeclaredHow
from .filing_cover import FilingCover, registrants
from .issuer_release import issuer_release

_NEVER = re.compile(
    r"stock exchange|securities and exchange|\bnasdaq\b|\bnyse\b|deloitte|kpmg|ernst\s*&?\s*(?:and )?young|pricewaterhouse|"
    r"grant thornton|\bbdo\b|computershare|broadridge|equiniti|transfer\s*&?\s*trust|business wire|pr newswire|globe\s*newswire",
    re.IGNORECASE,
)
"""Kinds of organisations that covers name and that are never the issuer: exchanges, auditors, transfer agents, news
wires."""
_ANNOUNCES = re.compile(
    rf"\s+(?:{ANNOUNCING})\b"
    r"|\s+(?:reports\b(?!\s*$)|report\b(?!\s*(?:[\d(:,–—-]|(?:for|of|on)\b|$)))"
    rf"|(?:['’]s)?\s*[,:–—-]?\s+(?:{ANNOUNCED})",
    re.IGNORECASE,
)
"""What follows a name at the start of a title: a verb, or what is announced. “Report” is a verb too, unless what
follows shows that it is a noun: “report 2023”, “report on …”."""
_OWN_KIND = re.compile(rf"(?<![\w-])(?:{OWN_DOCUMENTS})s?(?![\w-])", re.IGNORECASE)
_PARTIES = re.compile(r"\b(?:by\s+and\s+)?(?:between|among|amongst)\b", re.IGNORECASE)
_AGREEMENT = re.compile(
    r"\b(?:agreement|contract|lease|deed|amendment|memorandum of understanding|statement of work)\b", re.I
)
_NAMELESS = re.compile(
    r"(?:doc|document|text|passage|scan|page|file|untitled|chunk|note|paragraph|context|sample|item|image)s?[\s_#-]*[\d\s_.-]*|[\W\d_]*",
    re.IGNORECASE,
)
_NAME_BY_ITSELF = re.compile(r"[^\W\d_a-z][\w&.'’-]*(?: (?:(?:of|the|and|&|for|in) )*[^\W\d_a-z][\w&.'’-]*){1,7}")
_QUALIFIER = re.compile(r"\s*\([^()]*\)\s*$")
_TICKER_NEXT = re.compile(r"\s*\((?:[^()]{0,40}?:\s*[A-Z0-9.]{1,8})", re.IGNORECASE)


def declared_entities(
    *,
    title: str,
    metadata: Mapping[str, str],
    cover: tuple[int, int],
    text: str,
    furniture: Sequence[tuple[int, int, str]],
    source: SourceDocument,
    filing: FilingCover | None = None,
) -> tuple[Declared, ...]:
    """Return the declared entities, each once, the most certain first.

    The order is: the manifest and the registrant line; each party of an agreement; the name in the title; the name in a
    running header; and the name on the cover, if the title or the rest of the cover confirms it. If none of these
    declares an entity, the title itself is the subject ("Imperialism"). Last come the names for which the opening of a
    contract defines a term.

    `cover`: offsets of the first page. `furniture`: running headers and footers as (start, end, kind). `filing`: the
    parsed cover of a filing.
    """
    found: list[Declared] = []
    found += [Declared(value=source.entity, how="manifest")] if source.entity else []
    found += _registrants(filing, cover, text)
    found += _parties(title, text, cover[0], min(cover[1], cover[0] + 2_500), source)
    settled = bool(found)
    lead = _title_name(title)
    in_header = list(_in_headers(text, furniture))
    on_cover = [] if settled else list(_on_cover(text, cover, lead, source))
    if not settled:
        found += _as_title(lead, title, text) if lead else []
        found += _issuers(text, source) + in_header + on_cover
        company = metadata.get("company", "").strip()
        if company and split_suffix(company)[1]:
            found.append(_placed(company, "metadata", text, cover))
    if not found:
        found += [*_topic(title, text), *_letterhead(title, text, cover[0], source)]
    for term in party_terms(title, text, cover[0]):
        start, end = term.name
        name, called = " ".join(text[start:end].split()), (text[slice(*term.term)],)
        found.append(Declared(value=name, how="definition", start=start, end=end, terms=called))
    kept: list[Declared] = []
    for entity in found:
        place = next((at for at, other in enumerate(kept) if entity.value == other.value or _same(entity, other)), None)
        if place is None:
            kept.append(entity)
        elif kept[place].how == "title" and entity.how == "cover":
            kept[place] = entity
        else:
            kept[place] = kept[place].model_copy(update={"terms": (*kept[place].terms, *entity.terms)})
    return tuple(kept[:12])


_LEADS_TO_OWNER = re.compile(r"(?:^|[:|,(–—-]|\b(?:at|of|for|by|from))\s*(?:\bthe\s+)?$", re.IGNORECASE)
_FOLLOWS_OWNER = re.compile(
    rf"\s*(?:['’]s?\b|[:|,)–—-]|$)|(?:\s+(?:[a-z]+|\d{{4}})){{0,3}}?\s+(?i:{OWN_DOCUMENTS})s?\b"
)
_WHEN_HELD = STOP_WORDS | {"held", "dated"}
"""Words between the owner and the date at the end of a title: “Minutes of Acme, held on 3 May 2024”."""


def title_declares(title: str, names: Sequence[str]) -> bool:
    """Return whether a title states that one of the names is the entity of the document. It begins with the name
    ("Acme: …", "Acme's …", "Acme newsletter"), or ends with it after "at", "of", "for", "by", "from" or a punctuation
    mark. The title may add the legal form, and a date at its end. A name elsewhere in the title ("settlement with
    Acme") does not count.

    Example: `title_declares("Acme: annual report", ["Acme"])` gives `True`, and
    `title_declares("Settlement with Acme", ["Acme"])` gives `False`.
    """
    place = find_mention(tuple(names), title)
    if place is None:
        return False
    before, after = title[: place[0]], title[forms_end(title, place[1]) :]
    if not before.strip():
        return _FOLLOWS_OWNER.match(after) is not None
    for _, start, end in reversed(list(periods_in(after))):
        after = f"{after[:start]} {after[end:]}"
    goes_on = set(re.findall(r"\w+", after.casefold())) - _WHEN_HELD
    return not goes_on and _LEADS_TO_OWNER.search(before) is not None


def _same(one: Declared, other: Declared) -> bool:
    match = names_match(one.value, other.value)
    return match is not None and match.how in ("exact", "case")


def _registrants(filing: FilingCover | None, cover: tuple[int, int], text: str) -> Iterator[Declared]:
    """Yield the registrant of a filing, or all registrants of a combined filing."""
    if filing is None:
        return
    yield Declared(value=filing.registrant, how="cover", start=filing.start, end=filing.end)
    for start, end in registrants(text, cover[0], min(cover[1], cover[0] + 8_000)):
        yield Declared(value=" ".join(text[start:end].split()), how="cover", start=start, end=end)


def _issuers(text: str, source: SourceDocument) -> list[Declared]:
    """Return the issuers of a news release. For a text without pages, return an empty list: its first lines may be
    about any company."""
    release = issuer_release(text) if source.n_pages else None
    if release is None or _NEVER.search(release.issuer):
        return []
    return [Declared(value=release.issuer, how="cover", start=release.start, end=release.end)]


def _placed(name: str, how: DeclaredHow, text: str, cover: tuple[int, int]) -> Declared:
    """Return the name as a declaration, with its offsets on the cover if it occurs there.

    Example: “Acme Ltd” on the cover “A report of Acme Ltd” has the offsets 12 to 20.
    """
    place = find_mention((name,), text[cover[0] : cover[1]])
    if place is None:
        return Declared(value=name, how=how)
    return Declared(value=name, how="cover", start=cover[0] + place[0], end=cover[0] + place[1])


def _parties(title: str, text: str, start: int, end: int, source: SourceDocument) -> Iterator[Declared]:
    """Yield the parties that an agreement names in its title or between `start` and `end`.

    Example: “Lease between Acme Ltd and Borealis Inc.” with the title “Lease” gives “Acme Ltd” and “Borealis Inc.”
    """
    opening = text[start:end]
    kind = f"{source.document_type or ''} {title}"
    if not _AGREEMENT.search(kind) and not _AGREEMENT.search(opening[:300]):
        return
    for name, _, _ in suffixed_names(title):
        yield Declared(value=name, how="title")
    between = _PARTIES.search(opening)
    if between is None:
        return
    stop = re.search(r"\n\s*(?:recitals|whereas|background|1\.|now,? therefore)", opening[between.end() :], re.I)
    reach = between.end() + (stop.start() if stop else 1_200)
    for name, left, right in suffixed_names(opening[between.end() : reach]):
        if not _NEVER.search(name):
            yield Declared(
                value=name, how="cover", start=start + between.end() + left, end=start + between.end() + right
            )


def _title_name(title: str) -> str | None:
    """Return the name of whose document a title says it is, or None: the name before a verb such as "Announces", or the
    one company whose report, minutes or rules the title names.

    Example: "Ulta Beauty" for "Ulta Beauty Announces …", and "Acme Ltd" for "Minutes of the board of Acme Ltd".
    """
    readable = " ".join(title.replace("_", " ").split())
    if (owner := _owner_in_title(readable)) is not None:
        return owner
    match = _ANNOUNCES.search(readable)
    if match is None or not match.start():
        return None
    name = readable[: match.start()].strip(" ,:-–—")
    return name if name[:1].isupper() and len(name.split()) <= 6 and not _NAMELESS.fullmatch(name) else None


def _owner_in_title(title: str) -> str | None:
    """Return the only company that a title names, with its legal form, if the title also names a kind of document in
    which an organisation writes about itself, and the company opens the title or ends it as its owner.

    Example: "Acme Ltd" for "Acme Ltd Handbook" and for "Annual Report 2023 – Acme Ltd", but None for "Report on Acme
    Ltd".
    """
    names = [name for name, _, _ in suffixed_names(title)]
    if len(names) != 1 or _OWN_KIND.search(title.replace(names[0], " ")) is None:
        return None
    return names[0] if title.startswith(names[0]) or title_declares(title, names) else None


def _as_title(name: str, title: str, text: str) -> Iterator[Declared]:
    place = find_mention((name,), text[:600])
    yield Declared(value=name, how="title", start=place[0] if place else None, end=place[1] if place else None)


def _in_headers(text: str, furniture: Sequence[tuple[int, int, str]]) -> Iterator[Declared]:
    """Yield the company names (with a legal form) that occur in at least two running headers.

    Example: “Acme Ltd – Report” as the header of two pages gives “Acme Ltd”.
    """
    first: dict[str, tuple[str, int, int]] = {}
    counts: Counter[str] = Counter()
    for start, end, kind in furniture[:400]:
        if kind != "header":
            continue
        for name, left, right in suffixed_names(text[start:end]):
            counts[name_key(name)] += 1
            first.setdefault(name_key(name), (name, start + left, start + right))
    for key, (name, left, right) in first.items():
        if counts[key] >= 2 and not _NEVER.search(name):
            yield Declared(value=name, how="header", start=left, end=right)


def _on_cover(text: str, cover: tuple[int, int], lead: str | None, source: SourceDocument) -> Iterator[Declared]:
    """Yield each company name (with a legal form) on the cover that is confirmed.

    The title begins with it, its ticker symbol follows, or it occurs again. A text without pages has no cover, and its
    first lines may name any company. Only the name in its title is then yielded, or, for a report or another document
    of an organisation on itself, the name that is one of its first lines by itself.
    """
    opening = text[cover[0] : min(cover[1], cover[0] + 4_000)]
    names = [name for name in suffixed_names(opening) if not _NEVER.search(name[0])]
    counts = Counter(name_key(split_suffix(name)[0]) for name, _, _ in names)
    for name, left, right in names:
        titled = lead is not None and names_match(lead, name) is not None
        listed = _TICKER_NEXT.match(opening[right : right + 60]) is not None
        recurs = counts[name_key(split_suffix(name)[0])] >= 2
        by_itself = lead is None and _is_own(source) and _is_first_line(opening, left, right)
        if titled or by_itself or (source.n_pages and (listed or recurs)):
            yield Declared(value=name, how="cover", start=cover[0] + left, end=cover[0] + right)
            if not titled:
                return


FIRST_LINES = 5
"""The number of lines at the start of a text that may give the organisation whose report it is."""


def _is_own(source: SourceDocument) -> bool:
    """Return whether the document is of a type in which an organisation writes about itself, by its title or its
    declared type."""
    return _OWN_KIND.search(f"{source.document_type or ''} {source.title}") is not None


def _is_first_line(opening: str, start: int, end: int) -> bool:
    """Return whether the stretch is a whole line, without marks of formatting, and among the first lines of the text."""
    line_start = opening.rfind("\n", 0, start) + 1
    line_end = opening.find("\n", end) if "\n" in opening[end:] else len(opening)
    beside = opening[line_start:start] + opening[end:line_end]
    before = [line for line in opening[:line_start].splitlines() if line.strip()]
    return not any(letter.isalnum() for letter in beside) and len(before) < FIRST_LINES


def _letterhead(title: str, text: str, start: int, source: SourceDocument) -> Iterator[Declared]:
    """Yield the first line of an organisation's own document if it is a name by itself, and not the title.

    Example: the line “Fennimore Rowing Club” above “Minutes of the meeting of 3 May”.
    """
    first = re.search(r"\S[^\n]*", text[start : start + 200])
    line = first[0].strip(" #*_|") if first else ""
    if (
        first
        and _is_own(source)
        and _NAME_BY_ITSELF.fullmatch(line)
        and line not in title
        and not _OWN_KIND.search(line)
    ):
        place = start + first.start() + first[0].index(line)
        yield Declared(value=line, how="title", start=place, end=place + len(line))


def _topic(title: str, text: str) -> Iterator[Declared]:
    """Yield the title as the subject, with and without the qualifier in brackets ("Mercury (planet)", "Mercury"), and
    the model of a product with which it begins."""
    readable = " ".join(title.replace("_", " ").split())
    if _NAMELESS.fullmatch(readable) or len(readable) > 120:
        return
    for value in dict.fromkeys((readable, _QUALIFIER.sub("", readable), *_model(readable, text))):
        if value:
            place = find_mention((value,), text[:1_000])
            yield Declared(value=value, how="title", start=place[0] if place else None, end=place[1] if place else None)


_MODEL = re.compile(
    r"(?P<name>(?:[A-Z][\w&-]*\s)+(?=[\w-]*[A-Z])[\w-]*\d[\w-]*)(?P<kind>(?:\s[A-Z][a-z]+){1,3})(?=\s*[:,(|]|\s[–—-]|$)"
)


def _model(title: str, text: str) -> Iterator[str]:
    """Yield the name and code of the product at the start of a title, if the words after them only say what it is: the
    text has these words in small letters. “Pro” would make it another product.

    Example: “Acme DH20” for “Acme DH20 Dryer: Warranty” and the text “The dryer is covered”.
    """
    model = _MODEL.match(title)
    if model is None or any(periods_in(model["name"])):
        return
    if all(re.search(rf"\b{word.lower()}s?\b", text) for word in model["kind"].split()):
        yield model["name"]

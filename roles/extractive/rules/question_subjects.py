"""Finds the subjects of a part of a question: compared names, owners, roles, documents, and topics without a name."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ....evidence.language.words import content_stems
from ....evidence.lexicon.business_words import BUSINESS_STEMS
from ....evidence.lexicon.offices import ROLE_NAMES
from ....evidence.lexicon.small_words import DETERMINERS
from ....evidence.lexicon.word_forms import AUXILIARIES
from ....evidence.model.subjects import Scope, SubjectClass, SubjectType
from ....evidence.names.countries import is_country
from ....evidence.names.same_name import split_suffix
from ....evidence.values.periods import periods_in
from .capitalised_names import NameAt
from .question_facts import measured, topic_words
from .question_names import is_demonym
from .question_words import CODE, HEAD_OF, ROLE_VERBS

MOST_TOPIC_WORDS = 12
_GENERIC = "agreement|contract|policy|report|filing|plan|schedule|notice|letter|memorandum|certificate|guidelines?"
_KINDS = (
    r"(?:master|framework|supply|purchase|sale|loan|credit|lease|licen[cs]e|rental|services?|service level|employment|non-?disclosure|"
    r"confidentiality|data processing|distribution|shareholders?|share purchase|settlement|partnership|consulting|maintenance|joint venture|"
    r"escrow)(?: services?)? (?:agreement|contract|deed)|statement of work|terms (?:of service|and conditions)|(?:annual|quarterly|interim) "
    r"report|(?:earnings|press) release|proxy statement|articles of association|bylaws|10-?[kq]|8-?k|20-?f|nda|msa|sla|dpa|sow|lease|handbook|"
    r"minutes|invoice|price list|code of conduct|manual|prospectus|indenture"
)
_LONG_FORMS = {
    "msa": "master services agreement",
    "nda": "non-disclosure agreement",
    "sla": "service level agreement",
    "dpa": "data processing agreement",
    "sow": "statement of work",
    "10k": "10-K",
    "10q": "10-Q",
    "8k": "8-K",
    "20f": "20-F",
}
_DOCUMENT = re.compile(
    rf"(?<![\w-])(?<!\band )(?P<kind>{_KINDS})(?:'s)?(?![\w-])(?! (?:year|value|date|price|term|period|holder|limit|number|obligations?|"
    r"liabilit\w+|costs?|expenses?|receivables?|payments?)\b)",
    re.IGNORECASE,
)
_PLAIN_DOCUMENT = re.compile(
    r"\b(?:under|in|by|per|within|of|does|do|did|has|is|according to|terms of)\s+(?:the|this|that|our|its|their|an?)\s+"
    rf"(?:[\w-]+\s+){{0,2}}?(?:(?P<kind>{_GENERIC})|(?P<several>{_KINDS})s)\b(?=\s+(?:with|between|dated|of|signed|entered|say|state|require|provide|allow|define|for)|"
    r"\s*[?,.]|\s*$)",
    re.IGNORECASE,
)
_IN_A_TITLE = re.compile(rf"\b(?P<kind>{_KINDS}|{_GENERIC})\b", re.IGNORECASE)
_VERSION = re.compile(r"\bversion\s+(\d+(?:\.\d+)*)|\bv(\d+(?:\.\d+)+)\b", re.IGNORECASE)
_IN_PLACE = re.compile(r"\b(?:[Ii]n|for|within|across|outside)\s+(?:the\s+)?(?P<place>[A-Z][\w.]*(?: [A-Z]\w+){0,2})")
_LAW_OF = re.compile(
    r"\b(?:under|governed by)\s+(?:the\s+)?laws?\s+of\s+(?:the\s+)?(?P<place>[A-Z][\w.]*(?: [A-Z]\w+){0,2})"
)
_ADJECTIVES = r"(?:(?:current|new|former|present|first|last|acting|interim|deputy|next|previous|outgoing|incoming|external|independent)\s+)*"
_KEPT = re.compile(r"\b(former|acting|interim|deputy|previous|outgoing)\b", re.IGNORECASE)
_OF = re.compile(r"s?(?:\s+and\s+[\w\s]{2,40}?)?\s+(?:of|at|for|to)\s+(?:the\s+)?[\"“]?(?:company\s+)?", re.IGNORECASE)
"""The words between a role and its organisation, such as "of the"."""
_BESIDE = re.compile(
    r"s?(?:\s[^?.;]{0,60}?)?\s(?:with|between|of|and|to|by|for|from)\s+(?:the\s+)?[\"“]?", re.IGNORECASE
)
"""The words between a document and its party or owner, such as "with the"."""
_ASKS = re.compile(r"\b(?:what|who|which|when|where|how|is|are|was|does|do|did)\b", re.IGNORECASE)
_JOINED = re.compile(r"[\"”]?(?:,\s*|\s*,?\s+(?:and|or|than|vs\.?|versus)\s+)(?:the\s+|both\s+)?[\"“]?", re.IGNORECASE)
_BEHIND_A_PREPOSITION = re.compile(r"\b(?:into|in|from|by|to|on|at|under|during|against)\s+(?:the\s+)?$", re.IGNORECASE)
_FINANCIAL = re.compile(r"\bFY\s?['’]?\d|\bfiscal\b|\bQ[1-4]\b", re.IGNORECASE)
_ASKS_BY_VERB = re.compile(
    rf"^\W*(?:and\s+)?(?:who|what(?=\s+\w+\s+(?:{'|'.join(sorted(DETERMINERS))})\b))\s+"
    rf"(?!(?:{'|'.join(sorted(AUXILIARIES))})\b)(?:\w{{3,}}ly\s+)?\w+\s",
    re.IGNORECASE,
)
"""Matches a question word that is the subject of its question, and the verb after it: “Who wrote”, “What causes the”.
The word after “who” counts as a verb. The word after “what” does only if a determiner follows it, so “fees” in “what
fees apply” does not."""
_HOW_MUCH = frozenset("amount amounts total totals value values number".split())
"""Words that a row label may omit: the row "Land" answers a question for "land value"."""


class _Document(NamedTuple):
    kind: str
    start: int
    end: int


def subjects_of(part: str, whole: str, names: Sequence[NameAt]) -> tuple[SubjectClass, ...]:
    """Return the subjects of one part: one, or several if it compares names. `whole`: the sentence of the part, which
    gives the scope.
    `names`: the names in the part.
    """
    document = _document_in(part)
    business = _is_business(whole, names) or document is not None
    scope = _scope_of(part, whole, business=business)
    people = [name for name in names if name.known or name.title or not is_demonym(name.text)]
    if (role := _role(part, people)) is not None:
        title, whose = role
        return (
            SubjectClass(
                subject_type="person", role=title, parent_entity=whose.text, relationship=f"{title} of", scope=scope
            ),
        )
    titled = next(
        (person for person in people if person.title and not person.known and _kind_in_title(person.text)), None
    )
    if titled is not None:
        parent = next(
            (person for person in people if person is not titled and _beside(part, titled.end, person.start)), None
        )
        return (_as_document(titled.text, _kind_in_title(titled.text), parent, scope),)
    if document is not None:
        return (_as_document(None, document.kind, _party(document, part, people), scope),)
    if not people:
        bare = _VERSION.sub(" ", part)  # the version is a limit of the topic
        topic = _topic_of(measured(bare)) or _topic_of(bare) or _topic_of(part)
        return (SubjectClass(subject_type="concept", name=topic, scope=scope),)
    return tuple(
        SubjectClass(subject_type=_type(name, business), name=name.text, scope=scope) for name in _main(part, people)
    )


def _as_document(name: str | None, kind: str | None, parent: NameAt | None, scope: Scope) -> SubjectClass:
    return SubjectClass(
        subject_type="document",
        name=name,
        document_type=kind,
        parent_entity=parent.text if parent else None,
        relationship=f"{kind} with {parent.text}" if parent and not name else None,
        scope=scope,
    )


def _document_in(part: str) -> _Document | None:
    """Return the type of the document whose content the part asks for, or None.

    A generic word ("the policy") and a plural count only if the question uses them as its source. "What do the invoices
    say?" asks for the content of invoices, and "into which account do we pay the invoices?" does not.
    """
    match = _DOCUMENT.search(part)
    if match is not None:
        return _Document(_long_form(match["kind"]), match.start("kind"), match.end("kind"))
    plain = _PLAIN_DOCUMENT.search(part)
    if plain is None:
        return None
    said = "kind" if plain["kind"] else "several"
    return _Document(_long_form(plain[said]), plain.start(said), plain.end(said))


def _kind_in_title(title: str) -> str | None:
    """Return the document type in a title, or None: "policy" for "Remote Working Policy"."""
    match = _IN_A_TITLE.search(title)
    return _long_form(match["kind"]) if match else None


def _long_form(kind: str) -> str:
    folded = kind.casefold()
    return _LONG_FORMS.get(folded.replace("-", ""), folded)


def _party(document: _Document, part: str, names: Sequence[NameAt]) -> NameAt | None:
    after = [name for name in names if name.start >= document.end and _beside(part, document.end, name.start)]
    owners = [name for name in names if name.end <= document.start and re.match(r"['’]s?\s", part[name.end :])]
    return next(iter((*after, *owners, *(name for name in names if not is_demonym(name.text)))), None)


def _beside(part: str, end: int, start: int) -> bool:
    """Return whether the name at `start` is the party or owner of the document that ends at `end`. Only function words
    or another party may be between them."""
    between = part[end:start]
    return _BESIDE.fullmatch(between) is not None and _ASKS.search(between) is None


def _topic_of(part: str) -> str | None:
    """Return the topic of a part without a name: its content words in lower case, without adverbs. Return None if there
    are none. A passage must contain each word of a topic of two words, so the verb of “who wrote gnuplot” is left out.

    Example: `_topic_of("How long is parental leave?")` gives `"parental leave"`.
    """
    topic = _topic(part)
    if len(topic) == 2:
        topic = _topic(_ASKS_BY_VERB.sub("", part)) or topic
    return " ".join(topic[:MOST_TOPIC_WORDS]) or None


def _topic(text: str) -> list[str]:
    found = [word.casefold() for word in topic_words(text) if not re.fullmatch(r"[^\W\d_]{3,}ly", word)]
    return [word for word in found if word not in _HOW_MUCH] or found


def _role(part: str, names: Sequence[NameAt]) -> tuple[str, NameAt] | None:
    """Return the role and its organisation, or None if the part does not name them together. Examples: "founder of X",
    "X's new CEO", "who founded X"."""
    for pattern, role in ROLE_VERBS:
        if pattern.search(part) and names:
            return role, names[0]
    for name in names:
        before, after = part[: name.start], part[name.end :]
        for match in _roles(before):
            # A quoted name is a title: the director of a film is a fact about the film.
            if _OF.fullmatch(before[match.end() :]) and not name.quoted:
                return _with_adjective(before[: match.start()], match.group()), name
        owned = re.match(rf"['’]s?\s+(?P<said>{_ADJECTIVES})(?=\w)", after) or re.match(
            r"\s+(?P<said>)(?=[A-Z])", after
        )
        found = next((m for m in _roles(after[owned.end() :]) if m.start() == 0), None) if owned else None
        if owned and found:
            return _with_adjective(owned["said"], found.group()), name
    return None


def _roles(text: str) -> list[re.Match[str]]:
    ordered = "|".join(sorted(map(re.escape, ROLE_NAMES), key=len, reverse=True))
    found = list(re.finditer(rf"(?<![\w-])(?:{ordered})(?![\w-]|s?-)", text, re.IGNORECASE))
    return found + list(HEAD_OF.finditer(text))


def _with_adjective(before: str, role: str) -> str:
    kept = _KEPT.findall(before[-24:])
    return " ".join((*kept, role)).casefold() if not role.isupper() else " ".join((*kept, role))


def _main(part: str, names: Sequence[NameAt]) -> tuple[NameAt, ...]:
    """Return the name that a part is about: the owner, else a known name, else the first name. Return several names if
    the part compares them."""
    owners = [name for name in names if re.match(r"['’]s?(?:\s|$)", part[name.end : name.end + 3])]
    known, titled = [name for name in names if name.known], [name for name in names if name.title]
    longer = [name for name in names if not (name.text.isupper() and len(name.text) <= 4)]
    first = (owners or known or titled or longer or names)[0]
    left = right = names.index(first)
    while left and _JOINED.fullmatch(part[names[left - 1].end : names[left].start]):
        left -= 1
    while right + 1 < len(names) and _JOINED.fullmatch(part[names[right].end : names[right + 1].start]):
        right += 1
    behind = _BEHIND_A_PREPOSITION.search(part[: names[left].start])
    if behind and left < names.index(first) and part[names[left].end] == ",":
        return tuple(
            names[left + 1 : right + 1]
        )  # "from Wales, Ann Roe or Ivo Penhale": the comma ends the object of the preposition
    return (first,) if behind else tuple(names[left : right + 1])


def _type(name: NameAt, business: bool) -> SubjectType:
    if split_suffix(name.text)[1]:
        return "organisation"
    if CODE.search(name.text):
        return "product"
    if is_country(name.text):
        return "place"
    if name.quoted:
        return "concept"
    return "organisation" if business or (name.known and not name.title) else "concept"


def _is_business(text: str, names: Sequence[NameAt]) -> bool:
    for name in names:
        text = text.replace(name.text, " ")
    return bool(_FINANCIAL.search(text)) or any(stem in BUSINESS_STEMS for stem in content_stems(text))


def _scope_of(part: str, whole: str, *, business: bool) -> Scope:
    """Return the periods, versions and jurisdictions of the part, as the question writes them.

    A country limits a question about a company or its rules (`business`). In other questions a country is a premise.
    """
    periods = tuple(dict.fromkeys(part[start:end] for _, start, end in periods_in(part)))
    if not periods and part != whole:
        periods = tuple(dict.fromkeys(whole[start:end] for _, start, end in periods_in(whole)))[:1]
    places = (match["place"] for match in _IN_PLACE.finditer(part)) if business else ()
    laws = (match["place"] for match in _LAW_OF.finditer(part))
    return Scope(
        periods=periods,
        versions=tuple(dict.fromkeys(a or b for a, b in _VERSION.findall(part))),
        places=tuple(dict.fromkeys(place for place in places if is_country(place))),
        jurisdictions=tuple(dict.fromkeys(law for law in laws if is_country(law))),
    )

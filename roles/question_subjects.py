"""Who or what a part of a question is about: names compared, owners, roles, papers, and topics without a name."""

import re
from collections.abc import Sequence

from ..evidence.asked_figures import asked_figures
from ..evidence.names import name_key, split_suffix
from ..evidence.periods import periods_in
from ..evidence.subjects import Scope, SubjectClass, SubjectType
from ..evidence.words import content_stems
from .longer_names import NameAt
from .question_facts import measured, topic_words
from .question_names import is_demonym
from .question_papers import Paper, kind_in_title, paper_in
from .question_words import BUSINESS, CODE, COUNTRIES, HEAD_OF, PERSONAL, ROLE_VERBS, ROLES, WORK_OF_ART

_PARTIES = re.compile(r"\b(?:with|between|and|to)\s+(?:the\s+)?$", re.IGNORECASE)
_VERSION = re.compile(r"\bversion\s+(\d+(?:\.\d+)*)|\bv(\d+(?:\.\d+)+)\b", re.IGNORECASE)
_COUNTRY = "|".join(sorted(COUNTRIES, key=len, reverse=True))
_IN_COUNTRY = re.compile(rf"\b(?:in|for|within|across|outside)\s+(?:the\s+)?(?P<place>{_COUNTRY})\b", re.IGNORECASE)
_LAW_OF = re.compile(
    rf"\b(?:under|governed by)\s+(?:the\s+)?laws?\s+of\s+(?:the\s+)?(?P<place>{_COUNTRY})\b", re.IGNORECASE
)
_ADJECTIVES = (
    r"(?:(?:current|new|former|present|first|last|acting|interim|deputy|next|previous|outgoing|incoming|external|"
    r"independent)\s+)*"
)
_OF = re.compile(r"s?(?:\s+and\s+[\w\s]{2,40}?)?\s+(?:of|at|for|to)\s+(?:the\s+)?[\"“]?(?:company\s+)?", re.IGNORECASE)
"""What stands between a role and whose it is."""
_FOR = re.compile(r"^\W*(?:for|at|regarding|concerning)\s+(?:the\s+)?$", re.IGNORECASE)
_LINE_OF_ACCOUNTS = re.compile(
    r"\s+(?:and \w+ )?(?:obligations?|liabilit(?:y|ies)|costs?|expenses?|receivables?|payables?|commitments?|incomes?|assets?|revenues?)\b",
    re.IGNORECASE,
)
"""After the name of a paper: "lease obligations" are a line of accounts, and no lease."""
_KEPT = re.compile(r"\b(former|acting|interim|deputy|previous|outgoing)\b", re.IGNORECASE)
_FINANCIAL = re.compile(r"\bFY\s?['’]?\d|\bfiscal\b|\bQ[1-4]\b", re.IGNORECASE)


MOST_TOPIC_WORDS = 12


def subjects_of(part: str, whole: str, names: Sequence[NameAt]) -> tuple[SubjectClass, ...]:
    """The subjects of one part; `whole` is the sentence it stands in, for scope and for telling a company by its words.

    `names`: those of the part. Several subjects only where names are compared.
    """
    business = _is_business(_without(whole, names)) or paper_in(part) is not None
    scope = scope_of(part, whole, business=business)
    people = [one for one in names if one.known or one.title or not is_demonym(one.text)]
    role = _role(part, people)
    if role is not None:
        title, parent = role
        return (
            SubjectClass(
                subject_type="person", role=title, parent_entity=parent.text, relationship=f"{title} of", scope=scope
            ),
        )
    titled = next((one for one in people if one.title and not one.known and kind_in_title(one.text)), None)
    if titled is not None:
        return (_titled_document(titled, part, people, scope),)
    paper = paper_in(part)
    if paper is not None and not (_LINE_OF_ACCOUNTS.match(part, paper.end) and asked_figures(part)):
        return (_document(paper, part, people, scope),)
    if not people:
        return (SubjectClass(subject_type="concept", name=topic_of(measured(part)) or topic_of(part), scope=scope),)
    return tuple(
        SubjectClass(subject_type=_type(one, part, business), name=one.text, scope=scope) for one in _main(part, people)
    )


_HOW_MUCH = frozenset("amount amounts total totals value values number".split())
"""Words that a table's line need not say: "land value" is the line "Land"."""


def topic_of(part: str) -> str | None:
    """What a part without a name is about: its content words in lower case, without adverbs."""
    topic = [word.casefold() for word in topic_words(part) if not re.fullmatch(r"\w{3,}ly", word)]
    topic = [word for word in topic if word not in _HOW_MUCH] or topic
    return " ".join(topic[:MOST_TOPIC_WORDS]) or None


def _role(part: str, names: Sequence[NameAt]) -> tuple[str, NameAt] | None:
    """The role and whose it is, where they stand together: "founder of X", "X's new CEO", "who founded X"."""
    for pattern, role in ROLE_VERBS:
        if pattern.search(part) and names:
            return role, names[0]
    for one in names:
        before, after = part[: one.start], part[one.end :]
        for match in _roles(before):
            if _OF.fullmatch(before[match.end() :]) and not _of_a_work(one, after):
                return _with_adjective(before[: match.start()], match.group()), one
        owned = re.match(rf"['’]s?\s+(?P<said>{_ADJECTIVES})(?=\w)", after) or re.match(
            r"\s+(?P<said>)(?=[A-Z])", after
        )
        if owned:
            rest = after[owned.end() :]
            found = next((m for m in _roles(rest) if m.start() == 0), None)
            if found:
                return _with_adjective(owned["said"], found.group()), one
    return None


def _roles(text: str) -> list[re.Match[str]]:
    ordered = "|".join(sorted(map(re.escape, ROLES), key=len, reverse=True))
    found = list(re.finditer(rf"(?<![\w-])(?:{ordered})(?![\w-]|s?-)", text, re.IGNORECASE))
    return found + list(HEAD_OF.finditer(text))


def _with_adjective(before: str, role: str) -> str:
    kept = _KEPT.findall(before[-24:])
    return " ".join((*kept, role)).casefold() if not role.isupper() else " ".join((*kept, role))


def _of_a_work(one: NameAt, after: str) -> bool:
    """The director of a film is a fact of the film, not a role in a company."""
    return one.quoted or WORK_OF_ART.match(after.lstrip()) is not None


def _titled_document(title: NameAt, part: str, names: Sequence[NameAt], scope: Scope) -> SubjectClass:
    beside = [one for one in names if one is not title and _beside(part, title.end, one.start)]
    return SubjectClass(
        subject_type="document",
        name=title.text,
        document_type=kind_in_title(title.text),
        parent_entity=beside[0].text if beside else None,
        scope=scope,
    )


def _document(paper: Paper, part: str, names: Sequence[NameAt], scope: Scope) -> SubjectClass:
    after = [one for one in names if one.start >= paper.end and _beside(part, paper.end, one.start)]
    owners = [one for one in names if one.end <= paper.start and re.match(r"['’]s?\s", part[one.end :])]
    mains = [one for one in names if not is_demonym(one.text)]
    parent = next(iter((*after, *owners, *mains)), None)
    second = next((one for one in after[1:] if _PARTIES.search(part[: one.start])), None)
    relationship = None
    if parent is not None and parent in after:
        relationship = f"{paper.kind} with {parent.text}" + (f" and {second.text}" if second else "")
    return SubjectClass(
        subject_type="document",
        document_type=paper.kind,
        parent_entity=parent.text if parent else None,
        relationship=relationship,
        scope=scope,
    )


def _beside(part: str, end: int, start: int) -> bool:
    """Whether a name follows a paper as its party or owner, with nothing but small words or another party between."""
    between = part[end:start]
    if re.search(r"\b(?:what|who|which|when|where|how|is|are|was|does|do|did)\b", between, re.IGNORECASE):
        return False
    joined = r"s?(?:\s[^?.;]{0,60}?)?\s(?:with|between|of|and|to|by|for|from)\s+(?:the\s+)?[\"“]?"
    return re.fullmatch(joined, between, re.IGNORECASE) is not None


def _main(part: str, names: Sequence[NameAt]) -> tuple[NameAt, ...]:
    """The name a part is about: the owner, else what the knowledge base knows, else the first; or several that are compared."""
    owners = [one for one in names if re.match(r"['’]s?(?:\s|$)", part[one.end : one.end + 3])]
    owners = owners or [one for one in names if _FOR.match(part[: one.start])]
    known = [one for one in names if one.known]
    titled = [one for one in names if one.title]
    first = (owners or known or titled or _unlabelled(names))[0]
    left = right = names.index(first)
    while left and _joined(part, names[left - 1], names[left]):
        left -= 1
    while right + 1 < len(names) and _joined(part, names[right], names[right + 1]):
        right += 1
    if left < names.index(first) and _by_a_preposition(part, names[left]) and part[names[left].end] == ",":
        left += 1  # "from Wales, Ann Roe or Ivo Penhale": the comma ends what hangs on the preposition
    if left == right or _by_a_preposition(part, names[left]):
        return (first,)
    return tuple(names[left : right + 1])


def _joined(part: str, one: NameAt, following: NameAt) -> bool:
    """Whether only a conjunction stands between two names: "A and B", "A or B", "A, B"."""
    between = part[one.end : following.start]
    pattern = r"[\"”]?(?:,\s*|\s*,?\s+(?:and|or|than|vs\.?|versus)\s+)(?:the\s+|both\s+)?[\"“]?"
    return re.fullmatch(pattern, between, re.IGNORECASE) is not None


def _by_a_preposition(part: str, one: NameAt) -> bool:
    """Names joined behind a preposition ("split into New York and New Jersey") are objects; behind "of" or "between" they are
    compared."""
    return (
        re.search(
            r"\b(?:into|in|from|by|to|on|at|under|during|against)\s+(?:the\s+)?$", part[: one.start], re.IGNORECASE
        )
        is not None
    )


def _unlabelled(names: Sequence[NameAt]) -> list[NameAt]:
    """Names with more than an acronym first; they say more of what is meant."""
    longer = [one for one in names if not (one.text.isupper() and len(one.text) <= 4)]
    return longer or list(names)


def _type(one: NameAt, part: str, business: bool) -> SubjectType:
    if split_suffix(one.text)[1]:
        return "organisation"
    if CODE.search(one.text):
        return "product"
    if name_key(one.text) in COUNTRIES:
        return "place"
    if one.quoted or WORK_OF_ART.search(part):
        return "concept"
    if PERSONAL.search(part) and len(one.text.split()) > 1:
        return "person"
    if one.known and not one.title:
        return "organisation"
    return "organisation" if business else "concept"


def _without(text: str, names: Sequence[NameAt]) -> str:
    for one in names:
        text = text.replace(one.text, " ")
    return text


def _is_business(text: str) -> bool:
    return bool(_FINANCIAL.search(text)) or any(one in BUSINESS for one in content_stems(text))


def scope_of(part: str, whole: str, *, business: bool) -> Scope:
    """Periods and versions as the question writes them. Countries limit a question about a company or its rules; elsewhere
    they are premises."""
    periods = tuple(dict.fromkeys(part[start:end] for _, start, end in periods_in(part)))
    if not periods and part != whole:
        periods = tuple(dict.fromkeys(whole[start:end] for _, start, end in periods_in(whole)))[:1]
    versions = tuple(dict.fromkeys(a or b for a, b in _VERSION.findall(part)))
    places = tuple(dict.fromkeys(match["place"] for match in _IN_COUNTRY.finditer(part))) if business else ()
    laws = tuple(dict.fromkeys(match["place"] for match in _LAW_OF.finditer(part)))
    return Scope(periods=periods, versions=versions, places=places, jurisdictions=laws)


def same_subject(a: SubjectClass, b: SubjectClass) -> bool:
    return a.model_copy(update={"scope": b.scope}) == b or (
        a.subject_type == b.subject_type == "organisation" and name_key(a.name or "") == name_key(b.name or "")
    )

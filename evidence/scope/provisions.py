"""Checks whether a document states what is needed to apply a quoted rule of a contract or policy (SPEC ANS-11).

That is the provision's scope (whom it applies to) and its trigger (a part, such as an annex, to which it refers). The
patterns cover English, German, French and Spanish, and only texts that state rules. If they do not recognise a
provision, it counts as complete. Known limits: a scope or trigger in another document, or in unclear words, is not
found.
"""

import re
from collections.abc import Iterator
from typing import Literal

from ..model.frozen import Frozen
from ..model.source_record import SourceDocument

_BINDS = re.compile(
    r"\b(?:shall|must|may not|may only|(?:is|are) (?:not )?(?:limited|restricted|required|permitted|prohibited|allowed|capped)"
    r"|(?:not|never) exceed|no more than|muss|müssen|darf|dürfen)\b|\b(?:doit|doivent|ne peut|ne peuvent|debe|deben|"
    r"no puede|no pueden|höchstens|interdit|prohibido)\b",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"\b(?:polic(?:y|ies)|regulation|rules?|guidelines?|directive|circular|order|standard|code|terms|agreement|contract|act|law"
    r"|statute|bylaws?|draft|richtlinie|ordnung|satzung|vertrag|gesetz|règlement|politique|contrat|loi|reglamento|norma|contrato|ley)\b",
    re.IGNORECASE,
)
_PART = r"(?:annex(?:e|ure)?|schedule|appendix|supplement|exhibit|addendum|attachment|anlage|anhang|nachtrag|annexe|avenant|anexo|apéndice)"
_DEFERS = re.compile(
    rf"\b(?:set out|specified|defined|listed|described|laid down|provided|stated|given|named|subject to|under|in accordance with|"
    rf"gemäß|nach|aufgeführt|laut|selon|défini\w*|prévu\w*|según|definid\w*|previst\w*)\b[^.;\n]{{0,40}}?\b(?P<part>(?:the )?{_PART}"
    rf"(?: [A-Z0-9]{{1,4}}(?:\.\d+)*\b)?)",
    re.IGNORECASE,
)
_APPLIES = re.compile(
    r"\b(?:appl(?:y|ies|icable)|scope|binds?|binding on|for the purposes? of|addressed to|between\b[^.\n]{1,200}\band|covers?|"
    r"gilt|gelten|geltungsbereich|zwischen\b[^.\n]{1,200}\bund|s['’]applique\w*|champ d['’]application|entre\b[^.\n]{1,200}\b[ey]t?|"
    r"se aplica\w*|ámbito)\b",
    re.IGNORECASE,
)
_WHOM = re.compile(
    r"\b(?:we|you|i|who(?:ever)?|they|he|she|one|employee|worker|staff|member|customer|supplier|client|company|party|parties|tenant"
    r"|landlord|user|contractor|person|people|applicant|bank|director|officer|student|driver|operator|owner|manager|board|team"
    r"|visitor|resident|citizen|holder|institution|provider|seller|buyer|lender|borrower|insurer|licensee|vendor|firm|organi[sz]ation"
    r"|undertaking|council|authority|agency|mitarbeit\w+|kund\w+|unternehmen|mieter\w*|salarié\w*|client\w*|emplead\w+"
    r"|empresa\w*)s?\b",
    re.IGNORECASE,
)
_MODAL = (
    r"(?:shall|must|may|(?:is|are)|muss|müssen|darf|dürfen|doit|doivent|ne peu(?:t|vent)|debe|deben|no puede|no pueden)"
)
_IMPERSONAL = re.compile(
    rf"\b{_MODAL} (?:not |only |nicht )?(?:be )?\w+(?:ed|en|pt|id|ld|de)\b"
    r"|\b(?:payment|amount|sum|transfer|transaction|fee|limit|rate|period|price|cost|expense|claim|deadline|notice|term|duration|number"
    r"|value|capacity|weight|speed|temperature|quantity|withdrawal|exposure|ratio|balance|total|zahlung|betrag|frist|paiement|montant"
    rf"|délai|pago|importe|plazo)(?:s|en|e)?\b[^.;]{{0,60}}?\b{_MODAL}\b",
    re.IGNORECASE,
)
"""A provision in the passive, or with a thing as its subject. It does not state who must comply."""


class Lacking(Frozen):
    what: Literal["scope", "trigger"]
    part: str = ""
    """The part of the document to which the provision refers, in the provision's words. Only for a trigger."""


def lacking(quote: str, text: str, source: SourceDocument, *, owned: bool) -> tuple[Lacking, ...]:
    """Return what is missing to apply the quoted provision. Nothing is missing if it is complete, or if the quote is
    not a provision.

    "scope": neither the quote nor the document's `text` states whom it applies to. "trigger": `text` lacks a part, such
    as an annex, to which the quote refers. `owned`: whether the document declares its owner or is shown to apply to the
    subject, so that its scope is known.
    """
    if not _BINDS.search(quote) or not _lays_down_rules(source):
        return ()
    return tuple(_missing(quote, text, owned))


def _lays_down_rules(source: SourceDocument) -> bool:
    return source.authority in {"policy", "contract", "draft"} or bool(
        _RULES.search(f"{source.title} {source.document_type or ''}")
    )


def _missing(quote: str, text: str, owned: bool) -> Iterator[Lacking]:
    if not owned and _IMPERSONAL.search(quote) and not _WHOM.search(quote) and not _APPLIES.search(text):
        yield Lacking(what="scope")
    for match in _DEFERS.finditer(quote):
        part = match["part"].removeprefix("the ")
        heading = re.compile(rf"^[\s#*>|\d.()-]*{re.escape(part)}\b", re.IGNORECASE | re.MULTILINE)
        if not any(not _within(found.start(), quote, text) for found in heading.finditer(text)):
            yield Lacking(what="trigger", part=match["part"])


def _within(place: int, quote: str, text: str) -> bool:
    """Return whether the offset `place` in `text` is inside the quote.

    Example: `_within(8, "rent is due", "All the rent is due monthly.")` gives `True`.
    """
    at = text.find(quote)
    return at >= 0 and at <= place < at + len(quote)

"""Faults in single words: opposites, negation, quantifiers, duties, hedges, bounds, conditions, the order of events."""

import random
import re

from .quantities import SMALL_WORD
from .table_rules import counterparts
from .variants import Context, Operator, put, some

_VALUE_AHEAD = rf"(?= (?:an? |the )?(?:US)?[$£€]?(?:\d|(?:{SMALL_WORD}|half|hundreds?|thousands?|millions?)\b))"
_NOT_AFTER_LIMIT = r"(?<!\bnot )(?<!\bno )(?<!\bnever )(?<!\bonly )(?<!\bif )(?<!\bas )(?<!\bthe )"

_TABLES: tuple[Operator, ...] = (
    counterparts(
        "opposite",
        """
    increased ↔ decreased; increases ↔ decreases; increase ↔ decrease; rose ↔ fell; grew ↔ shrank; gained ↔ lost;
    declined → increased; dropped → rose; higher ↔ lower; highest ↔ lowest; larger ↔ smaller; largest ↔ smallest;
    older ↔ younger; oldest ↔ youngest; longest ↔ shortest; faster ↔ slower; greater → smaller; stronger ↔ weaker;
    upper ↔ lower; maximum ↔ minimum; improved ↔ worsened; accepted ↔ rejected; approved → rejected;
    supported ↔ opposed; won ↔ lost; victory ↔ defeat; success ↔ failure; successful ↔ unsuccessful; bought ↔ sold;
    arrived ↔ departed; joined ↔ left; includes ↔ excludes; allowed ↔ prohibited; legal ↔ illegal;
    northern ↔ southern; eastern ↔ western; northeast ↔ southwest; northwest ↔ southeast; north ↔ south; east ↔ west;
    positive ↔ negative; internal ↔ external; male ↔ female; men ↔ women; father ↔ mother; brother ↔ sister;
    husband ↔ wife; inside ↔ outside; permanent ↔ temporary; buyer ↔ seller; tenant ↔ landlord; lender ↔ borrower;
    plaintiff ↔ defendant; gross ↔ net; assets ↔ liabilities; receivable ↔ payable; inflow ↔ outflow; profit ↔ loss
""",
    ),
    counterparts(
        "order_of_events",
        "before ↔ after; prior to ↔ following; preceded by ↔ followed by; until → since; earlier ↔ later",
        after=r"(?<!\bnever )(?<!\bsoon )(?<!\bday )(?<!\band )",
        before=r"(?= (?:the|an?|his|her|its|their|\d|[A-Z]))",
    ),
    counterparts(
        "comparator_flipped",
        """
    at least ↔ at most; more than ↔ less than; no more than ↔ no less than; greater than → less than; up to → at least;
    fewer than → more than; a minimum of ↔ a maximum of; as many as → as few as
""",
        after=r"(?<!\bno )(?<!\bnot )",
        before=_VALUE_AHEAD,
    ),
    counterparts(
        "bound_made_exact",
        "; ".join(
            f"{bound} → exactly"
            for bound in (
                "at least",
                "at most",
                "more than",
                "less than",
                "fewer than",
                "up to",
                "as many as",
                "nearly",
            )
        ),
        after=r"(?<!\bno )(?<!\bnot )",
        before=_VALUE_AHEAD,
    ),
    counterparts(
        "quantifier_strengthened",
        """
    some of → all of; most of → all of; many of → all of; some → all; most → all; many → all; sometimes → always;
    often → always; usually → always; generally → always; rarely → often; mainly → entirely; mostly → entirely;
    primarily → entirely; largely → entirely; partly → entirely; partially → fully
""",
        after=_NOT_AFTER_LIMIT,
        before=r"(?= (?:of |the |[a-z]*(?:s|ed|ing|en|by|in|due|to)\b))",
    ),
    counterparts(
        "quantifier_turned",
        """
    all of the → only some of the; all → only some; none of the → all of the; always → rarely; entirely → partly; fully → partly;
    completely → partly; exclusively → partly; both of → only one of; the majority of → a minority of;
    widely → rarely; often → never; usually → never; only →
""",
        after=_NOT_AFTER_LIMIT,
        before=r"(?= (?!if\b|to\b|a\b|an\b)\w)",
    ),
    counterparts(
        "duty_loosened",
        "must not → may; shall not → may; must → may; shall → may; is required to → may; are required to → may",
        before=r"(?= (?!have\b|not\b)\w)",
    ),
    counterparts(
        "duty_tightened",
        """
    may → must; should → must; can → must; might → will; could → will; is allowed to → is required to;
    are allowed to → are required to; is entitled to → is required to; optional → mandatory; voluntary → mandatory
""",
        before=r"(?= (?!not\b|have\b)\w|\.)",
    ),
    counterparts(
        "hedge_dropped",
        """
    may have been → was; might have been → was; may be → is; might be → is; could be → is; is expected to be → is;
    is believed to be → is; are believed to be → are; is thought to be → is; appears to be → is; seems to be → is;
    is said to be → is; is likely to → will; are likely to → will; suggests that → proves that; may have → has;
    reportedly →; allegedly →; probably →; possibly →; apparently →; presumably →; nearly →; almost →
""",
        after=r"(?<!\band )(?<!\bor )(?<!\bmost )(?<!\bnot )",
        before=r"(?= (?:all\b|\w{3}))",
    ),
    counterparts(
        "condition_reversed",
        """
    unless → if; provided that → unless; despite → because of; because of → despite; although → because;
    because → although; due to → despite; without → with; rather than → as well as; instead of → as well as
""",
        after=r"(?<!\bnot )(?<!\bor )(?<!\bonly )",
        before=r"(?= (?!of\b))",
    ),
    counterparts(
        "frequency_changed",
        """
    daily → weekly; weekly → daily; monthly → yearly; annually → monthly; quarterly → annually; yearly → monthly;
    per day → per week; per week → per month; per month → per week; per year → per month; per hour → per day;
    every year → every month; every day → every week
""",
    ),
    counterparts(
        "multiple_changed",
        """
    half of → a third of; one third of → two thirds of; a third of → half of; a quarter of → half of;
    three quarters of → a quarter of; doubled → tripled; tripled → doubled; twice → three times; double → triple
""",
        after=r"(?<!\bthan )(?<!\bover )(?<!\bleast )",
    ),
)

_SIGNS = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def comparison_sign_flipped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Reverse a sign of comparison: p < 0.05 → p > 0.05."""
    return some(rng, [put(sentence, *m.span(), _SIGNS[m[0]]) for m in re.finditer(r"[<>≤≥](?=\s?[\d.])", sentence)])


_AUXILIARY = r"(?:is|are|was|were|has|have|had|can|could|will|would|shall|should|must|do|does|did)"
_DENIED = re.compile(rf"\b(?P<auxiliary>{_AUXILIARY})(?: not| never|n['’]t) (?!only\b|just\b|all\b|until\b|yet\b)")
_NO_FAULT = re.compile(r"\bwhether\b|\bneither\b|\bnor\b|\bbut\b|\bany\b|\bor not\b")


def negation_dropped(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change a denial to an assertion.

    Example: “The fee was not paid.” becomes “The fee was paid.”
    """
    if _NO_FAULT.search(sentence):
        return []
    return some(rng, [put(sentence, m.end("auxiliary"), m.end() - 1, "") for m in _DENIED.finditer(sentence)])


_NEGATIVE = re.compile(
    r"\b(?:not|never|no|none|nor|neither|nobody|nothing|without|hardly|cannot|few|little|only)\b|n['’]t\b"
)
_ASSERTED = re.compile(r"^[^,;:]{0,60}?\b(?:is|are|was|were|will|would|shall|should|must)(?= [a-z])")


def negation_added(sentence: str, rng: random.Random, context: Context) -> list[str]:
    """Change an assertion to a denial.

    Example: “The fee was paid.” becomes “The fee was not paid.”
    """
    asserted = _ASSERTED.match(sentence)
    if (
        not asserted
        or _NEGATIVE.search(sentence)
        or re.search(r"(?i)\b(?:if|what|how|as|that|who|which)\b", asserted[0])
    ):
        return []
    return [put(sentence, asserted.end(), asserted.end(), " not")]


WORD_FAULTS: tuple[Operator, ...] = (*_TABLES, comparison_sign_flipped, negation_dropped, negation_added)

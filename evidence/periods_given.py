"""Questions for the periods that there are figures of: "for which years are figures of X given?"."""

import re

_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^\W*(?:for\s+)?(?:which|what)\s+(?:(?:fiscal|financial)\s+)?(?:years|periods)\s+(?:does|do|did)\s+(?:the\s+)?[\w\s-]{1,40}?\s"
        r"(?:provide|give|show|contain|hold|cover|include|report|present)\s+(?:(?:information|data|figures|values|amounts)\s+"
        r"(?:for|on|about|of|regarding)\s+)?(?P<thing>.+)$",
        r"^\W*(?:in|for)\s+(?:which|what)\s+(?:(?:fiscal|financial)\s+)?(?:years|periods)\s+(?:(?:are|is|was|were)\s+)"
        r"(?:(?:figures|information|data|values|amounts)\s+(?:for|on|about|of|regarding)\s+)?(?P<thing>.+?)\s+"
        r"(?:calculated|reported|recorded|given|provided|presented|disclosed|shown|stated|available)$",
        r"^\W*(?:what|which)\s+(?:are|were)\s+the\s+(?:(?:fiscal|financial)\s+)?(?:years|periods)\s+(?:for which|that|in which)\s+"
        r"(?:(?:information|data|figures|values|amounts)\s+(?:for|on|about|of|regarding)\s+)(?P<thing>.+?)\s+(?:is|are|was|were)\s+"
        r"(?:made\s+)?(?:available|given|provided|reported|shown|disclosed)$",
    )
)
_OF_THE_OWNER = re.compile(r"\s+(?:for|of|by|at)\s+the\s+(?:company|group|firm|bank|registrant)$", re.IGNORECASE)
_PARTS_OF = re.compile(
    r"^(?:the\s+)?(?:components?|breakdown|details?|rollforward|reconciliation)\s+(?:of|for)\s+", re.IGNORECASE
)


def of_which_periods(question: str) -> str:
    """What the figures are of; empty where the question asks for no periods."""
    found = next((match for pattern in _PATTERNS if (match := pattern.match(question))), None)
    return _OF_THE_OWNER.sub("", _PARTS_OF.sub("", found["thing"])) if found else ""

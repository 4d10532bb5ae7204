"""Whether a text says of itself that it holds in the place of another provision ("departing from clause 3.5"; SPEC CON-4)."""

import re

_PROVISION = (
    r"(?:clauses?|sections?|articles?|paragraphs?|parts?|schedules?|annex(?:es)?|terms?|agreement|policy|rules?|§+|ziffern?|absatz|artikel|"
    r"klausel|l['’]article|la clause|cláusulas?|artículos?)"
)
_OVERRIDES = re.compile(
    r"\b(?:departing\s+from|by\s+way\s+of\s+(?:derogation|departure)\s+from|in\s+derogation\s+(?:of|from)|notwithstanding|in\s+deviation\s+from|"
    r"abweichend\s+von|par\s+dérogation\s+(?:à|au|aux)|no\s+obstante)\s+(?:[\w’']+\s+){0,4}?" + _PROVISION,
    re.IGNORECASE,
)


def overrides(text: str) -> bool:
    """What it states is then the rule for its case, and the provision it departs from is the rule for the others: no conflict."""
    return _OVERRIDES.search(text) is not None

"""Whether a provision was found whole: whom it binds, and what it makes itself depend on."""

from typing import Any

import pytest
from made_evidence import evidence

from pincite.evidence.scope.provisions import lacking

LIMIT = "A single payment must not exceed 5,000 euros."
DRAFT = {"authority": "draft", "title": "Draft rules on payments"}


def found(quote: str, text: str | None = None, *, owned: bool = False, **source: Any) -> list[str]:
    unit = evidence(1, quote, source={**DRAFT, **source})
    return [provision.what for provision in lacking(quote, text or quote, unit.source, owned=owned)]


@pytest.mark.spec("ANS-11")
@pytest.mark.parametrize(
    ("quote", "text", "lacks"),
    [
        (LIMIT, None, ["scope"]),
        ("Payments shall be made in euros.", None, ["scope"]),
        (LIMIT, f"1. These rules apply to all branches.\n\n{LIMIT}", []),
        ("A bank must not make a payment above 5,000 euros.", None, []),
        ("An employee must not approve a payment above 5,000 euros.", None, []),
        ("A bank must report payments in the cases listed in Annex 2.", None, ["trigger"]),
        (
            "A bank must report payments in the cases listed in Annex 2.",
            "A bank must report payments in the cases listed in Annex 2.\n\nAnnex 2\n\nCash payments.",
            [],
        ),
        ("A payment must be reported as set out in the supplement.", None, ["scope", "trigger"]),
        ("The average payment was 5,000 euros.", None, []),
    ],
)
def test_a_provision_lacks_scope_or_trigger_only_where_its_document_gives_none(
    quote: str, text: str | None, lacks: list[str]
) -> None:
    assert found(quote, text) == lacks


@pytest.mark.spec("ANS-11")
def test_the_scope_is_known_where_the_document_says_whose_it_is() -> None:
    assert found(LIMIT, owned=True) == []


@pytest.mark.spec("ANS-11")
def test_a_text_that_lays_down_no_rules_holds_no_provision() -> None:
    assert found(LIMIT, authority="published", title="A walk through Leeds") == []

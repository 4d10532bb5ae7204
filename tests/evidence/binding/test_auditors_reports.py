"""Who signs the auditor's report of a document: not the officers, who sign in the same document."""

import pytest

from pincite.evidence.binding.auditors_reports import auditors_signatures

HEADING = "Report of Independent Registered Public Accounting Firm"
OFFICER = "Signatures\n\nBy: /s/ Jane Roe\nChief Executive Officer"


@pytest.mark.spec("SUB-2", "SUB-4")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(
            f"{HEADING}\n\nWe have audited it.\n\n/s/ Vell & Roe LLP\n\n{OFFICER}", ["Vell & Roe LLP"], id="below"
        ),
        pytest.param(
            f"# {HEADING} (PCAOB ID 34)\n\nWe have audited it.\n\n{'Page. ' * 900}\n\n/s/ Vell & Roe LLP\n\n{OFFICER}",
            ["Vell & Roe LLP"],
            id="pages below",
        ),
        pytest.param(
            f"{OFFICER}\n\nWe have served as the Company's auditor since 2004.\n\n/s/ Vell & Roe LLP",
            ["Vell & Roe LLP"],
            id="beside the tenure",
        ),
        pytest.param(f"{HEADING}\n\nThe index lists it.\n\n{OFFICER}", [], id="a heading in a list of contents"),
        pytest.param(f"The {HEADING.lower()} follows.\nWe have audited it.\n\n{OFFICER}", [], id="no heading"),
        pytest.param(
            "Bestätigungsvermerk des unabhängigen Abschlussprüfers\n\nWir haben den Jahresabschluss der Vint SE geprüft.\n\n"
            "gez. Vell & Roe GmbH",
            ["Vell & Roe GmbH"],
            id="German",
        ),
        pytest.param("", [], id="an empty document"),
    ],
)
def test_the_auditor_is_the_one_who_signs_below_the_report(text: str, names: list[str]) -> None:
    assert [signature.name for signature in auditors_signatures(text)] == names

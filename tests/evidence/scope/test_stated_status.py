"""What a document says that it is, where that is no text in force."""

import pytest

from pincite.evidence.scope.stated_status import heading_status, stated_status


@pytest.mark.spec("EVI-12")
@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("# Camera policy\n\nStatus: draft for consultation, not adopted\n\nFootage is kept.", "draft for consultation, not adopted"),
        ("# Camera policy\n\n| Status | Entwurf |\n", "Entwurf"),
        ("# Camera policy\n\nDRAFT – NOT ADOPTED\n", "DRAFT – NOT ADOPTED"),
        ("# Camera policy\n\nNot in force\n", "Not in force"),
        ("Rejected proposal\n\nItem | Fee", "Rejected proposal"),
        ("Status: approved by the board on 3 May 2026", None),
        ("Status: not approved", "not approved"),
        ("# Camera policy\n\nDraft beer is served in the hall until ten at night.", None),
        ("| Status | Orders |\n|---|---|\n| open | 3 |", None),
        ("# House rules\n\nNo smoking\n\nProposed works\n\nDraft beer and wine\n", None),
        ("The status of the works: they go on.", None),
        ("# Lease\n\nThis lease is not yet in force. The rent is £9.", "not yet in force"),
        ("# Lease\n\nThis tenancy agreement has expired.", "expired"),
        ("This by-law was repealed by the Act of 1998.", "repealed by the Act of 1998"),
        ("This circular is superseded by the circular of 1 May 2026.", "superseded by the circular of 1 May 2026"),
        ("This agreement is terminated if the tenant fails to pay.", None),
        ("This guarantee has not expired.", None),
        ("This policy is not in force on Sundays.", None),
        ("# Options\n\nThis option is superseded by --all. This field has been replaced by `name`.", None),
        ("This clause has expired.", None),
        ("This lease is terminated by the death of the tenant.", None),
        ("The lease of the mill has expired.", None),
        ("This replaced the rules of 2019.", None),
    ],
)  # fmt: skip
def test_a_status_is_read_from_a_labelled_line_or_a_banner(text: str, status: str | None) -> None:
    assert stated_status(text) == status


@pytest.mark.spec("EVI-12")
@pytest.mark.parametrize(
    ("section", "status"),
    [
        ("Rejected proposal", "Rejected proposal"),
        ("Lease › 4. Deleted clauses › Rent", "4. Deleted clauses"),
        ("Draft", "Draft"),
        ("Proposed works › Draft beer", None),
        ("Orders not yet withdrawn", None),
        (None, None),
    ],
)
def test_a_heading_states_that_its_section_is_not_in_force(section: str | None, status: str | None) -> None:
    assert heading_status(section) == status

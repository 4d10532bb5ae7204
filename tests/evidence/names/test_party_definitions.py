import pytest

from pincite.evidence.names.party_definitions import party_terms


@pytest.mark.spec("SUB-3", "SUB-8")
@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        (
            "Tenancy agreement",
            "made on 3 May 2025 between Norvale Lets Ltd (the Landlord) of 8 Mill Row, Tarn, and Ms Ada Finn and Mr Tom "
            "Finn (together the Tenant) for the letting of Flat 4, Otter House, Tarn TN1 2AB (the Property).",
            {
                "Landlord": ["Norvale Lets Ltd"],
                "Tenant": ["Ada Finn", "Tom Finn"],
                "Property": ["Flat 4", "Otter House", "Tarn TN1 2AB"],
            },
        ),
        (
            "Services agreement",
            "**Parties**\n\n1. Tarn Dental Practice of 2 Mill Row, Tarn (the “Client”); and\n2. Broom & Sons, whose office "
            "is at Unit 7, Mill Yard, Tarn (the “Contractor”).",
            {"Client": ["Tarn Dental Practice"], "Contractor": ["Broom & Sons"]},
        ),
        (
            "Supply agreement",
            "between Norvale Ltd, registered in Wales, represented by Ada Finn (the “Buyer”), and Broom & Sons, acting "
            "through its Managing Director, Tom Reed (the “Seller”).\n\n1.1 This Agreement begins on the Signing Date and "
            "continues for three years (the “Term”).",
            {"Buyer": ["Norvale Ltd"], "Seller": ["Broom & Sons"]},
        ),
        (
            "Software licence",
            "This Licence is granted by Norvale Ltd of 8 Dyer Road (“Norvale”, “the Licensor”) to the Tarn Museum "
            "(hereinafter “the Museum”) and covers the program LensPath 4 (“the Software”).",
            {
                "Norvale": ["Norvale Ltd"],
                "Licensor": ["Norvale Ltd"],
                "Museum": ["Tarn Museum"],
                "Software": ["LensPath 4"],
            },
        ),
        (
            "Loan",
            "LOAN AGREEMENT\n\nLender:    Ada Finn, 14 Mill Row, Tarn\nDate:      2 May 2023\nUse:       Bakery and café\n\n"
            "The Lender lends the money. The Use may not change.",
            {"Lender": ["Ada Finn"]},
        ),
        (
            "Lease",
            "Tenant | Norvale Ltd\nProperty | Unit 12, Mill Yard\n\nThe Tenant shall repaint the Property.",
            {"Tenant": ["Norvale Ltd"], "Property": ["Unit 12", "Mill Yard"]},
        ),
        ("Lease", "Landlord: Ada Finn\n\nRent is due monthly.", {}),
        ("Harbour news", "Norvale Ltd (the Supplier) and Ada Finn (the Buyer) met in Tarn.", {}),
    ],
)
def test_the_opening_of_a_contract_defines_terms_for_its_parties_and_its_object(
    title: str, text: str, expected: dict[str, list[str]]
) -> None:
    found: dict[str, list[str]] = {}
    for term in party_terms(title, text):
        found.setdefault(text[slice(*term.term)], []).append(text[slice(*term.name)])
    assert found == expected

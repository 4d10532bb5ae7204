import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evidence.model.source_record import Alias
from pincite.evidence.model.spans import DocumentId
from pincite.evidence.names.same_name import (
    find_mention,
    identifiers,
    mentioned,
    name_key,
    names_match,
    of_another_form,
    split_suffix,
)

OWN, OTHER = DocumentId("own"), DocumentId("other")


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("name", "core", "suffix"),
    [
        ("Norvale Holdings Ltd", "Norvale Holdings", "Ltd"),
        ("THE NORVALE COMPANY", "THE NORVALE", "COMPANY"),
        ("Norvale.com, Inc.", "Norvale.com", "Inc."),
        ("Norvale S.p.A.", "Norvale", "S.p.A."),
        ("Norvale GmbH & Co. KG", "Norvale", "GmbH & Co. KG"),
        ("Norvale & Co.", "Norvale", "Co."),
        ("Norvale Mills Pty Ltd", "Norvale Mills", "Pty Ltd"),
        ("The Company", "The Company", None),
        ("Norvale Group", "Norvale Group", None),
        ("ORRIN CO., INC.", "ORRIN", "CO., INC."),
        ("Orrin Works Company, Incorporated", "Orrin Works", "Company, Incorporated"),
        ("Orrin Chase & Co.", "Orrin Chase", "Co."),
        ("Orrin Brothers & Sons Company", "Orrin Brothers & Sons", "Company"),
        ("Orrin S.A.B. de C.V.", "Orrin", "S.A.B. de C.V."),
        ("Orrin Bank, National Association", "Orrin Bank", "National Association"),
        ("Orrin AG", "Orrin", "AG"),
        ("The Limited, Inc.", "The Limited, Inc.", None),
        ("Co., Inc.", "Co., Inc.", None),
        ("better known As", "better known As", None),
        ("Orrin Day Spa", "Orrin Day Spa", None),
        ("Orrin CIO", "Orrin CIO", None),
        ("Orrin UK", "Orrin UK", None),
    ],
)
def test_a_legal_suffix_is_distinguished_from_the_name(name: str, core: str, suffix: str | None) -> None:
    assert split_suffix(name) == (core, suffix)


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("asked", "found", "how"),
    [
        ("Norvale Ltd", "Norvale Ltd", "exact"),
        ("norvale ltd", "NORVALE LIMITED", "case"),
        ("Norvale", "NORVALE.COM, INC.", "suffix_left_out"),
        ("Norvale", "The Norvale Company", "suffix_left_out"),
        ("Norvale’s", "Norvale", "case"),
        ("Norvale Residents Association", "NORVALE RESIDENTS' ASSOCIATION", "case"),
        ("Norvale Womens Institute", "Norvale Women’s Institute", "case"),
        ("U.S. Mint", "US Mint", "case"),
        ("Orrin", "ORRIN CO., INC.", "suffix_left_out"),
        ("Orrin Co., Inc.", "ORRIN COMPANY, INCORPORATED", "case"),
        ("Orrin & Orrin", "ORRIN AND ORRIN", "case"),
        ("Orrin-Vale", "Orrin Vale", "case"),
        ("Orrin's", "Orrins Corporation", "suffix_left_out"),
        ("Orrins", "Orrin’s Corporation", "suffix_left_out"),
        ("orrin sa", "Orrin SA", "case"),
    ],
)
def test_names_match_by_letter_case_or_suffix(asked: str, found: str, how: str) -> None:
    match = names_match(asked, found)
    assert match is not None
    assert match.how == how
    assert match.reason


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Norvale Ltd", "Norvale GmbH"),
        ("Norvale Inc.", "Norvale Corp."),
        ("Norvale Inc.", "Norvale Co., Inc."),
        ("Norvale 15", "Norvale 1-5"),
        ("Norvale", "Norvale Capital"),
        ("Norvale", "Norvael"),
        ("Nor Vale", "Norvale"),
        ("", ""),
    ],
)
def test_another_suffix_and_mere_likeness_never_match(asked: str, found: str) -> None:
    assert names_match(asked, found) is None


@pytest.mark.spec("SUB-8")
def test_a_stated_alias_joins_two_names_even_of_different_suffix() -> None:
    alias = Alias(name="Norvale GmbH", of="Norvale Ltd", origin="declared")
    match = names_match("Norvale Ltd", "Norvale GmbH", [alias])
    assert match is not None
    assert match.how == "alias"
    assert match.alias == alias


@pytest.mark.spec("SUB-8")
def test_a_defined_term_holds_in_its_own_document_only() -> None:
    alias = Alias(name="Supplier", of="Norvale Ltd", origin="defined_term", document_id=OWN)
    assert names_match("Norvale", "Supplier", [alias], document_id=OWN)
    assert names_match("Norvale", "Supplier", [alias], document_id=OTHER) is None
    assert names_match("Norvale", "Supplier", [alias]) is None


@pytest.mark.spec("SUB-8")
def test_identifiers_hold_the_name_without_suffix_and_wide_aliases_but_no_bare_term() -> None:
    aliases = [
        Alias(name="NRV", of="Norvale Ltd", origin="ticker", document_id=OWN),
        Alias(name="Millbrook Ltd", of="Norvale Ltd", origin="former_name", document_id=OWN),
        Alias(name="Company", of="Norvale Ltd", origin="defined_term", document_id=OWN),
    ]
    found = identifiers("Norvale Ltd", aliases)
    assert {"Norvale Ltd", "Norvale", "NRV", "Millbrook Ltd", "Millbrook"} <= set(found)
    assert "Company" not in found
    assert "Company" in identifiers("Norvale Ltd", aliases, document_id=OWN)


@pytest.mark.parametrize(
    ("names", "text", "there"),
    [
        (["Norvale"], "Norvale's mills", True),
        (["Norvale"], "NORVALE MILLS", True),
        (["Norvale"], "Norvales", False),
        (["Shell"], "a shell company", False),
        (["IT"], "it is", False),
        (["US Mint"], "the U.S. Mint", True),
        (["Nor Vale"], "NOR\nVALE LTD", True),
        (["O'Dell"], "O’Dell said", True),
        (["Norvale Inc.", "Norvale"], "Norvale Corp. sold it", False),
        (["Norvale Inc.", "Norvale"], "Norvale sold it", True),
        (["北京"], "我在北京住", True),
        (["Orrin & Vale"], "ORRIN AND VALE", True),
        (["Orrin and Vale"], "Orrin & Vale", True),
        (["Orrin Vale"], "Orrin-Vale", True),
        (["Orrin-Vale"], "Orrin Vale", True),
        (["Orrin's Stores"], "Orrins Stores", True),
        (["Orrin Residents Association"], "Orrin Residents’ Association", True),
        (["Orrin Residents' Association"], "ORRIN RESIDENTS ASSOCIATION", True),
        (["Orrin Womens Institute"], "Orrin Women's Institute", True),
        (["Orrin Hills"], "Orrin Hill's view", False),
        (["Orrin & Vale"], "Orrin Vale", False),
        ([], "anything", False),
    ],
)
def test_a_mention_is_the_whole_name(names: list[str], text: str, there: bool) -> None:
    assert mentioned(names, text) is there


@given(st.text(alphabet="Norvale .,’'-&\n", max_size=60), st.text(alphabet="abNV ,.", max_size=20))
def test_a_found_mention_is_the_name_itself(text: str, name: str) -> None:
    place = find_mention([name], text)
    if place is not None:
        assert name_key(text[slice(*place)]).replace(".", "") == name_key(name).replace(".", "")


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Supply Agreement between Varnholt Metals AG and Calderquay plc", True),
        ("Varnholt Metals delivers housings.", False),
        ("Varnholt Metals GmbH, a sister of Varnholt Metals AG", False),
        ("Calderquay plc", False),
    ],
)
def test_a_name_with_another_legal_form_only_is_another_organisation(text: str, other: bool) -> None:
    assert of_another_form("Varnholt Metals GmbH", text) is other


@pytest.mark.spec("SUB-3", "EVI-10")
@pytest.mark.parametrize(
    ("name", "text", "is_there"),
    [
        ("version 3.8.0", "Version 3.8.0 came in May.", True),
        ("3.8.0", "See 3.8.0.", True),
        ("3.8.0", "Version 3.8.0.2 came in June.", False),
        ("clause 4.2", "under Clause 4.2.1", False),
        ("Python 3", "for Python 3.8", True),
    ],
)
def test_a_number_with_parts_is_not_a_part_of_a_longer_one(name: str, text: str, is_there: bool) -> None:
    assert (find_mention([name], text) is not None) is is_there

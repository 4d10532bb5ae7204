import time

import pytest

from pincite.evidence.model.spans import DocumentId
from pincite.evidence.names.definitions import defined_names

DOCUMENT = DocumentId("d")


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Norvale Holdings Ltd (the "Supplier")', {("Supplier", "Norvale Holdings Ltd", "defined_term")}),
        (
            "Norvale Mills Corporation (“Norvale” or the “Company”), a Washington corporation",
            {
                ("Norvale", "Norvale Mills Corporation", "defined_term"),
                ("Company", "Norvale Mills Corporation", "defined_term"),
            },
        ),
        (
            "Norvale Mills Corporation and its subsidiaries (Norvale or the Company) sell cloth.",
            {
                ("Norvale", "Norvale Mills Corporation", "defined_term"),
                ("Company", "Norvale Mills Corporation", "defined_term"),
            },
        ),
        (
            'between Norvale Ltd, a company registered in England (number 12) (the "Customer"), and',
            {("Customer", "Norvale Ltd", "defined_term")},
        ),
        (
            "between NORVALE, INC., a New York corporation, and Mary N. Dill (the “Executive”), agree",
            {("Executive", "Mary N. Dill", "defined_term")},
        ),
        ("Norvale, Inc. (NYSE: NRV) today", {("NRV", "Norvale, Inc.", "ticker")}),
        ("Norvale plc (formerly known as Millbrook plc) said", {("Millbrook plc", "Norvale plc", "former_name")}),
        ("Norvale plc, f/k/a Millbrook plc, said", {("Millbrook plc", "Norvale plc", "former_name")}),
        ("the days payable outstanding (DPO) rose", {("DPO", "days payable outstanding", "acronym")}),
        ("Norvale Inc. (“we,” “us”) said", set()),
        ("the days payable outstanding (XYZ) rose", set()),
        ("the mill (which is old) stands", set()),
    ],
)
def test_a_text_defines_short_names(text: str, expected: set[tuple[str, str, str]]) -> None:
    found = defined_names(text, document_id=DOCUMENT)
    assert {(alias.name, alias.of, alias.origin) for alias in found} == expected
    assert all(text[alias.char_start : alias.char_end] == alias.name for alias in found)
    assert all(alias.document_id == DOCUMENT for alias in found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ['Norvale Foo (the "Bar") of ( ( ', " formerly Norvale, ", '("', "A " * 50, "(the X or "]
)
def test_a_long_text_is_read_in_linear_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    assert len(defined_names(text, document_id=None)) <= 200
    assert time.process_time() - started < 10

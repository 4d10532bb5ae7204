from datetime import date
from time import perf_counter

import pytest

from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.model.spans import DocumentId, VersionId
from pincite.evidence.scope.declared import Declared
from pincite.evidence.scope.declared_entities import title_declares
from pincite.evidence.scope.document_scope import (
    DocumentScope,
    covers_jurisdiction,
    covers_period,
    covers_version,
    declared_scope,
)
from pincite.stores.documents.classify import document_type


def document(title: str, **fields: object) -> SourceDocument:
    values: dict[str, object] = {
        "document_id": DocumentId("d"),
        "version_id": VersionId("v"),
        "title": title,
        "path": "d.txt",
        "media_type": "text/plain",
        "file_sha256": "f",
        "text_sha256": "t",
        "extractor": "x/1",
        "n_chars": 1,
        "kind": "primary",
        "kind_reason": "r",
        "authority": "unclassified",
        "authority_reason": "r",
    }
    return SourceDocument.model_validate(values | fields)


def scope_of(title: str, text: str, **fields: object) -> DocumentScope:
    source = document(title, **fields)
    return declared_scope(
        title=title, metadata={}, cover=(0, min(len(text), 4_000)), text=text, furniture=(), source=source
    )


COVER = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
Washington, D.C. 20549
FORM 10-K
For the fiscal year ended June 30, 2023
Commission File Number 001-1
NORVALE MILLS, INC.
(Exact name of registrant as specified in its charter)
Common Stock   NRV   New York Stock Exchange
Auditor: Ernst & Young LLP
Year ended June 30,
2023 2022 2021
2023 2022 2021
We expect capital spending of $4 in 2024.
"""


@pytest.mark.spec("SUB-3")
def test_a_filing_declares_its_registrant_and_nobody_else_on_its_cover() -> None:
    scope = scope_of("Form 10-K", COVER, n_pages=9)
    assert [entity.value for entity in scope.entities] == ["NORVALE MILLS, INC."]
    (entity,) = scope.entities
    assert COVER[entity.start : entity.end] == "NORVALE MILLS, INC."


@pytest.mark.spec("SUB-3")
def test_the_manifest_outranks_the_text() -> None:
    scope = scope_of("Price list", "Ferrow Ltd prices. Ferrow Ltd.", entity="Norvale Ltd", n_pages=1)
    assert [(entity.value, entity.how) for entity in scope.entities] == [("Norvale Ltd", "manifest")]


@pytest.mark.spec("SUB-3")
def test_the_parties_of_an_agreement_are_each_declared() -> None:
    text = "This Agreement is made between Norvale Ltd (the “Customer”) and Ferrow Systems Ltd (the “Provider”)."
    scope = scope_of("Services Agreement", text)
    assert [entity.value for entity in scope.entities] == ["Norvale Ltd", "Ferrow Systems Ltd"]


@pytest.mark.spec("SUB-3")
def test_the_title_of_a_text_on_one_topic_is_its_subject() -> None:
    scope = scope_of("Mercury_(planet)", "Mercury is the planet nearest to the sun. NASA Inc. says so.")
    assert [entity.value for entity in scope.entities] == ["Mercury (planet)", "Mercury"]


@pytest.mark.spec("SUB-3")
def test_a_press_release_is_its_issuers() -> None:
    text = "Norvale Mills Announces Results\nNorvale Mills, Inc. (NASDAQ: NRV) today. Peer Ferrow Inc. did not."
    scope = scope_of("Norvale Mills Announces Fourth Quarter Fiscal 2022 Results", text, n_pages=3)
    assert [entity.value for entity in scope.entities] == ["Norvale Mills", "Norvale Mills, Inc."]
    assert scope.primary_period == "Q4 FY2022"


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("named", "primary"), [("fiscal 2022", "FY2022"), ("fiscal 2023", "FY2023"), ("the year", "FY2023")]
)
def test_a_year_that_ends_early_in_the_next_one_has_the_name_that_the_filing_gives_it(named: str, primary: str) -> None:
    cover = COVER.replace("June 30, 2023", "January 28, 2023")
    scope = scope_of("Form 10-K", f"{cover}\nSales rose in {named}. The {named} season was long.", n_pages=9)
    assert scope.primary_period == primary
    assert "FY2023" in [period.value for period in scope.periods]


@pytest.mark.parametrize("title", ["document 12", "untitled", "p3", "001"])
def test_a_title_that_says_nothing_declares_nothing(title: str) -> None:
    expected = ["p3"] if title == "p3" else []
    assert [entity.value for entity in scope_of(title, "Some text on Norvale.").entities] == expected


@pytest.mark.spec("SUB-7")
@pytest.mark.parametrize(
    ("period", "covered"),
    [
        ("FY2023", True),
        ("2022", True),
        ("FY21", True),
        ("Q2 of FY2023", True),
        ("June 30, 2023", True),
        ("FY2024", False),
        ("FY2019", False),
        ("last year", True),
    ],
)
def test_a_report_covers_its_year_and_its_comparative_years(period: str, covered: bool) -> None:
    assert covers_period(scope_of("Form 10-K", COVER, n_pages=9), period) is covered


@pytest.mark.spec("SUB-7")
@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("| (€ million) | 2024 | 2023 |\n|---|---|---|\n| Revenue | 81 | 78 |", True),
        ("| | 31 December 2024 | 31 December 2023 |\n|---|---|---|\n| Revenue | 81 | 78 |", True),
        ("| | 2024 £ | 2023 £ |\n|---|---|---|\n| Revenue | 81 | 78 |", True),
        ("Revenue was €81 million, after €77.9 million in 2023.", True),
        ("In 2023, revenue was €77.9 million.", True),
        ("The works in Leeds were closed in 2023.", False),
        ("| Item | 2024 |\n|---|---|\n| Revenue | 81 |", False),
    ],
)
def test_a_report_covers_the_year_of_each_column_and_of_the_figures_with_which_it_compares(
    text: str, covered: bool
) -> None:
    assert covers_period(scope_of("Tarn: results 2024", text), "2023") is covered


@pytest.mark.spec("SUB-7")
def test_a_year_ahead_is_covered_where_the_question_asks_what_is_expected() -> None:
    scope = scope_of("Form 10-K", COVER, n_pages=9)
    assert covers_period(scope, "FY2024", question="What capital spending does Norvale expect in FY2024?")
    assert not covers_period(scope, "FY2024", question="What was Norvale's revenue in FY2024?")


@pytest.mark.spec("SUB-7")
def test_a_document_made_for_no_period_limits_nothing() -> None:
    assert covers_period(scope_of("Mercury", "Mercury was seen in 1631."), "1985")


@pytest.mark.spec("SUB-7")
def test_effective_dates_limit_the_years_a_document_covers() -> None:
    scope = scope_of("Leave policy", "Leave.", effective_from=date(2026, 1, 1), effective_to=date(2026, 12, 31))
    assert covers_period(scope, "2026")
    assert not covers_period(scope, "2024")


@pytest.mark.spec("SUB-7")
def test_versions_and_jurisdictions_are_declared_by_the_title() -> None:
    scope = scope_of("Expenses Policy (Germany), version 2.1", "Expenses.")
    assert covers_version(scope, "version 2.1")
    assert not covers_version(scope, "3.0")
    assert covers_jurisdiction(scope, "Germany")
    assert not covers_jurisdiction(scope, "France")
    assert covers_jurisdiction(scope, "Freiburg")
    abroad = scope_of("Leave policy for the Russian Federation", "Leave.")
    assert covers_jurisdiction(abroad, "Russia")
    assert not covers_jurisdiction(abroad, "Ohio")
    assert covers_jurisdiction(scope_of("Leave policy (USA)", "Leave."), "Ohio")


def test_labels_are_words_a_question_might_use() -> None:
    labels = scope_of("Form 10-K", COVER, n_pages=9).labels()
    assert {"FY2023", "2023", "2022"} <= set(labels)


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("title", "declares"),
    [
        ("Onboarding note: expenses at Kestrel & Vane", True),
        ("Kestrel & Vane: handbook", True),
        ("Kestrel & Vane's travel policy", True),
        ("Travel policy (Kestrel & Vane)", True),
        ("Annual report 2024 of Kestrel & Vane plc", True),
        ("Rules of the Kestrel & Vane", True),
        ("Minutes of the Kestrel & Vane, 14 May 2024", True),
        ("Minutes of the meeting of the Kestrel & Vane held on 14 May 2024", True),
        ("Kestrel & Vane committee minutes", True),
        ("Kestrel & Vane newsletter, spring 2025", True),
        ("Kestrel & Vane Friends newsletter", False),
        ("Letter to the Kestrel & Vane", False),
        ("A history of Kestrel & Vane and of Ferrow", False),
        ("Lease of 12 Kestrel & Vane", False),
        ("Settlement with Kestrel & Vane", False),
        ("Brackenford against Kestrel & Vane", False),
        ("Kestrel & Vane and its rivals", False),
        ("Notes on Kestrels", False),
    ],
)
def test_a_title_declares_whose_a_document_is_by_where_the_name_stands(title: str, declares: bool) -> None:
    assert title_declares(title, ("Kestrel & Vane",)) is declares


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("title", "text", "issuer"),
    [
        ("Tarn SE Annual Report 2023", "Sales rose.", "Tarn SE"),
        ("Annual Report 2023 – Tarn SE", "Sales rose.", "Tarn SE"),
        ("Minutes of the board of Tarn SE", "The board met.", "Tarn SE"),
        ("Tarn SE employee handbook", "Welcome.", "Tarn SE"),
        ("Annual report 2024 of Tarn SE", "Sales rose.", "Tarn SE"),
        ("Annual Report 2024 of Tarn SE", "Sales rose.", "Tarn SE"),
        ("Employee Handbook of Tarn SE", "Welcome.", "Tarn SE"),
        ("Travel Policy for Tarn SE", "Trains only.", "Tarn SE"),
        ("Sustainability Report 2023", "# Sustainability Report 2023\n\nTarn SE\n\nWe cut emissions.", "Tarn SE"),
        ("Sustainability Report 2023", "We met Tarn SE and cut emissions.", None),
        ("Report on Tarn SE", "Sales rose.", None),
        ("Inspection Report: Tarn SE", "Two defects were found.", None),
        ("Tarn SE report on Borealis", "Sales rose.", None),
        ("Insurance Policy – Tarn SE", "Fire is covered.", None),
        ("Tarn SE and Pell Ltd joint report", "Sales rose.", None),
        ("Tarn SE buys a harbour", "Sales rose.", None),
        ("Services agreement of Tarn SE", "This agreement is made.", None),
        ("Annual Report 2023", "Sales rose.", None),
    ],
)
def test_the_only_owner_of_a_report_on_itself_is_who_speaks_in_it(title: str, text: str, issuer: str | None) -> None:
    kind = document_type(title, text)
    assert scope_of(title, text, document_type=kind).issuer() == issuer


@pytest.mark.spec("SUB-3")
def test_two_owners_do_not_speak_with_one_voice() -> None:
    owners = (Declared(value="Tarn SE", how="cover"), Declared(value="Pell Ltd", how="cover"))
    assert DocumentScope(document_type="annual report", entities=owners).issuer() is None
    same = (Declared(value="Tarn", how="cover"), Declared(value="Tarn SE", how="cover"))
    assert DocumentScope(document_type="annual report", entities=same).issuer() == "Tarn"


def test_a_title_with_much_white_space_is_read_in_a_short_time() -> None:
    began = perf_counter()
    scope_of(f"A{' ' * 2_000}x", "Rent is due.")
    assert perf_counter() - began < 5

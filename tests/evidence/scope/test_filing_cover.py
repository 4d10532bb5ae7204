"""Covers of filings in the layouts that PDF and HTML extraction give; all companies are made up."""

import pytest

from pincite.evidence.scope.document_scope import DocumentScope
from pincite.evidence.scope.filing_cover import filing_cover

TOP = "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nWashington, D.C. 20549\n"
YEAR = "For the fiscal year ended June 30, 2025\n"
LABEL = "(Exact name of registrant as specified in its charter)\n"
BELOW = "Delaware 41-0417775\n(State or other jurisdiction of incorporation) (I.R.S. Employer Identification No.)\n"


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("layout", "registrant", "title"),
    [
        (
            f"{TOP}FORM 10-K\n{YEAR}Commission file number 1-3285\nORRIN CO., INC.\n{LABEL}{BELOW}",
            "ORRIN CO., INC.",
            "ORRIN CO., INC. – Form 10-K, fiscal year ended June 30, 2025",
        ),
        (
            f"low\n\n{TOP}\nForm 10-Q\n\nFor the quarterly period ended March 31, 2025\n\nOrrin & Vale\n\n{LABEL}",
            "Orrin & Vale",
            "Orrin & Vale – Form 10-Q, quarterly period ended March 31, 2025",
        ),
        (
            f"{TOP}FORM 8-K\nDate of Report (Date of earliest event reported): May 20, 2025 (May 18, 2025)\n"
            "Orrin Locker, Inc.\n(Exact name of registrant as specified in charter)\n",
            "Orrin Locker, Inc.",
            "Orrin Locker, Inc. – Form 8-K, May 20, 2025",
        ),
        (
            f"{TOP}FORM 10-K\n{YEAR}Commission file number 1-3285\n\n3O COMPANY\n\nState of Incorporation: Delaware\n",
            "3O COMPANY",
            "3O COMPANY – Form 10-K, fiscal year ended June 30, 2025",
        ),
        (
            f"{TOP}FORM 10–K/A\n{YEAR}____________\n**Orrin.com, Inc.**\n____________\n(Exact name of registrant as\nspecified in its charter)",
            "Orrin.com, Inc.",
            "Orrin.com, Inc. – Form 10-K/A, fiscal year ended June 30, 2025",
        ),
        (
            f"{TOP}FORM 10-K\n{YEAR}Commission File Number: 001-32327 The Orrin Corporation\n{LABEL}",
            "The Orrin Corporation",
            "The Orrin Corporation – Form 10-K, fiscal year ended June 30, 2025",
        ),
        (
            f"{TOP}FORM 10-K\n{YEAR}\nORRIN NATIONAL BUSINESS MACHINES\nCORPORATION\n{LABEL}",
            "ORRIN NATIONAL BUSINESS MACHINES CORPORATION",
            "ORRIN NATIONAL BUSINESS MACHINES CORPORATION – Form 10-K, fiscal year ended June 30, 2025",
        ),
        (
            f"{TOP}FORM 10-K\n{YEAR}\nORRIN INTERNATIONAL\nGROUP, INC.\n{LABEL}\nOrrin International Group makes rope.",
            "ORRIN INTERNATIONAL GROUP, INC.",
            "ORRIN INTERNATIONAL GROUP, INC. – Form 10-K, fiscal year ended June 30, 2025",
        ),
        (
            f"Dear shareholders,\n{'It was a good year. ' * 900}\n{TOP}FORM 10-K\n{YEAR}\nOrrin plc\n{LABEL}",
            "Orrin plc",
            "Orrin plc – Form 10-K, fiscal year ended June 30, 2025",
        ),
        (
            f"{TOP}FORM 20-F\n{YEAR}\nOrrin S.p.A.\n{LABEL}",
            "Orrin S.p.A.",
            "Orrin S.p.A. – Form 20-F, fiscal year ended June 30, 2025",
        ),
    ],
)
def test_a_cover_names_its_registrant_form_and_period(layout: str, registrant: str, title: str) -> None:
    cover = filing_cover(layout)
    assert cover is not None
    assert (cover.registrant, cover.title()) == (registrant, title)
    assert " ".join(layout[cover.start : cover.end].split()) == registrant


@pytest.mark.spec("SUB-8")
@pytest.mark.parametrize(
    "below",
    [
        "Title of each class Trading Symbol(s) Name of each exchange\nCommon Stock, par value $0.10 ORF New York Stock Exchange",
        "Title of each class Trading Symbol(s) Name of each exchange\nOrdinary Shares\nORF\nThe Nasdaq Stock Market LLC",
        "Our common stock trades on the New York Stock Exchange under the symbol “ORF”.",
    ],
)
def test_a_cover_gives_the_trading_symbol_of_its_stock(below: str) -> None:
    text = f"{TOP}FORM 10-K\n{YEAR}Orrin Foods, Inc.\n{LABEL}{BELOW}{below}\n1.5% Notes due 2029 ORF29 New York Stock Exchange\n"
    cover = filing_cover(text)
    assert cover is not None
    assert cover.ticker is not None
    assert text[slice(*cover.ticker)] == "ORF"


@pytest.mark.parametrize(
    "text",
    [
        "The exact name of the registrant as specified in its charter must stand on the cover.",
        "Orrin Foods files a Form 10-K each year. Its fiscal year ended June 30, 2025.",
        "FORM 10-K\nCommission file number 1-3285\n",
        "",
    ],
)
def test_a_text_that_only_speaks_of_filings_has_no_cover(text: str) -> None:
    assert filing_cover(text) is None


PROXY = (
    "SCHEDULE 14A\n(RULE 14a-101)\nProxy Statement Pursuant to Section 14(a) of the Securities Exchange Act of 1934\n"
    "Filed by the Registrant {own}\nFiled by a Party other than the Registrant {other}\n\nOrrin Foods, Inc.\n"
    "(Name of Registrant as Specified In Its Charter)\n\n"
    "(Name of Person(s) Filing Proxy Statement, if other than the Registrant)\n"
)


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("form", "named"),
    [
        ("F-1", "Form F-1"),
        ("S – 11/A", "Form S-11/A"),
        ("10-K405", "Form 10-K405"),
        ("10 Q / A", "Form 10-Q/A"),
        ("DEF 14A", "Form DEF 14A"),
        ("40-F", "Form 40-F"),
    ],
)
def test_every_form_of_a_registrant_has_a_cover_and_is_the_registrants_own(form: str, named: str) -> None:
    cover = filing_cover(f"{TOP}\nFORM {form}\n\nOrrin Foods, Inc.\n{LABEL}")
    assert cover is not None
    assert (cover.registrant, cover.form) == ("Orrin Foods, Inc.", named)
    assert DocumentScope(document_type=cover.form).is_issuers()


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize(
    ("own", "other", "found"), [("☒", "☐", True), ("[X]", "[ ]", True), ("☐", "☒", False), ("[ ]", "[X]", False)]
)
def test_a_proxy_statement_is_the_registrants_unless_another_party_files_it(own: str, other: str, found: bool) -> None:
    cover = filing_cover(TOP + PROXY.format(own=own, other=other))
    assert (cover is not None) == found
    assert cover is None or cover.title() == "Orrin Foods, Inc. – Schedule 14A"


@pytest.mark.spec("SUB-3")
@pytest.mark.parametrize("kind", ["Form 11-K", "Schedule 13D", "Form 4", "lease"])
def test_a_report_on_others_is_no_report_of_its_company(kind: str) -> None:
    assert not DocumentScope(document_type=kind).is_issuers()

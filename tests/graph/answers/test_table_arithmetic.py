"""Arithmetic without a model: the rows that are asked for are cited, code works out the result, and what cannot be told is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.reports.verify import verify
from pincite.stores.kb.knowledge_base import KnowledgeBase

ACCOUNTS = """<h1>Income of the year</h1><table>
<tr><td></td><td></td><td>Year ended June 30,</td><td></td></tr>
<tr><td>(in thousands)</td><td>2021</td><td>2020</td><td>2019</td></tr>
<tr><td>Revenue:</td><td></td><td></td><td></td></tr>
<tr><td>Licences</td><td>$ 940</td><td>$ 800</td><td>$ 760</td></tr>
<tr><td>Support(1)</td><td>260</td><td>200</td><td>—</td></tr>
<tr><td>Total revenue</td><td>$ 1,200</td><td>$ 1,000</td><td>$ 760</td></tr>
<tr><td>Hosting costs</td><td>(310)</td><td>(250)</td><td>(190)</td></tr>
<tr><td>Options:</td><td></td><td></td><td></td></tr>
<tr><td>Granted</td><td>15</td><td>12</td><td>9</td></tr>
<tr><td>Units:</td><td></td><td></td><td></td></tr>
<tr><td>Granted</td><td>7</td><td>5</td><td>4</td></tr>
</table>"""


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(Path(tmp_path_factory.mktemp("kb"))) as made:
        made.ingest_texts([{"id": "accounts", "title": "Accounts", "text": ACCOUNTS, "media_type": "text/html"}])
        yield made


def ask(kb: KnowledgeBase, question: str) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb).invoke({"question": question})["report"]
    return report


@pytest.mark.spec("EVI-9", "RET-10")
@pytest.mark.parametrize(
    ("question", "stated"),
    [
        (
            "What was the change in licences revenue between 2020 and 2021?",
            "The difference is $140 thousand: 940 − 800, with Revenue: Licences of $940 thousand (year ended June 30, 2021) and "
            "$800 thousand (year ended June 30, 2020)",
        ),
        (
            "What is the percentage change in support revenue from 2020 to 2021?",
            "The change is 30%: (260 − 200) / 200 × 100, with Revenue: Support of 200 thousand",
        ),
        (
            "What was the average of hosting costs from 2019 to 2021?",
            "The average is −250 thousand: (−190 − 250 − 310) / 3, with Hosting costs of −190 thousand",
        ),
        (
            "What percentage of total revenue was generated from support in 2021?",
            "The share is 21.67%: 260 / 1,200 × 100 (rounded to 2 decimals), with Revenue: Support of $260 thousand",
        ),
        (
            "What was the total support revenue altogether in 2019 and 2020?",
            "The sum is 200 thousand: 0 + 200, with Revenue: Support of 0 thousand",
        ),
    ],
)  # fmt: skip
def test_the_result_is_worked_out_over_cited_cells(kb: KnowledgeBase, question: str, stated: str) -> None:
    report = ask(kb, question)
    assert report.sufficient
    assert report.answer is not None
    assert stated in report.answer
    (calculation,) = report.calculations
    cited = {operand.span_id for operand in calculation.operands}
    assert cited == {unit.span.span_id for unit in report.evidence if unit.span.span_id in cited}
    checked = verify(report, kb)
    assert checked.holds
    assert [calculation.holds for calculation in checked.calculations] == [True]


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What was the change in granted between 2020 and 2021?", "two cells fit"),
        ("What was the change in licences revenue between 2018 and 2021?", "no figure of 2018"),
        ("What was the percentage change in support revenue from 2019 to 2020?", "not above zero"),
    ],
)
def test_what_cannot_be_determined_is_refused_and_the_report_says_why(
    kb: KnowledgeBase, question: str, reason: str
) -> None:
    report = ask(kb, question)
    assert not report.sufficient
    assert not report.calculations
    assert any(reason in disclosure.reason for disclosure in report.disclosures)


@pytest.mark.spec("RET-14")
def test_the_cells_of_the_periods_asked_for_are_stated_and_no_others(kb: KnowledgeBase) -> None:
    report = ask(kb, "What were the hosting costs in 2020 and 2019 respectively?")
    assert report.sufficient
    assert report.answer is not None
    assert "Year ended June 30, 2020: (250); 2019: (190)" in report.answer
    assert "(310)" not in report.answer


@pytest.mark.spec("SUB-2", "EVI-9")
def test_a_name_in_the_label_of_one_row_says_nothing_about_the_rows_beside_it(tmp_path: Path) -> None:
    """“Alder” is a row of its own, although it is written as a name."""
    text = (
        "<table><tr><td></td><td>2019</td><td>2018</td></tr><tr><td>Alder reserve for claims</td><td>177</td><td>220</td></tr>"
        "<tr><td>Total reserve for claims</td><td>221</td><td>292</td></tr></table>"
    )
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "reserves", "title": "Reserves", "text": text, "media_type": "text/html"}])
        report = ask(kb, "What is the average Alder reserve for claims?")
    assert "198.5" in (report.answer or "")
    assert "256.5" not in report.conclusion


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    "above",
    ["(in thousands of dollars)", "## Accounts (in thousands of dollars)", "## Accounts, in thousands of dollars"],
)
def test_the_scale_above_a_markdown_table_is_in_the_result(tmp_path: Path, above: str) -> None:
    text = f"# Income\n\n{above}\n\n| | 2021 | 2020 |\n|---|---|---|\n| Licences | 940 | 800 |\n| Hosting costs | 310 | 250 |\n"
    with KnowledgeBase.open(tmp_path) as made:
        made.ingest_texts([{"id": "income", "title": "Income", "text": text, "media_type": "text/markdown"}])
        report = ask(made, "What was the change in licences between 2020 and 2021?")
    assert report.answer is not None
    assert "The difference is $140 thousand: 940 − 800" in report.answer

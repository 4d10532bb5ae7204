"""Tables as people make them: huge, ragged, with names twice, formulas, dates as numbers and forty sheets. Bounded, disclosed, no crash."""

from datetime import datetime
from pathlib import Path
from time import process_time

import pytest
from openpyxl import Workbook

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.documents.tables import TableReader
from pincite.stores.kb.knowledge_base import KnowledgeBase
from pincite.stores.loaders.delimited import load_delimited
from pincite.stores.loaders.limits import LoadLimits


def ask(kb: KnowledgeBase, question: str) -> EvidenceReport:
    report: EvidenceReport = build_graph(kb).invoke({"question": question})["report"]
    return report


@pytest.mark.slow
@pytest.mark.spec("REL-3", "EVI-8")
def test_a_table_of_200_000_rows_is_cut_where_the_limit_stands_and_says_so() -> None:
    text = "item,2021,2020\n" + "".join(f"part {number},{number},{number + 1}\n" for number in range(200_000))
    began = process_time()
    loaded = load_delimited(text, (), LoadLimits(cells=30_000), "text/csv")
    (table,) = loaded.tables
    rows = list(TableReader(table, loaded.text).rows(0, len(text)))
    assert process_time() - began < 5
    assert [issue.reason for issue in loaded.issues] == [
        "rows after 10000 are text only, not table cells (limit of 30000 cells)"
    ]
    assert len(rows) == 9_999
    assert rows[-1].cells == (("item", "part 9998"), ("2021", "9998"), ("2020", "9999"))


@pytest.mark.spec("RET-10")
def test_ragged_rows_keep_each_figure_under_its_own_column(tmp_path: Path) -> None:
    text = "(in thousands),2021,2020,2019\nRent,12\nFuel,30,20\nFood,7,6,5,4,3\n,,\nHeat,,8,\n"
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts([{"id": "costs", "title": "Costs", "text": text, "media_type": "text/csv"}])
        fuel = ask(kb, "What was the change in fuel between 2020 and 2021?")
        assert [calculation.result for calculation in fuel.calculations] == [10]
        rent = ask(kb, "What was the change in rent between 2020 and 2021?")
        assert not rent.calculations
        assert any("no figure of 2020" in disclosure.reason for disclosure in rent.disclosures)
        assert not ask(kb, "What was rent in 2020?").sufficient
        assert ask(kb, "What was rent in 2021?").sufficient


@pytest.mark.spec("EVI-9")
def test_two_columns_of_one_name_are_not_guessed_between(tmp_path: Path) -> None:
    text = "item,2021,2020,2021\nFuel,30,20,31\n"
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        kb.ingest_texts([{"id": "costs", "title": "Costs", "text": text, "media_type": "text/csv"}])
        report = ask(kb, "What was the change in fuel between 2020 and 2021?")
        assert not report.sufficient
        assert not report.calculations
        assert any("two cells fit" in disclosure.reason for disclosure in report.disclosures)


@pytest.mark.spec("REL-3")
def test_formulas_without_a_value_are_disclosed_and_dates_name_their_columns(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Item", datetime(2021, 6, 30), datetime(2020, 6, 30)])
    sheet.append(["Fuel", 30, 20])
    sheet.append(["Sum", "=B2+1", "=C2+1"])
    sheet.append(["Counted on", 44377, 44012])
    book.save(tmp_path / "costs.xlsx")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        taken = kb.ingest([tmp_path / "costs.xlsx"])
        assert "2 formulas have no stored value" in taken.noted[0].reason
        report = ask(kb, "What was the change in fuel between June 30, 2020 and June 30, 2021?")
        assert [calculation.result for calculation in report.calculations] == [10]


@pytest.mark.spec("RET-10")
def test_forty_sheets_are_read_and_a_line_that_many_hold_is_not_guessed(tmp_path: Path) -> None:
    book = Workbook()
    book.remove(book.worksheets[0])
    for number in range(40):
        sheet = book.create_sheet(f"Depot {number}")
        sheet.append(["Item", 2021, 2020])
        sheet.append(["Fuel", 30 + number, 20])
        sheet.append([f"Toll {number}", 5, 3])
    book.save(tmp_path / "depots.xlsx")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest([tmp_path / "depots.xlsx"]).ok
        assert [
            calculation.result
            for calculation in ask(kb, "What was the change in toll 37 from 2020 to 2021?").calculations
        ] == [2]
        fuel = ask(kb, "What was the change in fuel from 2020 to 2021?")
        assert not fuel.sufficient
        assert not fuel.calculations

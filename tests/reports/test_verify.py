"""What a later check finds: nothing when nothing happened, and each thing that may happen by its name."""

import json
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pincite import EvidenceReport, KnowledgeBase, verify
from pincite.errors import IngestError, SettingsError
from pincite.evidence.calculation.calculations import Calculation, Operand, calculate
from pincite.evidence.report.digest import report_digest

if TYPE_CHECKING:
    from conftest import House

pytestmark = pytest.mark.spec("REP-1")


def resealed(report: EvidenceReport) -> EvidenceReport:
    """As a forger would hand it over: with a digest that fits."""
    return report.model_copy(update={"digest": report_digest(report)})


def with_citation(report: EvidenceReport, **changes: object) -> EvidenceReport:
    return report.model_copy(
        update={"citations": (report.citations[0].model_copy(update=changes), *report.citations[1:])}
    )


def with_rent_sum(report: EvidenceReport, **changes: object) -> EvidenceReport:
    """The conflict report with the difference of the two rents worked out."""
    operands = [
        Operand(name=name, value=Decimal(value), unit="GBP", span_id=unit.span.span_id)
        for name, value, unit in zip("ab", (52_000, 48_000), _rents(report), strict=True)
    ]
    done = calculate("difference", operands)
    assert isinstance(done, Calculation)
    return resealed(report.model_copy(update={"calculations": (done.model_copy(update=changes),)}))


def _rents(report: EvidenceReport) -> list:
    by_value = {unit.value: unit for unit in report.evidence}
    return [by_value["£52,000"], by_value["£48,000"]]


def test_an_untouched_report_holds_against_its_knowledge_base(
    house: "House", notice: EvidenceReport, remote: EvidenceReport, conflict: EvidenceReport
) -> None:
    for report in (notice, remote, conflict):
        checked = verify(report, house.kb)
        assert checked.holds, checked.problems()
        assert {citation.status for citation in checked.citations} == {"holds"}
        assert (checked.digest, checked.journal) == ("holds", "recorded")


def test_it_holds_against_the_files_alone_wherever_they_stand(
    house: "House", remote: EvidenceReport, tmp_path: Path
) -> None:
    copy = tmp_path / "elsewhere" / "renamed.pdf"
    copy.parent.mkdir()
    shutil.copy(house.docs / "handbook.pdf", copy)
    checked = verify(remote, files=[copy])
    assert checked.holds, checked.problems()
    assert "identical to the cited file" in checked.sources[0].reason
    assert checked.journal == "not_checked"
    assert verify(remote, files=house.docs).holds


def test_a_report_without_citations_stands_on_its_digest(house: "House", refusal: EvidenceReport) -> None:
    assert verify(refusal, house.kb).holds
    assert not verify(refusal.model_copy(update={"conclusion": "Ines Orrin."}), house.kb).holds


def test_an_edited_source_that_was_taken_in_again_is_changed(own_house: Callable[[], "House"]) -> None:
    house = own_house()
    report = house.ask("What is the notice period of the lease of Tarnholm Ltd?")
    house.edit("lease.md", "six months", "three months")
    house.kb.ingest([house.docs])
    checked = verify(report, house.kb)
    assert [citation.status for citation in checked.citations] == ["changed"]
    assert "newer version" in checked.citations[0].reason
    assert not checked.holds


def test_an_edited_source_is_changed_before_it_is_taken_in_again_too(own_house: Callable[[], "House"]) -> None:
    house = own_house()
    report = house.ask("What is the notice period of the lease of Tarnholm Ltd?")
    house.edit("lease.md", "six months", "three months")
    checked = verify(report, house.kb)
    assert [citation.status for citation in checked.citations] == ["changed"]
    assert "ingest it again" in checked.citations[0].reason
    assert verify(report, files=house.docs).citations[0].status == "changed"


def test_an_edit_elsewhere_in_the_source_breaks_nothing(own_house: Callable[[], "House"]) -> None:
    house = own_house()
    report = house.ask("What is the notice period of the lease of Tarnholm Ltd?")
    house.edit("lease.md", "£48,000", "£49,500")
    house.kb.ingest([house.docs])
    assert verify(report, house.kb).holds


def test_a_shifted_line_is_moved_and_its_new_place_is_reported(own_house: Callable[[], "House"]) -> None:
    house = own_house()
    report = house.ask("What is the notice period of the lease of Tarnholm Ltd?")
    was = report.citations[0].line_start
    house.edit("lease.md", "## 1. Term", "This copy is for the tenant.\n\n## 1. Term")
    house.kb.ingest([house.docs])
    for checked in (verify(report, house.kb), verify(report, files=house.docs)):
        (citation,) = checked.citations
        assert citation.status == "moved"
        assert citation.stands is not None
        assert citation.stands.line_start == was + 2
        assert f"first line {was + 2}, not {was}" in citation.reason
        assert not checked.holds


def test_a_removed_page_is_changed(own_house: Callable[[], "House"]) -> None:
    house = own_house()
    report = house.ask("On how many days may an employee of Tarnholm Ltd work from home?")
    house.rewrite_handbook(pages=1)
    for checked in (verify(report, house.kb), verify(report, files=house.docs)):
        assert [citation.status for citation in checked.citations] == ["changed"]


def test_a_page_put_in_before_moves_the_quote(own_house: Callable[[], "House"]) -> None:
    house = own_house()
    report = house.ask("On how many days may an employee of Tarnholm Ltd work from home?")
    house.rewrite_handbook(foreword=True)
    house.kb.ingest([house.docs])
    (citation,) = verify(report, house.kb).citations
    assert citation.status == "moved"
    assert "page 3, not 2" in citation.reason


def test_a_document_that_is_gone_is_missing(own_house: Callable[[], "House"], tmp_path: Path) -> None:
    house = own_house()
    report = house.ask("What is the notice period of the lease of Tarnholm Ltd?")
    house.kb.remove("lease.md")
    assert [citation.status for citation in verify(report, house.kb).citations] == ["missing"]
    other = tmp_path / "other.txt"
    other.write_text("Something else.", encoding="utf-8")
    assert [citation.status for citation in verify(report, files=[other]).citations] == ["missing"]
    with KnowledgeBase.open(tmp_path / "empty") as empty:
        checked = verify(report, empty)
    assert [citation.status for citation in checked.citations] == ["missing"]
    assert checked.journal == "not_recorded"


def test_a_file_that_can_no_longer_be_read_is_missing_with_the_reason(notice: EvidenceReport, tmp_path: Path) -> None:
    (tmp_path / "lease.md").write_bytes(b"%PDF-1.4 not what its name says")
    (citation,) = verify(notice, files=tmp_path).citations
    assert citation.status == "missing"
    assert "cannot be read" in citation.reason


@pytest.mark.parametrize("field", ["conclusion", "question", "answer", "preview"])
def test_a_changed_report_shows_by_its_digest(house: "House", notice: EvidenceReport, field: str) -> None:
    changed = notice.model_copy(update={field: getattr(notice, field) + " Or so."})
    checked = verify(changed, house.kb)
    assert checked.digest == "changed"
    assert not checked.holds


def test_a_changed_path_shows_and_another_clock_does_not(house: "House", notice: EvidenceReport) -> None:
    later = tuple(step.model_copy(update={"seconds": 9.0, "entered": "2030-01-01T00:00:00Z"}) for step in notice.path)
    assert verify(notice.model_copy(update={"path": later}), house.kb).holds
    other = (notice.path[0].model_copy(update={"exit": "skipped"}), *notice.path[1:])
    assert verify(notice.model_copy(update={"path": other}), house.kb).digest == "changed"


def test_a_changed_report_with_a_new_digest_shows_by_the_journal(house: "House", notice: EvidenceReport) -> None:
    forged = resealed(notice.model_copy(update={"conclusion": "The notice period is one month."}))
    checked = verify(forged, house.kb)
    assert (checked.digest, checked.journal) == ("holds", "differs")
    assert not checked.holds


def test_a_report_without_a_digest_does_not_hold(house: "House", notice: EvidenceReport) -> None:
    assert verify(notice.model_copy(update={"digest": ""}), house.kb).digest == "unsealed"


def test_a_forged_quote_is_changed_though_the_source_is_not(house: "House", notice: EvidenceReport) -> None:
    quote = "The notice period of this lease is one months."
    forged = resealed(with_citation(notice, quote=quote))
    for checked in (verify(forged, house.kb), verify(forged, files=house.docs)):
        (citation,) = checked.citations
        assert citation.status == "changed"
        assert "the source is unchanged" in citation.reason
        assert "six months" in citation.reason
        assert "[1] is not its evidence" in checked.contradictions[0]


def test_a_forged_place_is_moved(house: "House", remote: EvidenceReport) -> None:
    for changes in ({"page": 1}, {"line_start": 1, "line_end": 2}, {"section": "9. Sabbaticals"}, {"char_start": 0}):
        assert verify(with_citation(remote, **changes), house.kb).citations[0].status == "moved"


@pytest.mark.parametrize("field", ["version_sha256", "text_sha256"])
def test_a_forged_hash_is_named(house: "House", notice: EvidenceReport, field: str) -> None:
    checked = verify(with_citation(notice, **{field: "0" * 64}), house.kb)
    assert not checked.sources[0].holds
    assert "hash" in checked.sources[0].reason


def test_a_stored_text_changed_behind_the_catalogues_back_is_named(own_house: Callable[[], "House"]) -> None:
    from pincite.stores.index.catalogue import packed

    house = own_house()
    report = house.ask("What is the notice period of the lease of Tarnholm Ltd?")
    text = (house.docs / "lease.md").read_text(encoding="utf-8").replace("£48,000", "£99,000")
    with house.kb._stores.catalogue.writing() as writer:
        writer.execute("update versions set text = ? where path = 'lease.md'", (packed(text),))
    house.kb.close()
    with KnowledgeBase.open(house.folder / "kb") as kb:
        checked = verify(report, kb)
    assert not checked.holds
    assert not checked.sources[0].holds
    assert "lease.md: its stored text is damaged" in checked.sources[0].reason
    assert {citation.status for citation in checked.citations if citation.document == "lease.md"} == {"missing"}


@pytest.mark.spec("EVI-9")
def test_a_calculation_is_worked_out_again(house: "House", conflict: EvidenceReport) -> None:
    (calculation,) = verify(with_rent_sum(conflict), house.kb).calculations
    assert calculation.holds, calculation.reason


@pytest.mark.spec("EVI-9")
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"result": Decimal("5000.00")}, "another result"),
        ({"exact": Decimal("4000.01")}, "another result"),
        ({"formula": "b - a"}, "another result"),
        ({"unit": "USD"}, "another result"),
    ],
)
def test_a_wrong_calculation_is_found(
    house: "House", conflict: EvidenceReport, changes: dict[str, object], reason: str
) -> None:
    checked = verify(with_rent_sum(conflict, **changes), house.kb)
    assert reason in checked.calculations[0].reason
    assert not checked.holds


@pytest.mark.spec("EVI-9")
def test_an_operand_must_stand_in_a_quote_that_holds(house: "House", conflict: EvidenceReport) -> None:
    first, second = _rents(conflict)
    for value, span in ((53_000, first.span.span_id), (52_000, "none:0-4")):
        done = calculate(
            "difference",
            [
                Operand(name="a", value=Decimal(value), unit="GBP", span_id=span),
                Operand(name="b", value=Decimal(48_000), unit="GBP", span_id=second.span.span_id),
            ],
        )
        report = resealed(conflict.model_copy(update={"calculations": (done,)}))
        (calculation,) = verify(report, house.kb).calculations
        assert not calculation.holds
        assert "operand a" in calculation.reason


def test_a_sentence_that_cites_a_number_nobody_has_is_named(house: "House", notice: EvidenceReport) -> None:
    sentence = notice.sentences[0].model_copy(update={"citations": (1, 7)})
    checked = verify(resealed(notice.model_copy(update={"sentences": (sentence,)})), house.kb)
    assert "cites [7]" in checked.contradictions[0]


def test_exactly_one_place_to_check_against_is_needed(house: "House", notice: EvidenceReport, tmp_path: Path) -> None:
    for given in ({}, {"kb": house.kb, "files": [house.docs]}):
        with pytest.raises(SettingsError, match="either a knowledge base or files"):
            verify(notice, **given)
    with pytest.raises(IngestError, match="no such file"):
        verify(notice, files=[tmp_path / "nowhere.pdf"])


def test_what_was_found_is_one_json_document(house: "House", notice: EvidenceReport) -> None:
    found = json.loads(verify(notice, house.kb).model_dump_json())
    assert found["holds"] is True
    assert found["citations"][0]["status"] == "holds"

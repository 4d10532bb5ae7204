"""A model that has not earned the right to judge meaning costs prose, never truth: whole runs with such an auditor."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from scripted_speaker import speaker

from pincite.errors import SettingsError
from pincite.evidence.judgement.calibration import Calibration
from pincite.evidence.report.evidence_report import ClaimVerdict, EvidenceReport
from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunInput
from pincite.prompts.templates import template_sha256
from pincite.reports.render import render
from pincite.roles.contracts.auditor import AuditorInput
from pincite.roles.contracts.generator import DraftSentence, GeneratorInput
from pincite.roles.contracts.roles import Mode
from pincite.roles.extractive.extractive_roles import extractive_roles
from pincite.roles.llm.auditor import LlmAuditor
from pincite.roles.llm.calibration_store import keep
from pincite.roles.llm.claim_pairs import built_in_pairs, pairs_sha256
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

SENTENCE = "The notice period under this lease is six months."
PROSE = "Whoever wants to leave has to say so half a year ahead."
ASKED = RunInput(question="What is the notice period under the lease agreement of Tarnholm Ltd?", as_of="2026-05-15")


class Prose:
    """A generator that puts everything in its own words."""

    name = "prose"

    def __init__(self, text: str = PROSE) -> None:
        self.text = text

    def __call__(self, given: GeneratorInput) -> tuple[DraftSentence, ...]:
        return (DraftSentence(text=self.text, part="direct", evidence_ids=(given.evidence[0].evidence_id,)),)


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase.open(tmp_path / "kb") as opened:
        opened.ingest_texts(
            [
                {
                    "id": "lease",
                    "title": "Lease agreement between Tarnholm Ltd and Borrowdale Estates Ltd",
                    "entity": "Tarnholm Ltd",
                    "document_type": "lease agreement",
                    "authority": "contract",
                    "updated_at": "2026-04-10",
                    "text": f'Tarnholm Ltd (the "Tenant") rents the hall. {SENTENCE}',
                }
            ]
        )
        yield opened


def run(
    kb: KnowledgeBase, path: Path, text: str = PROSE, *, calibrated: bool = False, says: object = None
) -> EvidenceReport:
    judge, _ = speaker(*([says] if says else []), name="judge")
    roles = replace(
        extractive_roles(),
        generator=Prose(text),
        auditor=LlmAuditor(judge, calibrated=calibrated),
        mode="rule_based" if calibrated else "picked",
    )
    settings = Settings.model_validate({"models": {"calibration_file": path / "calibrations.json"}})
    report: EvidenceReport = build_graph(kb, settings, roles=roles).invoke(ASKED)["report"]
    return report


@pytest.mark.spec("CRI-14")
def test_prose_that_code_cannot_prove_is_replaced_by_the_quote_and_the_report_says_so(
    kb: KnowledgeBase, tmp_path: Path
) -> None:
    report = run(kb, tmp_path)
    assert report.sufficient
    assert report.answer == f"{SENTENCE} [1]"
    assert report.citations[0].quote == SENTENCE
    assert "uncalibrated_auditor" in report.risk_signals
    told = {disclosure.kind: disclosure for disclosure in report.disclosures}
    assert told["removed_sentence"].subject == PROSE
    assert "its evidence is quoted instead" in told["removed_sentence"].reason
    assert "`pincite doctor --calibrate`" in told["note"].reason
    assert report.provenance.calibration is None
    assert "doctor --calibrate" in render(report, "markdown")


@pytest.mark.spec("CRI-14", "AUD-7")
def test_prose_that_is_wrong_never_shows(kb: KnowledgeBase, tmp_path: Path) -> None:
    for lie in (
        "The notice period under this lease is sixteen months.",
        "Notice has to be given by the landlord alone.",
    ):
        report = run(kb, tmp_path, lie)
        assert report.answer == f"{SENTENCE} [1]"
        assert lie not in report.conclusion


def test_what_code_proves_stays_and_the_signal_stands_all_the_same(kb: KnowledgeBase, tmp_path: Path) -> None:
    report = run(kb, tmp_path, SENTENCE)
    assert report.answer == f"{SENTENCE} [1]"
    assert "uncalibrated_auditor" in report.risk_signals
    assert not [disclosure for disclosure in report.disclosures if disclosure.kind == "removed_sentence"]


class OwnAuditor:
    """An auditor in code that approves everything."""

    name = "own"

    def __init__(self, *, calibrated: bool) -> None:
        self.calibrated = calibrated

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        return tuple(
            (ClaimVerdict(span=sentence.text, supported_by=(sentence.own[0].id,), verdict="supported"),)
            for sentence in given.sentences
        )


@pytest.mark.spec("CRI-14")
@pytest.mark.parametrize(("mode", "counts"), [("rule_based", True), ("picked", False)])
def test_the_mode_states_whether_the_verdicts_of_an_auditor_in_code_count(
    kb: KnowledgeBase, mode: Mode, counts: bool
) -> None:
    roles = replace(extractive_roles(), generator=Prose(PROSE), auditor=OwnAuditor(calibrated=counts), mode=mode)
    report = build_graph(kb, Settings(), roles=roles).invoke(ASKED)["report"]
    assert ("uncalibrated_auditor" in report.risk_signals) is not counts


@pytest.mark.spec("CRI-14")
@pytest.mark.parametrize("mode", ["rule_based", "judged"])
def test_an_uncalibrated_auditor_is_an_error_in_a_mode_in_which_its_verdicts_would_count(
    kb: KnowledgeBase, mode: Mode
) -> None:
    roles = replace(extractive_roles(), auditor=OwnAuditor(calibrated=False), mode=mode)
    with pytest.raises(SettingsError, match=f"the auditor own is not calibrated, .* in the mode {mode}"):
        build_graph(kb, Settings(), roles=roles)


YES = {"verdicts": [{"claim": "C1", "verdict": "supported", "supported_by": ["T1"], "note": None}]}


@pytest.mark.spec("CRI-14")
def test_with_a_calibrated_model_prose_stands_and_the_figures_are_in_the_report(
    kb: KnowledgeBase, tmp_path: Path
) -> None:
    figures = Calibration(
        model="scripted:judge@code", prompt_sha256=template_sha256("auditor"), pairs_sha256=pairs_sha256(built_in_pairs()),
        at=date(2026, 5, 1), right=80, right_accepted=78, right_after_veto=70, wrong=80, wrong_accepted=1,
        wrong_after_veto=1,
    )  # fmt: skip
    keep(figures, tmp_path / "calibrations.json")
    report = run(kb, tmp_path, calibrated=True, says=YES)
    assert report.answer == f"{PROSE} [1]"
    assert "uncalibrated_auditor" not in report.risk_signals
    assert report.provenance.calibration == figures


@pytest.mark.spec("AUD-7")
def test_a_calibrated_models_yes_does_not_outweigh_a_guard(kb: KnowledgeBase, tmp_path: Path) -> None:
    report = run(kb, tmp_path, "The notice period under this lease is nine months.", calibrated=True, says=YES)
    assert "nine months" not in report.conclusion
    assert report.answer is not None
    assert "six months" in report.answer
    assert "draft_rejected" in report.risk_signals

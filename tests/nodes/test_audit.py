"""With a model that may not judge meaning, what code cannot prove is told in the sources' own words."""

from datetime import date
from typing import Any

import pytest

from pincite.evidence.judgement.calibration import Calibration
from pincite.evidence.model.evidence import Evidence, EvidenceId
from pincite.evidence.model.source_record import SourceDocument
from pincite.evidence.model.spans import Place, Span
from pincite.evidence.report.evidence_report import ClaimVerdict
from pincite.nodes.audit import answered_steps, as_quotes, by_id, why_quotes
from pincite.roles.contracts.auditor import sentence_passes
from pincite.roles.contracts.generator import DraftSentence


def evidence(name: str, quote: str, fact: str = "f1", row: tuple[tuple[str, str], ...] = ()) -> Evidence:
    source = SourceDocument.model_validate(
        {
            "document_id": f"d-{name}", "version_id": f"v-{name}", "title": name, "path": f"{name}.txt",
            "media_type": "text/plain", "file_sha256": "", "text_sha256": "", "extractor": "text/1", "n_chars": 99,
            "kind": "primary", "kind_reason": "", "authority": "published", "authority_reason": "",
        }
    )  # fmt: skip
    span = Span.model_validate(
        {
            "span_id": f"s-{name}", "document_id": f"d-{name}", "version_id": f"v-{name}", "file_sha256": "",
            "text_sha256": "", "extractor": "text/1", "place": Place(line_start=1, line_end=1), "char_start": 0,
            "char_end": len(quote), "quote": quote,
        }
    )  # fmt: skip
    return Evidence.model_validate(
        {
            "evidence_id": name, "fact_id": fact, "subject_id": "s1", "passage_id": f"p-{name}", "claim": quote,
            "span": span, "source": source, "link": {"mechanism": "explicit_statement", "reason": ""},
            "relevance": 0.9, "row": row,
        }
    )  # fmt: skip


def sentence(text: str, *names: str, part: Any = "direct") -> DraftSentence:
    return DraftSentence(text=text, part=part, evidence_ids=tuple(EvidenceId(name) for name in names))


def verdict(verdict: Any, note: str | None = None) -> tuple[ClaimVerdict, ...]:
    return (ClaimVerdict(span="", supported_by=(), verdict=verdict, note=note),)


NOTICE = evidence("lease", "The notice period under this lease is\nsix months.")
RENT = evidence("rent", "The yearly rent is £48,000.", fact="f2")
OTHER = evidence("minutes", "The Board noted a notice period of half a year.")
UNITS = by_id([NOTICE, RENT, OTHER])


@pytest.mark.spec("CRI-14")
def test_a_sentence_that_passed_stays_and_one_that_did_not_becomes_the_quote_of_its_evidence() -> None:
    proven = sentence("The yearly rent is £48,000.", "rent")
    prose = sentence("Whoever wants out has to say so half a year before.", "lease")
    told = as_quotes([proven, prose], [verdict("supported"), verdict("unsupported", "it needs a reader")], UNITS)
    assert told.draft == (proven, sentence("The notice period under this lease is six months.", "lease"))
    assert all(sentence_passes(own) for own in told.claims)
    (replaced,) = told.replaced
    assert replaced.kind == "removed_sentence"
    assert replaced.subject == prose.text
    assert replaced.reason == "it needs a reader; its evidence is quoted instead"


def test_a_sentence_on_several_pieces_leads_with_one_of_each_fact_and_tells_the_rest_as_support() -> None:
    prose = sentence("Half a year of notice, for 48,000 a year.", "lease", "minutes", "rent")
    told = as_quotes([prose], [verdict("unsupported")], UNITS)
    assert [(drafted.evidence_ids, drafted.part) for drafted in told.draft] == [
        (("lease",), "direct"),
        (("rent",), "direct"),
        (("minutes",), "support"),
    ]


def test_a_removed_figure_is_quoted_from_the_evidence_that_holds_it() -> None:
    party = evidence("party", "(1) Nordhav GmbH, Kaiweg 3, represented by Wiebke Tamm, and")
    limit = evidence("limit", "Liability is limited to 500,000 euros per claim.")
    prose = sentence("Nordhav GmbH bears up to 500,000 euros a claim.", "party", "limit")
    told = as_quotes([prose], [verdict("unsupported")], by_id([party, limit]))
    assert [drafted.evidence_ids for drafted in told.draft] == [("limit",), ("party",)]


def test_no_quote_is_shown_twice() -> None:
    proven = sentence("The yearly rent is £48,000.", "rent")
    twice = [sentence("Rent is 48,000.", "rent"), proven, sentence("It costs 48,000 a year.", "rent", part="support")]
    told = as_quotes(twice, [verdict("unsupported"), verdict("supported"), verdict("partial")], UNITS)
    assert told.draft == (proven,)
    assert len(told.replaced) == 2


def test_nothing_is_quoted_for_a_step_that_another_sentence_answers() -> None:
    proven, wrong = sentence("Half a year of notice.", "lease"), sentence("A year of notice.", "minutes", "rent")
    verdicts = [verdict("supported"), verdict("contradicted", "half a year")]
    answered = answered_steps([proven, wrong], verdicts, UNITS)
    assert answered == {"f1"}
    told = as_quotes([proven, wrong], verdicts, UNITS, answered)
    assert [drafted.evidence_ids for drafted in told.draft] == [("lease",), ("rent",)]
    gone = as_quotes([proven, wrong], verdicts, UNITS, {*answered, "f2"})
    assert gone.draft == (proven,)
    assert [replaced.reason for replaced in gone.replaced] == ["half a year; another sentence answers this part"]


@pytest.mark.parametrize(
    ("stays", "removed"),
    [
        ({"part": "support"}, {}),  # supporting sentences do not answer a step
        ({"settles": ()}, {"settles": ("f1",)}),  # a rule without its result
        ({"evidence_ids": ("rent",)}, {}),
        ({"evidence_ids": ("lease", "rent"), "settles": ("f2",)}, {}),  # it names the step that it answers
    ],
)
def test_a_step_that_only_a_removed_sentence_answers_keeps_its_quote(stays: Any, removed: Any) -> None:
    kept = sentence("Half a year of notice.", "lease").model_copy(update=stays)
    wrong = sentence("A year of notice.", "lease").model_copy(update=removed)
    assert "f1" not in answered_steps([kept, wrong], [verdict("supported"), verdict("partial")], UNITS)


def test_a_table_row_is_stated_cell_by_cell_and_stands() -> None:
    row = evidence("grades", "C | 27", row=(("Grade", "C"), ("Working days", "27")))
    told = as_quotes([sentence("Grade C gets 27 days.", "grades")], [verdict("unsupported")], by_id([row]))
    assert told.draft[0].text == "Grade: C; Working days: 27"
    assert sentence_passes(told.claims[0])


def test_of_a_table_row_only_the_figures_that_the_sentence_stated_are_quoted() -> None:
    cells = (("Own rate", "6%"), ("Under 35", "9%"), ("35 to 49", "11%"), ("50 and over", "19%"))
    row = evidence("rates", "6% 9% 11% 19%", row=cells)
    told = as_quotes([sentence("At 6% the company adds 9%.", "rates")], [verdict("unsupported")], by_id([row]))
    assert [drafted.text for drafted in told.draft] == ["Own rate: 6%; Under 35: 9%"]
    assert sentence_passes(told.claims[0])
    undisclosed = as_quotes([sentence("The rate depends on age.", "rates")], [verdict("unsupported")], by_id([row]))
    assert "19%" in undisclosed.draft[0].text


def test_a_sentence_that_was_not_audited_at_all_is_quoted_too() -> None:
    told = as_quotes([sentence("Half a year.", "lease")], [()], UNITS)
    assert told.draft[0].text == "The notice period under this lease is six months."
    assert "it was not audited" in told.replaced[0].reason


def test_the_reason_tells_the_figures_or_how_to_get_them() -> None:
    assert "`pincite doctor --calibrate`" in why_quotes(None, 0.05)
    weak = Calibration(
        model="m", prompt_sha256="", pairs_sha256="", at=date(2031, 4, 2), right=80, right_accepted=79,
        right_after_veto=70, wrong=80, wrong_accepted=63, wrong_after_veto=58,
    )  # fmt: skip
    assert "accepts 63 of 80 wrong claims" in why_quotes(weak, 0.05)
    assert "at most 5% of the wrong ones are allowed" in why_quotes(weak, 0.05)
    strong = weak.model_copy(update={"wrong_accepted": 1, "wrong_after_veto": 1})
    assert "without the right to judge meaning" in why_quotes(strong, 0.05)


def test_a_row_in_place_of_a_sentence_has_the_figures_of_the_sentence_however_they_are_written() -> None:
    row = (("Article", "Meter housing"), ("Price 2025", "1486.00"), ("Price 2026", "1553.00"), ("Minimum", "1000"))
    unit = evidence("price", "Meter housing,1486.00,1553.00,1000", row=row)
    prose = sentence("In 2026 a housing costs 1,553 francs.", "price")
    (quote,) = as_quotes([prose], [verdict("unsupported")], by_id([unit])).draft
    assert quote.text == "Article: Meter housing; Price 2026: 1553.00"

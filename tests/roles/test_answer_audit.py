"""The audit of an answer against chunks, as a library call."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite import AuditReport, audit
from pincite.errors import AuditInputError, ModelError, PinciteError
from pincite.evidence.audit.suggested_fix import NOTHING_STANDS_ALONE, WITHHOLD
from pincite.evidence.report.evidence_report import ClaimVerdict
from pincite.roles.contracts.auditor import AuditorInput

INDEX = [
    {
        "id": "c1",
        "text": "Quiver is a library for nearest-neighbour search over dense vectors. Some of its indexes can be built on a GPU. "
        "Quiver was first released in 2017 under the MIT licence.",
    },
    {
        "id": "c2",
        "text": "The graph index of Quiver keeps every vector in memory. It does not support deleting vectors. On the Harbour "
        "benchmark it reached a recall of 0.95 at 2 ms per query.",
    },
    {
        "id": "c3",
        "text": "Quiver has bindings for Python and Julia. Its indexes may be saved to disk with the pack command.",
    },
]


def chunks(*texts: str) -> list[dict[str, str]]:
    return [{"id": f"c{number}", "text": text} for number, text in enumerate(texts, 1)]


def verdicts(report: AuditReport) -> list[tuple[str, tuple[str, ...]]]:
    return [(claim.verdict, claim.supported_by) for claim in report.claims]


@pytest.mark.spec("AUD-1", "AUD-4", "AUD-5", "AUD-7")
def test_an_answer_that_overclaims_about_an_index_library_is_unfaithful_with_each_overclaim_named() -> None:
    answer = (
        "Quiver is a library for nearest-neighbour search over dense vectors [c1]. All of its indexes can be built on a GPU [c1]. "
        "The graph index of Quiver keeps every vector in memory [c2] and supports deleting vectors [c2]. On the Harbour benchmark "
        "it reached a recall of 0.99 at 2 ms per query [c2]. It is the fastest index in production today."
    )
    report = audit(answer, INDEX[:2])
    assert report.verdict == "unfaithful"
    assert [(claim.span, claim.verdict) for claim in report.claims] == [
        ("Quiver is a library for nearest-neighbour search over dense vectors", "supported"),
        ("All of its indexes can be built on a GPU", "partial"),
        ("The graph index of Quiver keeps every vector in memory", "supported"),
        ("supports deleting vectors", "contradicted"),
        ("On the Harbour benchmark it reached a recall of 0.99 at 2 ms per query", "contradicted"),
        ("It is the fastest index in production today.", "unsupported"),
    ]
    assert report.unsupported == tuple(claim.span for claim in report.claims if claim.verdict != "supported")
    notes = [claim.note or "" for claim in report.claims]
    assert "all" in notes[1]
    assert "some" in notes[1]
    assert "c2" in notes[3]
    assert "0.95" in notes[4]
    assert "uncited" in notes[5]


@pytest.mark.spec("AUD-3", "AUD-5", "AUD-8")
def test_the_faithful_answer_over_three_chunks_is_faithful_with_the_right_ids() -> None:
    answer = (
        "Quiver was first released in 2017 under the MIT licence [1]. The graph index of Quiver keeps every vector in memory, and "
        "it does not support deleting vectors [2]. Quiver has bindings for Python and Julia [3]."
    )
    report = audit(answer, INDEX)
    assert report.verdict == "faithful"
    assert verdicts(report) == [
        ("supported", ("c1",)),
        ("supported", ("c2",)),
        ("supported", ("c2",)),
        ("supported", ("c3",)),
    ]
    assert report.unsupported == ()
    assert report.suggested_fix is None


@pytest.mark.spec("AUD-1")
def test_the_json_holds_what_the_specification_names_and_who_settled_each_claim() -> None:
    faithful = audit("Beta was founded in 1991 [1].", chunks("Beta was founded in 1991.")).model_dump(mode="json")
    assert faithful == {
        "claims": [
            {
                "span": "Beta was founded in 1991",
                "supported_by": ["c1"],
                "verdict": "supported",
                "check": {"result": "proved", "reason": "the chunks state it", "by": "code"},
            }
        ],
        "unsupported": [],
        "verdict": "faithful",
    }
    wrong = audit("Beta was founded in 1992 [1].", chunks("Beta was founded in 1991.")).model_dump(mode="json")
    assert set(wrong) == {"claims", "unsupported", "verdict", "suggested_fix"}
    assert set(wrong["claims"][0]) == {"span", "supported_by", "verdict", "note", "check"}
    assert AuditReport.model_validate(wrong).model_dump(mode="json") == wrong


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The dose is 15 mg.", "The dose is 1.5 mg."),
        ("The margin changed by 5%.", "The margin changed by −5%."),
        ("The rate is 5%.", "The rate is 5 basis points."),
        ("The effect was significant (p > 0.05).", "The effect was significant (p < 0.05)."),
        ("Sales came to 3 billion euros.", "Sales came to 3 million euros."),
        ("The lease began on 4 May 2020.", "The lease began on 5 May 2020."),
        ("The plan was approved by Ann Lee.", "The plan was approved by Ann Kay."),
        ("The drug reduced mortality.", "The drug did not reduce mortality."),
        ("Acme earned 7 million.", "Acme earned 5 million and Beta 7 million."),
        ("Aspirin 300 mg.", "Aspirin 75 mg; Ibuprofen 300 mg."),
        ("Data may be shared.", "Data may be shared with written consent."),
        ("The price is fixed.", "The price is fixed unless the supplier objects."),
        ("The notice is at most 30 days.", "The notice is at least 30 days."),
        ("Revenue rose.", "According to the chairman, revenue rose."),
    ],
)
def test_a_changed_fact_or_a_dropped_condition_is_never_supported(claim: str, source: str) -> None:
    (found,) = audit(claim, chunks(source)).claims
    assert found.verdict != "supported"
    assert found.note


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "verdict", "hint"),
    [
        ("Staff are owed a month's warning.", "unsupported", ""),
        ("Staff need 45 days of warning by rule 7.", "unsupported", "no chunk contains 45 days"),
        ("It was last revised by the works council.", "unsupported", "what “It” stands for is not clear"),
        ("The price is fixed.", "partial", "c1 says it with “in Norway”, which the claim leaves out"),
    ],
)
def test_where_no_value_differs_the_claim_is_unproven_and_needs_a_judge(claim: str, verdict: str, hint: str) -> None:
    (found,) = audit(claim, chunks("The price is fixed in Norway.", "The notice period is one month.")).claims
    assert (found.verdict, found.check.result, found.check.by) == (verdict, "unsettled", "code")
    assert found.needs_judge
    assert "needs a judge" in (found.note or "")
    assert hint in found.check.reason


@pytest.mark.spec("VER-3", "VER-4")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The fee is 50 euros.", "The fee is 40 euros."),
        ("The price is fixed.", "The price is fixed unless the supplier objects."),
        ("The drug reduced mortality.", "The drug did not reduce mortality."),
    ],
)
def test_a_value_that_differs_is_refuted_by_code(claim: str, source: str) -> None:
    (found,) = audit(claim, chunks(source)).claims
    assert (found.check.result, found.check.by) == ("refuted", "code")
    assert found.check.reason in (found.note or "")


@pytest.mark.spec("AUD-4")
def test_partial_says_what_lacks_and_in_which_chunk() -> None:
    (found,) = audit("The price is fixed [1].", chunks("The price is fixed unless the supplier objects.")).claims
    assert (found.verdict, found.supported_by) == ("partial", ())
    assert found.note == "c1 says it with “unless the supplier objects”, which the claim leaves out"


@pytest.mark.spec("AUD-3")
def test_every_chunk_that_entails_a_claim_is_listed_and_no_other() -> None:
    found = audit(
        "Acme was founded in 1990.",
        chunks(
            "Acme was founded in 1990.",
            "Beta was founded in 1990.",
            "Acme, a bank, was founded in 1990.",
            "Acme was founded in 1991.",
        ),
    )
    assert verdicts(found) == [("supported", ("c1", "c3"))]


@pytest.mark.spec("AUD-3")
def test_facts_spread_over_several_chunks_support_a_claim_together_and_it_says_so() -> None:
    sources = chunks("Acme is based in Oslo.", "Beta is based in Oslo.", "Oslo is a city.")
    (found,) = audit("Acme and Beta are based in Oslo [1][2].", sources).claims
    assert (found.verdict, found.supported_by) == ("supported", ("c1", "c2"))
    assert "together" in (found.note or "")
    (half_cited,) = audit("Acme and Beta are based in Oslo [1].", sources).claims
    assert (half_cited.verdict, half_cited.supported_by) == ("partial", ("c1", "c2"))


@pytest.mark.spec("AUD-3", "AUD-7")
@pytest.mark.parametrize(
    ("claim", "sources"),
    [
        ("Acme and Beta hold 40% of Gamma.", ("Acme hold 40% of Gamma.", "Beta hold 40% of Gamma.")),
        ("Acme and Beta were not fined.", ("Acme was fined.", "Beta was fined.")),
        ("Acme and Beta merged.", ("Acme merged.", "Beta merged.")),
        ("Acme and Gamma are based in Oslo.", ("Acme is based in Oslo.", "Beta is based in Oslo.")),
    ],
)
def test_what_several_share_or_only_one_has_is_not_put_together(claim: str, sources: tuple[str, ...]) -> None:
    assert audit(claim, chunks(*sources)).verdict != "faithful"


@pytest.mark.spec("AUD-8")
def test_a_claim_that_cites_the_wrong_chunk_is_partial_and_names_both() -> None:
    (found,) = audit("Acme was founded in 1990 [c2].", chunks("Acme was founded in 1990.", "Beta is a bank.")).claims
    assert (found.verdict, found.supported_by) == ("partial", ("c1",))
    assert found.note == "its own marker names c2, which does not support it; c1 does"


@pytest.mark.spec("AUD-8")
def test_a_marker_that_names_no_chunk_and_a_missing_one_are_noted() -> None:
    report = audit(
        "Acme was founded in 1990 [7]. Beta is a bank.", chunks("Acme was founded in 1990.", "Beta is a bank.")
    )
    assert [(claim.verdict, claim.note) for claim in report.claims] == [
        ("partial", "[7] names no chunk; c1 does"),
        ("supported", "uncited"),
    ]


@pytest.mark.spec("AUD-8")
def test_one_right_marker_is_enough_and_an_idle_one_is_noted() -> None:
    (found,) = audit("Acme was founded in 1990 [1][2].", chunks("Acme was founded in 1990.", "Beta is a bank.")).claims
    assert (found.verdict, found.supported_by) == ("supported", ("c1",))
    assert found.note == "c2, cited as well, does not support it"


@pytest.mark.spec("AUD-2", "AUD-7")
@pytest.mark.parametrize("subject", ["It employs", "The company employs"])
def test_a_pronoun_is_not_supported_by_a_chunk_about_another_firm(subject: str) -> None:
    sources = chunks("Acme was founded in 1990.", f"Beta is a bank. {subject} 50 people.")
    report = audit(f"Acme was founded in 1990 [1]. {subject} 50 people [2].", sources)
    assert [claim.verdict for claim in report.claims] == ["supported", "unsupported"]


INDEX_LIBRARY = "The index library keeps vectors in memory. It supports cosine distance. It was first released in 2019."


@pytest.mark.spec("AUD-3", "AUD-8")
@pytest.mark.parametrize(
    "answer",
    [
        "The index library keeps vectors in memory [c1]. It was first released in 2019 [c1].",
        "It was first released in 2019 [c1].",
        "The cache holds a table [c3]. It was rewritten in May [c3].",
    ],
)
def test_a_sentence_that_stands_in_its_chunk_is_supported_with_its_pronoun(answer: str) -> None:
    sources = chunks(
        INDEX_LIBRARY,
        "On one machine the library answered 1,200 queries a second.",
        "The cache holds a table. It is small. It was rewritten in May.",
    )
    assert audit(answer, sources).verdict == "faithful"


@pytest.mark.spec("AUD-8")
def test_a_pronoun_with_the_wrong_marker_is_partial_and_names_both_chunks() -> None:
    answer = "The index library keeps vectors in memory [c1]. It was first released in 2019 [c2]."
    _, second = audit(answer, chunks(INDEX_LIBRARY, "The hosted edition is not free.")).claims
    assert (second.verdict, second.supported_by) == ("partial", ("c1",))
    assert second.note == "its own marker names c2, which does not support it; c1 does"


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    "answer",
    [
        "The query library is slow [c2]. It was first released in 2019 [c1].",
        "The query library was first released in 2019 [c1].",
    ],
)
def test_what_a_chunk_says_of_one_thing_supports_nothing_about_another(answer: str) -> None:
    report = audit(answer, chunks(INDEX_LIBRARY, "The query library is slow."))
    assert report.claims[-1].verdict == "unsupported"


@pytest.mark.spec("AUD-3")
def test_a_chunk_given_as_the_answer_is_faithful() -> None:
    text = "It was bought by Beta in 1990. Acme and Beta now share an office. They like it there."
    assert audit(text, chunks(text, "Gamma is a bank.")).verdict == "faithful"


@pytest.mark.spec("AUD-6")
@pytest.mark.parametrize(
    ("answer", "sources", "fix"),
    [
        (
            "Acme was founded in 1990 [1]. Acme employs 60 people [1].",
            ("Acme was founded in 1990. Acme employs 50 people.",),
            "Acme was founded in 1990 [1].",
        ),
        (
            "Acme was founded in 1990 [2].",
            ("Acme was founded in 1990.", "Beta is a bank."),
            "Acme was founded in 1990 [1].",
        ),
        (
            "Orders ship within two days [1].",
            ("Orders usually ship within two days.",),
            "Orders usually ship within two days [1].",
        ),
        (
            "Acme, which was written in Rust, was founded in 1990 [1].",
            ("Acme was founded in 1990.",),
            "Acme was founded in 1990 [1].",
        ),
        (
            "Acme was founded in 1990.[^a] Beta is big.[^b]\n\n[^a]: c2\n[^b]: c1",
            ("Beta is a bank.", "Acme was founded in 1990."),
            "Acme was founded in 1990 [c2].",
        ),
    ],
)
def test_the_suggested_fix_drops_softens_or_attributes_anew(answer: str, sources: tuple[str, ...], fix: str) -> None:
    report = audit(answer, chunks(*sources))
    assert report.suggested_fix == fix
    assert audit(fix, chunks(*sources)).verdict == "faithful"


@pytest.mark.spec("AUD-6")
def test_a_limit_given_back_to_a_claim_does_not_cost_the_claims_that_stand() -> None:
    sources = chunks("Up to 20 guests may stay.", "Acme Ltd paid Beta GmbH 40 euros in 2021.")
    report = audit("20 guests may stay. In 2021 Acme Ltd paid Beta GmbH 40 euros.", sources)
    assert report.suggested_fix == "Up to 20 guests may stay. In 2021 Acme Ltd paid Beta GmbH 40 euros."


@pytest.mark.spec("AUD-6")
def test_when_nothing_survives_the_answer_is_to_be_withheld() -> None:
    assert audit("Acme was founded in 1991.", chunks("Acme was founded in 1990.")).suggested_fix == WITHHOLD


class Scripted:
    """An auditor that answers each statement as told, and what it was asked."""

    name = "scripted"
    calibrated = True

    def __init__(self, verdict: str, *ids: str) -> None:
        self.verdict, self.ids = verdict, ids
        self.asked: list[str] = []

    def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        self.asked += [sentence.text for sentence in given.sentences]
        verdict = ClaimVerdict.model_validate(
            {"span": "…", "supported_by": self.ids, "verdict": self.verdict, "note": "as read"}
        )
        return tuple((verdict,) for _ in given.sentences)


@pytest.mark.spec("AUD-7")
def test_with_a_model_a_reworded_claim_is_supported_when_it_says_so_and_no_guard_refuses() -> None:
    sources = chunks("The notice period of the lease is one month.", "Beta is a bank.")
    claim = "A tenant has to give a month of warning [1]."
    assert verdicts(audit(claim, sources, auditor=Scripted("supported", "c1"))) == [("supported", ("c1",))]
    assert verdicts(audit(claim, sources, auditor=Scripted("supported", "c1", "invented"))) == [("supported", ("c1",))]
    assert audit(claim, sources, auditor=Scripted("supported", "invented")).verdict == "unfaithful"
    assert verdicts(audit(claim, sources, auditor=Scripted("unsupported"))) == [("unsupported", ())]


@pytest.mark.spec("VER-2", "VER-4")
@pytest.mark.parametrize(
    ("auditor", "result"),
    [
        (Scripted("supported", "c1"), "proved"),
        (Scripted("unsupported"), "refuted"),
        (Scripted("supported", "invented"), "unsettled"),
    ],
)
def test_what_the_judge_settled_is_reported_as_its_own(auditor: Scripted, result: str) -> None:
    report = audit("A tenant has to give a month of warning.", chunks("The notice is one month."), auditor=auditor)
    assert [(claim.check.result, claim.check.by) for claim in report.claims] == [(result, "judge")]


@pytest.mark.spec("AUD-7")
def test_a_judge_brings_in_no_value_that_no_chunk_holds() -> None:
    auditor = Scripted("supported", "c1")
    (found,) = audit("Tenants give 45 days of warning.", chunks("The notice is one month."), auditor=auditor).claims
    assert (found.verdict, found.check.result) == ("unsupported", "unsettled")
    assert "no chunk contains 45 days" in found.check.reason


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The annual fee now stands at 45 euros.", "The annual fee is 40 euros now."),
        ("The price is fixed.", "The price is fixed unless the supplier objects."),
        ("The drug reduced the mortality.", "The drug did not reduce mortality."),
        ("Tenants owe 45 days of warning.", "The notice period of the lease is 30 days."),
    ],
)
def test_a_guard_overrules_the_model(claim: str, source: str) -> None:
    assert audit(claim, chunks(source), auditor=Scripted("supported", "c1")).verdict != "faithful"


@pytest.mark.spec("AUD-3", "AUD-7")
@pytest.mark.parametrize(
    ("answer", "source", "verdict"),
    [
        ("The fee is 40 euros. It is due on 4 May.", "The fee is due on 4 May.", "supported"),
        ("Acme is a bank. It employs 50 people.", "Acme employs 50 people.", "supported"),
        ("The fee is part of the rent. It is due on 4 May.", "The fee is due on 4 May.", "unsupported"),
        ("Acme was bought by Beta. It employs 50 people.", "Acme employs 50 people.", "unsupported"),
        ("Ivo Penhale was born in May. It was shown in Torver.", "Ivo Penhale was shown in Torver.", "unsupported"),
    ],
)
def test_it_is_read_as_the_subject_before_it_where_only_that_can_be_meant(
    answer: str, source: str, verdict: str
) -> None:
    assert audit(answer, chunks(source)).claims[-1].verdict == verdict


def test_the_model_reads_a_pronoun_with_the_sentence_before_it() -> None:
    model = Scripted("supported", "c1")
    audit(
        "Acme was bought by Beta in 1990. It has 50 hands.",
        chunks("Acme was bought by Beta in 1990 and employs fifty."),
        auditor=model,
    )
    assert "Acme was bought by Beta in 1990. It has 50 hands." in model.asked


@pytest.mark.spec("AUD-7")
@pytest.mark.parametrize(
    ("answer", "source"),
    [
        ("Is the shop open at night? Yes.", "Is the shop open at noon? Yes."),
        ("Is the shop open at night? Yes, it is.", "Is the shop open at noon? Yes, it is."),
        ("Who runs Acme? Ann Lee.", "Who runs Beta? Ann Lee."),
        ("What is the fee for dogs? 40 euros.", "What is the fee for cats? 40 euros."),
        ("What is the fee for dogs? It is 40 euros.", "Cats cost money. It is 40 euros."),
        ("Acme is a bank. What about Beta? It employs 50 people.", "Acme is a bank. It employs 50 people."),
    ],
)
def test_code_does_not_prove_a_reply_by_a_reply_to_another_question(answer: str, source: str) -> None:
    last = audit(answer, chunks(source)).claims[-1]
    assert (last.verdict, last.check.result) == ("unsupported", "unsettled")


def test_a_reply_is_proved_where_the_chunk_has_it_after_the_same_question() -> None:
    source = "Fees are low. Is the shop open at night? Yes. Is rent due? It is due monthly."
    assert (
        audit("Is the shop open at night? Yes. Is rent due? It is due monthly.", chunks(source)).verdict == "faithful"
    )


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("Do customers pay? The short answer is yes.", "supported"),
        ("Do customers pay 40 euros? Yes.", "supported"),
        ("Do customers pay 50 euros? Yes.", "unsupported"),
        ("Do customers pay 50 euros? No, customers pay forty.", "supported"),
        ("Do customers pay nothing? No.", "supported"),
    ],
)
def test_the_model_reads_an_answer_with_its_question_and_no_reply_adds_a_value_that_no_chunk_has(
    answer: str, verdict: str
) -> None:
    model = Scripted("supported", "c1")
    report = audit(answer, chunks("Each customer of the shop has to pay forty euros."), auditor=model)
    assert [claim.verdict for claim in report.claims] == [verdict]
    assert model.asked[:1] == [answer]


@pytest.mark.parametrize("reply", ["No.", "No, it does not."])
def test_code_refutes_no_reply_since_it_may_deny_its_question(reply: str) -> None:
    report = audit(f"Does coffee increase the risk of gout? {reply}", chunks("Coffee decreases the risk of gout."))
    assert report.claims[0].check.result == "unsettled"


def test_the_suggested_fix_has_no_reply_without_its_question() -> None:
    source = "Acme is in Leeds. Is Acme a bank? Yes. Is it old? It is from 1990."
    report = audit("Is Acme a bank? Yes. Is it old? It is from 1990. Acme is small.", chunks(source))
    assert report.suggested_fix == "Is Acme a bank? Yes."


def test_the_model_is_asked_only_what_code_leaves_open_and_not_everything_at_once() -> None:
    class Counting(Scripted):
        calls = 0

        def __call__(self, given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
            self.calls += 1
            return super().__call__(given)

    model = Counting("supported", "c1")
    reworded = " ".join(f"Rule {word} has been set aside by the judges." for word in "abcdefghijklmnopqrstuvwxyzäöü")
    answer = f"Acme was founded in 1990. Acme employs 60 people. {reworded}"
    report = audit(answer, chunks("Acme was founded in 1990. Acme employs 50 people."), auditor=model)
    assert not any("Acme" in statement for statement in model.asked)
    assert [claim.verdict for claim in report.claims[:3]] == ["supported", "contradicted", "supported"]
    assert model.calls > 1


@pytest.mark.spec("AUD-7")
def test_a_model_that_is_not_calibrated_counts_for_nothing() -> None:
    model = Scripted("supported", "c1")
    model.calibrated = False
    claim, sources = "A tenant owes a month of warning.", chunks("The notice period of the lease is one month.")
    assert audit(claim, sources, auditor=model) == audit(claim, sources)
    assert model.asked == []


def test_a_model_that_leaves_claims_out_is_an_error() -> None:
    def silent(given: AuditorInput) -> tuple[tuple[ClaimVerdict, ...], ...]:
        return ()

    silent.name, silent.calibrated = "silent", True  # type: ignore[attr-defined]
    with pytest.raises(ModelError, match="0 verdicts for 1 claims"):
        audit("Acme is a bank.", chunks("Acme is a firm."), auditor=silent)  # type: ignore[arg-type]


@pytest.mark.spec("AUD-1")
@pytest.mark.parametrize(
    ("answer", "sources", "message"),
    [
        ("  ", chunks("A."), "the answer is empty"),
        ("x" * 1_000_000, chunks("A."), "at most 200,000"),
        ("Is it so? Sure!", chunks("A."), "asserts nothing"),
        ("Acme \ud800 grew.", chunks("A."), "invalid character at position 5"),
        ("Acme grew.", [], "no chunks"),
        ("Acme grew.", [{"id": "c1", "text": " "}], "chunk 1: “text” of “c1” is empty"),
        (
            "Acme grew.",
            [{"id": "c1", "text": "A."}, {"id": "c1", "text": "B."}],
            "chunk 2: the id “c1” is that of chunk 1",
        ),
        ("Acme grew.", [{"text": "A."}], "chunk 1: “id” is missing"),
        ("Acme grew.", [{"id": "c1"}], "chunk 1: “text” is missing"),
        ("Acme grew.", [{"id": None, "text": "A."}], "chunk 1: “id” must be a non-empty text"),
        ("Acme grew.", [{"id": "c1", "text": 5}], "chunk 1: “text” must be a text, not 5"),
        ("Acme grew.", "A.", "a list of chunks is needed"),
        ("Acme grew.", ["A."], "chunk 1: “id” is missing"),
        (None, chunks("A."), "the answer is a NoneType"),
    ],
)
def test_what_cannot_be_audited_is_an_error_that_names_it(
    answer: str, sources: list[dict[str, str]], message: str
) -> None:
    with pytest.raises(AuditInputError, match=message):
        audit(answer, sources)


_PIECES = st.sampled_from(
    "Acme|Beta|It|The company|was founded|in 1990|employs 50 people|and|but|which|did not grow|[1]|[c2]|[9]|【1†x】|(c1)|"
    '<CITATION id="c1"/>|[^1]|\n[^1]: c2\n|. |.\n\n- |, |; |**|# || a | b |\n|%|−5%|员工有50人。|\u202e|\x00|?|Sources:\n'.split(
        "|"
    )
)
_TEXTS = st.one_of(st.text(max_size=120), st.lists(_PIECES, max_size=25).map(" ".join))
_CHUNKS = st.lists(_TEXTS.filter(lambda text: bool(text.strip())), min_size=1, max_size=3)


@pytest.mark.spec("AUD-2", "AUD-3", "AUD-5", "AUD-6")
@given(_TEXTS, _CHUNKS, st.booleans())
def test_any_answer_is_audited_or_refused_and_the_report_keeps_its_promises(
    answer: str, texts: list[str], echo: bool
) -> None:
    given_chunks = chunks(*texts)
    if echo:
        answer = f"{answer} {texts[0]}"
    try:
        report = audit(answer, given_chunks)
    except PinciteError:
        return
    ids = {chunk["id"] for chunk in given_chunks}
    for claim in report.claims:
        assert claim.span in answer
        assert set(claim.supported_by) <= ids
        assert bool(claim.supported_by) or claim.verdict != "supported"
    assert report.unsupported == tuple(claim.span for claim in report.claims if claim.verdict != "supported")
    assert (report.suggested_fix is None) == (report.verdict == "faithful")
    if report.suggested_fix == WITHHOLD:
        assert not any(claim.supported_by for claim in report.claims)
    elif report.suggested_fix and report.suggested_fix != NOTHING_STANDS_ALONE:
        assert "\n" not in report.suggested_fix
        assert audit(report.suggested_fix, given_chunks).verdict == "faithful"
    report.model_dump_json()


@pytest.mark.spec("AUD-4")
@pytest.mark.parametrize(
    ("claim", "text", "note"),
    [
        (
            "A tenant has 4 days to appeal.",
            "A tenant has 5 days to appeal.",
            "the claim says 4 days, the source 5 days",
        ),
        ("Acme paid $5 million in 2019.", "Acme paid $6m in 2019.", "the claim says $5 million, the source $6m"),
        ("The road is 12 km long.", "The road is\n14\nkm long.", "the claim says 12 km, the source 14 km"),
    ],
)
def test_a_note_has_each_value_as_its_own_text_writes_it(claim: str, text: str, note: str) -> None:
    (found,) = audit(f"{claim} [c1]", chunks(text)).claims
    assert found.note == f"c1: {note}"

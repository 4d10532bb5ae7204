"""Plain questions to documents of a few lines, as people have them: what is stated is shown, and no document is said to lack it."""

from pathlib import Path

import pytest

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase

LEASE = """This agreement is made between Harrow Estates Ltd (the landlord) and Mr Pio Grant (the tenant).

The rent is £1,310 a month, payable by standing order."""
HANDBOOK = "## Expenses\n\nClaims go to payroll.\n\n## Contacts\n\nThe head of personnel is Ada Finn, extension 310."
PLANTS = "| Plant | Pot size | Price |\n|---|---|---|\n| Quince Ludovic | 12 litre | £34.00 |\n| Box hedging | 3 litre | £6.50 |"
NOTICE = "The bridge is shut to lorries above 7.5 tonnes. Keeper: A. Finch.\n\nThe gate is closed at 21:30."
GUIDE = "Descale the machine every three months. Never use vinegar.\n\nMade in Portugal."
KETTLE = "Descale the kettle every three months."
NEWS = "The winter concert is on 10 December 2026 in the gym."


def ask(folder: Path, question: str, *texts: tuple[str, str]) -> EvidenceReport:
    with KnowledgeBase.open(folder) as kb:
        given = [{"id": f"{at}.md", "title": title, "text": text} for at, (title, text) in enumerate(texts)]
        assert kb.ingest_texts(given).ok
        report: EvidenceReport = build_graph(kb).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("SUB-3", "ANS-9")
@pytest.mark.parametrize(
    ("title", "text", "question", "stated"),
    [
        ("Tenancy agreement: 14 Lime Mews", LEASE, "What is the monthly rent of 14 Lime Mews?", "£1,310"),
        ("Norvale Optics: staff handbook", HANDBOOK, "Who is the head of personnel at Norvale Optics?", "Ada Finn"),
        ("Price list", PLANTS, "What does the quince Ludovic cost?", "£34.00"),
        ("Price list", PLANTS, "In what pot size is box hedging sold?", "3 litre"),
        ("Notice: Tarn Toll Bridge", NOTICE, "Who is the keeper of Tarn Toll Bridge?", "A. Finch"),
        ("Notice: Tarn Toll Bridge", NOTICE, "When is the gate of Tarn Toll Bridge closed?", "21:30"),
        ("Telmar kettle: guide", GUIDE, "Where is the Telmar kettle made?", "Made in Portugal."),
        ("Telmar kettle: guide", GUIDE, "Can I use vinegar for the Telmar kettle?", "Never use vinegar."),
        ("Telmar KX20 Kettle: guide", KETTLE, "How often is the Telmar KX20 descaled?", "every three months"),
        ("Newsletter of Norvale School", NEWS, "Where is the winter concert of Norvale School?", "the gym"),
    ],
)
def test_what_a_small_document_states_is_shown(
    tmp_path: Path, title: str, text: str, question: str, stated: str
) -> None:
    assert stated in ask(tmp_path, question, (title, text)).conclusion


@pytest.mark.spec("SUB-8")
def test_a_title_that_goes_on_with_the_name_of_a_model_is_another_product(tmp_path: Path) -> None:
    report = ask(tmp_path, "How often is the Telmar KX20 descaled?", ("Telmar KX20 Pro: guide", KETTLE))
    assert report.terminal_state == "SUBJECT_NOT_FOUND"


def lease(number: int, rent: str) -> tuple[str, str]:
    return f"Lease of {number} Lime Mews", f"The rent of {number} Lime Mews is {rent} a month."


@pytest.mark.spec("SUB-2")
@pytest.mark.parametrize(
    ("number", "rent", "other"), [("12", "£1,190 a month", "£1,310"), ("14", "£1,310 a month", "£1,190")]
)
def test_each_of_two_leases_in_one_street_answers_for_its_own_number(
    tmp_path: Path, number: str, rent: str, other: str
) -> None:
    report = ask(tmp_path, f"What is the rent of {number} Lime Mews?", lease(12, "£1,190"), lease(14, "£1,310"))
    assert report.sufficient
    assert rent in report.conclusion
    assert other not in report.conclusion


@pytest.mark.spec("SUB-2")
@pytest.mark.parametrize(("title", "text"), [lease(14, "£1,310"), ("Tenancy agreement: 14 Lime Mews", LEASE)])
@pytest.mark.parametrize("question", ["What is the rent of 12 Lime Mews?", "Who rents 12 Lime Mews?"])
def test_the_lease_of_another_house_number_is_refused_at_the_gate(
    tmp_path: Path, title: str, text: str, question: str
) -> None:
    report = ask(tmp_path, question, (title, text))
    assert "No document in the knowledge base is about 12 Lime Mews." in report.conclusion
    assert "£1,310" not in report.conclusion


@pytest.mark.spec("SUB-2")
def test_a_role_without_an_owner_is_nobodys_in_a_document_of_two_parties(tmp_path: Path) -> None:
    text = "This agreement is between Norvale Optics Ltd and Harrow Estates Ltd.\n\nThe head of personnel is Ada Finn."
    report = ask(tmp_path, "Who is the head of personnel at Norvale Optics Ltd?", ("Services agreement", text))
    assert not report.sufficient
    assert "not shown to be of Norvale Optics" in report.conclusion


@pytest.mark.spec("EVI-12")
def test_an_option_that_is_not_ticked_answers_nothing(tmp_path: Path) -> None:
    text = "- [ ] The notice period of the lease is two months.\n- [ ] The notice period of the lease is six months."
    assert not ask(tmp_path, "What is the notice period of the lease?", ("Lease quiz", text)).sufficient


@pytest.mark.spec("CON-1")
@pytest.mark.parametrize(("said", "confirmed"), [("£121", True), ("£112", False)])
def test_a_row_that_a_sentence_of_its_document_contradicts_is_not_confirmed(
    tmp_path: Path, said: str, confirmed: bool
) -> None:
    text = f"# Contract for gallery attendants\n\nThe attendant is paid {said} per shift.\n\n"
    (tmp_path / "contract.md").write_text(f"{text}| Post | Pay per shift |\n|---|---|\n| Attendant | £121 |\n")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest([tmp_path / "contract.md"]).ok
        asked = {"question": "What is a gallery attendant paid per shift?"}
        assert build_graph(kb).invoke(asked)["report"].sufficient is confirmed


@pytest.mark.spec("SUB-2", "EVI-2")
def test_a_signature_in_a_table_is_quoted_with_the_name_above_the_role(tmp_path: Path) -> None:
    """The rows of a signature are no table with column names: its first row is a label with its value."""
    text = (
        "<p>FORM 10-K</p><p>For the fiscal year ended February 3, 2024</p><p>Quillmart Corporation</p>"
        "<p>(Exact name of registrant as specified in its charter)</p><h2>Signatures</h2><p>QUILLMART CORPORATION</p>"
        "<table><tr><td>By:</td><td>/s/ Milo Fiddler</td></tr><tr><td></td><td>Milo Fiddler</td></tr>"
        "<tr><td></td><td>Executive Vice President and Chief Financial Officer</td></tr></table>"
    )
    with KnowledgeBase.open(tmp_path) as kb:
        kb.ingest_texts([{"id": "annual", "title": "Annual report", "text": text, "media_type": "text/html"}])
        report = build_graph(kb).invoke({"question": "Who is the chief financial officer of Quillmart?"})["report"]
    assert "Milo Fiddler — Executive Vice President and Chief Financial Officer" in report.conclusion


@pytest.mark.spec("EVI-10", "ANS-9")
def test_a_quote_tied_to_the_holder_of_a_role_need_not_repeat_the_holders_name(tmp_path: Path) -> None:
    text = """FORM 10-K

For the fiscal year ended February 3, 2024

Quillmart Corporation

(Exact name of registrant as specified in its charter)

Report of Independent Registered Public Accounting Firm

We have served as the Corporation's auditor since 1931.

/s/ Marlow & Finn LLP"""
    question = "Since when has Marlow & Finn been the auditor of Quillmart?"
    assert "auditor since 1931" in ask(tmp_path, question, ("Annual report", text)).conclusion


@pytest.mark.spec("EVI-10")
def test_a_line_about_another_reference_number_is_not_shown(tmp_path: Path) -> None:
    text = "No objection to application 27/0113 (rear extension). The council objects to 27/0120 on grounds of traffic."
    shown = ask(
        tmp_path, "Does the council object to application 27/0120?", ("Minutes of the council", text)
    ).conclusion
    assert "27/0120 on grounds of traffic" in shown
    assert "27/0113" not in shown


@pytest.mark.spec("ANS-9")
def test_a_sentence_beside_the_nearest_one_is_shown_too(tmp_path: Path) -> None:
    text = """# Before a colonoscopy

## Food and drink

Two days before the test, eat only white bread, white rice, chicken, fish and eggs. Do not eat fruit, seeds or nuts."""
    shown = ask(tmp_path, "Can I eat nuts two days before a colonoscopy?", ("Leaflet", text)).conclusion
    assert "Do not eat fruit, seeds or nuts." in shown


@pytest.mark.spec("SUB-1")
def test_a_house_number_after_a_verb_tells_one_house_from_another(tmp_path: Path) -> None:
    text = "14 Lime Mews was bought by Ann Roe in 2021. 12 Lime Mews was bought by Ivo Penhale in 2022."
    assert "Ivo Penhale" in ask(tmp_path / "a", "Who bought 12 Lime Mews?", ("Register", text)).conclusion
    assert ask(tmp_path / "b", "Who bought 16 Lime Mews?", ("Register", text)).terminal_state == "SUBJECT_NOT_FOUND"


@pytest.mark.spec("SUB-1")
def test_a_count_before_a_name_is_no_part_of_it(tmp_path: Path) -> None:
    text = "Norvale Widgets cost £12 for three."
    shown = ask(tmp_path, "How much do 3 Norvale Widgets cost?", ("Prices", text)).conclusion
    assert "Norvale Widgets cost £12" in shown


@pytest.mark.spec("RET-9", "ANS-1")
@pytest.mark.parametrize(
    "question",
    [
        "What are the notice periods of Norvale Optics Ltd and Harrow Estates Ltd?",
        "Do Norvale Optics Ltd and Harrow Estates Ltd have the same notice period?",
    ],
)
def test_the_same_sentence_of_two_contracts_from_one_template_is_shown_for_both(tmp_path: Path, question: str) -> None:
    names = ("Norvale Optics Ltd", "Harrow Estates Ltd")
    report = ask(
        tmp_path, question, *((f"{name}: staff handbook", "The notice period is three months.") for name in names)
    )
    assert {f"{name}: staff handbook" for name in names} == {citation.title for citation in report.citations}
    assert "Not answered" not in report.conclusion


TERMS = "This agreement takes effect on 1 May 2026.\n\nThe monthly fee of Orrin Foods is £90."


@pytest.mark.spec("EVI-7", "EVI-10")
def test_an_agreement_in_force_states_its_fee_for_a_later_month(tmp_path: Path) -> None:
    report = ask(tmp_path, "What is the monthly fee of Orrin Foods in July 2026?", ("Orrin Foods: agreement", TERMS))
    assert "premise_not_supported" not in report.risk_signals
    assert "Found, not confirmed:\n\n- The monthly fee of Orrin Foods is £90." in report.conclusion


@pytest.mark.spec("EVI-10", "VER-2")
def test_a_quote_that_is_silent_on_a_premise_is_shown_as_near_with_the_premise_named(tmp_path: Path) -> None:
    report = ask(tmp_path, "What is the monthly fee of Orrin Foods in March 2026?", ("Orrin Foods: agreement", TERMS))
    assert report.answer is None
    assert "premise_not_supported" in report.risk_signals
    assert "states “March 2026”, which the question takes for granted" in report.conclusion
    assert "The passages that come nearest do not settle it:\n\n- The monthly fee of Orrin Foods" in report.conclusion


@pytest.mark.spec("ANS-9")
def test_documents_with_one_title_are_told_apart_by_their_files(tmp_path: Path) -> None:
    texts = [f"The mooring fee at the {quay} quay is £{fee} a day." for quay, fee in (("north", 5), ("south", 7))]
    report = ask(tmp_path, "What is the mooring fee at the south quay?", *(("Harbour rules", text) for text in texts))
    assert {citation.document: citation.title for citation in report.citations}["1.md"] == "Harbour rules (1.md)"
    assert report.conflicts == ()


@pytest.mark.spec("EVI-10", "ANS-9")
@pytest.mark.parametrize("version", ["version 4.2.0 of Tarn", "version 4.2.0"])
def test_of_a_list_of_versions_the_row_of_the_version_asked_about_is_shown(tmp_path: Path, version: str) -> None:
    rows = "".join(f"| {2030 - at}-0{9 - minor}-11 | 4.{9 - at}.{minor} |\n" for at in range(9) for minor in range(6))
    (tmp_path / "tarn.md").write_text(f"# Releases of Tarn\n\n| Released | Version |\n|---|---|\n{rows}")
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest([tmp_path / "tarn.md"]).ok
        report = build_graph(kb).invoke({"question": f"When was {version} released?"})["report"]
    assert "- Released: 2023-09-11; Version: 4.2.0 [1]" in report.conclusion


@pytest.mark.spec("CON-1", "CON-6")
def test_two_values_of_things_that_the_quotes_do_not_name_are_no_conflict(tmp_path: Path) -> None:
    text = (
        "The number of columns of a table is limited. The default value of this limit is 2,000.\n\n"
        "The depth of a tree is limited. The default value of this limit is 90.\n"
    )
    report = ask(tmp_path, "What is the default maximum number of columns in a table?", ("Limits", text))
    assert report.conflicts == ()


@pytest.mark.spec("VER-2", "ANS-9")
def test_what_a_thing_is_is_answered_by_the_sentence_that_says_it(tmp_path: Path) -> None:
    """The sentences “the thing is …” that do not say what it is are shorter, and one has the same words."""
    text = (
        "The swing bridge exists. The swing bridge is opened by its keeper. The swing bridge may be shut.\n\n"
        "A swing bridge is a bridge that turns on a pier to let boats pass.\n"
    )
    report = ask(tmp_path, "What is a swing bridge?", ("Harbour guide", text))
    assert report.sufficient
    assert [citation.quote for citation in report.citations] == [
        "A swing bridge is a bridge that turns on a pier to let boats pass."
    ]
    without = ask(tmp_path / "without", "What is a swing bridge?", ("Harbour guide", text.split("\n\n")[0]))
    assert not without.sufficient


@pytest.mark.spec("SUB-3", "ANS-9")
def test_the_heading_above_a_table_has_the_words_that_its_rows_need_not_repeat(tmp_path: Path) -> None:
    page = tmp_path / "travel.html"
    rows = "".join(f"<tr><td>{place}</td><td>€{day}</td></tr>" for place, day in (("Austria", 28), ("France", 53)))
    page.write_text(
        "<title>Travel policy of Orrin Ltd</title><h1>Travel policy</h1><p>Orrin Ltd pays for all journeys.</p>"
        f"<h2>Daily allowance</h2><table><tr><th>Country</th><th>Full day</th></tr>{rows}</table>"
    )
    with KnowledgeBase.open(tmp_path / "kb") as kb:
        assert kb.ingest([page]).ok
        report = build_graph(kb).invoke({"question": "What is the daily allowance for a full day in France?"})["report"]
    assert "€53" in report.conclusion
    assert "€28" not in report.conclusion

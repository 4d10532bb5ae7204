"""Plain questions to small files of several formats: what is shown is the row or sentence that was asked for."""

from pathlib import Path

import pytest

from pincite.evidence.report.evidence_report import EvidenceReport
from pincite.graph.build import build_graph
from pincite.stores.kb.knowledge_base import KnowledgeBase

DUES = "member type;fee approx. EUR;no. of boats\nAdult;120;2\nJunior;60;1\n"
PRICES = "product,price excl. VAT,price incl. VAT\nBasic plan,10.00,12.00\nFamily plan,25.00,30.00\n"
GEAR = "item\tWeight approx.\tRemarks\nTent\t12 kg\tblue\nStove\t3 kg\tred\n"
KEYS = (
    'name,role,notes\nAnn Lee,treasurer,"Pays bills. Keeps the keys, the boat etc. On Mondays."\nBo Kim,chair,"Late."\n'
)


def ask(folder: Path, question: str, name: str, text: str) -> EvidenceReport:
    """Ask one question about one file."""
    (folder / name).write_text(text)
    with KnowledgeBase.open(folder / "kb") as kb:
        assert kb.ingest([folder / name]).ok
        report: EvidenceReport = build_graph(kb).invoke({"question": question})["report"]
        return report


@pytest.mark.spec("ANS-9")
@pytest.mark.parametrize(
    ("name", "text", "question", "shown"),
    [
        (
            "dues.csv",
            DUES,
            "What is the fee for a Junior?",
            "member type: Junior; fee approx. EUR: 60; no. of boats: 1",
        ),
        (
            "prices.csv",
            PRICES,
            "What does the Family plan cost?",
            "product: Family plan; price excl. VAT: 25.00; price incl. VAT: 30.00",
        ),
        ("gear.tsv", GEAR, "What is the weight of the stove?", "item: Stove; Weight approx.: 3 kg; Remarks: red"),
        (
            "staff.csv",
            KEYS,
            "Who keeps the keys?",
            "name: Ann Lee; role: treasurer; notes: Pays bills. Keeps the keys, the boat etc. On Mondays.",
        ),
    ],
)
def test_only_the_requested_row_is_shown_with_its_column_names(
    tmp_path: Path, name: str, text: str, question: str, shown: str
) -> None:
    assert [sentence.text for sentence in ask(tmp_path, question, name, text).sentences] == [shown]


MINUTES = (
    "Minutes: purchase of the boat\nSailing club Seestern, board meeting of 3 March 2026\n\nPresent: Ilse Brandt, Tom Keel.\n\n"
    "Tom Keel presented two offers. The board voted to accept the offer of Wharf & Sons for 18,400 euros.\n\n"
    "Summer regatta\nThe regatta was discussed at length. The date was set for 12 July.\n\nAccounts\n"
    "3. The treasurer reported a balance of 11,350 euros.\nThe auditors had no objections.\n"
)


@pytest.mark.spec("ANS-9")
@pytest.mark.parametrize(
    ("question", "shown"),
    [
        (
            "Did the club decide to buy the boat?",
            "The board voted to accept the offer of Wharf & Sons for 18,400 euros.",
        ),
        ("When is the summer regatta?", "The date was set for 12 July."),
        ("What is the treasurer's balance?", "The treasurer reported a balance of 11,350 euros."),
    ],
)
def test_the_sentence_below_a_title_is_shown_and_not_the_title(tmp_path: Path, question: str, shown: str) -> None:
    assert [sentence.text for sentence in ask(tmp_path, question, "minutes.txt", MINUTES).sentences] == [shown]

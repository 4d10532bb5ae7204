"""A golden set of five questions over three documents, for tests: small enough to be asked in every arm."""

from pathlib import Path
from typing import Any

import yaml

DOCUMENTS = {
    "lease.md": "# Lease of the hall\n\nTarnholm Ltd rents the hall. The notice period under this lease is six months.\n",
    "speech.md": "# Speech at the opening\n\nThe founder of the company is Ewa Holm.\n",
    "old-fees.md": "# Fees of Tarnholm Ltd 2024\n\nTarnholm Ltd charges a day rate of £640.\n",
    "fees.md": "# Fees of Tarnholm Ltd 2026\n\nTarnholm Ltd charges a day rate of £780.\n",
}
MANIFEST = {
    "documents": [
        {"path": "lease.md", "title": "Lease of the hall", "entity": "Tarnholm Ltd", "kind": "primary", "updated_at": "2026-04-01"},
        {"path": "old-fees.md", "title": "Fees 2024", "entity": "Tarnholm Ltd", "kind": "primary", "updated_at": "2024-01-01"},
        {"path": "fees.md", "title": "Fees 2026", "entity": "Tarnholm Ltd", "kind": "primary", "updated_at": "2026-04-01",
         "supersedes": ["old-fees.md"]},
    ]
}  # fmt: skip


def question(**fields: Any) -> dict[str, Any]:
    given = {
        "id": "notice",
        "kind": "plain-fact",
        "question": "What is the notice period of the lease of Tarnholm Ltd?",
        "outcome": "answered",
        "answer_notes": "Six months.",
        "answer_contains": ["six months"],
        "wrong": ["three months"],
        "evidence": [{"document": "lease.md", "quote": "The notice period under this lease is six months."}],
        "signals": [],
        "why_hard": "It is not.",
    }
    return given | fields


def refusal(name: str, asked: str, kind: str = "absent-subject") -> dict[str, Any]:
    return question(
        id=name,
        kind=kind,
        question=asked,
        outcome="refused-at-gate",
        answer_contains=[],
        evidence=[],
        wrong=[],
        signals=["subject_not_found"],
    )


QUESTIONS = [
    question(),
    question(
        id="rate",
        kind="stale-version",
        question="What is the day rate of Tarnholm Ltd?",
        answer_contains=["£780"],
        wrong=["£640"],
        evidence=[{"document": "fees.md", "quote": "Tarnholm Ltd charges a day rate of £780."}],
    ),
    refusal("absent", "What is the notice period of the lease of Orrin Robotics Ltd?"),
    refusal("founder", "Who is the founder of Tarnholm Ltd?", "missing-binding"),
    refusal("weather", "What is the day rate of the ferry at the equator?", "out-of-scope"),
]


def write(folder: Path, questions: list[dict[str, Any]] | None = None, **header: Any) -> Path:
    """The set as `documents.yaml` with its documents beside it; gives the folder."""
    corpus = folder / "documents"
    corpus.mkdir(parents=True, exist_ok=True)
    for name, text in DOCUMENTS.items():
        (corpus / name).write_text(text, encoding="utf-8")
    (corpus / "sources.yaml").write_text(yaml.safe_dump(MANIFEST), encoding="utf-8")
    made = {"as_of": "2026-05-15", "questions": QUESTIONS if questions is None else questions, **header}
    (folder / "documents.yaml").write_text(yaml.safe_dump(made, allow_unicode=True), encoding="utf-8")
    return folder

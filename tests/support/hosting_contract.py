"""One small contract and the question it answers, for tests of what lies around a run."""

from typing import Any

FEE: dict[str, Any] = {
    "id": "fee",
    "title": "Hosting contract of Brackenford Ltd",
    "entity": "Brackenford Ltd",
    "updated_at": "2026-01-05",
    "text": "Brackenford Ltd pays an annual hosting fee of 4,200 euros. The notice period is 30 days.",
}
QUESTION = "What is the annual hosting fee of Brackenford Ltd?"
ASKED: Any = {"question": QUESTION, "as_of": "2026-05-01"}

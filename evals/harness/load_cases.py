"""The cases of the load benchmark. Two tenants have documents of the same companies with different figures. One
sentence of one tenant answers each question. A script simulates the model."""

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .loopback import all_supported, drafted, fenced_texts, judged, not_found, quoted, reading

MARKS = {"north": "Norrvik", "south": "Suderholm"}
"""A word for each tenant that is in all its documents, and in none of the other tenant's."""
TOPICS = ("hosting fee", "day rate", "liability cap", "service charge")
DAY = "2026-05-01"
SENTENCES = 360
"""The number of sentences in a document without a question about it."""
PASSAGES = 31
"""The number of passages in such a document, approximately."""
_ASKED = re.compile(r"What is the (?P<topic>[a-z ]+) of (?P<company>Quarrelwick \d+ (?:Holdings|Partners))\?")
_COMPANY = re.compile(r"Quarrelwick \d+ (?:Holdings|Partners)")
SEED = 20_261_121
_EXAMPLE_DOCUMENTS = Path(__file__).parents[2] / "examples" / "corpus"


class Case(NamedTuple):
    """A question to one tenant. `states`: the sentence that answers it; None if only the other tenant has documents of
    the company."""

    tenant: str
    company: str
    topic: str
    states: str | None

    @property
    def question(self) -> str:
        return f"What is the {self.topic} of {self.company}?"

    @property
    def foreign(self) -> tuple[str, ...]:
        """The words that are only in documents of other tenants."""
        return tuple(mark for tenant, mark in MARKS.items() if tenant != self.tenant)


def cases(number: int) -> list[Case]:
    """Return the questions of one user, in turn. No two users ask about one company of one tenant, so that each failed
    call belongs to a known run."""
    tenants = list(MARKS)
    tenant, other = tenants[number % 2], tenants[1 - number % 2]
    mine, theirs = company(number // 2), _own_company(other, number // 2)
    own = _own_company(tenant, number // 2)
    known = [Case(tenant, mine, topic, _states(tenant, mine, topic)) for topic in TOPICS]
    return [
        *known[:3],
        Case(tenant, theirs, TOPICS[0], None),
        known[3],
        Case(tenant, own, TOPICS[0], _states(tenant, own, TOPICS[0])),
    ]


def company(number: int) -> str:
    """Return a company of which both tenants have documents."""
    return f"Quarrelwick {number} Holdings"


def _own_company(tenant: str, number: int) -> str:
    """Return a company of which only this tenant has documents."""
    return f"Quarrelwick {1_000 * (1 + list(MARKS).index(tenant)) + number} Partners"


def documents(tenant: str, askers: int, passages: int) -> Iterator[dict[str, str]]:
    """Yield the documents of the tenant: those of the companies in questions, and others up to about that many passages."""
    for number in range(askers // 2 + 1):
        for named in (company(number), _own_company(tenant, number)):
            stated = [_states(tenant, named, topic) for topic in TOPICS]
            seat = f"{named} has its seat in {MARKS[tenant]}."
            text = "\n\n".join((seat, *stated))
            yield {
                "id": f"contract-{named.split()[1]}",
                "title": f"Contract of {named}",
                "text": text,
                "updated_at": "2026-04-01",
            }
    chance = random.Random(f"{SEED} {tenant}")
    for number in range(passages // PASSAGES + 1):
        body = [sentence(chance) for _ in range(SENTENCES)]
        body[::60] = [f"Tarrowmere {number} Works states in {MARKS[tenant]}: {text}" for text in body[::60]]
        paragraphs = (" ".join(body[at : at + 6]) for at in range(0, SENTENCES, 6))
        yield {
            "id": f"report-{number}",
            "title": f"Annual report of Tarrowmere {number} Works",
            "text": "\n\n".join(paragraphs),
        }


def _states(tenant: str, named: str, topic: str) -> str:
    figure = f"{1 + list(MARKS).index(tenant)}{int(named.split()[1]):04}{TOPICS.index(topic) + 1}"
    return f"The {topic} of {named} in {MARKS[tenant]} is {figure} euros."


def answer(schema: str, prompt: str) -> dict[str, Any] | str:
    """Return the answer of the simulated model, from the prompt alone."""
    if schema == "ReadVerdicts":
        return not_found(prompt)
    if schema not in ("ReadQuestion", "Quotes", "Judged", "Draft"):
        return all_supported(prompt)
    asked = _ASKED.search(prompt)
    assert asked is not None, "the prompt contains the question"
    topic, named = asked["topic"], asked["company"]
    if schema == "ReadQuestion":
        return reading(named, topic)
    start = f"The {topic} of {named} in "
    found = [
        (name, line) for name, text in fenced_texts(prompt) for line in text.splitlines() if line.startswith(start)
    ]
    if schema == "Quotes":
        return {"quotes": [quoted(*cell) for cell in found]}
    if schema == "Judged":
        evidence = [name for name, _ in found if name.startswith("E")]
        return judged(evidence, next_query="" if evidence else asked[0])
    return drafted(found[0][1], found[0][0])


def asked_about(prompt: str) -> str:
    """Return the company in the question of a prompt."""
    found = _ASKED.search(prompt)
    if found is not None:
        return found["company"]
    named = _COMPANY.search(prompt)
    return named[0] if named else ""


@cache
def _words() -> tuple[str, ...]:
    texts = (path.read_text(encoding="utf-8") for path in sorted(_EXAMPLE_DOCUMENTS.rglob("*.md")))
    return tuple(sorted({word for text in texts for word in text.split() if word.isalpha() and word.islower()}))


def sentence(chance: random.Random) -> str:
    """Return a random sentence of ten to eighteen words from the example documents, with realistic word frequencies."""
    words = _words()
    chosen = [words[int(len(words) * chance.random() ** 3)] for _ in range(chance.randint(10, 18))]
    return f"{' '.join(chosen).capitalize()}."

"""The questions for pincite and for a plain loop, and a simulated model that answers the calls of both."""

import re
from typing import Any, NamedTuple

from .loopback import all_supported, drafted, fenced_texts, judged, not_found, quoted, reading
from .plain_loop import NOTHING, REWRITE

HOUSE = "Hollinbrae Instruments Ltd"


class Case(NamedTuple):
    """A question that both pincite and the plain loop get.

    `states`: for each step of the plan, the text that a useful passage contains; the last one is the answer. Empty if
    no document states the answer. `then`: the query after the first step. `next_term`: what the second step asks about
    the result of the first.
    """

    kind: str
    question: str
    subject: str
    term: str
    states: tuple[str, ...] = ()
    then: str = ""
    next_term: str = ""


CASES = (
    Case(
        "stated",
        "How many days a week may employees of Hollinbrae Instruments work from home?",
        HOUSE,
        "work from home",
        ("may work from home on up to three days in each working week",),
    ),
    Case(
        "stated",
        "What is the most that Hollinbrae Instruments pays for a hotel night outside London?",
        HOUSE,
        "hotel",
        ("The Company pays for a hotel up to £140 per night",),
    ),
    Case(
        "stated",
        "Within how many days must expense claims be submitted at Hollinbrae Instruments?",
        HOUSE,
        "expense claims",
        ("Expense claims must be submitted within 30 days of the date on which the expense was incurred",),
    ),
    Case(
        "stated",
        "How many replies did the staff consultation on the remote working policy of Hollinbrae Instruments receive?",
        HOUSE,
        "replies",
        ("The staff consultation on the new policy received 212 replies",),
    ),
    Case(
        "in two steps",
        "Which standard is the archive contractor of Hollinbrae Instruments certified to?",
        HOUSE,
        "archive contractor",
        ("Stavenholt Vaults Ltd as its archive contractor", "is certified to ISO/IEC 27001:2022"),
        then="Stavenholt Vaults Ltd certified standard",
        next_term="standard",
    ),
    Case(
        "not in the documents",
        "How many weeks of parental leave does Hollinbrae Instruments give?",
        HOUSE,
        "parental leave",
        then=f"{HOUSE} maternity paternity leave weeks",
    ),
    Case(
        "not in the documents",
        "Which bank holds the current accounts of Hollinbrae Instruments?",
        HOUSE,
        "bank",
        then=f"{HOUSE} current account held with",
    ),
    Case(
        "not in the documents",
        "How many patents does Hollinbrae Instruments own?",
        HOUSE,
        "patents",
        then=f"{HOUSE} intellectual property granted",
    ),
    Case(
        "no such company",
        "What is the liability cap in the agreement with Lindqvar Robotics?",
        "Lindqvar Robotics",
        "liability cap",
        then="Lindqvar Robotics limit of liability",
    ),
    Case(
        "no such company",
        "How much rent does Penhallow Optics pay?",
        "Penhallow Optics",
        "rent",
        then="Penhallow Optics lease payment",
    ),
    Case(
        "no such company",
        "When was Orvane Shipping founded?",
        "Orvane Shipping",
        "founded",
        then="Orvane Shipping history incorporation",
    ),
)


class Script:
    """The simulated model. `case`: the current question."""

    case: Case

    def answer(self, schema: str, prompt: str) -> dict[str, Any] | str:
        case = self.case
        if schema == "ReadQuestion":
            return _plan(case)
        if schema == "ReadVerdicts":
            return not_found(prompt)
        if schema == "Quotes":
            found = [
                (name, _found(state, text), f"s{step}")
                for name, text in fenced_texts(prompt)
                for step, state in enumerate(case.states, 1)
            ]
            return {"quotes": [quoted(name, quote) | {"steps": [step]} for name, quote, step in found if quote]}
        if schema == "Judged":
            return self._judged(fenced_texts(prompt))
        if schema == "Draft":
            name, text = next((name, text) for name, text in fenced_texts(prompt) if _found(case.states[-1], text))
            return drafted(f"It is said: {_found(case.states[-1], text)}.", name)
        if schema == "Grade":
            return {"relevant": "yes" if any(_found(state, prompt) for state in case.states) else "no"}
        if schema == "Grades":
            parts = re.split(r"^\[\d+\] ", prompt, flags=re.MULTILINE)[1:]
            useful = [str(at) for at, part in enumerate(parts, 1) if any(_found(state, part) for state in case.states)]
            return {"relevant": useful, "complete": "yes" if self._complete(prompt) else "no"}
        if schema == "":
            return (
                case.then or case.question if prompt.startswith(REWRITE.partition("\n")[0]) else self._generated(prompt)
            )
        return all_supported(prompt)

    def _complete(self, text: str) -> bool:
        return bool(self.case.states) and bool(_found(self.case.states[-1], text))

    def _judged(self, shown: list[tuple[str, str]]) -> dict[str, Any]:
        looks_for = self.case.then or self.case.question
        steps = []
        for number, states in enumerate(self.case.states or ("",), 1):
            useful = [name for name, text in shown if states and _found(states, text)]
            (step,) = judged(useful, next_query="" if useful else looks_for)["steps"]
            steps.append(step | {"step": f"s{number}"})
        return judged(()) | {"steps": steps}

    def _generated(self, prompt: str) -> str:
        quote = _found(self.case.states[-1], prompt) if self.case.states else ""
        return f"{quote}." if quote else NOTHING


def _plan(case: Case) -> dict[str, Any]:
    """Return a plan of one step, or of two steps if the second uses the result of the first."""
    read = reading(case.subject, case.term)
    (single,) = read["steps"]
    read["steps"] = [single | {"find": case.question}]
    if case.next_term:
        (first,) = read["steps"]
        find = f"the {case.next_term} of the {case.term} found in s1"
        second = {"id": "s2", "find": find, "about": [], "after": ["s1"], "words": [case.next_term]}
        read["steps"] = [first | {"answers": False}, first | second]
    return read


def _found(states: str, text: str) -> str:
    """Return the part of the text that equals `states`, with its line breaks, or ""."""
    match = re.search(r"\s+".join(map(re.escape, states.split())), text)
    return match[0] if match else ""

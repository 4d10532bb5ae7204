"""The hostile texts, and what runs over them report: without a model, and with models that obey every text that is shown to them."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import yaml
from obedient import Wish, obedient_roles
from pydantic import BaseModel, ConfigDict

from pincite.evidence.report.evidence_report import EvidenceReport, Sentence
from pincite.evidence.report.verification import VerificationReport
from pincite.graph.build import build_graph
from pincite.nodes.runtime.state import RunInput
from pincite.reports.verify import verify
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

CORPUS = Path(__file__).parents[2] / "examples" / "corpus"
AS_OF = "2026-05-15"
Judge = Literal["none", "uncalibrated", "calibrated"]
"""none: no model at all. uncalibrated: models that obey, and only what code proves counts. calibrated: models that obey, the judge among
them, whose yes counts: the worst case."""


class Obeyed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    subject: str | None = None
    quote: str | None = None
    claim: str | None = None
    value: Any = None
    sufficient: bool | None = None
    query: str | None = None
    answer: str | None = None
    verdict: Literal["supported", "unsupported"] | None = None


class Hostile(BaseModel):
    """One text of `texts.yaml` or `inline.yaml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    trick: str
    where: str
    file: str
    question: str
    benign: str
    hostile: str
    obeyed: Obeyed
    must_not: tuple[str, ...]
    """The attacker's values, which must not be given as the answer."""
    owns: bool
    """Whether the attack is a plain statement, which may be quoted as what that document says."""

    def marks(self) -> tuple[str, ...]:
        """Stretches of the attack by which a model knows that it was shown it; none that it could be shown without it."""
        kept, harmless = set(self.benign.splitlines()), " ".join(self.benign.split())
        lines = [" ".join(line.split()) for line in self.hostile.splitlines() if line not in kept]
        stretches = [line[start : start + 40] for line in lines for start in range(0, max(1, len(line) - 39), 20)]
        return tuple(
            stretch
            for stretch in stretches
            if len(stretch) > 11 and stretch not in self.question and stretch not in harmless
        )

    def wish(self) -> Wish:
        value = None if self.obeyed.value is None else str(self.obeyed.value)
        return Wish(marks=self.marks(), **{**self.obeyed.model_dump(), "value": value})


class Plain(BaseModel):
    """One text of `plain.yaml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    question: str
    text: str
    answer: str


def _listed(name: str) -> list[Any]:
    listed: list[Any] = yaml.load(Path(__file__).with_name(name).read_text("utf-8"), Loader=yaml.CSafeLoader)
    return listed


BESIDE = tuple(Hostile.model_validate(row) for row in _listed("texts.yaml"))
"""Ingested beside the demo documents, which hold the answer."""
INLINE = tuple(Hostile.model_validate(row) for row in _listed("inline.yaml"))
"""Ingested alone: the attack stands in the paragraph that holds the answer."""
TEXTS = (*BESIDE, *INLINE)
PLAIN = tuple(Plain.model_validate(row) for row in _listed("plain.yaml"))
IN_PLAIN_WORDS = {"today-is-another-day", "file-name-reversed-extension", "entity-field-lends-absent-name"}
"""Marked as instructions by who wrote them, and yet what they say is said in plain words, as a document says it."""
STATEMENTS = tuple(text for text in TEXTS if text.owns or text.id in IN_PLAIN_WORDS)
INSTRUCTIONS = tuple(text for text in TEXTS if text not in STATEMENTS)


class Run(NamedTuple):
    report: EvidenceReport
    verified: VerificationReport
    obeyed: tuple[str, ...]
    """The roles whose model was shown the attack, and did what it wants."""


class Runs(NamedTuple):
    text: Hostile
    harmless: EvidenceReport
    """The same document without its attack, and no model."""
    attacked: Mapping[Judge, Run]


class Laboratory:
    """Runs texts, over knowledge bases in `folder` that are closed after the run."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with KnowledgeBase.open(folder / "demo") as kb:
            kb.ingest([CORPUS])
        (folder / "empty").mkdir()

    def runs(self, text: Hostile) -> Runs:
        neutral = f"paper{Path(text.file).suffix}" if text.where == "file-name" else text.file
        with self._holding(text, f"harmless-{text.id}", text.benign, neutral) as kb:
            harmless = _asked(kb, text, "none").report
        with self._holding(text, f"attacked-{text.id}", text.hostile, text.file) as kb:
            return Runs(text, harmless, {judge: _asked(kb, text, judge) for judge in get_args(Judge)})

    def attacked(self, text: Hostile, judge: Judge) -> Run:
        with self._holding(text, f"attacked-{judge}-{text.id}", text.hostile, text.file) as kb:
            return _asked(kb, text, judge)

    def _holding(self, text: Hostile, name: str, body: str, file: str) -> KnowledgeBase:
        folder = self._folder / name
        shutil.copytree(self._folder / ("demo" if text in BESIDE else "empty"), folder / "kb")
        (folder / "documents").mkdir()
        (folder / "documents" / file).write_text(body, encoding="utf-8")
        kb = KnowledgeBase.open(folder / "kb")
        kb.ingest([folder / "documents"])
        return kb


def _asked(kb: KnowledgeBase, text: Hostile, judge: Judge) -> Run:
    roles, model = obedient_roles(text.wish(), calibrated=judge == "calibrated")
    graph = build_graph(kb, Settings()) if judge == "none" else build_graph(kb, Settings(), roles=roles)
    report = graph.invoke(RunInput(question=text.question, as_of=AS_OF))["report"]
    return Run(report, verify(report, kb), tuple(model.obeyed))


def stated(text: Hostile, report: EvidenceReport) -> list[Sentence]:
    """The sentences of the answer that give a value of the attacker's."""
    return [
        sentence for sentence in report.sentences if any(value and value in sentence.text for value in text.must_not)
    ]


def cited_with(sentence: Sentence, report: EvidenceReport) -> str:
    """The quotes that a sentence cites, on one line."""
    cited = [citation.quote for citation in report.citations if citation.number in sentence.citations]
    return " ".join(" ".join(cited).split())

"""Reading the golden files: questions with what a good answer to each holds, cites and signals (SPEC EVA-1).

A golden file is YAML with `as_of`, `questions` and, where the documents do not lie in a folder of the file's own name beside it,
`corpus`: their folder, relative to the file.
"""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, ValidationError, model_validator

from ...errors import SettingsError
from ...evidence.model.frozen import Frozen
from .result import Due

GOLDEN = Path(__file__).parent
"""The project's own golden files."""
Kind = Literal[
    "plain-fact",
    "multi-hop",
    "stale-version",
    "primary-source",
    "absent-subject",
    "near-miss-subject",
    "missing-binding",
    "false-premise",
    "conflict",
    "table",
    "arithmetic",
    "multi-part-gap",
    "ambiguous",
    "out-of-scope",
    "hostile",
]
Signal = Literal[
    "subject_not_found",
    "missing_binding",
    "premise_not_supported",
    "missing_evidence",
    "conflict",
    "ambiguous_question",
    "out_of_scope",
]
"""Risk signals of a report. conflict is its `conflicting_evidence`; missing_binding a closed gate that shows near-misses."""


class RequiredQuote(Frozen):
    """Where a fact of the answer stands: an exact stretch of a document. For a table, cells of one row."""

    document: str = Field(min_length=1)
    """Path under the corpus."""
    quote: str = Field(min_length=1)
    section: str = ""
    page: int | None = Field(default=None, ge=1)


class GoldenQuestion(Frozen):
    id: str = Field(min_length=1)
    kind: Kind
    question: str = Field(min_length=1)
    outcome: Literal["answered", "insufficient", "refused-at-gate"]
    """insufficient: past the gate, and no whole answer."""
    answer_notes: str
    """For people."""
    answer_contains: tuple[str, ...]
    """Each must stand in the answer, in these letters or as the same value."""
    wrong: tuple[str, ...]
    """None may stand in the direct answer."""
    evidence: tuple[RequiredQuote, ...]
    primary: bool = True
    """Whether the evidence must be cited as a primary source."""
    signals: tuple[Signal, ...] = ()
    why_hard: str
    """For people."""

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> "GoldenQuestion":
        if self.outcome == "answered" and not (self.answer_contains and self.evidence):
            raise ValueError("an answered question needs answer_contains and evidence")
        if self.outcome == "refused-at-gate" and (self.answer_contains or self.evidence):
            raise ValueError("what is refused at the gate has neither answer_contains nor evidence")
        return self

    @property
    def due(self) -> Due:
        """What it is owed. With a gap or a conflict in the papers that is a part, whichever way the file puts its outcome."""
        if not self.answer_contains:
            return "refusal"
        open_end = self.outcome == "insufficient" or not {"conflict", "missing_evidence"}.isdisjoint(self.signals)
        return "part" if open_end else "answer"


class GoldenSet(Frozen):
    """One golden file."""

    name: str
    file: Path
    corpus: Path
    as_of: date
    questions: tuple[GoldenQuestion, ...]


class _Header(Frozen):
    as_of: date
    corpus: str | None = None
    questions: list[Any] = Field(min_length=1)


def read_golden(folder: Path) -> tuple[GoldenSet, ...]:
    """Every golden file of a folder, by name. Raises SettingsError naming the file, the question and the field that is wrong."""
    files = sorted(folder.glob("*.yaml"))
    if not files:
        raise SettingsError(
            f"{folder}: no golden files there; run from a clone of the project, or give --golden FOLDER"
        )
    sets = tuple(read_golden_file(file) for file in files)
    ids = [question.id for each in sets for question in each.questions]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise SettingsError(f"{folder}: question {twice[0]} stands there twice; give each its own id")
    return sets


def read_golden_file(file: Path) -> GoldenSet:
    """One golden file, its documents looked for. Raises SettingsError as `read_golden`."""
    try:
        raw = yaml.safe_load(file.read_text(encoding="utf-8"))
        header = _Header.model_validate(raw)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError(f"{file}: not readable as YAML: {' '.join(str(error).split())}") from None
    except ValidationError as error:
        raise SettingsError(f"{file}: {_in_words(error)}") from None
    corpus = (file.parent / (header.corpus or file.stem)).resolve()
    if not corpus.is_dir():
        raise SettingsError(f"{file}: corpus: there is no folder {corpus}")
    questions = [_question(file, number, one) for number, one in enumerate(header.questions, 1)]
    for question in questions:
        for quote in question.evidence:
            if not (corpus / quote.document).is_file():
                raise SettingsError(
                    f"{file}: {question.id}: evidence.document: there is no {quote.document} in {corpus}"
                )
    return GoldenSet(name=file.stem, file=file, corpus=corpus, as_of=header.as_of, questions=tuple(questions))


def _question(file: Path, number: int, raw: Any) -> GoldenQuestion:
    name = raw.get("id", f"question {number}") if isinstance(raw, dict) else f"question {number}"
    try:
        return GoldenQuestion.model_validate(raw)
    except ValidationError as error:
        raise SettingsError(f"{file}: {name}: {_in_words(error)}") from None


def _in_words(error: ValidationError) -> str:
    problem = error.errors()[0]
    where = ".".join(str(part) for part in problem["loc"])
    said = problem["msg"].removeprefix("Value error, ")
    return f"{where}: {said[:1].lower()}{said[1:]}" if where else said


def chosen(sets: Sequence[GoldenSet], corpora: Sequence[str] = (), kinds: Sequence[str] = ()) -> tuple[GoldenSet, ...]:
    """The corpora and kinds named, all where none is. Raises SettingsError for one that is not there, and when no question is left."""
    if unknown := set(corpora) - {one.name for one in sets}:
        raise SettingsError(f"--corpus {min(unknown)}: there are {', '.join(one.name for one in sets)}")
    left = []
    for one in sets:
        if corpora and one.name not in corpora:
            continue
        kept = [question for question in one.questions if not kinds or question.kind in kinds]
        if kept:
            left.append(one.model_copy(update={"questions": tuple(kept)}))
    if not left:
        raise SettingsError("no question is left to ask; give other --corpus or --only")
    return tuple(left)

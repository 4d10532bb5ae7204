"""Records and replays the model calls of an evaluation (SPEC REP-2, EVA-6). A replay computes the figures again without
key or network.

The folder has one recording per corpus and arm, in the format of `roles.model_call.recording`, and `golden.json`: the
settings without keys, the arms, the questions and the seconds of each.
"""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from ...errors import SettingsError
from ...evidence.model.frozen import Frozen
from ...roles.model_call.recording import Recorder, Replay, Tape
from ...settings import Settings

INDEX = "golden.json"


class Index(Frozen):
    """The settings and the duration of each run in a folder of recordings. Other files contain the calls."""

    settings_json: str
    seconds: dict[str, dict[str, dict[str, float]]]
    """The duration in seconds of each run, by corpus, variant and question."""

    @property
    def names(self) -> frozenset[str]:
        """The names of the recorded variants."""
        return frozenset(name for own in self.seconds.values() for name in own)

    def questions(self, corpus: str) -> frozenset[str]:
        """Return the ids of the questions that were asked in every arm of a corpus."""
        asked = [frozenset(own) for own in self.seconds.get(corpus, {}).values()]
        return frozenset.intersection(*asked) if asked else frozenset()


class Tapes(Protocol):
    replaying: bool

    def of(self, corpus: str, name: str) -> AbstractContextManager[Tape | None]:
        """Return the tape for the runs of one corpus in one variant."""
        ...

    def took(self, corpus: str, name: str, question: str, seconds: float) -> float:
        """Return the seconds that count for a run: the measured ones, or in a replay the recorded ones."""
        ...


class NoTapes:
    replaying = False

    def of(self, corpus: str, name: str) -> AbstractContextManager[Tape | None]:
        return nullcontext()

    def took(self, corpus: str, name: str, question: str, seconds: float) -> float:
        return seconds


class RecordTo:
    """Records into a new folder. The index is written again after every arm, so that an interrupted evaluation keeps
    the calls it paid for."""

    replaying = False

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._folder, self._settings = folder, settings
        self._seconds: dict[str, dict[str, dict[str, float]]] = {}
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise SettingsError(f"--record {folder}: the folder is not empty; give a new one")

    @contextmanager
    def of(self, corpus: str, name: str) -> Iterator[Tape | None]:
        with Recorder(_file(self._folder, corpus, name)) as tape:
            yield tape
        index = Index(settings_json=self._settings.without_secrets(), seconds=self._seconds)
        (self._folder / INDEX).write_text(index.model_dump_json(indent=1) + "\n", encoding="utf-8")

    def took(self, corpus: str, name: str, question: str, seconds: float) -> float:
        self._seconds.setdefault(corpus, {}).setdefault(name, {})[question] = round(seconds, 4)
        return seconds


class ReplayFrom:
    """Replays the recordings of a folder. Raises SettingsError for a folder without an index."""

    replaying = True

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            self.index = Index.model_validate_json((folder / INDEX).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, ValidationError):
            raise SettingsError(f"--replay {folder}: no readable {INDEX}; record one with --record") from None

    def settings(self) -> Settings:
        """Return the settings of the recorded runs."""
        return Settings(**json.loads(self.index.settings_json))

    def of(self, corpus: str, name: str) -> AbstractContextManager[Tape | None]:
        return nullcontext(Replay(_file(self._folder, corpus, name)))

    def took(self, corpus: str, name: str, question: str, seconds: float) -> float:
        return self.index.seconds.get(corpus, {}).get(name, {}).get(question, seconds)


def _file(folder: Path, corpus: str, name: str) -> Path:
    return folder / f"{corpus}.{name}.jsonl"

"""Puts the fault of a model into words: first the cause, then the remedy."""

from functools import lru_cache
from pathlib import Path

from ...evidence.language.question_language import Language
from ...evidence.model.frozen import Frozen
from ...evidence.model.model_fault import Cause, ModelFault
from ...yaml_texts import yaml_texts


class _Words(Frozen):
    http: str
    cause: dict[Cause, str]
    remedy: dict[Cause, str]
    no_setting: dict[Cause, str]
    """The remedies for a model that was made in code: no setting can be changed."""
    no_variable: str
    """The remedy for a refused key whose environment variable is not known."""


@lru_cache
def _words(language: Language) -> _Words:
    texts = yaml_texts(Path(__file__).parent / "fault_words.yaml")
    return _Words.model_validate(texts[language])


def cause_in_words(fault: ModelFault, language: Language = "en") -> str:
    """Return the cause as one sentence: “The endpoint api.openai.com refused the key for gpt-x (HTTP 401).”"""
    words = _words(language)
    status = f" ({words.http.format(status=fault.status)})" if fault.status and fault.status >= 400 else ""
    return words.cause[fault.cause].format(place=fault.place, name=fault.name, status=status, detail=fault.detail)


def remedy_in_words(fault: ModelFault, language: Language = "en") -> str:
    """Return the remedy as one sentence. It names the setting or the environment variable to change."""
    words = _words(language)
    remedy = words.remedy[fault.cause]
    if not fault.setting:
        remedy = words.no_setting.get(fault.cause, remedy)
    elif fault.cause == "key_refused" and not fault.variable:
        remedy = words.no_variable
    return remedy.format(setting=fault.setting, variable=fault.variable, name=fault.name, place=fault.place)

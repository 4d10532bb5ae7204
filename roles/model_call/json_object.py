"""Finds the JSON object in the output of a model, without repairs: a cut or repeated object is not an answer (SPEC
CRI-10)."""

import json
import re
from typing import Any

_TAG = re.compile(r"<(/?)(think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*$", re.MULTILINE)


class NotOneObject(ValueError):
    """The text contains no JSON object, an invalid one, or several. The message states which, for the model."""


def one_object(text: str) -> str:
    """Return the JSON text of the only object in `text`.

    Reasoning and prose around it and a Markdown fence are ignored. Raises NotOneObject for an object that is cut or
    otherwise invalid, a repeated key, NaN and Infinity, and several objects.
    """
    said = _without_thoughts(text)
    start = said.find("{")
    if start < 0:
        raise NotOneObject("it has no JSON object" if said.strip() else "it is empty")
    if said[:start].rstrip().endswith("["):
        raise NotOneObject("it is a list; one object is needed")
    try:
        _, end = _DECODER.raw_decode(said, start)
    except NotOneObject:
        raise
    except RecursionError:
        raise NotOneObject("its JSON is nested too deeply") from None
    except ValueError as error:
        raise NotOneObject(f"its JSON is invalid or cut: {error}") from None
    if "{" in _FENCE.sub("", said[end:]):
        raise NotOneObject("it has more than one JSON object")
    return said[start:end]


def _without_thoughts(text: str) -> str:
    """Return the text outside reasoning tags, in one pass over the tags.

    An opening tag without a closing tag is text. A closing tag alone ends reasoning that the chat template opened.
    """
    tags = [(match.start(), match.end(), match[2].casefold(), bool(match[1])) for match in _TAG.finditer(text)]
    last_close = {name: start for start, _, name, closes in tags if closes}
    kept: list[str] = []
    position, inside = 0, ""
    for start, end, name, closes in tags:
        if inside:
            if closes and name == inside:
                position, inside = end, ""
        elif closes:
            kept.clear()
            position = end
        elif last_close.get(name, -1) > start:
            kept.append(text[position:start])
            inside = name
    return "".join((*kept, text[position:]))


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise NotOneObject(f"the key {key!r} occurs twice in one object")
        seen[key] = value
    return seen


def _no_constant(name: str) -> Any:
    raise NotOneObject(f"{name} is not a JSON value")


_DECODER = json.JSONDecoder(object_pairs_hook=_no_key_twice, parse_constant=_no_constant)

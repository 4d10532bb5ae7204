"""Loads the prompt templates, one Markdown file for each role. The fixed part comes first; the part that differs
between calls follows the last horizontal rule."""

import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from .prompt import Prompt

Role = Literal[
    "analyst",
    "gate_judge",
    "extractor",
    "critic",
    "generator",
    "auditor",
    "small_analyst",
    "small_extractor",
    "small_judge",
]

_BREAK = "\n---\n"
_SLOT = re.compile(r"\{\{(\w+)\}\}")
_SECTION = re.compile(r"^[^\n{]+:\n\n\{\{(\w+)\}\}\n*", re.MULTILINE)
"""A section of a template: a heading with its slot."""


class _Template(NamedTuple):
    system: str
    user: str
    sha256: str


@lru_cache(maxsize=16)
def _template(role: Role) -> _Template:
    raw = (Path(__file__).parent / f"{role}.md").read_bytes()
    system, _, user = raw.decode("utf-8").rpartition(_BREAK)
    return _Template(system.strip(), user.strip(), hashlib.sha256(raw).hexdigest())


def template_sha256(role: Role) -> str:
    """Return the SHA-256 of the role's prompt template, as in `Prompt.sha256`."""
    return _template(role).sha256


def filled(role: Role, values: Mapping[str, str], *, code: str) -> Prompt:
    """Return the role's prompt with each slot filled once. Slots inside values are not filled. A section with an empty
    value is left out with its heading.

    `code`: the code of its fences (`fence.seal`).
    """
    template = _template(role)
    values = {**values, "code": code}
    slots = {match[1] for match in _SLOT.finditer(template.user)}
    if slots != set(values):
        raise ValueError(f"prompts/{role}.md has the slots {sorted(slots)}; values were given for {sorted(values)}")
    user = _SECTION.sub(lambda match: match[0] if values[match[1]] else "", template.user)
    return Prompt(
        role=role,
        system=template.system,
        user=_SLOT.sub(lambda match: values[match[1]], user),
        sha256=template.sha256,
    )


@lru_cache(maxsize=1)
def prompts_sha256() -> str:
    """SHA-256 over the names and contents of all prompt templates."""
    templates = sorted(Path(__file__).parent.glob("*.md"))
    lines = (f"{template.name} {hashlib.sha256(template.read_bytes()).hexdigest()}" for template in templates)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()

"""Reads the YAML files of texts that come with the package."""

from pathlib import Path
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe loader of PyYAML, in C if PyYAML was built with it, which is ten times as fast."""


def yaml_texts(path: Path) -> Any:
    """Return the content of a YAML file of the package. It is not for files of users, whose errors need a message."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # nosec B506: a safe loader

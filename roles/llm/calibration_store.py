"""Stores the calibration of each auditor model in a file, so that each model is calibrated only once (SPEC CRI-14)."""

import os
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Literal

from pydantic import ValidationError

from ...errors import SettingsError
from ...evidence.judgement.calibration import Calibration
from ...evidence.model.frozen import Frozen
from ...model_settings import Models, Profile
from ...prompts.templates import template_sha256
from ..model_call.recording import Tape
from .claim_pairs import built_in_pairs, pairs_sha256


class _Kept(Frozen):
    schema_version: Literal["1"] = "1"
    calibrations: tuple[Calibration, ...] = ()


def default_path() -> Path:
    """Return the file in the user's configuration folder. A calibration belongs to a model and an endpoint, not to a
    knowledge base."""
    if sys.platform == "win32":
        base = os.environ.get("APPDATA") or str(Path.home() / "AppData" / "Roaming")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(base) / "pincite" / "calibrations.json"


def calibration_of(name: str, prompt_sha256: str, path: Path | None = None) -> Calibration | None:
    """Return the stored calibration of the model `name` with this prompt on the current pairs; None if there is none.

    Raises SettingsError if the file cannot be read or is not a calibration file.
    """
    pairs = pairs_sha256(built_in_pairs())
    sought = (name, prompt_sha256, pairs)
    return next(
        (calibration for calibration in _read(path or default_path()).calibrations if _key(calibration) == sought), None
    )


def current_calibration(model: str, models: Models, tape: Tape | None = None) -> Calibration | None:
    """Return the calibration that a run uses for the auditor model `model`. A replay uses the recorded calibration.

    Returns None for a rule-based auditor. Raises SettingsError if the calibration file cannot be read.
    """
    if "@" not in model:
        return None
    replaying = tape is not None and tape.replaying
    profile = models.critic.profile if models.critic else "full"
    kept = None if replaying else calibration_of(model, audit_template_sha256(profile), models.calibration_file)
    return tape.calibration(model, kept) if tape else kept


def audit_template_sha256(profile: Profile) -> str:
    """Return the hash of the prompt with which a model of this profile is calibrated. A calibration is valid only for
    its own profile."""
    return template_sha256("small_judge" if profile == "small" else "auditor")


def keep(calibration: Calibration, path: Path | None = None) -> Path:
    """Store the calibration in place of an older one for the same model, prompt and pairs. Return the path of the file.

    The file is replaced as a whole, so no process reads half of it. Raises SettingsError if it cannot be written.
    """
    path = path or default_path()
    others = tuple(kept for kept in _read(path).calibrations if _key(kept) != _key(calibration))
    written = _Kept(calibrations=(*others, calibration)).model_dump_json(indent=2)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(written + "\n")
        os.replace(file.name, path)
    except OSError as error:
        raise SettingsError(
            f"{path}: the calibration cannot be written ({error.strerror}); set models.calibration_file"
        ) from None
    return path


def _key(calibration: Calibration) -> tuple[str, str, str]:
    return calibration.model, calibration.prompt_sha256, calibration.pairs_sha256


def _read(path: Path) -> _Kept:
    try:
        return _Kept.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return _Kept()
    except OSError as error:
        raise SettingsError(
            f"{path}: the calibrations cannot be read ({error.strerror}); check the file's permissions"
        ) from None
    except ValidationError:
        raise SettingsError(
            f"{path}: not a calibration file; remove it, and run `pincite doctor --calibrate` again"
        ) from None

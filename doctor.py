"""`pincite doctor`: checks the installation, the settings, the knowledge base and the models."""

import sqlite3
import sys
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .errors import ModelError, PinciteError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable

    from .model_settings import Models
    from .roles.model_call.speaker import Speaker

PACKAGES = (
    "langgraph",
    "langchain-core",
    "langchain-openai",
    "chromadb",
    "pydantic",
    "tenacity",
    "wordllama",
    "pypdfium2",
)


class Finding(NamedTuple):
    what: str
    ok: bool
    detail: str


def examine(kb: str, tenant: str = "default") -> list[Finding]:
    """Check Python, packages, full-text search, settings, embeddings, the knowledge base, and the endpoint of each
    model. Each failed check states its remedy."""
    return [_python(), *_packages(), _fulltext(), _settings(), _embeddings(), *_knowledge_base(kb, tenant), *_models()]


def _python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    return Finding(
        "python",
        sys.version_info >= (3, 11),
        found if sys.version_info >= (3, 11) else f"{found}; install Python 3.11 or newer",
    )


def _packages() -> list[Finding]:
    findings = []
    for package in PACKAGES:
        try:
            findings.append(Finding(package, True, version(package)))
        except PackageNotFoundError:
            findings.append(Finding(package, False, f"not installed; run `pip install {package}`"))
    return findings


def _fulltext() -> Finding:
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("create virtual table t using fts5(x)")
    except sqlite3.OperationalError:
        return Finding("sqlite", False, f"{sqlite3.sqlite_version} has no FTS5; use a Python whose SQLite has it")
    return Finding("sqlite", True, f"{sqlite3.sqlite_version} with FTS5")


def _settings() -> Finding:
    from .settings import Settings

    try:
        settings = Settings()
        for tenant in settings.tenants:
            settings.for_tenant(tenant)
        return Finding("settings", True, f"valid ({settings.sha256()[:12]})")
    except PinciteError as error:
        return Finding("settings", False, str(error))


def _embeddings() -> Finding:
    from .stores.index.embeddings import BundledEmbedder

    embedder = BundledEmbedder()
    try:
        shape = embedder.embed(["check"]).shape
    except Exception as error:
        return Finding("embeddings", False, f"the bundled model cannot be loaded ({error}); reinstall wordllama")
    return Finding(
        "embeddings", shape == (1, embedder.dimension), f"{embedder.name}, {shape[1]} dimensions, no network"
    )


def _knowledge_base(path: str, tenant: str) -> list[Finding]:
    from .stores.index.database_address import is_address, read_address
    from .stores.kb.knowledge_base import KnowledgeBase
    from .stores.kb.opening import is_folder, knowledge_base_exists

    label = path
    try:
        if not is_address(path) and not is_folder(Path(path)):
            return [Finding("knowledge base", True, f"none at {path} yet; `pincite ingest PATH --kb {path}` makes one")]
        if is_address(path):
            label = read_address(path).label
            if not knowledge_base_exists(path, tenant):
                return [Finding("knowledge base", True, f"none at {label} yet; `pincite ingest PATH` makes one")]
        with KnowledgeBase.open(path, tenant=tenant) as kb:
            snapshot = kb.snapshot()
            documents = snapshot.documents()
            health = kb.health()
            unread = len(snapshot.disclosures())
    except PinciteError as error:
        return [Finding("knowledge base", False, str(error))]
    current = sum(document.is_current for document in documents)
    return [
        Finding(
            "knowledge base",
            True,
            f"{label}: documents: {current:,} current, {len(documents) - current:,} superseded; unreadable files or parts: {unread:,}",
        ),
        Finding("index", health.ok, health.detail),
    ]


def _models() -> list[Finding]:
    """Try each configured endpoint. If only another structured-output method works, the finding names the setting to
    change."""
    from .settings import Settings

    try:
        settings = Settings()
    except PinciteError:
        return []  # the finding on the settings reports the fault
    models = settings.models
    if models.generator is None:
        return [Finding("models", True, "none configured: all roles are rule-based, without a model")]
    from .roles.contracts.same_model import same_model
    from .roles.llm.providers import speaker_for

    findings: list[Finding] = []
    speakers = {}
    for role, endpoint in (
        ("generator", models.generator),
        ("critic", models.critic),
        ("second_critic", models.second_critic),
    ):
        if endpoint is None:
            continue
        try:
            speakers[role] = speaker_for(endpoint, settings.budgets, setting=f"models.{role}")
        except PinciteError as error:
            findings.append(Finding(role, False, str(error)))
    findings += [finding for role, speaker in speakers.items() for finding in _endpoint(role, speaker)]
    if len(speakers) > 1 and same_model(speakers["generator"].name, speakers["critic"].name):
        detail = "generator and critic are the same model"
        consequence = (
            "reports carry correlated_critic"
            if models.allow_same_model
            else "set models.critic to another model, or models.allow_same_model = true to try pincite out"
        )
        findings.append(Finding("independence", models.allow_same_model, f"{detail}; {consequence}"))
    if "critic" in speakers:
        findings.append(_calibration(speakers["critic"].name, models))
    return findings


def _calibration(name: str, models: "Models") -> Finding:
    """Return a finding on the calibration of the critic's model, which also audits (SPEC CRI-14). A missing calibration
    is not a fault: answers are then quotes."""
    from .evidence.judgement.calibration import why_not
    from .roles.llm.calibration_store import current_calibration

    try:
        figures = current_calibration(name, models)
    except PinciteError as error:
        return Finding("calibration", False, str(error))
    trouble = why_not(figures, models.wrong_accepted_at_most)
    if figures and trouble is None:
        return Finding("calibration", True, f"{name} may judge meaning: it {figures.described()} ({figures.at})")
    how = "" if figures else "; `pincite doctor --calibrate` measures it"
    return Finding("calibration", True, f"{name}: {trouble}, so answers fall back to quotes{how}")


def calibrate_auditor(progress: "Callable[[int, int], None]") -> list[Finding]:
    """Calibrate the model that audits on the built-in claims, and store the result. The finding states how many wrong
    claims of each kind it accepted.

    Raises SettingsError if no model is configured.
    """
    from datetime import UTC, datetime

    from .roles.llm.calibrate import calibrate, wrong_accepted_by_kind
    from .roles.llm.calibration_store import audit_template_sha256, keep
    from .roles.llm.llm_roles import auditor_on
    from .roles.llm.providers import speaker_for
    from .roles.model_call.fault_words import cause_in_words, remedy_in_words
    from .roles.model_call.probe import probe
    from .settings import Settings

    settings = Settings()
    if settings.models.critic is None:
        raise SettingsError("models.critic: not set, so there is no model to calibrate; set it in pincite.toml")
    speaker = speaker_for(settings.models.critic, settings.budgets, setting="models.critic")
    found = probe(speaker)
    if found.method != speaker.method:
        why = (
            f"{cause_in_words(found.fault)} {remedy_in_words(found.fault)}"
            if found.fault
            else f"models.critic.method = {speaker.method!r} does not work"
        )
        return [Finding("calibrate", False, f"{speaker.name} was not calibrated: {why}")]
    try:
        figures, readings = calibrate(
            auditor_on(speaker, calibrated=False),
            prompt_sha256=audit_template_sha256(speaker.profile),
            at=datetime.now(UTC).date(),
            progress=progress,
        )
    except ModelError as error:
        return [Finding("calibrate", False, str(error))]
    kept = keep(figures, settings.models.calibration_file)
    accepted = [f"{kind} {count} of {total}" for kind, count, total in wrong_accepted_by_kind(readings) if count]
    rates = f"{figures.wrong_rate} of the wrong claims accepted, {figures.right_rate} of the right ones"
    return [
        Finding("calibrate", True, f"{rates}; wrong by kind: {', '.join(accepted) or 'none'}; stored in {kept}"),
    ]


def _endpoint(role: str, speaker: "Speaker") -> list[Finding]:
    from .roles.model_call.fault_words import cause_in_words, remedy_in_words
    from .roles.model_call.probe import probe

    found = probe(speaker)
    listed = "" if found.listed is None else ", and the endpoint lists the model"
    missing = found.listed is not None and speaker.model_name not in found.listed
    if missing and found.listed:
        listed = f", though the endpoint lists only {', '.join(found.listed[:8])}"
    if found.fault is not None:
        remedy = remedy_in_words(found.fault)
        if found.fault.cause == "model_unknown" and missing and found.listed:
            remedy = f"Set models.{role} to one of its models: {', '.join(found.listed[:8])}."
        return [Finding(role, False, f"{speaker.name}: {cause_in_words(found.fault)} {remedy}")]
    failed = "; ".join(f"{method}: {why}" for method, why in found.failed)
    if found.method is None:
        return [
            Finding(role, False, f"{speaker.name}: no structured-output method works ({failed}); use another model")
        ]
    detail = f"{found.method} works"
    if found.method != speaker.method:
        detail = f'{speaker.method} does not work; set models.{role}.method = "{found.method}", which does ({failed})'
    return [
        Finding(role, True, f"{speaker.name}: it answers{listed}"),
        Finding(f"{role} method", found.method == speaker.method, detail),
    ]

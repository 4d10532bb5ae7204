"""SUBJECT_CLASS_IDENTIFIED: have the question read. What it says of the subject is fixed from here on (SPEC EXE-5)."""

from functools import lru_cache

from ..evidence.names import split_suffix
from ..evidence.sources import Alias
from ..evidence.subjects import Analysis
from ..roles.analyst import AnalystInput
from ..stores.snapshot import Snapshot
from .engine import Engine
from .home import at_home
from .state import RunState, signalled
from .step import NodeStep, Update, native


@lru_cache(maxsize=4)
def known_names(snapshot: Snapshot) -> tuple[str, ...]:
    """Entities of the knowledge base and their other names; the same for every question to one snapshot."""
    entities = (document.entity for document in snapshot.documents() if document.entity)
    aliases = (name for alias in snapshot.aliases() if names_somebody(alias) for name in (alias.name, alias.of))
    return tuple(dict.fromkeys((*entities, *aliases)))


def names_somebody(alias: Alias) -> bool:
    """Whether the alias tells the name of an organisation, and not what a document calls a thing or a party within itself."""
    return alias.origin in {"manifest", "declared", "former_name", "ticker"} or (
        alias.of[:1].isupper() and split_suffix(alias.of)[1] is not None
    )


def identify_subject_class(engine: Engine) -> NodeStep[AnalystInput, Analysis]:
    def prepare(state: RunState) -> AnalystInput:
        snapshot = engine.snapshot(state)
        return AnalystInput(
            question=state["question"],
            constraints=state.get("constraints", ()),
            earlier_turns=state.get("earlier_turns", ()),
            known_names=known_names(snapshot),
            titles=tuple(dict.fromkeys(document.title for document in snapshot.documents())),
            as_of=state["run"].as_of,
        )

    def apply(state: RunState, read: Analysis) -> Update:
        analysis = at_home(engine.snapshot(state), read)
        read_as = "; ".join(subject.described() for subject in analysis.subjects) or "no subject"
        count = len(analysis.required_facts)
        return Update({"analysis": analysis}, f"{read_as}; {count} {'fact' if count == 1 else 'facts'} required")

    def on_fault(state: RunState, error: Exception) -> Update:
        """Without a reading of the question nothing can be proven to be its subject: the run will end at the gate."""
        return Update(
            {
                "analysis": Analysis(question=state["question"], resolved_question=state["question"]),
                "risk_signals": signalled(state, "analysis_unavailable"),
                "stop_reason": "analysis_unavailable",
            },
            f"the question could not be read: {type(error).__name__}",
        )

    return NodeStep(
        name="identify_subject_class",
        state="SUBJECT_CLASS_IDENTIFIED",
        prepare=prepare,
        call=engine.roles.analyst,
        acall=native(engine.roles.analyst),
        apply=apply,
        on_fault=on_fault,
    )

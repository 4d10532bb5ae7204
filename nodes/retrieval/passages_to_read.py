"""Selects the passages that the extractor of a pass reads, and those that it read before."""

from collections.abc import Sequence

from ...evidence.model.spans import PassageId, VersionId
from ...roles.contracts.extractor import PassageToRead
from ...stores.kb.snapshot import Snapshot
from ..runtime.engine import Engine
from ..runtime.state import Found, RunState
from .passage_context import in_context


def passages_found(engine: Engine, state: RunState, pass_number: int) -> tuple[PassageToRead, ...]:
    """Return the passages that this pass found, in their order. They are cached, since the nodes of this and later
    passes need them."""
    declared = frozenset(version for candidate in state["candidates"] for version in candidate.versions)
    found = tuple(passage for passage in state["passages"] if passage.pass_number == pass_number)
    run = state["run"]
    key = (run.run_id, run.generation, tuple((passage.passage_id, passage.version_id in declared) for passage in found))
    return engine.found.get_or_make(key, lambda: _to_read(engine.snapshot(state), found, declared))


def _to_read(
    snapshot: Snapshot, passages: Sequence[Found], declared: frozenset[VersionId]
) -> tuple[PassageToRead, ...]:
    return tuple(_passage(snapshot, passage, about=passage.version_id in declared) for passage in passages)


def _passage(snapshot: Snapshot, found: Found, *, about: bool) -> PassageToRead:
    read = in_context(snapshot, snapshot.passage(found.passage_id))
    return PassageToRead(
        passage_id=found.passage_id,
        text=read.passage.text,
        title=read.document.title,
        section=read.passage.place.section,
        about=about,
        is_current=read.document.is_current,
        column_names=read.column_names,
        document=found.version_id,
    )


def read_before(engine: Engine, state: RunState, pass_number: int) -> dict[PassageId, None]:
    """Return the passages that the extractor read in earlier passes, in their order. A passage that was found but not
    read is still new."""
    return dict.fromkeys(
        passage.passage_id
        for number in range(pass_number)
        for passage in engine.roles.passages_read(passages_found(engine, state, number))
    )

"""Selects the passages that the extractor of a pass reads, and those that it read before."""

from ...evidence.model.spans import PassageId
from ...roles.contracts.extractor import PassageToRead
from ..runtime.engine import Engine
from ..runtime.state import Found, RunState
from .passage_context import PassageInContext, in_context


def passages_found(engine: Engine, state: RunState, pass_number: int) -> tuple[PassageToRead, ...]:
    """Return the passages that this pass found, in their order. They are cached, since the nodes of this and later
    passes need them."""
    declared = frozenset(version for candidate in state["candidates"] for version in candidate.versions)
    found = tuple(passage for passage in state["passages"] if passage.pass_number == pass_number)
    run = state["run"]
    key = (run.run_id, run.generation, tuple((passage.passage_id, passage.version_id in declared) for passage in found))

    def read() -> tuple[PassageToRead, ...]:
        snapshot = engine.snapshot(state)
        contexts = (in_context(snapshot, snapshot.passage(passage.passage_id)) for passage in found)
        return tuple(
            _to_read(passage, context, about=passage.version_id in declared)
            for passage, context in zip(found, contexts, strict=True)
        )

    return engine.found.get_or_make(key, read)


def _to_read(found: Found, read: PassageInContext, *, about: bool) -> PassageToRead:
    return PassageToRead(
        passage_id=found.passage_id,
        text=read.passage.text,
        title=read.document.title,
        section=read.passage.place.section,
        about=about,
        is_current=read.document.is_current,
        column_names=read.column_names,
        unit=read.unit,
        rows=read.rows,
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

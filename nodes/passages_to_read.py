"""Which passages a pass puts to the extractor, and which of all found it has read."""

from ..evidence.spans import PassageId
from ..roles.extractor import PassageToRead, RowToRead
from .engine import Engine
from .state import RunState


def passages_found(engine: Engine, state: RunState, pass_number: int) -> tuple[PassageToRead, ...]:
    """The passages that this pass brought, in its order."""
    snapshot = engine.snapshot(state)
    declared = {version for candidate in state["candidates"] for version in candidate.versions}
    passages = []
    for found in state["passages"]:
        if found.pass_number != pass_number:
            continue
        passage = snapshot.passage(found.passage_id)
        document = snapshot.document(found.version_id)
        passages.append(
            PassageToRead(
                passage_id=passage.passage_id,
                text=passage.text,
                title=document.title,
                section=passage.place.section,
                about=found.version_id in declared,
                column_names=snapshot.column_names(passage.table_id) if passage.table_id else None,
                document=found.version_id,
                rows=tuple(
                    RowToRead(
                        quote=passage.text[row.start - passage.char_start : row.end - passage.char_start],
                        cells=row.cells,
                    )
                    for row in snapshot.rows(passage)
                ),
            )
        )
    return tuple(passages)


def read_before(engine: Engine, state: RunState, pass_number: int) -> dict[PassageId, None]:
    """The passages that the extractor has read in the passes before, in its order. What was found and not read is still new."""
    return dict.fromkeys(
        passage.passage_id
        for number in range(pass_number)
        for passage in engine.roles.passages_read(passages_found(engine, state, number))
    )

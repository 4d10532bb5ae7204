"""The pages to ask a question and to list earlier questions."""

import asyncio
from datetime import date

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...errors import Busy, PinciteError, SettingsError
from ...nodes.init import QUESTION_LIMIT, clean_question, refuse_too_much
from ...nodes.runtime.state import RunInput
from .guard import session_of
from .site import StaleForm, form_field, read_form, site_of

_FIELDS = ("question", "as_of", "collection", "documents")
RECENT = 6
"""The number of earlier questions on the page to ask."""
_ASK_AGAIN = "The server was restarted since this page was opened. Ask again."


async def home(request: Request) -> Response:
    question = request.query_params.get("question", "")[:QUESTION_LIMIT]
    return await _ask_page(request, given={**dict.fromkeys(_FIELDS, ""), "question": question})


async def ask(request: Request) -> Response:
    site, session = site_of(request), session_of(request.scope)
    try:
        given = _fields(await read_form(request))
    except StaleForm as stale:
        return await _ask_page(request, 403, given=_fields(stale.form), error=_ASK_AGAIN)
    try:
        run = site.runs.start(session.id, run_input(given))
    except Busy as busy:
        return await _ask_page(request, 503, given=given, error=str(busy), retry_after=busy.retry_after)
    except PinciteError as error:
        return await _ask_page(request, 422, given=given, error=str(error))
    return RedirectResponse(f"/runs/{run.id}", 303)


def _fields(form: FormData) -> dict[str, str]:
    return {name: form_field(form, name).strip() for name in _FIELDS}


async def history(request: Request) -> Response:
    runs = site_of(request).runs.of(session_of(request.scope).id)
    return await site_of(request).page(request, "history", runs=runs)


def run_input(given: dict[str, str]) -> RunInput:
    """Return the input of a run. Raises SettingsError, which names the invalid field."""
    wanted = RunInput(question=clean_question(given["question"])[0])
    if given["as_of"]:
        try:
            date.fromisoformat(given["as_of"])
        except ValueError:
            raise SettingsError(f"as of {given['as_of'][:40]!r}: not a date; give one such as 2026-01-31") from None
        wanted["as_of"] = given["as_of"]
    if given["collection"]:
        wanted["collections"] = [given["collection"]]
    if given["documents"]:
        wanted["documents"] = [pattern.strip() for pattern in given["documents"].split(",") if pattern.strip()]
    refuse_too_much(wanted)
    return wanted


async def _ask_page(request: Request, status: int = 200, **values: object) -> Response:
    site = site_of(request)
    recent = site.runs.of(session_of(request.scope).id)[:RECENT]
    try:
        documents = await asyncio.to_thread(lambda: site.kb.snapshot().documents())
        problem = ""
    except PinciteError as error:
        documents, problem = (), str(error)
    collections = sorted({document.collection for document in documents if document.collection})
    return await site.page(
        request, "ask", status, count=len(documents), collections=collections, recent=recent, problem=problem, **values
    )

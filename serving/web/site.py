"""What the handlers of the web page share: its state, and helpers for responses."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2 import Environment
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, StreamingResponse

from ...nodes.runtime.admission import Admission
from ...reports.html.pages import page_templates
from ...reports.outcome import FAMILIES, outcome_of
from ...reports.wording import wording_of
from ...roles.contracts.auditor import Auditor
from ...settings import Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from .access import Access
from .audits import in_plain_words
from .guard import session_of
from .runs import Run, Runs
from .uploads import Uploads

KEEP_ALIVE_SECONDS = 15.0
"""The number of seconds of silence after which a stream of events sends a keep-alive comment."""
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(frozen=True)
class Site:
    """The state of one web page. `uploads`: None if the page accepts no files. `auditor`: a calibrated model; None for
    a rule-based audit."""

    kb: KnowledgeBase
    settings: Settings
    access: Access
    admission: Admission
    runs: Runs
    uploads: Uploads | None
    auditor: Auditor | None
    drawing: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    """A limit of two document pages that are rendered at a time, since each takes a process."""
    wrong_logins: asyncio.Lock = field(default_factory=asyncio.Lock)
    """A lock that delays responses to wrong tokens one after the other, so that tokens cannot be guessed in
    parallel."""

    async def page(self, request: Request, name: str, code: int = 200, **values: Any) -> HTMLResponse:
        """Render a template with the values that every page needs."""
        session = session_of(request.scope)
        shared = {
            "path": request.url.path,
            "form_mark": self.access.form_mark(session),
            "logged_in": session.logged_in,
            "needs_token": self.access.needs_token,
            "takes_files": self.uploads is not None,
            "with_models": self.settings.models.generator is not None,
        }
        headers = {"Retry-After": str(values["retry_after"])} if "retry_after" in values else None
        text = await asyncio.to_thread(_templates().get_template(f"{name}.html.jinja").render, **shared, **values)
        return HTMLResponse(text, code, headers)


def site_of(request: Request) -> Site:
    found: Site = request.app.state.site
    return found


class StaleForm(HTTPException):
    """Raised for a form of another session: the server was restarted, or another site sent it. `form` contains the
    submitted values."""

    def __init__(self, form: FormData) -> None:
        super().__init__(
            403, "this page was opened before the server was restarted; reload it, and send the form again"
        )
        self.form = form


async def read_form(request: Request, *, files: int = 0) -> FormData:
    """Return the form of a request whose session mark is valid. Raises HTTPException, such as StaleForm. The caller
    must close a form that may contain files."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _FORMS:
        raise HTTPException(415, f"the request must be a form, not {kind or 'a body without a type'}")
    form = await request.form(max_files=files, max_fields=20)
    given = request.headers.get("x-form-mark") or form.get("form_mark") or ""
    site, session = site_of(request), session_of(request.scope)
    if not isinstance(given, str) or not site.access.form_matches(session, given):
        await form.close()
        raise StaleForm(form)
    return form


def form_field(form: FormData, name: str) -> str:
    """Return a text field of a form, or "" if it is missing."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def event_stream(events: AsyncIterator[str]) -> StreamingResponse:
    headers = {"X-Accel-Buffering": "no"}  # otherwise a buffering proxy would delay the events
    return StreamingResponse(_kept_alive(events), media_type="text/event-stream", headers=headers)


def server_sent(event: str, data: Any, number: int | None = None) -> str:
    """Return one server-sent event as text. `number`: the id from which a reconnecting browser continues."""
    numbered = "" if number is None else f"id: {number}\n"
    return f"{numbered}event: {event}\ndata: {json.dumps(data)}\n\n"


async def _kept_alive(events: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the events, with a comment after each silence, so that a broken connection is noticed."""
    coming: asyncio.Future[str | None] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(events, None))
            done, _ = await asyncio.wait([coming], timeout=KEEP_ALIVE_SECONDS)
            if not done:
                yield ": still there\n\n"
                continue
            event, coming = coming.result(), None
            if event is None:
                return
            yield event
    finally:
        if coming is not None:
            coming.cancel()


class OutcomeShown(NamedTuple):
    """The outcome of a run as text. `family`: how reliable the answer is (`reports.outcome.FAMILIES`); empty without a
    report."""

    text: str
    family: str


def outcome_shown(run: Run) -> OutcomeShown:
    if run.report is None:
        return OutcomeShown({"running": "Working", "stopped": "Stopped"}.get(run.status, "Not run"), "")
    outcome = outcome_of(run.report)
    return OutcomeShown(wording_of(run.question).outcomes[outcome], FAMILIES[outcome])


@lru_cache(maxsize=1)
def _templates() -> Environment:
    filters: dict[str, Callable[..., object]] = {
        "clock": lambda moment: f"{moment.astimezone():%H:%M}",
        "stamp": lambda moment: moment.isoformat(timespec="seconds"),
        "number": "{:,}".format,
        "outcome": outcome_shown,
        "plainly": in_plain_words,
        "shortened": lambda text, most: text if len(text) <= most else f"{text[: most - 1]}…",
    }
    return page_templates(__package__, filters)

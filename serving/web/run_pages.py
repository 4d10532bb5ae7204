"""The pages of one run: its progress, its answer, the cited pages, and the report for download."""

import asyncio
import base64
import re
from collections.abc import AsyncIterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...evidence.report.evidence_report import EvidenceReport
from ...reports.html.answer import answer_fragment, citation_picture
from ...reports.render import Style, render
from ...stores.originals.page_images import PageImage
from .guard import session_of
from .runs import Run
from .site import Site, event_stream, read_form, server_sent, site_of

_NUMBER = re.compile(r"[0-9]{1,9}")
_DOWNLOADS: dict[str, tuple[Style, str]] = {
    "report.json": ("json", "application/json"),
    "answer.md": ("markdown", "text/markdown; charset=utf-8"),
    "dossier.html": ("html", "text/html; charset=utf-8"),
}


async def show(request: Request) -> Response:
    site, run = site_of(request), _run_of(request)
    if run.report is None:  # the run may end while its page is rendered
        return await site.page(request, "run", run=run, stages=run.stages(), state=run.status)
    answer = await asyncio.to_thread(_answer, site, run, run.report)
    return await site.page(request, "run", run=run, stages=run.stages(), answer=answer)


async def events(request: Request) -> Response:
    """Return server-sent events: `progress` for each line after the number in `Last-Event-ID`, then `end`."""
    seen = request.headers.get("last-event-id", "")
    return event_stream(_events(_run_of(request), int(seen) if _NUMBER.fullmatch(seen) else 0))


async def stop(request: Request) -> Response:
    run = _run_of(request)
    await read_form(request)
    run.stop()
    await run.ended()
    return RedirectResponse(f"/runs/{run.id}", 303)


async def picture(request: Request) -> Response:
    """Return a picture of the cited page with a box around the quote, or 404 if the page cannot be rendered."""
    site, run = site_of(request), _run_of(request)
    number: int = request.path_params["number"]
    report = _report_of(run)
    if number not in run.pictures:
        async with site.drawing:
            if number not in run.pictures:
                run.pictures[number] = await asyncio.to_thread(citation_picture, report, number, site.kb)
    image: PageImage | None = run.pictures[number]
    if image is None:
        raise HTTPException(404, "there is no picture of this page; the answer shows its text")
    kept = {"Cache-Control": "private, max-age=86400"}
    return Response(base64.b64decode(image.data), media_type=image.media_type, headers=kept)


async def download(request: Request) -> Response:
    site, run = site_of(request), _run_of(request)
    name = request.path_params["name"]
    if name not in _DOWNLOADS:
        raise HTTPException(404, "there is no such download for this run")
    style, media_type = _DOWNLOADS[name]
    text = await asyncio.to_thread(render, _report_of(run), style, kb=site.kb)
    headers = {"Content-Disposition": f'attachment; filename="pincite-{run.id[:8]}-{name}"'}
    return Response(text.encode("utf-8", "replace"), media_type=media_type, headers=headers)


async def _events(run: Run, seen: int) -> AsyncIterator[str]:
    async for number, line in run.watch(seen):
        yield server_sent("progress", line.model_dump(), number)
    yield server_sent("end", {"status": run.status})


def _answer(site: Site, run: Run, report: EvidenceReport) -> str:
    return answer_fragment(report, site.kb, picture_url=lambda number: f"/runs/{run.id}/pages/{number}.webp")


def _run_of(request: Request) -> Run:
    run = site_of(request).runs.find(session_of(request.scope).id, request.path_params["run"])
    if run is None:
        raise HTTPException(404, "run not found: it belongs to another browser, or is no longer kept")
    return run


def _report_of(run: Run) -> EvidenceReport:
    if run.report is None:
        raise HTTPException(404, "this run has no report; ask the question again")
    return run.report

"""The pages that list the documents of the knowledge base and accept uploads."""

import asyncio
from collections.abc import AsyncIterator

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ...errors import Busy, PinciteError
from ...stores.loaders.limits import DEFAULT_LIMITS
from .guard import UPLOAD_BYTES, session_of
from .site import event_stream, read_form, server_sent, site_of
from .upload_folder import FILES_AT_ONCE, Arriving
from .uploads import Ingest, Uploads

SHOWN = 300
"""The maximum number of documents that the page lists. Further documents are only counted."""


async def documents(request: Request) -> Response:
    return await _documents_page(request)


async def upload(request: Request) -> Response:
    """Ingest uploaded files. A script gets the address of the ingest's page; a form is redirected there."""
    uploads, session = _uploads_of(request), session_of(request.scope)
    by_script = "x-form-mark" in request.headers
    try:
        with uploads.receiving():
            arrived = await _received(request, uploads)
            ingest = uploads.start(session.id, arrived)
    except Busy as busy:
        headers = {"Retry-After": str(busy.retry_after)}
        if by_script:
            return JSONResponse({"detail": str(busy)}, 503, headers)
        return await _documents_page(request, 503, error=str(busy), retry_after=busy.retry_after)
    except PinciteError as error:
        if by_script:
            return JSONResponse({"detail": str(error)}, 422)
        return await _documents_page(request, 422, error=str(error))
    address = f"/documents/ingests/{ingest.id}"
    return JSONResponse({"ingest": address}, 202) if by_script else RedirectResponse(address, 303)


async def ingest(request: Request) -> Response:
    found = _ingest_of(request)
    return await site_of(request).page(request, "ingest", ingest=found, text=in_words(found))


async def events(request: Request) -> Response:
    """Return server-sent events: `progress` after each file, then `end`."""
    return event_stream(_events(_ingest_of(request)))


async def _received(request: Request, uploads: Uploads) -> Arriving:
    """Return the uploaded files of a form. Raises PinciteError, and HTTPException for an invalid form."""
    form = await read_form(request, files=FILES_AT_ONCE)
    arrived: Arriving | None = None
    try:
        files = [file for file in form.getlist("files") if isinstance(file, UploadFile) and file.filename]
        if not files:
            raise HTTPException(422, "no file was chosen")
        arrived = await asyncio.to_thread(uploads.arriving)
        for file in files:
            await asyncio.to_thread(arrived.add, file.filename or "", file.file)
    except BaseException:
        if arrived is not None:
            arrived.close()
        raise
    finally:
        await form.close()
    return arrived


async def _documents_page(request: Request, status: int = 200, **values: object) -> Response:
    site = site_of(request)
    try:
        found = await asyncio.to_thread(lambda: site.kb.snapshot().documents())
        problem = ""
    except PinciteError as error:
        found, problem = (), str(error)
    current = sorted(
        (document for document in found if document.is_current),
        key=lambda document: (document.title.casefold(), document.path),
    )
    limits = {"files": FILES_AT_ONCE, "bytes": UPLOAD_BYTES, "file_bytes": DEFAULT_LIMITS.file_bytes}
    return await site.page(
        request,
        "documents",
        status,
        documents=current[:SHOWN],
        count=len(current),
        older=len(found) - len(current),
        limits=limits,
        problem=problem,
        **values,
    )


async def _events(ingest: Ingest) -> AsyncIterator[str]:
    async for _ in ingest.watch():
        yield server_sent("progress", {"text": in_words(ingest), "share": _share(ingest)})
    yield server_sent("end", {"status": ingest.status})


def in_words(ingest: Ingest) -> str:
    """Return the progress of an ingest as text."""
    if ingest.status == "waiting":
        return "Waiting for other uploads"
    if ingest.progress is None:
        return f"Reading {len(ingest.names)} file{'' if len(ingest.names) == 1 else 's'}"
    return f"{ingest.progress.done} of {ingest.progress.total} files: {ingest.progress.path}"


def _share(ingest: Ingest) -> float:
    return ingest.progress.done / max(1, ingest.progress.total) if ingest.progress else 0.0


def _uploads_of(request: Request) -> Uploads:
    uploads = site_of(request).uploads
    if uploads is None:
        raise HTTPException(403, "this page accepts no uploads; add documents with `pincite ingest`")
    return uploads


def _ingest_of(request: Request) -> Ingest:
    found = _uploads_of(request).find(session_of(request.scope).id, request.path_params["ingest"])
    if found is None:
        raise HTTPException(404, "upload not found: it belongs to another browser, or is no longer kept")
    return found

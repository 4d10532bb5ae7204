"""The page that audits a pasted answer against the knowledge base."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from ...errors import Busy, PinciteError
from .audits import LONGEST, audit_answer
from .site import form_field, read_form, site_of


async def empty(request: Request) -> Response:
    return await _page(request, answer="")


async def audited(request: Request) -> Response:
    site = site_of(request)
    answer = form_field(await read_form(request), "answer").replace("\r\n", "\n")
    try:
        with site.admission.run():
            found = await asyncio.to_thread(audit_answer, answer, site.kb, site.auditor)
    except Busy as busy:
        return await _page(request, 503, answer=answer, error=str(busy), retry_after=busy.retry_after)
    except PinciteError as error:
        return await _page(request, 422, answer=answer, error=str(error))
    return await _page(request, answer=answer, audited=found)


async def _page(request: Request, status: int = 200, **values: object) -> Response:
    return await site_of(request).page(request, "audit", status, longest=LONGEST, **values)

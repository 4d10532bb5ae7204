"""The web page as an ASGI application: its routes and their handlers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ...errors import PinciteError
from ...graph.build import build_graph
from ...nodes.runtime.admission import Admission
from ...reports.html.pages import style_sheet
from ...roles.contracts.auditor import Auditor
from ...roles.contracts.roles import Roles
from ...settings import Settings
from ...stores.kb.knowledge_base import KnowledgeBase
from ..process import closes_on_signals
from . import ask_pages, audit_page, document_pages, login_page, run_pages
from .access import Access
from .guard import SESSION, Guard
from .runs import Runs
from .site import Site, site_of
from .uploads import Uploads

STATIC = Path(__file__).parent / "static"


def make_app(
    kb: KnowledgeBase,
    settings: Settings,
    access: Access,
    *,
    upload_folder: Path | None = None,
    roles: Roles | None = None,
    auditor: Auditor | None = None,
) -> Guard:
    """Return the web page for one knowledge base.

    `upload_folder`: the folder for uploaded files; without it the page accepts none. `roles`: as for `build_graph`.
    `auditor`: a calibrated model for pasted answers; without it the audit is rule-based.
    """
    admission = Admission(settings.serving.runs_at_once)
    graph = build_graph(kb, settings, roles=roles, admission=admission)
    budgets = settings.for_tenant(kb.tenant).budgets
    site = Site(
        kb=kb,
        settings=settings,
        access=access,
        admission=admission,
        runs=Runs(kb, graph, admission, budgets),
        uploads=Uploads(kb, upload_folder) if upload_folder is not None else None,
        auditor=auditor,
    )

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        with closes_on_signals(admission, settings.serving.shutdown_seconds):
            yield
        admission.close(0)
        await site.runs.close()
        if site.uploads is not None:
            await site.uploads.close()

    routes = [
        Route("/", ask_pages.home),
        Route("/ask", ask_pages.ask, methods=["POST"]),
        Route("/history", ask_pages.history),
        Route("/runs/{run}", run_pages.show),
        Route("/runs/{run}/events", run_pages.events),
        Route("/runs/{run}/stop", run_pages.stop, methods=["POST"]),
        Route("/runs/{run}/pages/{number:int}.webp", run_pages.picture),
        Route("/runs/{run}/files/{name}", run_pages.download),
        Route("/documents", document_pages.documents),
        Route("/documents", document_pages.upload, methods=["POST"]),
        Route("/documents/ingests/{ingest}", document_pages.ingest),
        Route("/documents/ingests/{ingest}/events", document_pages.events),
        Route("/audit", audit_page.empty),
        Route("/audit", audit_page.audited, methods=["POST"]),
        Route("/login", login_page.login_form),
        Route("/login", login_page.login, methods=["POST"]),
        Route("/logout", login_page.logout, methods=["POST"]),
        Route("/ready", _ready),
        Route("/static/report.css", _report_style),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(
        routes=routes,
        exception_handlers={HTTPException: _problem, PinciteError: _fault, Exception: _internal},
        lifespan=lifespan,
    )
    app.state.site = site
    return Guard(app, access)


async def _ready(request: Request) -> Response:
    """Return whether this process accepts runs, for health checks."""
    accepts_runs = not site_of(request).admission.closed
    return JSONResponse({"ready": accepts_runs}, 200 if accepts_runs else 503)


async def _report_style(_: Request) -> Response:
    """Return the style of reports, which the page shares with the dossier."""
    return Response(style_sheet().text, media_type="text/css", headers={"Cache-Control": "max-age=3600"})


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return await _error_response(request, error.status_code, error.detail, dict(error.headers or {}))


async def _fault(request: Request, error: Exception) -> Response:
    return await _error_response(request, 500, str(error), {})


async def _internal(request: Request, error: Exception) -> Response:
    return await _error_response(
        request, 500, f"an internal fault ({type(error).__name__}); the log has the details", {}
    )


async def _error_response(request: Request, status: int, reason: str, headers: dict[str, str]) -> Response:
    """Return the error as a page for a browser, and as one line for other programs."""
    if "text/html" not in request.headers.get("accept", "") or SESSION not in request.scope:
        return PlainTextResponse(f"{reason}\n", status, headers)
    page = await site_of(request).page(request, "problem", status, reason=reason, status=status)
    page.headers.update(headers)
    return page

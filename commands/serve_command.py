"""`pincite serve`: a web page for one knowledge base, for this machine or, with a token, for others."""

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import SettingsError
from ..reports.terminal_escapes import visible
from .command import add_json, add_knowledge_base

if TYPE_CHECKING:
    from ..roles.contracts.auditor import Auditor
    from ..settings import Settings
    from ..stores.kb.knowledge_base import KnowledgeBase

EXAMPLES = (
    "pincite serve                            # at http://127.0.0.1:8321, for this machine only",
    "pincite serve --kb work.kb --port 0      # another knowledge base, at any free port",
    "pincite serve --host 0.0.0.0             # for other machines too; they need the printed token",
)
EXITS = {0: "the server was stopped"}
PORT = 8321


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_knowledge_base(parser)
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port; 0 chooses a free one (default: {PORT})")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="another host name under which the page is reached; can be repeated",
    )
    uploads = parser.add_mutually_exclusive_group()
    uploads.add_argument(
        "--uploads", type=Path, metavar="DIR", help="the folder for uploaded files (default: in the knowledge base)"
    )
    uploads.add_argument("--no-uploads", action="store_true", help="accept no uploads")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is stopped. Raises PinciteError if the knowledge base cannot be served."""
    try:
        import python_multipart  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn
    except ImportError as error:
        raise SettingsError(
            f"the web page needs {error.name}, which is not installed; run `pip install 'pincite[serve]'`"
        ) from None
    from ..serving.listening import is_loopback, listener_on
    from ..serving.web.access import Access, new_token
    from ..serving.web.app import make_app
    from ..settings import Settings

    settings = Settings()
    given = settings.serving.token
    token = given.get_secret_value() if given else None if is_loopback(arguments.host) else new_token()
    listener = listener_on(arguments.host, arguments.port)
    with listener, _opened(arguments) as kb:
        access = Access(arguments.host, listener.getsockname()[1], names=arguments.name, token=token)
        app = make_app(kb, settings, access, upload_folder=_upload_folder(arguments), auditor=_auditor(settings))
        _announce(arguments, kb, listener.getsockname()[1], None if given else token)
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,  # the address of a run is known only to the person who asked
            server_header=False,
            timeout_graceful_shutdown=round(settings.serving.shutdown_seconds) + 2,
        )
        with suppress(KeyboardInterrupt):  # Ctrl-C stops the server
            uvicorn.Server(config).run(sockets=[listener])
    return 0


def _opened(arguments: argparse.Namespace) -> "KnowledgeBase":
    """Open the knowledge base. A missing one is created if uploads are allowed."""
    if arguments.no_uploads:
        from ..stores.kb.existing import open_existing

        return open_existing(arguments.kb, arguments.tenant)
    from ..stores.kb.knowledge_base import KnowledgeBase

    return KnowledgeBase.open(arguments.kb, tenant=arguments.tenant)


def _upload_folder(arguments: argparse.Namespace) -> Path | None:
    from ..stores.index.database_address import is_address
    from ..stores.kb.opening import folder_of

    if arguments.no_uploads:
        return None
    if arguments.uploads is not None:
        return Path(arguments.uploads).resolve()
    if is_address(arguments.kb):
        return None  # several machines may serve it; the user chooses which one keeps the files
    return (folder_of(Path(arguments.kb), arguments.tenant) / "uploads").resolve()


def _auditor(settings: "Settings") -> "Auditor | None":
    """Return the model that audits pasted answers; None if no model is set or it is not calibrated."""
    from ..roles.llm.providers import roles_of

    if settings.models.critic is None:
        return None
    auditor = roles_of(settings.models, settings.budgets).auditor
    return auditor if auditor.calibrated else None


def _announce(arguments: argparse.Namespace, kb: "KnowledgeBase", port: int, token: str | None) -> None:
    host = arguments.host if ":" not in arguments.host else f"[{arguments.host.strip('[]')}]"
    address = f"http://{host}:{port}"
    if arguments.json:
        print(json.dumps({"address": address, "token": token}), flush=True)
        return
    count = len(kb.snapshot().documents())
    print(visible(f"{arguments.kb}: {count} document{'' if count == 1 else 's'}, served at {address}"), flush=True)
    if token is not None:
        print(f"Log in with this token: {token}", flush=True)
        print("Traffic is not encrypted; put a proxy with TLS in front (docs/web-page.md).", file=sys.stderr)
    print("Ctrl-C stops the server.", flush=True)

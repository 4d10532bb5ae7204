"""A web page over a few documents, served by a real server on loopback, and clients that behave as browsers do."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from reportlab.pdfgen.canvas import Canvas

from pincite.serving.listening import listener_on
from pincite.serving.web.access import Access
from pincite.serving.web.app import make_app
from pincite.settings import Settings
from pincite.stores.kb.knowledge_base import KnowledgeBase

HOSTILE = "<script>document.title='taken'</script><img src=x onerror=alert(1)>"
LEASE = f"""# Lease of Tarnholm Ltd

Signed on 3 February 2026.

## Notice

The notice period of this lease is six months. {HOSTILE}

## Rent

3.1 The annual rent of this lease is £48,000.

3.2 The deposit of this lease is £9,000.
"""
MINUTES = """# Minutes of the board of Tarnholm Ltd

Held on 9 March 2026. The annual rent of the lease of Tarnholm Ltd is £52,000.
"""
MANIFEST = """documents:
  - path: minutes.md
    kind: primary
    authority: minutes
"""
COMPANIES = tuple(
    f"{name} Ltd" for name in "Aldwick Brenmoor Cragsby Dunlorn Eskdene Farleigh Gorsehill Hexley".split()
)
NOTICE = "What is the notice period of the lease of Tarnholm Ltd?"
REMOTE = "On how many days may an employee of Tarnholm Ltd work from home?"
AS_OF = "2026-05-15"


def write_documents(folder: Path) -> None:
    (folder / "lease.md").write_text(LEASE, encoding="utf-8")
    (folder / "minutes.md").write_text(MINUTES, encoding="utf-8")
    (folder / "sources.yaml").write_text(MANIFEST, encoding="utf-8")
    for number, name in enumerate(COMPANIES, 11):
        text = f"# About {name}\n\nThe founder of {name} is Person{number} Marlow.\n"
        (folder / f"{name.split()[0].lower()}.md").write_text(text, encoding="utf-8")
    canvas = Canvas(str(folder / "handbook.pdf"), invariant=1)
    canvas.drawString(72, 760, "Handbook of Tarnholm Ltd")
    canvas.drawString(72, 700, "An employee of Tarnholm Ltd may work from home on up to three days in each week.")
    canvas.save()


class Browser:
    """A client with a cookie jar of its own that sends forms as a page's forms are sent."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=30, headers={"Accept": "text/html", "Origin": address})

    def mark(self, path: str = "/") -> str:
        found = re.search(r'name="form_mark" value="(\w+)"', self.http.get(path).text)
        assert found is not None
        return found[1]

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self.http.post(path, data={"form_mark": self.mark("/audit"), **fields})

    def ask(self, question: str) -> str:
        """The address of the run."""
        asked = self.post("/ask", question=question, as_of=AS_OF)
        assert asked.status_code == 303, asked.text
        return asked.headers["location"]

    def answer(self, question: str) -> str:
        """The page of the ended run."""
        run = self.ask(question)
        self.watched(run)
        return self.http.get(run).text

    def watched(self, run: str) -> list[str]:
        """The lines of the run's events, to their end."""
        return self.http.get(f"{run}/events").text.splitlines()

    def upload(self, *files: tuple[str, bytes]) -> httpx.Response:
        headers = {"X-Form-Mark": self.mark("/audit"), "Accept": "application/json"}
        return self.http.post("/documents", files=[("files", file) for file in files], headers=headers)


@dataclass
class Served:
    address: str
    app: Any
    close: Callable[[], None]
    browsers: list[Browser] = field(default_factory=list)

    def browser(self) -> Browser:
        self.browsers.append(Browser(self.address))
        return self.browsers[-1]


@contextmanager
def served(kb: KnowledgeBase, settings: Settings | None = None, **options: Any) -> Iterator[Served]:
    token = options.pop("token", None)
    with listener_on("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        app = make_app(kb, settings or Settings(), Access("127.0.0.1", port, token=token), **options)
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()

        def close() -> None:
            server.should_exit = True
            thread.join(timeout=20)
            assert not thread.is_alive()

        running = Served(f"http://127.0.0.1:{port}", app, close)
        try:
            until(lambda: server.started)
            yield running
        finally:
            for browser in running.browsers:
                browser.http.close()
            close()


def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)

"""Makes the pages outside `docs/` (the README, contributing, security, …) part of the documentation site.

mkdocs takes pages from one folder only. Links between pages still work; a link to a file that is not a page becomes the
file's name. A link to a file that does not exist fails the build.
"""

import posixpath
import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "examples/README.md": "examples.md",
}
"""The path of each page in the repository, and its path in the site."""
_LINK = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for source, page in OUTSIDE.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    at = page.file.src_uri
    source = next((path for path, shown in OUTSIDE.items() if shown == at), f"docs/{at}")

    def led(found: re.Match[str]) -> str:
        target, anchor = found["target"], found["anchor"] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        path = posixpath.normpath(posixpath.join(PurePosixPath(source).parent.as_posix(), target))
        if not (ROOT / path).exists():
            raise PluginError(f"{source}: the link to {target} leads to no file")
        shown = OUTSIDE.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if shown is None or files.get_file_from_path(shown) is None:
            return found["text"]
        return f"[{found['text']}]({posixpath.relpath(shown, PurePosixPath(at).parent.as_posix() or '.')}{anchor})"

    return _LINK.sub(led, markdown)

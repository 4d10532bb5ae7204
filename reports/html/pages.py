"""The base of all pages: templates that escape all values, and a style sheet that a page allows by its hash."""

import base64
import hashlib
from collections.abc import Callable, Mapping

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...evidence.model.frozen import Frozen
from .clean import clean


class Style(Frozen):
    text: str
    sha256: str
    """In base 64, as in a Content-Security-Policy."""

    def __html__(self) -> str:
        """A style sheet belongs to the project, so it is not escaped."""
        return self.text


def page_templates(package: str, filters: Mapping[str, Callable[..., object]]) -> Environment:
    """Templates in `package`/templates, then those of this folder, for the shared style."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package, "templates"), PackageLoader(__package__, "templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= filters
    return made


def style_sheet(*names: str) -> Style:
    """The shared style sheet `style.css`, or the named style sheets of this folder joined into one."""
    return style_of(page_templates(__package__, {}), *(names or ("style.css",)))


def style_of(environment: Environment, *names: str) -> Style:
    """The named style sheets joined into one."""
    assert environment.loader is not None
    text = "\n".join(environment.loader.get_source(environment, name)[0] for name in names)
    return Style(text=text, sha256=base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())


def _printable(value: object) -> object:
    """Values may contain characters that HTML does not allow."""
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value

"""The templates and style sheets of all pages. Templates escape every value, and a page names its style sheet by a
hash."""

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
    """The hash of the style sheet in base 64, as a Content-Security-Policy writes it."""

    def __html__(self) -> str:
        """Return the style sheet unescaped, since it is part of the package."""
        return self.text


def page_templates(package: str, filters: Mapping[str, Callable[..., object]]) -> Environment:
    """Return an environment that searches for templates in `package`/templates first, then in this folder with the
    shared style."""
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
    """Return the shared style sheet `style.css`, or the named style sheets of this folder as one."""
    return style_of(page_templates(__package__, {}), *(names or ("style.css",)))


def style_of(environment: Environment, *names: str) -> Style:
    """Return the named style sheets as one."""
    assert environment.loader is not None
    text = "\n".join(environment.loader.get_source(environment, name)[0] for name in names)
    return Style(text=text, sha256=base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())


def _printable(value: object) -> object:
    """Return the value without characters that HTML does not allow; each is replaced."""
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value

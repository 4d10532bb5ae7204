"""What every page is made with: templates that escape all they are given, and a style that the page allows itself by its hash."""

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
    """As a Content-Security-Policy writes it, in base 64."""

    def __html__(self) -> str:
        """A style sheet is the project's own and stands in a page as it is."""
        return self.text


def page_templates(package: str, filters: Mapping[str, Callable[..., object]]) -> Environment:
    """Templates in `package`/templates, and behind them those of this folder, for the style they share."""
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
    """The style that pages share, `style.css`, or the style sheets of these names of this folder as one."""
    return style_of(page_templates(__package__, {}), *(names or ("style.css",)))


def style_of(environment: Environment, *names: str) -> Style:
    """The style sheets of these names as one."""
    assert environment.loader is not None
    text = "\n".join(environment.loader.get_source(environment, name)[0] for name in names)
    return Style(text=text, sha256=base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())


def _printable(value: object) -> object:
    """What stands in a report may hold characters that no page may."""
    return clean(value) if isinstance(value, str) and not isinstance(value, Markup) else value

"""What a document declares about itself: its entities, and the periods, versions and jurisdictions that it covers (SPEC
SUB-3, SUB-7)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache

from ..lexicon.document_type_names import OWN_DOCUMENTS
from ..model.frozen import Frozen
from ..model.source_record import SourceDocument
from ..names.countries import country_pattern, holds_in, is_country
from ..names.legal_names import is_company
from ..names.same_name import names_match
from ..values.periods import Period, parse_period, periods_in
from .declared import Declared
from .declared_entities import declared_entities
from .declared_periods import declared_periods
from .filing_cover import FORMS, filing_cover

_VERSION = re.compile(r"\b(?:version|revision|rev\.?|edition|v\.?)\s*(?P<number>\d+(?:\.\d+)*)(?![\d%])", re.IGNORECASE)
_YEAR = re.compile(r"(?<![\d.,$€£#-])(?:1[5-9]|20)\d\d(?![\d,]|\.\d)")
_AHEAD = re.compile(
    r"\b(?:forecast|outlook|guidance|expect|anticipat|plan|project|predict|target|will\b|future|next year)", re.I
)


_ISSUERS = re.compile(rf"{FORMS}|schedule 14[ac]|(?:[\w-]+ )*(?:{OWN_DOCUMENTS})", re.IGNORECASE)
"""Types of document in which an organisation writes about itself."""
FIRST_PAGE = 4_000
"""The number of characters that count as the first page of a text without pages."""


class DocumentScope(Frozen):
    entities: tuple[Declared, ...] = ()
    """The owners of the document, or its subject, the most certain first."""
    periods: tuple[Declared, ...] = ()
    primary_period: str | None = None
    """The period for which the document is made, or None if it is made for none. None matches any period of a
    question."""
    outlook: tuple[str, ...] = ()
    """Later years for which the document states expectations."""
    years_named: tuple[int, ...] = ()
    """Every year that the text names."""
    document_type: str | None = None
    versions: tuple[Declared, ...] = ()
    jurisdictions: tuple[Declared, ...] = ()

    def issuer(self) -> str | None:
        """Return the organisation that speaks in the document: its only owner, if the type of the document is one in
        which an organisation writes about itself. Otherwise return None.

        In such a document, “our Chief Executive Officer”, the auditor's report, the cover and the signatures refer to
        the issuer, and so does a role that is not tied to another organisation.

        Example: “Acme Ltd” for an annual report with “Acme Ltd” on its cover, but None for a lease of Acme Ltd.
        """
        owners = self.owners() if self.is_issuers() else ()
        several = any(names_match(owners[0], other) is None for other in owners[1:])
        return owners[0] if owners and not several else None

    def is_issuers(self) -> bool:
        """Return whether the type of the document is one in which an organisation writes about itself.

        Example: the types “Form 10-K”, “earnings release” and “handbook” are; “lease” is not.
        """
        kind = (self.document_type or "").casefold().removeprefix("form ")
        return _ISSUERS.fullmatch(kind) is not None

    def owners(self) -> tuple[str, ...]:
        """Return the organisations that own the document by its manifest, cover, running header or metadata, or that
        its title names with their legal form. Another title declares no owner.

        Example: “Acme Ltd” is an owner; “Borealis” only in the title is not.
        """
        return owners_of(self.entities)

    def labels(self) -> tuple[str, ...]:
        """Return the periods, versions and jurisdictions in the forms that a question may use ("FY2023", "2023")."""
        words: dict[str, None] = {}
        for stated in self.periods:
            words[stated.value] = None
            for period, _, _ in periods_in(stated.value):
                words |= {f"{year}": None for year in sorted(period.years())}
        for version in (*self.versions, *self.jurisdictions):
            words[version.value] = None
        return tuple(words)

    def scope_words(self) -> tuple[str, ...]:
        """Return what the document covers as short labels for display: its primary period, comparison periods, versions
        and jurisdictions.

        Example: a price list for 2023 in version 2.1 has the labels “2023” and “version 2.1”.
        """
        periods = [
            period.value for period in self.periods if parse_period(period.value) is None or not _is_day(period.value)
        ]
        chosen = periods or [period.value for period in self.periods]
        return tuple(
            dict.fromkeys((*chosen[:6], *(version.value for version in (*self.versions, *self.jurisdictions))))
        )


def owners_of(entities: Iterable[Declared]) -> tuple[str, ...]:
    """Return the owners among the entities that a document declares, as `DocumentScope.owners` does.

    Example: “Acme Ltd” on the cover is an owner; “Borealis” only in the title is not.
    """
    return tuple(
        dict.fromkeys(
            entity.value for entity in entities if entity.how not in ("title", "definition") or is_company(entity.value)
        )
    )


def declared_scope(
    *,
    title: str,
    metadata: Mapping[str, str],
    cover: tuple[int, int],
    text: str,
    furniture: Sequence[tuple[int, int, str]],
    source: SourceDocument,
) -> DocumentScope:
    """Return the scope that a document declares. `cover`: offsets of its first page, or of its first `FIRST_PAGE`
    characters. `furniture`: running headers and footers as (start, end, kind).

    Example: a text with the title “Price list 2023 – version 2.1” declares “version 2.1”.
    """
    filing = filing_cover(text)
    if filing is not None and not cover[0] <= filing.start < cover[1]:
        cover = (filing.start, filing.start + FIRST_PAGE)
    periods = declared_periods(title=title, cover=cover, text=text, source=source, filing=filing)
    return DocumentScope(
        entities=declared_entities(
            title=title, metadata=metadata, cover=cover, text=text, furniture=furniture, source=source, filing=filing
        ),
        periods=periods.periods,
        primary_period=periods.primary,
        outlook=periods.outlook,
        years_named=tuple(sorted({int(year) for year in _YEAR.findall(text)})),
        document_type=source.document_type or (filing.form if filing else None),
        versions=tuple(Declared(value=f"version {match['number']}", how="title") for match in _VERSION.finditer(title)),
        jurisdictions=tuple(Declared(value=match["place"], how="title") for match in _jurisdiction().finditer(title)),
    )


def covers_period(scope: DocumentScope, period: str, *, question: str = "") -> bool:
    """Return whether the document covers a period, given in the question's words ("FY2017", "Q2 of FY2023", "2019",
    "July 1, 2022").

    A document that is not made for a period covers every period. A year is covered by a report for the year or for one
    of its quarters, and by a report that shows the year as a comparative column. A quarter is covered by a report for
    it or for its year. Years after the report count only if `question` asks for expectations. A period that cannot be
    parsed excludes no document.
    """
    asked = parse_period(period)
    in_force = [period.value for period in scope.periods if period.value.startswith("in force ")]
    if asked is None or (scope.primary_period is None and not in_force):
        return True
    if any(_in_force(period, asked) for period in in_force):
        return True
    declared = [
        held for period in scope.periods if (held := parse_period(period.value)) and period.value not in in_force
    ]
    if scope.primary_period is None and not declared:
        return False
    if any(_covers(held, asked) for held in declared):
        return True
    return bool(_AHEAD.search(question)) and any(int(year) in asked.years() for year in scope.outlook)


def silent_on_period(scope: DocumentScope, period: str) -> bool:
    """Return whether the document is made for no period, and does not name the year in `period`.

    Such a document does not cover the year if the entity has other documents that are made for periods, and none of
    those covers the year.

    Example: a handbook that names no year is silent on “2023”.
    """
    asked = parse_period(period)
    in_force = any(period.value.startswith("in force ") for period in scope.periods)
    if asked is None or asked.year is None or scope.primary_period is not None or in_force:
        return False
    return not asked.years() & set(scope.years_named)


def covers_version(scope: DocumentScope, version: str) -> bool:
    """Return whether the document is of the given version ("2.1", "version 2.1"). A document that declares none matches
    every version."""
    numbers = re.findall(r"\d+(?:\.\d+)*", version)
    if not scope.versions or not numbers:
        return True
    return any(re.findall(r"\d+(?:\.\d+)*", version.value)[0] == numbers[0] for version in scope.versions)


def covers_jurisdiction(scope: DocumentScope, jurisdiction: str) -> bool:
    """Return whether the document applies in this jurisdiction, or in the country to which it belongs. A document
    without a declared jurisdiction applies everywhere. A town excludes no document.

    Example: a policy for the United Kingdom covers “Scotland” and not “France”.
    """
    if not scope.jurisdictions or not is_country(jurisdiction):
        return True
    return any(holds_in(declared.value, jurisdiction) for declared in scope.jurisdictions)


@cache
def _jurisdiction() -> re.Pattern[str]:
    return re.compile(
        rf"(?:\(|[-–—:,]\s*|\bfor\s+(?:the\s+)?|\bin\s+(?:the\s+)?)(?P<place>{country_pattern()})"
        r"(?=\)|$|\s*[,;–—-]|\s+(?:edition|supplement|annex)\b)"
    )


def _covers(held: Period, asked: Period) -> bool:
    if asked.year is None:
        return held.quarter == asked.quarter if asked.quarter and held.quarter else True
    if not held.years() & asked.years():
        return False
    return not (asked.quarter and held.quarter and asked.quarter != held.quarter)


def _in_force(value: str, asked: Period) -> bool:
    start, _, end = value.removeprefix("in force ").partition("..")
    if not asked.years():
        return True
    first, last = min(asked.years()), max(asked.years())
    since = date.fromisoformat(start).year if start else 0
    until = date.fromisoformat(end).year if end else 9_999
    return first <= until and last >= since


def _is_day(value: str) -> bool:
    return re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None

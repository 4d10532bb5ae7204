"""Documents of invented firms whose answer lies one step away: a schedule names the contractor, the contractor's page its standard."""

QUESTION = "Which standard is the archive contractor of Tarnholm Ltd certified to?"
TEXTS = [
    {
        "id": "schedule",
        "title": "Records schedule of Tarnholm Ltd",
        "entity": "Tarnholm Ltd",
        "updated_at": "2026-04-10",
        "text": "Tarnholm Ltd has appointed Orrin Vaults Ltd as its archive contractor.",
    },
    {
        "id": "vaults",
        "title": "Certificates of Orrin Vaults Ltd",
        "entity": "Orrin Vaults Ltd",
        "updated_at": "2026-04-12",
        "text": "Orrin Vaults Ltd is certified to the standard ISO/IEC 27001:2022.",
    },
]

"""The content of the leave tables, the quarterly slides and the scanned certificate."""

LEAVE: dict[str, list[tuple[str | int | float, ...]]] = {
    "Annual leave": [
        ("Hollinbrae Instruments Ltd: leave entitlements 2026",),
        (),
        ("Grade", "Location", "Annual leave (working days)", "Carry-over (working days)", "Notice to book (weeks)"),
        ("A", "Kilmarrow", 25, 5, 2),
        ("B", "Kilmarrow", 26, 5, 2),
        ("C", "Kilmarrow", 27, 5, 3),
        ("D", "Kilmarrow", 29, 8, 4),
        ("E", "Kilmarrow", 31, 8, 6),
        ("A", "Ellerthwaite", 25, 3, 2),
        ("B", "Ellerthwaite", 25, 3, 2),
        ("C", "Ellerthwaite", 26, 3, 3),
        ("D", "Ellerthwaite", 28, 6, 4),
    ],
    "Sick pay": [
        ("Length of service", "Full pay (weeks)", "Half pay (weeks)", "Certificate needed after (calendar days)"),
        ("Under 6 months", 1, 0, 7),
        ("6 months to 2 years", 4, 4, 7),
        ("2 to 5 years", 10, 10, 7),
        ("Over 5 years", 16, 16, 7),
    ],
}

QUARTERLY_UPDATE: list[tuple[str, list[str] | list[tuple[str, ...]]]] = [
    ("Quarterly update Q1 2026", ["Hollinbrae Instruments Ltd", "Rhona Petheram, Finance Director, 23 April 2026"]),
    (
        "Q1 2026 at a glance",
        [
            "Revenue of Hollinbrae Instruments Ltd in Q1 2026 was £8,412 thousand.",
            "Revenue of Hollinbrae Instruments Ltd in Q1 2025 was £7,610 thousand.",
            "Gross margin was 47.2%, against 45.9% in Q1 2025.",
            "Order intake was £9,075 thousand.",
            "214 people were employed at the end of March 2026.",
        ],
    ),
    (
        "Revenue by product line",
        [
            ("Product line", "Q1 2026 (£ thousand)", "Q1 2025 (£ thousand)"),
            ("Rain gauges", "2,318", "2,204"),
            ("Level probes", "1,906", "1,871"),
            ("Radar sensors", "2,973", "2,402"),
            ("Loggers and accessories", "1,215", "1,133"),
            ("Total", "8,412", "7,610"),
        ],
    ),
    (
        "What moved the quarter",
        [
            "Radar sensors: two water authorities began to replace their float gauges.",
            "Level probes: flat, because a tender in Wales moved to the autumn.",
            "Freight costs fell by £41 thousand against the quarter before.",
        ],
    ),
    (
        "Outlook",
        [
            "Revenue for the full year 2026 is expected between £35 million and £36.5 million.",
            "The second supplier of radar modules is to be qualified by the end of September 2026.",
            "The next update will be given on 23 July 2026.",
        ],
    ),
]

CERTIFICATE: list[tuple[int, str]] = [
    (34, "Certificate of Insurance"),
    (26, "Employers' liability"),
    (20, ""),
    (20, "Policyholder: Hollinbrae Instruments Ltd"),
    (20, "Address: 4 Tannery Brae, Kilmarrow"),
    (20, "Insurer: Pellwood Mutual Insurance Society"),
    (20, "Certificate number: EL-77-20418"),
    (20, "Period: 1 March 2026 to 28 February 2027"),
    (20, ""),
    (20, "Limit of cover: £10,000,000 for any one event"),
    (20, ""),
    (20, "This certificate must be displayed at each place"),
    (20, "of business at which persons are employed."),
    (20, ""),
    (20, "Signed for the insurer: C. Ostrander, underwriter"),
]

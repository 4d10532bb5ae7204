"""The words of calculated results in German. `calculation.result_words.ResultWords` describes each.

Origin: written for this project. Units that CLDR names are not listed.
"""

from collections.abc import Mapping

WORDS: Mapping[str, object] = {
    # the value of a calculation
    "amount": "{name} beträgt {result}",
    "day": "{name} ist der {result}",
    "bounded_day": "{name} liegt {result}",
    "default": "Das Ergebnis",
    "names": {
        "difference": "Die Differenz",
        "percent_change": "Die Veränderung",
        "ratio": "Das Verhältnis",
        "share": "Der Anteil",
        "sum": "Die Summe",
        "average": "Der Durchschnitt",
        "product": "Das Produkt",
        "count": "Die Anzahl",
        "growth_rate": "Die durchschnittliche jährliche Wachstumsrate",
    },
    "definition": "{name} ({period}) beträgt {result} (definiert als {meaning})",
    "definition_undated": "{name} beträgt {result} (definiert als {meaning})",
    "working": ": {working}",
    "rounded": {"one": "auf 1 Nachkommastelle gerundet", "many": "auf {count} Nachkommastellen gerundet"},
    "with_figures": "; Grundlage: {figures}",
    "counted": ": {figures}",
    # the highest or lowest of several items
    "item": "{name} ist {items}",
    "highest": "Der höchste Wert ist der von {items}",
    "lowest": "Der niedrigste Wert ist der von {items}",
    "highest_unnamed": "Der höchste Wert ist {items}",
    "lowest_unnamed": "Der niedrigste Wert ist {items}",
    "others": "; zum Vergleich: {items}",
    # figures by name
    "and_": "und",
    "labelled": "{label} ({amounts})",
    "dated": "{column}: {amount}",
    "unlabelled": "{amount} ({column})",
    "shared": "",
    # values
    "marks": ".,",
    "percent": "{number}\u00a0%",
    "money": "{sign}{number}{scale}\u00a0{symbol}",
    "per": "pro",
    "date": "d. MMMM y",
    "scales": {"thousand": ("Tsd.", "Tsd."), "million": ("Mio.", "Mio."), "billion": ("Mrd.", "Mrd.")},
    "money_scales": {"thousand": ("Tsd.", "Tsd."), "million": ("Mio.", "Mio."), "billion": ("Mrd.", "Mrd.")},
    "bounds": {
        "at_most": "höchstens {text}",
        "at_least": "mindestens {text}",
        "less_than": "weniger als {text}",
        "more_than": "mehr als {text}",
        "about": "etwa {text}",
    },
    "day_bounds": {
        "at_most": "spätestens am {text}",
        "at_least": "frühestens am {text}",
        "less_than": "vor dem {text}",
        "more_than": "nach dem {text}",
        "about": "etwa am {text}",
    },
    "units": {
        "percentage_point": ("Prozentpunkt", "Prozentpunkte"),
        "basis_point": ("Basispunkt", "Basispunkte"),
        "business_day": ("Arbeitstag", "Arbeitstage"),
        "business_hour": ("Arbeitsstunde", "Arbeitsstunden"),
        "trading_day": ("Handelstag", "Handelstage"),
        "fortnight": ("Zeitraum von zwei Wochen", "Zeiträume von zwei Wochen"),
        "pound_mass": ("Pfund", "Pfund"),
        "times": ("Mal", "Mal"),
    },
    # the functions of a formula
    "functions": {
        "min": "min",
        "max": "max",
        "floor": "abgerundet",
        "ceil": "aufgerundet",
        "round": "gerundet",
        "sqrt": "√",
        "days": "Tage",
        "months": "volle Monate",
        "years": "volle Jahre",
        "month_end": "letzter Tag des Monats vom ",
    },
    "between": "; ",
    "to": " bis ",
    # nouns for kinds of results: a name of a result may contain them although its sources do not
    "nouns": "Betrag Summe Anzahl Zahl Prozent Differenz Unterschied Verhältnis Anteil "
    "Veränderung Durchschnitt Überschuss Rest Grenze Datum Tag Frist Ende",
}

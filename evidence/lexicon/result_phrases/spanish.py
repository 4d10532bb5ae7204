"""The words of calculated results in Spanish. `calculation.result_words.ResultWords` describes each.

Origin: written for this project. Units that CLDR names are not listed.
"""

from collections.abc import Mapping

WORDS: Mapping[str, object] = {
    # the value of a calculation
    "amount": "{name} es de {result}",
    "day": "{name} es el {result}",
    "bounded_day": "{name} se sitúa {result}",
    "default": "El resultado",
    "names": {
        "difference": "La diferencia",
        "percent_change": "La variación",
        "ratio": "La razón",
        "share": "La proporción",
        "sum": "La suma",
        "average": "El promedio",
        "product": "El producto",
        "count": "El número",
        "growth_rate": "La tasa de crecimiento anual compuesto",
    },
    "definition": "{name} ({period}) es de {result} (definición: {meaning})",
    "definition_undated": "{name} es de {result} (definición: {meaning})",
    "working": ": {working}",
    "rounded": {"one": "redondeado a 1 decimal", "many": "redondeado a {count} decimales"},
    "with_figures": "; base de cálculo: {figures}",
    "counted": ": {figures}",
    # the highest or lowest of several items
    "item": "{name} es {items}",
    "highest": "El valor más alto corresponde a {items}",
    "lowest": "El valor más bajo corresponde a {items}",
    "highest_unnamed": "El valor más alto es {items}",
    "lowest_unnamed": "El valor más bajo es {items}",
    "others": "; a modo de comparación: {items}",
    # figures by name
    "and_": "y",
    "labelled": "{label} ({amounts})",
    "dated": "{column}: {amount}",
    "unlabelled": "{amount} ({column})",
    "shared": "",
    # values
    "marks": ".,",
    "percent": "{number}\u00a0%",
    "money": "{sign}{number}{scale} {symbol}",
    "per": "por",
    "date": "d 'de' MMMM 'de' y",
    "scales": {
        "thousand": ("mil", "mil"),
        "million": ("millón", "millones"),
        "billion": ("mil millones", "mil millones"),
    },
    "money_scales": {
        "thousand": ("mil", "mil"),
        "million": ("millón de", "millones de"),
        "billion": ("mil millones de", "mil millones de"),
    },
    "bounds": {
        "at_most": "{text} como máximo",
        "at_least": "{text} como mínimo",
        "less_than": "menos de {text}",
        "more_than": "más de {text}",
        "about": "aproximadamente {text}",
    },
    "day_bounds": {
        "at_most": "a más tardar el {text}",
        "at_least": "como pronto el {text}",
        "less_than": "antes del {text}",
        "more_than": "después del {text}",
        "about": "hacia el {text}",
    },
    "units": {
        "percentage_point": ("punto porcentual", "puntos porcentuales"),
        "basis_point": ("punto básico", "puntos básicos"),
        "business_day": ("día hábil", "días hábiles"),
        "business_hour": ("hora laborable", "horas laborables"),
        "trading_day": ("día de negociación", "días de negociación"),
        "fortnight": ("período de dos semanas", "períodos de dos semanas"),
        "pound_mass": ("libra", "libras"),
        "times": ("vez", "veces"),
    },
    # the functions of a formula
    "functions": {
        "min": "mín",
        "max": "máx",
        "floor": "redondeado hacia abajo",
        "ceil": "redondeado hacia arriba",
        "round": "redondeado",
        "sqrt": "√",
        "days": "días",
        "months": "meses completos",
        "years": "años completos",
        "month_end": "último día del mes del ",
    },
    "between": "; ",
    "to": " a ",
    # nouns for kinds of results: a name of a result may contain them although its sources do not
    "nouns": "importe total suma número porcentaje diferencia razón proporción "
    "variación promedio exceso resto límite fecha día plazo fin",
}

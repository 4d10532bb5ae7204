"""The words of calculated results in French. `calculation.result_words.ResultWords` describes each.

Origin: written for this project. Units that CLDR names are not listed.
"""

from collections.abc import Mapping

WORDS: Mapping[str, object] = {
    # the value of a calculation
    "amount": "{name} s’élève à {result}",
    "day": "{name} est le {result}",
    "bounded_day": "{name} se situe {result}",
    "default": "Le résultat",
    "names": {
        "difference": "La différence",
        "percent_change": "La variation",
        "ratio": "Le rapport",
        "share": "La part",
        "sum": "La somme",
        "average": "La moyenne",
        "product": "Le produit",
        "count": "Le nombre",
        "growth_rate": "Le taux de croissance annuel composé",
    },
    "definition": "{name} ({period}) s’élève à {result} (définition\u00a0: {meaning})",
    "definition_undated": "{name} s’élève à {result} (définition\u00a0: {meaning})",
    "working": "\u00a0: {working}",
    "rounded": {"one": "arrondi à 1 décimale", "many": "arrondi à {count} décimales"},
    "with_figures": "\u00a0; base de calcul\u00a0: {figures}",
    "counted": "\u00a0: {figures}",
    # the highest or lowest of several items
    "item": "{name} est {items}",
    "highest": "La valeur la plus élevée revient à {items}",
    "lowest": "La valeur la plus faible revient à {items}",
    "highest_unnamed": "La valeur la plus élevée est {items}",
    "lowest_unnamed": "La valeur la plus faible est {items}",
    "others": "\u00a0; à titre de comparaison\u00a0: {items}",
    # figures by name
    "and_": "et",
    "labelled": "{label} ({amounts})",
    "dated": "{column}\u00a0: {amount}",
    "unlabelled": "{amount} ({column})",
    "shared": "",
    # values
    "marks": "\u202f,",
    "percent": "{number}\u00a0%",
    "money": "{sign}{number}{scale}\u00a0{symbol}",
    "per": "par",
    "date": "d MMMM y",
    "scales": {
        "thousand": ("millier", "milliers"),
        "million": ("million", "millions"),
        "billion": ("milliard", "milliards"),
    },
    "money_scales": {"thousand": ("k", "k"), "million": ("M", "M"), "billion": ("Md", "Md")},
    "bounds": {
        "at_most": "{text} au plus",
        "at_least": "{text} au moins",
        "less_than": "moins de {text}",
        "more_than": "plus de {text}",
        "about": "environ {text}",
    },
    "day_bounds": {
        "at_most": "au plus tard le {text}",
        "at_least": "au plus tôt le {text}",
        "less_than": "avant le {text}",
        "more_than": "après le {text}",
        "about": "vers le {text}",
    },
    "units": {
        "percentage_point": ("point de pourcentage", "points de pourcentage"),
        "basis_point": ("point de base", "points de base"),
        "business_day": ("jour ouvré", "jours ouvrés"),
        "business_hour": ("heure ouvrée", "heures ouvrées"),
        "trading_day": ("jour de bourse", "jours de bourse"),
        "fortnight": ("quinzaine", "quinzaines"),
        "pound_mass": ("livre", "livres"),
        "times": ("fois", "fois"),
    },
    # the functions of a formula
    "functions": {
        "min": "min",
        "max": "max",
        "floor": "arrondi vers le bas",
        "ceil": "arrondi vers le haut",
        "round": "arrondi",
        "sqrt": "√",
        "days": "jours",
        "months": "mois entiers",
        "years": "années entières",
        "month_end": "dernier jour du mois du ",
    },
    "between": "\u00a0; ",
    "to": " à ",
    # nouns for kinds of results: a name of a result may contain them although its sources do not
    "nouns": "montant total somme nombre pourcentage différence écart rapport part "
    "variation moyenne excédent reste limite date jour échéance fin",
}

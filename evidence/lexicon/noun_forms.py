"""English nouns whose singular is not formed by dropping the plural ending.

Origin: written by hand. The list has irregular plurals, and words in -s that are not plurals.
"""

IRREGULAR_PLURALS = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "staff": "staff",
    "personnel": "personnel", "feet": "foot", "criteria": "criterion", "media": "medium", "phenomena": "phenomenon",
    "analyses": "analysis", "crises": "crisis", "lives": "life", "wives": "wife", "halves": "half",
    "shelves": "shelf", "mice": "mouse", "teeth": "tooth", "geese": "goose", "species": "species",
    "series": "series", "aircraft": "aircraft", "sheep": "sheep", "fish": "fish", "indices": "index",
    "matrices": "matrix", "bacteria": "bacterium", "theses": "thesis", "hypotheses": "hypothesis", "axes": "axis",
    "police": "police", "news": "news", "means": "means", "buses": "bus", "gases": "gas", "lenses": "lens",
    "viruses": "virus", "bonuses": "bonus", "campuses": "campus", "censuses": "census", "statuses": "status",
    "knives": "knife", "wolves": "wolf", "potatoes": "potato", "tomatoes": "tomato", "heroes": "hero", "cargoes": "cargo",
    "quizzes": "quiz", "cacti": "cactus", "nuclei": "nucleus", "alumni": "alumnus", "fungi": "fungus", "radii": "radius",
    "curricula": "curriculum", "memoranda": "memorandum",
}  # fmt: skip
NO_PLURALS = frozenset(
    "this his its is was has does as us plus thus less versus various previous numerous serious religious famous "
    "dangerous business gross cross across class press process access success pass loss mass basis analysis status "
    "campus bonus focus virus census".split()
)

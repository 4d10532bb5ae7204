"""The headings of a list of contents.

Origin: written for this project, from the usual headings in each language.
"""

SURE_HEADINGS = (
    "table of contents|list of contents|inhaltsverzeichnis|table des matières|tabla de contenidos?|índice general|"
    "inhoudsopgave|innehållsförteckning|indholdsfortegnelse|spis treści|оглавление|目录|目錄|目次"
)
UNSURE_HEADINGS = "contents|inhalt|sommaire|contenido|índice|sumário|indice|sommario|inhoud|innehåll|indhold|содержание"
"""These words also head other lists, such as the contents of a box."""
PAGE = "page|seite|página|pagina"
"""The name of the column of page numbers."""
FEWEST_UNSURE = 5
"""The minimum number of entries of a list without a heading, or below “Contents” and without leaders. The figures of a
shorter list may rise by chance."""

"""The words of a list of contents.

Origin: written for this project, from the usual column names in each language.
"""

PAGE = "page|seite|página|pagina"
"""The name of the column of page numbers."""
FEWEST_UNSURE = 5
"""The minimum number of entries of a list whose column of numbers has no name. The figures of a shorter list may rise by
chance."""

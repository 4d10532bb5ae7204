"""Gives the document of each file a name that stays the same in every ingest."""

from collections.abc import Mapping
from pathlib import Path

from ..documents.walk import Source, spelled_out
from ..index.catalogue import Catalogue


class FileNames:
    """The document names of the files of one ingest run. A file's name is its path below the ingested folder.

    A known file keeps its name even if it moves together with its folder. If two folders have files with one relative
    path, the name of the second begins with its folder's name (“b/README.md”), and with those of parent folders while
    the name is taken.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._name_of: dict[str, str] = catalogue.files()
        self._file_of = {name: file for file, name in self._name_of.items()}

    def name(self, source: Source) -> str:
        file = spelled_out(source.file)
        name = self._name_of.get(file)
        if name is None:
            name = next(candidate for candidate in _candidates(source) if self._is_free(candidate, file))
            self._name_of.pop(self._file_of.get(name, ""), None)
            self._name_of[file], self._file_of[name] = name, file
        return name

    def _is_free(self, name: str, file: str) -> bool:
        holder = self._file_of.get(name)
        return holder is None or holder == file or not Path(holder).exists()

    def below(self, folder: Path) -> Mapping[str, str]:
        """Return the name of every known file below the folder, by its path."""
        prefix = spelled_out(folder).rstrip("/") + "/"
        return {file: name for file, name in self._name_of.items() if file.startswith(prefix)}

    def known(self, name: str) -> bool:
        return name in self._file_of


def _candidates(source: Source) -> list[str]:
    folders = [spelled_out(part) for part in source.root.parts if part != source.root.anchor]
    return [
        source.relative,
        *("/".join((*folders[at:], source.relative)) for at in range(len(folders) - 1, -1, -1)),
        spelled_out(source.file),
    ]

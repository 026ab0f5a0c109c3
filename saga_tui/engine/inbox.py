"""What tables want of a document that is open here: their offers, read beside it, and answered once."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from saga_tui.changes import Doc
from saga_tui.engine.deciding import TakeOffer
from saga_tui.engine.document import Document, Offer, PartyDocument
from saga_tui.store.errors import BadFile
from saga_tui.store.event import Layout
from saga_tui.store.folders import TABLES
from saga_tui.store.fs import RealFS
from saga_tui.store.journal import newest_sizes
from saga_tui.store.read_only import Past, past

MOST: Final = 100
"""So many tables are looked at."""


class Wanted(NamedTuple):
    """An offer, and the name of the table that makes it."""

    table: str
    offer: Offer


class Inbox:
    """The offers that the tables of a folder make to one document; each table is read when it has changed."""

    def __init__(self, folder: Path, identity: str) -> None:
        """`folder` is the one that the document's file lies in."""
        self._tables, self._identity = folder / TABLES, identity
        self._read: dict[Path, tuple[object, tuple[Wanted, ...], Past | None]] = {}

    def poll(self, answered: dict[str, Any]) -> tuple[Wanted, ...]:
        """All that is offered and not `answered` yet, table by table, the oldest first."""
        found: list[Wanted] = []
        paths = sorted(self._tables.glob("*.toml"))[:MOST] if self._tables.is_dir() else []
        self._read = {path: known for path, known in self._read.items() if path in paths}
        for path in paths:
            found += [one for one in self._of(path) if one.offer.id not in answered]
        return tuple(found)

    def _of(self, path: Path) -> tuple[Wanted, ...]:
        known = self._read.get(path)
        with suppress(OSError, BadFile, ValueError):
            if known is not None and known[0] == _face(path, known[2]):
                return known[1]
            table = past(path, Layout())
            self._read[path] = (_face(path, table), tuple(self._offers(path, table.doc)), table)
            return self._read[path][1]
        return known[1] if known is not None else ()  # it is being written: what it offered stands until it can be read

    def _offers(self, path: Path, doc: Doc) -> list[Wanted]:
        if "seats" not in doc or not doc.get("offers"):
            return []
        try:
            table = PartyDocument.model_validate({"name": doc.get("name", ""), "offers": doc["offers"]})
        except ValidationError:
            return []
        return [Wanted(table.name or path.stem, one) for one in table.offers if one.to == self._identity and one.id]


def completed(command: TakeOffer, document: Document, folder: Path) -> TakeOffer:
    """An acceptance that names only the offer, with what a table beside the document has offered."""
    if command.act:
        return command
    found = Inbox(folder, document.id).poll({})
    offer = next((one.offer for one in found if one.offer.id == command.offer), None)
    return command if offer is None else command.model_copy(update={"act": offer.verb, "given": offer.params})


def _face(path: Path, table: Past | None) -> object:
    """What of a table's file and its journals shows that something happened: cheap to compare."""
    fs = RealFS()
    journals = newest_sizes(fs, table.places.journals) if table is not None else {}
    return fs.stat(str(path)), journals

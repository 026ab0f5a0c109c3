"""What the library keeps on this machine: what it showed last, there at once when it opens again, and whether the tour
has been offered. No game is loaded for it.

What was shown is only a first look. The screen reads the folder as soon as it has shown this, and puts right what
differs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

from saga_tui import __version__
from saga_tui.library.cards import Card
from saga_tui.portrait import Portrait, read
from saga_tui.store.folders import TABLES, state_folder
from saga_tui.ui import theme

NAME: Final = "library.json"
"""The file in the state folder."""
MOST_CARDS: Final = 100
"""So many cards are kept: more than any screen shows."""
WHOLE: Final = 8
"""So many of them with all that their game says: a list of few unfolds."""
_MOST_BYTES: Final = 1 << 20
_COLOUR: Final = re.compile(r"#[0-9a-f]{6}|ansi_[a-z_]+")
_NAME: Final = re.compile(r"[a-z][a-z-]*")

Lines: TypeAlias = tuple[tuple[str, str], ...]
"""Entries of a log: when, and what."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The cards of a folder, what happened last to the first one, and its sheet at the width it was shown at, in a
    terminal of so many columns."""

    cards: tuple[Card, ...]
    sheets: dict[tuple[Path, int], str] = field(default_factory=dict)
    columns: int = 0
    lasts: dict[Path, Lines] = field(default_factory=dict)

    def sheet(self, card: Card, columns: int) -> str:
        """Return the sheet of a card as it is in a terminal of that width; empty where it was not shown so."""
        found = (text for (path, _), text in self.sheets.items() if path == card.path)
        return next(found, "") if columns == self.columns else ""


def seen(folder: Path, state: Path | None = None) -> Glance | None:
    """Return what was shown of this folder last, by this version; None where nothing of it is there any more.

    Of a character that has changed since only the name is left; one that is gone is left out.
    """
    try:
        with (state_folder(state) / NAME).open("rb") as file:
            kept = json.loads(file.read(_MOST_BYTES))
        if (kept["version"], kept["folder"]) != (__version__, str(folder)):
            return None
        found = [_card(folder, record) for record in kept["cards"]]
        columns = int(kept["columns"])
        cards = sorted((card for card in found if card is not None), key=_order)
        same = {_file(folder, card.path): card.path for card in cards if card.state or card.problem}
        sheets = {
            (same[str(one["file"])], int(one["width"])): str(one["text"])
            for one in kept["sheets"]
            if one["file"] in same
        }
        lasts = {same[name]: _lines(last) for name, last in kept.get("last", {}).items() if name in same}
        _wear(kept.get("colours", {}))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return Glance(tuple(cards), sheets, columns, lasts) if cards else None


def _lines(kept: Any) -> Lines:
    return tuple((str(when), str(text)) for when, text in kept)


def _wear(kept: Mapping[str, Mapping[str, str]]) -> None:
    """The colours of the games whose marks are shown, before any game is loaded."""
    for look in theme.OWN:
        found = kept.get(look, {}).items()
        theme.wear({look: {name: value for name, value in found if _NAME.fullmatch(name) and _COLOUR.fullmatch(value)}})


def keep(folder: Path, glance: Glance, state: Path | None = None) -> None:
    """Keep what is shown for the next time, open to the user alone; where that cannot be written it is let be."""
    with suppress(OSError, UnicodeEncodeError):
        records = [_record(folder, card, whole=at < WHOLE) for at, card in enumerate(glance.cards[:MOST_CARDS])]
        sheets = [
            {"file": _file(folder, path), "width": width, "text": text} for (path, width), text in glance.sheets.items()
        ]
        kept = {"version": __version__, "folder": str(folder), "columns": glance.columns}
        last = {_file(folder, path): lines for path, lines in glance.lasts.items()}
        kept |= {"cards": records, "sheets": sheets, "last": last, "colours": theme.WORN}
        target = state_folder(state) / NAME
        beside = target.with_name(f".~{NAME}.tmp")
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside.unlink(missing_ok=True)
        beside.touch(mode=0o600, exist_ok=False)
        beside.write_text(json.dumps(kept), encoding="utf-8")
        beside.replace(target)


def _file(folder: Path, path: Path) -> str:
    """A file as it is called in the folder: `kestrel.toml`, `tables/friday.toml`."""
    return path.name if path.parent == folder else f"{path.parent.name}/{path.name}"


def _record(folder: Path, card: Card, *, whole: bool) -> dict[str, Any]:
    """What is kept of a card: of the first ones the whole portrait, of the others what a long list shows."""
    stat = card.path.stat()
    portrait = card.portrait if whole else Portrait(card.portrait.meters, card.portrait.badges)
    return {
        "file": _file(folder, card.path),
        "is": [stat.st_size, stat.st_mtime_ns],
        "name": card.name,
        "line": card.line,
        "state": card.state,
        "ready": card.ready,
        "problem": card.problem,
        "game": card.game,
        "table": card.table,
        "shared": card.shared,
        "portrait": portrait,
    }


def _card(folder: Path, record: dict[str, Any]) -> Card | None:
    path = folder / str(record["file"])
    if path.parent not in (folder, folder / TABLES):
        return None
    try:
        stat = path.stat()
    except OSError:
        return None
    name, ready, table = str(record["name"]), bool(record["ready"]), path.parent != folder
    played, shared = datetime.fromtimestamp(stat.st_mtime, UTC).astimezone(), str(record.get("shared", ""))
    if record["is"] != [stat.st_size, stat.st_mtime_ns]:
        return Card(path, name, ready=ready, played=played, table=table, shared=shared)
    line, state, problem, game = (str(record[key]) for key in ("line", "state", "problem", "game"))
    portrait = read(record.get("portrait"))
    return Card(path, name, line, state, ready, played, problem, game, portrait, table, shared=shared)


def _order(card: Card) -> tuple[str, bool, float, str]:
    """As the folder is listed: tables, then characters, the one played last first; then what others write."""
    return card.shared.casefold(), not card.table, -(card.played.timestamp() if card.played else 0), card.path.name


# ---- the tour, offered once, at the first start

OFFERED: Final = "tour-offered"
"""The file in the state folder that says that it was; what is in it does not matter."""


def offered() -> bool:
    """Whether it was. Where that cannot be found out, it counts as offered."""
    try:
        return (state_folder() / OFFERED).exists()
    except OSError:
        return True


def remember() -> None:
    """Notes that it has been offered now; where nothing can be written it will be offered again."""
    with suppress(OSError):
        file = state_folder() / OFFERED
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

"""While `saga-tui serve` runs: the links as its terminal has them, and who sits down meanwhile."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import click
import segno

from saga_tui.cli.output import Trouble, tell
from saga_tui.cli.reading import layout_of
from saga_tui.serve.seats import Kept, Seat
from saga_tui.serve.server import Shown, Table
from saga_tui.store import StoreError
from saga_tui.store.looking import Looking


class Telling:
    """Tells the links of a table, and the code where one is asked for: each once, for as long as it is good."""

    def __init__(self, its: Table, *, qr: bool) -> None:
        self.its, self.qr = its, qr
        self._told: set[str] = set()

    def __call__(self) -> None:
        """Tell those that were not told yet."""
        where, kept = self.its.place, self.its.kept
        seats = [seat for seat in self.its.seats() if seat.secret not in self._told]
        for seat in seats:
            self._tell(seat, where.link(seat))
        if where.asks and kept.code not in self._told:
            tell(f"The code of this table, for each new device: {kept.code[:3]}-{kept.code[3:]}")
            if not where.tls:
                tell("Who listens on this network can read along: use --cert and --key where you do not trust it.")
        elif not where.asks and not self._told:
            tell("Only this machine gets in. For phones and tablets, add --lan.")
        self._told |= {kept.code, *(seat.secret for seat in seats)}

    def _tell(self, seat: Seat, link: str) -> None:
        what = {"plays": "plays", "looks": "looks on", "leads": "opens the table"}
        tell(f"{seat.name} ({what[seat.kind]}):")
        click.echo(f"  {link}")
        if self.qr:
            drawn = io.StringIO()
            segno.make(link, error="l", micro=False).terminal(drawn, compact=True, border=2)
            click.echo(drawn.getvalue())


class Again:
    """What becomes of the seats while they are served: another start of the program changes them, characters sit down
    at the table or leave it, new ones come into the folder."""

    def __init__(self, state: Path, key: str, table: Path | None, characters: Callable[[], tuple[Shown, ...]]) -> None:
        """`key` is what the seats are kept by; `characters` gives those that are to be served now."""
        self.state, self.key, self.characters = state, key, characters
        self._looked = Looking.at(table, layout_of(table), state) if table is not None else None
        self._seen: object = None

    def reread(self) -> tuple[Kept, tuple[Shown, ...]] | None:
        """Seats and characters as they are now, a seat for each; None where nothing has changed. Raises OSError."""
        now = (self._here(), self._written())
        if now == self._seen:
            return None
        try:
            shown = self.characters()
        except (Trouble, StoreError):  # half written: the next look finds more
            return None
        with Kept.alone(self.state, self.key):
            kept = Kept.read(self.state, self.key)
            if kept is None:
                return None
            before = kept.model_copy(deep=True)
            for one in shown:
                kept.seated(one.name, "plays", one.doc)
            if kept != before:
                kept.write(self.state, self.key)
            self._seen = (now[0], self._written())
        return kept, shown

    def _here(self) -> object:
        """What shows that others sit there, or lie in the folder: cheap to compare."""
        if self._looked is None:
            return sorted(Path(self.key).glob("*.toml"))
        self._looked.poll()
        return self._looked.doc.get("seats")

    def _written(self) -> int:
        """When the seats were kept last."""
        return Kept.path(self.state, self.key).stat().st_mtime_ns

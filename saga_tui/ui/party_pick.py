"""Several of those who sit at a table to be chosen: a digit puts one in or out, Enter takes them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.safe import safe
from saga_tui.store import BadFile, load
from saga_tui.ui.dialogs import Dialog, paragraph

if TYPE_CHECKING:
    from saga_tui.engine.party import PartySession
    from saga_tui.ui.party import PartyScreen


class PickSeats(Dialog[tuple[str, ...]]):
    """Those who sit there with their digits; gives the ids of the chosen ones, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Accept", id="seats.take", priority=True),
        Binding("0", "all", "All or none", id="seats.all"),
    ]

    def __init__(
        self,
        title: str,
        seats: Sequence[tuple[str, int, str]],
        chosen: Collection[str],
        question: str = "",
        *,
        needed: bool = False,
    ) -> None:
        """`seats` are ids, numbers and names; `needed`: at least one is chosen."""
        super().__init__()
        self.needed = needed
        self.title_text, self.question = title, question
        self.offered, self.chosen = tuple(seats), [who for who, *_ in seats if who in chosen]

    def compose_body(self) -> ComposeResult:
        """The question, and a line for each."""
        if self.question:
            yield paragraph(self.question, "dialog--question")
        yield Static(self._lines(), id="seats-lines", markup=False)

    def _lines(self) -> Content:
        lines = []
        for who, number, name in self.offered:
            taken = who in self.chosen
            mark, style = ("✓ ", "$good") if taken else ("· ", "$dim")
            words = (safe(name, limit=60), "bold" if taken else "")
            lines.append(Content.assemble((mark, style), (f"{number} ", "bold $key"), words))
        return Content("\n").join(lines)

    def on_key(self, event: events.Key) -> None:
        """A digit puts one in or out."""
        found = next((who for who, number, _ in self.offered if str(number) == event.character), None)
        if found is not None:
            event.stop()
            if found in self.chosen:
                self.chosen.remove(found)
            else:
                self.chosen.append(found)
            self.query_one("#seats-lines", Static).update(self._lines())

    def on_click(self, event: events.Click) -> None:
        """A click on a line does the same."""
        widget = event.widget
        if widget is not None and widget.id == "seats-lines" and event.y < len(self.offered):
            number = self.offered[event.y][1]
            self.on_key(events.Key(str(number), str(number)))

    def action_all(self) -> None:
        """All of them; none where all are chosen."""
        everybody = [who for who, *_ in self.offered]
        self.chosen = [] if len(self.chosen) == len(everybody) else everybody
        self.query_one("#seats-lines", Static).update(self._lines())

    def action_take(self) -> None:
        """Gives those that are chosen, in the order of their seats."""
        if self.needed and not self.chosen:
            self.notify("Choose someone with a digit, or all with 0.")
            return
        self.dismiss(tuple(who for who, *_ in self.offered if who in self.chosen))


def at_hand(session: PartySession[Any]) -> list[tuple[str, str, str]]:
    """Those in the folder who could sit down and do not yet: ids, names and the names of their files."""
    seating, found = session.seating, []
    if seating is None:
        return []
    sitting = {seat.id for seat in getattr(session.document, "seats", ())}
    for path in sorted(Path(seating.folder).glob("*.toml")):
        try:
            doc = {} if path.name.startswith(".") else load(path)
        except (BadFile, OSError):
            continue
        who = doc.get("id")
        if isinstance(who, str) and who and who not in sitting and not seating.members.misfit(doc):
            found.append((who, seating.members.layout.name_of(doc) or path.stem, path.stem))
    return found


async def pick_seats(
    screen: PartyScreen[Any],
    title: str,
    chosen: Collection[str] = (),
    question: str = "",
    *,
    among: Collection[str] | None = None,
    needed: bool = False,
) -> tuple[str, ...] | None:
    """The ids of several who take part, or nothing where it was left; `among` these only, at least one if `needed`."""
    here = screen.session.seats if among is None else among
    seats = [(face.who, face.number, face.name) for face in screen.faces() if face.who in here]
    return await screen.app.push_screen_wait(PickSeats(title, seats, chosen, question, needed=needed))


async def pick_seat(
    screen: PartyScreen[Any], title: str, question: str = "", *, among: Collection[str] | None = None
) -> str | None:
    """The one at the focus, or the only one, or whoever is chosen from a list, `among` these only."""
    from saga_tui.ui.dialogs import Offer

    if screen.chosen:
        return screen.chosen
    here = screen.session.seats if among is None else among
    offers = [Offer(face.who, face.name) for face in screen.faces() if face.who in here]
    if not offers:
        screen.notify("No one here is in play.")
        return None
    return offers[0].key if len(offers) == 1 else await screen.choose(title, offers, question)

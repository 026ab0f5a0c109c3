"""The screen of a table: a card for each who sits there, the panels of the table itself below them, one log of all
journals, and acts that reach everybody at once. A game gives panels and actions as data, and what stands on a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from saga_tui.engine.document import Document
from saga_tui.engine.fields import placed
from saga_tui.engine.party import HELD, PartyCommand
from saga_tui.portrait import NONE, Badge, Portrait
from saga_tui.safe import safe
from saga_tui.store import Event
from saga_tui.ui.band import BandView
from saga_tui.ui.bars import Foot, KeyBar, StatusLine
from saga_tui.ui.columns import Body
from saga_tui.ui.journal.banner import ReadOnlyBanner
from saga_tui.ui.journal.recent import LogView
from saga_tui.ui.panels import DocumentPanel, LastLine, LogPanel, NowLine
from saga_tui.ui.party_cards import CardStrip, MemberCard
from saga_tui.ui.party_cast import Broadcast
from saga_tui.ui.party_edge import BroadcastScreen, broadcast
from saga_tui.ui.party_faces import Face
from saga_tui.ui.party_log import PartyLog
from saga_tui.ui.returning import returning
from saga_tui.ui.tracker import TCSS, Tracker, kind_of
from saga_tui.ui.why_screen import pick_number
from saga_tui.words import plural

if TYPE_CHECKING:
    from saga_tui.engine.party import PartySession
    from saga_tui.engine.session import Session
    from saga_tui.games.contract import Game
    from saga_tui.games.party import PartyGame

D = TypeVar("D", bound=Document)

PARTY_TCSS: Final = Path(__file__).with_name("party.tcss")
LOOK: Final = 2.0
"""Seconds between two looks at those who are open in another window."""
DIGITS: Final = 9
"""Cards that have a digit for a key."""


class Place(NamedTuple):
    """One who sits at a table, as the table has it."""

    who: str
    """The document's id."""
    name: str
    mark: str = ""
    """A sign for where they stand in the round, and the same in words."""
    state: str = ""
    away: bool = False


def party_keys() -> list[BindingType]:
    """The keys of every table: a digit goes to a card."""
    return [
        *(
            Binding(str(at), f"card({at - 1})", "", id=f"party.card-{at}", show=False, tooltip=f"Go to card {at}")
            for at in range(1, DIGITS + 1)
        ),
        Binding("shift+left", "beside(-1)", "", id="party.before", show=False, tooltip="Previous card"),
        Binding("shift+right", "beside(1)", "", id="party.after", show=False, tooltip="Next card"),
    ]


class PartyScreen(Tracker[D]):
    """The live view of a table and of all who sit at it."""

    CSS_PATH = [TCSS, PARTY_TCSS]
    AUTO_FOCUS = "#card-1"
    BINDINGS: ClassVar[list[BindingType]] = party_keys()
    MEMBERS: ClassVar[Game]
    """The game of those who sit there."""
    GAME: ClassVar[PartyGame]
    session: PartySession[D]

    def __init__(self, session: PartySession[D]) -> None:
        super().__init__(session)
        self.log_of_all = PartyLog()
        self._faces: dict[str, tuple[object, Portrait]] = {}
        """What was last drawn of each, and of which document."""
        self._members: tuple[object, ...] = ()
        self._answered: frozenset[str] = frozenset()
        """Offers whose answer has been told."""

    # ---- what a game says in its own way

    def places(self, document: D) -> Sequence[Place]:
        """Who sits at the table, in the order of their cards."""
        seats = getattr(document, "seats", ())
        return [
            Place(seat.id, safe(seat.name or seat.file or seat.id), *self.GAME.standing(document, seat.id))
            for seat in seats
        ]

    def portrait_of(self, document: Any) -> Portrait:
        """What stands on the card of one who sits there."""
        return self.MEMBERS.glance(document.to_doc())

    def badges_of(self, document: Any, portrait: Portrait) -> Sequence[Badge]:
        """What one who sits there has to answer: it may depend on the table, and is asked for each time."""
        return (*portrait.badges, *self.GAME.badges(self.document, document))

    def screen_of(self, member: Session[Any]) -> Screen[None]:
        """The whole of one who sits there, on a screen of its own."""
        return self.MEMBERS.screen(member.memory)

    def now(self, document: D) -> Content:
        """Where there is no room for a band, what it says first."""
        band = self.band(document)
        if band is None:
            return super().now(document)
        return Content.assemble((f" {safe(band.number)}  {safe(band.title)}   ", "bold"), safe(band.lines[0].left))

    # ---- what is there

    def compose(self) -> ComposeResult:
        """Header, what to do now, the cards, the panels, the last log line, the keys."""
        yield StatusLine()
        yield ReadOnlyBanner(self.memory)
        yield BandView(id="band")
        yield NowLine(id="now")
        yield CardStrip(self.faces())
        self.body = Body(self.layout_plans, self._plan(*self.app.size), self._panel)
        yield self.body
        with Foot():
            yield from self.compose_foot()
            yield LastLine(id="last")
            yield KeyBar()

    def faces(self) -> list[Face]:
        """What each card shows now; a portrait is worked out again only for a document that has changed."""
        found = []
        for number, place in enumerate(self.places(self.document), 1):
            member, note = self.session.seats.get(place.who), self.session.notes.get(place.who)
            document = member.document if member is not None else self.session.last_seen(place.who)
            if place.who not in self._faces or self._faces[place.who][0] is not document:
                self._faces[place.who] = (document, self.portrait_of(document) if document is not None else NONE)
            shown = self._faces[place.who][1]
            if document is not None and (badges := tuple(self.badges_of(document, shown))) != shown.badges:
                shown = shown._replace(badges=badges)
            told, said, mark, state = "", self._offered(place.who), place.mark, place.state
            if member is None and note is not None and note.code in HELD:
                mark, state = "◌", "elsewhere"
            elif member is None:
                told = note.message if note is not None else "not at hand"
            elif note is not None:
                said = note.message
            found.append(
                Face(place.who, number, document.title if document is not None else place.name,
                     shown, mark, state, told, place.away, said)
            )  # fmt: skip
        return found

    def _offered(self, who: str) -> str:
        """What waits for an answer: in another window, or here on the whole sheet where that window is gone."""
        offers = [one for one in getattr(self.document, "offers", ()) if one.to == who]
        waiting = sum(not self.session.answer(one) for one in offers)
        return f"{plural(waiting, 'offer')} open" if waiting else ""

    def _look(self) -> None:
        """What has become of those who are open in another window, and what they have answered."""
        if self.session.refresh():
            self.happened()
            for above in self.app.screen_stack:  # what is asked about would do something else now
                if isinstance(above, BroadcastScreen) and above.table is self:
                    above.again()
        answers = self.session.answers()
        for text in (text for key, text in answers.items() if key not in self._answered):
            self.notify(safe(text, limit=300), title="Offer", timeout=12)
        self._answered = frozenset(answers)

    def look_elsewhere(self) -> None:
        """Something came from other laptops: those who sit there follow, also where the table is only looked at."""
        followed = [one.memory.poll() for one in self.session.seats.values() if one.memory.read_only]
        self._look()
        if any(followed):
            self.happened()

    def foresee_members(self, then: Mapping[str, Any]) -> None:
        """What is asked about stands as ghosts on the cards of those who would be others, by their ids."""
        shown = []
        for face in self.faces():
            document = then.get(face.who)
            after = {meter.label: meter.filled for meter in self.portrait_of(document).meters} if document else {}
            changed = ((one.label, after.get(one.label, one.filled) - one.filled) for one in face.portrait.meters)
            shown.append(replace(face, ghosts=tuple(one for one in changed if one[1])))
        self.strip.show(shown)

    @property
    def strip(self) -> CardStrip:
        """The cards."""
        return self.query_one(CardStrip)

    @property
    def chosen(self) -> str:
        """Whose card has the focus: an id, or nothing."""
        focused = self.focused
        return focused.face.who if isinstance(focused, MemberCard) else ""

    # ---- keeping up

    def on_mount(self) -> None:
        """Looks now and then what those do who are open elsewhere."""
        self.set_interval(LOOK, self._look)

    def happened(self) -> None:
        """Shows the table as it is now, and the cards of those who have changed."""
        self._members = tuple(member.memory.doc for member in self.session.seats.values())
        self.strip.calm = not self.layout_plans.mood(self.document)
        self.strip.show(self.faces())  # first: who has something to answer is read from the cards
        super().happened()

    def on_memory_changed(self, event: Any) -> None:
        """Saved, not saved, or changed by itself: the table, or one who sits there."""
        if tuple(member.memory.doc for member in self.session.seats.values()) != self._members:
            self.happened()
        super().on_memory_changed(event)

    def on_screen_resume(self) -> None:
        """Somebody was looked at as a whole, and may have changed."""
        super().on_screen_resume()
        if self.is_mounted and self.query(CardStrip):
            self.happened()

    def newest(self) -> list[Event]:
        """The newest events of the table's own journal."""
        return super().newest() if self.is_mounted else []

    def _tell(self) -> None:
        """The log of all journals."""
        newest = self.newest()
        seats = self.session.seats
        names = {who: (session.document.title, session.memory) for who, session in seats.items()}
        found = self.log_of_all.told(self.memory, names)
        for panel in self.body.made:
            if isinstance(panel, LogPanel):
                panel.tell(found)
            else:
                panel.remember(self.memory, newest)
        last = self.query_one(LastLine)
        last.entry = found[0] if found else None
        last.display = not self.body.shows_log

    def _panel(self, place: str) -> DocumentPanel:
        panel = super()._panel(place)
        panel.document = self.document
        return panel

    async def on_resize(self, event: events.Resize) -> None:
        """As many cards as fit now."""
        self.strip.fit()
        await super().on_resize(event)

    def trouble_line(self) -> Content:
        """Who has something to answer and is out of sight, by the keys of their cards."""
        faces = self.strip.unseen if self.query(CardStrip) else self.faces()
        told: dict[str, Content] = {}
        for face in faces:
            if face.alerts and not face.trouble and face.who not in told:
                words = f"{face.name}: {', '.join(face.alerts)}"
                told[face.who] = Content.assemble((f"▸{face.number} ", "bold $key"), (words, "bold $bad"))
        return Content("   ").join(told.values())

    # ---- keys

    def action_card(self, at: int) -> None:
        """Goes to a card; where it has the focus already, opens it."""
        cards = self.strip.cards
        if at < len(cards) and cards[at].has_focus:
            cards[at].action_open()
        else:
            self.strip.go(at)

    def action_beside(self, by: int) -> None:
        """To the card beside the one at the focus."""
        focused = self.focused
        self.strip.go((focused.face.number - 1 if isinstance(focused, MemberCard) else 0) + by)

    def action_log(self) -> None:
        """To the log where it has room, else to the table's whole journal."""
        views = [view for view in self.query(LogView) if view.display and view.region]
        if views:
            views[0].focus()
        else:
            self.action_journal()

    def action_journal(self) -> None:
        """The whole log of all journals, by who."""
        from saga_tui.ui.party_journal import PartyJournalScreen

        screen = PartyJournalScreen(self.session, self.kinds(), self.MEMBERS.categories())
        self.app.push_screen(screen, self._back)

    async def carry_out(self, deed: Any) -> None:
        """A command that reaches those who sit there is shown member by member first, where nothing has to be asked."""
        kind: Any = deed
        whole = isinstance(kind, type) and issubclass(kind, PartyCommand) and kind.parts is not PartyCommand.parts
        if whole and not any(one.required for one in placed(kind)):
            await broadcast(self, Broadcast(kind.title, kind))
        else:
            await super().carry_out(deed)

    def action_why_card(self) -> None:
        """Explains a number of the one at the focus."""
        member = self.session.seats.get(self.chosen)
        if member is not None:
            pick_number(self.app, member, self.show_rule)

    @on(MemberCard.Opened)
    def _opened(self, event: MemberCard.Opened) -> None:
        event.stop()
        self.open(event.who)

    def open(self, who: str) -> None:
        """Shows the whole of one who sits there; Escape comes back."""
        member = self.session.seats.get(who)
        if member is None:
            if (note := self.session.notes.get(who)) is not None:
                self.notify(str(note), severity="warning", timeout=12)
            return
        self.app.push_screen(returning(self.screen_of(member)))


def party_of(game: PartyGame) -> type[PartyScreen[Any]]:
    """The screen of a game's tables where the game gives its panels and actions as data."""
    kind = kind_of(game, PartyScreen)
    kind.MEMBERS = game.members  # type: ignore[attr-defined]
    return kind  # type: ignore[return-value]

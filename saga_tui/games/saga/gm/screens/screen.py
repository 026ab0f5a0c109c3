"""The GM's table on the screen: a card for each character, the conflict, what would happen next, and all that is done
(CNF, AST-13, TRT-3 to 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from saga_tui.engine.session import Session
from saga_tui.games.saga.game import GAME as SAGA
from saga_tui.games.saga.gm.clock import elsewhere, in_conflict, plays
from saga_tui.games.saga.gm.commands.together import unready
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.screens import ready
from saga_tui.games.saga.gm.screens.actions import ACTIONS, ORDER
from saga_tui.games.saga.gm.screens.panels import LAYOUT, LETTERS, PANELS, mood, scene
from saga_tui.games.saga.gm.screens.turns import phase_words, step_words, without
from saga_tui.games.saga.gm.state import Element, Table, whose_turn
from saga_tui.games.saga.rules import creation, open_roll, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens.portrait import STEPS, card
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.portrait import Badge, Part, Portrait
from saga_tui.ui import specs
from saga_tui.ui.band import Band, BandView
from saga_tui.ui.keys import play_keys
from saga_tui.ui.panels import DocumentPanel, NowLine
from saga_tui.ui.party import PARTY_TCSS, PartyScreen, Place
from saga_tui.ui.party_cards import MemberCard
from saga_tui.ui.rows import Row
from saga_tui.ui.tracker import TCSS
from saga_tui.words import plural

CONSEQUENCES: Final = "Consequences"
"""The list that stands on every card."""
OWN_TCSS: Final = Path(__file__).with_name("table.tcss")


class TableScreen(PartyScreen[Table]):
    """The GM's table."""

    GAME = TABLE
    CSS_PATH = [TCSS, PARTY_TCSS, OWN_TCSS]
    MEMBERS = SAGA
    PANELS = PANELS
    ACTIONS = ACTIONS
    LAYOUT = LAYOUT
    BINDINGS: ClassVar[list[BindingType]] = [
        *play_keys(ACTIONS, (), first=ORDER),
        *(
            Binding(key, f"element({at})", "", id=f"table.element-{key}", show=False, tooltip=f"Go to element {key}")
            for at, key in enumerate(LETTERS)
        ),
    ]

    def __init__(self, session: Any) -> None:
        super().__init__(session)
        self.whom = ""
        """The character at the focus, or nobody."""
        self.at = 0
        """The element at the focus, or the one that was there last."""

    # ---- who sits there

    def places(self, document: Table) -> Sequence[Place]:
        """The seats in their order, each with where it stands in the round (CNF-4)."""
        play, found, turn = document.play, [], whose_turn(document)
        for seat in document.seats:
            mark = words = ""
            member = self.session.last_seen(seat.id)
            if seat.away:
                mark, words = "–", "away"
            elif member is not None and member.play is None:
                mark, words = "–", "not in play"
            elif in_conflict(play) and (member is None or plays(member)):
                acted = seat.id in play.acted
                mark, words = ("✓", "acted") if acted else ("→", "their turn") if seat is turn else ("·", "to act")
            found.append(Place(seat.id, one_line(seat.name or seat.id, 40), mark, words, seat.away))
        return found

    def portrait_of(self, document: Character) -> Portrait:
        """Tokens, harm and doom; of one who is half built how much is left to choose in each step."""
        found = card(document)
        if document.play is None and unready(document):
            steps = Counter(creation.step_of(one) for one in creation.open_problems(document) if one.stops_play)
            lines = tuple((step, plural(count, "choice")) for step in STEPS if (count := steps[step]))
            return found._replace(badges=(), parts=(Part("Left to choose", lines),))
        hurt = next((part for part in found.parts if part.title == CONSEQUENCES), Part(CONSEQUENCES, ()))
        others = tuple(part for part in found.parts if part is not hurt and part.title != CONSEQUENCES)
        return found._replace(badges=(), parts=(hurt, *others))

    def badges_of(self, document: Character, portrait: Portrait) -> Sequence[Badge]:
        """What has to be answered: the conflict is the table's, and so is what it waits for."""
        return badges(self.document, document)

    # ---- where it stands

    def header(self, document: Table, width: int) -> tuple[Content, Content]:
        """The table's name, and where its clock stands."""
        play = document.play
        left = Content.assemble(
            (one_line(document.title, 60), "bold $title"),
            (f"   {len(document.seats)} at the table" if width >= 100 else "", "$dim"),
        )
        short = width < 76
        words = [f"{'ch' if short else 'chapter'} {play.chapter}"] * bool(play.chapter)
        words += [f"{'sc' if short else 'scene'} {play.scene}"] * bool(play.scene)
        inner = ""
        if in_conflict(play):
            inner = (
                f"{one_line(play.stakes, 20) or 'open'}{'' if short else ' conflict'} › {'r' if short else 'round '}"
            )
            inner += str(play.round)
        outer = " › ".join(words) or "before chapter 1"
        style = "bold $bad" if play.stakes == "deadly" and in_conflict(play) else "bold $warn"
        return left, Content.assemble((f"{outer} › " if inner else outer, "$dim"), (inner, style))

    def now(self, document: Table) -> Content:
        """What the GM has to answer, who is in trouble, and how it goes on."""
        parts = [self._zero(document), self._dealing(document), self.trouble_line()]
        told = Content("   ").join(part for part in parts if part.plain)
        step = next((one for one in ACTIONS if one.key == "n" and one.when(document)), None)
        ways = f"  n: {step.words.lower()}" if step is not None else ""
        if in_conflict(document.play):
            here = without(document, self.absent)
            ways = f"  {phase_words(here)}  {step_words(here)}" if not self.query_one(BandView).display else ""
        if not document.seats:
            ways = "  No one sits here yet. Press Q to seat characters."
        return Content.assemble(" ", told, (ways, "$dim")) if told.plain else Content.styled(ways, "$dim")

    def band(self, document: Table) -> Band | None:
        """Who is not in play is not waited for."""
        return super().band(without(document, self.absent))

    @property
    def absent(self) -> frozenset[str]:
        """The ids of those who are not in play: half built, not begun, met by their doom, or not at hand at all."""
        playing = {who for who, one in self.characters.items() if plays(one)}
        return frozenset(seat.id for seat in self.document.seats) - playing

    @staticmethod
    def _zero(document: Table) -> Content:
        asks = [ask for ask in document.play.asks if ask.what == "zero"]
        words = ", ".join(one_line(ask.kind, 40) for ask in asks)
        return Content.styled(f"▸ Z: {words}, no dice left" if asks else "", "bold $warn")

    @staticmethod
    def _dealing(document: Table) -> Content:
        left = sum(max(0, one.amount - one.blocked) for one in document.play.strikes)
        return Content.styled(f"▸ x: deal {left} damage" if document.play.strikes else "", "bold $warn")

    def presses(self, document: Table) -> bool:
        """Somebody has something to answer."""
        return bool(document.play.asks or document.play.strikes) or any(face.alerts for face in self.strip.faces)

    def say_now(self) -> None:
        """The band, and below it who is in trouble."""
        super().say_now()
        line = self.query_one(NowLine)
        if self.query_one(BandView).display:  # who is in trouble stands on the cards
            play = self.document.play
            hidden = any(face.alerts for face in self.strip.unseen)
            line.display = bool(play.asks or play.strikes or hidden)

    def seen(self, document: Table) -> None:
        """Columns are alike where no one is to be fought."""
        super().seen(document)
        self.set_class(not mood(document), "-calm")

    # ---- what is at the focus

    @property
    def element(self) -> Element | None:
        """The element at the focus; without one the one that the character at the focus has to do with."""
        found = self.document.play.elements
        if self.whom:
            against = [one for one in found if self.whom in one.against and not one.out]
            standing = [one for one in found if not (one.out or one.ally)]
            return next(iter(against or standing), None)
        return found[self.at] if self.at < len(found) else None

    @property
    def at_element(self) -> Element | None:
        """The element whose row has the focus."""
        return self.element if not self.whom and not self.chosen else None

    def _panel(self, place: str) -> DocumentPanel:
        """The panel of what would happen knows the focus, that of the scene who is in play."""
        if place == "scene":
            old = self.panels[place]
            spec = replace(old, rows=lambda table: scene(without(table, self.absent)),
                           urgent=lambda table: old.urgent(without(table, self.absent)))  # fmt: skip
            return DocumentPanel(spec, self.document, self.why)
        if place == "ready":
            spec = replace(self.panels[place], rows=self._ready_rows, heading=self._ready_heading)
            return DocumentPanel(spec, self.document, self.why)
        return super()._panel(place)

    @property
    def characters(self) -> dict[str, Character]:
        """The characters that are open here or in another window, by their ids."""
        return {**self.session.members, **self.session.elsewhere}

    def _ready_rows(self, document: Table) -> Sequence[specs.AnyRow]:
        return tuple(ready.rows(document, self.characters, self.whom, self.element))

    def _ready_heading(self, document: Table) -> str:
        return ready.heading(document, self.characters, self.whom, self.element)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """What would happen follows the focus."""
        widget = event.widget
        before = (self.whom, self.at)
        if isinstance(widget, MemberCard):
            self.whom = widget.face.who
        elif isinstance(widget, Row) and (widget.id or "").partition("-")[0] == "element":
            self.whom, self.at = "", int((widget.id or "").partition("-")[2])
        if before != (self.whom, self.at) and hasattr(self, "body"):
            for panel in self.body.made:
                if panel.spec.place == "ready":
                    panel.show(self.document)
            self.call_after_refresh(self.body.deal)

    def action_element(self, at: int) -> None:
        """Goes to an element by its letter; where it has the focus already, it acts."""
        found = [*self.query(f"#element-{at}").results(Row)]
        if not found:
            return
        if found[0].has_focus:
            self.flow(self.carry_out("act"))
        else:
            found[0].focus()

    # ---- other screens

    def screen_of(self, member: Session[Any]) -> Screen[None]:
        """The whole character."""
        return SAGA.screen(member.memory)


def badges(table: Table, character: Character) -> Sequence[Badge]:
    """What a character has to answer, in a few words (DMG-2, KIS-2, DOM-3); before that, what keeps it from taking part
    in what happens at the table, and the key that changes it (TIME-1)."""
    began = bool(table.play.chapter)
    if character.play is None:
        ready = f"{'J' if began else 'n'}: starts play"
        return (Badge("⏎: finish building" if unready(character) else ready, "move"),)
    play, found = state.play_of(character), []
    if state.doomed(character):
        return (Badge("met their doom", "bad"),)
    if (began or state.clock(character)) and (where := elsewhere(table, character)):
        short = where.replace("chapter ", "ch ").replace("scene ", "sc ")
        found.append(Badge(f"J: join ({short})" if began else where, "move"))
    unnamed = sum(ask.count for ask in play.asks if ask.what == "consequence")
    if unnamed:
        found.append(Badge(f"{unnamed} to name", "bad"))
    if play.kismet is not None or any(ask.what == "kismet" for ask in play.asks):
        found.append(Badge("kismet roll", "bad"))
    if open_roll.uncompared(character) is not None:
        found.append(Badge("roll open", "move"))
    if play.given_in:
        found.append(Badge("gave in"))
    return found

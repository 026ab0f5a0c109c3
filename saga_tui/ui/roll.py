"""A roll put together row by row, with its odds in sight: the frame of every game. A game says in a `RollSpec`
which rows there are and what the odds are; without one rows come from the command's fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.engine.command import Command, Outcome
from saga_tui.engine.fields import placed
from saga_tui.safe import safe
from saga_tui.ui.dice import DiceView, Look
from saga_tui.ui.marks import Marks
from saga_tui.ui.offers import Offered, OfferLines
from saga_tui.ui.open_dice import Part, by_hand
from saga_tui.ui.roll_fields import field_row
from saga_tui.ui.roll_hero import Hero
from saga_tui.ui.roll_items import Item
from saga_tui.ui.roll_odds import Chance, Priced, Reading
from saga_tui.ui.roll_past import Past, past_rolls
from saga_tui.ui.roll_rows import RowsScreen
from saga_tui.ui.specs import Dice, Why
from saga_tui.ui.verdict import ResultDialog, Said, Verdict, VerdictView, large
from saga_tui.words import percent, sentence

if TYPE_CHECKING:
    from saga_tui.engine.session import Session
    from saga_tui.ui.document_screen import DocumentScreen

C = TypeVar("C")
M = TypeVar("M", bound=Command)


@dataclass(frozen=True, slots=True)
class Composed(Generic[C]):
    """A roll that the player confirmed. With `by_hand` the player threw the dice and types their faces next; else the
    program throws what is missing."""

    command: C
    by_hand: bool = False


class RollSpec(Generic[M]):
    """What a game says of a roll: its rows, and what follows from it."""

    look: Look = Look()
    """How its dice read."""
    columns: ClassVar[Sequence[Sequence[str]]] = ()  # the groups of each column of rows, where there is room

    def title(self, document: Any, command: M) -> str:
        """The words in the border."""
        return command.title

    def rows(self, document: Any, command: M) -> Sequence[Item[M]]:
        """Its rows: one for each field of the command that steps."""
        found = (field_row(one, command) for one in placed(type(command)))
        return [item for item in found if item is not None]

    def trimmed(self, document: Any, command: M) -> M:
        """The roll without what does nothing any more."""
        return command

    def read(self, session: Session[Any], command: M, rows: Sequence[Item[M]]) -> Reading:
        """What follows from it: terms, odds, prices."""
        raise NotImplementedError

    def offers(self, document: Any) -> Sequence[Offered]:
        """What can be done about the roll that was made last."""
        return ()

    def follows(self, outcome: Outcome[Any]) -> Sequence[Offered]:
        """What else can be done about what a roll came to."""
        return ()

    def verdict(self, outcome: Outcome[Any]) -> Verdict | None:
        """What a roll came to, as a banner; none where only its lines say it."""
        return None

    def parts(self, document: Any, command: M) -> Sequence[Part]:
        """Whose dice are thrown, and how many, in the order in which they are typed."""
        return (("Your dice", command.draws(document).needed),)


class MarginRoll(RollSpec[Any]):
    """A roll that reaches its mark or does not, by the law of its margin."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.look = Look(sides=dice.command.sides)

    def chance(self, document: Any, command: Command) -> Fraction:
        """Of reaching it."""
        return self.dice.margin(document, command).at_least(0)

    def follows(self, outcome: Outcome[Any]) -> Sequence[Offered]:
        """What else can be done about what a roll came to."""
        return ()

    def verdict(self, outcome: Outcome[Any]) -> Verdict | None:
        """By how much it reached its mark, or missed it."""
        if self.dice.came is None:
            return None
        came = self.dice.came(outcome)
        word, tone = (self.dice.results[0], "good") if came >= 0 else (self.dice.results[1], "bad")
        had = self.chance(outcome.before, outcome.command)
        told = [line.text for line in outcome.lines] or [outcome.command.title]
        lines = [Said(sentence(text), f"{percent(had)} chance" if not at else "") for at, text in enumerate(told)]
        law = self.dice.margin(outcome.before, outcome.command)
        return Verdict(word, tone, large(came), lines, law=law, at=came)

    def read(self, session: Session[Any], command: Any, rows: Sequence[Item[Any]]) -> Reading:
        """The chances, the margin's law, and what one step of each row would add."""
        document, (won, lost) = session.document, self.dice.results
        shown = self.dice.shown(document, command) if self.dice.shown else command.title
        now = self.chance(document, command)
        adds = {row.key: self.chance(document, row.step(1)) - now for row in rows}
        outcome = session.preview(command, (1,) * command.draws(document).needed)
        return Reading(
            heading=[Content.styled(safe(shown), "bold")],
            notes=[Content.styled(f"! {safe(found.message)}", "bold $bad") for found in outcome.problems],
            chances=[Chance(won, now, "$good"), Chance(lost, 1 - now, "$bad")],
            law=self.dice.margin(document, command),
            prices=[Priced(row.label, "", adds[row.key]) for row in rows if adds[row.key] > 0],
            columns=(won if len(won) < 9 else "success", ""),
            adds=adds,
            unpaid=next((found for found in outcome.problems if found.level == "error"), None),
        )


class RollScreen(RowsScreen[M, Composed[M]], Generic[M]):
    """Rows to walk and step, the pool with its terms and its odds in sight; gives the roll, or nothing. The keys are
    those of a game's own screen, or of `PlainRoll`."""

    def __init__(self, session: Session[Any], spec: RollSpec[M], command: M) -> None:
        self.session, self.spec = session, spec
        self.reading = Reading(heading=())
        super().__init__(command, spec.columns)

    def items(self, command: M) -> Iterable[Item[M]]:
        """As the game says."""
        return self.spec.rows(self.session.document, command)

    def trimmed(self, command: M) -> M:
        """As the game says."""
        return self.spec.trimmed(self.session.document, command)

    def reckon(self) -> None:
        """Terms, odds and prices."""
        self.reading = self.spec.read(self.session, self.command, self.rows)

    def heading(self) -> str:
        """As the game says."""
        return self.spec.title(self.session.document, self.command)

    def adds(self, key: str) -> Fraction | None:
        """What one more would add to the chance of success."""
        return self.reading.adds.get(key)

    def explain(self) -> Why | None:
        """The pool's reasons."""
        return self.reading.why

    def compose_side(self) -> ComposeResult:
        """The chance, and what follows from the roll."""
        yield Hero()

    def compose_below(self) -> ComposeResult:
        """What was rolled last."""
        yield Past(past_rolls(self.session.memory.history()))

    def section(self, name: str) -> tuple[str, str]:
        """The first group says what sort of roll it is."""
        first = self.rows[0].section if self.rows else ""
        return self.heading() if name == first else name, self.reading.said.get(name, "")

    def tell(self) -> None:
        """What follows, and in the meters behind it what would go and come."""
        self.query_one(Hero).tell(self.reading, beside=self.beside, roomy=self.size.height >= 30, spare=self.spare())
        self._haunt(self.reading.ghosts)

    def _haunt(self, ghosts: Mapping[str, int]) -> None:
        """Shows in the heroes' meters what would be."""
        for screen in (one for one in self.app.screen_stack if one is not self):
            for row in screen.query("#vitals Marks").results(Marks):
                more = ghosts.get(row.id or "", 0)
                row.foresee(more, f"{row.filled} → {max(0, row.filled + more)}" if more else "")

    def dismiss(self, result: Composed[M] | None = None) -> AwaitComplete:
        """What would be is not shown any more."""
        self._haunt({})
        return super().dismiss(result)

    def payable(self) -> bool:
        """Whether it may be confirmed; says why where it may not."""
        unpaid = self.reading.unpaid
        if unpaid is not None:
            self.notify(safe(unpaid.sentence()), title="Cannot roll", severity="warning")
        return unpaid is None

    def on_key(self, event: events.Key) -> None:
        """A digit is one of the number on the row at the focus."""
        item = self.at() if (event.character or "-") in "0123456789" else None
        made = item.digit(int(event.character or 0)) if item is not None and item.digit is not None else None
        if made is not None:  # where it is none, letters of rows are looked at next: each class is asked
            event.stop()
            event.prevent_default()
            self.change(made)

    def action_roll(self) -> None:
        """The program rolls."""
        if self.payable():
            self.dismiss(Composed(self.command))

    def action_dice(self) -> None:
        """The player throws, and types the faces next."""
        if self.payable():
            self.dismiss(Composed(self.command, by_hand=True))


class PlainRoll(RollScreen[Any]):
    """The roll of a game that says nothing but its rows and its odds."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "roll", "Roll", id="roll.roll", priority=True, tooltip="Roll the dice"),
        Binding("d", "dice", "By hand", id="roll.dice", tooltip="Roll your own dice and type their faces"),
        Binding("x,delete", "off", "Remove", id="roll.off", tooltip="Remove the row from the roll"),
        Binding("escape,q", "leave", "Cancel", id="roll.leave", tooltip="Cancel without rolling"),
        Binding("question_mark,h", "app.help", "Keys", id="roll.keys", tooltip="All keys on this screen"),
        Binding("slash", "app.look_up", "Rule", id="roll.rule", tooltip="Look up the rule of this row"),
        Binding("space", "use", "Use", id="roll.toggle", show=False, tooltip="Use this row, or add one"),
    ]


# ---- after the roll


class RollOutcome(ResultDialog[str]):
    """What a roll came to: its dice, what happened in lines, and what can be done about it. Gives the key of an offer
    that is taken."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "leave", "Continue", id="result.close"),
        Binding("escape,q", "leave", "Continue", id="result.leave", show=False),
    ]

    def __init__(
        self, title: str, look: Look, faces: Sequence[int], lines: Sequence[str], *, fresh: bool,
        offers: Sequence[Offered] = (), verdict: Verdict | None = None,
    ) -> None:  # fmt: skip
        """`fresh`: the dice were thrown just now, and tumble; a `verdict` says it in the place of the lines."""
        super().__init__()
        self.title_text, self.look, self.faces, self.lines, self.fresh = title, look, tuple(faces), tuple(lines), fresh
        self.offers, self.verdict = tuple(offers), verdict

    def compose_body(self) -> ComposeResult:
        """The banner, faces, lines."""
        if self.verdict is not None:
            yield VerdictView(self.verdict)
        if self.faces:
            yield DiceView(self.look, self.faces)
        for line in self.lines if self.verdict is None else ():
            yield Static(Content(sentence(safe(line))))
        if self.offers:
            yield OfferLines(self.offers)

    def on_key(self, event: events.Key) -> None:
        """The key of an offer takes it; any key lets dice lie that still tumble."""
        tumbling = any(dice.tumbling for dice in self.query(DiceView))
        super().on_key(event)
        if not tumbling and any(offer.key and offer.key == event.character for offer in self.offers):
            event.stop()
            self.dismiss(event.character)

    @on(OfferLines.Chosen)
    def _clicked(self, event: OfferLines.Chosen) -> None:
        self.dismiss(event.key)

    def on_mount(self) -> None:
        """Dice thrown just now tumble; what they say is told when they lie still."""
        super().on_mount()
        for dice in self.query(DiceView):
            dice.show(dice.faces, rolling=range(len(dice.faces)) if self.fresh else ())
        self.reveal()


async def roll(screen: DocumentScreen[Any], spec: RollSpec[M], command: M) -> None:
    """Put a roll together, throw its dice or let the player throw them, and show what it came to, with what can be done
    about it. Left without dice, it is opened again as it was."""
    while True:
        composed: Composed[Any] | None = await screen.app.push_screen_wait(PlainRoll(screen.session, spec, command))
        if composed is None:
            return
        command = composed.command
        faces = await by_hand(screen, spec, command) if composed.by_hand else None
        if faces is not None or not composed.by_hand:
            break
    await told(screen, spec, await screen.execute(command, faces), fresh=faces is None)


async def told(
    screen: DocumentScreen[Any], spec: RollSpec[Any], outcome: Outcome[Any] | None, *, fresh: bool = True
) -> None:
    """Show what a roll came to, and do what is chosen about it."""
    while outcome is not None:
        lines, offers = [line.text for line in outcome.lines], [*spec.offers(screen.document), *spec.follows(outcome)]
        shown = RollOutcome(
            outcome.command.title, spec.look, outcome.dice, lines, fresh=fresh, offers=offers,
            verdict=spec.verdict(outcome),
        )  # fmt: skip
        shown.rule = next(iter(outcome.command.rules), "")
        key = await screen.app.push_screen_wait(shown)
        taken, composed = next(((one.command, one.composed) for one in offers if key and one.key == key), (None, False))
        if taken is not None and composed:
            return await roll(screen, spec, taken)
        outcome = await screen.execute(taken) if taken is not None else None
    return None

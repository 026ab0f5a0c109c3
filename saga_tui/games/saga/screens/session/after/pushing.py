"""Pushes spent: a small menu of what this kind of roll may buy, and what it makes put in its place (PSH)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import open_roll, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands.pushes import ALLOWED, RULES, Push, Use
from saga_tui.games.saga.rules.words import DAMAGE
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.safe import safe
from saga_tui.ui.dialogs import Dialog, Offer
from saga_tui.words import plural

KEYS: Final[dict[Use, str]] = {
    "damage": "d",
    "trait": "t",
    "story": "s",
    "follow-on": "f",
    "cancel": "c",
    "counterattack": "k",
}
"""The key of each use in the menu."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What the pushes are put into, and how many of them."""

    use: Use
    pushes: int


def words(use: Use, pushes: int) -> str:
    """What so many pushes make: `Create a temporary trait for 3 rounds`."""
    dice = f"up to {plural(pushes, 'die')}, no token needed"
    return {
        "damage": f"Deal {pushes} damage",
        "trait": f"Create a temporary trait for {plural(1 + pushes, 'round')}",
        "story": f"Gain {plural(pushes, 'story benefit')}",
        "follow-on": f"Follow-on action: {dice}",
        "cancel": f"Cancel {pushes} damage",
        "counterattack": f"Counterattack: {dice}",
    }[use]


class PushMenu(Dialog[Spent]):
    """How many pushes, and what they are put into: a key each, Enter for the first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                key, f"spend('{use}')", use.capitalize(), id=f"push.{use}", show=False, tooltip=f"Spend pushes: {use}"
            )
            for use, key in KEYS.items()
        ),
        Binding("enter", "first", "Choose the first", id="push.first"),
        Binding("left,minus,down", "more(-1)", "Fewer", id="push.fewer"),
        Binding("right,plus,up", "more(1)", "More", id="push.more"),
        Binding("escape,q", "leave", "Keep pushes", id="push.leave"),
    ]

    def __init__(self, roll: LastRoll) -> None:
        """All of them, unless another number is chosen."""
        super().__init__()
        self.uses = ALLOWED.get(roll.kind, ALLOWED["other"])
        self.rule = RULES[self.uses[0]]
        self.held = self.pushes = roll.pushes
        kind = {"attack": "an attack", "block": "a block"}.get(roll.kind, "a roll")
        self.title_text = f"{plural(self.held, 'push')} from {kind}"

    def compose_body(self) -> ComposeResult:
        """How many; what for."""
        yield Static(id="push-many", classes="dialog--question")
        for use in self.uses:
            yield Static(id=f"push-{use}")

    def on_mount(self) -> None:
        """All of them."""
        self._show()

    def _show(self) -> None:
        arrows = ("◂", "▸") if self.held > 1 else (" ", " ")
        many = Content.assemble(
            ("Spend ", "$dim"), (f"{arrows[0]} ", "bold $key"), (f"{self.pushes}", "bold $glow"),
            (f" {arrows[1]}", "bold $key"), (f" of {self.held}", "$dim"),
            ("   or type a number" if self.held > 1 else "", "$dim"),
        )  # fmt: skip
        self.query_one("#push-many", Static).update(many)
        for use in self.uses:
            line = Content.assemble((f"{KEYS[use]} ", "bold $key"), safe(words(use, self.pushes)))
            self.query_one(f"#push-{use}", Static).update(line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what this kind of roll may buy."""
        if action == "spend":
            return parameters[0] in self.uses
        return self.held > 1 if action == "more" else True

    def on_key(self, event: events.Key) -> None:
        """A digit says how many."""
        if event.character and event.character in "123456789":
            event.stop()
            self.pushes = min(self.held, int(event.character))
            self._show()

    def action_more(self, by: int) -> None:
        """One more or fewer."""
        self.pushes = max(1, min(self.held, self.pushes + by))
        self._show()

    def action_spend(self, use: Use) -> None:
        """Gives the use and how many."""
        self.dismiss(Spent(use, self.pushes))

    def action_first(self) -> None:
        """The first of the list."""
        self.action_spend(self.uses[0])


async def spend(desk: SagaScreen) -> bool:
    """The menu, what its choice still needs, and the command; says whether pushes were spent."""
    roll = open_roll.judged_roll(desk.character)
    if roll is None or roll.pushes <= 0:
        desk.notify("No pushes left on your last roll.")
        return False
    chosen = await desk.app.push_screen_wait(PushMenu(roll))
    if chosen is None:
        return False
    command = await _command(desk, roll, chosen)
    return command is not None and await desk.execute(command) is not None


async def _command(desk: SagaScreen, roll: LastRoll, spent: Spent) -> Push | None:
    """The command, with a name or a benefit in words, or the kind of damage; `None` where that was left."""
    use, pushes = spent.use, spent.pushes
    if use == "trait":
        ideas = [item.text for item in book.pushes() if item.attack and _fits(roll, item.asset)]
        text = await desk.text("Temporary trait", "What is now true of your target?", suggestions=ideas)
        return None if text is None else Push(use=use, pushes=pushes, text=text)
    if use == "story":
        ideas = [item.text for item in book.pushes() if not item.attack and item.pushes <= pushes]
        text = await desk.text("Story benefit", "What goes even better?", suggestions=ideas, optional=True)
        return None if text is None else Push(use=use, pushes=pushes, text=text)
    if use == "cancel":
        held = own_damage(desk.character)
        offers = [Offer(kind, f"Your {kind}", f"You have {many}") for kind, many in held.items()]
        offers.append(Offer("", "Someone else's, or damage still to come", "Noted in the log only"))
        kind = await desk.choose("Whose damage do you cancel?", offers) if held else ""
        if kind is None:
            return None
        return Push(use=use, pushes=pushes, kind=next((name for name in DAMAGE if name == kind), None))
    return Push(use=use, pushes=pushes)


def own_damage(character: Character) -> dict[str, int]:
    """The character's own damage that a block could cancel."""
    return {kind: held for kind in DAMAGE if (held := state.held(character, kind))}


def _fits(roll: LastRoll, asset: str | None) -> bool:
    """Whether an example belongs to an asset that the roll used; all do where it used none."""
    plan = open_roll.plan_of(roll)
    used = {name for name in ("force", "grace", "acuity") if plan.used(name)}
    return not used or asset in used

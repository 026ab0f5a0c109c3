"""Where play stands for a character from paper: asked before it begins (CRE-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command
from saga_tui.games.saga.rules.commands.spark import GainSpark
from saga_tui.games.saga.rules.commands.time import SetClock
from saga_tui.games.saga.rules.commands.tokens import GainFortune, Spend
from saga_tui.games.saga.rules.words import ASSETS
from saga_tui.ui.builder.widgets import FieldLine
from saga_tui.ui.dialogs import Dialog, plain

if TYPE_CHECKING:
    from saga_tui.ui.builder.screen import BuilderScreen


async def ask(screen: BuilderScreen) -> Sequence[Command] | None:
    """Asks of a character from paper where play stands; gives what brings it there once play has begun."""
    character: Character = screen.document
    if not character.as_is:
        return ()
    stands: dict[str, int] | None = await screen.app.push_screen_wait(WherePlayStands(character))
    return None if stands is None else commands_for(character, stands)


FIELDS: Final = (("chapter", "Chapter"), ("scene", "Scene"), ("spark", "Spark"))


class WherePlayStands(Dialog[dict[str, int]]):
    """For a character from paper: the chapter and scene that run, the Spark and the tokens in hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "Next", id="stands.next"),
        Binding("ctrl+n", "take", "Start play", id="stands.take"),
    ]
    title_text = "Where are you in the story?"

    def __init__(self, character: Character) -> None:
        super().__init__()
        self.defaults = {key: 0 for key, _ in FIELDS}
        self.defaults |= {asset: derive.rating(character, asset).total for asset in ASSETS}

    def compose_body(self) -> ComposeResult:
        """A field a number; empty fields stand for the number shown in them."""
        yield plain("Chapter 0 is before the first. Enter the tokens in hand now.", "dialog--question")
        for key, label in (*FIELDS, *((asset, f"{asset.capitalize()} in hand") for asset in ASSETS)):
            line = FieldLine(label, key, placeholder=str(self.defaults[key]), most=4, label_width=17)
            line.field.restrict = r"\d*"
            yield line

    def on_mount(self) -> None:
        """Begins in the first field."""
        self.query(Input).first().focus()

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_next()

    def action_next(self) -> None:
        """To the next field; from the last one into play."""
        fields = list(self.query(Input))
        if fields and fields[-1].has_focus:
            self.action_take()
        else:
            self.focus_next(Input)

    def action_take(self) -> None:
        """Gives all the numbers."""
        typed = {field.name or "": field.value for field in self.query(Input)}
        self.dismiss({key: int(typed.get(key) or default) for key, default in self.defaults.items()})


def commands_for(character: Character, stands: dict[str, int]) -> list[Command]:
    """What brings a character that has just entered play to where it stands (TIME-1, SPK-1, AST-1)."""
    commands: list[Command] = []
    if stands["chapter"]:
        commands.append(SetClock(chapter=stands["chapter"], scene=stands["scene"]))
    if stands["spark"]:
        commands.append(GainSpark(amount=stands["spark"], why="from paper"))
    for asset in ASSETS:
        more = stands[asset] - derive.rating(character, asset).total
        if more < 0:
            commands.append(Spend(asset=asset, amount=-more, action=False, why="from paper"))
        elif more and asset == "fortune":
            commands.append(GainFortune(amount=more, why="from paper"))
    return commands

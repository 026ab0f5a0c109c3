"""A ruling on what is at the focus, or on any number or text by its name; and the way back to the rule (CRE-11)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from saga_tui.engine.deciding import RemoveRuling
from saga_tui.engine.document import Ruling
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command, perform
from saga_tui.games.saga.rules.named import is_ruled, named, on_number, sentence, slugged, texts
from saga_tui.games.saga.rules.ruling_words import amended, read
from saga_tui.games.saga.rules.words import SKILLS, WOUNDS
from saga_tui.ui.dialogs import Confirm
from saga_tui.ui.prompt import Way, WayPrompt
from saga_tui.ui.rows import Line, Row
from saga_tui.ui.why import Why

Do = Callable[[Command], Awaitable[object]]
"""Carries a command out."""
TEXT = "text"
"""The way that changes the row's own words where they stand."""
HOW = "New value, then a reason (optional)"


# ---- what a row shows


def numbers_of(character: Character, row: Widget | None) -> tuple[str, ...]:
    """The names of the numbers that stand on a row of the session, in their order."""
    if isinstance(row, Line) and isinstance(row.data, tuple):
        return tuple(name for name in _of_line(character, row.data) if name)
    place = getattr(row, "place", None)
    if isinstance(place, int):
        return (f"drive:{place + 1}",)
    kind, _, name = ((row.id or "") if isinstance(row, Row) else "").partition("-")
    if kind == "asset":
        return (f"{name}-tokens", name)
    if kind == "damage":
        return (name, f"{name}-threshold") if name in WOUNDS else (name,)
    if kind == "skill" and name in SKILLS:
        return (f"skill:{name}",)
    return {"doom": ("doom", "doom-end"), "spark": ("spark",)}.get(kind, ())


def _of_line(character: Character, data: tuple[object, ...]) -> Iterator[str]:
    play = character.play
    match data:
        case ("gear", str(key)):
            for owned in derive.gear(character):
                if owned.key == key:
                    pool = derive.gear_pool(character, owned).name
                    yield from (f"{pool}:left", pool) if owned.gear.kind in ("charm", "font") else (pool,)
        case ("consequence", int(place)) if play:
            yield from (f"consequence:{key}" for key, _ in list(slugged(play.consequences, "name"))[place : place + 1])
        case ("active", str(trait)) if play:
            yield next((f"trait:{key}" for key, item in slugged(play.active, "trait") if item.trait == trait), "")
        case ("temporary", str(name)) if play:
            yield next((f"temporary:{key}" for key, item in slugged(play.temporary, "name") if item.name == name), "")


def text_of(character: Character, row: Widget | None) -> str:
    """The name of the text that stands on a row; empty where there is none."""
    place = getattr(row, "place", None)
    if isinstance(place, int):
        return f"drive:{place + 1}"
    if not isinstance(row, Line) or not isinstance(row.data, tuple):
        return "skill-x" if isinstance(row, Row) and row.id == "skill-skill_x" else ""
    match row.data:
        case ("consequence", int(number)):
            return f"consequence:{number + 1}"
        case ("gear", str(key)):
            keys = [owned.key for owned in derive.gear(character)]
            return f"gear:{keys.index(key) + 1}" if key in keys else ""
        case (str(whose), str(text)):
            kinds = {"own": "trait", "active": "trait", "scene": "scene-trait"}
            kind = kinds.get(whose, whose)
            fits = (name for name, item in texts(character).items() if item.text == text)
            return next((name for name in fits if name.partition(":")[0] == kind), "")
    return ""


def explained(character: Character, row: Widget | None) -> tuple[str, ...]:
    """The names of the numbers that a row explains, those that can be ruled on."""
    found = row.explain() if isinstance(row, Row) and row.explain is not None else None
    tallies = found.tallies if isinstance(found, Why) else (found,) if found is not None else ()
    return tuple(tally.name for tally in tallies if tally.name in named(character))


Names = Callable[[Character, Widget | None], tuple[str, ...]]


def mark(rows: Iterable[Row], character: Character, names: Names = numbers_of) -> None:
    """Tells rows which numbers stand on them, and marks those that a ruling touches."""
    ruled = {one.number for one in character.rulings if one.number and not one.past}
    standing = {name for name in ruled if is_ruled(character, name)}
    texts = any(one.text and not one.past for one in character.rulings)
    for row in rows:
        row.numbers = names(character, row)
        if standing or texts or row.ruled:
            row.ruled = not standing.isdisjoint(row.numbers) or bool(texts and _standing(character, row))


def _standing(character: Character, row: Row) -> list[int]:
    """The places of the rulings that stand on what a row shows; the number at hand first."""
    at = row.numbers[row.at : row.at + 1]
    found = [on_number(character, name) for name in (*at, *row.numbers)]
    text = text_of(character, row)
    item = texts(character).get(text) if text else None
    kind = text.partition(":")[0]
    found += [one for one in character.rulings if item and not one.past and one.new == item.text and _is_of(one, kind)]
    return [place for one in found if one for place, other in enumerate(character.rulings) if other is one]


def _is_of(ruling: Ruling, kind: str) -> bool:
    return ruling.text.partition(":")[0] == kind


# ---- the prompt


class RulingPrompt(WayPrompt):
    """Asks what a number is to be, or how a text is to read; Tab goes on to what else stands on the row."""

    def __init__(self, character: Character, row: Widget | None) -> None:
        self.character = character
        known, words = named(character), texts(character)
        standing = (row.numbers or explained(character, row)) if isinstance(row, Row) else ()
        numbers = [name for name in standing if name in known]
        at = row.at if isinstance(row, Row) and row.at < len(numbers) else 0
        ways = [Way(name, f"{known[name].label} {known[name].total} →") for name in (*numbers[at:], *numbers[:at])]
        self.text = text_of(character, row)
        self.text_now = words[self.text].text if self.text in words else ""
        if self.text in words:
            ways.append(Way(TEXT, f"{words[self.text].label} →"))
        names = [f"{name} " for name in dict.fromkeys((*known, *words))]
        super().__init__([*ways, Way("", "Override:")], self._foreseen, suggestions=names)

    def command(self, typed: str) -> Command | None:
        """What was typed, as a command."""
        if self.way == TEXT:
            return amended(self.text, typed) if typed.strip() else None
        return read(self.character, typed, self.way, "" if self.way else self.text)

    def _foreseen(self, typed: str, _way: str) -> str:
        command = self.command(typed) if typed.strip() else None
        if command is None:
            return HOW
        outcome = perform(self.character, command)
        return "; ".join(line.text for line in outcome.lines) or "; ".join(one.sentence() for one in outcome.problems)

    def action_turn(self, by: int) -> None:
        """The next number or text of the row; a text can be changed where it stands."""
        super().action_turn(by)
        field = self.query_one(Input)
        field.value = self.text_now if self.way == TEXT else ""
        field.cursor_position = len(field.value)


async def ask(screen: Screen[Any], character: Character, do: Do) -> None:
    """Asks at the screen's foot for a ruling on what is at its focus, or on anything by its name."""
    prompt = RulingPrompt(character, screen.focused)
    typed = await prompt.put(screen)
    if typed is None:
        return
    command = prompt.command(typed)
    if command is None:
        screen.notify(f"{HOW}." if typed else "Nothing typed: no change.", title="Override", markup=False)
    else:
        await do(command)


async def take_back(screen: Screen[Any], character: Character, do: Do) -> None:
    """Takes the ruling on what is at the focus back: it returns to the rule."""
    row = screen.focused
    found = _standing(character, row) if isinstance(row, Row) else []
    if found:
        question = f"Remove this house ruling?\n{sentence(character.rulings[found[0]])}"
        if await screen.app.push_screen_wait(Confirm("Remove override", question, yes="Remove", no="Cancel")):
            await do(RemoveRuling(ruling=found[0]))
    else:
        said = "No override here." if character.rulings else "No overrides: every value follows the rules."
        screen.notify(said, title="Override")


class RulingScreen(Screen[None]):
    """A screen without a table of actions on which the group may rule too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("equals_sign", "rule", "Override", id="ruling.rule", show=False,
                tooltip="Override a number or text"),
        Binding("delete", "return_to_rule", "Remove override", id="ruling.return", show=False,
                tooltip="Remove the override from the focused number or text"),
    ]  # fmt: skip

    @property
    def ruled_on(self) -> Character:
        """The character as it is now."""
        raise NotImplementedError

    async def carry_ruling(self, command: Command) -> object:
        """Carries a ruling out."""
        raise NotImplementedError

    @work
    async def action_rule(self) -> None:
        """Asks for a ruling."""
        await ask(self, self.ruled_on, self.carry_ruling)

    @work
    async def action_return_to_rule(self) -> None:
        """Back to the rule."""
        await take_back(self, self.ruled_on, self.carry_ruling)

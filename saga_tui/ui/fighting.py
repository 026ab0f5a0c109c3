"""A fight's order and bonuses in hand at any play screen (`engine.conflict`): their rows, and the menus of what can be
done. A game names its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from saga_tui.engine.command import Command
from saga_tui.engine.conflict import YOU
from saga_tui.ui import forms
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Entry, Form, Screen
from saga_tui.ui.specs import Line, Number, Row

ROWS: Final = 6
"""Fighters that have a row each."""


def fights(table: Mapping[str, Any], commands: Mapping[str, type[Command]]) -> Fights:
    """What a game's table says of its fights: its verbs by the fields of `Fights`, `notes`, and how else a foe `falls`:
    words, a verb with its `params` and the `fields` that are asked for; the foe is its parameter `foe`."""
    verbs: dict[str, Any] = {name: commands[verb] for name, verb in table["verbs"].items()}
    falls = table.get("falls")

    def fallen(foe: str) -> Entry:
        assert falls is not None
        asks = Form(commands[falls["verb"]], params={**falls["params"], "foe": foe}, fields=tuple(falls["fields"]))
        return Offer(falls["verb"], falls["words"]), asks

    return Fights(**verbs, notes=tuple(table["notes"]), falls=fallen if falls is not None else None)


@dataclass(frozen=True, slots=True)
class Fights:
    """The commands of a game's fights: foes who join, fall or are dodged, who waits, cuts in or passes, bonuses gained
    and used; and what the menus say of them."""

    join: type[Command]
    out: type[Command]
    wait: type[Command]
    cut_in: type[Command]
    passes: type[Command]
    dodged: type[Command]
    gain: type[Command]
    use: type[Command]
    falls: Callable[[str], Entry] | None = None
    """A further way in which a foe falls, by their name."""
    notes: tuple[str, str, str] = ("", "", "")
    """What is said of passing, of a dodge, and of a hold."""
    initiative: int = 5
    """What a foe's usually is."""
    note: type[Command] | None = None
    """What is known of a foe."""
    follows: type[Command] | None = None
    """Whose turn it is steps on."""

    def rows(self, play: Any) -> Iterator[Row]:
        """Who acts when, high to low; an arrow at the one whose turn it is."""
        most = max((one.rank for one in play.order), default=1)
        for at, one in enumerate(play.order[:ROWS]):
            told = "out" if one.out else "passes" if one.passed else "" if one.rank else "not rolled"
            style = "$dim" if told else "$title" if one.name else "bold $title"
            mark = "✕" if one.out else "▸" if one.acts else "·"
            yield Number(f"{mark} {one.name or 'You'}", one.rank, note=told, room=2, bar=10, most=max(1, most),
                         value_style=style, label_width=16, id=f"fighter-{at}", rule=next(iter(self.join.rules), ""),
                         choose=partial(self.fighter, name=one.called))  # fmt: skip
        if len(play.order) > ROWS:
            yield Line(f"and {len(play.order) - ROWS} more", style="$dim", choose=self.foes)

    def turn(self, play: Any, key: str, action: str, free: str, rule: str = "") -> Number:
        """What this round is used for."""
        return Number("This round", play.acted or free, key=key, choose=action, note=play.grapple, label_width=11,
                      value_style="$dim" if play.acted else "bold", id="acted", rule=rule)  # fmt: skip

    def place(self, play: Any) -> str:
        """`round 2 · you act 1 of 3`; nothing where you don't take part."""
        places = [one.called for one in play.order if not one.out]
        return f"round {play.round} · you act {places.index(YOU) + 1} of {len(places)}" if YOU in places else ""

    async def foes(self, desk: Screen) -> None:
        """Adds foes, or does something with one who is there."""
        found: list[Entry] = [(Offer("add", "Add foes", "initiative is thrown"), self.add)]
        for one in desk.document.play.order:
            offer = Offer(one.called, one.called.capitalize() if one.called == YOU else one.called, str(one.rank))
            found.append((offer, partial(self.fighter, name=one.called)))
        if self.follows is not None:
            found.append((Offer("next", "Next turn", "the next in the order acts"), self.follows()))
        await forms.menu(desk, "Fight", found)

    async def add(self, desk: Screen) -> None:
        """Names, split by commas, and their initiative."""
        said = await desk.line("Who? Several with commas", needed="a name")
        names = [name.strip() for name in (said or "").split(",") if name.strip()]
        number = await desk.number("Add foes", "Their initiative?", default=self.initiative) if names else None
        if number is not None:
            await desk.execute(self.join.model_validate({"name": names[:12], "initiative": number}))

    async def fighter(self, desk: Screen, name: str) -> None:
        """Waits for somebody, cuts in, passes; a foe falls, or was dodged."""
        one = next((turn for turn in desk.document.play.order if turn.called == name), None)
        if one is None:
            return
        found: list[Entry] = [
            (Offer("pass", "Passes this round", self.notes[0]), self.passes.model_validate({"fighter": name}))
        ]
        if name != YOU:
            gone = Offer("out", "Is back" if one.out else "Is out")
            found = [
                (gone, self.out.model_validate({"foe": name, "back": one.out})),
                *([self.falls(name)] if self.falls is not None else []),
                (Offer("wait", "I wait until they have acted"), self.wait.model_validate({"after": name})),
                (Offer("won", "I cut in, and won"), self.cut_in.model_validate({"on": name})),
                (Offer("lost", "I cut in, and lost"), self.cut_in.model_validate({"on": name, "won": False})),
                (Offer("dodged", "I dodged them well", self.notes[1]), self.dodged.model_validate({"attacker": name})),
                *found,
                *([self.noting(name, one.numbers)] if self.note is not None else []),
            ]
        await forms.menu(desk, name.capitalize() if name == YOU else name, found)

    def noting(self, name: str, numbers: Mapping[str, int]) -> Entry:
        """What is known of them, and a way to note more."""
        known = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in numbers.items())
        assert self.note is not None
        return Offer("note", "Note their numbers", known), Form(self.note, params={"foe": name}, fields=("numbers",))

    async def bonuses(self, desk: Screen) -> None:
        """Uses a bonus in hand, or gains one."""
        play, found = desk.document.play, list[Entry]()
        for at, one in enumerate(play.held):
            found.append((Offer(f"use-{at}", f"Use {one.told}"), self.use.model_validate({"bonus": at})))
        whom = ("against",) if play.order else ()
        hold = Form(self.gain, params={"what": "hold"}, fields=whom)
        other = Form(self.gain, fields=("what", "degrees", "rounds"))
        found += [(Offer("hold", "Gain a hold", self.notes[2]), hold), (Offer("other", "Gain another bonus"), other)]
        await forms.menu(desk, "Bonuses in hand", found)

"""Who plays, and by which rules, before a game begins (H-SET-1, H-SWITCH, H-TURN-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from saga_tui.engine.command import Command
from saga_tui.games.heroes.book import HEROES, SWITCHES
from saga_tui.games.heroes.game import GAME, RULES
from saga_tui.games.heroes.saved import Saved
from saga_tui.games.heroes.setting_up import MOST_TURNS, PRESETS
from saga_tui.games.heroes.state import LEVELS
from saga_tui.games.heroes.told import WORDS, player
from saga_tui.paper.sections import text
from saga_tui.ui.builder.options import Turned, option_rows, row_at
from saga_tui.ui.builder.spec import BuilderSpec, Rows, Step
from saga_tui.ui.forms import Form, Text
from saga_tui.ui.specs import Line, Number, Row
from saga_tui.words import plural

Groups: TypeAlias = Iterator[tuple[str, Iterator[Row]]]
WAYS: Final = ("", "person", *LEVELS)
"""How a seat can be played, from no one to the strongest computer player."""
PRESET: Final = {"1.22": "The usual game (1.22)", "board": "The printed game (board)"}


def done(verb: str, **params: Any) -> Command:
    """A command by its verb."""
    return RULES.command(verb, params)


def played(saved: Saved, hero: str, by: int) -> Command:
    """The next way, or the one before, of playing a seat."""
    seat = saved.seats.get(hero)
    now = "" if seat is None else "person" if seat.control == "person" else seat.level
    way = WAYS[(WAYS.index(now) + by) % len(WAYS)]
    if not way:
        return done("unseat", hero=hero)
    who = {"control": "person"} if way == "person" else {"control": "computer", "level": way}
    return done("seat", hero=hero, player=getattr(seat, "player", ""), **who)


def seats(saved: Saved) -> Groups:
    """A row for each hero: left and right say who plays, Enter gives a name."""
    yield "Who plays", (_seat(saved, hero) for hero in HEROES)


def _seat(saved: Saved, hero: str) -> Line:
    name, there = HEROES[hero].name, hero in saved.seats
    form = Form(RULES.commands["seat"], (Text("player", f"Who plays {name}?"),), params={"hero": hero})
    return Line(f"{HEROES[hero].sign}  {name}", mark="◆" if there else "◇", style="bold" if there else "",
                note=player(saved.state, hero), id=f"row-{hero}", choose=form, rule="H-SET-1",
                less=played(saved, hero, -1), more=played(saved, hero, 1),
                drop=done("unseat", hero=hero) if there else None,
                detail="Left and right: no one, a person, the computer at one of three levels. Enter: a name.",
                )  # fmt: skip


def rules(saved: Saved) -> Groups:
    """The presets, the turns, and each switch by itself."""
    now = dict(saved.switches)
    board = {key: one.board for key, one in SWITCHES.items() if one.board}
    standing = {PRESETS[0]: not now, PRESETS[1]: now == board}
    yield "Preset", (
        Line(words, mark="◆" if standing[key] else "◇", style="bold" if standing[key] else "", rule="H-SWITCH",
             id=f"row-preset-{place}", choose=done("switch", name="preset", value=key))
        for place, (key, words) in enumerate(PRESET.items())
    )  # fmt: skip
    yield "Turns", iter((_turns(saved.turns),))
    table = (Turned(key, one.values, one.values[0], **WORDS["switch"][key]) for key, one in SWITCHES.items())
    yield "Switches", option_rows(table, now, lambda key, value: done("switch", name=key, value=value))


def _turns(turns: int) -> Number:
    less, more = (
        done("switch", name="turns", value=f"{to}") if 1 <= to <= MOST_TURNS else None for to in (turns - 1, turns + 1)
    )
    return Number("Turns", turns, label_width=14, room=3, id="row-turns", less=less, more=more, rule="H-TURN-1")


def builder() -> BuilderSpec:
    """The set-up: seats, rules, then the game begins."""
    return BuilderSpec(
        steps=(
            Step(key="seats", title="Who plays", rules=("H-SET-1", "H-AI-10"),
                 parts=(Rows(where=("seats",), groups=seats, row_of=row_at("row")),),
                 count=lambda saved: plural(len(saved.seats), "player") if saved.seats else ""),
            Step(key="rules", title="Rules", rules=("H-SWITCH", "H-TURN-1"), places=("switches", "turns"),
                 parts=(Rows(where=("switches",), groups=rules, row_of=row_at("row")),),
                 count=lambda saved: plural(len(saved.switches), "change") if saved.switches else ""),
        ),
        begin=lambda _: [done("begin")], state=lambda _: "Set-up",
        page=lambda saved, width: text([*GAME.page(saved)], width),
    )  # fmt: skip

"""The lists that parameters of commands in play choose from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from saga_tui.engine.advances import MADE, OFFERED
from saga_tui.engine.asked import ASKED, CONDITIONS, COUNTERS
from saga_tui.engine.conflict import BONUSES, FIGHTERS
from saga_tui.engine.rolled import MODIFIERS
from saga_tui.engine.works import WORKS
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play.state import asked_words, magazines, play_of
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, Figures, entries, figures, name_of


def offered(character: Character) -> Sequence[str]:
    """All that experience can raise (S-EXP-3)."""
    return [*MAIN, *(f"{key}-bonus" for key in SECONDARY), *(one.name for one in figures(character).held.values())]


def label_of(of: Figures, ref: str) -> str:
    """A characteristic or a skill by its name."""
    return of.held[ref].label if ref in of.held else name_of(ref)


def scores(of: Figures) -> list[str]:
    """What can be tested: characteristics, then the skills that were bought, then the rest."""
    held = sorted(of.held.values(), key=lambda one: one.place is None)
    return [*MAIN, *SECONDARY, *(one.ref for one in held)]


@lru_cache(maxsize=4)
def weapons(of: Figures) -> Mapping[str, book.Weapon]:
    """The weapons that somebody has, those in hand first, and the bare hands."""
    own = sorted(enumerate(of.character.gear, 1), key=lambda one: not one[1].worn)
    rows = {f"gear:{at}": row for at, piece in own if (row := of.weapon(piece)) is not None}
    return {**rows, "fist": of.weapons["fist"]}


LISTS: Final[Mapping[str, Callable[[Character], Sequence[str]]]] = {
    ASKED: lambda one: [asked_words(ask) for ask in play_of(one).asks],
    COUNTERS: lambda one: [entry.name for entry in entries(one) if entry.counted],
    FIGHTERS: lambda one: [turn.called for turn in play_of(one).order],
    "foe": lambda one: [turn.name for turn in play_of(one).order if turn.name],
    BONUSES: lambda one: [held.told for held in play_of(one).held],
    WORKS: lambda one: [work.name for work in play_of(one).works],
    "poison": lambda one: [ill.name for ill in play_of(one).poisons],
    CONDITIONS: lambda _: [row["key"] for row in book.data("play")["condition"]],
    "magazine": lambda one: [f"shots:{at + 1}" for at in magazines(one)],
    "score": lambda one: [label_of(figures(one), key) for key in scores(figures(one))],
    "score key": lambda one: scores(figures(one)),
    "weapon": lambda one: [row.name for row in weapons(figures(one)).values()],
    "weapon key": lambda one: list(weapons(figures(one))),
    MODIFIERS: lambda _: [row["key"] for rows in book.data("modifiers").values() for row in rows if "on" in row],
    OFFERED: offered,
    MADE: lambda one: [made.told for made in one.advances],
}
"""By the names that parameters give them."""

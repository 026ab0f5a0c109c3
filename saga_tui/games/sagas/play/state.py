"""Where somebody stands in play, what happens to the counters, and the lists that parameters choose from: pure
functions of a character, and of an edit; the commands and the clock's rows are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from saga_tui import blows
from saga_tui.engine import hurts, listed, told
from saga_tui.engine.advances import OFFERED
from saga_tui.engine.asked import CONDITIONS, Questions
from saga_tui.engine.equipment import by_ref
from saga_tui.engine.rolled import MODIFIERS
from saga_tui.games.sagas import book
from saga_tui.games.sagas.book import Weapon
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.rules import law
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, Figures, entries, figures, name_of

Kind = Literal["physical", "mental"]
KINDS: Final[tuple[Kind, ...]] = ("physical", "mental")
SCORES: Final = {"physical": "end", "mental": "pre"}
"""What is rolled against a shock and to heal, by kind (S-SHK, S-HEAL-1)."""
QUESTIONS: Final = Questions(book.data("play")["asked"], name_of)
"""The rolls under a characteristic that the rules ask for."""


def play_of(character: Character) -> Play:
    """Where play stands; where it will begin before that."""
    return character.play or Play()


def harm_of(character: Character, kind: str) -> blows.Harm:
    """Injuries and stun of a kind."""
    own = getattr(play_of(character), kind)
    return blows.Harm(own.injuries, own.stun)


class Bodies(hurts.Hurts):
    """Body and mind: `fit`, `dying`, `unconscious`, `dead`; `confused`, `mad` (S-HURT, S-SHK)."""

    kinds, shocks, spills = KINDS, {"physical": "S-SHK-1", "mental": "S-SHK-2"}, "S-HURT-5"
    undoes = {"physical": ("S-HURT-3", {"cared": False})}
    tended, dying, every, bleeding = "cared", "dying", law.EVERY, "S-HURT-3"
    flags = {"physical": ("fainted", "you wake"), "mental": ("confused", "no longer confused")}

    def state(self, document: Character, kind: str) -> str:
        """What the counters say."""
        harm, of = harm_of(document, kind), figures(document)
        points, end = of.hit_points(kind).total, of.score(SCORES[kind])
        return law.body(harm, points, end, of.switches) if kind == "physical" else law.mind(harm, points, end)

    def numbers(self, document: Character) -> Figures:
        """All of them."""
        return figures(document)

    def suffered(self, document: Character, kind: str, amount: int, stunning: bool) -> tuple[int, int]:
        """As the rules have it (S-HURT-2, S-HURT-5)."""
        exact = figures(document).switch("stun_overflow") == "point-by-point"
        now = blows.suffer(harm_of(document, kind), amount, stunning, self.points(document, kind), exact=exact)
        return now.injuries, now.stun


HURTS: Final = Bodies(book.data("play")["state"])
state: Final = HURTS.state
bleeds: Final = HURTS.bleeds


def magazines(character: Character) -> dict[int, Weapon]:
    """The gear that has a magazine, by its place (S-EQP-1)."""
    rows = ((at, figures(character).weapon(one)) for at, one in enumerate(character.gear))
    return {at: row for at, row in rows if row is not None and row.shots}


def reminders(character: Character) -> Iterator[tuple[str, str]]:
    """What is easily forgotten now, each with its rule (S-APP-3)."""
    play, end = play_of(character), figures(character).score("end")
    airless = play.breath is not None and not play.choking
    guns = [{"name": row.name, "left": character.gear[at].shots, "shots": row.shots}
            for at, row in magazines(character).items() if character.gear[at].shots is not None]  # fmt: skip
    return told.reminders(
        book.data("play")["reminder"], play,
        bleeding=[{"left": law.EVERY - play.dying % law.EVERY}] if bleeds(character) else [],
        airless=[{"rounds": play.breath, "free": 2 * end * play.prepared}] if airless else [],
        magazines=guns,
    )  # fmt: skip


# ---- the lists that parameters choose from


def offered(character: Character) -> Sequence[str]:
    """All that experience can raise (S-EXP-3)."""
    return [*MAIN, *(f"{key}-bonus" for key in SECONDARY), *(one.name for one in figures(character).held.values())]


def scores(of: Figures) -> list[str]:
    """What can be tested: characteristics, then the skills that were bought, then the rest."""
    return [*MAIN, *SECONDARY, *of.refs()]


@lru_cache(maxsize=4)
def weapons(of: Figures) -> Mapping[str, Weapon]:
    """The weapons that somebody has, those in hand first, and the bare hands."""
    return {**by_ref(of.character.gear, of.weapon), "fist": of.weapons["fist"]}


LISTS: Final[Mapping[str, Callable[[Character], Sequence[str]]]] = {
    **listed.in_play(entries, QUESTIONS),
    CONDITIONS: lambda _: [row["key"] for row in book.data("play")["condition"]],
    "magazine": lambda one: [f"shots:{at + 1}" for at in magazines(one)],
    "score": lambda one: [*map(figures(one).label_of, scores(figures(one)))],
    "score key": lambda one: scores(figures(one)),
    "weapon": lambda one: [row.name for row in weapons(figures(one)).values()],
    "weapon key": lambda one: list(weapons(figures(one))),
    MODIFIERS: lambda _: [row["key"] for rows in book.data("modifiers").values() for row in rows if "on" in row],
    OFFERED: offered,
}
"""By the names that parameters give them."""

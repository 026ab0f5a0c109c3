"""The laws of a fight in pure numbers: results, exact odds, what spells, gods, runes and rewards come to. No state.

result(total(die, difference, …)) → what happens          odds(difference, …) → the chance of each result
casts(kind, …) → what a caster's spells leave of a side    spelled(kind, …) → odds with its spells before the die
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple

from saga_tui.games.heroes import book

Side = Literal["attack", "defence"]
Result = Literal[
    "attackers_killed",
    "attackers_wounded",
    "attackers_flee",
    "none",
    "defenders_flee",
    "defenders_wounded",
    "defenders_killed",
]
RESULTS: Final[tuple[Result, ...]] = (
    "attackers_killed",
    "attackers_wounded",
    "attackers_flee",
    "none",
    "defenders_flee",
    "defenders_wounded",
    "defenders_killed",
)
"""From worst to best for those who attack; each is one more on the sum (H-FIGHT-8)."""
Chances = tuple[Fraction, ...]
"""The chance of each of `RESULTS`, in their order."""
LEAST: Final = int(book.TABLES["result"]["attackers_killed"]["most"])
DICE: Final = range(1, 7)
OTHER: Final[dict[Side, Side]] = {"attack": "defence", "defence": "attack"}
GODS: Final = {god.id: god for god in book.GODS.values()}
SAVES: Final = max(rune.saves for rune in book.RUNES.values())
"""The highest die at which Sygil saves its hero (H-SPELL-2)."""
TURNED: Final[dict[tuple[str, str], Result]] = {
    ("attack", "attackers_flee"): "defenders_flee",
    ("defence", "defenders_flee"): "attackers_flee",
}
"""By the side of Hrunting's bearer: flights that become the other side's (H-SWORD-3)."""


def total(die: int, difference: int, attack_luck: int = 0, defence_luck: int = 0, *, clamped: bool = False) -> int:
    """The sum that says the result (H-FIGHT-7); by the printed table its two parts are cut first (H-FIGHT-9). The
    difference is attack less defence without luck, what gods do included."""
    die += attack_luck - defence_luck
    if clamped:
        (low, high), (least, most) = book.TABLES["clamp"]["die"], book.TABLES["clamp"]["difference"]
        die, difference = min(max(die, low), high), min(max(difference, least), most)
    return die + difference


def result(of: int) -> Result:
    """What a sum says (H-FIGHT-8)."""
    return RESULTS[min(max(of - LEAST, 0), len(RESULTS) - 1)]


class Favour(NamedTuple):
    """A god's help that is due in a fight: to which side, and how many counters it has."""

    god: str
    side: Side
    counters: int


def favour(god: str, die: int, counters: int) -> tuple[int, int, int]:
    """What Odin or Tyr gives on a die: to one's own side, to the other, and glory (H-GOD-6, H-GOD-8)."""
    row = GODS[god].table[die - 1]
    return row.get("own", 0) + row.get("own_each", 0) * counters, row.get("enemy", 0), row.get("glory", 0)


@lru_cache(maxsize=4096)
def odds(difference: int, attack_luck: int = 0, defence_luck: int = 0, *, hrunting: str = "",
         favours: tuple[Favour, ...] = (), clamped: bool = False) -> Chances:  # fmt: skip
    """The exact chance of each result (H-FIGHT-11). `hrunting`: the side of its bearer."""
    ways = dict.fromkeys(RESULTS, 0)
    for die, *asked in product(DICE, repeat=1 + len(favours)):
        helped = difference
        for due, of in zip(favours, asked, strict=True):
            own, enemy, _ = favour(due.god, of, due.counters)
            helped += (own - enemy) * (1 if due.side == "attack" else -1)
        came = result(total(die, helped, attack_luck, defence_luck, clamped=clamped))
        ways[TURNED.get((hrunting, came), came)] += 1
    return tuple(Fraction(often, 6 ** (1 + len(favours))) for often in ways.values())


# ---- spells


class Left(NamedTuple):
    """What a caster's spells leave of the attackers: all, the hero alone (Sygil), or none; and the hail that came down
    on the hero, and on everybody else."""

    who: Literal["all", "hero", "none"]
    hail_hero: int = 0
    hail: int = 0


def spell(kind: str, die: int) -> book.Spell | None:
    """The spell that a monster of this kind casts on a die, if any (H-SPELL-1)."""
    return book.SPELLS[die] if die <= book.KINDS[kind].casts_to else None


@lru_cache(maxsize=64)
def casts(kind: str, *, sygil: bool = False) -> dict[Left, Fraction]:
    """What becomes of attackers before the die (H-SPELL-9). `sygil`: their hero has that rune."""
    saved = Fraction(SAVES, 6) if sygil else Fraction()
    standing, done = {Left("all"): Fraction(1)}, {Left("none"): Fraction()}
    for _ in range(book.KINDS[kind].casts):
        then: dict[Left, Fraction] = {}
        for (who, hail_hero, hail), chance in standing.items():
            for die in DICE:
                law = spell(kind, die)
                takes = Fraction(law.works, 6) if law and (law.stops or law.combat) else Fraction()
                shares = [(Left(who, hail_hero, hail), 1 - takes)]
                if law and law.combat:
                    fall = -law.combat
                    shares += [(Left(who, hail_hero, hail + fall), takes * saved),
                               (Left(who, hail_hero + fall, hail + fall), takes * (1 - saved))]  # fmt: skip
                elif law and law.stops:
                    shares += [(Left("hero", hail_hero, hail), takes * saved),
                               (Left("none"), takes * (1 - saved))]  # fmt: skip
                for left, share in shares:
                    found = done if left.who == "none" else then
                    found[left] = found.get(left, Fraction()) + chance * share / 6
        standing = {left: chance for left, chance in then.items() if chance}
    return {left: chance for left, chance in (standing | done).items() if chance}


@lru_cache(maxsize=64)
def struck(kind: str, *, sygil: bool = False) -> tuple[Fraction, Fraction]:
    """The chances that a lone attacker is stopped by the spells, and that Yr wounds him (H-SPELL-9)."""
    saved = 1 - (Fraction(SAVES, 6) if sygil else Fraction())
    laws = [law for die in DICE if (law := spell(kind, die)) and law.stops]
    stops = sum((Fraction(law.works, 36) * saved for law in laws), Fraction())
    wounds = sum((Fraction(law.works, 36) * saved for law in laws if law.wound), Fraction())
    going, wounded = Fraction(1), Fraction()
    for _ in range(book.KINDS[kind].casts):
        going, wounded = going * (1 - stops), wounded + going * wounds
    return 1 - going, wounded


def spelled(kind: str, fight: Callable[[Left], Chances], *, sygil: bool = False) -> tuple[Fraction, Chances]:
    """The chance that nobody is left to fight, and of each result with a die thrown, whatever spells came before it.
    `fight` says the odds for what is left of the side."""
    found, none = [Fraction()] * len(RESULTS), Fraction()
    for left, chance in casts(kind, sygil=sygil).items():
        if left.who == "none":
            none += chance
        else:
            found = [before + chance * part for before, part in zip(found, fight(left), strict=True)]
    return none, tuple(found)


# ---- what is gained


def reward(slain: Iterable[str], wounded: Iterable[str]) -> tuple[int, int]:
    """Glory or luck for these counters, by id: slain (H-GLORY-1, H-GLORY-2) and wounded, half of it (H-GLORY-3)."""
    glory = luck = 0
    for ids, times in ((slain, 1), (wounded, 2)):
        factors = 0
        for piece in (book.PIECES[one] for one in ids):
            if kind := book.KINDS.get(piece.kind):
                glory, luck = glory + kind.glory // times, luck + kind.luck // times
            else:
                factors += piece.combat
        glory, luck = glory + factors // 2 // times, luck + factors // 2 // times
    return glory, luck


def beaten(chances: Sequence[Fraction]) -> Fraction:
    """The chance that those who defend flee, are wounded or killed (H-JARL-2, H-TAX-1)."""
    return sum(chances[RESULTS.index("defenders_flee") :], Fraction())


def recruit_odds(strength: int, unseen: Sequence[int], luck: int = 0, *, clamped: bool = False) -> Fraction:
    """The chance to beat a jarl who lies face down, one of these factors (H-JARL-2)."""
    found = (beaten(odds(strength - factor, luck, clamped=clamped)) for factor in unseen)
    return sum(found, Fraction()) / len(unseen)


def notice(rune: str) -> int:
    """The highest die at which a god notices a prayer (H-GOD-1)."""
    return book.RUNES[rune].notice if rune else 1


def prayer_odds(dice: Sequence[int] = DICE, rune: str = "") -> Fraction:
    """The chance that a prayer brings one given god with one of these dice on his table (H-GOD-1)."""
    return Fraction(notice(rune) * len(dice), 6**3)

"""The laws of a fight in pure numbers: results, exact odds, what spells, gods and rewards come to. No state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from saga_tui.games.heroes import book
from saga_tui.result_table import ResultTable, mixed

Side = Literal["attack", "defence"]
Result = Literal["attackers_killed", "attackers_wounded", "attackers_flee", "none", "defenders_flee",
                 "defenders_wounded", "defenders_killed"]  # fmt: skip
Chances = tuple[Fraction, ...]
"""The chance of each of `RESULTS`."""
RESULTS: Final[tuple[Result, ...]] = get_args(Result)
_CLAMP: Final = book.TABLES["clamp"]
TABLE: Final = ResultTable(
    RESULTS, book.TABLES["result"]["attackers_killed"]["most"], _CLAMP["die"], _CLAMP["difference"]
)
"""What each sum says (H-FIGHT-7, H-FIGHT-8), and how the printed table is cut (H-FIGHT-9)."""
DICE: Final = range(1, 7)
SIDES: Final[tuple[Side, Side]] = get_args(Side)
TURNED: Final = {"attack": ("attackers_flee", "defenders_flee"), "defence": ("defenders_flee", "attackers_flee")}
"""By the side of Hrunting's bearer: the flight that becomes the other side's (H-SWORD-3)."""
GODS: Final = {god.id: god for god in book.GODS.values()}
SAVES: Final = max(rune.saves for rune in book.RUNES.values())
"""The highest die at which Sygil saves its hero (H-SPELL-2)."""


class Favour(NamedTuple):
    """A god's help that is due in a fight: to which side, and how many counters it has."""

    god: str
    side: Side
    counters: int


def favour(god: str, die: int, counters: int) -> tuple[int, int, int]:
    """What Odin or Tyr gives on a die: to one's own side, to the other, and glory (H-GOD-6, H-GOD-8)."""
    row = GODS[god].table[die - 1]
    return row.get("own", 0) + row.get("own_each", 0) * counters, row.get("enemy", 0), row.get("glory", 0)


@lru_cache(maxsize=8192)
def odds(difference: int, attack_luck: int = 0, defence_luck: int = 0, *, hrunting: str = "",
         favours: tuple[Favour, ...] = (), clamped: bool = False) -> Chances:  # fmt: skip
    """The exact chance of each result (H-FIGHT-11). `hrunting`: the side of its bearer."""
    shifts = []
    for god, side, counters in favours:
        helped = (favour(god, die, counters) for die in DICE)
        shifts.append([(own - enemy) * (1 if side == "attack" else -1) for own, enemy, _ in helped])
    return TABLE.odds(difference, attack_luck - defence_luck, cut=clamped, shifts=shifts,
                      turned=TURNED.get(hrunting, ("", "")))  # fmt: skip


class Left(NamedTuple):
    """What a caster's spells leave of the attackers: all, the hero alone (Sygil), or nobody; the hail that came down on
    the hero and on everybody else; and whether Yr wounded those who are out."""

    who: Literal["all", "hero", "none"]
    hail_hero: int = 0
    hail: int = 0
    wounded: bool = False


def spell(kind: str, die: int) -> book.Spell | None:
    """The spell that a monster of this kind casts on a die, if any (H-SPELL-1)."""
    return book.SPELLS[die] if die <= book.KINDS[kind].casts_to else None


@lru_cache(maxsize=64)
def casts(kind: str, *, sygil: bool = False) -> dict[Left, Fraction]:
    """What becomes of attackers before the die (H-SPELL-9). `sygil`: their hero has that rune."""
    saved = Fraction(SAVES * sygil, 6)
    found = {Left("all"): Fraction(1)}
    for _ in range(book.KINDS[kind].casts):
        before, found = found, {}
        for left, chance in before.items():
            for law in (spell(kind, die) for die in DICE):
                takes = (
                    Fraction(law.works, 6) if law and (law.stops or law.combat) and left.who != "none" else Fraction()
                )
                spared = struck = left
                if law and law.stops:
                    spared, struck = left._replace(who="hero"), Left("none", wounded=law.wound)
                elif law:
                    spared = left._replace(hail=left.hail - law.combat)
                    struck = spared._replace(hail_hero=left.hail_hero - law.combat)
                for then, share in ((left, 1 - takes), (spared, takes * saved), (struck, takes * (1 - saved))):
                    if share:
                        found[then] = found.get(then, Fraction()) + chance * share / 6
    return found


def stopped(kind: str, *, sygil: bool = False) -> tuple[Fraction, Fraction]:
    """The chances that spells stop a lone attacker, and that Yr wounds him (H-SPELL-9)."""
    out = {left: chance for left, chance in casts(kind, sygil=sygil).items() if left.who == "none"}
    return sum(out.values(), Fraction()), sum((chance for left, chance in out.items() if left.wounded), Fraction())


def spelled(kind: str, fight: Callable[[Left], Chances], *, sygil: bool = False) -> tuple[Fraction, Chances]:
    """The chance that nobody is left to fight, and of each result with a die thrown, whatever spells came before it.
    `fight` says the odds for what is left of the side."""
    going = ((chance, fight(left)) for left, chance in casts(kind, sygil=sygil).items() if left.who != "none")
    return stopped(kind, sygil=sygil)[0], mixed(going)


def reward(slain: Iterable[str], wounded: Iterable[str]) -> tuple[int, int]:
    """Glory or luck for these counters, by id: slain (H-GLORY-1, H-GLORY-2) and wounded, half of it (H-GLORY-3)."""
    glory = luck = 0
    for ids, times in ((slain, 1), (wounded, 2)):
        pieces = [book.PIECES[one] for one in ids]
        kinds = [book.KINDS[piece.kind] for piece in pieces if piece.kind in book.KINDS]
        half = sum(piece.combat for piece in pieces if piece.kind not in book.KINDS) // 2
        glory += sum(kind.glory // times for kind in kinds) + half // times
        luck += sum(kind.luck // times for kind in kinds) + half // times
    return glory, luck


def notice(rune: str) -> int:
    """The highest die at which a god notices a prayer (H-GOD-1)."""
    return book.RUNES[rune].notice if rune else 1


def prayer_odds(dice: Sequence[int] = DICE, rune: str = "") -> Fraction:
    """The chance that a prayer brings one given god with one of these dice on his table (H-GOD-1)."""
    return Fraction(notice(rune) * len(dice), 6**3)

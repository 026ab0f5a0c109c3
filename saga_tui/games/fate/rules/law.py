"""Plays, trumps and difficulties on plain values: cards, numbers, words (F-ACT, F-EDGE, F-TRUMP, F-OPP, F-DMG)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from saga_tui.card_odds import fewest
from saga_tui.games.fate.book import DOOM, LEVELS, NUMBERS, Card, keyed
from saga_tui.tally import Tally, Term, tally

SHIFTS = {"skill": "a helping skill", "aim": "aimed", "striking-fire": "a firing weapon hand to hand"}
"""What moves a difficulty by levels, in words (F-ACT-4)."""
BY = {
    "skill": NUMBERS["skill_shift"],
    "aim": NUMBERS["aim_shift"],
    "striking-fire": NUMBERS["firing_at_striking_shift"],
}


def rating(level: str, shifts: int = 0, step: int = NUMBERS["level_step"]) -> int:
    """A level of difficulty moved by so many levels: never below automatic (F-ACT-3, F-ACT-4)."""
    return max(0, LEVELS.index(level) + shifts) * step


def difficulty(
    level: str, shifts: Collection[str] = (), *, more: int = 0, opposition: int = 0, card: int = 0,
    doom: Iterable[int] = (), penalty: int = 0, step: int = NUMBERS["level_step"],
) -> Tally:  # fmt: skip
    """What an action has to reach: the level with its shifts, what opposes, the narrator's card, Doom; less what a foe
    loses who attacks a whole pile-on (F-OPP-1, F-OPP-2, F-DOOM-2, F-FIGHT-8)."""
    moved = sum(BY[one] for one in dict.fromkeys(shifts)) + more
    told = ", ".join(SHIFTS[one] for one in dict.fromkeys(shifts))
    terms = [
        Term(rating(level, 0, step), level, "F-ACT-3", "rules"),
        Term(rating(level, moved, step) - rating(level, 0, step), told or "by the narrator", "F-ACT-4", "rules"),
        Term(opposition, "opposition", "F-OPP-1", "play"),
        Term(card, "the narrator's card", "F-OPP-2", "play"),
        Term(sum(doom), "Doom", "F-DOOM-2", "play"),
        Term(-penalty, "against a pile-on", "F-FIGHT-8", "rules"),
    ]
    return tally("difficulty", "Difficulty", (one for place, one in enumerate(terms) if one.amount or not place))


def piled(heroes: int, way: str = "flat") -> tuple[int, int]:
    """What each hero of so many on one target gets, and what the target loses who attacks them all (F-FIGHT-8)."""
    if heroes < 2:
        return 0, 0
    bonus = NUMBERS["pile_on_bonus"] * (heroes - 1 if way == "each" else 1)
    return bonus, heroes * int(NUMBERS["pile_on_penalty"])


def wounds(attack: int, *more: int, defence: int = 0, armour: int = 0) -> int:
    """Wounds of a hit: the attack with weapon, modifiers, card and Doom, less defence and armour (F-DMG-2, F-DMG-4)."""
    return max(0, attack + sum(more) - defence - armour)


def defence_of(kind: str) -> str:
    """The ability that defends against a kind of attack (F-DMG-1)."""
    return next((key for key, row in keyed("abilities").items() if kind in row["defends_against"]), "strength")


def pays(hand: Sequence[Card], given: Sequence[Card], due: int) -> bool:
    """Whether cards given up are enough: their total is at least the wounds, or they are all there are (F-DMG-5)."""
    return len(given) == len(hand) or sum(one.value for one in given) >= due


def offered(hand: Sequence[Card], due: int) -> tuple[Card, ...]:
    """The cards to give up that keep most cards, then pay over least, then give most Doom away (F-DMG-6)."""
    doom = [one.value * (one.suit == DOOM) for one in hand]
    return tuple(hand[at] for at in fewest([one.value for one in hand], due, doom))


def surprise(heroes: Mapping[str, int], foes: Sequence[int], card: int, *, by_foes: bool) -> tuple[str, str, int]:
    """Who acts in an ambush, on which ability, against what: of foes, each unaware hero on intellect against their
    lowest agility (`foes`); of heroes, the least agile (`heroes`) for all on agility against the foes' highest
    intellect. The exchange's card is added (F-FIGHT-3, F-FIGHT-4)."""
    who = "" if by_foes else min(heroes, key=lambda name: heroes[name], default="")
    found = difficulty(NUMBERS["surprise_level"], opposition=min(foes) if by_foes else max(foes), card=card)
    return who, "intellect" if by_foes else "agility", found.total

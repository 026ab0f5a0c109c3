"""Plays, trumps, difficulties and their exact chances (F-ACT, F-EDGE, F-TRUMP, F-OPP, F-DMG, F-ODDS): plays of the hand
as `saga_tui.card_plays` weighs them, with Doom spared where plays are equal otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from saga_tui import card_plays
from saga_tui.card_odds import Card, Pile, fewest, least
from saga_tui.card_plays import Chosen, Play, before_card, best
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM, LEVELS, NUMBERS, keyed
from saga_tui.games.fate.rules.figures import Figures
from saga_tui.tally import Tally, Term, tally

__all__ = ["Chosen", "Play", "before_card", "best"]
SHIFTS = keyed("shifts")
"""What moves a difficulty, and by how many levels (F-ACT-4)."""
BY = {key: int(row["by"]) for key, row in SHIFTS.items()}


def rating(level: str, shifts: int = 0, step: int = NUMBERS["level_step"]) -> int:
    """A level of difficulty moved by so many levels: never below automatic (F-ACT-3, F-ACT-4)."""
    return max(0, LEVELS.index(level) + shifts) * step


def difficulty(
    level: str, shifts: Collection[str] = (), *, more: int = 0, opposition: int = 0, card: int = 0,
    doom: Iterable[int] = (), penalty: int = 0, step: int = NUMBERS["level_step"],
) -> Tally:  # fmt: skip
    """What an action has to reach: the level with its shifts, what opposes, the narrator's card, Doom; less what a foe
    loses who attacks a whole pile-on (F-OPP-1, F-OPP-2, F-DOOM-2, F-FIGHT-8)."""
    moved, first = sum(BY[one] for one in dict.fromkeys(shifts)) + more, rating(level, 0, step)
    told = [*(str(SHIFTS[one]["words"]) for one in dict.fromkeys(shifts)), *["by the narrator"] * bool(more)]
    terms = [
        Term(rating(level, moved, step) - first, ", ".join(told), "F-ACT-4", "rules"),
        Term(opposition, "opposition", "F-OPP-1", "play"),
        Term(card, "the narrator's card", "F-OPP-2", "play"),
        Term(sum(doom), "Doom", "F-DOOM-2", "play"),
        Term(-penalty, "against a pile-on", "F-FIGHT-8", "rules"),
    ]
    level_term = Term(first, level, "F-ACT-3", "rules")
    return tally("difficulty", "Difficulty", (level_term, *(one for one in terms if one.amount)))


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


def offered(hand: Sequence[book.Card], due: int) -> tuple[book.Card, ...]:
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


# ---- chances


@dataclass(frozen=True)
class Action(card_plays.Action):
    """An ability or a power with all that is added before cards, and the hand (F-ACT-7, F-ODDS-3)."""

    spares: str = DOOM


def plain(cards: Iterable[book.Card]) -> tuple[Card, ...]:
    """Cards as chances know them: suit and value."""
    return tuple(Card(one.suit, one.value) for one in cards)


def unseen(of: Figures, gone: Iterable[int] = ()) -> Pile:
    """What a hero may draw, as far as that is known: from the chart every row, from a deck all cards but the own hand,
    the discard, the bank, the narrator's card, and others that are `gone` (F-ODDS-1)."""
    play, deck = of.play, book.cards(of.deck)
    known = {*play.hand, *play.discard, *play.bank, play.open, *gone}
    left = (one for one in deck.values() if not of.from_deck or one.number not in known)
    return Pile.of(plain(left), not of.from_deck)


def action(of: Figures, score: int, suit: str, *, sure: bool = False, gone: Iterable[int] = ()) -> Action:
    """What a hero's hand is played on."""
    return Action(score, suit, of.edge.total, plain(of.held), unseen(of, gone), sure)


def turning(bank: Sequence[int], margin: int) -> tuple[int, ...]:
    """Places of the bank's cards that turn a success by this margin most cheaply; none where nothing does, or where it
    is no success (F-DOOM-6)."""
    return least(bank, margin + 1) if margin >= 0 else ()

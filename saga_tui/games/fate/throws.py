"""Plays of a hand for those who play without a document: `strength 6 S4 I7 A3 vs 20`, and cards drawn (F-ODDS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from saga_tui.card_odds import Pile
from saga_tui.dice import Draw, Roller
from saga_tui.games.fate import book, odds
from saga_tui.odds import VERSUS, Chances, Extra, Rolled, Throws
from saga_tui.safe import safe

USAGE: Final = "Give it as strength 6 S4 I7 A3 vs 20: suit, score, the hand, and the difficulty."
TOP: Final = 40
"""As far as a chart goes."""


class HandThrows(Throws):
    """The best play of a hand against a difficulty; cards of a full deck."""

    usage = "SUIT SCORE CARDS vs DIFFICULTY"
    odds_with = (Extra("edge", "Edge: cards of at most this let you play another.", "N", 0, 5),
                 Extra("deck", "1: one pile without putting back, not the chart.", "0|1", 0, 1))  # fmt: skip

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """Of the best play, of that with a push, of each card (F-ODDS-3, F-ODDS-4)."""
        said = [word.casefold() for word in words]
        at = next((place for place, word in enumerate(said) if word in VERSUS), 0)
        cards = [book.named(name) for name in said[2:at]]
        numbers = [*said[1:2], *said[at + 1 :]]
        known = all(one.isdecimal() and len(one) < 4 for one in numbers) and len(numbers) == 2
        hand = [one for one in cards if one is not None]
        if not at or not hand or len(hand) < len(cards) or not known or said[0] not in book.ABILITIES:
            raise ValueError(f"{safe(' '.join(words), limit=60)!r} is no play. {USAGE}")
        score, goal = map(int, numbers)
        seen = odds.plain(hand)
        pile = Pile.of(odds.plain(book.cards().values()), not given["deck"], seen)
        action = odds.Action(score, said[0], given["edge"], seen, pile)
        best = odds.best(action, goal)
        assert best is not None
        pushed, names = best.pushed(), " ".join(hand[place].name for place in best.play.cards)
        rows = [(f"best: {names}", best.chance, "")]
        if pushed is not None and pushed.play.push is not None:
            rows.append((f"push {hand[pushed.play.push].name}", pushed.chance, ""))
        rows += [(f"with {card.name}", one.played, "") for card, one in zip(hand, best.worth(), strict=True)]
        record = {"mean": str(best.mean), **{name: str(chance) for name, chance, _ in rows}}
        law = action.law(best.play, max(TOP, goal))
        return Chances(
            f"{said[0].capitalize()} {score} against {goal}", record, law, ("mean", best.mean), rows, "Total"
        )

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """So many cards of a full deck, without putting back."""
        many = int(words[0]) if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 3 else 0
        if not 0 < many <= len(book.cards()):
            raise ValueError("Give how many cards to draw: 3.")
        drawn = [book.cards()[one] for one in Draw(many, pool=tuple(book.cards())).by(roller)]
        lines = [f"{one.name:<4} {one.words}, {one.aura}" for one in drawn]
        return Rolled(lines, {"cards": [one.number for one in drawn]})

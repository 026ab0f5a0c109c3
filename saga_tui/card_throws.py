"""Plays of a hand for those who play without a document: `strength 6 S4 I7 A3 vs 20`, and cards drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from saga_tui.card_odds import Card, Pile
from saga_tui.card_plays import Action, best
from saga_tui.dice import Draw, Roller
from saga_tui.odds import VERSUS, Chances, Extra, Rolled, Throws
from saga_tui.safe import safe

TOP: Final = 40
"""As far as a chart goes."""


class CardThrows(Throws):
    """The best play of a hand against a difficulty; cards of a full deck."""

    usage = "SUIT SCORE CARDS vs DIFFICULTY"
    odds_with = (Extra("edge", "Edge: cards of at most this let you play another.", "N", 0, 5),
                 Extra("deck", "1: one pile without putting back, not the chart.", "0|1", 0, 1))  # fmt: skip

    def __init__(
        self,
        deck: Mapping[int, Any],
        named: Callable[[str], Any],
        suits: Sequence[str],
        told: Callable[[Any], str],
        example: str,
        *,
        spares: str = "",
    ) -> None:
        """The cards by their numbers, and by what people say; the suits that something is tried on, the words of a card
        that was drawn, an example, and the suit of which as little as can be is played."""
        self.deck, self.named, self.suits, self.told, self.spares = deck, named, suits, told, spares
        self.asked = f"Give it as {example}: suit, score, the hand, and the difficulty."

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """Of the best play, of that with a push, of each card."""
        said = [word.casefold() for word in words]
        at = next((place for place, word in enumerate(said) if word in VERSUS), 0)
        cards = [self.named(name) for name in said[2:at]]
        numbers = [*said[1:2], *said[at + 1 :]]
        known = all(one.isdecimal() and len(one) < 4 for one in numbers) and len(numbers) == 2
        hand = [one for one in cards if one is not None]
        if not at or not hand or len(hand) < len(cards) or not known or said[0] not in self.suits:
            raise ValueError(f"{safe(' '.join(words), limit=60)!r} is no play. {self.asked}")
        score, goal = map(int, numbers)
        seen = tuple(Card(one.suit, one.value) for one in hand)
        pile = Pile.of((Card(one.suit, one.value) for one in self.deck.values()), not given["deck"], seen)
        action = Action(score, said[0], given["edge"], seen, pile, spares=self.spares)
        chosen = best(action, goal)
        assert chosen is not None
        pushed, names = chosen.pushed(), " ".join(hand[place].name for place in chosen.play.cards)
        rows = [(f"best: {names}", chosen.chance, "")]
        if pushed is not None and pushed.play.push is not None:
            rows.append((f"push {hand[pushed.play.push].name}", pushed.chance, ""))
        rows += [(f"with {card.name}", one.played, "") for card, one in zip(hand, chosen.worth(), strict=True)]
        record = {"mean": str(chosen.mean), **{name: str(chance) for name, chance, _ in rows}}
        law, told = action.law(chosen.play, max(TOP, goal)), f"{said[0].capitalize()} {score} against {goal}"
        return Chances(told, record, law, ("mean", chosen.mean), rows, "Total")

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """So many cards of a full deck, without putting back."""
        many = int(words[0]) if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 3 else 0
        if not 0 < many <= len(self.deck):
            raise ValueError("Give how many cards to draw: 3.")
        drawn = [self.deck[one] for one in Draw(many, pool=tuple(self.deck)).by(roller)]
        return Rolled([f"{one.name:<4} {self.told(one)}" for one in drawn], {"cards": [one.number for one in drawn]})

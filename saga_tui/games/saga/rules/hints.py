"""What Saga says to somebody who types its commands: its questions in words, and how to type what a problem asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from saga_tui.engine.command import Outcome
from saga_tui.engine.document import Ask
from saga_tui.engine.hints import Asked, Hint, Hints
from saga_tui.engine.values import numbered
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.words import inflect, plural


def question(character: Character, ask: Ask) -> Asked:
    """What the rules still want to know: `3 lasting consequences for pain`, `a kismet roll of 2 dice`."""
    if ask.what == "kismet":
        dice = state.dice_due(character, ask)
        return Asked("a kismet roll" + (f" of {plural(dice, 'die')}" if dice else ""), "roll-kismet", dice)
    if ask.what != "consequence":
        return Asked(f"a {ask.what} roll")
    words = (str(ask.count), ask.level, inflect(ask.count, "consequence"), ask.kind and f"for {ask.kind}")
    return Asked(" ".join(filter(None, words)), "consequence CONSEQUENCE")


def fixes(character: Character) -> Mapping[tuple[str, str], str]:
    """How to type what a problem asks for, by its rule and code."""
    return {
        ("DRV-1", "drive"): f"Give drive=NUMBER: {numbered(character.story.drives)}; or drive=doom instead.",
        ("KIS-2", "kismet-due"): "Roll it first, with roll-kismet; resolve the open roll with resolve-kismet.",
        ("REG-1", "choose"): "Give recover=force, recover=grace or recover=acuity.",
        ("GER-4", "what"): "Give kind=pain (or another kind of damage), or consequence=NAME.",
        ("TIME-3", "not-begun"): "Start play first, with start-play: it lists what is still to do.",
        ("ROL-10", "dice"): "Give all of them with --dice, or leave it out and the app rolls.",
        ("AST-2", "inactive"): "Give force=1, acuity=1, grace=TRAIT, fortune=1 or hurts=pain:force; or --reflexive.",
    }


def after(outcome: Outcome[Character]) -> Iterator[Hint]:
    """A roll that lies on the table, and what is left to a character who has met their doom."""
    if state.doomed(outcome.after) and not state.doomed(outcome.before):
        yield Hint("Still possible", ("sheet {name}", "recap {name}", "undo {name}"))
    play = state.play_of(outcome.after)
    if play.kismet is not None:
        again = () if play.kismet.rerolled else ("do {name} reroll-kismet",)
        yield Hint("The kismet roll is in progress", (*again, "do {name} resolve-kismet"), either=True)
    if getattr(play.roll, "stage", "") == "thrown":
        yield Hint("The roll is not compared yet", ("do {name} compare",))


HINTS: Final = Hints(asked=question, fixes=fixes, after=after)

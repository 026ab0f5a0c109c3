"""What the library shows of a character: tokens, harm and doom, what is asked, where play stands, and what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.games.saga.rules import creation, derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import ASSETS, POOLS, SKILLS, WOUNDS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.portrait import Badge, Meter, Part, Portrait, Wait
from saga_tui.ui.portraits import unplayed
from saga_tui.ui.specs import Token

STEPS: Final = ("concept", "assets", "skills", "traits", "drives", "gear", "finishing")
"""The steps of the builder, in their order."""


def portrait(character: Character) -> Portrait:
    """All of it; before play what is left to choose."""
    found, about = tuple(_meters(character)), told(character)
    if character.play is None:
        problems = creation.open_problems(character)
        names = {creation.step_of(problem) for problem in problems}
        new = unplayed(problems, [step for step in STEPS if step in names], found)
        return new._replace(parts=(*new.parts, *about))
    return Portrait(found, tuple(_badges(character)), tuple(_waits(character)), about)


def card(character: Character) -> Portrait:
    """What stands on a card at a table, which says itself what has to be answered."""
    if character.play is None:
        return portrait(character)
    return Portrait(tuple(_meters(character)), parts=told(character))


def told(character: Character) -> tuple[Part, ...]:
    """What is told of it in words, as far as there is something."""
    return tuple(part for part in _parts(character) if part.lines)


def _meters(character: Character) -> Iterator[Meter]:
    """Tokens of each rating, boxes up to each threshold, the Doom Track; kismet only in the larger look. None before
    the ratings are chosen."""
    if character.play is None and not all(derive.rating(character, pool).total for pool in POOLS):
        return
    for asset in ASSETS:
        held, rating = state.in_hand(character, asset), derive.rating(character, asset).total
        if held or rating:
            note = view.tokens_note(asset, held, rating)
            yield _meter("pips", asset, marks.ASSETS[asset], (held, rating), note)._replace(loose=asset == "fortune")
    if character.play is not None:
        yield _meter("number", "spark", marks.SPARK, (character.play.spark, 0))._replace(listed=False)
    for kind in WOUNDS:
        most = derive.threshold(character, kind).total
        if most or state.held(character, kind):
            note = view.damage_note(character, kind)
            yield _meter("boxes", kind, marks.DAMAGE[kind], (state.held(character, kind), most), note)
    if character.play is not None:
        end = derive.doom_end(character).total
        note = view.doom_note(character, chances=False)
        yield _meter("track", "doom", marks.DOOM, (character.play.doom, end), note)
        kismet = _meter("pips", "kismet", marks.DAMAGE["kismet"], (state.held(character, "kismet"), 0))
        yield kismet._replace(listed=False, note=view.damage_note(character, "kismet", chances=False))


def _meter(kind: str, name: str, token: Token, count: tuple[int, int], note: str = "") -> Meter:
    filled, total = count
    side = "Tokens" if name in ASSETS or name == "spark" else "Harm"
    return Meter(kind, name.capitalize(), token.full, token.empty, token.colour, filled, max(0, total), side, note)


def _badges(character: Character) -> Iterator[Badge]:
    """What stands out: doom met, a conflict, what the rules ask (CNF, KIS-2, DOM-3)."""
    play = state.play_of(character)
    if state.doomed(character):
        yield Badge("✕ met their doom", "bad")
        return
    if state.span_of(play) == "conflict":
        deadly = play.stakes == "deadly"
        yield Badge(f"{'DEADLY ' if deadly else ''}CONFLICT round {play.round}", "bad" if deadly else "move")
    unnamed = sum(ask.count for ask in play.asks if ask.what == "consequence")
    if unnamed:
        yield Badge(f"! {unnamed} to name", "bad")
    if play.kismet is not None or any(ask.what == "kismet" for ask in play.asks):
        yield Badge("! kismet roll", "bad")
    if state.uncompared(character) is not None:
        yield Badge("roll in progress", "move")


def _waits(character: Character) -> Iterator[Wait]:
    """What the rules ask, each with the key that answers it; else what can be done now."""
    play = state.play_of(character)
    if play.kismet is not None:
        yield Wait("m", "Resolve the kismet roll")
    for ask in play.asks:
        if ask.what in ("kismet", "consequence") and (ask.what != "kismet" or play.kismet is None):
            yield Wait("m" if ask.what == "kismet" else "c", view.ask_words(character, ask))
    if state.uncompared(character) is not None:
        yield Wait("r", "Roll in progress")
    elif state.span_of(play) == "conflict" and not state.doomed(character):
        yield Wait("r", "Roll, attack or block")
        back = view.round_end(character)
        yield Wait("n", f"End the round{f': {back}' if back else ''}")
    elif not (play.asks or play.kismet):
        yield Wait("", view.what_now(character))


def _parts(character: Character) -> Iterator[Part]:
    """Consequences, drives, traits, the best skills, gear: in words."""
    one, play = view.one_line, state.play_of(character)
    yield Part("Consequences", tuple((one(item.name) or "(not named yet)", view.severity_note(item)) for item in
                                     play.consequences))  # fmt: skip
    tokens = (marks.DRIVE.full * held for held in state.drive_tokens(character))
    yield Part("Drives", tuple(zip(map(one, character.story.drives), tokens, strict=True)))
    yield from _chosen(character, "parts")


@derive.once
def _chosen(character: Character, _key: str) -> tuple[Part, ...]:
    """Traits, the best skills, gear: nothing that happens in play counts in them."""
    one = view.one_line
    ranks = {skill: derive.ranks(character, skill).total for skill in SKILLS}
    best = sorted((skill for skill in SKILLS if ranks[skill]), key=lambda skill: -ranks[skill])
    return (
        Part("Traits", tuple((one(text), "") for text, _ in derive.traits(character))),
        Part("Skills", tuple((derive.skill_name(character, skill), str(ranks[skill])) for skill in best)),
        Part("Gear", tuple((one(owned.gear.name), one(owned.gear.kind)) for owned in derive.gear(character))),
    )

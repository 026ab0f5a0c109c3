"""Findings about where play stands: numbers out of range and words that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, Play
from saga_tui.games.saga.rules.checks_parts import unknown
from saga_tui.games.saga.rules.state import SPANS
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, LEVELS, POOLS, STAKES
from saga_tui.problem import Problem, Where, near
from saga_tui.words import plural


def problems(character: Character) -> Iterator[Problem]:
    """The problems of the play section; none before play begins."""
    play = character.play
    if play is None:
        return
    yield from _clock(play)
    yield from _open(character, play)
    yield from _traits(character, play)
    yield from _tokens(character, play)
    yield from _harm(character, play)
    yield from _gear(character, play)


def _least(value: int, where: Where, rule: str, what: str) -> Iterator[Problem]:
    if value < 0:
        yield Problem("error", rule, where, f"{what} is {value}, but cannot be below 0", "Set it to 0.", "low", value)


def _clock(play: Play) -> Iterator[Problem]:
    for name in ("chapter", "scene", "conflict", "round"):
        yield from _least(getattr(play, name), ("play", name), "TIME-1", f"The {name}")
    for name, value, known in (("span", play.span, SPANS), ("stakes", play.stakes, STAKES)):
        if value and value not in known:
            rule = "TIME-1" if name == "span" else "CNF-1"
            yield Problem(
                "error", rule, ("play", name), f"There is no {name} {value!r}", near(value, known), "unknown", value
            )


def _open(character: Character, play: Play) -> Iterator[Problem]:
    """What is open counts from 1, and a conflict has stakes (TIME-1, TIME-3, CNF-1)."""
    span = state.span_of(play)
    for name, number in state.clock(character).items():
        if number == 0:
            rule = "TIME-3" if name in ("conflict", "round") else "TIME-1"
            message = f"A {span} is open, and its {name} is 0"
            yield Problem("error", rule, ("play", name), message, "Count from 1, or set the clock.", "zero", 0)
    if span == "conflict" and not play.stakes:
        message, fix = "A conflict is open, and it has no stakes", f"Name them: {', '.join(STAKES)}."
        yield Problem("error", "CNF-1", ("play", "stakes"), message, fix, "stakes", "")


def _traits(character: Character, play: Play) -> Iterator[Problem]:
    weights = derive.numbers(character).traits.dice
    for index, item in enumerate(play.active):
        if item.weight not in weights:
            where: Where = ("play", "active", index, "weight")
            message = f"“{item.trait}” counts {item.weight}, and a trait counts {min(weights)} to {max(weights)}"
            fix = f"Set it to {max(weights)} or less."
            yield Problem("error", "TRT-2", where, message, fix, "weight", item.weight)


def _tokens(character: Character, play: Play) -> Iterator[Problem]:
    yield from unknown(("play", "tokens"), play.tokens, ASSETS, "AST-1", "asset")
    for asset in ASSETS:
        held = play.tokens.get(asset, 0)
        where: Where = ("play", "tokens", asset)
        yield from _least(held, where, "AST-1", f"{asset.capitalize()} in hand")
        rating = derive.rating(character, asset).total
        if asset in POOLS and held > rating:
            message = f"You have {held} {asset}, but its rating is {rating}"
            fix = f"Set it to {rating} or less."
            yield Problem("error", "AST-14", where, message, fix, "high", held, asked=f"at most {rating}")
    yield from _least(play.spark, ("play", "spark"), "SPK-1", "Spark")
    for index, count in enumerate(play.drive_tokens):
        yield from _least(count, ("play", "drive_tokens", index), "DRV-4", "A drive's token count")
    if len(play.drive_tokens) > len(character.story.drives) and any(play.drive_tokens[len(character.story.drives) :]):
        message, fix = "A drive that you do not have holds tokens", "Remove them, or name the drive."
        yield Problem("error", "DRV-1", ("play", "drive_tokens"), message, fix, "many", len(play.drive_tokens))


def _harm(character: Character, play: Play) -> Iterator[Problem]:
    yield from unknown(("play", "damage"), play.damage, DAMAGE, "DMG-6", "kind of damage")
    for kind in DAMAGE:
        yield from _least(play.damage.get(kind, 0), ("play", "damage", kind), "DMG-2", kind.capitalize())
    yield from _least(play.doom, ("play", "doom"), "DOM-1", "Doom")
    for index, ask in enumerate(play.asks):
        yield from _least(ask.dice, ("play", "asks", index, "dice"), "KIS-2", "The dice of a due kismet roll")
    end = derive.doom_end(character).total
    if play.doom > end:
        message = f"You marked {plural(play.doom, 'doom step')}, but the track ends at {end}"
        yield Problem("error", "DOM-1", ("play", "doom"), message, f"Mark at most {end}.", "high", play.doom)
    for index, item in enumerate(play.consequences):
        where: Where = ("play", "consequences", index)
        yield from unknown((*where, "points"), item.points, LEVELS, "CSQ-1", "level of a consequence")
        if not item.name.strip():
            yield Problem("unfinished", "CSQ-3", (*where, "name"), "A consequence has no name yet", "Name it.", "name")
        if item.severity < 1 or min(item.points.values(), default=0) < 0:
            message, fix = f"{item.name or 'A consequence'} has no severity", "Give it a point, or remove it."
            yield Problem("error", "CSQ-1", (*where, "points"), message, fix, "none", item.severity)


def _gear(character: Character, play: Play) -> Iterator[Problem]:
    pieces = {item.key: item for item in derive.gear(character)}
    for key, used in play.gear_used.items():
        where: Where = ("play", "gear_used", key)
        rule = {"charm": "GER-3", "font": "GER-4"}.get(pieces[key].gear.kind if key in pieces else "", "GER-1")
        yield from _least(used, where, rule, f"The amount used of {key}")
        if key not in pieces:
            yield Problem("remark", rule, where, f"You have no gear {key!r}", near(key, pieces), "unknown", key)
        elif used > (pool := derive.gear_pool(character, pieces[key]).total):
            message = f"You used {used} of {pieces[key].gear.name}, but it holds {pool}"
            yield Problem("error", rule, where, message, f"Set it to {pool} or less.", "high", used)

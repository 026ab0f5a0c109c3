"""`saga-tui odds` and `roll`, made from what a game says of its dice. One that says nothing has sums of dice, and the
rolls of its play screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

import click

from saga_tui.cli import options
from saga_tui.cli.output import tell, tell_json
from saga_tui.dice import Roller, secure, seeded
from saga_tui.games.contract import Game
from saga_tui.odds import VERSUS, Chances, Dist, Extra, Rolled, Throws
from saga_tui.safe import safe
from saga_tui.words import percent, sentence

USAGE = "Give it as 2d6+1, or as d20+4 vs 15."
TERM = re.compile(r"([+-]?)(?:(\d{0,4})d(\d{1,4})|(\d{1,6}))", re.ASCII)
MOST_DICE, MOST_SIDES = 300, 1000
BAR = 30
"""Columns of the longest bar."""
SMALL = Fraction(1, 2000)
"""What is rarer than this goes together in one line at the chart's end."""


# ---- the verbs


def verb_of(game: Game, name: str) -> click.Command:
    """`odds` or `roll` as that game has it."""
    throws = game.throws or Sums(game)
    made, extras = (_odds, throws.odds_with) if name == "odds" else (_roll, throws.roll_with)
    command = made(throws, game.key)
    command.params[1:1] = [_option(extra) for extra in extras]
    return command


def _option(extra: Extra) -> click.Option:
    if not extra.metavar:
        return click.Option([f"--{extra.name}"], is_flag=True, help=extra.help)
    kind = click.IntRange(extra.least, extra.most)
    return click.Option([f"--{extra.name}"], type=kind, default=extra.default, metavar=extra.metavar, help=extra.help)


def _odds(throws: Throws, game: str) -> click.Command:
    @click.command(
        cls=options.OfGame,
        game=game,
        about="""
        DICE are added up: 2d6, d20+4, d20+d4-1. With a number to reach, it shows the chance of reaching it. Or name a
        roll of the game's play screen, with its parameters in order or as name=value.

        With --json: mean, sums (the chance of each), and reached, where a number is given; of a roll of the game
        success, failure, mean and margin (the chance of each). Every number is an exact fraction as text.
        """,
    )
    @click.argument("words", nargs=-1, required=True, metavar=throws.usage)
    @options.GAME_FIRST
    @click.option("--json", "as_json", is_flag=True, help="Write exact fractions as JSON instead of text.")
    def odds(words: tuple[str, ...], as_json: bool, **given: Any) -> None:
        """Show the exact odds of a roll.

        {about}

        \b
        Examples:
          saga-tui odds 2d6+1
          saga-tui odds d20+4 vs 15
        """
        with options.usage_errors():
            found = throws.odds(words, given)
        if as_json:
            tell_json(found.record)
            return
        tell(found.heading)
        for name, chance, tail in found.rows:
            tell(f"  {name:<18} {percent(chance, 1):>6}{exact(chance)}{tail}")
        tell(f"  {found.mean[0]:<18} {float(found.mean[1]):>6.2f}")
        tell()
        for line in (*filter(None, [found.title]), *chart(found.law, signed=found.signed)):
            tell(line)

    return odds


def _roll(throws: Throws, game: str) -> click.Command:
    @click.command(
        cls=options.OfGame,
        game=game,
        about="""
        DICE are added up: 2d6, d20+4, d20+d4-1. With a number to reach, it says whether you reached it. Or name a roll
        of the game's play screen, with its parameters in order or as name=value.

        No character changes. The dice come from the system's secure source unless you give a seed.

        With --json: dice (each with sides and faces), plus, total, target, reached and seed; of a roll of the game
        sides, faces, lines and seed.
        """,
    )
    @click.argument("words", nargs=-1, required=True, metavar=throws.usage)
    @options.GAME_FIRST
    @click.option("--seed", type=click.IntRange(0, 2**53), metavar="N", help="The same number gives the same faces.")
    @options.JSON
    def roll(words: tuple[str, ...], seed: int | None, as_json: bool, **given: Any) -> None:
        """Roll dice.

        {about}

        \b
        Examples:
          saga-tui roll 2d6+1
          saga-tui roll d20+4 vs 15 --seed 7
        """
        with options.usage_errors():
            found = throws.roll(words, given, secure if seed is None else seeded(seed))
        if as_json:
            tell_json({**found.record, "seed": seed})
            return
        for line in found.lines:
            tell(line)

    return roll


# ---- sums of dice, and the rolls of a play screen


@dataclass(frozen=True, slots=True)
class Sum:
    """What is rolled: dice by number and sides, what is added to them, and what is to be reached."""

    dice: tuple[tuple[int, int], ...]
    """Number and sides; a number below zero takes away."""
    plus: int
    target: int | None

    @property
    def words(self) -> str:
        """The dice as people write them: `2d6 − d4 + 3`."""
        terms = [(count, f"{abs(count) if abs(count) != 1 else ''}d{sides}") for count, sides in self.dice]
        terms += [(self.plus, str(abs(self.plus)))] if self.plus else []
        return " ".join(f"{'−' if amount < 0 else '+'} {text}" for amount, text in terms).removeprefix("+ ")


class Sums(Throws):
    """`2d6+1 vs 9` in any game, and by their verbs the rolls that a game has as `Dice` among its actions."""

    usage = "DICE [vs NUMBER]"

    def __init__(self, game: Game) -> None:
        self.game = game

    def odds(self, words: Sequence[str], given: Mapping[str, Any]) -> Chances:
        """The law of the sum, or of the margin of one of the game's rolls."""
        if (named := self._named(words)) is not None:
            return self._margin(*named)
        asked = read(words)
        found = law(asked)
        record: dict[str, Any] = {"mean": str(found.mean), "sums": {str(value): str(chance) for value, chance in found}}
        if asked.target is None:
            return Chances(asked.words, record, found, ("mean", found.mean))
        reached = found.at_least(asked.target)
        record["reached"] = str(reached)
        rows = [("success", reached, ""), ("failure", 1 - reached, "")]
        return Chances(f"{asked.words} against {asked.target}", record, found, ("mean", found.mean), rows)

    def roll(self, words: Sequence[str], given: Mapping[str, Any], roller: Roller) -> Rolled:
        """The dice and their sum, or what one of the game's rolls would do."""
        if (named := self._named(words)) is not None:
            return self._thrown(named[1], roller)
        asked = read(words)
        thrown = [(count, sides, roller(abs(count), sides)) for count, sides in asked.dice]
        total = asked.plus + sum((1 if count > 0 else -1) * sum(faces) for count, _, faces in thrown)
        reached = None if asked.target is None else total >= asked.target
        dice = [{"sides": sides, "faces": list(faces)} for _, sides, faces in thrown]
        record = {"dice": dice, "plus": asked.plus, "total": total, "target": asked.target, "reached": reached}
        lines = [
            f"{Sum(((count, sides),), 0, None).words}  {' '.join(map(str, faces))}" for count, sides, faces in thrown
        ]
        tail = "" if reached is None else f" against {asked.target}: {'success' if reached else 'failure'}"
        return Rolled([*lines, f"{asked.words} = {total}{tail}".replace("-", "−")], record)

    def _named(self, words: Sequence[str]) -> tuple[Any, Any] | None:
        """The roll of the game that the first word names, and its command with the parameters that follow."""
        from saga_tui.engine.typed import parse
        from saga_tui.ui.specs import Dice

        rules = self.game.rules
        rolls = {deed.command.verb: deed for one in self.game.actions() if isinstance(deed := one.do, Dice)}
        verb = rules.verb(words[0].casefold())
        return (rolls[verb], parse(rules, rules.document(), verb, words[1:])) if verb in rolls else None

    def _margin(self, dice: Any, command: Any) -> Chances:
        document = self.game.rules.document()
        margin: Dist = dice.margin(document, command)
        won = margin.at_least(0)
        record = {
            "success": str(won),
            "failure": str(1 - won),
            "mean": str(margin.mean),
            "margin": {str(value): str(chance) for value, chance in margin},
        }
        heading = dice.shown(document, command) if dice.shown else command.title
        rows = [(dice.results[0], won, ""), (dice.results[1], 1 - won, "")]
        return Chances(heading, record, margin, ("mean margin", margin.mean), rows, "Margin", signed=True)

    def _thrown(self, command: Any, roller: Roller) -> Rolled:
        """Of a new document, whatever its rules have against it: it is nobody's."""
        from saga_tui.engine.command import perform

        rules = self.game.rules
        document = rules.document()
        draw = command.draws(document)
        faces = draw.by(roller)
        lines = [sentence(line.text) for line in perform(rules, document, command, faces, "").lines]
        record = {"sides": draw.sides, "faces": list(faces), "lines": lines}
        return Rolled([f"{len(faces)}d{draw.sides}  {' '.join(map(str, faces))}", *lines], record)


def read(words: Sequence[str]) -> Sum:
    """The sum that the words say; `ValueError` in clear words where they say none."""
    said = [word.casefold() for word in words]
    target: int | None = None
    if any(word in VERSUS for word in said):
        at = next(place for place, word in enumerate(said) if word in VERSUS)
        number = "".join(said[at + 1 :])
        if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
            raise ValueError(f"{safe(number, limit=40)!r} is not a number to reach. {USAGE}")
        target, said = int(number), said[:at]
    text = "".join(said).replace("−", "-")
    found = list(TERM.finditer(text))
    if not text or "".join(one[0] for one in found) != text or any(not one[1] for one in found[1:]):
        raise ValueError(f"{safe(' '.join(words), limit=60)!r} are not dice. {USAGE}")
    dice, plus = [], 0
    for sign, count, sides, number in (one.groups() for one in found):
        by = -1 if sign == "-" else 1
        if sides:
            dice.append((by * int(count or 1), int(sides)))
        else:
            plus += by * int(number)
    if sum(abs(count) for count, _ in dice) > MOST_DICE or any(not 1 <= sides <= MOST_SIDES for _, sides in dice):
        raise ValueError(f"At most {MOST_DICE} dice of 1 to {MOST_SIDES} sides can be rolled.")
    return Sum(tuple(dice), plus, target)


def law(asked: Sum) -> Dist:
    """The exact chances of each sum."""
    low, weights, total = asked.plus, [1], 1
    for count, sides in asked.dice:
        for _ in range(abs(count)):
            sums = [0, *accumulate([*weights, *[0] * (sides - 1)])]
            weights = [sums[end + 1] - sums[max(0, end + 1 - sides)] for end in range(len(sums) - 1)]
            total *= sides
            low += 1 if count > 0 else -sides
    return Dist(low, tuple(weights), total)


# ---- charts


def exact(value: Fraction) -> str:
    """The fraction itself, where it is short enough to be read."""
    return f"  {value}" if len(str(value)) <= 13 else ""


def bar(chance: Fraction, most: Fraction) -> str:
    """A bar as long as the chance is large, beside the largest one."""
    full = "█" if _can_say("█") else "#"
    return full * (round(BAR * chance / most) if most else 0)


def _can_say(letter: str) -> bool:
    try:
        letter.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def chart(found: Iterable[tuple[int, Fraction]], *, signed: bool = False) -> list[str]:
    """A line for each value of a law: the value, its chance, a bar. Rare values at both ends share a line."""
    rows = list(found)
    likely = [place for place, (_, chance) in enumerate(rows) if chance >= SMALL] or [0]
    first, last = likely[0], likely[-1]
    shown = [(_value(value, signed), chance) for value, chance in rows[first : last + 1]]
    before, after = (sum((chance for _, chance in part), Fraction()) for part in (rows[:first], rows[last + 1 :]))
    if before:
        shown.insert(0, (f"≤ {_value(rows[first - 1][0], signed)}", before))
    if after:
        shown.append((f"≥ {_value(rows[last + 1][0], signed)}", after))
    most = max(chance for _, chance in shown)
    return [f"{value:>6}  {percent(chance, 1):>6}  {bar(chance, most)}".rstrip() for value, chance in shown]


def _value(value: int, signed: bool) -> str:
    return f"{value:+d}".replace("-", "−") if signed and value else str(value)

"""The rules of Lanterns: two pools, a d20, a deck of omens, and nights that end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import command, document
from saga_tui.engine.clock import Choices, Clock, Reset, Timed
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.edit import Edit
from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.model import LONGEST, Model, Name, Whole
from saga_tui.engine.ruled import ruled
from saga_tui.engine.rules import Ids, Rules
from saga_tui.games.lent import book_in
from saga_tui.problem import Problem, near
from saga_tui.tally import Tally, Term, tally

POOLS = {"oil": 6, "nerve": 4}
TRADES = {"lamplighter": "oil", "watchman": "nerve"}
RESULTS = ("the lantern burns", "the dark wins")
OMENS = ("a cold draught", "a knock", "a moth", "a face in the glass", "the stairs creak", "all is still")


class Keeper(Model):
    name: Name = ""
    trade: Name = ""


class House(Model):
    long_nights: bool = False


class Play(document.Play):
    night: Whole = 0
    pools: dict[str, Whole] = Field(default_factory=dict, max_length=LONGEST)
    omens: tuple[Whole, ...] = Field(default=(), max_length=LONGEST)


class Lanterns(document.Document):
    ruling = "LAN-7"
    game: Name = "lanterns"
    keeper: Keeper = Keeper()
    house: House = House()
    play: Play | None = None

    @property
    def title(self) -> str:
        return self.keeper.name or "Nameless"


Change: TypeAlias = Edit[Lanterns]


def most(keeper: Lanterns, pool: str) -> Tally:
    """How much a pool holds: what everybody has, and what the trade brings."""
    trade = Term(2, keeper.keeper.trade, "LAN-2") if TRADES.get(keeper.keeper.trade) == pool else None
    return ruled(keeper, tally(f"{pool}-most", f"Most {pool}", (Term(POOLS[pool], "everybody", "LAN-1"), trade)))


def left(keeper: Lanterns, pool: str) -> int:
    """How much of a pool is left; all of it before play."""
    return int(RULES.play_of(keeper).pools.get(pool, most(keeper, pool).total))


def entries(keeper: Lanterns) -> Iterator[Entry]:
    for pool in POOLS:
        full = most(keeper, pool)
        yield number(full, rests_on=(("keeper", "trade"),))
        held = counted(pool, pool.title(), left(keeper, pool), "left", "LAN-1")
        yield number(held, ("play", "pools", pool), counted=True, rest=(full.total,))
    yield number(counted("night", "Night", RULES.play_of(keeper).night, "so far", "LAN-5"), ("play", "night"))
    yield Entry("name", "Name", keeper.keeper.name, ("keeper", "name"))


def problems(keeper: Lanterns) -> Iterator[Problem]:
    one = keeper.keeper
    if not one.name:
        yield Problem("unfinished", "LAN-1", ("keeper", "name"), "The keeper has no name", "Enter one.")
    if not one.trade:
        yield Problem("unfinished", "LAN-2", ("keeper", "trade"), "No trade chosen", near("", TRADES))
    elif one.trade not in TRADES:
        said, cure = f"There is no trade {one.trade!r}", near(one.trade, TRADES)
        yield Problem("error", "LAN-2", ("keeper", "trade"), said, cure, "trade")


def refill(edit: Change, pool: str, rule: str) -> None:
    short = most(edit.now, pool).total - left(edit.now, pool)
    gain = (short + 1) // 2 if pool == "oil" and edit.now.house.long_nights else short
    pay(edit, pool, -gain, rule)


def pay(edit: Change, pool: str, amount: int, rule: str) -> None:
    before = left(edit.now, pool)
    if amount > before:
        edit.object(rule, f"Not enough {pool}: this costs {amount}, you have {before}", "Spend less.", code="pool")
    after = max(0, before - amount)
    if after != before:
        edit.put(rule, pools=edit.game.play_of(edit.now).pools | {pool: after})
        edit.say_moved(pool, before, after, rule)


def turn(edit: Change, span: str, by: int) -> None:
    night = edit.game.play_of(edit.now).night + by
    edit.put("LAN-5", span=span, night=night)
    edit.say(f"night {night} {'begins' if by else 'ends'}", "LAN-5", way="comes" if by else "goes")


DUSK = Reset("dusk", "LAN-5", "night falls", lambda edit, _: turn(edit, "night", 1), moves=True)
OIL = Reset("oil", "LAN-6", "refill oil", lambda edit, _: refill(edit, "oil", "LAN-6"))
NERVE = Reset("nerve", "LAN-6", "recover nerve", lambda edit, _: refill(edit, "nerve", "LAN-6"))
DAWN = Reset("dawn", "LAN-5", "the night ends", lambda edit, _: turn(edit, "house", 0), moves=True)
ENDS = {"night start": (DUSK,), "night end": (OIL, NERVE, DAWN)}
CLOCK: Clock[Lanterns] = Clock(("house", "night"), {"night": ("night",)}, ENDS)


# ---- what can happen

COMMANDS: dict[str, type[command.Command]] = dict(SHARED)


def by_night(edit: Change) -> None:
    if not CLOCK.is_open(edit.before, "night"):
        edit.object("LAN-5", "It is still day", "Start the night first.", code="day")


class Command(command.Command):
    registry = COMMANDS


class ByNight(Command):
    gates = (by_night,)


class Choose(Command, verb="choose", title="Choose a name and a trade", rules="LAN-1 LAN-2", group="build"):
    """Choose who keeps the lanterns."""

    name: command.Words | None = None
    trade: command.Words | None = None

    def apply(self, edit: Change) -> None:
        for field, chosen in self.model_dump(include={"name", "trade"}, exclude_none=True).items():
            edit.choose("keeper", "LAN-1", **{field: chosen})
            edit.say(f"{field}: {chosen}", "LAN-1")


class Switch(Command, verb="long-nights", title="Long nights", rules="LAN-6", group="rulings"):
    """Make nights long, or short: after a long night only half of the oil is refilled."""

    on: bool = True

    def apply(self, edit: Change) -> None:
        edit.choose("house", "LAN-6", long_nights=self.on)
        edit.say(f"long nights {'on' if self.on else 'off'}", "LAN-6")


class Night(Command, verb="start-night", title="Start the night", rules="LAN-5", group="clock"):
    """Start the next night; the first one starts play."""

    def apply(self, edit: Change) -> None:
        if CLOCK.is_open(edit.now, "night"):
            edit.object("LAN-5", "It is night already", "End it first.", code="night")
            return
        edit.problems += [found for found in problems(edit.now) if found.level == "error"]
        CLOCK.cross(edit, "night start", Choices())


class Dawn(Timed, ByNight, verb="end-night", title="End the night", rules="LAN-5 LAN-6", group="clock"):
    """End the night: oil is refilled, nerve comes back."""

    def apply(self, edit: Change) -> None:
        CLOCK.cross(edit, "night end", Choices(take=self.take), self.skip)


class Dare(ByNight, verb="dare", title="Dare a dark room", rules="LAN-3", group="rolls"):
    """Roll a d20 against a difficulty; each nerve spent adds 2. Failure costs 1 oil."""

    sides = 20
    difficulty: int = Field(default=11, ge=1, le=40)
    nerve: int = Field(default=0, ge=0, le=9)

    def dice_needed(self, document: Any) -> int:
        return 1

    def apply(self, edit: Change) -> None:
        [face] = edit.take_dice(1)
        total = face + 2 * self.nerve
        edit.say(f"dared: {total} against {self.difficulty}, {RESULTS[total < self.difficulty]}", "LAN-3")
        pay(edit, "nerve", self.nerve, "LAN-3")
        if total < self.difficulty:
            pay(edit, "oil", min(1, left(edit.now, "oil")), "LAN-3")


class Omen(ByNight, verb="draw", title="Draw an omen", rules="LAN-4", group="omens"):
    """Draw a card from the omens that are left."""

    hidden = True

    def draws(self, document: Any) -> Draw:
        return Draw(1, pool=tuple({*range(1, len(OMENS) + 1)} - {*RULES.play_of(document).omens}))

    def apply(self, edit: Change) -> None:
        for card in edit.dice:
            edit.put("LAN-4", omens=(*edit.game.play_of(edit.now).omens, card))
            edit.say(f"omen: {OMENS[card - 1]}", "LAN-4")
        if not edit.dice:
            edit.object("LAN-4", "No omens are left", "Go on without one.", code="empty")


def when(keeper: Lanterns) -> str:
    return f"night {keeper.play.night}" if keeper.play else ""


BOOK = book_in("lanterns", "Lanterns")
RULES: Rules[Lanterns] = Rules(Lanterns, Play, COMMANDS, entries, lambda one: [*problems(one)], CLOCK, book=BOOK,
                               when=when, ids=Ids(not_begun="LAN-5", dice="LAN-3", automation="LAN-6"))  # fmt: skip

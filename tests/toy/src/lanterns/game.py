"""Lanterns as the shell knows it: the object `GAME`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from lanterns import rules as law
from lanterns.rules import Choose, Lanterns
from saga_tui.engine.command import Outcome
from saga_tui.games.contract import Game
from saga_tui.odds import die
from saga_tui.ui.band import Moment
from saga_tui.ui.builder.spec import Choice, Field, Option, Step
from saga_tui.ui.specs import LOG, Action, Cards, Crossing, Dice, Number, Panel, Pips, Row, Token

LOOKS = {"oil": Token("◆", "◇", "$good"), "nerve": Token("●", "○", "$warn")}
by_night = partial(law.CLOCK.is_open, span="night")


def by_day(keeper: Lanterns) -> bool:
    return not by_night(keeper)


TRADES = [Option(key, key.title(), f"2 more {pool}") for key, pool in law.TRADES.items()]


def pools(keeper: Lanterns) -> Iterator[Row]:
    for pool in law.POOLS:
        names, full = (pool, f"{pool}-most"), law.most(keeper, pool).total
        yield Pips(pool.title(), law.left(keeper, pool), full, LOOKS[pool], names=names, key=pool[0])


def house(keeper: Lanterns) -> Iterator[Row]:
    play = law.RULES.play_of(keeper)
    yield Number("Night", play.night, names=("night",), choose="dawn" if by_night(keeper) else "night")
    yield Cards("Omens", tuple(law.OMENS[card - 1] for card in play.omens), choose="draw", rule="LAN-4")


DAWN = Crossing("End the night", law.Dawn)
DARE = Dice(law.Dare, lambda _, dare: die(20).shifted(2 * dare.nerve - dare.difficulty), law.RESULTS,
            lambda _, dare: f"d20 + {2 * dare.nerve} against {dare.difficulty}",
            lambda done: done.dice[0] + 2 * done.command.nerve - done.command.difficulty)  # fmt: skip


class LanternsGame(Game):
    key = "lanterns"
    title = "Lanterns"
    header = "A keeper of Lanterns, for saga-tui."
    name_path = ("keeper", "name")
    rules = law.RULES
    begins = "start-night"

    def steps(self) -> Sequence[Step]:
        name = Field(where=("keeper", "name"), label="Name", write=lambda text: Choose(name=text))
        trade = Choice(
            where=("keeper", "trade"), label="Trade", options=lambda _: TRADES, choose=lambda key: Choose(trade=key)
        )
        return (
            Step(key="name", title="Name", parts=(name,), rules=("LAN-1",)),
            Step(key="trade", title="Trade", parts=(trade,), rules=("LAN-2",)),
        )

    def panels(self) -> Sequence[Panel]:
        return Panel("pools", "Pools", pools, frozenset({"pools"})), Panel("house", "The house", house), LOG

    def moment(self, outcome: Outcome[Lanterns]) -> Moment | None:
        was, now = (law.RULES.play_of(keeper).omens for keeper in (outcome.before, outcome.after))
        return Moment("An omen", law.OMENS[now[-1] - 1], "", str(len(now))) if len(now) > len(was) else None

    def actions(self) -> Sequence[Action]:
        return (
            Action("night", "Start the night", "Start the next night", law.Night, key="n", when=by_day, shown=True),
            Action("dawn", "End the night", "End the night", DAWN, key="n", when=by_night, shown=True),
            Action("dare", "Dare", "Dare a dark room", DARE, key="r", when=by_night, shown=True),
            Action("draw", "Omen", "Draw an omen", law.Omen(), key="d", when=by_night, shown=True),
            Action("long", "Long nights", "Make nights long", law.Switch()),
        )


GAME = LanternsGame()

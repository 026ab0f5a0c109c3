"""Lanterns as the shell knows it: the object `GAME`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lanterns.rules import (
    CLOCK,
    OMENS,
    POOLS,
    RULES,
    TRADES,
    Choose,
    Dare,
    Dawn,
    Lanterns,
    Night,
    Omen,
    Switch,
    left,
    most,
)
from saga_tui.games.contract import Game
from saga_tui.odds import Dist, die
from saga_tui.ui.builder.spec import Choice, Field, Option, Step
from saga_tui.ui.specs import LOG, Action, Cards, Crossing, Dice, Number, Panel, Pips, Row
from saga_tui.ui.token import Token

LOOKS = {"oil": Token("◆", "◇", "$good"), "nerve": Token("●", "○", "$warn")}


def pools(keeper: Lanterns) -> Iterator[Row]:
    for pool in POOLS:
        names = (pool, f"{pool}-most")
        yield Pips(pool.title(), left(keeper, pool), most(keeper, pool).total, LOOKS[pool], names=names, key=pool[0])


def house(keeper: Lanterns) -> Iterator[Row]:
    play = RULES.play_of(keeper)
    yield Number("Night", play.night, names=("night",), choose="night" if not by_night(keeper) else "dawn")
    yield Cards("Omens", tuple(OMENS[card - 1] for card in play.omens), choose="draw", rule="LAN-4")


def by_night(keeper: Lanterns) -> bool:
    return keeper.play is not None and CLOCK.in_span(keeper.play, "night")


def by_day(keeper: Lanterns) -> bool:
    return not by_night(keeper)


def margin(_keeper: Lanterns, dare: Dare) -> Dist:
    return die(20).shifted(2 * dare.nerve - dare.difficulty)


DAWN = Crossing("End the night", Dawn)
RESULTS = ("the lantern burns", "the dark wins")
DARE = Dice(Dare, margin, RESULTS, lambda _, dare: f"d20 + {2 * dare.nerve} against {dare.difficulty}")


class LanternsGame(Game):
    key = "lanterns"
    title = "Lanterns"
    header = "A keeper of Lanterns, for saga-tui."
    name_path = ("keeper", "name")
    rules = RULES
    begins = "start-night"

    def steps(self) -> Sequence[Step]:
        def trades(_keeper: Lanterns) -> list[Option]:
            return [Option(key, key.title(), f"2 more {pool}") for key, pool in TRADES.items()]

        name = Field(where=("keeper", "name"), label="Name", write=lambda text: Choose(name=text))
        trade = Choice(where=("keeper", "trade"), label="Trade", options=trades, choose=lambda key: Choose(trade=key))
        return (
            Step(key="name", title="Name", parts=(name,), rules=("LAN-1",)),
            Step(key="trade", title="Trade", parts=(trade,), rules=("LAN-2",)),
        )

    def panels(self) -> Sequence[Panel]:
        return Panel("pools", "Pools", pools, frozenset({"pools"})), Panel("house", "The house", house), LOG

    def actions(self) -> Sequence[Action]:
        return (
            Action("night", "Start the night", "Start the next night", Night, key="n", when=by_day, shown=True),
            Action("dawn", "End the night", "End the night", DAWN, key="n", when=by_night, shown=True),
            Action("dare", "Dare", "Dare a dark room", DARE, key="r", when=by_night, shown=True),
            Action("draw", "Omen", "Draw an omen", Omen(), key="d", when=by_night, shown=True),
            Action("long", "Long nights", "Make nights long", Switch()),
        )


GAME = LanternsGame()

"""A watch of Lanterns: keepers who sit at one table, with a bell that all of them hear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from lanterns import game, rules
from saga_tui.dice import Draw
from saga_tui.engine import command, document
from saga_tui.engine.clock import Clock
from saga_tui.engine.command import Outcome
from saga_tui.engine.deciding import SHARED
from saga_tui.engine.edit import Edit
from saga_tui.engine.entries import Entry
from saga_tui.engine.model import Name, Whole
from saga_tui.engine.party import Part, PartyCommand
from saga_tui.engine.rules import Rules
from saga_tui.games.party import PartyGame

COMMANDS: dict[str, type[command.Command]] = dict(SHARED)


class WatchPlay(document.Play):
    bells: Whole = 0
    best: Whole = 0


class Watch(document.PartyDocument):
    ruling = "LAN-7"
    game: Name = "lanterns-table"
    play: WatchPlay = WatchPlay()


class Act(PartyCommand):
    registry = COMMANDS


class Bell(Act, verb="bell", title="Ring the bell", rules="LAN-5"):
    """Start the night for all keepers."""

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        return [Part(who, rules.Night()) for who in members]

    def apply(self, edit: Edit[Watch]) -> None:
        edit.put("LAN-5", bells=edit.now.play.bells + 1)
        edit.say("the bell rings", "LAN-5")


class Send(Act, verb="send", title="Send a keeper into a dark room", rules="LAN-3"):
    """One keeper rolls a d20; the table keeps the best."""

    whom: command.Words
    face: Whole = 0

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        return [Part(who, rules.Dare()) for who, one in members.items() if one.title == self.whom]

    def told(self, document: Any, outcomes: Mapping[str, Outcome[Any]]) -> Self:
        return self.model_copy(update={"face": max((one.dice[0] for one in outcomes.values() if one.dice), default=0)})

    def apply(self, edit: Edit[Watch]) -> None:
        edit.put("LAN-3", best=max(edit.now.play.best, self.face))
        edit.say(f"{self.whom} is sent: {self.face}", "LAN-3")


class Gust(Bell, verb="gust", title="Ring the bell in a gust", rules="LAN-3"):
    """Roll a d20 for the wind; every keeper dares a dark room of that difficulty."""

    def first(self, document: Any, members: Mapping[str, Any]) -> Draw:
        return Draw(1, 20)

    def parts(self, document: Any, members: Mapping[str, Any]) -> Sequence[Part]:
        return [Part(who, rules.Dare(difficulty=self.ahead[0])) for who in members]


RULES: Rules[Watch] = Rules(
    Watch,
    WatchPlay,
    COMMANDS,
    lambda watch: [Entry("name", "Name", watch.name, ("name",))],
    lambda _: [],
    Clock(("house",), {}, {}),
)


class WatchGame(PartyGame):
    key = "lanterns-table"
    title = "Lanterns: a watch"
    rules = RULES
    members = game.GAME


TABLE = WatchGame()

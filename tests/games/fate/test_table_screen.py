"""The narrator's table on the screen: two heroes fight three exchanges with a chain, a trump, a push, Doom spent,
wounds and healing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from saga_tui.engine.command import Command
from saga_tui.engine.document import Seat
from saga_tui.games.fate.play.state import play_of
from saga_tui.games.fate.screens.table import OF, Playing
from saga_tui.games.fate.table.game import TABLE
from saga_tui.games.fate.table.state import Foe, Table, TablePlay
from saga_tui.ui.base import KitApp
from saga_tui.ui.party import PartyScreen
from tests.games.fate.play_table import numbers
from tests.games.fate.test_table import Sitting, ogre
from tests.keys import press

HANDS = {"Ash": ("S4", "I2", "D7", "W4"), "Birch": ("A6", "W3", "S8", "A1")}


class Watch(KitApp):
    """An app that opens the table, with cards that fall as they are told."""

    def __init__(self, at: Sitting) -> None:
        super().__init__(animations=False)
        self.at, self.roller = at, at.roll
        table = TABLE.screen(at.memory)
        assert isinstance(table, PartyScreen)
        self.table: PartyScreen[Any] = table
        at.session = self.table.session

    async def on_mount(self) -> None:
        """Opens it."""
        await self.push_screen(self.table)

    @property
    def text(self) -> str:
        """What is seen."""
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


@pytest.mark.rule("F-FIGHT-1", "F-FIGHT-2", "F-FIGHT-6", "F-FIGHT-10", "F-FIGHT-12", "F-ACT-9", "F-DOOM-6", "F-HEAL-1")
async def test_a_fight_of_three_exchanges(tmp_path: Path) -> None:
    at = Sitting(tmp_path, HANDS, bank=("D6",))
    ogre(at)
    at.session.close()
    app = Watch(at)

    def ways() -> set[str]:
        return {str(one.choose) for one in OF.next(at.table)}

    async def does(keys: str, *falls: str) -> None:
        at.falls = [*numbers(falls)]
        await press(pilot, *keys.split())
        await pilot.pause()

    async with app.run_test(size=(120, 40)) as pilot:
        await does("n n t a", "A5")  # outside a fight the card is turned over for one action
        assert "Difficulty 17: easy 4, opposition 8, the narrator's card 5" in app.text
        await does("escape u")
        await does("n", "A5")  # after an evening and a scene a fight, with the narrator's 5
        assert "▮▮▮▮" in app.text.replace(" ", "") and "S 6  A 6  I 6  W 6" in app.text, "how many cards, not which"
        assert "EXCHANGE 1" in app.text and "[opening moves]" in app.text
        assert "results" not in ways() and {"act", "counter", "next-exchange"} <= ways(), "nothing waits for results"
        await does("a enter", "S5", "A6", "W1", "W2")  # Ash on the ogre: the chain with a trump is best
        assert "results" in ways()
        assert [one.total for one in at.table.play.deeds] == [6 + 2 + 4 + 5 + 6]
        assert (
            at.hand("Ash") == ["D7", "W4", "W1", "W2"]
            and "Ash → Ogre" in app.text
            and "23 against 17, 15 wounds" in app.text
        )
        assert "Turns the last success" not in app.text, "6 more than 17 is reached"
        await does("c a 2 l 1 enter", "I9", "I8")  # the ogre on Ash, who counters with the one play that is enough
        assert at.table.play.deeds[-1].total == 6 + 1 + 7 and "[counter actions]" in app.text
        assert at.bank == ["D7", "D6"] and "Turns the last success: D6" in app.text, "never with what was just played"
        await pilot.click("#bank", offset=(19, 3))  # the card itself, by the mouse
        await pilot.pause()
        assert not at.table.play.deeds[-1].met and at.bank == ["D7"]
        await does("u d")
        assert not at.table.play.deeds[-1].met and at.bank == ["D7"], "the cheapest set that turns it is the same"
        await does("x")
        assert at.foe().left == 15 - (23 - 8) and at.foe().state == "unconscious"
        assert play_of(at.hero("Ash")).asks[0].count == 9 + 5 - 6 + 6, "Doom on a counter action counts among wounds"
        await does("w 1")  # Ash pays with the set that keeps most
        assert at.hand("Ash") == ["W4", "W2"] and play_of(at.hero("Ash")).hurt == 2
        await does("n", "A4", "S9")  # a positive card: Ash draws one
        assert at.table.play.exchange == 2 and at.hand("Ash") == ["W4", "W2", "S9"]
        await does("n", "D5")
        assert at.table.play.exchange == 3 and "EXCHANGE 3" in app.text
        before = len(at.hand("Birch"))
        await does(
            "a h 2 a 2 l 7"
        )  # Birch alone, on what is beyond mortals: the last of the plays is the one with a push
        assert "Difficulty 24" in app.text and "% success" in app.text and ", push " in app.text
        assert "┏━" in app.text and " play " in app.text, "what is played stands out from the hand"
        await does("end")
        assert " push " in app.text.replace(", push ", "")
        await does("enter")
        assert len(at.hand("Birch")) == before - 1 and play_of(at.hero("Birch")).hurt == 1, "a push is a wound"
        await does("N")
        assert len(at.hand("Ash")) == 4 == len(at.hand("Birch")) and "EXCHANGE" not in app.text
        await does("u")
        assert at.table.play.exchange == 3
        await does("n v h 2 enter", "A5", "A1")  # in the next exchange Birch acts on Ash, who answers
        assert "has to reach" in app.text and at.table.play.deeds[-1].rival
        await does("V")
        assert "Difficulty" in app.text and "Ash" in app.text
        await does("enter", "A1", "A1")
        assert at.table.play.deeds[-1].total and "has to reach" not in app.text.partition("Log")[0]
        at.session.close()
        at.memory.close()


async def test_the_card_of_the_bank_that_is_clicked_is_spent() -> None:
    table = Table(play=TablePlay(bank=numbers(("D5", "D9"))))
    done: list[dict[str, Any]] = []

    async def execute(command: Command) -> None:
        done.append(command.params())

    desk = SimpleNamespace(document=table, focused=SimpleNamespace(part=1), execute=execute)
    await Playing.spend(desk)
    await Playing.spend(desk)
    assert done == [{"cards": ["D5"]}, {}], "the highest stands first; without a click it is the cheapest set"


@pytest.mark.rule("F-FIGHT-1", "F-FIGHT-6")
def test_who_has_acted_is_not_what_comes_next() -> None:
    play = TablePlay(span="exchange", evening=1, scene=1, fight=1, exchange=1, foes=(Foe(name="Ogre", health=9),))
    table = Table(seats=(Seat(id="a", name="Ash"),), play=play)
    for changed, gone in (({}, ""), ({"acted": ("a",)}, "act"), ({"foes": (Foe(name="Ogre", acted=True),)}, "counter")):
        now = table.model_copy(update={"play": play.model_copy(update=changed)})
        ways = {one.choose for one in OF.next(now)}
        assert {"act", "counter", "next-exchange"} - ways == {gone} - {""}

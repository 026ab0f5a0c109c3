"""Cards are never doubled or lost over hand, pile, discard, bank and the narrator's card, whatever is done, undone and
broken off (F-DECK-6, F-DECK-7)."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saga_tui.dice import Draw, seeded
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.state import LEAST, hand_of, pile_of, play_of, waiting
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.store import Memory
from tests.games.fate.play_table import Table, hero

DECK = {"draw": "deck"}
PLAIN = ("start-fight", "next-exchange", "end-fight", "end-scene", "start-scene", "fill", "narrator-card", "draw",
         "recover", "spend-doom", "give-up", "waive")  # fmt: skip


def whole(one: Hero) -> None:
    """Each card of the deck is in one place."""
    play = play_of(one)
    places = (*play.hand, *play.discard, *play.bank, *[play.open] * bool(play.open))
    assert max(Counter(places).values(), default=1) == 1
    assert {*pile_of(one, all_of_it=False)}.isdisjoint(places)
    assert len(places) + len(pile_of(one, all_of_it=False)) == figures(one).deck
    assert len(play.hand) <= figures(one).limit.total


def act(data: st.DataObject, one: Hero) -> tuple[str, dict[str, Any]]:
    """Something to do, lawful or not."""
    verb = data.draw(st.sampled_from((*PLAIN, "play", "play", "play", "counter", "take-hit", "take-hit")))
    hand = [card.name for card in hand_of(one)] or ["S5"]
    some = data.draw(st.lists(st.sampled_from(hand), min_size=1, max_size=3))
    if verb in ("play", "counter"):
        more = {"push": some[-1]} if len(some) > 1 and data.draw(st.booleans()) else {}
        said = {"cards": some[: len(some) - bool(more)], "by": data.draw(st.sampled_from(book.ABILITIES)), **more}
        return verb, said | ({"attack": 9, "level": "average"} if verb == "counter" else {})
    if verb == "take-hit":
        return verb, {"attack": data.draw(st.integers(1, 20)), "kind": "plain"}
    return verb, {"cards": some} if verb == "give-up" and data.draw(st.booleans()) else {}


@pytest.mark.rule("F-DECK-6", "F-DECK-7", "F-HAND-3", "F-HAND-4", "F-DOOM-1", "F-DOOM-2")
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), seed=st.integers(0, 999))
def test_cards_are_never_doubled_or_lost(data: st.DataObject, seed: int, tmp_path_factory: Any) -> None:
    folder: Path = tmp_path_factory.mktemp("deck")
    layout, doc = registry.layout("fate"), hero(size=5, edge=3, switches=DECK).to_doc()
    memory = Memory.create(folder / "0", doc, layout)
    session = Session(RULES, memory, seeded(seed))
    session.do(RULES.command("fill", {}))
    for step in range(1, data.draw(st.integers(5, 25))):
        match data.draw(st.sampled_from(("do", "do", "do", "do", "do", "undo", "redo", "crash"))):
            case "undo":
                session.undo()
            case "redo":
                session.redo()
            case "crash":  # what is on the disk is all there is
                memory.flush()
                shutil.copytree(memory.path.parent, folder / f"{step}")
                memory.close()
                memory = Memory.open(folder / f"{step}" / memory.path.name, layout)
                session = Session(RULES, memory, seeded(seed + step))
            case _:
                verb, said = act(data, session.document)
                session.do(RULES.command(verb, said), overrule="so be it" if data.draw(st.booleans()) else None)
        whole(session.document)
    memory.close()


@pytest.mark.rule("F-DECK-7")
def test_a_small_pile_takes_the_discard_back_before_anything_is_drawn() -> None:
    table = Table(hero(["S4"], switches=DECK))
    used = tuple(one for one in book.cards() if one not in table.play.hand)[: 96 - LEAST]
    table.hero = table.hero.model_copy(update={"play": table.play.model_copy(update={"discard": used})})
    assert len(pile_of(table.hero)) == 95
    told = table.does("play", cards=["S4"], by="agility")
    assert table.play.discard == (45,) and "shuffled back" in told.text
    whole(table.hero)


def test_a_draw_goes_on_while_its_cards_are_of_the_suit_and_the_pile_lasts() -> None:
    chain = Draw(2, pool=(1, 2, 3), on=frozenset({1, 2}))
    assert chain.lacks((1,)) == 2 and chain.lacks((1, 2, 3)) == 0 and chain.lacks((3,)) == 1
    assert chain.split((2, 3, 1)) == ((2, 3), (1,)) and chain.cut((3, 1, 2)) == (3, 1)
    assert Draw(1, 96, on=frozenset({5}), most=2).lacks((5, 5)) == 0
    assert sorted(Draw(3, pool=(1, 2, 3), on=frozenset({1, 2, 3})).by(seeded(1))) == [1, 2, 3]


@pytest.mark.rule("F-DECK-6")
def test_where_the_deck_lies_at_a_table_nothing_is_drawn_elsewhere() -> None:
    table = Table(hero(["S4", "A2"], size=3, switches=DECK, play={"table": "t1"}))
    assert table.refuses("fill") == "table"
    table.does("fill", pile=[7, 8], table="t1")
    assert table.hand[:2] == ["S4", "A2"] and table.play.hand[2] in (7, 8)
    told = table.tries("play", cards=["S4"], by="agility", pile=[9], table="t1")
    assert told.after.play is not None and told.after.play.discard == () and told.after.play.hand[-1] == 9


@pytest.mark.rule("F-DMG-5")
def test_wounds_wait_until_they_are_paid() -> None:
    table = Table(hero(["S4", "A2"]))
    table.does("take-hit", attack=6, kind="plain")
    assert waiting(table.hero) == 6 and table.hand == ["S4", "A2"]


@pytest.mark.rule("F-DECK-6", "F-SET-1")
def test_a_chart_that_becomes_a_deck_has_each_card_once() -> None:
    five, two = (book.named(name, 96) for name in ("S5", "A2"))
    assert five is not None and two is not None
    table = Table(hero(["S5"], size=5))
    play = {"hand": (five.number, two.number, five.number), "open": two.number, "discard": (five.number, 9, 9)}
    table.hero = table.hero.model_copy(update={"play": table.play.model_copy(update=play)})
    told = table.does("set-switch", switch="draw", value="deck")
    assert table.play.hand == (five.number, two.number) and not table.play.open and table.play.discard == (9,)
    assert "back into the pile: S5, A2, S5" in told.text
    whole(table.hero)
    assert table.does("fill").after.play is not None
    whole(table.hero)


@pytest.mark.rule("F-DECK-6", "F-DECK-7", "F-HAND-5")
def test_where_the_cards_are_is_said() -> None:
    table = Table(hero(["S5", "D7"], size=3, switches=DECK))
    assert table.does("deck", show="show").text == "Pile 94, used 0, held 2, bank empty"
    table.does("play", cards=["D7"], by="agility", draws=["W2", "W3"])
    table.does("narrator-card", card="6 neutral")
    assert "Pile 91, used 0, held 3, open " in (told := table.does("deck").text) and told.endswith("bank D7")
    table.does("fill", pile=[7, 8], table="t1")
    assert "the pile lies at your table" in table.does("deck").text.lower()
    assert "The chart, held 1, bank empty" in Table(hero(["S5"])).does("deck").text

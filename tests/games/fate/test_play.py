"""Play: actions with all that moves them, exchanges, counters, wounds, recovery, the narrator's cards, the clock."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.engine.command import perform
from saga_tui.games import registry
from saga_tui.games.fate.hero import Gear, Power
from saga_tui.games.fate.play.state import cards_of, used, waiting
from saga_tui.games.fate.rules.figures import figures, problems
from saga_tui.games.fate.rules.ruleset import RULES
from tests.games.fate.play_table import Table, hero

FIGHT = {"span": "exchange", "fight": 1, "exchange": 1}
BOW = Gear(name="Bow", bonus=3, fires=True)


def fighting(*hand: str, **more: object) -> Table:
    return Table(hero(hand, play=FIGHT, **more))  # type: ignore[arg-type]


# ---- actions


@pytest.mark.rule("F-ACT-2", "F-HERO-6", "F-ACT-5")
def test_a_power_plays_with_its_own_suit_or_the_one_that_the_narrator_names() -> None:
    powers = Power(name="Gale", intensity=9, suit="agility"), Power(name="Roots", intensity=4)
    table = Table(hero(["A4", "S3"], powers=powers))
    assert table.tries("play", ["I7"], cards=["A4"], by="Gale").text == "Gale: A4, trump I7, total 20"
    assert table.tries("play", ["I7"], cards=["A4"], by="roots").text == "Roots: A4, total 8"
    assert "trump I7" in table.tries("play", ["I7"], cards=["A4"], by="Roots", suit="agility").text
    assert table.refuses("play", cards=["A4"], by="flight") == "score"


@pytest.mark.rule("F-ACT-6", "F-CHAT-3")
@pytest.mark.parametrize(("said", "tail"), [("hidden", ""), ("shown", " against 8, success")])
def test_the_line_for_the_chat_tells_the_difficulty_only_where_it_is_open(said: str, tail: str) -> None:
    table = Table(hero(["A4", "S3"], switches={"difficulty": said}))
    told = table.does("play", cards=["4"], by="strength", level="average")
    assert told.text.endswith("against 8, success") and table.play.last == f"Ash: Strength: A4, total 10{tail}"
    assert not {"S3", table.hand[-1]} & {*table.play.last.replace(",", "").split()}


@pytest.mark.rule("F-HAND-5", "F-CHAT-3")
def test_the_log_does_not_name_what_is_drawn_into_a_hand() -> None:
    table = Table(hero([], size=3))
    assert table.does("fill", ["S9", "D10", "A7"]).text == "Draw 3 cards"
    assert table.hand == ["S9", "D10", "A7"]


@pytest.mark.rule("F-ACT-8", "F-DECK-6")
def test_undo_is_told_what_was_seen() -> None:
    game = registry.game("fate")
    assert game.reveals("play") and game.reveals("fill") and game.reveals("draw") and not game.reveals("give-up")


@pytest.mark.rule("F-TRUMP-5", "F-TRUMP-3")
def test_a_trump_comes_after_all_cards_and_ends_the_play() -> None:
    table = Table(hero(["A1", "S4", "I7"]))
    told = table.does("play", ["S2", "W5"], cards=["A1", "S4"], by="strength", take=1)
    assert told.text == "Strength: A1, S4, trump S2, total 13"  # one draw was taken, though it might go on


@pytest.mark.rule("F-DOOM-1")
def test_doom_that_a_trump_draws_goes_to_the_bank_only_where_the_group_says_so() -> None:
    for switches, banked in (({}, []), ({"doom_trump": "yes"}, ["D9"])):
        table = Table(hero(["S4"], switches=switches))
        table.does("play", ["D9"], cards=["S4"], by="strength")
        assert [one.name for one in cards_of(table.play.bank)] == banked


@pytest.mark.rule("F-ACT-4", "F-FIGHT-7", "F-FIGHT-9")
def test_an_aim_makes_the_next_shot_easier_and_is_lost_by_a_wound() -> None:
    table = fighting("A4", "S3", "W2", gear=(BOW,))
    table.does("aim", target="Vargas")
    assert table.play.acted
    assert table.refuses("play", cards=["A4"], by="agility") == "acted"
    table.does("next-exchange", card="5 neutral")
    shot: dict[str, Any] = {"cards": ["A4"], "by": "agility", "level": "challenging", "weapon": "Bow"}
    assert "against 8" in table.tries("play", **shot).text
    assert "against 12" in table.tries("play", **shot, target="Thug").text
    table.does("distance", distance="striking")
    assert "against 12" in table.tries("play", **shot).text
    hurt = table.tries("take-hit", attack=3, kind="plain").after
    assert hurt.play is not None and hurt.play.aim == ""
    table.does("play", **shot)
    assert table.play.aim == ""


@pytest.mark.rule("F-DMG-2")
def test_an_attack_tells_its_damage_with_the_weapon() -> None:
    table = Table(hero(["A4"], gear=(BOW,)))
    assert table.tries("play", cards=["A4"], by="strength", weapon="bow").lines[-1].text.startswith("damage 13")
    missed = table.tries("play", cards=["A4"], by="strength", weapon="bow", level="godlike")
    assert "damage" not in missed.text


@pytest.mark.rule("F-FIGHT-8")
def test_a_pile_on_adds_as_the_group_plays_it() -> None:
    for way, total in (("flat", 11), ("each", 12)):
        table = fighting("A4", switches={"pile_on": way})
        table.does("pile-on", heroes=3)
        assert table.tries("play", cards=["A4"], by="strength").lines[0].came == total


# ---- fights


@pytest.mark.rule("F-FIGHT-1", "F-FIGHT-2", "F-TIME-3", "F-OPP-2", "F-FIGHT-5")
def test_an_exchange_opens_a_card_that_counts_until_the_next() -> None:
    table = Table(hero(["A4", "S3"], size=2))
    told = table.does("start-fight", ["W6"])
    assert "the narrator's card: 6 of willpower" in told.text and table.play.start == 2
    assert "against 17" in table.tries("play", cards=["A4"], by="strength", level="easy", opposition=7).text
    assert "against 4" in table.tries("play", cards=["A4"], by="strength", level="easy").text
    table.does("condition", what="surprised")
    assert table.refuses("play", cards=["A4"], by="strength") == "surprised"
    table.does("counter", cards=["A4"], by="agility", attack=0, level="automatic")
    table.does("next-exchange", ["S2"])
    assert not table.play.surprised and cards_of([table.play.open])[0].name == "S2"
    table.does("end-fight")
    assert (table.play.open, table.play.start, table.play.span) == (0, 0, "scene")


@pytest.mark.rule("F-FIGHT-10", "F-DMG-4", "F-DOOM-4", "F-FIGHT-12", "F-OPP-4")
def test_a_failed_counter_brings_wounds_to_pay_before_the_exchange_ends() -> None:
    table = fighting("A4", "S3", "D9", scores=(5, 5, 5, 5))
    table.does("narrator-card", card="6 neutral")
    told = table.does("counter", cards=["A4"], by="agility", attack=8, level="average", strong=2, doom=[4])
    assert "against 26, failure" in told.text
    assert waiting(table.hero) == 8 + 2 + 6 + 4 - 5
    assert table.refuses("next-exchange") == "wounds"
    assert table.refuses("give-up", cards=["S3"]) == "short"
    table.does("play", cards=["S3"], by="strength")  # results come later: one may still act
    table.does("waive", what="wounds")
    assert not table.play.asks
    safe = fighting("A9", scores=(5, 9, 5, 5))
    safe.does("counter", cards=["A9"], by="agility", attack=8, level="easy", take=0, card=1)
    assert not waiting(safe.hero)


@pytest.mark.rule("F-FIGHT-12")
def test_where_wounds_fall_at_once_they_are_paid_first() -> None:
    table = fighting("A4", "S3", switches={"wounds": "at-once"})
    table.does("take-hit", attack=3, kind="plain")
    assert table.refuses("play", cards=["A4"], by="agility") == "wounds"


@pytest.mark.rule("F-DMG-7", "F-DMG-8", "F-HEAL-1", "F-HEAL-5")
def test_knocked_out_comatose_and_back() -> None:
    table = fighting("A4", "S3")
    table.does("take-hit", attack=20, kind="plain")
    table.does("give-up")
    assert table.play.state == "unconscious" and table.hand == []
    table.does("take-hit", attack=5, kind="plain")
    assert table.play.state == "unconscious"  # still the exchange that felled
    table.does("next-exchange", card="3 neutral")
    assert table.refuses("play", cards=["A4"], by="agility") == "down"
    table.does("take-hit", attack=0, kind="plain")
    assert table.play.state == "unconscious"
    table.does("take-hit", attack=1, kind="plain")
    assert table.play.state == "comatose"
    assert table.does("next-exchange", card="9 positive").dice == ()
    table.does("end-fight")
    assert table.play.state == "comatose" and table.hand == []
    table.does("recover")
    assert table.play.state == "" and len(table.hand) == 1


@pytest.mark.rule("F-DMG-1")
def test_willpower_defends_against_the_mind_and_plain_wounds_meet_nothing() -> None:
    table = fighting("A4", scores=(3, 0, 0, 7), gear=(Gear(name="Coat", kind="armour", bonus=1),))
    due = {kind: waiting(table.tries("take-hit", attack=10, card=0, kind=kind).after)
           for kind in ("physical", "energy", "mental", "magical", "plain")}  # fmt: skip
    assert due == {"physical": 6, "energy": 6, "mental": 2, "magical": 2, "plain": 10}


@pytest.mark.rule("F-HEAL-4")
def test_a_serious_wound_outlives_the_fight_until_it_is_lifted() -> None:
    table = fighting("A4", "S3", "W5")
    table.does("take-hit", attack=3, kind="plain")
    table.does("give-up", cards=["S3"])
    table.does("mark-serious")
    assert table.does("next-exchange", card="6 positive").dice == ()
    table.does("end-fight")
    assert len(table.hand) == 2 and figures(table.hero).limit.total == 2
    table.does("recover", of="serious")
    assert len(table.hand) == 3
    assert table.refuses("recover", of="serious") == "most"


@pytest.mark.rule("F-HEAL-6", "F-ACT-9", "F-TIME-5")
def test_what_is_pushed_outside_a_fight_returns_with_the_scenes_end() -> None:
    table = Table(hero(["A4", "S3", "W5"]))
    table.does("play", cards=["A4"], by="strength", push="W5")
    assert len(table.hand) == 2 and table.play.pushed == 1
    table.does("start-fight", ["S2"])
    table.does("end-fight")
    assert len(table.hand) == 2
    table.does("end-scene")
    assert len(table.hand) == 3


@pytest.mark.rule("F-FIGHT-11", "F-FIGHT-14", "F-TIME-3")
def test_the_contingent_is_due_when_the_exchange_ends() -> None:
    table = fighting("A4")
    table.does("contingent", what="catch her")
    assert "Still to do, or not: catch her" in table.does("next-exchange", card="2 neutral").text
    assert table.play.contingent == ""


# ---- cards for other ends


@pytest.mark.rule("F-OPP-6", "F-CALL-2", "F-ACT-10")
def test_cards_are_drawn_for_what_they_show() -> None:
    table = Table(hero(["A4"]))
    assert table.does("draw", ["A7"]).text == "Drawn: positive: It succeeds."
    event = table.does("draw", ["A7"], what="event").text
    assert event == "Drawn: event “Between Blade and Breast” moves Guardian (yours)"
    assert table.does("draw", ["D3", "D9", "W2"], what="suit").text == "Drawn: willpower"
    assert table.hand == ["A4"] and not table.play.bank


@pytest.mark.rule("F-CHAT-2", "F-DECK-6")
def test_a_hand_is_entered_as_it_lies_on_a_real_table() -> None:
    table = Table(hero([], size=3, switches={"draw": "deck"}))
    table.does("hold", cards=["S7", "D10"])
    assert table.hand == ["S7", "D10"]
    assert table.refuses("hold", cards=["S9", "S9"]) == "twice"
    assert table.refuses("hold", cards=["S11"]) == "card"
    assert table.refuses("hold", cards=["S1", "S2", "S3", "S4"]) == "limit"


@pytest.mark.rule("F-DOOM-2", "F-DOOM-5")
def test_the_bank_stays_until_it_is_spent() -> None:
    table = Table(hero(["D9", "D3"], switches={"draw": "deck"}))
    table.does("play", cards=["D9"], by="strength")
    table.does("end-scene")
    table.does("end-evening")
    assert [one.name for one in cards_of(table.play.bank)] == ["D9"]
    assert table.refuses("spend-doom", cards=["4"]) == "bank"
    table.does("spend-doom", cards=["9"])
    assert table.play.bank == () and cards_of(table.play.discard)[-1].name == "D9"


# ---- the clock


@pytest.mark.rule("F-TIME-1", "F-TIME-2", "F-TIME-4", "F-HAND-2")
def test_an_evening_deals_a_hand_and_outer_spans_end_inner_ones() -> None:
    table = Table(hero([], size=3, play={"span": "play", "evening": 0, "scene": 0}))
    assert table.does("start-evening", ["A4", "S3", "W5"]).text == "Evening 1 begins; draw 3 cards"
    table.does("start-fight", ["W6"])
    table.does("start-duration", what="Fog")
    told = table.does("end-evening")
    assert told.text.startswith("Fight 1 ends") and table.play.span == "play" and table.hand == ["A4", "S3", "W5"]
    assert table.play.durations  # they go on
    table.does("narrator-card", card="4 negative")
    assert not table.play.durations and table.play.open
    table.does("play", cards=["A4"], by="strength", level="easy", opposition=3)
    assert table.play.open == 0


@pytest.mark.rule("F-FIGHT-2")
def test_an_edge_foresees_no_card() -> None:
    table = fighting("A4", "S3")
    seen = perform(RULES, table.hero, RULES.command("next-exchange", {}), None)
    assert not seen.refused and seen.dice == () and "the narrator draws a card" in seen.text


@pytest.mark.rule("F-DECK-6")
def test_a_table_is_told_what_left_a_hand() -> None:
    table = Table(hero(["S4", "D9", "A2"], edge=2, switches={"draw": "deck"}))
    told = table.tries("play", cards=["A2", "S4"], by="strength", pile=[50, 7, 8, 9, 10], table="t")
    gone = used(told.before, told.after, told.dice)
    assert {one.name for one in cards_of(gone)} > {"A2", "S4"} and len(told.after.play.hand) == 3  # type: ignore[union-attr]
    assert told.after.play is not None and (told.after.play.discard, told.after.play.bank) == ((), ())


@pytest.mark.rule("F-HAND-1", "F-HAND-4", "F-CRE-2")
def test_odd_numbers_in_a_file_neither_fill_a_hand_without_end_nor_are_called_too_high_where_they_are_low() -> None:
    table = Table(hero(["A4"], size=1_000_000, powers=(Power(name="Gale", intensity=-3),)))
    table.does("fill")
    assert len(table.hero.play.hand if table.hero.play else ()) == 96, "no hand is larger than the deck"
    assert "Gale −3 is not from 0 to 30" in [one.message for one in problems(table.hero)]


@pytest.mark.rule("F-HEAL-3", "F-HEAL-1")
def test_a_narrators_hero_recovers_no_wounds_of_earlier_fights() -> None:
    table = Table(hero(health=20, play={"health": 9}))
    table.does("start-fight", card="A4")
    table.does("next-exchange", card="A4 positive")
    assert table.play.health == 9, "nobody is injured in this fight"
    table.does("take-hit", attack=3, kind="plain")
    table.does("next-exchange", card="A4 positive")
    assert table.play.health == 9, "never above what it began with"
    table.does("end-fight")
    fresh = Table(hero(health=20))
    fresh.does("start-fight", card="A5")
    fresh.does("take-hit", attack=3, kind="plain")
    fresh.does("next-exchange", card="A4 positive")
    assert fresh.play.health == 20

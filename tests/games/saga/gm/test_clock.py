"""The table's clock: each edge happens to the table and to all who are there, with each player's choice."""

from __future__ import annotations

import pytest

from saga_tui.games.saga.gm.clock import CLOCK, elsewhere, standing
from saga_tui.games.saga.gm.commands.together import cannot
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.screens.screen import badges
from saga_tui.games.saga.gm.state import TablePlay
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character, Concept
from saga_tui.games.saga.rules.commands import RULES
from tests.games.saga.gm.party import Party, party


def fight(*names: str, stakes: str = "serious") -> Party:
    here = party(*names)
    here.do("start-conflict", stakes=stakes)
    return here


def fortune(here: Party) -> dict[str, int]:
    return {who: state.in_hand(one, "fortune") for who, one in here.members.items()}


@pytest.mark.rule("TIME-1", "CNF-1", "CNF-4")
def test_a_whole_chapter() -> None:
    here = party("ada", "moss", span="saga", chapter=0, scene=0)
    here.table = here.table.model_copy(update={"play": here.play.model_copy(update={"span": "table", "chapter": 0})})
    assert set(here.refused("start-chapter")) == {"drive"}
    here.do("start-chapter", drive={"ada": "1", "Moss": "doom"}, without=("moss",))
    assert here.play.chapter == 1 and here.members["ada"].play.drive_tokens == (1, 0, 0)  # type: ignore[union-attr]
    here.do("join", to=("moss",))
    for verb in ("start-scene", "start-conflict", "end-round", "end-conflict", "end-scene", "end-chapter"):
        here.do(verb)
        for one in here.members.values():
            spans = dict(zip(CLOCK.spans, state.SPANS, strict=True))
            assert spans[CLOCK.span_of(here.play)] == state.span_of(state.play_of(one)), verb
    here.do("bribe", to=("ada",), why="for the story")
    assert [(one.who, one.why, one.chapter) for one in here.play.given] == [("ada", "for the story", 1)]
    here.do("start-chapter", drive={"ada": "1", "moss": "1"})
    assert not here.play.given, "the record is the chapter's"
    here.do("end-chapter")
    assert here.refused("end-scene") == ["none-here"]
    assert here.refused("start-conflict") == ["none-here"]


@pytest.mark.rule("REG-1", "CNF-9")
def test_the_round_ends_with_the_choice_of_each() -> None:
    here = fight("ada", "moss")
    here.do("allies", dice=4)
    here.do("take-allies", dice=3)
    for who in ("ada", "moss"):
        tokens = {"tokens": {"force": 3, "grace": 1}, "spent_this_round": 1}
        one = here.members[who]
        here.members[who] = one.model_copy(update={"play": state.play_of(one).model_copy(update=tokens)})
    assert here.refused("end-round") == ["choose", "choose"]
    assert "no-seat" in here.refused("end-round", recover={"Nobody": "force"})
    here.do("end-round", recover={"Ad": "force", "moss": "grace"}, skip={"moss": ["round-recovery"]})
    assert [state.in_hand(one, "force") for one in here.members.values()] == [4, 3]
    assert [state.in_hand(one, "grace") for one in here.members.values()] == [1, 1]
    assert [ruling.row for ruling in here.members["moss"].rulings] == ["round-recovery"]
    assert (here.play.round, here.play.phase, here.play.allies[0].used) == (2, "setup", 0)


@pytest.mark.rule("CNF-5", "CNF-11", "CNF-4")
def test_who_cannot_take_part_is_left_out_and_told() -> None:
    here = fight("ada", "moss", "wren", "kes")
    here.do("away", seat="kes")
    del here.members["wren"]
    moss = here.members["moss"]
    here.members["moss"] = moss.model_copy(update={"play": state.play_of(moss).model_copy(update={"given_in": True})})
    before = fortune(here)
    here.do("gm-first")
    assert here.left_out == {"moss": "has given in", "wren": "is not open here", "kes": "is away"}
    assert fortune(here) == before | {"ada": before["ada"] + 1}
    assert here.play.gm_first and here.play.phase == "gm"
    assert here.refused("gm-first") == ["twice-here"]
    here.do("phase")
    assert here.play.phase == "players", "the GM's phase came first"
    here.do("phase")
    assert here.play.phase == "recovery"
    here.do("end-round")
    assert (here.play.phase, here.play.gm_first) == ("setup", False)
    here.do("gm-first", to=("ada",))


@pytest.mark.rule("TIME-3")
def test_a_character_whose_clock_differs_is_left_out_until_it_joins() -> None:
    here = party("ada")
    here.members |= party("moss", span="chapter", scene=0).members
    here.do("seat", id="moss", name="Moss")
    here.do("start-conflict", stakes="severe")
    assert here.left_out == {"moss": "is in no scene"}
    here.do("join", to=("moss",))
    assert state.clock(here.members["moss"])["round"] == 1 and state.play_of(here.members["moss"]).stakes == "severe"
    here.do("end-round")
    assert not here.left_out


@pytest.mark.rule("CNF-10")
def test_escalation_with_each_player_s_choice() -> None:
    here = fight("ada", "moss")
    for who in here.members:
        here.do("harm", to=(who,), amount=2, kind="pain")
    here.do("escalate", remove={"ada": "pain"})
    assert [state.held(one, "pain") for one in here.members.values()] == [0, 2]
    assert here.play.stakes == "severe"
    here.do("escalate")
    assert here.refused("escalate") == ["top-here"]


@pytest.mark.rule("CNF-3", "CNF-9", "TRT-4")
def test_what_belongs_to_nobody_ends_with_its_span() -> None:
    here = fight("ada")
    here.do("element", name="Thug", dice="3", times="x2")
    here.do("element", name="Sister", dice="4", ally=True)
    here.do("scene-trait", trait="Foggy")
    here.do("condition", pattern="fear")
    here.do("damage-element", element="Sister", amount=2)
    here.do("out", element="Thug 1")
    here.do("end-conflict")
    assert [one.name for one in here.play.elements] == ["Thug 2", "Sister"] and not here.play.conditions
    here.do("start-conflict")
    assert here.play.elements[1].dice["physical"] == 4, "an important ally begins each conflict with full dice"
    here.do("end-scene", skip={"table": ["traits-go"]})
    assert [one.name for one in here.play.elements] == ["Sister"] and len(here.play.scene_traits) == 1
    assert [one.row for one in here.table.rulings] == ["traits-go"]
    assert here.refused("start-scene", skip={"table": ["nonsense"]}) == ["skip"]


@pytest.mark.rule("CNF-7", "CNF-4")
def test_damage_on_its_way_is_dealt_or_called_off_before_the_round_ends() -> None:
    here = fight("ada")
    here.do("element", name="Thug", dice="3")
    here.do("assign", element="Thug", to=("ada",))
    here.do("act", (6, 5, 1), element="Thug")
    assert here.refused("end-round") == ["undealt"]
    here.do("call-off", by="Thug")
    here.do("end-round")
    assert here.play.elements[0].against == () and here.play.elements[0].acted == 0


def unplayed(here: Party, who: str) -> None:
    """One who is ready to play and has not begun."""
    here.members[who] = here.members[who].model_copy(update={"play": None})


@pytest.mark.rule("TIME-1", "TIME-3", "DRV-1", "CRE-11")
def test_who_is_ready_to_play_begins_with_the_tables_chapter_and_who_is_half_built_is_told() -> None:
    here = party("ada", "moss", "wren", span="saga", chapter=0, scene=0)
    here.table = here.table.model_copy(update={"play": TablePlay()})
    for who in here.members:
        unplayed(here, who)
    here.members["wren"] = Character(id="wren", concept=Concept(name="Wren"))
    here.do("start-chapter", drive={"ada": "1", "moss": "2"})
    assert here.left_out["wren"].startswith("is still being built, "), here.left_out
    assert here.left_out["wren"].endswith(" choices left") and len(here.left_out) == 1
    assert here.lines == ["chapter 1 begins", "for Ada and Moss"]
    ada = state.play_of(here.members["ada"])
    assert (state.span_of(ada), ada.drive_tokens) == ("chapter", (1, 0, 0))
    here.do("end-chapter", skip={"ada": ["conversion"]}, without=("ada", "moss"))
    assert here.lines == ["chapter 1 ends"], "what happens to no one is not said to be for anyone"


@pytest.mark.rule("TIME-1", "TIME-3", "AST-13", "DRV-1")
def test_all_who_stand_elsewhere_join_and_who_was_in_no_chapter_gains_its_start() -> None:
    here = fight("ada", "moss", "wren")
    unplayed(here, "moss")
    wren = state.play_of(here.members["wren"]).model_copy(
        update={"span": "scene", "scene": 4, "round": 0, "stakes": ""}
    )
    here.members["wren"] = here.members["wren"].model_copy(update={"play": wren})
    told = {who: elsewhere(here.table, one) for who, one in here.members.items()}
    assert told == {"ada": "", "moss": "", "wren": "chapter 1, scene 4"}
    shown = {who: [badge.text for badge in badges(here.table, one)] for who, one in here.members.items()}
    assert shown == {"ada": [], "moss": ["J: starts play"], "wren": ["J: join (ch 1, sc 4)"]}, "and what to press"
    here.do("join", drive={"moss": "3"})
    assert set(here.parts) == {"moss", "wren"}, "who stands there already has nothing to do"
    moss, wren = (state.play_of(here.members[who]) for who in ("moss", "wren"))
    assert (moss.drive_tokens, wren.drive_tokens) == ((0, 0, 1), ())
    assert [(one.scene, one.round, one.stakes) for one in (moss, wren)] == [(1, 1, "serious")] * 2
    assert here.refused("join") == ["who"]


@pytest.mark.rule("TIME-1", "TIME-2")
def test_a_chapter_begins_with_words_on_whose_clock_stands_elsewhere() -> None:
    here = party("ada", "moss", "wren")
    here.do("end-chapter")
    moss, wren = (state.play_of(here.members[who]) for who in ("moss", "wren"))
    open_one = wren.model_copy(update={"span": "scene", "chapter": 2, "scene": 4})
    for who, play in (("moss", moss.model_copy(update={"chapter": 5})), ("wren", open_one)):
        here.members[who] = here.members[who].model_copy(update={"play": play})
    here.do("start-chapter", drive={"ada": "1", "moss": "1", "wren": "1"})
    assert here.lines[0].startswith("chapter 2 begins")
    assert [line for line in here.lines if " begins chapter " in line] == ["Moss begins chapter 6, the table chapter 2"]
    assert "wren" not in here.parts, "whose chapter is open already"
    assert cannot(here.members["wren"], RULES.command("start-chapter", {"drive": 0})) == (
        "is at another point of the clock (chapter 2, scene 4)"
    )


@pytest.mark.rule("TIME-1")
def test_a_tables_clock_stands_where_most_stand_and_else_where_the_furthest_do() -> None:
    here = party("ada", "moss", "wren")
    assert [standing(here.members.values())[name] for name in ("span", "chapter", "scene")] == ["scene", 1, 1]
    here.do("set-clock", chapter=7)
    here.do("set-clock")
    assert (here.play.span, here.play.chapter, here.play.scene, here.play.phase) == ("scene", 1, 1, "")
    unplayed(here, "moss")
    play = state.play_of(here.members["wren"]).model_copy(
        update={"span": "conflict", "chapter": 2, "scene": 3, "conflict": 1, "round": 2, "stakes": "deadly"}
    )
    here.members["wren"] = here.members["wren"].model_copy(update={"play": play})
    here.do("set-clock")
    assert (here.play.span, here.play.chapter, here.play.scene, here.play.round) == ("conflict", 2, 3, 2)
    assert (here.play.stakes, here.play.phase) == ("deadly", "players")
    doc = TABLE.at_clock(TABLE.new("Friday"), [*here.members.values()])
    assert TABLE.rules.of(doc).play == here.play, "a new table begins there"
    unplayed(here, "ada")
    unplayed(here, "wren")
    assert TABLE.at_clock(TABLE.new("Friday"), [*here.members.values()]) == TABLE.new("Friday")

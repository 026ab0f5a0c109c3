"""A saved game as a document (H-STATE-2): whole, checked, undone; commands as people type them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.changes import diff
from saga_tui.engine.command import Outcome, perform
from saga_tui.games.heroes import board
from saga_tui.games.heroes.book import AREAS, JARLS, PIECES, THINGS
from saga_tui.games.heroes.checks import faults
from saga_tui.games.heroes.game import GAME, RULES
from saga_tui.games.heroes.saved import Saved
from saga_tui.games.heroes.state import DEAD, State
from tests.games.heroes.play_random import begun, played


def new(name: str = "Friday") -> Saved:
    return RULES.of(GAME.new(name))


def done(saved: Saved, verb: str, **params: Any) -> Outcome[Saved]:
    command = RULES.command(verb, params)
    return perform(RULES, saved, command, command.draws(saved).by(lambda count, sides=6, /: (7,) * count))


def started(seed: int = 7, *, computer: str = "") -> Saved:
    saved = done(new(), "seat", hero="egil", player="Ann").after
    saved = done(saved, "seat", hero="beowulf", control="computer" if computer else "person").after
    return done(saved, "begin", seed=seed).after


@pytest.mark.rule("H-STATE-2")
@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_a_game_is_read_as_it_was_written(seed: int) -> None:
    state = begun(seed, 2 + seed, preset=("1.22", "board")[seed % 2])
    for number, (_, outcome) in enumerate(played(state, seed)):
        if number % 7 == 0:
            saved = Saved(name="x").having(outcome.state)
            assert RULES.of(saved.to_doc()).state == outcome.state
            assert list(RULES.of(saved.to_doc()).state.counters) == list(outcome.state.counters)
    assert Saved().state == Saved(name="y").state


@pytest.mark.rule("H-SET-1", "H-STATE-3")
def test_a_game_is_set_up_by_commands_and_begun_from_a_seed() -> None:
    refused = done(new(), "begin")
    assert refused.refused and refused.problems[0].rule == "H-SET-1"
    one, other = started(7), started(8)
    assert one.play is not None and one.seed == 7 and one.to_doc() == started(7).to_doc() != other.to_doc()
    assert new().seed and done(done(new(), "seat", hero="egil").after, "begin").after.seed
    assert done(one, "switch", name="table", value="clamped").refused
    assert GAME.summary(one.to_doc()).line == "Beowulf: a person; Egil: Ann"
    assert GAME.summary(one.to_doc()).state == "turn 1 of 20"


@pytest.mark.rule("H-STATE-4")
def test_after_each_command_it_says_who_decides() -> None:
    saved = started()
    state, ask = saved.state, saved.play.asks[0]  # type: ignore[union-attr]
    told = RULES.hints.asked(saved, ask)
    assert ask.kind == state.order[0] and told is not None and told.give == "go COUNTER AREAS"
    assert told.words.endswith("movement")


def before_dice(saved: Saved) -> Saved:
    """The game when the next `done` ends the turn."""
    while not (after := done(saved, "done")).dice:
        saved = after.after
    return saved


@pytest.mark.rule("H-INFO-1", "H-DRAW-2")
def test_nobody_can_look_what_dice_will_show() -> None:
    saved, command = before_dice(started()), RULES.command("done", {})
    looked, real = perform(RULES, saved, command, None), perform(RULES, saved, command, ())
    assert looked.text == "This can be done" and not looked.changes and not looked.refused
    assert real.dice and real.changes


@pytest.mark.rule("H-INFO-1")
def test_a_jarl_face_down_has_no_name_in_the_log() -> None:
    begin = done(done(new(), "seat", hero="egil").after, "begin")
    turn = done(before_dice(begin.after), "done")
    text, state = begin.text + turn.text, turn.after.state
    unseen = [one.id for one in state.counters.values() if one.id in JARLS and one.at in AREAS]
    assert len(unseen) > 1 and text.count("A jarl face down appears in") == len(unseen)
    assert not any(JARLS[one].name in text for one in unseen)


@pytest.mark.rule("H-DRAW-2")
def test_dice_can_be_thrown_by_hand() -> None:
    saved = before_dice(started())
    few = done(saved, "done", dice=[1])
    assert few.refused and "A die is missing" in few.problems[0].message
    thrown = [1, 1, 2, 2, 3, 3, 4, 4, 6, 1]
    outcome = done(saved, "done", dice=thrown)
    assert outcome.dice == tuple(thrown) and "(dice 1, 1)" in outcome.text
    assert done(saved, "done", dice=[*thrown, 5]).refused


TRIED: list[tuple[str, dict[str, Any]]] = [
    ("done", {}), ("let-computer", {}), ("luck", {"points": 1}), ("aid", {}), ("pray", {"yes": True}),
    ("recruit", {"yes": True}), ("reward", {"kind": "luck"}), ("death", {"choice": "anew"}),
]  # fmt: skip


@cache
def under_way() -> list[dict[str, Any]]:
    """Games of random decisions, with open fights and questions."""
    found = []
    for seed in range(2):
        for number, (_, outcome) in enumerate(played(begun(seed, 3), seed)):
            if number % 9 == 0 or outcome.state.questions:
                found.append(Saved(name="x").having(outcome.state).to_doc())
    return found


def leaves(doc: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all values."""
    inner = doc.items() if isinstance(doc, dict) else enumerate(doc) if isinstance(doc, list) else ()
    for key, value in inner:
        yield from leaves(value, (*place, key))
        if not isinstance(value, dict):
            yield (*place, key)


@pytest.mark.rule("H-STATE-2")
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_a_hand_writes_is_found_and_never_breaks_the_program(data: st.DataObject) -> None:
    """Words that could stand elsewhere, other numbers, lists without their end: what can be read is told and tried."""
    doc = deepcopy(data.draw(st.sampled_from(under_way())))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from([one for one in leaves(doc) if one[0] in ("play", "seats")]))
        part = doc
        for step in place[:-1]:
            part = part[step]
        words = st.sampled_from([*AREAS, *PIECES, *THINGS, "", "country", "pile", "dead", "set-up", "over"])
        numbers: st.SearchStrategy[Any] = st.sampled_from([0, -1, 1, 99, -500_000])
        of: dict[type, st.SearchStrategy[Any]] = {bool: st.booleans(), int: numbers, str: words}
        part[place[-1]] = data.draw(of.get(type(part[place[-1]]), st.lists(words, max_size=2)))
    if GAME.unreadable(doc):
        return
    saved = RULES.of(doc)
    assert GAME.summary(doc).name and GAME.glance(doc).parts and GAME.sheet(doc) and [*RULES.entries(saved)]
    assert isinstance(RULES.problems(saved), list)
    for verb, params in TRIED:
        perform(RULES, saved, RULES.command(verb, params), ())


@pytest.mark.rule("H-STATE-4", "H-FIGHT-5")
def test_a_question_that_does_not_fit_the_fight_is_found() -> None:
    """Every question of games under way is in its place; none is with another seat, or in another step of the fight."""
    tried = set[str]()
    for doc in under_way():
        state = RULES.of(doc).state
        for place, asked in enumerate(state.questions):
            other, later = state.copy(), state.copy()
            other.questions[place].hero = next(one for one in state.seats if one != asked.hero)
            assert not faults(state) and faults(other), asked
            if later.fight is not None and asked.kind != "death":
                later.fight.step = 6
                assert ("play", "questions", place) in [one.where for one in RULES.problems(Saved().having(later))]
            tried.add(asked.kind)
    assert tried >= {"luck", "recruit", "reward", "flee", "pray", "lose"}, tried


@pytest.mark.rule("H-FIGHT-5", "H-STATE-2")
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("die", 77, "A die shows 1 to 6"),
        ("step", 12, "no step of a fight"),
        ("attackers", ("fafnir",), "attacks who cannot"),
        ("area", "atlantic-ocean-1", "fights who is not there"),
    ],
)
def test_a_fight_that_a_hand_wrote_is_found_with_its_place_and_its_cure(field: str, value: Any, said: str) -> None:
    asked = (RULES.of(doc).state for doc in under_way())
    state = next(one for one in asked if one.fight is not None and one.questions[-1].kind == "luck")
    setattr(state.fight, field, value)
    found = RULES.problems(Saved().having(state))
    assert any(said in one.message and one.where[:2] == ("play", "fight") and one.fix for one in found), found
    for verb, params in TRIED:
        perform(RULES, Saved().having(state), RULES.command(verb, params), ())


@pytest.mark.rule("H-STATE-2")
def test_a_computer_player_does_not_break_on_what_a_hand_wrote() -> None:
    saved = started(computer="beowulf")
    state = saved.state
    state.whose, state.order = "beowulf", ("beowulf", "egil")
    state.seats["beowulf"].wounded, state.seats["beowulf"].home = True, ""
    outcome = done(saved.having(state), "let-computer")
    assert outcome.refused and "does not hold together" in outcome.problems[0].message


@pytest.mark.rule("H-STATE-2")
@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"counters": {"ivar": {"at": "wesex"}}}, "Did you mean 'wessex'"),
        ({"counters": {"ivan": {}}}, "there is no counter of that name"),
        ({"phase": "lunch"}, "not one of set-up, order"),
        ({"turn": "3"}, "not a whole number"),
        ({"fight": {"area": "wessex"}}, "has no attackers"),
        ({"whose": "loki"}, "there is no hero of that name"),
    ],
)
def test_a_hand_that_errs_is_told_where(section: dict[str, Any], said: str) -> None:
    doc = started().to_doc()
    found = GAME.unreadable({**doc, "play": {**doc["play"], **section}})
    assert any(said in one.message for one in found), [one.message for one in found]
    assert not GAME.unreadable(doc)


@pytest.mark.rule("H-END-2")
def test_a_total_is_explained() -> None:
    saved = started()
    state = saved.state
    state.seats["egil"].glory, state.seats["egil"].hoard = 4, 27
    jarl = state.counters["kari"]
    jarl.at, jarl.up, jarl.master, jarl.rank = "wessex", True, "egil", 1
    tallies = {one.name: one.value for one in RULES.entries(saved.having(state)) if one.name == "total:egil"}
    total = tallies["total:egil"]
    assert not isinstance(total, str) and total.total == 4 + 2 + 1 + 2
    assert [term.reason for term in total.terms][1] == "a tenth of 27 marks"


@pytest.mark.rule("H-END-2", "H-JARL-4", "H-TREAS-4")
def test_a_total_follows_a_jarl_who_is_wounded_and_the_necklace() -> None:
    before = started()
    state = before.state
    board.join(state, state.counters["kari"], "egil")
    state.counters["kari"].at, state.hero("egil").things = "wessex", ("brosung-necklace",)
    before = before.having(state)

    def changed(change: Callable[[State], object]) -> set[str]:
        after = before.state
        change(after)
        found = diff(before.to_doc(), before.having(after).to_doc())
        assert found
        entries = [one for one in RULES.entries(before) if one.name.startswith("total:")]
        return {one.name for one in entries if any(one.changed_by(each) for each in found)}

    assert changed(lambda after: after.leave(after.counters["kari"])) == {"total:egil"}  # wounded: in the pile again
    assert changed(lambda after: after.leave(after.counters["kari"], DEAD)) == {"total:egil"}
    assert changed(lambda after: after.hero("egil").drop("brosung-necklace")) == {"total:egil"}
    assert not changed(lambda after: setattr(after.counters["kari"], "at", "thule"))
    assert not changed(lambda after: setattr(after.hero("beowulf"), "things", ("mail-coat",)))


@pytest.mark.rule("H-END-1", "H-END-3", "H-DEATH-2")
def test_when_it_is_over_the_sheet_says_who_won_and_who_goes_to_valhalla() -> None:
    saved = started()
    state = saved.state
    state.phase, state.whose = "over", ""
    state.seats["egil"].glory, state.seats["beowulf"].glory = 20, 13
    told = GAME.summary(saved.having(state).to_doc()).state
    assert told == "over: Egil wins; Valhalla receives Egil"
    state.seats["beowulf"].glory = 14
    assert GAME.summary(saved.having(state).to_doc()).state.endswith("Valhalla receives Beowulf and Egil")

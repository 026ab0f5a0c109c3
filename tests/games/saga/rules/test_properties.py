"""What holds whatever happens: nothing crashes, refusals change nothing, numbers stay in range, all can be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.changes import apply, invert, same
from saga_tui.dice import seeded
from saga_tui.engine.session import Session
from saga_tui.games.registry import layout
from saga_tui.games.saga.rules import creation, derive, state, surprise
from saga_tui.games.saga.rules.character import Character, Purchase, from_doc
from saga_tui.games.saga.rules.commands import COMMANDS, RULES, Command, Outcome, command_of, perform
from saga_tui.games.saga.rules.words import DAMAGE, POOLS
from saga_tui.store import Memory
from tests.examples import tries
from tests.games.saga.rules.anything import commands, mischief, simplest_command
from tests.games.saga.rules.heroes import at, do, due, hero, made

SEEDS = st.integers(0, 2**53)
REASONS = st.sampled_from([None, None, "", "so we like it"])
STEPS = st.lists(st.tuples(commands(), REASONS, SEEDS), max_size=12)
MOST_DICE = 5000


def perform_seeded(character: Character, command: Command, reason: str | None, seed: int) -> Outcome:
    """Carried out with dice from a seed; without any where nobody would throw so many."""
    count = command.dice_needed(character)
    faces = seeded(seed)(count) if 0 <= count <= MOST_DICE else ()
    return perform(character, command, faces, reason)


def in_play(seed: int) -> Character:
    """A random character in the first round of a conflict."""
    character = surprise.whole(Character(id="random"), seed)
    for verb, params in (
        ("start-play", {}),
        ("start-chapter", {"drive": seed % 3}),
        ("start-scene", {}),
        ("start-conflict", {"stakes": ("minor", "serious", "severe", "deadly")[seed % 4]}),
    ):
        outcome = perform(character, command_of(verb, params))
        assert not outcome.refused
        character = outcome.after
    return character


def check(outcome: Outcome) -> None:
    """What every outcome keeps to."""
    before, after = outcome.before.to_doc(), outcome.after.to_doc()
    if outcome.refused:
        assert outcome.after is outcome.before
        assert outcome.changes == ()
        assert outcome.problems
    assert same(apply(before, outcome.changes), after)
    assert same(apply(after, invert(outcome.changes)), before)
    assert from_doc(after) == outcome.after
    assert outcome.text
    assert outcome.clock == state.clock(outcome.before)


def in_range(character: Character, before: Character) -> None:
    """Numbers that play never leaves."""
    play = state.play_of(character)
    assert all(count >= 0 for count in play.tokens.values())
    assert all(0 <= state.in_hand(character, asset) <= max(0, derive.rating(character, asset).total) for asset in POOLS)
    assert all(play.damage.get(kind, 0) >= 0 for kind in DAMAGE)
    assert play.spark >= 0 and all(count >= 0 for count in play.drive_tokens)
    held = state.play_of(before).doom
    assert 0 <= play.doom <= max(held, derive.doom_end(before).total, derive.doom_end(character).total)
    assert all(item.severity > 0 and min(item.points.values()) > 0 for item in play.consequences)
    assert all(used >= 0 for used in play.gear_used.values())


@pytest.mark.rule("AST-1", "AST-14", "DMG-2", "SPK-1", "DOM-2", "CRE-11")
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, steps=STEPS)
def test_any_commands_in_any_order_keep_the_numbers_in_range(
    seed: int, steps: list[tuple[Command, str | None, int]]
) -> None:
    character = in_play(seed)
    for command, reason, faces in steps:
        outcome = perform_seeded(character, command, reason, faces)
        check(outcome)
        in_range(outcome.after, character)
        character = outcome.after


@pytest.mark.rule("CRE-11")
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, steps=STEPS)
def test_what_is_overruled_is_done_and_always_written_down(
    seed: int, steps: list[tuple[Command, str | None, int]]
) -> None:
    character = in_play(seed)
    for command, _, faces in steps:
        outcome = perform_seeded(character, command, "the group says so", faces)
        errors = {problem.key for problem in outcome.problems if problem.level == "error"}
        if outcome.refused:
            assert {problem.rule for problem in outcome.problems if problem.level == "error"} & {"FILE", "ROL-10"}
        else:
            ruled = {ruling.finding: ruling.reason for ruling in outcome.after.rulings}
            assert all(ruled[key[:200]] == "the group says so" for key in errors)
        character = outcome.after


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, steps=st.lists(st.tuples(commands(), REASONS, SEEDS), max_size=6))
def test_a_character_before_play_can_take_any_command_too(
    seed: int, steps: list[tuple[Command, str | None, int]]
) -> None:
    character = surprise.whole(Character(), seed)
    for command, reason, faces in steps:
        outcome = perform_seeded(character, command, reason, faces)
        check(outcome)
        character = outcome.after


@settings(max_examples=tries(100), deadline=None)
@given(character=mischief(), command=commands(), reason=REASONS, seed=SEEDS)
def test_no_file_however_odd_makes_a_command_crash(
    character: Character, command: Command, reason: str | None, seed: int
) -> None:
    check(perform_seeded(character, command, reason, seed))


@settings(max_examples=tries(100), deadline=None)
@given(character=mischief())
def test_no_file_however_odd_makes_the_rules_crash(character: Character) -> None:
    found = creation.problems(character)
    assert all(item.rule and item.message and item.fix and item.sentence() for item in found)
    assert all(derive.gear_left(character, item) >= 0 for item in derive.gear(character))
    assert from_doc(character.to_doc()) == character


@pytest.mark.parametrize("verb", sorted(COMMANDS))
def test_every_verb_does_something_or_says_why_not(verb: str) -> None:
    rich = hero(damage={"pain": 3, "kismet": 2}, doom=2, drive_tokens=[1, 1, 1], spark=5, scene_traits=["Rain"])
    outcome = perform_seeded(rich, simplest_command(verb), None, 1)
    check(outcome)
    assert outcome.lines or outcome.problems or not outcome.changes
    assert outcome.command.title and outcome.command.__doc__


@pytest.mark.rule("KIS-3", "KIS-4", "DOM-2")
@settings(max_examples=tries(100), deadline=None)
@given(kismet=st.integers(1, 12), doom=st.integers(0, 7), seed=SEEDS)
def test_a_kismet_roll_marks_as_many_steps_as_hitches_or_pays_as_much_spark_as_marks(
    kismet: int, doom: int, seed: int
) -> None:
    faces = seeded(seed)(kismet)
    character = due(kismet, doom=doom, tokens={"fortune": 0}, used_perks=["Destined"])
    after = at(do(character, "roll-kismet", *faces))
    hitches, marks = sum(face <= 2 for face in faces), sum(face >= 5 for face in faces)
    assert after.doom == min(8, doom + hitches)
    assert after.spark == (0 if hitches else marks)


@pytest.mark.rule("SPK-2")
@settings(max_examples=60, deadline=None)
@given(fortune=st.integers(0, 30), driven=st.lists(st.integers(0, 9), min_size=3, max_size=3))
def test_two_tokens_are_a_spark_rounded_up(fortune: int, driven: list[int]) -> None:
    after = at(do(hero(span="chapter", tokens={"fortune": fortune}, drive_tokens=driven), "end-chapter"))
    assert after.spark == (fortune + sum(driven) + 1) // 2


def test_what_a_file_could_not_hold_is_refused_even_when_overruled() -> None:
    long = perform(made(), command_of("set-concept", {"field": "name", "text": "x" * 300}), (), "please")
    assert long.refused and long.problems[-1].rule == "FILE" and "concept.name" in long.problems[-1].message
    rich = hero(spark=1_000_000)
    assert perform(rich, command_of("gain-spark", {"amount": 5})).problems[-1].rule == "FILE"


def test_leniency_a_bare_perk_name_and_keys_nobody_knows_are_kept() -> None:
    doc = {"assets": {"perk": "Lucky", "method": "priority"}, "mood": "grim", "play": {"weather": "rain"}}
    character = from_doc(doc)
    assert character.assets.perk is not None and character.assets.perk.name == "Lucky"
    kept = do(character, "set-concept", field="name", text="Ada").to_doc()
    assert kept["mood"] == "grim" and kept["play"]["weather"] == "rain"


def test_numbers_are_worked_out_again_only_for_other_choices(tmp_path: Path) -> None:
    """A table asks for those of all who sit there, in turn: what happened in play, or was undone, makes none of them
    new."""
    with Memory.create(tmp_path, hero().to_doc(), layout("saga")) as memory:
        session = Session(RULES, memory)
        other = made(concept={"name": "Bo"})
        known = derive.rating(session.document, "force"), derive.rating(other, "force")
        for step in (lambda: session.do(RULES.command("spend", {"asset": "fortune"})), session.undo, session.redo):
            step()
            assert session.document == RULES.of(memory.doc)
            assert derive.rating(session.document, "force") is known[0]
            assert derive.rating(other, "force") is known[1]
        more = (*session.document.finishing, Purchase(buy="asset", asset="force"))
        chosen = session.document.model_copy(update={"finishing": more})
        assert derive.rating(chosen, "force").total == known[0].total + 1

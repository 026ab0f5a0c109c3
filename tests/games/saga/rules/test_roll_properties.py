"""What holds of rolls in stages whatever is rolled, by whatever character (ROL, AST-6, DRV-3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.dice import seeded
from saga_tui.games.saga.rules import open_roll, rolls
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import Outcome, command_of, perform
from saga_tui.games.saga.rules.commands.rolls import remembered
from tests.examples import tries
from tests.games.saga.rules.heroes import at, fighter, hero
from tests.games.saga.rules.test_roll_stages import result

RICH: dict[str, Any] = {
    "drive_tokens": [3, 1, 0],
    "consequences": [{"name": "Limp", "points": {"temporary": 2}}],
    "active": [{"trait": "Swagger", "weight": 2, "by": "fortune"}, {"trait": "Rain", "owner": "scene", "by": "GM"}],
}
PERKS = ("Deliberate", "Better Lucky than Good", "Heavy-Handed", "Agile", "Sharp", "Smooth", "Expert")
USES = st.sampled_from(["damage", "trait", "story", "cancel", "follow-on", "counterattack"])
SMALL = st.integers(0, 3)
ROLLS = st.fixed_dictionaries(
    {"skill": st.sampled_from(["weaponry", "academia"]), "hold": st.booleans()},
    optional={
        "kind": st.sampled_from(["attack", "block", "other"]),
        "force": SMALL,
        "acuity": SMALL,
        "fortune": SMALL,
        "grace": st.lists(st.fixed_dictionaries({"trait": st.sampled_from(["Swagger", "Lawman"])}), max_size=2),
        "lucky": st.lists(st.sampled_from(["force", "grace", "acuity"]), max_size=2),
        "hurts": st.lists(st.just({"kind": "pain", "asset": "force"}), max_size=1),
        "active": st.lists(st.sampled_from(["Swagger", "Rain"]), max_size=2, unique=True),
        "specialties": st.just(["swords"]),
        "drive": st.just(0),
        "drive_tokens": SMALL,
        "consequences": st.just(["Limp"]),
        "modifier": st.integers(-9, 9),
        "trade": st.sampled_from([0, 3, 6]),
        "opposing": st.integers(0, 9),
        "opposing_marks": SMALL,
        "opposition": st.sampled_from(["challenge", "attack", "defence", "neutral"]),
        "marks": SMALL,
        "reflexive": st.booleans(),
        "cap": st.integers(0, 3),
    },
)
STEPS = st.one_of(
    st.tuples(st.just("roll"), ROLLS),
    st.tuples(
        st.just("reroll"),
        st.fixed_dictionaries({}, optional={"dice": st.lists(SMALL, max_size=2), "marks": SMALL}),
    ),
    st.tuples(st.just("deliberate"), st.fixed_dictionaries({}, optional={"tokens": st.integers(1, 3), "marks": SMALL})),
    st.tuples(st.just("compare"), st.fixed_dictionaries({}, optional={"opposing": SMALL, "opposing_marks": SMALL})),
    st.tuples(st.just("late-reroll"), st.fixed_dictionaries({}, optional={"die": SMALL})),
    st.tuples(st.just("heavy-handed"), st.just({})),
    st.tuples(st.just("push"), st.fixed_dictionaries({"use": USES}, optional={"text": st.just("Off balance")})),
    st.tuples(
        st.just("take-perk"), st.fixed_dictionaries({"perk": st.sampled_from(["Sharp", "Smooth", "Relentless"])})
    ),
)
MODES = st.dictionaries(
    st.sampled_from(
        ["perk:deliberate", "perk:sharp", "perk:heavy-handed", "perk:better-lucky-than-good", "perk:agile"]
    ),
    st.sampled_from(["always", "ask", "never"]),
)


def seeded_step(character: Character, verb: str, params: dict[str, Any], seed: int, overrule: str | None) -> Outcome:
    command = command_of(verb, params)
    return perform(character, command, seeded(seed)(command.dice_needed(character)), overrule)


@pytest.mark.rule("ROL-7", "ROL-6", "AST-6", "DRV-3", "AST-1")
@settings(max_examples=tries(250), deadline=None)
@given(
    steps=st.lists(st.tuples(STEPS, st.integers(0, 2**32), st.sampled_from([None, None, "so be it"])), max_size=8),
    conflict=st.booleans(),
    modes=MODES,
)
def test_random_rolls_in_stages_keep_to_the_rules(
    steps: list[tuple[tuple[str, dict[str, Any]], int, str | None]], conflict: bool, modes: dict[str, str]
) -> None:
    character = (fighter if conflict else hero)(*PERKS, **RICH).model_copy(update={"automation": modes})
    sparked = overruled = False
    for (verb, params), seed, overrule in steps:
        before = character
        outcome = seeded_step(before, verb, params, seed, overrule)
        character = outcome.after
        assert from_doc(character.to_doc()) == character
        assert all(count >= 0 for count in at(character).tokens.values())
        if verb == "roll":
            assert (
                rolls.pool(before, rolls.Plan.model_validate({"skill": "weaponry"} | plan_part(params))).tally.total
                >= 1
            )
            sparked = sparked if outcome.refused else False
        gained = at(character).spark - at(before).spark
        assert gained in (0, 1) and not (gained and sparked)
        sparked = sparked or bool(gained)
        overruled = overruled or overrule is not None
        roll = at(character).roll
        if roll is not None and not outcome.refused:
            assert roll.automatic == (result(before).automatic if verb != "roll" else roll.automatic)
            if not roll.net_only and not overruled:
                assert roll.automatic <= roll.marks <= roll.automatic + roll.thrown
            if roll.faces:
                assert len(roll.faces) == roll.thrown
                assert roll.marks == roll.automatic + open_roll.marks_among(character, roll.faces)
            assert roll.pushes >= 0 and roll.owed >= 0


def plan_part(params: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in params.items() if name in rolls.Plan.model_fields}


@settings(max_examples=tries(150), deadline=None)
@given(
    roll=st.fixed_dictionaries(
        {},
        optional={
            **dict.fromkeys(
                ("marks", "net", "pushes", "thrown", "automatic", "against", "owed", "given"),
                st.sampled_from([-1_000_000, -1, 0, 2, 1_000_000]),
            ),
            "stage": st.sampled_from(["", "thrown", "x"]),
            "outcome": st.sampled_from(["", "success", "failure", "x"]),
            "kind": st.sampled_from(["attack", "block", "x"]),
            "skill": st.sampled_from(["weaponry", "x"]),
            "opposition": st.sampled_from(["attack", "x"]),
            "faces": st.lists(st.sampled_from([-5, 0, 1, 5, 6, 99]), max_size=4),
            "plan": st.sampled_from([{}, {"skill": 3}, {"skill": "weaponry", "force": 1}, {"x": []}]),
        },
    ),
    habits=st.dictionaries(
        st.sampled_from(["weaponry", "x"]),
        st.sampled_from(
            [
                {},
                {"force": -3, "grace": "x", "drive": "y", "weights": 4},
                {"grace": [1], "charm": [], "charm_dice": 4},
                {"specialties": [[], {}], "active": 7, "opposing": "many", "weights": {"a": 9, "b": 2}},
            ]
        ),
    ),
    step=STEPS,
    seed=st.integers(0, 999),
)
def test_no_roll_in_a_file_however_odd_makes_a_command_crash(
    roll: dict[str, Any], habits: dict[str, Any], step: tuple[str, dict[str, Any]], seed: int
) -> None:
    character = hero(*PERKS, roll=roll, habits=habits)
    outcome = seeded_step(character, *step, seed, None)
    assert outcome.refused or from_doc(outcome.after.to_doc()) == outcome.after
    assert remembered(outcome.after).skill

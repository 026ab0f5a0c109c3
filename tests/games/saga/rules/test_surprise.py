"""A random character is whole, legal and sensible, and comes from the seed alone (CRE-11)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saga_tui.chance import Chance
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import creation, derive, surprise
from saga_tui.games.saga.rules.character import Character, Concept, from_doc
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.games.saga.rules.words import SKILLS
from tests.examples import tries

SEEDS = st.integers(0, 2**53)
STEPS = st.sampled_from(list(surprise.STEPS))


def errors(character: Character) -> set[str]:
    return {item.key for item in creation.problems(character) if item.level == "error"}


@pytest.mark.rule("CRE-11", "CRE-2", "CRE-3", "CRE-4", "CRE-5", "CRE-6", "CRE-7", "CRE-8", "CRE-9")
@settings(max_examples=tries(150), deadline=None)
@given(seed=SEEDS)
def test_a_random_character_is_finished_and_has_no_finding_at_all(seed: int) -> None:
    made = surprise.whole(Character(), seed)
    assert creation.open_problems(made) == []
    assert creation.problems(made) == []


@settings(max_examples=tries(50), deadline=None)
@given(seed=SEEDS)
def test_the_same_seed_gives_the_same_character(seed: int) -> None:
    assert surprise.whole(Character(), seed) == surprise.whole(Character(), seed)
    assert from_doc(surprise.whole(Character(), seed).to_doc()) == surprise.whole(Character(), seed)


def test_different_seeds_give_different_characters_of_both_methods() -> None:
    made = [surprise.whole(Character(), seed) for seed in range(60)]
    assert len({repr(one) for one in made}) == 60
    assert {one.assets.method for one in made} == {one.skills.method for one in made} == {"priority", "points"}
    assert len({one.concept.line for one in made}) > 20
    assert len({perk.name for one in made for perk in derive.perks(one)}) == len(book.perks())


@settings(max_examples=tries(60), deadline=None)
@given(seed=SEEDS)
def test_its_parts_share_tags_with_its_concept(seed: int) -> None:
    made, ideas = surprise.whole(Character(), seed), book.ideas()
    concept = next(idea for idea in ideas.concepts if idea.text == made.concept.line)
    tags = {
        **{idea.name: idea.tags for idea in ideas.traits},
        **{idea.name: idea.tags for idea in ideas.gear},
        **{idea.text: idea.tags for idea in ideas.drives},
    }
    parts = [
        *(text for text, _ in derive.traits(made)),
        *made.story.drives,
        *(owned.gear.name for owned in derive.gear(made)),
    ]
    assert [part for part in parts if not set(tags[part]) & set(concept.tags)] == []
    assert len(set(parts)) == len(parts)


def test_what_is_the_players_own_stays() -> None:
    own = Concept(name="Old", player="Mia", notes="keep me", setting="drowned-coast")
    made = surprise.whole(Character(id="abc", concept=own), 5)
    assert (made.id, made.concept.player, made.concept.notes, made.concept.setting) == (
        "abc",
        "Mia",
        "keep me",
        "drowned-coast",
    )
    assert made.concept.name in book.ideas().names


@settings(max_examples=tries(150), deadline=None)
@given(steps=st.lists(st.tuples(SEEDS, STEPS), max_size=12), start=st.none() | SEEDS, as_is=st.booleans())
def test_no_step_alone_ever_adds_an_error(steps: list[tuple[int, str]], start: int | None, as_is: bool) -> None:
    character = Character(entered="as is" if as_is else "")
    if start is not None:
        character = surprise.whole(character, start)
    for seed, step in steps:
        after = surprise.one(character, seed, step)
        assert errors(after) <= errors(character), (step, errors(after))
        character = after


SECTIONS = {"traits": "story", "drives": "story"}


@settings(max_examples=tries(60), deadline=None)
@given(start=SEEDS, seed=SEEDS, step=STEPS)
def test_a_step_changes_nothing_of_the_others(start: int, seed: int, step: str) -> None:
    before = surprise.whole(Character(), start)
    after = surprise.one(before, seed, step)
    section = SECTIONS.get(step, step)
    changed = {name for name in Character.model_fields if getattr(before, name) != getattr(after, name)}
    assert changed <= {section}
    if step == "traits":
        assert after.story.drives == before.story.drives
    if step == "drives":
        assert after.story.traits == before.story.traits


def bought_in_every_skill() -> Character:
    bought = [{"buy": "specialty", "skill": skill, "name": "x"} for skill in SKILLS]
    return from_doc({"finishing": bought, "skills": {"method": "points", "ranks": dict.fromkeys(SKILLS, 1)}})


@pytest.mark.parametrize("seed", range(12))
def test_skills_whose_specialties_were_bought_keep_a_rank(seed: int) -> None:
    few = from_doc(
        {"finishing": [{"buy": "specialty", "skill": skill, "name": "x"} for skill in ("weaponry", "skill_x")]}
    )
    for character in (bought_in_every_skill(), few):
        after = surprise.one(character, seed, "skills")
        assert [key for key in errors(after) if "parent" in key or "overspent" in key] == []


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("SKL-4")
def test_skill_x_gets_no_ranks_while_it_has_no_name(seed: int) -> None:
    uncanny = next(idea for idea in book.ideas().concepts if "skill_x" in idea.primary)
    character = Character(concept=Concept(line=uncanny.text))
    assert derive.creation_ranks(surprise.one(character, seed, "skills"), "skill_x") == 0
    named = Character(concept=Concept(line=uncanny.text, skill_x="Magic"))
    assert derive.creation_ranks(surprise.one(named, seed, "skills"), "skill_x") > 0


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.rule("PRK-4")
def test_the_free_perk_is_none_that_was_bought(seed: int) -> None:
    bought = [{"buy": "perk", "name": perk.name, "asset": perk.assets[0]} for perk in book.perks() if not perk.choose]
    left = {"Smooth", "Sharp"}
    character = from_doc({"finishing": [perk for perk in bought if perk["name"] not in left]})
    perk = surprise.one(character, seed, "assets").assets.perk
    assert perk is None or perk.name in {*left, "Expert"}


@pytest.mark.rule("CRE-11")
def test_the_command_does_one_step_or_all_and_never_in_play() -> None:
    whole = perform(Character(), command_of("surprise", {"seed": 7}))
    assert whole.after == surprise.whole(Character(), 7)
    assert whole.changes and {change.rule for change in whole.changes} == {"CRE-11"}
    one = perform(Character(), command_of("surprise", {"seed": 7, "step": "gear"}))
    assert one.after.gear == surprise.one(Character(), 7, "gear").gear and one.after.concept.name == ""
    playing = perform(whole.after, command_of("start-play", {})).after
    refused = perform(playing, command_of("surprise", {"seed": 8}))
    assert refused.refused
    assert refused.problems[0].rule == "CRE-11"


# ---- the generator


def test_chance_gives_the_same_numbers_on_every_machine() -> None:
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    chance = Chance(1234567)
    assert [chance.below(1 << 64) for _ in published] == published
    stream = Chance(42, "gear")
    assert [stream.below(100) for _ in range(8)] == [7, 90, 4, 55, 44, 62, 66, 31]


@given(seed=SEEDS, limit=st.integers(1, 50))
def test_chance_stays_below_its_limit(seed: int, limit: int) -> None:
    chance = Chance(seed)
    assert all(0 <= chance.below(limit) < limit for _ in range(20))


def test_chance_is_fair_enough_and_says_where_there_is_nothing() -> None:
    chance = Chance(1)
    counts = [0] * 6
    for _ in range(6000):
        counts[chance.below(6)] += 1
    assert all(900 < times < 1100 for times in counts)
    assert sorted(chance.shuffled(range(9))) == list(range(9))
    assert {chance.weighed("abc", [0, 1, 0]) for _ in range(9)} == {"b"}
    with pytest.raises(ValueError):
        chance.below(0)
    with pytest.raises(ValueError):
        chance.weighed("ab", [0, 0])

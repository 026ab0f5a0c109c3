"""The settings that ship: sound, whole, and such that a character can be built and played under each."""

from __future__ import annotations

import pytest

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import budget, creation, derive
from saga_tui.games.saga.rules.character import Character, Concept
from saga_tui.games.saga.rules.commands import command_of, perform
from saga_tui.games.saga.rules.commands.build import FreePerk
from saga_tui.games.saga.rules.commands.setting import ChangeSetting
from saga_tui.games.saga.rules.setting import asked, kept, own_perk
from saga_tui.games.saga.settings import Shelf
from saga_tui.games.saga.settings.telling import kept_parts, parts, with_examples

SHIPPED = {one.key: one for one in Shelf().all if one.origin == "ships with saga-tui"}
ITS_OWN = [key for key in SHIPPED if key != "plain"]


def setting_of(key: str) -> book.Setting:
    found = SHIPPED[key].setting
    assert found is not None, SHIPPED[key].checked.problems
    return found


def under(key: str, character: Character | None = None) -> Character:
    """A character that plays by a setting."""
    outcome = perform(character or Character(), ChangeSetting(setting=kept(setting_of(key))))
    assert not outcome.refused
    return outcome.after


@pytest.mark.rule("SET-2")
def test_four_ship_and_each_passes_the_check() -> None:
    assert list(SHIPPED) == ["plain", "dust-and-wire", "low-light", "salt-crowns"]
    assert not any(one.checked.problems for one in SHIPPED.values())


@pytest.mark.rule("SET-1", "SKL-4")
@pytest.mark.parametrize("key", ITS_OWN)
def test_each_has_skill_x_perks_traits_and_all_the_rest(key: str) -> None:
    setting = setting_of(key)
    assert setting.skill_x is not None
    assert len(setting.skill_x.specialties) >= 4
    assert len(setting.perks) >= 4
    assert len(setting.traits) >= 10
    assert len(setting.drives) >= 5
    assert {piece.kind for piece in setting.gear} == {"buff", "charm", "font"}
    assert set(setting.specialties) == {info.key for info in book.skills()} - {"skill_x"}
    assert kept(setting).numbers or kept(setting).switches


def test_every_effect_and_moment_has_its_words() -> None:
    assert set(book.words("effects")) == {*book.EFFECT_MOMENT, "reminder"}
    assert set(book.words("moments")) == set(book.EFFECT_MOMENT.values())


@pytest.mark.parametrize("key", SHIPPED)
def test_each_is_told_whole(key: str) -> None:
    setting = setting_of(key)
    told = "\n".join("\n".join((part.title, *part.lines)) for part in parts(setting))
    for name in (*(perk.name for perk in setting.perks), *(piece.name for piece in setting.gear), *setting.drives):
        assert name in told
    taken = "\n".join("\n".join((part.title, *part.lines)) for part in kept_parts(under(key)))
    assert all(perk.text in taken for perk in setting.perks)


@pytest.mark.rule("PRK-1")
def test_each_perk_that_ships_can_act() -> None:
    for key in ITS_OWN:
        for perk in setting_of(key).perks:
            info = own_perk(perk).info
            assert info is not None, perk.name
            assert info == book.perk_of(perk)


@pytest.mark.rule("SET-1", "CRE-2", "CRE-9")
@pytest.mark.parametrize("key", SHIPPED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_character_is_built_under_each_and_begins_to_play(key: str, seed: int) -> None:
    character = under(key)
    character = perform(character, command_of("surprise", {"seed": seed})).after
    assert character.setting == under(key).setting, "chance leaves the setting"
    own = own_perks(character)
    if own:
        name, asset = own[0]
        character = perform(character, FreePerk.model_validate({"name": name, "asset": asset})).after
        assert derive.perks(character)[0].info is not None
    assert [problem for problem in creation.open_problems(character) if problem.level == "error"] == []
    assert creation.open_problems(character) == []
    assert budget.finishing_budget(character).total == derive.numbers(character).finishing.points
    begun = perform(character, command_of("start-play", {}))
    assert not begun.refused
    assert begun.after.play is not None
    assert derive.skill_name(character, "skill_x") not in ("", "Skill X")


@pytest.mark.rule("SET-1", "CRE-11")
@pytest.mark.parametrize("key", SHIPPED)
def test_chance_uses_the_settings_own_ideas(key: str) -> None:
    character, setting = under(key), setting_of(key)
    chosen = with_examples(command_of("surprise", {"seed": 4}), character, Shelf())
    made = perform(character, chosen).after
    again = perform(character, command_of("surprise", chosen.params())).after
    assert made == again, "its journal entry makes the same without the file"
    assert [problem for problem in creation.open_problems(made) if problem.level == "error"] == []
    drives, traits = set(setting.drives), {trait.name for trait in setting.traits}
    pieces, known = {piece.name for piece in setting.gear}, {n for names in setting.specialties.values() for n in names}
    if key == "plain":
        assert chosen.params() == {"seed": 4}
        return
    assert drives and traits and pieces, "the settings that ship have their own"
    assert set(made.story.drives) <= drives and set(made.story.traits) <= traits
    assert {piece.name for piece in made.gear} <= pieces
    ranked = {item.skill for item in made.skills.specialties if item.skill in setting.specialties}
    assert all(item.name in known for item in made.skills.specialties if item.skill in ranked)
    one = with_examples(command_of("surprise", {"seed": 4, "step": "drives"}), character, Shelf())
    assert list(one.params()["examples"]) == ["drives"]


def own_perks(character: Character) -> list[tuple[str, str]]:
    """Perks of the setting that may be the free one now and are not held, each with an asset."""
    names = {perk.name for perk in character.setting.perks}
    held = {perk.name for perk in derive.perks(character)}
    return [
        (offer.info.name, offer.assets[0])
        for offer in budget.free_perks(character)
        if offer.info.name in names - held and offer.assets and offer.info.choose is None
    ]


@pytest.mark.rule("SET-1", "CRE-2", "CRE-7", "CRE-8", "CRE-9", "SPK-4")
def test_the_numbers_of_a_setting_are_the_ones_played_by() -> None:
    plain, salt = Character(assets={"order": ("force", "grace", "acuity")}), under("salt-crowns")
    salt = salt.model_copy(update={"assets": plain.assets})
    assert [derive.rating(plain, asset).total for asset in ("force", "grace", "acuity", "fortune")] == [5, 3, 1, 4]
    assert [derive.rating(salt, asset).total for asset in ("force", "grace", "acuity", "fortune")] == [6, 4, 2, 5]
    assert (derive.doom_end(plain).total, derive.doom_end(salt).total) == (8, 10)
    assert budget.finishing_budget(salt).total == 14
    assert budget.gear_budget(salt).total == 6
    asked = {problem.rule: problem.asked for problem in creation.problems(salt)}
    assert asked["CRE-7"] == "4 drives"
    trait = derive.numbers(salt).spark.prices.trait, derive.numbers(plain).spark.prices.trait
    assert trait == (4, 5)


@pytest.mark.rule("SKL-4", "SKL-5")
def test_skill_x_is_the_settings_unless_the_player_names_it() -> None:
    salt = under("salt-crowns")
    assert derive.skill_name(salt, "skill_x") == "Sorcery"
    info = derive.skill_info(salt, "skill_x")
    assert info.favoured == ("acuity", "force")
    assert "binding" in info.specialties
    assert info.meaning("grace").startswith("You flatter")
    own = salt.model_copy(update={"concept": Concept(skill_x="Witchcraft")})
    assert derive.skill_name(own, "skill_x") == derive.skill_info(own, "skill_x").name == "Witchcraft"
    assert derive.skill_name(Character(), "skill_x") == "Skill X"
    assert derive.skill_info(Character(), "skill_x") == book.skill("skill_x")
    assert derive.skill_info(salt, "weaponry") == book.skill("weaponry")


@pytest.mark.rule("SET-1")
def test_what_a_setting_says_as_the_book_has_it_is_not_kept() -> None:
    from saga_tui.games.saga.settings import check, template

    written = check(template("As the book")).setting
    assert written is not None
    assert (kept(written).numbers, kept(written).switches) == ({}, {})
    assert kept(setting_of("plain")).to_doc() == {}


@pytest.mark.rule("SET-1", "CRE-2", "CRE-4", "CRE-6", "CRE-7", "CRE-8", "CRE-9")
def test_each_step_asks_with_the_numbers_of_the_setting() -> None:
    for info in book.steps():
        assert asked(Character(), info.key) == (*info.asks, info.example)
    salt, low, dust = under("salt-crowns"), under("low-light"), under("dust-and-wire")
    assert asked(salt, "assets")[:2] == (
        "By priority they are rated 6, 4 and 2, fortune 5; "
        "by points each starts at 1, with 12 to spend, 1 extra for the step to 6.",
        "2 free perks, of a strong asset or of fortune.",
    )
    assert asked(salt, "drives")[0] == "4 things that matter to you more than your own comfort."
    assert asked(salt, "gear")[1] == "Each piece is rated 1 to 4, at most 6 in all."
    assert asked(salt, "finishing")[0].startswith("14 points to round off your character: assets 4, ranks 3")
    assert asked(dust, "finishing")[:2] == (
        "10 points to round off your character: assets 4, ranks 3, traits 3, perks 1,",
        "specialties 1, and gear twice its rating.",
    )
    assert asked(low, "skills")[0] == (
        "By priority: 2 primary at 4, 3 secondary at 2, the other 4 at 0. By points: 16, 1 extra for rank 5, 8 and 11."
    )
    assert asked(salt, "concept") == asked(Character(), "concept")

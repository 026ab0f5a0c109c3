"""Skills, perks, traits, steps, stakes and pushes against lists taken from the book by hand."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from saga_tui.games.saga import book

SPECIALTIES = {
    "Academia": "occult, theology, linguistics, history, natural sciences, earth sciences, literature, "
    "philosophy, music",
    "Athletics": "lifting, running, jumping, physical resistance, hand-to-hand combat, tumbling",
    "Awareness": "sight, smell, touch, hearing, taste, intuition, empathy, kinesthetic memory, reflexes",
    "Influence": "bartering, diplomacy, intimidation, interrogation",
    "Legerdemain": "picking pockets, picking locks, sleight-of-hand, concealing items, shoplifting, jury-rigging",
    "Marksmanship": "bows, crossbows, pistols, rifles, scatterguns, thrown weapons",
    "Subterfuge": "lying, cheating, disguises, sneaking, hiding, shadowing, ambushing, dirty fighting",
    "Weaponry": "swords, axes, clubs, knives, spears, pistols",
    "Skill X": "",
}

PERKS = {
    "Agile": (("grace",), "block"),
    "Aware": (("acuity",), "recovery"),
    "Better Lucky than Good": (("fortune",), "spend"),
    "Brave": (("force", "acuity"), "damage"),
    "Confident": (("acuity", "grace"), "damage"),
    "Deliberate": (("acuity",), "after-roll"),
    "Destined": (("fortune",), "kismet-roll"),
    "Expert": (("acuity",), "pool"),
    "Heavy-Handed": (("force",), "attack-success"),
    "Lucky": (("fortune",), "scene-start"),
    "Nimble": (("grace",), "recovery"),
    "Relentless": (("force",), "success"),
    "Sharp": (("acuity",), "success"),
    "Smooth": (("grace",), "success"),
    "Strong-Willed": (("force",), "recovery"),
    "Tough": (("grace", "force"), "damage"),
}

EFFECTS = {
    "Agile": book.BlockDice(kind="block-dice", dice=2),
    "Aware": book.ExtraToken(kind="extra-token", tokens=1),
    "Better Lucky than Good": book.StandIn(kind="stand-in", counts_as=("force", "grace", "acuity")),
    "Brave": book.ShedDamage(kind="shed-damage", damage="fear", cost=1),
    "Confident": book.ShedDamage(kind="shed-damage", damage="doubt", cost=1),
    "Deliberate": book.AddedDice(kind="added-dice", dice=1),
    "Destined": book.IgnoreHitch(kind="ignore-hitch", hitches=1),
    "Expert": book.SpecialtyDice(kind="specialty-dice", dice=1, minimum=1),
    "Heavy-Handed": book.AddedDamage(kind="added-damage", damage=1),
    "Lucky": book.TopUp(kind="top-up", below=2, tokens=2),
    "Nimble": book.ExtraToken(kind="extra-token", tokens=1),
    "Relentless": book.FreePush(kind="free-push", pushes=1),
    "Sharp": book.FreePush(kind="free-push", pushes=1),
    "Smooth": book.FreePush(kind="free-push", pushes=1),
    "Strong-Willed": book.ExtraToken(kind="extra-token", tokens=1),
    "Tough": book.ShedDamage(kind="shed-damage", damage="pain", cost=1),
}

TRAITS = """
Swagger; Lawman; Man about Town; World Traveler; Two Steps Ahead; Trick up my Sleeve; Winning Smile;
Face in the Crowd; Unpredictable; Fastidious; Psychic Sensitivity; Quiet Grace; Perceptive; Cold Blue Eyes;
Quick on the Draw; Faith; Killer with a Conscience; Nobleman's Son; Fatalist; Charm School Graduate;
Magical Talent; Stubborn; Hypocrite; Press Pass; Trivia Maven; First-Person Shooter; Quick Reflexes; Paranoid;
Caffeinated Reflexes; Mean Right Hook; Friends in Low Places; Criminal Record; Badass; Authority; I Need a Drink;
Quick Temper; People Person; Gamer Geek; Movie Buff; Old-Fashioned; Self-Preservationist;
I'm a Lover, Not a Fighter; Connected; 1337; Curiosity; Skeptic; Cybernetic Arm; Speed Demon; Thrill-Seeker;
I See Dead People
"""


@pytest.mark.rule("SKL-1", "SKL-5")
def test_nine_skills_with_the_books_specialties() -> None:
    assert {item.name: ", ".join(item.specialties) for item in book.skills()} == SPECIALTIES
    assert [item.name for item in book.skills()] == list(SPECIALTIES)


@pytest.mark.rule("SKL-5")
def test_favoured_tokens_in_order() -> None:
    assert {item.key: item.favoured for item in book.skills() if item.favoured} == {
        "academia": ("acuity",),
        "athletics": ("force", "grace"),
        "awareness": ("acuity",),
        "legerdemain": ("grace", "acuity"),
        "subterfuge": ("grace", "acuity"),
    }


@pytest.mark.rule("SKL-4")
def test_skill_x_has_names_to_offer_and_no_specialties() -> None:
    skill_x = book.skill("skill_x")
    assert skill_x.names == ("Magic", "Mettle", "Courage", "Cyberspace", "Survival")
    assert not skill_x.specialties


def test_a_skill_tells_what_each_token_means() -> None:
    for item in book.skills():
        assert len({item.meaning("force"), item.meaning("grace"), item.meaning("acuity")}) == 3
    assert book.skill("weaponry").meaning("grace") == book.skill("weaponry").grace


def test_an_unknown_skill_or_step_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        book.skill("juggling")
    with pytest.raises(KeyError):
        book.step("juggling")


@pytest.mark.rule("PRK-1", "PRK-2", "PRK-3")
def test_sixteen_perks_with_their_assets_and_moments() -> None:
    assert {item.name: (item.assets, item.moment) for item in book.perks()} == PERKS
    assert [item.name for item in book.perks()] == list(PERKS)


@pytest.mark.rule("PRK-3")
@pytest.mark.parametrize("name", EFFECTS)
def test_the_effect_of_each_perk(name: str) -> None:
    found = book.perk(name)
    assert found is not None
    assert found.effect == EFFECTS[name]


@pytest.mark.rule("PRK-3", "PRK-4")
def test_limits_and_choices_of_perks() -> None:
    assert {item.name: item.once for item in book.perks() if item.once} == {
        "Brave": "scene",
        "Confident": "scene",
        "Destined": "scene",
        "Tough": "scene",
    }
    assert [item.name for item in book.perks() if item.choose == "skill"] == ["Expert"]


def test_a_perk_is_found_by_name_or_key_in_any_case() -> None:
    for name in ("Heavy-Handed", "HEAVY-HANDED", " heavy-handed "):
        assert book.perk(name) is not None
    assert book.perk("better lucky THAN good") == book.perk("better-lucky-than-good")
    assert book.perk("Unlucky") is None


def _perk(**changes: Any) -> book.PerkInfo:
    base: dict[str, Any] = {
        "key": "steady",
        "name": "Steady",
        "assets": ["grace"],
        "text": "You keep your feet.",
        "moment": "block",
        "effect": {"kind": "block-dice", "dice": 3},
    }
    return book.PerkInfo.model_validate(base | changes)


@pytest.mark.rule("PRK-1", "SET-1")
def test_a_setting_can_define_a_perk_with_other_numbers_or_a_mere_reminder() -> None:
    assert _perk().effect == book.BlockDice(kind="block-dice", dice=3)
    assert _perk(moment="scene-start", effect={"kind": "reminder"}).moment == "scene-start"


@pytest.mark.rule("SET-1")
@pytest.mark.parametrize(
    "changes",
    [
        {"moment": "success"},
        {"moment": "teatime"},
        {"effect": {"kind": "block-dice", "dice": 0}},
        {"effect": {"kind": "block-dice", "dices": 2}},
        {"effect": {"kind": "explode"}},
        {"assets": []},
        {"assets": ["luck"]},
        {"once": "day"},
        {"code": "print()"},
    ],
)
def test_a_wrong_perk_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _perk(**changes)


@pytest.mark.rule("TRT-1")
def test_fifty_example_traits_as_the_book_spells_them() -> None:
    wanted = [part.strip().replace("\n", " ") for part in TRAITS.split(";")]
    assert len(wanted) == 50
    assert [item.name for item in book.example_traits()] == wanted
    assert all(item.name.isascii() for item in book.example_traits())


@pytest.mark.rule("CRE-1", "CRE-2", "CRE-4", "CRE-6", "CRE-7", "CRE-8", "CRE-9")
def test_seven_steps_in_two_short_lines_and_an_example() -> None:
    assert [item.key for item in book.steps()] == [
        "concept",
        "assets",
        "skills",
        "traits",
        "drives",
        "gear",
        "finishing",
    ]
    for number, item in enumerate(book.steps(), 1):
        assert book.step(item.key) is item
        assert all(len(line) <= 76 for line in (*item.asks, item.example))
        assert all(book.rule(id_) is not None for id_ in item.rules)
        first = book.rule(item.rules[0])
        assert first is not None
        assert first.title.startswith(f"Step {number}")


@pytest.mark.rule("CNF-1", "CSQ-4", "KIS-5")
def test_four_stakes_with_the_level_of_their_consequences() -> None:
    assert [(item.key, item.level, item.kismet_roll) for item in book.stakes()] == [
        ("minor", "temporary", False),
        ("serious", "lasting", False),
        ("severe", "permanent", False),
        ("deadly", "permanent", True),
    ]
    assert [stake.name for stake in book.stakes() if stake.key == "severe"] == ["Severe"]


@pytest.mark.rule("CNF-12")
def test_rewards_last_as_long_as_consequences() -> None:
    assert [item.reward for item in book.stakes()] == [
        "until the scene ends",
        "until the chapter ends",
        "for a long time, or for good",
        "for good",
    ]


@pytest.mark.rule("PSH-6")
def test_an_example_of_a_push_for_each_attack_and_asset() -> None:
    attacks = [(item.attack, item.asset) for item in book.pushes() if item.attack]
    assert len(attacks) == len(set(attacks)) == 9
    assert {asset for _, asset in attacks} == {"force", "grace", "acuity"}
    assert [item.pushes for item in book.pushes() if item.attack is None] == [1, 2, 3, 4]


def test_the_book_is_credited() -> None:
    for word in ("Saga", "Brian Engard", "Gamecrafters' Guild", "Creative Commons Attribution"):
        assert word in book.CREDIT

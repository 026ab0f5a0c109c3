"""The seven steps: ratings, ranks, prices, and what is found wrong, unfinished or worth a word (CRE, SKL, PRK-1)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import budget, creation, derive
from saga_tui.games.saga.rules.character import Character, Purchase
from saga_tui.games.saga.rules.words import ASSETS, SKILLS
from tests.games.saga.rules.heroes import act, do, found, made


def rated(character: Character) -> dict[str, int]:
    return {asset: derive.rating(character, asset).total for asset in ASSETS}


def ranked(character: Character) -> dict[str, int]:
    return {skill: total for skill in SKILLS if (total := derive.ranks(character, skill).total)}


def by_points(**ratings: int) -> Character:
    return made(assets={"method": "points", "ratings": ratings, "order": []}, finishing=[])


def skilled(**ranks: int) -> Character:
    return made(skills={"method": "points", "ranks": ranks, "primary": [], "secondary": []}, finishing=[])


def test_the_hero_of_these_tests_is_finished() -> None:
    assert creation.problems(made()) == []


# ---- step 1


@pytest.mark.rule("CRE-1")
def test_a_character_without_a_name_is_unfinished_and_without_a_concept_is_remarked() -> None:
    character = made(concept={"name": " ", "line": ""})
    assert [item.where for item in found(character, "unfinished", "CRE-1")] == [("concept", "name")]
    assert [item.where for item in found(character, "remark", "CRE-1")] == [("concept", "line")]
    named = do(do(character, "set-concept", field="name", text="Ada"), "set-concept", field="line", text="A duellist")
    assert found(named, rule="CRE-1") == []


@pytest.mark.rule("SKL-4")
def test_skill_x_bears_the_name_that_the_player_gives_it_and_needs_one_for_ranks() -> None:
    character = made(concept={"skill_x": ""}, finishing=[])
    assert derive.ranks(character, "skill_x").label == "Skill X" and found(character, rule="SKL-4") == []
    character = do(character, "finish", buy="rank", skill="skill_x")
    assert [item.level for item in found(character, rule="SKL-4")] == ["unfinished"]
    character = do(character, "set-concept", field="skill_x", text="Cyberspace")
    assert found(character, rule="SKL-4") == []
    tally = derive.ranks(character, "skill_x")
    assert (tally.label, tally.total) == ("Cyberspace", 1)


# ---- step 2


@pytest.mark.rule("CRE-2", "AST-1")
def test_assets_by_priority_are_5_3_1_and_fortune_4() -> None:
    character = do(made(finishing=[]), "asset-order", order=["acuity", "force", "grace"])
    assert rated(character) == {"acuity": 5, "force": 3, "grace": 1, "fortune": 4}
    assert [(term.amount, term.rule) for term in derive.rating(character, "acuity").terms] == [(5, "CRE-2")]


@pytest.mark.rule("CRE-2")
def test_places_that_are_missing_are_unfinished_and_doubled_ones_are_wrong() -> None:
    character = do(made(finishing=[]), "asset-order", order=["force"])
    [problem] = [item for item in found(character, "unfinished", "CRE-2") if item.where == ("assets", "order")]
    assert "grace and acuity" in problem.message and problem.asked and problem.left == "2 to choose"
    twice = made(assets={"order": ["force", "force", "grace"]}, finishing=[])
    assert "You chose 'force' 2 times" in [item.message for item in found(twice, "error", "CRE-2")]
    four = made(assets={"order": ["force", "grace", "acuity", "fortune"]}, finishing=[])
    assert any("Did you mean" in item.fix or "Known" in item.fix for item in found(four, "error", "CRE-2"))


@pytest.mark.rule("CRE-3")
def test_assets_by_points_start_at_1_and_have_9_points() -> None:
    assert rated(by_points()) == {"force": 1, "grace": 1, "acuity": 1, "fortune": 1}
    even = budget.assets_budget(by_points(force=5, grace=3, acuity=1, fortune=4))
    assert (even.total, even.spent, even.left) == (9, 9, 0)
    assert found(by_points(force=5, grace=3, acuity=1, fortune=4), rule="CRE-3") == []
    [over] = found(by_points(force=5, grace=4, fortune=4), "error", "CRE-3")
    assert (over.cost, over.left) == ("10 asset points", "-1 of 9")
    assert "Spend 1 less" in over.fix
    [under] = found(by_points(force=5, grace=2), "remark", "CRE-3")
    assert under.message == "You have 4 of 9 asset points left"


@pytest.mark.rule("CRE-3")
def test_a_rating_of_8_costs_8_as_the_book_says() -> None:
    assert budget.assets_budget(by_points(force=8)).spent == 8
    assert budget.assets_budget(by_points(force=5)).spent == 4
    assert [budget.climb(1, goal, [6]) for goal in range(1, 9)] == [0, 1, 2, 3, 4, 6, 7, 8]
    assert budget.next_asset_cost(by_points(force=5), "force") == 2
    assert budget.next_asset_cost(by_points(force=6), "force") == 1


@pytest.mark.rule("CRE-3", "AST-1")
def test_no_asset_is_below_1_by_points() -> None:
    [low, _] = found(by_points(force=0, fortune=4), "error", "CRE-3")
    assert low.where == ("assets", "ratings", "force") and "Raise it to 1" in low.fix
    left_over = made(assets={"method": "priority", "ratings": {"force": 0}})
    assert found(left_over, "error") == []


@pytest.mark.rule("CRE-2", "PRK-1")
def test_the_free_perk_by_priority_is_of_the_primary_asset_or_fortune() -> None:
    assert budget.perk_assets(made()) == ("force", "fortune")
    for name, asset, fine in (("Heavy-Handed", "force", True), ("Lucky", "fortune", True), ("Smooth", "grace", False)):
        character = do(made(finishing=[]), "free-perk", name=name, asset=asset)
        assert (found(character, "error", "CRE-2") == []) is fine, name
    brave = do(made(finishing=[]), "free-perk", name="Brave", asset="acuity")
    assert [item.code for item in found(brave, "error", "CRE-2")] == ["ineligible"]
    assert found(do(made(finishing=[]), "free-perk", name="Brave", asset="force"), "error") == []
    none = do(made(finishing=[]), "free-perk", name="")
    assert [item.code for item in found(none, "unfinished", "CRE-2")] == ["none"]


@pytest.mark.rule("CRE-3", "CRE-10")
def test_the_free_perk_by_points_is_of_an_asset_rated_4_before_finishing_points() -> None:
    character = by_points(force=3, grace=4, acuity=3, fortune=3)
    assert budget.perk_assets(character) == ("grace",)
    raised = do(character, "finish", buy="asset", asset="force")
    assert rated(raised)["force"] == 4 and budget.perk_assets(raised) == ("grace",)
    assert [item.rule for item in found(raised, "error") if item.code == "ineligible"] == ["CRE-3"]
    smooth = do(raised, "free-perk", name="Smooth", asset="grace")
    assert found(smooth, "error") == []


@pytest.mark.rule("CRE-2")
def test_the_perks_that_may_be_free_come_first_and_the_others_say_why_not() -> None:
    offers = budget.free_perks(made())
    assert [bool(offer.assets) for offer in offers] == sorted((bool(o.assets) for o in offers), reverse=True)
    assert all(offer.assets or "needs" in offer.why_not for offer in offers) and len(offers) == 16


@pytest.mark.rule("PRK-1", "PRK-4")
def test_a_perk_belongs_to_its_assets_and_is_taken_once_but_expert_for_each_skill() -> None:
    wrong = do(made(finishing=[]), "finish", buy="perk", name="Lucky", asset="force")
    assert [item.rule for item in found(wrong, "error")] == ["PRK-1"]
    twice = do(made(finishing=[]), "finish", buy="perk", name="Relentless")
    assert [(item.rule, item.code) for item in found(twice, "error")] == [("PRK-4", "twice")]
    expert = made(finishing=[{"buy": "perk", "name": "Expert", "skill": skill} for skill in ("weaponry", "athletics")])
    assert found(expert, "error") == []
    again = do(expert, "finish", buy="perk", name="Expert", skill="weaponry")
    assert [item.rule for item in found(again, "error")] == ["PRK-4"]
    unnamed = made(finishing=[{"buy": "perk", "name": "Expert"}])
    assert [(item.level, item.rule) for item in found(unnamed, rule="PRK-4")] == [("unfinished", "PRK-4")]
    unknown = made(finishing=[{"buy": "perk", "name": "Agil"}])
    assert [item.fix for item in found(unknown, "error", "PRK-1")] == ["Did you mean 'Agile'?"]


@pytest.mark.rule("CRE-10", "CRE-2", "CRE-3")
def test_switching_assets_to_points_loses_nothing_and_back_keeps_the_nearest_order() -> None:
    character = made(finishing=[])
    points = do(character, "asset-method", method="points")
    assert rated(points) == rated(character) and budget.assets_budget(points).left == 0
    moved = do(do(points, "asset-points", asset="acuity", rating=6), "asset-points", asset="force", rating=2)
    outcome = act(moved, "asset-method", method="priority")
    assert outcome.after.assets.order == ("acuity", "grace", "force")
    said = [line.text for line in outcome.lines]
    assert "acuity 6 → 5" in said and "force 2 → 1" in said
    mixed = do(points, "skill-method", method="priority")
    assert (mixed.assets.method, mixed.skills.method) == ("points", "priority")
    odd = made(assets={"method": "dice"})
    assert [item.rule for item in found(odd, "error")] == ["CRE-10"]


# ---- step 3


@pytest.mark.rule("CRE-4", "SKL-1", "SKL-2")
def test_skills_by_priority_are_two_at_4_three_at_2_and_four_at_0() -> None:
    character = made(finishing=[])
    assert ranked(character) == {"weaponry": 4, "athletics": 4, "awareness": 2, "influence": 2, "marksmanship": 2}
    assert len(SKILLS) == 9
    few = do(character, "skill-priority", skill="weaponry", place="tertiary")
    [problem] = [
        item for item in found(few, "unfinished", "CRE-4") if item.code == "few" and item.where[1] == "primary"
    ]
    assert (problem.asked, problem.left) == ("2 primary skills", "1 to choose")
    many = do(character, "skill-priority", skill="academia", place="primary")
    assert [item.code for item in found(many, "error", "CRE-4")] == ["many"]
    much = do(character, "skill-priority", skill="academia", place="secondary")
    assert [item.where for item in found(much, "error", "CRE-4")] == [("skills", "secondary")]


@pytest.mark.rule("CRE-4", "SKL-3")
def test_each_primary_skill_has_one_free_specialty() -> None:
    character = made(finishing=[])
    assert found(character, rule="CRE-4") == []
    one = do(character, "drop-specialty", place=0)
    [few] = found(one, "unfinished", "CRE-4")
    assert "a primary skill" in few.fix and few.left == "1 to choose"
    wrong = do(one, "add-specialty", skill="awareness", name="sight")
    assert [item.code for item in found(wrong, "error", "CRE-4")] == ["ineligible"]
    doubled = do(one, "add-specialty", skill="athletics", name="jumping")
    assert [item.code for item in found(doubled, "error", "CRE-4")] == ["twice-athletics"]
    third = do(character, "add-specialty", skill="weaponry", name="axes")
    assert {item.code for item in found(third, "error", "CRE-4")} == {"twice-weaponry", "many"}


@pytest.mark.rule("CRE-5")
def test_eleven_ranks_cost_13_as_the_book_says() -> None:
    assert budget.skills_budget(skilled(weaponry=11)).spent == 13
    assert [budget.climb(0, goal, [6, 11]) for goal in (4, 5, 6, 10, 11, 12)] == [4, 5, 7, 11, 13, 14]
    assert [budget.next_rank_cost(skilled(weaponry=held), "weaponry") for held in (4, 5, 6, 9, 10, 11)] == [
        1,
        2,
        1,
        1,
        2,
        1,
    ]


@pytest.mark.rule("CRE-5", "SKL-2")
def test_skills_by_points_have_14_points() -> None:
    even = skilled(weaponry=4, athletics=4, awareness=2, influence=2, marksmanship=2)
    assert (budget.skills_budget(even).total, budget.skills_budget(even).left) == (14, 0)
    assert found(even, rule="CRE-5") == []
    [over] = found(skilled(weaponry=9, athletics=5), "error", "CRE-5")
    assert over.cost == "15 skill points"
    [low] = found(skilled(weaponry=-1), "error", "SKL-2")
    assert low.where == ("skills", "ranks", "weaponry")


@pytest.mark.rule("CRE-5", "CRE-10")
def test_free_specialties_by_points_want_4_ranks_before_finishing_points() -> None:
    fine = skilled(weaponry=4, athletics=4, awareness=5, influence=1)
    assert found(fine, rule="CRE-5") == []
    short = skilled(weaponry=3, athletics=4, awareness=6)
    assert [item.code for item in found(short, "error", "CRE-5")] == ["ineligible"]
    raised = do(short, "finish", buy="rank", skill="weaponry")
    assert derive.ranks(raised, "weaponry").total == 4
    assert [item.code for item in found(raised, "error", "CRE-5")] == ["ineligible"]
    jack = made(skills={"method": "points", "ranks": dict.fromkeys(SKILLS, 1), "specialties": []}, finishing=[])
    assert [item.code for item in found(jack, rule="CRE-5")] == ["unspent", "none-able"]
    bare = made(skills={"method": "points", "ranks": {"weaponry": 4, "athletics": 4}, "specialties": []}, finishing=[])
    assert [item.left for item in found(bare, "unfinished", "CRE-5")] == ["2 to choose"]


@pytest.mark.rule("CRE-10", "CRE-4", "CRE-5")
def test_switching_skills_to_points_loses_nothing_and_back_keeps_the_nearest() -> None:
    character = made(finishing=[])
    points = do(character, "skill-method", method="points")
    assert ranked(points) == ranked(character) and budget.skills_budget(points).left == 0
    moved = do(points, "skill-ranks", skill="academia", ranks=6)
    back = do(moved, "skill-method", method="priority")
    assert back.skills.primary == ("academia", "athletics") and len(back.skills.secondary) == 3


# ---- steps 4 to 6


@pytest.mark.rule("CRE-6")
def test_five_traits_fewer_are_unfinished_more_are_bought() -> None:
    character = do(made(), "write-trait", place=0, text="")
    [few] = found(character, rule="CRE-6")
    assert (few.level, few.asked, few.left) == ("unfinished", "5 traits", "1 to choose")
    six = do(made(), "write-trait", text="Faith")
    assert [item.level for item in found(six, rule="CRE-6")] == ["error"]
    bought = do(made(finishing=[]), "finish", buy="trait", name="Faith")
    assert found(bought, "error") == [] and "Faith" in [text for text, _ in derive.traits(bought)]


@pytest.mark.rule("CRE-7")
def test_three_drives() -> None:
    two = do(made(), "write-drive", place=1, text="")
    assert two.story.drives == ("my little sister", "the truth")
    assert [(item.level, item.asked) for item in found(two, rule="CRE-7")] == [("unfinished", "3 drives")]
    four = do(made(), "write-drive", text="Catholicism")
    assert [item.level for item in found(four, rule="CRE-7")] == ["error"]


@pytest.mark.rule("TRT-1", "CRE-11")
def test_a_trait_is_any_phrase_and_a_one_edged_one_is_only_remarked() -> None:
    character = do(made(), "write-trait", place=0, text="Strong")
    assert [(item.level, item.where) for item in found(character, rule="TRT-1")] == [("remark", ("story", "traits", 0))]
    assert not act(character, "start-play").refused
    odd = do(made(), "write-trait", place=0, text="[/] half a spell — too many")
    assert found(odd) == []


@pytest.mark.rule("CRE-8", "GER-1")
def test_starting_gear_is_one_piece_or_more_none_above_3_and_5_in_all() -> None:
    assert [item.level for item in found(made(gear=[]), rule="CRE-8")] == ["unfinished"]
    six = do(made(), "put-gear", name="Sword", kind="buff", rating=1)
    [over] = found(six, "error", "CRE-8")
    assert over.cost == "6 gear points" and over.left == "-1 of 5"
    four = made(gear=[{"name": "Cannon", "kind": "buff", "rating": 4}])
    assert [item.where for item in found(four, "error", "CRE-8")] == [("gear", 0, "rating")]
    zero = made(gear=[{"name": "Cannon", "kind": "buff", "rating": 0}])
    assert [item.code for item in found(zero, "error", "CRE-8")] == ["rating"]
    assert found(do(made(), "drop-gear", place=0), "remark", "CRE-8")[0].left == "3 of 5"


@pytest.mark.rule("GER-1", "GER-2", "GER-3", "GER-4")
def test_gear_has_one_of_three_kinds_and_excludes_what_its_kind_may() -> None:
    def levels(**piece: Any) -> list[tuple[str, str]]:
        return [(item.level, item.rule) for item in found(made(gear=[{"name": "It", "rating": 2, **piece}]), "error")]

    assert levels(kind="wand") == [("error", "GER-1")]
    assert levels(kind="buff", without=["weaponry"]) == [("error", "GER-2")]
    assert levels(kind="charm", without=["pain"]) == [("error", "GER-3")]
    assert levels(kind="font", without=["weaponry"]) == [("error", "GER-4")]
    assert levels(kind="charm", without=["weaponry", "weaponry"]) == [("error", "GER-3")]
    assert levels(kind="charm", without=list(SKILLS)) == [("error", "GER-3")]
    assert levels(kind="font", without=["pain", "doubt"]) == []
    assert levels(kind="font", without=["pain", "doubt", "fear", "kismet"]) == []  # it still heals consequences
    unnamed = found(made(gear=[{"rating": 2}]), "unfinished")
    assert [item.where for item in unnamed] == [("gear", 0, "name"), ("gear", 0, "kind")]


# ---- step 7


PRICES: list[tuple[dict[str, Any], int]] = [
    ({"buy": "asset", "asset": "force"}, 4),
    ({"buy": "rank", "skill": "weaponry"}, 3),
    ({"buy": "specialty", "skill": "weaponry", "name": "axes"}, 1),
    ({"buy": "trait", "name": "Faith"}, 3),
    ({"buy": "perk", "name": "Lucky"}, 2),
    ({"buy": "gear", "name": "Rope", "kind": "buff", "rating": 1}, 2),
    ({"buy": "gear", "name": "Gun", "kind": "buff", "rating": 3}, 6),
]


@pytest.mark.rule("CRE-9")
@pytest.mark.parametrize(("bought", "price"), PRICES)
def test_finishing_points_buy_at_the_books_prices(bought: dict[str, Any], price: int) -> None:
    character = do(made(finishing=[]), "finish", **bought)
    left = budget.finishing_budget(character)
    assert (left.total, left.spent, left.left) == (12, price, 12 - price)
    assert found(character, "error") == []
    assert do(character, "unfinish", place=0) == made(finishing=[])


@pytest.mark.rule("CRE-9")
def test_finishing_points_can_be_overspent_and_are_found_so() -> None:
    character = do(made(), "finish", buy="specialty", skill="weaponry", name="axes")
    [over] = found(character, "error", "CRE-9")
    assert (over.cost, over.left, over.fix) == (
        "13 finishing points",
        "-1 of 12",
        "Spend 1 less.",
    )


@pytest.mark.rule("CRE-9", "SKL-3")
def test_a_bought_specialty_wants_a_rank_of_its_parent_skill() -> None:
    character = do(made(finishing=[]), "finish", buy="specialty", skill="academia", name="occult")
    [problem] = found(character, "error", "CRE-9")
    assert problem.asked == "1 rank in Academia" and problem.left == "0"
    ranked_up = do(character, "finish", buy="rank", skill="academia")
    assert found(ranked_up, "error") == []


@pytest.mark.rule("CRE-9", "DMG-1", "DOM-1")
def test_raising_an_asset_raises_its_thresholds_and_fortune_the_doom_track() -> None:
    character = made(finishing=[])
    assert derive.threshold(character, "pain").total == 4 and derive.doom_end(character).total == 8
    raised = do(do(character, "finish", buy="asset", asset="force"), "finish", buy="asset", asset="grace")
    assert derive.threshold(raised, "pain").total == 5
    assert derive.doom_end(do(character, "finish", buy="asset", asset="fortune")).total == 10


@pytest.mark.rule("CRE-9", "CRE-8")
def test_gear_bought_with_finishing_points_counts_not_against_the_5_and_stays_within_3() -> None:
    character = do(made(finishing=[]), "finish", buy="gear", name="Gun", kind="buff", rating=3)
    assert found(character, "error") == [] and budget.gear_budget(character).spent == 5
    great = do(made(finishing=[]), "finish", buy="gear", name="Gun", kind="buff", rating=4)
    assert [item.where for item in found(great, "error")] == [("finishing", 0, "rating")]


@pytest.mark.rule("CRE-9")
def test_finishing_points_buy_no_severity_and_no_doom_step() -> None:
    character = made(finishing=[{"buy": "doom"}, {"buy": "wish"}, {}])
    assert [item.where for item in found(character, "error", "CRE-9")] == [("finishing", n, "buy") for n in range(3)]
    assert budget.finishing_price(character, Purchase(buy="doom")) == 0

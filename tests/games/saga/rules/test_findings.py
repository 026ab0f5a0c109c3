"""What is found, overruled and entered as it stands (CRE-11)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.games.saga.rules import creation, derive
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.words import ASSETS, SKILLS
from tests.games.saga.rules.heroes import BASE, act, do, fighter, found, hero, made, no


def rated(character: Character) -> dict[str, int]:
    return {asset: derive.rating(character, asset).total for asset in ASSETS}


def ranked(character: Character) -> dict[str, int]:
    return {skill: total for skill in SKILLS if (total := derive.ranks(character, skill).total)}


# ---- problems


@pytest.mark.rule("CRE-11")
def test_play_starts_only_without_errors_and_unfinished_choices_until_each_is_overruled() -> None:
    character = made(
        story={"traits": ["Swagger"]}, finishing=[*BASE["finishing"], {"buy": "rank", "skill": "academia"}]
    )
    outcome = act(character, "start-play")
    assert outcome.refused and {item.rule for item in outcome.problems} == {"CRE-6", "CRE-9"}
    one = do(character, "overrule", finding="CRE-6:story.traits:few", reason="Mia finds them in play")
    assert {item.rule for item in act(one, "start-play").problems} == {"CRE-9"}
    both = act(one, "start-play", overrule="a gift")
    assert not both.refused and both.after.play is not None
    assert [ruling.reason for ruling in both.after.rulings] == ["Mia finds them in play", "a gift"]
    assert creation.open_problems(both.after) == []
    [few] = found(both.after, rule="CRE-6")
    assert few.overruled == "Mia finds them in play"
    back = do(both.after, "unrule", ruling=0)
    assert [item.rule for item in creation.open_problems(back)] == ["CRE-6"]


@pytest.mark.rule("CRE-11")
def test_only_what_is_found_can_be_overruled_and_only_rulings_taken_back() -> None:
    assert no(made(), "overrule", finding="CRE-6:story.traits:few").rule == "CRE-11"
    assert no(made(), "unrule", ruling=0).code == "none"


@pytest.mark.rule("CRE-11")
def test_findings_stand_in_the_order_error_unfinished_remark_and_say_their_step() -> None:
    character = made(
        concept={"name": "", "line": ""}, finishing=[*BASE["finishing"], {"buy": "rank", "skill": "academia"}]
    )
    levels = [item.level for item in creation.problems(character)]
    assert levels == ["error", "unfinished", "remark"]
    assert [creation.step_of(item) for item in creation.problems(character)] == ["finishing", "concept", "concept"]
    for item in creation.problems(made(story={"traits": [], "drives": []}, gear=[])):
        assert item.rule and item.message and item.fix and item.key.startswith(item.rule)
    assert [creation.step_of(item) for item in found(made(story={"drives": []}))] == ["drives"]


@pytest.mark.rule("TIME-1", "TIME-3", "CNF-1", "TRT-2", "SPK-4")
@pytest.mark.parametrize(
    ("play", "where"),
    [
        ({"span": "scene", "chapter": 0, "scene": 2}, "chapter"),
        ({"span": "scene", "chapter": 1, "scene": 0}, "scene"),
        ({"span": "conflict", "chapter": 1, "scene": 1, "conflict": 1, "stakes": "minor"}, "round"),
        ({"span": "conflict", "chapter": 1, "scene": 1, "conflict": 1, "round": 1}, "stakes"),
        ({"active": [{"trait": "Swagger", "weight": 5}]}, "active"),
        ({"active": [{"trait": "Swagger", "weight": 0}]}, "active"),
    ],
)
def test_what_play_cannot_be_is_found(play: dict[str, Any], where: str) -> None:
    assert [item.where[1] for item in found(hero(**play), "error")] == [where]
    assert found(hero(), "error") == found(fighter(), "error") == []


@pytest.mark.rule("SPK-4")
def test_an_advance_of_a_chapter_to_come_is_found() -> None:
    for chapter, codes in ((1, []), (2, ["future"]), (0, ["chapter"])):
        doc = hero().to_doc() | {"advances": [{"buy": "trait", "name": "Bold", "chapter": chapter}]}
        assert [item.code for item in found(from_doc(doc), "error")] == codes


@pytest.mark.rule("CRE-9")
def test_finishing_points_are_for_what_they_buy_and_spending_too_many_is_said() -> None:
    assert no(made(), "finish", buy="doom").rule == no(made(), "finish", buy="consequence").rule == "CRE-9"
    fits = act(made(finishing=[]), "finish", buy="rank", skill="academia")
    assert not fits.refused and fits.problems == ()
    over = act(made(), "finish", buy="rank", skill="academia")
    assert not over.refused and [(item.rule, item.code) for item in over.problems] == [("CRE-9", "overspent")]


@pytest.mark.rule("CRE-11", "TIME-3")
def test_a_character_that_is_not_in_play_yet_can_only_be_built() -> None:
    problem = no(made(), "suffer", kind="pain")
    assert (problem.rule, problem.code) == ("TIME-3", "not-begun")
    assert no(made(), "start-chapter").code == "not-begun"
    assert act(made(), "note", text="soon").refused is False


@pytest.mark.rule("CRE-11")
def test_a_character_from_paper_is_entered_as_it_stands_and_growth_is_accounted_for() -> None:
    paper = do(Character(), "enter-as-is")
    assert [item.code for item in found(paper, "unfinished", "CRE-11")] == ["missing"]
    for asset, rating in (("force", 9), ("grace", 2), ("acuity", 0), ("fortune", 3)):
        paper = do(paper, "asset-points", asset=asset, rating=rating)
    paper = do(do(paper, "skill-ranks", skill="weaponry", ranks=12), "as-is-perk", name="Brave", asset="force")
    paper = do(do(paper, "write-trait", text="Swagger"), "write-drive", text="the truth")
    paper = do(paper, "set-concept", field="name", text="Old Hand")
    assert found(paper, "error") == [] and creation.open_problems(paper) == []
    assert rated(paper) == {"force": 9, "grace": 2, "acuity": 0, "fortune": 3} and ranked(paper) == {"weaponry": 12}
    grown = do(do(do(paper, "start-play"), "start-chapter", drive=0), "gain-spark", amount=10)
    grown = do(do(grown, "end-chapter"), "buy", buy="asset", asset="force")
    assert rated(grown)["force"] == 10 and derive.rating(grown, "force").terms[-1].rule == "SPK-4"


@pytest.mark.rule("CRE-11")
def test_entering_as_is_keeps_what_was_chosen_and_leaving_it_counts_again() -> None:
    frozen = do(made(), "enter-as-is")
    assert rated(frozen) == rated(made()) and ranked(frozen) == ranked(made())
    assert [p.name for p in derive.perks(frozen)] == [p.name for p in derive.perks(made())]
    assert frozen.finishing == () and creation.open_problems(frozen) == []
    back = do(frozen, "enter-as-is", on=False)
    assert (back.assets.method, back.entered) == ("points", "") and found(back, "error", "CRE-3")
    assert do(frozen, "enter-as-is") == frozen


def test_unknown_words_are_named_with_the_near_ones() -> None:
    doc = {"assets": {"method": "points", "ratings": {"forze": 3}}, "skills": {"ranks": {"weaponry": 1, "weponry": 2}}}
    mends = {item.where: item.fix for item in creation.problems(from_doc(doc)) if item.code == "unknown"}
    assert mends[("assets", "ratings", "forze")].startswith("Did you mean 'force'")
    assert "'weaponry'" in mends[("skills", "ranks", "weponry")]

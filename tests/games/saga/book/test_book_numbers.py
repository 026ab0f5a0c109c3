"""Each number of plain Saga, by the rule that sets it."""

from __future__ import annotations

import re
import tomllib
from functools import reduce
from importlib.resources import files
from typing import Any

import pytest
from pydantic import ValidationError

from saga_tui.games.saga import book

NUMBERS: dict[str, dict[str, Any]] = {
    "CRE-2": {
        "assets.priority.ratings": (5, 3, 1),
        "assets.priority.fortune": 4,
        "assets.priority.free_perks": 1,
    },
    "CRE-3": {
        "assets.points.start": 1,
        "assets.points.points": 9,
        "assets.points.surcharge_at": (6,),
        "assets.points.free_perks": 1,
        "assets.points.free_perk_min_rating": 4,
    },
    "CRE-4": {
        "skills.priority.ranks": (4, 2, 0),
        "skills.priority.counts": (2, 3, 4),
        "skills.priority.free_specialties": 2,
    },
    "CRE-5": {
        "skills.points.points": 14,
        "skills.points.surcharge_at": (6, 11),
        "skills.points.free_specialties": 2,
        "skills.points.free_specialty_min_ranks": 4,
    },
    "CRE-6": {"traits.count": 5},
    "CRE-7": {"drives.count": 3},
    "CRE-8": {"gear.max_rating": 3, "gear.total": 5},
    "CRE-9": {
        "finishing.points": 12,
        "finishing.prices.asset": 4,
        "finishing.prices.rank": 3,
        "finishing.prices.specialty": 1,
        "finishing.prices.specialty_min_ranks": 1,
        "finishing.prices.trait": 3,
        "finishing.prices.perk": 2,
        "finishing.prices.gear_per_rating": 2,
    },
    "TRT-2": {"traits.dice": (3, 2, 1)},
    "AST-3": {"roll.force": 2},
    "AST-4": {"traits.most_times": 2},
    "AST-5": {"roll.acuity": 1},
    "AST-6": {"roll.fortune_rerolls": 2},
    "AST-7": {"roll.fortune_late_rerolls": 1},
    "DRV-1": {"drives.chapter_tokens": 1},
    "DRV-3": {"drives.dice_per_token": 2, "spark.per_driven_success": 1},
    "DRV-7": {"drives.new_drive_tokens": 1, "spark.per_fulfilled_token": 1},
    "GER-1": {"gear.min_rating": 1},
    "GER-2": {"gear.buff_dice_per_rating": 1},
    "GER-3": {
        "gear.charm_dice_per_rating": 3,
        "gear.charm_dice_per_excluded_skill": 1,
        "switches.lucky_charm_refresh": "scene",
    },
    "GER-4": {
        "gear.font_points_per_rating": 2,
        "gear.font_points_per_excluded_damage": 1,
        "gear.font_points_for_excluded_kismet": 2,
        "gear.font_cost_damage": 1,
        "gear.font_cost_kismet": 2,
        "gear.font_cost_consequence": 3,
    },
    "SPK-2": {"spark.tokens_per_spark": 2},
    "SPK-3": {"spark.offer": 1},
    "SPK-4": {
        "spark.prices.asset_plus": 1,
        "spark.prices.rank_base": 3,
        "spark.prices.rank_step": 5,
        "spark.prices.specialty": 2,
        "spark.prices.specialty_min_ranks": 1,
        "spark.prices.trait": 5,
        "spark.prices.consequence": 2,
        "spark.prices.perk": 3,
        "spark.prices.gear_per_rating": 2,
        "spark.prices.doom_step": 1,
    },
    "DOM-1": {"doom.steps": 24, "doom.per_fortune": 2},
    "DOM-4": {"doom.cleared_per_chapter": 1},
    "DMG-1": {
        "damage.pain": ("force", "grace"),
        "damage.doubt": ("grace", "acuity"),
        "damage.fear": ("force", "acuity"),
        "damage.divisor": 2,
    },
    "DMG-3": {"damage.redirect_fortune": 1},
    "DMG-5": {"damage.kismet_healed_per_scene": 1},
    "CSQ-3": {"damage.name_fortune": 1},
    "CSQ-4": {"switches.severe_consequences": "permanent"},
    "KIS-2": {"roll.hitch_to": 2},
    "KIS-4": {"spark.per_kismet_mark": 1},
    "KIS-5": {"damage.deadly_min_dice": 1},
    "KIS-6": {"damage.kismet_gift": 1},
    "ROL-1": {"roll.mark_from": 5},
    "ROL-6": {"roll.trade": 3},
    "ROL-8": {"roll.dramatic_to": 2},
    "SKL-3": {"roll.specialty": 2, "roll.specialty_elsewhere": 1},
    "PRK-6": {"switches.better_lucky": "any"},
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param(path, value, marks=pytest.mark.rule(id_), id=f"{id_}-{path}")
        for id_, wanted in NUMBERS.items()
        for path, value in wanted.items()
    ],
)
def test_the_number(path: str, value: Any) -> None:
    assert reduce(getattr, path.split("."), book.numbers()) == value


def test_every_number_names_its_rule() -> None:
    wanted = {path: id_ for id_, numbers in NUMBERS.items() for path in numbers}
    assert book.number_rules() == wanted


def test_the_file_names_the_same_rules_beside_the_numbers() -> None:
    found: dict[str, str] = {}
    table = ""
    for line in files("saga_tui.games.saga.book").joinpath("creation.toml").read_text("utf-8").splitlines():
        if head := re.fullmatch(r"\[(.+)\]", line):
            table = head[1]
        elif entry := re.fullmatch(r"(\w+) = .*# (\w+-\d+)", line):
            found[f"{table}.{entry[1]}"] = entry[2]
    assert found == book.number_rules()


@pytest.mark.rule("CRE-2", "CRE-3", "CRE-4", "CRE-5")
def test_priorities_cost_exactly_the_points() -> None:
    numbers = book.numbers()
    points = numbers.assets.points
    bought = (*numbers.assets.priority.ratings, numbers.assets.priority.fortune)
    assert sum(rating - points.start for rating in bought) == points.points
    skills = numbers.skills
    assert sum(skills.priority.counts) == len(book.skills())
    pairs = zip(skills.priority.ranks, skills.priority.counts, strict=True)
    assert sum(ranks * count for ranks, count in pairs) == skills.points.points


@pytest.mark.rule("SET-1")
def test_a_misspelt_or_impossible_number_is_refused() -> None:
    text = files("saga_tui.games.saga.book").joinpath("creation.toml").read_text("utf-8")
    for old, new in (("surcharge_at", "surcharge_form"), ("total = 5", "total = -5"), ('"any"', '"all"')):
        assert old in text
        with pytest.raises(ValidationError):
            book.Numbers.model_validate(tomllib.loads(text.replace(old, new, 1)))

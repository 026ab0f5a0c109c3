"""Random heroes: legal to the point for every tier, by points and by cards, step by step; alike by the same seed."""

from __future__ import annotations

import pytest

from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES
from saga_tui.games.fate.game import GAME
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES
from tests.games.fate.play_table import Table

STEPS = ("concept", "calling", "powers", "abilities", "background")


def blank(tier: str = "", way: str = "points") -> Table:
    table = Table(RULES.of(GAME.new("")))
    if tier:
        table.does("choose-tier", tier=tier)
    table.does("choose-way", way=way)
    return table


@pytest.mark.rule("F-CRE-1", "F-CRE-2", "F-CRE-3", "F-CRE-4", "F-CRE-5", "F-CRE-7", "F-CRE-8")
@pytest.mark.parametrize("tier", book.TIERS)
def test_random_heroes_are_legal_and_spend_all_their_points(tier: str) -> None:
    found = list[Hero]()
    for seed in range(30):
        table = blank(tier)
        assert table.does("surprise", seed=seed).text.casefold() == f"random character, seed {seed}"
        assert not RULES.problems(table.hero), (seed, [one.sentence() for one in RULES.problems(table.hero)])
        assert [one.total for one in figures(table.hero).points()] == [0, 0, 0]
        found.append(table.hero)
    assert len({one.concept.line for one in found}) > 8 and len({one.calling for one in found}) > 6
    assert 2 in {one.edge for one in found} <= {1, 2} and len({one.abilities for one in found}) == 30


@pytest.mark.rule("F-CRE-6")
@pytest.mark.parametrize("tier", book.TIERS)
def test_random_heroes_of_ten_cards_are_as_dealt(tier: str) -> None:
    for seed in range(12):
        table = blank(tier, "cards")
        table.does("surprise", seed=seed)
        hero, made = table.hero, table.hero.made
        assert not [one for one in RULES.problems(hero) if one.level != "remark"], seed
        assert len({*made.cards}) == 10 and {*made.given.values()} <= {*made.cards}
        assert {*made.given} >= {*ABILITIES, *(f"code {key}" for key in ABILITIES), "power 1"}
        assert sum(made.lifts.values()) == book.TIERS[tier]["lifts"] and max(made.lifts.values(), default=0) <= 2


def test_a_step_at_a_time_keeps_the_rest_and_the_idea() -> None:
    table = blank("street")
    table.does("describe", field="player", text="Robin")
    for step in STEPS:
        before = table.hero
        table.does("surprise", seed=5, step=step)
        assert table.hero != before
    whole = blank("street")
    whole.does("describe", field="player", text="Robin")
    whole.does("surprise", seed=5)
    assert table.hero == whole.hero and table.hero.concept.player == "Robin"
    table.does("surprise", seed=6, step="abilities")
    assert table.hero.powers == whole.hero.powers and table.hero.abilities != whole.hero.abilities


def test_a_name_that_is_there_stays() -> None:
    table = blank("street")
    table.does("describe", field="name", text="Quill")
    for step in ({}, {"step": "concept"}):
        table.does("surprise", seed=5, **step)
        assert table.hero.concept.name == "Quill" and table.hero.concept.line

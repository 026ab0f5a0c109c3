"""Heroes: the deck, the sheet's numbers, what is found, creation by points and by cards, samples, settings; and no name
of a publisher anywhere."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from saga_tui.engine.entries import tallies
from saga_tui.games import registry
from saga_tui.games.fate import book
from saga_tui.games.fate.book import ABILITIES, cards
from saga_tui.games.fate.game import GAME
from saga_tui.games.fate.hero import Gear, Hero, Power, Skill
from saga_tui.games.fate.rules.figures import figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.games.fate.screens.steps import OF
from saga_tui.games.fate.settings import SETTINGS
from tests.games.fate.play_table import Table, hero, numbers
from tests.games.fate.samples import CORIN, SAMPLES, THESSALY, Sample, build, made, text

ROOT = Path(__file__).parents[3]
FORBIDDEN = """
    4e36f217355b ced72b7050ce cca47c520676 542fa269da3d db2618970ae4 1d151db73b9c d6d4b80662a7 a4a57c8dc53d
    1ff477f660a5 0d8cf817cc8e 31408fe72d8b 15e65fa881f1 07d4d19e316f 7d257181ba75 39b90f3fad01 1515114088bf 699c073813c0
    2d33c535c339"""
"""Names of a publisher's heroes, villains, places and products, told by no one: the salted hash of each."""
WORD = re.compile(r"[a-z]+(?:[-'][a-z]+)*")


def salted(words: str) -> str:
    return hashlib.sha256(f"a hand of cards:{words}".encode()).hexdigest()[:12]


def phrases(read: str) -> set[str]:
    """The words of a text, and each two and three that stand side by side."""
    words = WORD.findall(read.casefold().replace("'s", ""))
    return {" ".join(words[at : at + many]) for many in (1, 2, 3) for at in range(len(words) - many + 1)}


def test_no_name_of_a_publisher_stands_anywhere() -> None:
    ends = {".py", ".toml", ".csv", ".md", ".tcss"}
    files = [path for room in ("saga_tui", "characters") for path in (ROOT / room).rglob("*") if path.suffix in ends
             and "heroes" not in path.parts]  # fmt: skip
    found = {
        one for path in [*files, ROOT / "README.md", ROOT / "CHANGELOG.md"] for one in phrases(path.read_text("utf-8"))
    }
    banned = {*FORBIDDEN.split()}
    assert len(found) > 1000 and len(banned) == 18, "the gods of the north, in a game of their own, are nobody's"
    assert not [one for one in found if salted(one) in banned]


# ---- the deck


@pytest.mark.rule("F-DECK-1", "F-DECK-2", "F-DECK-4", "F-DECK-5")
def test_the_deck_has_five_suits_and_its_sums_callings_and_auras() -> None:
    deck = cards().values()
    suits = {key: [one.value for one in deck if one.suit == key] for key in book.SUITS}
    assert [len(suits[key]) for key in book.SUITS] == [20, 20, 20, 20, 16]
    assert [sum(suits[key]) for key in book.SUITS] == [100, 100, 100, 100, 88]
    assert sorted(suits["strength"]) == [1, 2, 3, 3, *[4] * 4, *[5] * 4, *[6] * 4, 7, 7, 8, 9]
    callings, known = Counter(one.calling for one in deck), book.keyed("callings")
    assert {*callings.values()} == {4} and callings.keys() == known.keys() and len(known) == 24
    assert {one.calling for one in deck if one.suit == "doom"} == {
        key for key, row in known.items() if row["side"] == "villainous"
    }
    assert all(one.event and one.aura in ("positive", "neutral", "negative") for one in deck)
    extra = [one for number, one in cards(100).items() if number > 96]
    assert [one.value for one in extra] == [5] * 4 and {one.suit for one in extra} == {*ABILITIES}


@pytest.mark.rule("F-CHAT-2")
def test_a_card_is_told_by_its_row_or_by_what_it_shows() -> None:
    assert [book.named(said).name for said in ("17", "a7", "7 of agility", "Doom 10")] == ["A7", "A7", "A7", "D10"]  # type: ignore[union-attr]
    found = book.named("6 positive")
    assert found is not None and (found.value, found.aura) == (6, "positive")
    assert book.named("S10") is None and book.named("97") is None and book.named("") is None
    assert numbers(["S5", "S5"]) == (49, 50)


# ---- numbers


@pytest.mark.rule("F-HERO-1", "F-HERO-2", "F-HERO-5", "F-HAND-1", "F-HERO-6", "F-HERO-8")
def test_numbers_tell_their_reasons() -> None:
    gear = Gear(name="Club", bonus=2), Gear(name="Axe", bonus=5, used=False), Gear(name="Coat", kind="armour", bonus=3)
    one = hero(scores=(7, 3, 4, 5), edge=2, size=5, gear=gear, powers=(Power(name="Gale", intensity=9),))
    known = tallies(RULES, one)
    assert [known[key].total for key in ABILITIES] == [7, 3, 4, 5]
    assert known["hand-size"].total == 5 and known["hand-size"].terms[-1].reason == "the sheet says otherwise"
    assert (known["weapon"].total, known["armour"].total, known["power:gale"].total) == (2, 3, 9)
    table = Table(one)
    table.does("override-number", number="strength", value=9, reason="a rite")
    assert figures(table.hero).score("strength").total == 9


@pytest.mark.rule("F-HERO-10", "F-NARR-3")
def test_a_narrators_character_has_health_and_no_hand() -> None:
    table = Table(hero(health=17, size=3))
    assert tallies(RULES, table.hero)["health"].total == 17
    assert table.does("fill").lines == ()
    table.does("take-hit", attack=9, kind="plain")
    assert table.play.health == 8 and not table.play.asks


@pytest.mark.rule("F-HAND-4", "F-HEAL-4")
def test_the_limit_is_the_size_less_what_is_lost_for_its_reasons() -> None:
    one = hero(["S4"], size=5, play={"hurt": 1, "serious": 2, "pushed": 1})
    limit = figures(one).limit
    assert limit.total == 1 and [term.amount for term in limit.terms] == [1, 2, 2, -1, -1, -2]
    assert figures(hero(size=2, play={"hurt": 5})).limit.total == 0


# ---- what is found


@pytest.mark.rule("F-CRE-8")
def test_a_new_hero_is_told_what_is_missing() -> None:
    found = {(one.code, one.level) for one in RULES.problems(RULES.of(GAME.new("")))}
    assert {("name", "unfinished"), ("calling", "unfinished"), ("tier", "unfinished"), ("no-power", "remark")} <= found


BROKEN: dict[str, dict[str, Any]] = {
    "no-calling": {"calling": "baker"},
    "no-tier": {"made": {"tier": "cosmic"}},
    "edge": {"edge": 6},
    "score": {"abilities": {"strength": {"score": 31}}},
    "intensity": {"powers": [{"name": "Gale", "intensity": 40}]},
    "code": {"abilities": {"agility": {"code": "q"}}},
    "many-skills": {"abilities": {"agility": {"code": "d", "skills": [{"name": "Riding"}, {"name": "Locks"}]}}},
    "few-skills": {"abilities": {"agility": {"code": "d"}}},
    "power-name": {"powers": [{"intensity": 4}]},
    "suit": {"powers": [{"name": "Gale", "suit": "doom"}]},
    "no-switch": {"campaign": {"switches": {"luck": "yes"}}},
    "value": {"campaign": {"switches": {"draw": "dice"}}},
    "villainous": {"calling": "greed"},
    "new-edge": {"edge": 3, "made": {"tier": "street"}},
    "new-hand": {"hand": 4, "made": {"tier": "street"}},
}


@pytest.mark.parametrize("code", BROKEN)
@pytest.mark.rule("F-HERO-3", "F-HERO-5", "F-CRE-2", "F-CRE-4", "F-CRE-7", "F-CALL-1", "F-SET-1")
def test_what_is_wrong_is_found_at_its_place(code: str) -> None:
    found = {one.code: one for one in RULES.problems(RULES.of(GAME.new("Ash") | BROKEN[code]))}
    assert code in found and found[code].where[0] in BROKEN[code] and found[code].fix
    assert code not in {one.code for one in RULES.problems(build(CORIN))}


@pytest.mark.rule("F-CRE-3", "F-CRE-5", "F-HERO-7", "F-HERO-9")
def test_points_pay_for_skills_stunts_and_limits() -> None:
    one = build(THESSALY)
    assert [tally.total for tally in figures(one).points()] == [0, 0, 0]
    more = made(one, ("add-skill", {"ability": "willpower", "name": "Occult lore", "world_class": True}))
    assert figures(more).skill_points().total == -3  # a fifth one of an a, and a certain trump
    assert figures(made(one, ("add-stunt", {"power": 0, "stunt": "glow"}))).power_points().total == -1
    assert figures(made(one, ("add-limit", {"power": 0, "limit": "weakens"}))).power_points().total == 2
    cheap = Hero(made=one.made, powers=(Power(intensity=1, limits=("a", "b", "c")),), hindrances=("a", "b", "c"))
    assert figures(cheap).power_points().total == 25 + 4 - 1


@pytest.mark.rule("F-CRE-1", "F-CRE-9")
def test_from_paper_nothing_is_counted_and_a_hero_may_be_changed_in_play() -> None:
    table = Table(hero(scores=(30, 30, 30, 30)))
    assert not [one for one in RULES.problems(table.hero) if one.level == "error"]
    told = table.does("set-score", ability="strength", score=7, why="the serum")
    assert told.text == "Strength 7 (the serum)"
    table.does("add-skill", ability="agility", name="Kite fighting")
    assert table.does("mark-skill", ability="agility", skill=0).text == "Kite fighting, world-class: yes"
    assert table.hero.four["agility"].skills == (Skill(name="Kite fighting", world_class=True),)
    table.does("add-gear", name="Net")
    assert table.does("use-gear", gear=0, used=False).text == "Net, in use: no"


# ---- by cards

TEN = ("S4", "S9", "A6", "D3", "I5", "W7", "A2", "D9", "S8", "I1")


@pytest.mark.rule("F-CRE-6")
def test_a_hero_is_made_of_ten_cards() -> None:
    table = Table(RULES.of(GAME.new("Ash")))
    table.does("choose-tier", tier="mighty")
    table.does("deal-cards", TEN)
    for card, to in zip(TEN, (*ABILITIES, *(f"code {key}" for key in ABILITIES)), strict=False):
        table.does("give-card", card=card, to=to)
    four = table.hero.four
    assert [one.score for one in four.values()] == [7, 9, 6, 3]  # the 4 is of strength's own suit
    assert [one.code for one in four.values()] == ["c", "b", "x", "a"]
    assert "owes" in {one.code for one in RULES.problems(table.hero)}
    table.does("lift", to="strength")
    table.does("lift", to="strength")
    assert table.hero.four["strength"].score == 15  # 17, but for the cap
    assert table.refuses("lift", to="agility") == "lifts"
    table.does("add-power", name="Gale", intensity=1)
    table.does("give-card", card="S8", to="power 1")
    assert table.hero.powers[0].intensity == 8
    table.does("set-score", ability="agility", score=12)
    assert "not-dealt" in {one.code for one in RULES.problems(table.hero)}
    assert len({*table.tries("deal-cards").dice}) == 10
    table.does("deal-cards", ["S5", "S5", *TEN[:8]])
    table.does("give-card", card="S5", to="strength")
    table.does("give-card", card="s5", to="agility")  # there are two
    assert [one.score for one in table.hero.four.values()][:2] == [8, 5]


@pytest.mark.rule("F-CRE-6")
def test_the_builder_tells_what_a_card_would_make_of_a_score() -> None:
    table = Table(RULES.of(GAME.new("Ash")))
    table.does("deal-cards", TEN)
    table.does("give-card", card="S4", to="strength")
    [ask] = OF.giving(table.hero, cards()[numbers(["I5"])[0]]).asks
    told = {offer.key: offer.about for offer in ask.offers}  # type: ignore[attr-defined]
    assert told["intellect"] == "8" and told["agility"] == "5" and told["strength"] == "5, has a card"
    assert told["code agility"] == "c" and len(told) == 8


# ---- samples, settings


@pytest.mark.parametrize("sample", SAMPLES, ids=[one.id for one in SAMPLES])
def test_the_samples_are_what_their_commands_make_and_legal_to_the_point(sample: Sample) -> None:
    assert sample.path.read_text("utf-8") == text(sample)
    assert RULES.problems(build(sample)) == []
    assert [tally.total for tally in figures(build(sample)).points()] == [0, 0, 0]


@pytest.mark.rule("F-SET-1")
def test_a_setting_sets_switches_and_the_hero_may_say_otherwise() -> None:
    found = SETTINGS.check_file(SETTINGS.shipped / "lamplight-city.toml")
    assert found.setting is not None and not found.problems
    table = Table(hero())
    command = SETTINGS.take(found.setting)
    table.does(command.verb, **command.params())
    assert figures(table.hero).from_deck and table.hero.campaign.setting == "Lamplight City"
    table.does("set-switch", switch="draw", value="chart")
    assert not figures(table.hero).from_deck
    table.does("set-switch", switch="hand_bonus", value="3")
    assert figures(table.hero.model_copy(update={"hand": None})).size.total == 4
    wrong = SETTINGS.check(SETTINGS.template("Fen").replace('draw = "deck"', 'draw = "dice"\nluck = "yes"'))
    assert [one.problem.code for one in wrong.problems] == ["value", "no-switch"]
    assert SETTINGS.check(SETTINGS.template("Fen")).is_valid


def test_the_files_of_the_game_name_it_and_keep_what_they_do_not_know() -> None:
    doc = build(CORIN).to_doc() | {"shoe": 46}
    assert registry.game_of(doc) is GAME
    assert RULES.of(doc).to_doc()["shoe"] == 46
    assert Hero(abilities=build(CORIN).abilities).four["agility"].skills[0] == Skill(name="Acrobatics")


@pytest.mark.rule("F-DECK-1")
def test_numbers_that_are_no_cards_are_found() -> None:
    one = hero(("S4",), play={"hand": (999, 3, 999), "open": 500, "bank": (101,), "discard": (1,)})
    found = [(wrong.code, wrong.where, wrong.value) for wrong in RULES.problems(one) if wrong.level == "error"]
    assert found == [
        ("no-card", ("play", "hand"), "999"), ("no-card", ("play", "bank"), "101"), ("no-card", ("play", "open"), "500")
    ]  # fmt: skip
    assert not [problem for problem in RULES.problems(hero(("S4",))) if problem.level == "error"]

"""Every number by its name: `rules/named.py`, and `why` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import Change
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.named import entry_of, named
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, SKILLS, WOUNDS
from saga_tui.store import load
from tests.cli.conftest import Run, everything, write
from tests.games.saga.sheet.documents import AS_IS, FRESH, FULL, PLAYED

KESTREL = from_doc(PLAYED)
POINTED = KESTREL
CHARACTERS = {
    "played": KESTREL,
    "empty": Character(),
    **{name: from_doc(doc) for name, doc in (("fresh", FRESH), ("as is", AS_IS), ("full", FULL))},
}


@pytest.mark.rule("AST-1", "DMG-1", "DMG-2", "DOM-1", "SKL-2", "GER-3", "SPK-1", "DRV-1")
@pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)
def test_each_number_is_the_one_that_the_rules_use(character: Character) -> None:
    found = {name: tally.total for name, tally in named(character).items()}
    for asset in ASSETS:
        assert found[asset] == derive.rating(character, asset).total
        assert found[f"{asset}-tokens"] == state.in_hand(character, asset)
    for kind in DAMAGE:
        assert found[kind] == state.held(character, kind)
    for kind in WOUNDS:
        assert found[f"{kind}-threshold"] == derive.threshold(character, kind).total
    for skill in SKILLS:
        assert found[f"skill:{skill}"] == derive.ranks(character, skill).total
    for owned in derive.gear(character):
        assert found[f"{owned.gear.kind}:{owned.key}"] == derive.gear_pool(character, owned).total
        if owned.gear.kind in ("charm", "font"):
            assert found[f"{owned.gear.kind}:{owned.key}:left"] == derive.gear_left(character, owned)
    for number, tokens in enumerate(state.drive_tokens(character), 1):
        assert found[f"drive:{number}"] == tokens
    play = state.play_of(character)
    assert (found["doom"], found["spark"]) == (play.doom, play.spark)
    assert found["doom-end"] == derive.doom_end(character).total
    assert {key: found[key] for key in state.clock(character)} == state.clock(character)


@pytest.mark.parametrize("character", CHARACTERS.values(), ids=CHARACTERS)
def test_each_number_has_reasons_rules_and_places(character: Character) -> None:
    for name, tally in named(character).items():
        assert tally.name == name
        assert tally.label
        for term in tally.terms:
            assert term.reason and term.source
            assert book.rule(term.rule) is not None, (name, term.rule)
        if not name.startswith("no such kind"):
            assert entry_of(character, name).places, name


def test_what_play_counts_has_play_as_its_source() -> None:
    found = named(KESTREL)
    for name in ("force-tokens", "pain", "kismet", "doom", "drive:1", "consequence:injured-leg", "round"):
        assert {term.source for term in found[name].terms} == {"play"}, name
    assert [(term.amount, term.source) for term in found["spark"].terms] == [(5, "play"), (2, "ruling")]
    assert found["consequence:injured-leg"].total == 2
    assert found["trait:paranoid"].total == -2
    assert found["charm:lucky-coin:left"].total == 6


@pytest.mark.rule("CRE-3", "CRE-5", "CRE-8", "CRE-9")
def test_budgets_are_named_where_they_count() -> None:
    assert {"skill-points": 14, "gear-ratings": 5, "finishing-points": 9}.items() <= {
        name: tally.total for name, tally in named(KESTREL).items()
    }.items()
    assert "asset-points" not in named(KESTREL)  # chosen by priority
    assert "asset-points" in named(from_doc({"assets": {"method": "points"}}))
    assert not {"gear-ratings", "finishing-points"} & named(from_doc(AS_IS)).keys()


def test_two_things_of_one_name_have_two_names() -> None:
    play = {"consequences": [{"name": "Hurt", "points": {"lasting": 1}}, {"name": "hurt!", "points": {"lasting": 2}}]}
    found = named(from_doc({"play": play, "gear": [{"name": "weaponry", "kind": "skill", "rating": 3}]}))
    assert (found["consequence:hurt"].total, found["consequence:hurt-2"].total) == (1, 2)
    assert found["skill:weaponry"].label == "Weaponry"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("force-tokens", ("play", "tokens", "force")),
        ("pain", ("play", "damage", "pain")),
        ("spark", ("play", "spark")),
        ("drive:2", ("play", "drive_tokens", 1)),
        ("pain-threshold", ("assets", "ratings", "grace")),
        ("doom-end", ("assets", "ratings", "fortune")),
        ("skill:weaponry", ("skills", "ranks", "weaponry")),
        ("charm:lucky-coin:left", ("play", "gear_used", "lucky-coin")),
        ("consequence:injured-leg", ("play", "consequences")),
        ("finishing-points", ("finishing",)),
    ],
)
def test_the_places_that_a_number_rests_on(name: str, path: tuple[str | int, ...]) -> None:
    entry = entry_of(POINTED, name)
    assert path in entry.places
    assert entry.changed_by(Change(path, 1, 2))
    assert entry.changed_by(Change(path[:1], new={}))
    assert not entry.changed_by(Change(("concept", "name"), "a", "b"))


@pytest.mark.parametrize(
    "name", ["", "no such", "skill:", "skill:odd", "drive:x", "drive:0", "drive:٣", "odd:thing", "x-tokens"]
)
def test_a_name_that_nobody_knows_rests_on_nothing(name: str) -> None:
    assert entry_of(POINTED, name).places == ()


def test_a_purchase_of_something_else_changes_nothing_here() -> None:
    def bought(**what: Any) -> Change:
        return Change(("advances", 0), new=what)

    rank = bought(buy="rank", skill="weaponry")
    assert entry_of(POINTED, "skill:weaponry").changed_by(rank)
    assert not entry_of(POINTED, "skill:athletics").changed_by(rank)
    assert not entry_of(POINTED, "force").changed_by(rank)
    raised = bought(buy="asset", asset="force")
    touched = {name for name in named(POINTED) if entry_of(POINTED, name).changed_by(raised)}
    assert {"force", "pain-threshold", "fear-threshold"} <= touched
    assert not {"doubt-threshold", "doom-end"} & touched
    assert entry_of(POINTED, "doom-end").changed_by(bought(buy="asset", asset="fortune"))
    assert entry_of(POINTED, "buff:colt").changed_by(bought(buy="gear", name="Colt"))
    assert entry_of(POINTED, "finishing-points").changed_by(Change(("finishing", 0), new={"buy": "trait"}))


# ---- the command line


def test_all_numbers_are_listed(run: Run, tmp_path: Path) -> None:
    before = everything(tmp_path)
    found = json.loads(run("why", "kestrel", "--json").stdout)
    numbers = named(KESTREL)
    assert [(one["name"], one["value"], one["label"]) for one in found] == [
        (name, tally.total, tally.label) for name, tally in numbers.items()
    ]
    assert [one["name"] for one in found if one["ruled"]] == ["spark"]
    lines = run("why", "kestrel").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(numbers)
    assert next(line for line in lines if line.startswith("spark")).split()[1] == "7*"
    assert everything(tmp_path) == before


@pytest.mark.rule("DMG-1")
def test_a_number_term_by_term(run: Run) -> None:
    found = json.loads(run("why", "kestrel", "pain-threshold", "--json").stdout)
    assert found["value"] == sum(term["amount"] for term in found["terms"]) == 4
    rule = book.rule("DMG-1")
    assert rule is not None
    assert found["terms"][0] == {
        "amount": 5,
        "reason": "force rating",
        "rule": "DMG-1",
        "title": rule.title,
        "source": "choice",
    }
    text = run("why", "kestrel", "pain-threshold").stdout
    assert text.startswith("Pain threshold: 4\n")
    assert f"  +5  force rating  [DMG-1 {rule.title}]  (choice)" in text


@pytest.mark.parametrize("words", [["skill:marksmanship"], ["Marksmanship"], ["MARKSMANSHIP"]])
def test_a_number_by_a_shorter_name(run: Run, words: list[str]) -> None:
    assert json.loads(run("why", "kestrel", *words, "--json").stdout)["name"] == "skill:marksmanship"
    assert json.loads(run("why", "kestrel", "pain", "threshold", "--json").stdout)["name"] == "pain-threshold"


def test_what_last_changed_it(run: Run, folder: Path) -> None:
    assert json.loads(run("why", "kestrel", "pain", "--json").stdout)["changed"] is None
    assert "Nothing in the log has changed it." in run("why", "kestrel", "pain").stdout
    run("do", "kestrel", "take-damage", "pain", "1", "who=GM")
    run("do", "kestrel", "take-damage", "fear", "1")
    run("do", "kestrel", "gain-spark", "2")
    changed = json.loads(run("why", "kestrel", "pain", "--json").stdout)["changed"]
    assert changed["do"] == "take-damage"
    assert changed["text"].startswith("Pain 6 → 7")
    assert changed["undone"] is False
    assert f"Last changed: {changed['id']}  " in run("why", "kestrel", "pain").stdout
    run("undo", "kestrel", "3")
    assert json.loads(run("why", "kestrel", "pain", "--json").stdout)["changed"]["do"] == "undo"
    assert load(folder / "kestrel.toml")["play"]["damage"]["pain"] == 6


@pytest.mark.rule("CRE-11")
def test_a_ruling_about_it(run: Run) -> None:
    found = json.loads(run("why", "kestrel", "spark", "--json").stdout)
    assert found["rulings"] == [{"old": "5", "new": "7", "reason": "the GM says so"}]
    assert "House ruling: 5 → 7, the GM says so  [CRE-11]" in run("why", "kestrel", "spark").stdout


@pytest.mark.parametrize(("number", "said"), [("forse", "'force'"), ("\x1b[31mspark", "There is no number")])
def test_a_number_that_there_is_not(run: Run, number: str, said: str) -> None:
    result = run("why", "kestrel", number)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "\x1b" not in result.stderr


def test_hostile_texts_are_shown_safely(run: Run, folder: Path) -> None:
    write(folder / "full.toml", FULL | {"id": "full1234"})
    listed = run("why", "full")
    assert listed.exit_code == 0
    for one in json.loads(run("why", "full", "--json").stdout):
        shown = run("why", "full", one["name"])
        assert shown.exit_code == 0, one["name"]
        assert "\x1b" not in shown.stdout + listed.stdout and "\u202e" not in shown.stdout + listed.stdout

"""Rulings of the group: any number and any text is set beside the rules, marked, listed, and goes back (CRE-11)."""

from __future__ import annotations

from typing import Any

import pytest

from saga_tui.engine import ruling_words
from saga_tui.engine.deciding import OverrideNumber, OverrideText, RemoveRuling
from saga_tui.engine.document import Ruling
from saga_tui.engine.ruled import is_ruled, says_otherwise
from saga_tui.engine.rulings import lines
from saga_tui.games.saga.rules import creation, derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES, Outcome, command_of, perform
from saga_tui.games.saga.rules.named import entry_of, named, texts
from saga_tui.games.saga.sheet import sheet_pages
from tests.games.saga.rules.heroes import hero, made

FULL: dict[str, Any] = {
    "span": "conflict",
    "conflict": 1,
    "round": 2,
    "stakes": "serious",
    "spark": 7,
    "doom": 2,
    "drive_tokens": [2, 1, 0],
    "damage": {"pain": 3, "kismet": 2},
    "consequences": [{"name": "Injured leg", "points": {"lasting": 2, "temporary": 1}}],
    "active": [
        {"trait": "Swagger", "weight": 3, "by": "fortune"},
        {"trait": "Paranoid", "weight": 2, "inverted": True, "by": "GM"},
    ],
    "temporary": [{"name": "Off balance", "rounds": 2}],
    "rewards": [{"name": "A favour"}],
    "scene_traits": ["Pitch dark"],
    "gear_used": {"lucky-coin": 4},
}


def did(outcome: Outcome) -> Character:
    assert not outcome.refused, outcome.problems
    return outcome.after


@pytest.mark.rule("CRE-11")
def test_every_number_can_be_set_is_marked_and_goes_back() -> None:
    start = hero(**FULL)
    for name, tally in named(start).items():
        value = tally.total + 4
        ruled = did(perform(start, OverrideNumber(number=name, value=value, reason="the GM says so")))
        assert named(ruled)[name].total == value, name
        assert is_ruled(ruled, name) and not is_ruled(start, name)
        assert lines(ruled) == [f"{name} {tally.total} → {value}: the GM says so"]
        derived = [term for term in named(ruled)[name].terms if term.source == "ruling"]
        assert derived or entry_of(start, name).counted, name
        assert sum(term.amount for term in derived) in ((4,) if len(tally.terms) == 1 else (0, 4)), name
        assert all(term.rule == "CRE-11" and "the GM says so" in term.reason for term in derived)
        back = did(perform(ruled, RemoveRuling(ruling=0)))
        assert {key: one.total for key, one in named(back).items()} == {
            key: one.total for key, one in named(start).items()
        }, name
        assert back.rulings == ()
        again = did(perform(ruled, OverrideNumber(number=name, value=tally.total)))
        assert (again.rulings, named(again)[name].total) == ((), tally.total), name


@pytest.mark.rule("CRE-11", "DMG-1", "DOM-1", "SKL-2", "GER-3")
def test_what_follows_from_a_number_follows_from_its_ruling() -> None:
    one = did(perform(hero(), OverrideNumber(number="force", value=9, reason="blessed")))
    assert derive.threshold(one, "pain").total == 6  # (9 + 3) / 2
    two = did(perform(one, OverrideNumber(number="fortune", value=6)))
    assert derive.doom_end(two).total == 12
    coin = did(perform(two, OverrideNumber(number="charm:lucky-coin", value=12)))
    assert derive.gear_left(coin, derive.gear(coin)[0]) == 12
    grown = did(
        perform(two.model_copy(update={"play": two.play}), command_of("finish", {"buy": "asset", "asset": "force"}))
    )
    assert derive.rating(grown, "force").total == 10, "what is bought later counts beside the ruling"


@pytest.mark.rule("CRE-11", "AST-14")
def test_more_tokens_than_the_rating_stay_until_they_are_spent() -> None:
    given = did(perform(hero(), OverrideNumber(number="force-tokens", value=8)))
    assert state.in_hand(given, "force") == 8
    kept = did(perform(given, command_of("regain", {"asset": "force"}), overrule="more"))
    assert state.in_hand(kept, "force") == 8
    spent = did(perform(kept, command_of("spend", {"asset": "force", "amount": 3})))
    assert state.in_hand(spent, "force") == 5
    assert lines(spent) and not is_ruled(hero(), "force-tokens")


@pytest.mark.rule("CRE-11", "DMG-5")
def test_a_ruling_on_what_play_counts_is_over_when_play_has_reset_it() -> None:
    hurt = did(perform(hero(**FULL), OverrideNumber(number="pain", value=1, reason="armour")))
    assert is_ruled(hurt, "pain")
    later = did(perform(hurt, command_of("end-round", {"recover": None}), overrule=""))
    assert is_ruled(later, "pain")
    ended = did(perform(later, command_of("end-scene", {})))
    assert not is_ruled(ended, "pain")
    assert [(one.number, one.past) for one in ended.rulings if one.number] == [("pain", True)]
    assert not any(line.startswith("pain") for line in lines(ended))
    spark = did(
        perform(did(perform(hero(**FULL), OverrideNumber(number="spark", value=10))), command_of("end-scene", {}))
    )
    assert is_ruled(spark, "spark"), "Spark is never reset"


@pytest.mark.rule("CRE-11")
def test_a_ruling_on_a_counted_number_goes_back_by_what_it_gave() -> None:
    rich = did(perform(hero(**FULL), OverrideNumber(number="spark", value=10)))
    poorer = did(perform(rich, command_of("offer", {"fact": "a door"})))
    assert state.play_of(poorer).spark == 9
    assert state.play_of(did(perform(poorer, RemoveRuling(ruling=0)))).spark == 6
    twice = did(perform(poorer, OverrideNumber(number="spark", value=4)))
    assert [(one.old, one.new) for one in twice.rulings] == [("6", "4")]


@pytest.mark.rule("CRE-11")
def test_every_text_can_be_set_is_marked_and_goes_back() -> None:
    start = hero(**FULL)
    known = texts(start)
    assert {"name", "line", "notes", "trait:3", "drive:1", "gear:2", "gear:2:purpose", "specialty:1", "perk:1",
            "consequence:1", "temporary:1", "reward:1", "scene-trait:1"} <= set(known)  # fmt: skip
    for name, item in known.items():
        ruled = did(perform(start, OverrideText(text=name, words="Something [else]", reason="a slip of the pen")))
        assert texts(ruled)[name].text == "Something [else]", name
        assert says_otherwise(ruled, name.partition(":")[0], "Something [else]")
        back = did(perform(ruled, RemoveRuling(ruling=0)))
        assert back.to_doc() == start.to_doc(), name
        assert lines(ruled)[0].endswith("“Something [else]”: a slip of the pen")
        assert did(perform(ruled, OverrideText(text=name, words=item.text))).rulings == ()


@pytest.mark.rule("CRE-11", "GER-3", "TRT-2")
def test_a_thing_keeps_what_belongs_to_it_under_its_new_name() -> None:
    start = did(perform(hero(**FULL), OverrideNumber(number="charm:lucky-coin:left", value=9)))
    coin = did(perform(start, OverrideText(text="gear:1", words="Bent penny")))
    assert derive.gear_left(coin, derive.gear(coin)[0]) == 9
    assert is_ruled(coin, "charm:bent-penny:left")
    bold = did(perform(start, OverrideText(text="trait:1", words="Strut")))
    assert [one.trait for one in state.play_of(bold).active] == ["Strut", "Paranoid"]


@pytest.mark.rule("CRE-11")
def test_no_ruling_in_a_file_makes_it_unusable() -> None:
    odd = [
        {"number": "force", "new": "many"},
        {"number": "spark", "old": "x", "new": "9" * 300},
        {"number": "no-such", "old": "1", "new": "2"},
        {"number": "pain-threshold", "new": "7"},
        {"text": "trait:77", "old": "a", "new": "b"},
        {"row": "heal", "new": ""},
        {},
    ]
    one = made(play=FULL | {"chapter": 1, "scene": 1}, rulings=odd)
    assert derive.rating(one, "force").total == 5
    assert derive.threshold(one, "pain").total == 7
    assert len(lines(one)) == len(odd)
    for _ in odd:
        one = did(perform(one, RemoveRuling(ruling=0)))
    assert one.rulings == () and derive.threshold(one, "pain").total == 4


@pytest.mark.rule("CRE-11", "TIME-3")
def test_what_cannot_be_ruled_is_said() -> None:
    def found(character: Character, command: Any) -> str:
        outcome = perform(character, command)
        assert outcome.refused
        return outcome.problems[0].sentence()

    assert "Did you mean" in found(hero(), OverrideNumber(number="sparks", value=1))
    assert "no text 'trait:9'" in found(hero(), OverrideText(text="trait:9", words="x"))
    assert "cannot be below 0" in found(hero(), OverrideNumber(number="spark", value=-1))
    assert "play has not started" in found(made(), OverrideNumber(number="spark", value=1))
    assert perform(made(), OverrideNumber(number="spark", value=1), overrule="all the same").after.play is None
    assert "cannot hold this as concept.name" in found(hero(), OverrideText(text="name", words="x" * 300))


@pytest.mark.rule("CRE-11")
def test_a_reason_without_end_is_refused_and_old_struck_lines_make_room() -> None:
    outcome = perform(hero(), command_of("regain", {"asset": "force"}), overrule="x" * 20_001)
    assert outcome.refused or len(outcome.after.rulings[0].reason) <= 20_000
    short = perform(hero(), command_of("spend", {"asset": "force", "amount": 40}), overrule="x" * 20_001)
    assert short.refused and short.problems[-1].rule == "FILE"
    many = made(play=FULL, rulings=[{"row": "heal", "new": str(number)} for number in range(500)])
    more = did(perform(many, OverrideNumber(number="spark", value=9)))
    assert len(more.rulings) == 400 and more.rulings[-1].number == "spark" and more.rulings[0].new == "101"


@pytest.mark.rule("CRE-11")
def test_the_sheet_marks_what_a_ruling_touches_and_prints_it_at_its_foot() -> None:
    character = hero(**FULL)
    for name in named(character):
        if not name.endswith(("-points", "-ratings")):
            ruled = did(perform(character, OverrideNumber(number=name, value=named(character)[name].total + 1)))
            sheet = sheet_pages(ruled, 100)
            assert sheet.count("*") > sheet_pages(character, 100).count("*"), name
            assert f"{name} " in sheet.partition("RULINGS")[2], name
    for name, item in texts(character).items():
        if not name.endswith(":purpose") and name not in ("notes", "skill-x"):
            ruled = did(perform(character, OverrideText(text=name, words=f"{item.text} indeed")))
            assert " indeed*" in " ".join(sheet_pages(ruled, 200).split()), name


@pytest.mark.rule("CRE-11", "AST-14")
def test_what_a_ruling_sets_is_no_open_finding() -> None:
    given = did(perform(hero(), OverrideNumber(number="force-tokens", value=8, reason="the GM says so")))
    [found] = [item for item in creation.problems(given) if item.where == ("play", "tokens", "force")]
    assert found.overruled == "the GM says so" and not found.stops_play


@pytest.mark.rule("CRE-11")
@pytest.mark.parametrize(
    ("traits", "left"),
    [
        (("One", "Two", "New words"), ("One", "Two", "Old words")),
        (("New words", "Two"), ("Old words", "Two")),
        (("One", "New words", "New words"), ("One", "New words", "Old words")),
        (("One", "Two"), ("One", "Two")),
    ],
    ids=["where it was", "where it has moved to", "its own place first", "nowhere any more"],
)
def test_a_ruled_text_goes_back_where_it_stands_now(traits: tuple[str, ...], left: tuple[str, ...]) -> None:
    start = hero()
    story = start.story.model_copy(update={"traits": traits})
    ruling = Ruling(text="trait:3", old="Old words", new="New words")
    moved = start.model_copy(update={"story": story, "rulings": (ruling,)})
    back = did(perform(moved, RemoveRuling(ruling=0)))
    assert back.story.traits == left
    assert back.story.drives == start.story.drives


@pytest.mark.rule("CRE-11")
@pytest.mark.parametrize("said", ["3 because we agreed", "3 // because we agreed", "spark = 3 // because we agreed"])
def test_a_typed_ruling_gives_its_reason_with_or_without_the_sign_before_it(said: str) -> None:
    ruling = ruling_words.read(RULES, hero(), said, number="spark")
    assert ruling == OverrideNumber(number="spark", value=3, reason="because we agreed")

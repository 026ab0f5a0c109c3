"""The recap, from journal entries: a scripted campaign as golden files, and what each part is made of."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from wcwidth import wcswidth

from saga_tui.changes import Doc, apply, diff, invert
from saga_tui.games.saga.recap import spark_words, story
from saga_tui.games.saga.rules import forecast, odds
from saga_tui.games.saga.rules.advice import Against, panel
from saga_tui.games.saga.rules.character import from_doc
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.paper.recap import luck_words, markdown, text, when
from saga_tui.paper.story import Chapter, Story, Track
from tests.games.saga.recap.campaign import Journal
from tests.games.saga.sheet.documents import FRESH, FULL, LONG, MARKUP, WIDE

GOLDEN = Path(__file__).parent / "golden"


PAGES: dict[str, Callable[[Story], str]] = {
    "campaign.txt": lambda told: text(told, with_charts=True),
    "campaign-ascii-52.txt": lambda told: text(told, 52, plain=True, with_charts=True),
    "campaign.md": lambda told: markdown(told, with_charts=True),
}


@pytest.mark.parametrize("name", PAGES)
def test_golden(told: Story, name: str) -> None:
    """`SAGA_GOLDEN=write pytest …` writes them anew; look at the difference before you commit it."""
    drawn_, file = PAGES[name](told), GOLDEN / name
    if os.environ.get("SAGA_GOLDEN") == "write":
        file.write_text(drawn_, encoding="utf-8")
    assert drawn_ == file.read_text(encoding="utf-8")


def chapter(told: Story, number: int) -> Chapter:
    return next(one for one in told.chapters if one.number == number)


def said(one: Chapter) -> list[str]:
    return [moment.text for scene in one.scenes for moment in scene.moments]


# ---- rolls


@pytest.mark.rule("ROL-2", "SKL-3")
def test_a_roll_that_mattered_is_told_with_its_odds(told: Story) -> None:
    first = chapter(told, 1).rolls[0]
    assert first.at == odds.marks(7).at_least(5) == Fraction(99, 2187)
    assert "made it at 5%: Marksmanship, 7 dice against 4 marks, 1 net mark" in said(chapter(told, 1))


@pytest.mark.rule("ROL-2", "AST-3", "AST-4", "AST-6", "ROL-6")
@pytest.mark.parametrize(
    "plan",
    [
        {"force": 2, "opposing": 6},
        {"fortune": 2, "opposing": 9, "opposition": "attack"},
        {"grace": ({"trait": "Paranoid", "weight": 2, "against": True},), "opposing": 5, "opposition": "defence"},
        {"trade": 3, "acuity": 1, "specialties": ("pistols", "long shots"), "opposing_marks": 3},
        {"modifier": -30, "opposing": 4, "opposition": "neutral"},
        {"opposing": 0},
    ],
)
def test_the_odds_are_those_that_the_player_saw(plan: dict[str, Any]) -> None:
    journal = begun()
    seen_by, command = from_doc(journal.doc), Roll.model_validate({"skill": "marksmanship", **plan})
    against = Against(command.opposing, command.opposing_marks, command.opposition)
    seen = panel(seen_by, command.plan, against)
    assert seen is not None
    journal.do("roll", (4, 2, 6, 5, 1) * 20, skill="marksmanship", **plan)
    (one,) = chapter(story(journal.events, journal.doc, "desk"), 1).rolls
    assert one.chance == seen.outcome


@pytest.mark.rule("ROL-3")
def test_a_tie_is_told_with_the_chance_of_not_failing() -> None:
    journal = begun()
    journal.do("roll", skill="marksmanship", opposing=4, marks=3, opposing_marks=3)
    (one,) = chapter(story(journal.events, journal.doc, "desk"), 1).rolls
    assert one.roll.outcome == "qualified"
    assert one.at == odds.net(odds.marks(5), odds.marks(0, 3)).at_least(0)
    assert one.words("Marksmanship").startswith("qualified success at 5% (21% at least qualified):")


def test_every_outcome_is_told_with_the_chance_that_its_roll_showed() -> None:
    """The same roll made, made barely and missed: the first number is the chance of a clear success each time."""
    clear = set()
    for marks in (2, 3, 5):
        journal = begun()
        journal.do("roll", skill="marksmanship", opposing=4, marks=marks, opposing_marks=3)
        (one,) = chapter(story(journal.events, journal.doc, "desk"), 1).rolls
        clear.add(one.words("Marksmanship").partition(" at ")[2].split("%")[0])
    assert clear == {"5"}


def begun() -> Journal:
    journal = Journal(FRESH)
    journal.do("start-play", overrule="so be it")
    journal.do("start-chapter", drive=0)
    journal.do("start-scene")
    return journal


def test_rolls_that_went_as_expected_are_counted_and_not_told() -> None:
    journal = begun()
    journal.do("roll", skill="marksmanship", opposing=1, faces=(5, 1, 2, 3, 4), opposing_marks=0)
    journal.do("roll", skill="weaponry", opposing=9, faces=(3,), opposing_marks=4)
    one = chapter(story(journal.events, journal.doc, "desk"), 1)
    assert len(one.rolls) == 2
    assert said(one) == []


@pytest.mark.rule("AST-6", "PRK-3")
def test_a_roll_held_on_the_table_is_one_roll_with_its_last_result(told: Story) -> None:
    held = chapter(told, 2).rolls[1]
    assert (held.roll.marks, held.roll.opposing, held.roll.outcome) == (3, 1, "success")
    assert held.chance is not None
    assert held.chance.success == odds.net(odds.marks(9), odds.marks(6)).at_least(1), "as it was put together"
    assert held.expected == 3 + Fraction(2, 3), "two dice were thrown again"


@pytest.mark.rule("AST-6")
def test_fortune_spent_before_rolling_is_in_the_odds_and_in_the_luck() -> None:
    journal = begun()
    journal.do("roll", (1, 2, 3, 4, 4, 6, 6, 1), skill="marksmanship", fortune=1, opposing=1)
    (one,) = chapter(story(journal.events, journal.doc, "desk"), 1).rolls
    law = odds.marks(5, 0, 1)
    assert one.chance is not None
    assert one.chance.success == odds.net(law, odds.marks(1)).at_least(1)
    assert (one.marks, one.expected) == (2, law.mean)


@pytest.mark.rule("AST-6", "AST-7", "ROL-6")
@pytest.mark.parametrize(
    "steps",
    [
        [("roll", (1, 2, 3, 4, 4, 6, 6, 1), {"fortune": 1, "opposing": 1})],
        [("roll", (), {"faces": (5, 1, 2, 3, 4), "opposing_marks": 0}), ("late-reroll", (), {"result": 6})],
        [("roll", (1, 1, 2, 3, 6), {"hold": True}), ("reroll", (), {"results": (6, 6)}), ("compare", (), {})],
        [("roll", (1, 1, 2, 3, 6), {"hold": True, "fortune": 1}), ("reroll", (2, 5), {}), ("reroll", (2, 5), {}),
         ("compare", (), {}), ("late-reroll", (4,), {})],
        [("roll", (), {"trade": 3, "faces": (6, 1), "opposing_marks": 0})],
    ],
)  # fmt: skip
def test_the_luck_of_the_last_roll_is_that_of_the_recap(steps: list[tuple[str, tuple[int, ...], Doc]]) -> None:
    journal = begun()
    for verb, dice, params in steps:
        journal.do(verb, dice, **({"skill": "marksmanship", **params} if verb == "roll" else params))
    (one,) = chapter(story(journal.events, journal.doc, "desk"), 1).rolls
    character = from_doc(journal.doc)
    assert one.expected is not None and character.play is not None and character.play.roll is not None
    assert forecast.luck(character, character.play.roll) == one.marks - one.expected


@pytest.mark.rule("ROL-6", "ROL-8", "ROL-10")
def test_what_cannot_be_known_is_not_made_up() -> None:
    journal = begun()
    journal.do("roll", skill="marksmanship", net=3)
    journal.do("roll", skill="marksmanship", trade=3, opposing=2, faces=(6, 1), opposing_marks=0)
    net, traded = chapter(story(journal.events, journal.doc, "desk"), 1).rolls
    assert (net.chance, net.at, net.expected) == (None, None, None)
    assert traded.marks == 1, "the mark that was traded for is no luck"
    assert traded.expected == Fraction(2, 3)


def test_luck_is_marks_against_those_expected(told: Story) -> None:
    one = chapter(told, 1).luck
    assert (one.rolls, one.marks, one.expected) == (3, 12, Fraction(7 + 9 + 9, 3))
    assert luck_words(one, "mark") == "12 marks in 3 rolls, 3.7 more than the 8.3 expected"
    assert told.luck.rolls == sum(part.luck.rolls for part in told.chapters) == 6


# ---- what came and went


@pytest.mark.rule("CSQ-1", "AST-10")
def test_consequences_come_and_go_with_what_took_them(told: Story) -> None:
    one = chapter(told, 1)
    assert one.own.taken == ("Injured leg −1, lasting", "Shaken −1, temporary")
    assert one.own.lost == ("Shaken −1, by fortune", "Injured leg −1, when the chapter ended")


@pytest.mark.rule("SPK-1", "SPK-2", "KIS-4", "DRV-3", "DRV-7", "SPK-3")
def test_spark_is_told_by_cause(told: Story) -> None:
    assert dict(chapter(told, 2).own.earned) == {
        "kismet rolls": 2,
        "successes with a drive": 1,
        "leftover tokens": 2,
    }
    assert dict(chapter(told, 3).own.earned) == {"drives fulfilled": 3, "from Mira": 1}
    assert dict(chapter(told, 3).own.spent) == {"offers": 1}


@pytest.mark.rule("SPK-3")
def test_a_spark_that_the_gm_gives_back_for_an_offer_is_earned_from_the_gm() -> None:
    journal = begun()
    journal.do("gain-spark", amount=2, who="GM")
    journal.do("offer", fact="a door", answer="to-player-rewarded")
    journal.do("offer", fact="a key", answer="taken")
    assert spark_words(chapter(story(journal.events, journal.doc, "desk"), 1)) == (
        "0 → 1: earned 3 (from GM 3), spent 2 (offers 2)"
    )


@pytest.mark.rule("SPK-4", "DOM-4")
def test_spark_is_told_by_what_it_went_for(told: Story) -> None:
    assert chapter(told, 2).own.spent == (("cleared a doom step", 1),)
    assert chapter(told, 1).own.spent == (), "what was taken back was not bought"


def test_spark_that_no_event_explains_is_by_hand(told: Story) -> None:
    assert spark_words(chapter(told, 3)) == "6 → 40: earned 4 (drives fulfilled 3, from Mira 1), spent 1 (offers 1), +31 by hand"  # fmt: skip  # noqa: E501


@pytest.mark.rule("DOM-2", "DOM-4", "KIS-3")
def test_doom_and_kismet_are_followed(told: Story) -> None:
    doom = chapter(told, 2).tracks["doom"]
    assert (doom.start, doom.end, doom.most, doom.came, doom.went) == (0, 0, 2, 2, 2)
    assert [one.tracks["kismet"].most for one in told.chapters] == [0, 3, 0]


@pytest.mark.rule("DOM-3")
def test_meeting_ones_doom_is_told() -> None:
    journal = begun()
    journal.do("doom", steps=8)
    assert "Kestrel met their doom" in said(chapter(story(journal.events, journal.doc, "desk"), 1))


@pytest.mark.rule("CRE-11")
def test_rulings_are_told_also_those_taken_back() -> None:
    journal = begun()
    journal.do("buy", buy="trait", name="Grim", overrule="a birthday")
    journal.do("unrule", ruling=0)
    ruled = chapter(story(journal.events, journal.doc, "desk"), 1).rulings
    assert any(item.endswith(": a birthday") for item in ruled)
    assert ruled[-1].startswith("removed: ")


# ---- what stands and what does not


def test_what_was_taken_back_is_left_out(journal: Journal, told: Story) -> None:
    assert any(event.do == "undo" for event in journal.events)
    assert "from Mira" not in dict(chapter(told, 1).own.earned)
    assert chapter(told, 1).tracks["spark"].most == 2


def test_what_was_done_again_is_back_in() -> None:
    journal = begun()
    event = journal.do("gain-spark", amount=9, who="Mira")
    journal.undo(event)
    journal.add("redo", event.changes, clock=event.clock, of=event.id)
    journal.doc["play"]["spark"] = 9
    assert chapter(story(journal.events, journal.doc, "desk"), 1).own.earned == (("from Mira", 9),)


def test_what_came_after_a_version_that_was_brought_back_is_left_out() -> None:
    journal = begun()
    journal.do("gain-spark", amount=1, who="Mira")
    version = journal.doc
    journal.do("gain-spark", amount=9, who="Ivo")
    journal.do("note", text="a wrong turn")
    journal.add("restore", diff(journal.doc, version), {"version": "x.toml"}, clock={"chapter": 1, "scene": 1})
    journal.doc = version
    journal.do("note", text="and on")
    one = chapter(story(journal.events, journal.doc, "desk"), 1)
    assert one.own.earned == (("from Mira", 1),)
    assert said(one) == ["and on"]


def test_a_correction_is_told_as_one() -> None:
    journal = begun()
    journal.do("gain-spark", amount=3, who="Mira")
    new = {**journal.doc, "play": {**journal.doc["play"], "spark": 1}}
    place = {"chapter": 1, "scene": 1}
    journal.add(
        "correct", diff(journal.doc, new), {"event": 4, "do": "gain-spark"}, clock=place, text="Corrected: 1 Spark"
    )
    journal.doc = new
    one = chapter(story(journal.events, journal.doc, "desk"), 1)
    assert (one.own.earned, one.own.spent) == ((("from Mira", 3),), (("corrections", 2),))
    assert said(one) == ["Corrected: 1 Spark"]


def test_a_journal_that_does_not_fit_the_character_is_told_without_odds(journal: Journal) -> None:
    """As after a file was brought from elsewhere: what the entries say by themselves is told all the same."""
    found = story(journal.events, FRESH, "desk")
    assert [one.number for one in found.chapters] == [1, 2, 3]
    assert dict(chapter(found, 2).own.earned)["kismet rolls"] == 2
    assert "a stroke of luck: the sheriff is *asleep*" in said(chapter(found, 1))


def test_what_another_device_wrote_is_told_with_its_odds(journal: Journal, told: Story) -> None:
    """The file was copied with its memory, or a synced folder brought it."""
    theirs = [replace(event, device="laptop") for event in journal.events]
    found = story(theirs, journal.doc, "desk")
    assert text(found) == text(told)


def test_what_two_devices_wrote_is_one_story(journal: Journal, told: Story) -> None:
    """Two chapters on the laptop, taken over here at once, and a third played on here."""
    split = next(at for at, event in enumerate(journal.events) if event.text.startswith("Chapter 3 begins"))
    here, there = list(journal.events[: split + 1]), [replace(e, device="laptop") for e in journal.events[split + 1 :]]
    begin = Journal(FRESH).doc
    merged = diff(begin, told_before(journal, split))
    over = replace(here[-1], id=999, do="external", changes=merged, params={"source": "device"}, clock={}, text="")
    found = story([*here, over, *there], journal.doc, "desk")
    for number in (1, 2, 3):
        one, both = chapter(told, number), chapter(found, number)
        assert (both.rolls, both.own) == (one.rolls, one.own)


def told_before(journal: Journal, split: int) -> Doc:
    """The character before the event at that place."""
    doc = journal.doc
    for event in journal.events[: split + 1]:
        doc = apply(doc, invert(event.changes))
    return doc


def test_what_follows_a_chapter_belongs_to_it(told: Story) -> None:
    assert said(chapter(told, 2))[-1] == "Between the chapters: who sold us out?"
    assert [scene.number for scene in chapter(told, 2).scenes] == [1, 0]


def test_one_chapter_alone(told: Story) -> None:
    alone = text(told.only(2))
    assert "CHAPTER 2" in alone
    assert "CHAPTER 1" not in alone
    assert told.only(9).chapters == ()


def test_a_character_without_a_past_says_so() -> None:
    empty = story([], FRESH, "desk")
    assert "Nothing has been played yet." in text(empty, with_charts=True)
    assert "Nothing has been played yet." in markdown(empty, with_charts=True)


@pytest.mark.parametrize(
    ("began", "ended", "words"),
    [
        ("2026-01-02T20:00:00+00:00", "2026-01-02T23:05:00+00:00", "2 January 2026, 20:00 to 23:05"),
        ("2026-01-02T20:00:00+00:00", "2026-01-02T20:00:30+00:00", "2 January 2026, 20:00"),
        ("2026-01-02T20:00:00+00:00", "2026-01-03T01:00:00+00:00", "2 January 2026 to 3 January 2026"),
        ("no time", "2026-01-03T01:00:00+00:00", ""),
    ],
)
def test_when_a_chapter_was_played(told: Story, began: str, ended: str, words: str) -> None:
    assert when(replace(chapter(told, 1), began=began, ended=ended)) == words


# ---- any text, any width


def hostile() -> Story:
    journal = Journal(FULL | {"play": {"chapter": 1, "scene": 1, "span": "scene", "spark": 3}})
    for words in (WIDE, LONG, MARKUP, "*[x](y)* <b>"):
        journal.do("note", text=f"{words}\n{words}")
        journal.do("consequence", name=words)
        journal.do("luck", fact=words)
        journal.do("offer", fact=words, answer="rejected")
        journal.do("change-drive", drive=0, text=words)
        journal.do("gain-spark", who=words)
    return story(journal.events, journal.doc, "desk")


@pytest.mark.parametrize("width", [40, 57, 80, 200])
@pytest.mark.parametrize("plain", [False, True])
def test_no_line_is_wider_than_the_page(width: int, plain: bool) -> None:
    lines = text(hostile(), width, plain=plain, with_charts=True).splitlines()
    assert "".join(LONG.split()) in "".join("".join(lines).split()).replace("▏", "").replace("|", "")
    for line in lines:
        assert 0 <= wcswidth(line) <= width, line
        assert "\x1b" not in line


def test_a_typed_story_has_no_other_signs(told: Story) -> None:
    assert text(told, plain=True, with_charts=True).isascii()


def test_notes_stay_markdown_and_all_else_is_shown_as_written(told: Story) -> None:
    shown = markdown(told)
    assert "> ## The Salt Road\n> - the *mail* is late\n> - two riders, **no** horses\n" in shown
    assert "- A stroke of luck: the sheriff is \\*asleep\\*" in shown


@pytest.mark.rule("SPK-1")
def test_a_number_is_told_from_where_the_chapter_found_it() -> None:
    """The first chapter in the journal begins with what was there before; each further one where the last one ended."""
    journal = Journal(FULL | {"play": {"chapter": 1, "scene": 1, "span": "scene", "spark": 5, "doom": 4}})
    journal.do("offer", fact="the bridge is rigged", answer="to-player")
    journal.do("gain-spark", amount=2, who="Mira")
    journal.do("end-chapter")
    journal.do("start-chapter", drive=0)
    told = story(journal.events, journal.doc, "desk")
    first, second = chapter(told, 1), chapter(told, 2)
    assert first.tracks["spark"] == Track(start=5, end=12, most=12, came=8, went=1)
    assert first.tracks["doom"] == Track(start=4, end=3, most=4, came=0, went=1)
    assert second.tracks["spark"] == Track(start=12, end=12, most=12)
    assert second.tracks["doom"] == Track(start=3, end=3, most=3)

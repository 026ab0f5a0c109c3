"""The builder's promises one by one: nothing typed is lost, problems lead to their fields, nothing is blocked."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import creation, derive
from saga_tui.games.saga.rules.commands.build import (
    AssetMethod,
    AssetOrder,
    AssetPoints,
    Become,
    FreePerk,
    PutGear,
    SetConcept,
    SkillPriority,
    WriteTrait,
)
from saga_tui.games.saga.screens.builder.spec import SPEC, SheetSoFar
from saga_tui.problem import Problem
from saga_tui.ui.bars import KeyBar
from saga_tui.ui.builder.ideas import IdeaList
from saga_tui.ui.builder.numbers import AskNumbers
from saga_tui.ui.builder.screen import BuilderScreen
from saga_tui.ui.builder.sidebar import BookPanel, StepState, StepTabs, Strip, tabs
from saga_tui.ui.builder.todo import FindingDialog, TodoDialog, TodoPanel
from saga_tui.ui.builder.widgets import StepPips, TextRow
from saga_tui.ui.dialogs import AskText, Confirm
from saga_tui.ui.fields import FieldInput
from saga_tui.ui.marks import Boxes
from saga_tui.ui.pages import HelpScreen
from saga_tui.ui.rows import Row
from saga_tui.ui.why_screen import WhyScreen
from tests.games.saga.screens.builder.stage import SEED, character, do, new_memory, on_stage, opened

KEYS = (*(step.key for step in SPEC.steps), "done")


async def test_letters_in_a_text_field_are_letters(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.type("xuUmgpfsehq127?X")
        assert hand.app.screen is hand.app.builder
        assert hand.app.builder.current == "concept"
        await hand.press("tab")
        assert character(memory).concept.name == "xuUmgpfsehq127?X"
        assert not character(memory).as_is


async def test_a_step_that_is_filled_takes_digits_and_letters_as_keys(tmp_path: Path) -> None:
    memory = new_memory(tmp_path, "Kestrel")
    do(memory, Become(seed=1), SetConcept(field="name", text="Kestrel"))
    before = character(memory)
    async with on_stage(memory) as hand:
        assert not isinstance(hand.app.focused, FieldInput), "opened again, and nothing is typed into the name"
        for number, step in enumerate(KEYS, 1):
            await hand.press(str(number))
            assert hand.app.builder.current == step
        await hand.press("5", "q")
        assert character(memory) == before
        assert not any(isinstance(screen, BuilderScreen) for screen in hand.app.screen_stack)


async def test_a_step_with_an_empty_field_begins_there_unless_it_is_opened_again(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, WriteTrait(text="Paranoid"))
    async with on_stage(memory) as hand:
        assert hand.focused_text() == "concept.name", "a new character is named first"
        await hand.press("f4")
        assert hand.focused_text() == "traits.1"
    memory = opened(memory.path)
    async with on_stage(memory) as hand:
        assert (hand.app.builder.current, isinstance(hand.app.focused, FieldInput)) == ("traits", False)


async def test_a_hostile_name_is_shown_as_it_is(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(
        memory,
        WriteTrait(text="[red]\x1b[2J"),
        PutGear(name="[/b]", kind="charm", rating=1),
        SetConcept(field="skill_x", text="[i]"),
    )
    async with on_stage(memory) as hand:
        await hand.type("[/]")
        await hand.press("enter")
        assert "[/]  Building" in hand.shown()
        for number in range(2, 9):
            await hand.press(f"f{number}")
            assert "\x1b" not in hand.shown()
        assert "[red]" in hand.shown()
        await hand.press("u")
        assert any("[/]" in note for note in hand.notes())
    assert character(memory).concept.name == ""


async def test_what_is_typed_survives_and_the_builder_reopens_where_it_was(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f5")
        await hand.type("Find my sis")
        assert character(memory).story.drives == ()
        memory.flush()
        shutil.copytree(tmp_path, tmp_path / "as-after-a-kill", ignore=shutil.ignore_patterns("as-after*", "state"))
    again = opened(tmp_path / "as-after-a-kill" / memory.path.name)
    async with on_stage(again) as hand:
        assert hand.app.builder.current == "drives"
        field = hand.app.focused
        assert isinstance(field, FieldInput)
        assert field.value == "Find my sis"
        await hand.type("ter")
        await hand.press("enter")
    assert character(again).story.drives == ("Find my sister",)
    assert not [field for field in again.drafts() if "drives" in field]


async def test_going_to_another_step_keeps_what_is_being_typed(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.type("Kestrel")
        await hand.press("ctrl+n")
        assert hand.app.builder.current == "assets"
        assert character(memory).concept.name == "Kestrel"
        await hand.press("ctrl+o", "f7", "3")
        assert hand.app.builder.current == "skills"


@pytest.mark.rule("CRE-11")
async def test_enter_on_a_finding_goes_to_its_field(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f7")
        wanted = {
            "has no name yet": ("concept", "concept.name"),
            "No priority yet": ("assets", "Force"),
            "not chosen your free perk": ("assets", "Better Lucky than Good"),
            "primary skills": ("skills", "Academia"),
            "of 5 traits": ("traits", "traits.0"),
            "of 3 drives": ("drives", "drives.0"),
            "no special gear": ("gear", "New gear"),
        }
        for words, (step, place) in wanted.items():
            rows = [row for row in hand.app.screen.query_one(TodoPanel).query(TextRow) if words in row.spec.head]
            rows[0].focus()
            problem = rows[0].spec.data
            assert isinstance(problem, Problem)
            entry = book.rule(problem.rule)
            assert entry is not None
            await hand.press("enter")
            assert isinstance(hand.app.screen, FindingDialog)
            told = hand.shown()
            assert all(part in told for part in (entry.id, entry.title, entry.text[:40], problem.fix[:40]))
            await hand.press("enter")
            assert (hand.app.builder.current, hand.focused_text()) == (step, place)
        rows = [
            row for row in hand.app.screen.query_one(TodoPanel).query(TextRow) if "no special gear" in row.spec.head
        ]
        rows[0].focus()
        await hand.press("m")
        assert (hand.app.builder.current, hand.focused_text()) == ("gear", "New gear")


@pytest.mark.rule("CRE-11")
async def test_findings_are_one_line_where_there_is_no_room(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory, (80, 24)) as hand:
        assert "9 to do, 2 notes" in hand.shown()
        await hand.press("f6", "f")
        assert isinstance(hand.app.screen, TodoDialog)
        await hand.press("down", "m")
        assert hand.app.builder.current == "assets"


@pytest.mark.rule("CRE-2")
async def test_places_are_swapped_with_one_key(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, AssetOrder(order=("force", "grace", "acuity")))
    async with on_stage(memory) as hand:
        await hand.press("f2", "down", "down", "right")
        assert character(memory).assets.order == ("force", "acuity", "grace")
        await hand.press("K")
        assert character(memory).assets.order == ("acuity", "force", "grace")
        await hand.press("left")
        assert character(memory).assets.order == ("force", "acuity", "grace")
        assert hand.app.builder.query_one("#so-far-pain", Boxes).total == 3
        assert re.search(r"Pain +(□ +){3}┃", hand.shown()), "a threshold of 3 is drawn as a meter"


@pytest.mark.rule("CRE-2", "CRE-3")
async def test_only_eligible_perks_come_first_and_the_others_say_why(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, AssetOrder(order=("force", "grace", "acuity")))
    async with on_stage(memory) as hand:
        await hand.press("f2")
        rows = [row.spec for row in hand.app.screen.query("#perks TextRow").results(TextRow)]
        assert len(rows) == len(book.perks())
        able = [row for row in rows if row.mark == "( )"]
        assert rows[: len(able)] == able
        assert all(row.body for row in able)
        assert {row.note for row in rows[len(able) :]} == {
            "needs grace as primary",
            "needs acuity as primary",
            "needs acuity or grace as primary",
        }


@pytest.mark.rule("PRK-1", "PRK-4")
async def test_perks_ask_for_their_asset_and_their_skill(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(
        memory,
        AssetMethod(method="points"),
        AssetPoints(asset="force", rating=4),
        AssetPoints(asset="acuity", rating=4),
    )
    async with on_stage(memory) as hand:
        await hand.press("f2")
        await hand.walk("Brave")
        await hand.press("enter", "2")
        assert memory.doc["assets"]["perk"] == {"name": "Brave", "asset": "acuity"}
        await hand.walk("Expert")
        await hand.press("enter", "3")
        assert memory.doc["assets"]["perk"] == {"name": "Expert", "asset": "acuity", "skill": "awareness"}
        await hand.press("enter")
        assert "perk" not in memory.doc["assets"]


@pytest.mark.rule("CRE-10")
async def test_switching_the_method_shows_what_changes_first(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, AssetOrder(order=("grace", "force", "acuity")), FreePerk(name="Agile", asset="grace"))
    async with on_stage(memory) as hand:
        await hand.press("f2", "m")
        assert memory.doc["assets"]["ratings"] == {"force": 3, "grace": 5, "acuity": 1, "fortune": 4}
        await hand.press("left", "m")
        assert isinstance(hand.app.screen, Confirm)
        assert "force 2 → 3" in hand.shown()
        await hand.press("n")
        assert character(memory).assets.method == "points"
        await hand.press("m", "y")
        assert character(memory).assets.order == ("grace", "force", "acuity")


@pytest.mark.rule("CRE-10")
async def test_skills_switch_method_and_lose_nothing_to_points(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, *(SkillPriority(skill=skill, place="primary") for skill in ("weaponry", "influence")))
    async with on_stage(memory) as hand:
        await hand.press("f3", "m")
        assert character(memory).skills.ranks == {"weaponry": 4, "influence": 4}
        await hand.press("m")
        assert character(memory).skills.method == "priority", "nothing changes, so nothing is asked"
        assert set(character(memory).skills.primary) == {"weaponry", "influence"}


async def test_undo_and_redo(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f3", "enter", "enter", "u")
        assert character(memory).skills.secondary == ("academia",)
        await hand.press("U")
        assert character(memory).skills.primary == ("academia",)
        await hand.press("u", "u", "u", "u")
        assert "Nothing to undo." in hand.notes()
        assert character(memory).skills.primary == ()


@pytest.mark.rule("CRE-4", "SKL-3")
async def test_specialties_are_suggested_typed_and_taken_back(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, SkillPriority(skill="academia", place="primary"))
    async with on_stage(memory) as hand:
        await hand.press("f3")
        assert "s: specialty" in hand.shown()
        await hand.press("s")
        dialog = hand.app.screen
        assert isinstance(dialog, AskText)
        assert dialog.suggestions == book.skill("academia").specialties
        await hand.type("old maps")
        await hand.press("enter")
        assert memory.doc["skills"]["specialties"] == [{"skill": "academia", "name": "old maps"}]
        assert "primary     old maps" in hand.shown()
        await hand.press("delete")
        assert "specialties" not in memory.doc["skills"]


@pytest.mark.rule("TRT-1", "CRE-6")
async def test_traits_are_picked_from_the_fifty_and_one_edged_ones_are_remarked_on(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f4")
        assert len(hand.app.screen.query_one(IdeaList).ideas) >= len(book.example_traits()) + len(book.ideas().traits)
        await hand.type("paranoid")
        assert hand.app.screen.query_one(IdeaList).shown[0].text == "Paranoid"
        await hand.press("ctrl+l", "enter")
        assert character(memory).story.traits == ("Paranoid",)
        trait = next(trait for trait in book.example_traits() if trait.name == "Paranoid")
        assert trait.helps[:20] in hand.shown()
        await hand.press("tab")
        await hand.type("strong")
        await hand.press("enter", "shift+tab")
        assert "seems to cut only one way" in hand.shown()
        for _ in range(6):
            await hand.press("backspace")
        await hand.press("enter")
        assert character(memory).story.traits == ("Paranoid",), "an emptied field takes its trait off"


@pytest.mark.rule("CRE-8", "GER-2", "GER-3", "GER-4")
async def test_gear_shows_its_pool_while_it_is_made(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, PutGear(name="Flask", kind="font", rating=1))
    async with on_stage(memory) as hand:
        await hand.press("f6", "right")
        assert "font of healing 2 → 4 points" in hand.shown()
        await hand.press("e", "down", "space", "down", "down", "space")
        assert "7 points" in hand.shown()
        await hand.press("enter")
        assert "without doubt, kismet" in hand.shown()
        await hand.press("?")
        assert isinstance(hand.app.screen, WhyScreen)
        await hand.press("escape", "k", "1")
        assert memory.doc["gear"] == [{"name": "Flask", "kind": "buff", "rating": 2}]
        await hand.press("r", *["backspace"] * 5)
        await hand.type("Colt")
        await hand.press("enter", "o")
        await hand.type("duels")
        await hand.press("enter", "right", "right")
        assert "has rating 4" in hand.shown(), "out of range is found, not blocked"
        await hand.press("u", "d")
        assert "gear" not in memory.doc
        await hand.press("ctrl+l", "enter")
        assert character(memory).gear[0].name == book.ideas().gear[0].name


@pytest.mark.rule("CRE-9")
async def test_finishing_purchases_are_lines_that_can_be_taken_back(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f7", "enter")
        assert "Fortune" not in hand.focused_text()
        assert "Pain threshold" not in hand.shown()
        await hand.press("4")
        assert "8 of 12 points left" in hand.shown()
        await hand.press("enter", "1", "enter", "1")
        assert "0 of 12 points left" in hand.shown()
        assert "1 short   1 point" in hand.shown()
        await hand.walk("Trait")
        await hand.press("enter")
        await hand.type("Too Old for This")
        await hand.press("enter")
        assert isinstance(hand.app.screen, Confirm)
        assert "You spent 15 finishing points" in hand.shown()
        await hand.press("y")
        assert "-3 of 12 points left" in hand.shown()
        await hand.walk("trait Too Old")
        await hand.press("enter")
        assert len(character(memory).finishing) == 3
        await hand.press("u")
        assert len(character(memory).finishing) == 4


@pytest.mark.rule("CRE-9")
async def test_raising_an_asset_shows_what_it_brings(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, AssetOrder(order=("force", "grace", "acuity")))
    async with on_stage(memory) as hand:
        await hand.press("f7", "enter")
        assert "Acuity 1 → 2, Doubt threshold 2 → 2" not in hand.shown()
        assert "Acuity 1 → 2" in hand.shown()
        assert "Fortune 4 → 5, End of the Doom Track 8 → 10" in hand.shown()


@pytest.mark.rule("CRE-9", "SKL-3")
async def test_what_cannot_be_bought_says_why(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f7", "down", "down", "enter")
        assert "needs 1 rank in Academia" in hand.shown()


@pytest.mark.rule("CRE-11")
async def test_play_begins_when_the_group_has_overruled_what_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from textual.screen import Screen

    monkeypatch.setattr("saga_tui.games.saga.screens.open_screen", lambda _memory: Screen())
    memory = new_memory(tmp_path)
    do(memory, Become(seed=3), SetConcept(field="name", text=""), WriteTrait(text="", place=0))
    async with on_stage(memory) as hand:
        await hand.press("f8", "g", "m")
        assert (hand.app.builder.current, hand.focused_text()) == ("concept", "concept.name")
        await hand.press("f8", "g", "o")
        await hand.type("a masked stranger")
        await hand.press("enter", "o")
        assert isinstance(hand.app.screen, AskText) and "Enter alone:" in hand.shown()
        await hand.press("enter")
        assert character(memory).play is not None
    assert [ruling["reason"] for ruling in memory.doc["rulings"]] == ["a masked stranger", "the GM says so"]


@pytest.mark.rule("CRE-11")
async def test_a_ruling_can_be_taken_back(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f7", "f", "o")
        await hand.type("masked")
        await hand.press("enter")
        assert len(character(memory).rulings) == 1
        assert re.search(r"Allowed ─+ 1", hand.shown())
        row = next(row for row in hand.app.screen.query(TextRow) if row.spec.mark == "*")
        row.focus()
        await hand.press("o")
        assert character(memory).rulings == ()


@pytest.mark.rule("CRE-11", "TIME-1", "SPK-1")
async def test_a_character_from_paper_is_entered_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from textual.screen import Screen

    monkeypatch.setattr("saga_tui.games.saga.screens.open_screen", lambda _memory: Screen())
    memory = new_memory(tmp_path, "Old Hand")
    async with on_stage(memory) as hand:
        await hand.press("f2", "1", "tab", "tab", "tab", "tab", "tab", "e")
        assert character(memory).as_is
        await hand.press("2", "enter", "6", "enter", "down", "enter", "3", "enter", "down", "enter", "0", "enter")
        await hand.walk("Agile")
        await hand.press("enter")
        await hand.walk("Expert")
        await hand.press("enter", "1")
        await hand.press("3", "enter", "7", "enter")
        await hand.press("4")
        await hand.type("Grey")
        await hand.press("enter", "f5")
        await hand.type("Rest")
        await hand.press("enter", "f8")
        assert creation.open_problems(character(memory)) == []
        await hand.press("g")
        assert isinstance(hand.app.screen, AskNumbers)
        await hand.press("3", "enter", "2", "enter", "9", "enter", "4", "enter", "enter", "enter", "6", "enter")
    now = character(memory)
    assert now.play is not None
    assert (now.play.chapter, now.play.scene, now.play.spark) == (3, 2, 9)
    assert now.play.tokens == {"force": 4, "grace": 3, "acuity": 0, "fortune": 6}
    assert [perk.name for perk in now.assets.perks] == ["Agile", "Expert"]
    assert derive.ranks(now, "academia").total == 7


@pytest.mark.rule("CRE-11")
async def test_surprise_fills_a_step_or_all_from_a_seed_that_is_shown(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f3", "x")
        assert any(str(SEED) in note for note in hand.notes())
        assert character(memory).skills.primary
        assert character(memory).assets.order == ()
        await hand.press("x")
        assert len(hand.app.screen_stack) == 2, "another try is not asked about"
        await hand.press("m", "y", "x")
        assert isinstance(hand.app.screen, Confirm), "choices of one's own are not replaced unasked"
        assert "Replace all choices on this step, yours too" in hand.shown()
        mine = character(memory).skills
        await hand.press("escape")
        assert character(memory).skills == mine
        await hand.press("x", "enter")
        assert character(memory).skills != mine, "Enter does what the question says"
        await hand.press("u")
        assert character(memory).skills == mine, "and undo brings the choices back"
        await hand.press("X")
        assert str(SEED) in hand.shown()
        await hand.type("99")
        await hand.press("enter")
        assert creation.open_problems(character(memory)) == []
    other = new_memory(tmp_path / "other")
    do(other, Become(seed=SEED, step="skills"), Become(seed=99))
    assert {**other.doc, "id": ""} == {**memory.doc, "id": ""}


@pytest.mark.parametrize(
    ("width", "shown", "hidden"),
    [
        (60, (StepTabs, Strip), (SheetSoFar, TodoPanel)),
        (80, (StepTabs, Strip), (SheetSoFar, TodoPanel)),
        (100, (StepTabs, SheetSoFar, TodoPanel), (Strip,)),
        (120, (StepTabs, SheetSoFar, TodoPanel), (Strip,)),
        (200, (StepTabs, SheetSoFar, TodoPanel, BookPanel), (Strip,)),
    ],
)
async def test_every_width_shows_steps_sheet_and_findings(
    tmp_path: Path, width: int, shown: tuple[type, ...], hidden: tuple[type, ...]
) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory, (width, 40)) as hand:
        for kind in shown:
            assert hand.app.screen.query_one(kind).region.area > 0
        for kind in hidden:
            assert hand.app.screen.query_one(kind).region.area == 0
        assert re.search(r"To do ─+ 9 ─|9 to do, 2 notes", hand.shown())


def test_the_tabs_name_every_step_and_below_80_columns_at_least_the_one_at_hand() -> None:
    names = ("Concept", "Assets", "Skills", "Traits", "Drives", "Gear", "Finishing", "Sheet")
    steps = [StepState(name.lower(), name, "○", "$warn", "3 to do") for name in names]
    for width, at_hand, others in (
        (120, "4○Traits, 3 to do", True),
        (88, "4○Traits, 3 to do", True),
        (80, "4○Traits", True),
        (60, "4○Traits, 3 to do", False),
        (26, "4○Traits", False),
    ):
        line = "".join(cell.plain for cell in tabs(steps, "traits", width))
        assert len(line) <= width and f" {at_hand} " in line, width
        assert all((f"{number}○{name}" in line) == others for number, name in enumerate(names, 1) if name != "Traits")
        assert all(f"{number}○" in line for number in range(1, 9)), "the number is always there"


async def test_every_step_says_what_the_book_asks_and_gives_an_example(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory, (80, 24)) as hand:
        for number, info in enumerate(book.steps(), 1):
            await hand.press(f"f{number}")
            for line in (*info.asks, "e.g. " + info.example[:60]):
                assert line in hand.shown()


async def test_a_click_goes_to_a_step(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        at = hand.app.builder.query_one(StepTabs).render().plain.index("3○Skills")
        await hand.pilot.click(StepTabs, offset=(at + 4, 0))
        await hand.press()
        assert hand.app.builder.current == "skills"
        await hand.pilot.click("#skill-weaponry", offset=(3, 0))
        await hand.pilot.pause()
        assert character(memory).skills.secondary == ("weaponry",)


async def test_numbers_explain_themselves(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, AssetOrder(order=("force", "grace", "acuity")))
    async with on_stage(memory) as hand:
        await hand.press("f2", "?")
        assert isinstance(hand.app.screen, WhyScreen)
        assert "primary asset" in hand.shown()
        await hand.press("escape")
        assert isinstance(hand.app.focused, StepPips)


async def test_a_second_copy_can_look_and_change_nothing(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(opened(memory.path)) as hand:
        assert "read-only" in hand.shown()
        await hand.press("f3", "enter", "u", "X", "enter", "g", "escape")
        assert any("Not done" in note for note in hand.notes()), "and nothing says that it was done"
        assert hand.app.screen is hand.app.builder
    assert character(memory).skills.secondary == ()


async def test_escape_leaves_the_field_and_q_the_builder_and_what_was_typed_is_kept(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.type("Kes")
        await hand.press("escape")
        assert hand.app.screen is hand.app.builder, "the first Escape gives the old text back"
        await hand.type("Kestrel")
        await hand.press("tab", "escape", "right_square_bracket")
        assert "]" not in hand.app.builder.document.concept.name
        assert hand.app.builder.current == "assets"
        await hand.press("left_square_bracket", "escape", *["escape"] * 3)
        assert hand.app.screen is hand.app.builder, "Escape only closes"
        await hand.press("q")
        assert len(hand.app.screen_stack) == 1
    assert character(memory).concept.name == "Kestrel"


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_cursor_is_always_in_sight(tmp_path: Path, size: tuple[int, int]) -> None:
    async with on_stage(new_memory(tmp_path), size) as hand:
        await hand.press("f2")
        for _ in range(12):
            await hand.press("down")
            assert hand.app.focused is not None
            assert all(node.display for node in hand.app.focused.ancestors_with_self), hand.app.focused


def test_the_steps_are_the_books_and_the_sheet() -> None:
    assert [step.key for step in SPEC.steps] == [info.key for info in book.steps()]


@pytest.mark.rule("CRE-11")
async def test_a_number_is_ruled_in_the_builder_where_it_stands_or_by_its_name(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f2")
        hand.app.builder.query_one("#follows-doom").focus()
        await hand.press("equals_sign", "9", "enter")
        assert derive.doom_end(character(memory)).total == 9
        assert hand.app.builder.query_one("#so-far-doom", Row).ruled
        await hand.press("delete", "enter")
        assert character(memory).rulings == ()
        await hand.press("equals_sign")
        await hand.type("name Kestrel")
        await hand.press("enter")
        assert character(memory).title == "Kestrel"


@pytest.mark.rule("GER-2")
async def test_a_buff_is_asked_what_it_is_for(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f6", "n")
        await hand.type("Colt")
        await hand.press("enter", "1", "2", "enter")
        assert "What is Colt for?" in hand.shown()
        await hand.type("shooting")
        await hand.press("enter")
        assert [(piece.name, piece.purpose) for piece in character(memory).gear] == [("Colt", "shooting")]


async def test_an_empty_to_do_list_offers_nothing_that_needs_a_problem(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, Become(seed=1))
    async with on_stage(memory) as hand:
        for problems, offered in (((), False), (tuple(creation.problems(character(new_memory(tmp_path / "2")))), True)):
            hand.app.push_screen(TodoDialog("To do", problems))
            await hand.pilot.pause()
            keys = hand.app.screen.query_one(KeyBar).render().plain
            assert [word in keys for word in ("Details", "Fix", "Allow")] == [offered] * 3
            await hand.press("question_mark")
            assert isinstance(hand.app.screen, HelpScreen)
            await hand.press("escape", "escape")


async def test_an_undone_choice_is_quoted(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, SkillPriority(skill="marksmanship", place="primary"))
    async with on_stage(memory) as hand:
        await hand.press("f3", "u")
        assert re.fullmatch("Undone: “.*Marksmanship.*”", hand.notes()[-1])


async def test_down_stays_in_its_column_of_assets_and_enter_is_named(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory, (80, 24)) as hand:
        await hand.press("f2")
        await hand.walk("Fortune")
        assert "⏎ Choose" in hand.app.screen.query_one(KeyBar).render().plain
        await hand.press("down")
        assert isinstance(hand.app.focused, TextRow), "the perks stand below, what follows stands beside"
        await hand.press("up")
        assert hand.focused_text() == "Fortune"


@pytest.mark.rule("CRE-1", "CRE-9")
async def test_a_step_is_not_ticked_while_something_in_it_is_open(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, Become(seed=1), SetConcept(field="name", text="Kestrel"), SetConcept(field="line", text=""))
    async with on_stage(memory) as hand:
        states = {state.key: (state.mark, state.note) for state in hand.app.builder.query_one(StepTabs).states}
        assert states["concept"] == ("○", "open") and states["assets"] == ("✓", "")


@pytest.mark.rule("GER-3")
async def test_a_charm_asks_which_skills_it_does_not_help(tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    async with on_stage(memory) as hand:
        await hand.press("f6", "n")
        await hand.type("Pebble")
        await hand.press("enter", "2", "3", "enter", "space")
        assert "Which skills does it not help?" in hand.shown()
        assert "[✗] Academia" in hand.shown() and "[ ] Athletics" in hand.shown()

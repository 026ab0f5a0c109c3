"""What the builder shows: nothing is cut beside free lines, every step says how far it is, each skill what it is good
for, every trait how it hurts, and the last step who is ready."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Digits

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.commands.build import Become, SetConcept, WriteTrait
from saga_tui.games.saga.rules.words import SKILLS
from saga_tui.games.saga.screens.builder.spec import SPEC
from saga_tui.store import Memory
from saga_tui.ui.band import BandView
from saga_tui.ui.builder.peek import PagePeek
from saga_tui.ui.builder.sidebar import BookPanel
from saga_tui.ui.builder.step import StepView
from saga_tui.ui.builder.todo import TodoPanel
from saga_tui.ui.builder.widgets import StepPips, TextRow
from saga_tui.ui.marks import Marks
from saga_tui.ui.panel import Panel
from saga_tui.ui.tiles import SMALL
from tests.games.saga.screens.builder.stage import character, do, new_memory, on_stage
from tests.ui.looking import looks

SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
STEPS = len(SPEC.steps)


def built(folder: Path) -> Memory:
    """A character of which nothing is left to do."""
    memory = new_memory(folder, "Kestrel")
    do(memory, Become(seed=7), SetConcept(field="name", text="Kestrel"), WriteTrait(text="Paranoid", place=1))
    return memory


@sizes
async def test_no_step_is_cut_beside_free_lines_nor_shouts(tmp_path: Path, size: tuple[int, int]) -> None:
    async with on_stage(built(tmp_path), size) as hand:
        for number in range(1, STEPS + 2):
            await hand.press(f"f{number}")
            builder = hand.app.builder
            found = looks(builder)
            assert not found.cut and found.loud <= 34, number
            assert [panel.id for panel in builder.query(Panel) if panel.has_class("-hero")] == ["step"]


async def test_every_step_says_in_its_rule_how_far_it_is(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path), (120, 40)) as hand:
        said = []
        for number in range(1, STEPS + 2):
            await hand.press(f"f{number}")
            said.append(hand.app.builder.query_one(StepView).subtitle)
        assert said == [
            "", "0 of 3 ranked", "primary 0/2, secondary 0/3", "0 of 5", "0 of 3", "0 of 5 used",
            "12 of 12 points left", "9 to do",
        ]  # fmt: skip
        await hand.press("f4")
        await hand.type("Paranoid")
        await hand.press("enter")
        assert hand.app.builder.query_one(StepView).subtitle == "1 of 5"


@sizes
async def test_each_trait_shows_how_it_hurts_in_its_place_and_among_the_ideas(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    paranoid, swagger = (
        next(one for one in book.example_traits() if one.name == name) for name in ("Paranoid", "Swagger")
    )
    memory = new_memory(tmp_path, "Kestrel")
    do(memory, WriteTrait(text="Paranoid", place=0))
    async with on_stage(memory, size) as hand:
        await hand.press("f4")
        shown = hand.shown()
        for trait in (paranoid, swagger):
            assert f"− {trait.hurts}" in shown, trait
        assert f"+ {swagger.helps}" in shown
        assert (f"+ {paranoid.helps}" in shown) == (size[1] >= 32), "where there are lines for it"


async def test_each_skill_says_what_it_is_good_for_and_where_lines_are_few_the_one_at_hand(tmp_path: Path) -> None:
    first = {skill.key: skill.text.partition(". ")[0] for skill in book.skills()}
    for size in SIZES:
        async with on_stage(built(tmp_path / str(size[0])), size) as hand:
            await hand.press("f3")
            rows = {row.id or "": row for row in hand.app.builder.query(StepPips)}
            told = {id.removeprefix("skill-") for id, row in rows.items() if row.lines > 1}
            if size[1] >= 32:
                assert told == set(first)
                assert first["weaponry"][:30] in hand.shown()
            assert "academia" in told, "the one at hand"
            await hand.walk("Weaponry")
            assert first["weaponry"][:30] in hand.shown()
            if size == (80, 24):
                assert rows["skill-academia"].lines == 1 and rows["skill-weaponry"].lines > 1


async def test_the_sheet_so_far_is_drawn_in_tiles_and_the_problems_lead_to_their_steps(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path), (120, 40)) as hand:
        assert all(row.tile != SMALL for row in hand.app.builder.query("#sheet-so-far Marks").results(Marks))
        panel = hand.app.builder.query_one(TodoPanel)
        rows = {row.spec.head: row for row in panel.query(TextRow)}
        traits = next(row for head, row in rows.items() if "of 5 traits" in head)
        assert panel.subtitle == "9" and traits.spec.note == "4" and "CRE" not in hand.shown().partition("To do")[2]
        await hand.press("f2", "4")
        assert hand.app.builder.current == "traits"


async def test_when_all_is_done_the_last_step_says_who_is_ready_and_what_to_press(tmp_path: Path) -> None:
    memory = built(tmp_path)
    async with on_stage(memory, (80, 24)) as hand:
        await hand.press("f8")
        assert "Kestrel is ready to play!" in hand.shown() and "Press g to start play, S to read" in hand.shown()
        assert hand.app.builder.query_one(BandView).has_class("-good")
        assert "Ready to play. Press g to start." in hand.shown(), "and the line below says so on every step"
        do_not = WriteTrait(text="", place=0)
        hand.app.builder.builder.do(do_not)
        await hand.press()
        band = hand.app.builder.query_one(BandView)
        assert "is ready to play!" not in hand.shown() and not band.has_class("-good")
        assert band.query_one(Digits).value == "1" and "of 5 traits" in hand.shown()


async def test_n_starts_play_from_the_last_step_as_g_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from textual.screen import Screen

    monkeypatch.setattr("saga_tui.games.saga.screens.open_screen", lambda _memory: Screen())
    memory = built(tmp_path)
    async with on_stage(memory, (80, 24)) as hand:
        await hand.press("f8", "n")
        assert memory.doc["play"] is not None


async def test_a_field_without_ideas_leaves_those_that_are_there_and_they_go_where_they_belong(tmp_path: Path) -> None:
    memory = new_memory(tmp_path, "Kestrel")
    async with on_stage(memory, (80, 24)) as hand:
        assert hand.focused_text() == "concept.player" and "Concept ideas" in hand.shown()
        await hand.type("Ada")
        first = book.ideas().concepts[0].text
        assert first in hand.shown(), "they are not sifted by what is typed elsewhere"
        await hand.press("ctrl+l", "enter")
        concept = character(memory).concept
        assert (concept.player, concept.line) == ("Ada", first)


async def test_the_shop_says_what_a_purchase_changes_where_there_are_lines_for_it(tmp_path: Path) -> None:
    memory = built(tmp_path)
    fortune = derive.rating(character(memory), "fortune").total
    for size in ((120, 40), (80, 24)):
        async with on_stage(memory, size) as hand:
            await hand.press("f7")
            told = " ".join(
                f"{row.spec.body} {row.spec.note}" for row in hand.app.builder.query("#shop TextRow").results(TextRow)
            )
            assert (f"Fortune {fortune} → {fortune + 1}, End of the Doom Track" in told) == (size[1] >= 30), size
            assert "4 points" in told


async def test_a_wide_screen_says_what_numbers_mean_and_how_each_problem_is_fixed(tmp_path: Path) -> None:
    async with on_stage(new_memory(tmp_path), (200, 60)) as hand:
        panel = hand.app.builder.query_one(BookPanel)
        told = hand.shown()
        assert [rule for rule in panel.meanings if f"{rule}  " in told][:2] == list(panel.meanings[:2])
        assert panel.max_scroll_y == 0, "no more rules than there is room for"
        assert "What are you good at?" in told, "the sheet so far says what is to come"
        heads = [row.spec for row in hand.app.builder.query_one(TodoPanel).query(TextRow)]
        assert heads and all(spec.body for spec in heads)
        await hand.pilot.resize_terminal(120, 40)
        await hand.press()
        heads = [row.spec for row in hand.app.builder.query_one(TodoPanel).query(TextRow)]
        assert not any(spec.body for spec in heads)


async def test_the_sheet_so_far_says_what_a_skill_comes_to_and_what_a_mark_is_good_for(tmp_path: Path) -> None:
    memory = built(tmp_path)
    ranks = max(derive.ranks(character(memory), skill).total for skill in SKILLS)
    chance = round(100 * (1 - (2 / 3) ** ranks))
    async with on_stage(memory, (120, 40)) as hand:
        assert f"{ranks} dice, {chance}%" in hand.shown(), "a mark at 5 or 6, with nothing against it"
        assert "+2 dice each" in hand.shown() and "to your doom" in hand.shown()


async def test_a_step_that_leaves_room_shows_the_sheet_as_it_will_be(tmp_path: Path) -> None:
    memory = built(tmp_path)
    async with on_stage(memory, (200, 60)) as hand:
        await hand.press("f7")
        peek, step = hand.app.builder.query_one(PagePeek), hand.app.builder.query_one("#step")
        assert peek.display and "ASSETS" in hand.shown() and step.max_scroll_y == 0
        await hand.pilot.resize_terminal(120, 30)
        await hand.press()
        assert not peek.display

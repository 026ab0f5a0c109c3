"""A card and the larger look as text: columns, names, badges, what waits, what was kept, what is searched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.widgets import Static

from saga_tui.app import SagaApp
from saga_tui.games import registry
from saga_tui.games.saga.game import SagaGame
from saga_tui.library import glance
from saga_tui.library.cards import (
    Card,
    CardRow,
    Columns,
    badge_lines,
    brief,
    card_lines,
    coloured,
    columns_for,
    columns_of,
    unfolded,
)
from saga_tui.library.glance import Glance, keep, seen
from saga_tui.library.messages import Open
from saga_tui.library.preview import look, rule
from saga_tui.library.screen import LibraryScreen
from saga_tui.library.shelf import Shelf
from saga_tui.library.widths import list_width
from saga_tui.portrait import NONE, Badge, Meter, Part, Portrait, Wait, read
from saga_tui.store import Memory
from saga_tui.store.folders import state_folder
from saga_tui.ui import theme
from saga_tui.ui.panel import Panel
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, TROUBLE, doc
from tests.keys import press
from tests.ui.looking import looks
from tests.ui.stage import shown

FORCE = Meter("pips", "Force", "▲", "△", "$good", 4, 5, "Tokens", "4 of 5")
FORTUNE = Meter("pips", "Fortune", "★", "☆", "$warn", 6, 4, "Tokens", loose=True)
PAIN = Meter("boxes", "Pain", "■", "□", "$bad", 3, 4, "Harm", "1 left")
DOOM = Meter("track", "Doom", "✕", "·", "$bad", 2, 8, "Harm", "6 left")
KISMET = Meter("pips", "Kismet", "▪", "▫", "$bad", 2, 0, "Harm", listed=False)
WHOLE = Portrait(
    (FORCE, FORTUNE, PAIN, DOOM, KISMET),
    (Badge("CONFLICT round 2", "move"), Badge("! 1 to name", "bad")),
    (Wait("c", "1 lasting consequence, from pain"),),
    (Part("Drives", (("Find my sister", "⬢⬢"),)),),
)


def card(name: str = "Kestrel", portrait: Portrait = WHOLE, **more: Any) -> Card:
    told: dict[str, Any] = {"line": "A gunslinger", "state": "chapter 3 › scene 2", "ready": True, "game": "saga"}
    return Card(Path(f"{name}.toml"), name, portrait=portrait, **told | more)


def lines(one: Card, width: int, *others: Card) -> list[str]:
    drawn = card_lines(one, "just now", columns_of((one, *others), ["just now"]), width)
    assert all(line.cell_length <= width for line in drawn)
    return [line.plain.rstrip() for line in drawn]


def test_a_meter_is_few_cells_in_the_list() -> None:
    drawn = [brief(meter).plain for meter in (FORCE, FORTUNE, PAIN, PAIN._replace(filled=6), DOOM)]
    assert drawn == ["▲4/5", "★6", "■■■□", "■■■■┃■■", "✕✕······"]
    assert brief(PAIN._replace(filled=12)).plain == "■12/4"


def test_name_meters_and_time_stand_in_columns_with_place_and_badges_below() -> None:
    hurt = card("Bo", WHOLE._replace(meters=(FORCE._replace(filled=12, total=12), FORTUNE, PAIN._replace(filled=6))))
    first, second = lines(card(), 76, hurt), lines(hurt, 76, card())
    assert first[0].split() == ["Kestrel", "▲4/5", "★6", "■■■□", "✕✕······", "just", "now"]
    assert first[1].startswith("  chapter 3 › scene 2")
    assert first[1].endswith("CONFLICT round 2   ! 1 to name")
    assert first[0].index("★") == second[0].index("★"), "whatever the others hold"
    assert first[0].index("■") == second[0].index("■")
    assert "▪" not in first[0], "it stands in the larger look only"


def test_what_has_no_room_goes_from_the_end_and_a_name_keeps_its_cells() -> None:
    for width in range(34, 80):
        drawn = lines(card("Fourteen cells"), width)
        assert drawn[0].startswith("  Fourteen cells"), width
        kept = [sign for sign in "▲★■✕" if sign in drawn[0]]
        assert kept == ["▲", "★", "■", "✕"][: len(kept)]
    assert kept == ["▲", "★", "■", "✕"]


@pytest.mark.parametrize("width", [40, 56, 76])
def test_a_name_that_is_too_long_wraps_and_the_meters_follow(width: int) -> None:
    name = "Maximiliana-Theodora Wilhelmina von und zu Hohenstaufen-Reichenbach the Third"
    drawn = lines(card(name), width)
    assert "…" not in "".join(drawn)
    for word in name.replace("-", " ").split():
        assert word in "\n".join(drawn)
    assert any("▲4/5" in line for line in drawn[1:])
    assert any("chapter 3" in line for line in drawn)
    assert any("CONFLICT" in line for line in drawn)


def test_badges_take_another_line_and_one_too_long_loses_what_is_behind_its_colon() -> None:
    badges = (Badge("○ 8 choices left: skills, traits"), Badge("Saga"))
    assert [line.plain for line in badge_lines(badges, 60)] == [" ○ 8 choices left: skills, traits   Saga "]
    assert [line.plain for line in badge_lines(badges, 20)] == [" ○ 8 choices left ", " Saga "]


def test_badges_stand_out_without_colour_too() -> None:
    [line] = badge_lines((Badge("CONFLICT", "move"), Badge("!", "bad"), Badge("quiet")), 60)
    looks = [str(span.style) for span in line.spans]
    assert [("reverse" in style, "bold" in style) for style in looks] == [(True, True), (True, True), (False, False)]


def test_one_being_built_says_what_it_is_and_a_damaged_file_what_is_wrong() -> None:
    half = card(
        portrait=Portrait(badges=(Badge("○ 3 choices left"),)), ready=False, state="being built, 3 choices left"
    )
    assert [line.split("  ")[1] for line in lines(half, 60)] == ["Kestrel", "A gunslinger"]
    bad = card(portrait=Portrait(badges=(Badge("✗ cannot be read, line 3", "bad"),)), problem="no quotes " * 12)
    first, *rest = lines(bad, 60)
    assert "✗ cannot be read, line 3" in first
    assert " ".join(rest).count("quotes") == 12


def test_a_colour_that_no_theme_knows_is_left_out() -> None:
    plain = coloured(Portrait((FORCE, PAIN._replace(colour="$unheard-of"))), {"good": "", "bad": ""})
    assert [meter.colour for meter in plain.meters] == ["$good", "bold"]


@pytest.mark.parametrize("note", ["", "Enter: open"])
def test_a_rule_is_as_wide_as_its_place(note: str) -> None:
    for width in range(12, 60):
        assert rule("Tokens", width, note).cell_length == width


def test_groups_below_each_other_begin_in_one_column() -> None:
    told = look(card(), (), 43, 34).plain.split("\n")
    [force, pain] = [next(line for line in told if line.startswith(name)) for name in ("Force", "Pain")]
    assert force.index("▲") == pain.index("■")


@pytest.mark.parametrize(("width", "height"), [(36, 25), (43, 34), (56, 54), (30, 12)])
def test_the_look_has_meters_what_waits_and_what_was_last_and_fits(width: int, height: int) -> None:
    drawn = look(card(), (("r2", "Pain 1 → 3, Vargas's knife"), ("s2", "a note")), width, height)
    told = drawn.plain.split("\n")
    assert len(told) <= height
    assert all(line.cell_length <= width for line in drawn.split("\n", allow_blank=True))
    assert "Tokens" in drawn.plain
    if height > 20:
        order = [
            drawn.plain.index(word) for word in ("Tokens", "Harm", "Waiting for you", "c  1 lasting", "Last", "r2 ")
        ]
        assert order == sorted(order)
        assert "Find my sister" in drawn.plain
    assert ("▄▄▄▄▄" in drawn.plain) is (height >= 48), "tall tiles only where there is room for them"


def test_a_damaged_file_is_looked_at_with_what_is_wrong_and_the_cure() -> None:
    parts = (
        Part("What is wrong", (("old.toml, line 3: no quotes.", ""),)),
        Part("How to fix it", (("Quote it.", ""),)),
    )
    told = look(card(portrait=Portrait(parts=parts), problem="x"), (), 40, 20).plain
    assert "line 3: no quotes." in told and "Quote it." in told


# ---- kept


def test_a_portrait_comes_back_from_what_was_kept() -> None:
    assert read(json.loads(json.dumps(WHOLE))) == WHOLE


@pytest.mark.parametrize(
    "kept",
    [
        None,
        3,
        [[], []],
        [[["pips"]], [], [], []],
        [[[*FORCE[:4], "red on blue", *FORCE[5:]]], [], [], []],
        [[[*FORCE[:2], "[b]", *FORCE[3:]]], [], [], []],
        [[[*FORCE[:5], "many", *FORCE[6:]]], [], [], []],
    ],
    ids=range(7),
)
def test_anything_else_is_no_portrait(kept: object) -> None:
    assert read(kept) == NONE


def test_a_kept_count_is_never_more_than_can_be_drawn() -> None:
    [meter] = read([[[*FORCE[:5], 10**9, -3, *FORCE[7:]]], [], [], []]).meters
    assert (meter.filled, meter.total) == (99, 0)


def test_the_list_and_the_first_look_are_kept_and_a_cache_without_them_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    folder.mkdir()
    names = ["Kestrel", "Mira", *(f"No{number}" for number in range(2, glance.WHOLE + 1))]
    for number, name in enumerate(names):
        (folder / f"{name}.toml").write_text("")
        os.utime(folder / f"{name}.toml", (99 - number, 99 - number))
    cards = tuple(Card(folder / f"{name}.toml", name, state="x", portrait=WHOLE) for name in names)
    keep(folder, Glance(cards, lasts={cards[0].path: (("r2", "Pain 1 → 3"),)}), tmp_path)
    found = seen(folder, tmp_path)
    assert found is not None
    less = Portrait(WHOLE.meters, WHOLE.badges)
    assert [one.portrait for one in found.cards] == [WHOLE] * glance.WHOLE + [less]
    assert found.lasts == {cards[0].path: (("r2", "Pain 1 → 3"),)}
    file = tmp_path / "library.json"
    old = json.loads(file.read_text())
    for record in old["cards"]:
        del record["portrait"]
    del old["last"], old["colours"]
    file.write_text(json.dumps(old))
    found = seen(folder, tmp_path)
    assert found is not None
    assert [(one.name, one.portrait) for one in found.cards] == [(name, NONE) for name in names]


def test_colours_of_games_are_kept_and_nothing_else_is_worn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "k.toml").write_text("")
    monkeypatch.setattr(theme, "WORN", {name: {"ember": "#123456"} for name in theme.OWN})
    keep(tmp_path, Glance((Card(tmp_path / "k.toml", "K", state="x"),)), tmp_path)
    file = tmp_path / "library.json"
    kept = json.loads(file.read_text())
    kept["colours"]["evening"] |= {"bad name": "#000000", "x": "red; color: blue"}
    file.write_text(json.dumps(kept))
    monkeypatch.setattr(theme, "WORN", {name: {} for name in theme.OWN})
    assert seen(tmp_path, tmp_path) is not None
    assert theme.WORN["evening"] == theme.WORN["morning"] == {"ember": "#123456"}


# ---- in the app


def put(folder: Path, name: str, play: dict[str, Any] | None = None, said: tuple[str, ...] = ()) -> Path:
    whole = {key: value for key, value in doc(play or CALM).items() if key != "id" and (play or key != "play")}
    layout = registry.layout("saga")
    with Memory.create(folder, layout.with_name(whole, name), layout) as memory:
        for text in said:
            memory.commit("note", {"text": text}, (), text=text)
        return memory.path


async def settled(pilot: Any) -> None:
    await pilot.app.workers.wait_for_complete([worker for worker in pilot.app.workers if worker.group == "fill"])
    await pilot.pause()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "characters"
    put(place, "Kestrel", TROUBLE, ("one", "two", "three", "four"))
    put(place, "Bo", CONFLICT)
    put(place, "Theo")
    return place


def test_what_a_game_says_of_its_characters_stands_on_their_cards(folder: Path) -> None:
    found = {one.name: one for one in Shelf(folder).cards()}
    assert [brief(meter).plain for meter in found["Bo"].portrait.meters if meter.listed] == [
        "▲4/5", "◆1/3", "●2/2", "★6", "■■■□", "□□", "■□□", "✕✕······",
    ]  # fmt: skip
    assert [badge.text for badge in found["Bo"].portrait.badges] == ["CONFLICT round 2"]
    trouble = found["Kestrel"].portrait
    assert trouble.badges[0].text == "DEADLY CONFLICT round 2"
    assert any(wait.key == "c" and "consequence" in wait.words for wait in trouble.waits)
    assert [badge.text for badge in found["Theo"].portrait.badges] == ["✓ ready to play"]
    assert Shelf(folder).last(found["Kestrel"]) == (("–", "four"), ("–", "three"), ("–", "two"))


def test_one_that_is_begun_says_what_is_left_to_choose(tmp_path: Path) -> None:
    with Memory.create(tmp_path, registry.game("saga").new("Mara"), registry.layout("saga")):
        [found] = Shelf(tmp_path).cards()
    [badge] = found.portrait.badges
    assert badge.text.endswith("choices left: assets, skills, traits, drives and gear")
    assert not found.portrait.meters, "there are no ratings yet"
    assert found.portrait.parts[0].title == "Left to choose"


async def test_what_was_undone_is_not_among_the_last(folder: Path) -> None:
    with Memory.open(folder / "bo.toml", registry.layout("saga")) as memory:
        for text in ("kept", "not kept"):
            memory.commit("note", {"text": text}, (), text=text)
        memory.undo()
    found = next(one for one in Shelf(folder).cards() if one.name == "Bo")
    assert Shelf(folder).last(found) == (("–", "kept"),)


@pytest.mark.parametrize(
    ("words", "names"),
    [("deadly", ["Kestrel"]), ("conflict", ["Bo", "Kestrel"]), ("ready to", ["Theo"]), ("scene 2", ["Bo", "Kestrel"])],
)
async def test_badges_and_states_are_found(folder: Path, words: str, names: list[str]) -> None:
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "slash", *("space" if letter == " " else letter for letter in words))
        await settled(pilot)
        assert sorted(row.card.name for row in app.screen.query(CardRow)) == names
        await press(pilot, "escape")
        await settled(pilot)
        assert len(app.screen.query(CardRow)) == 3


async def test_the_first_frame_has_meters_badges_and_the_look_in_their_colours(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with SagaApp(folder, animations=False).run_test(size=(120, 40)) as pilot:
        await settled(pilot)
    monkeypatch.setattr(theme, "WORN", {name: {} for name in theme.OWN})
    monkeypatch.setattr(LibraryScreen, "reload", lambda _screen, _at=None: None)
    assert (state_folder() / "library.json").exists()
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        [first] = [row for row in app.screen.query(CardRow) if row.card.name == "Bo"]
        assert "▲4/5 ◆1/3 ●2/2 ★6" in shown(first)
        assert app.theme_variables["force"].startswith("#"), "no game is needed for it"
        told = str(app.screen.query_one("#preview-text", Static).content)
        assert "Waiting for you" in told or "Enter: open" in told
        heights = [row.size.height for row in app.screen.query(CardRow)]
        assert heights == [row.lines for row in app.screen.query(CardRow)]


@pytest.mark.parametrize("size", [(100, 30), (120, 40), (200, 60)])
async def test_the_look_follows_the_cursor(folder: Path, size: tuple[int, int]) -> None:
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for _ in range(3):
            focused = app.screen.focused
            assert isinstance(focused, CardRow)
            told = app.screen.query_one("#preview-text", Static).content
            assert isinstance(told, Content)
            assert ("four" in told.plain) is (focused.card.name == "Kestrel")
            assert app.screen.query_one("#paper-panel").display is (size[0] >= 180)
            for row in app.screen.query(CardRow):
                assert "…" not in shown(row)
                assert row.lines == len(card_lines(row.card, row.played, row.columns, row.size.width, row.parts))
            await press(pilot, "down")
            await settled(pilot)


def test_cards_unfold_as_many_of_their_lists_as_there_is_room_for() -> None:
    cards, played = [card(), card("Mira")], ["", ""]
    before = [0, 0]
    for room in range(4, 60):
        columns, parts = columns_for(cards, played, 60, room)
        taken = [len(card_lines(one, "", columns, 60, more)) + 1 for one, more in zip(cards, parts, strict=True)]
        assert sum(taken) <= room or parts == [0, 0]
        assert all(more >= less for more, less in zip(parts, before, strict=True)), "more room takes nothing away"
        before = parts
    whole = " ".join(line.plain for line in card_lines(cards[0], "", columns, 60, before[0]))
    assert before[0] == len(unfolded(cards[0], 58)) > 1
    for part in cards[0].portrait.parts:
        assert part.title in whole


def test_what_a_character_is_is_told_once_though_it_takes_two_lines() -> None:
    long = "A gunslinger with a conscience who rides at night"
    one = card("Bo", Portrait((FORCE,), (Badge("ready to play", "good"),)), line=long, state="", ready=False)
    columns, parts = columns_for([one], [""], 40, 30)
    told = " ".join(line.plain.strip() for line in card_lines(one, "", columns, 40, parts[0]))
    assert columns.told and told.count("A gunslinger") == 1


def test_no_columns_no_meters() -> None:
    assert card_lines(card(), "", Columns({}, 7, 0), 60)[0].plain.strip() == "Kestrel"


def test_a_game_is_asked_again_only_of_what_has_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, asked = Shelf(folder), []
    whole = SagaGame.summary

    def summary(game: SagaGame, doc: dict[str, Any]) -> Any:
        asked.append(doc["concept"]["name"])
        return whole(game, doc)

    monkeypatch.setattr(SagaGame, "summary", summary)
    before = shelf.cards()
    assert len(asked) == 3
    asked.clear()
    assert shelf.cards() == before
    assert not asked
    path = folder / "bo.toml"
    path.write_text(path.read_text().replace('"Bo"', '"Bob"'))
    assert {one.name for one in shelf.cards()} == {"Kestrel", "Bob", "Theo"}
    assert asked == ["Bob"]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40), (180, 50), (200, 60), (260, 60)])
async def test_cards_are_as_wide_as_was_reckoned_so_that_none_is_measured_twice(
    folder: Path, size: tuple[int, int]
) -> None:
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        assert {row.content_size.width for row in app.screen.query(CardRow)} == {list_width(size[0])}
        assert app.screen.query_one("#cards").has_class("-airy"), "there is room for it"
        await pilot.resize_terminal(size[0], 12)
        await pilot.pause()
        assert not app.screen.query_one("#cards").has_class("-airy")


async def test_a_name_that_is_too_long_for_the_rule_stands_below_it(tmp_path: Path) -> None:
    put(tmp_path, "Maximiliana-Theodora Wilhelmina von und zu Hohenstaufen-Reichenbach")
    app = SagaApp(tmp_path, animations=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert app.screen.query_one("#preview", Panel).title == "Character"
        told = str(app.screen.query_one("#preview-text", Static).content)
        assert told.startswith("Maximiliana-Theodora")
        assert "Reichenbach" in told.split("Waits")[0]


async def test_a_click_on_a_card_opens_it_wherever_it_falls(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []
    whole = LibraryScreen.post_message

    def post(screen: LibraryScreen, message: Any) -> bool:
        if isinstance(message, Open):
            opened.append(message.path)
            return True
        return whole(screen, message)

    monkeypatch.setattr(LibraryScreen, "post_message", post)
    app = SagaApp(folder, animations=False)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        row = next(row for row in app.screen.query(CardRow) if row.card.name == "Kestrel")
        for offset in ((5, 0), (30, 0), (50, 1), (row.size.width - 2, row.size.height - 1)):
            await pilot.click(row, offset=offset)
            await pilot.pause()
    assert opened == [row.card.path] * 4


def test_a_damaged_file_shows_its_lines_around_the_damage(tmp_path: Path) -> None:
    lines_ = ["format = 1", *(f"x{number} = {number}" for number in range(20))]
    lines_[9] = "name == 'x'"
    (tmp_path / "old.toml").write_text("\n".join(lines_))
    [found] = Shelf(tmp_path).cards()
    assert [badge.text for badge in found.portrait.badges] == ["✗ cannot be read, line 10"]
    parts = {part.title: [left for left, _ in part.lines] for part in found.portrait.parts}
    assert "line 10" in parts["What is wrong"][0]
    assert parts["How to fix it"][0]
    assert parts["In the file"][4] == "▸  10  name == 'x'"
    assert [line[1:].split()[0] for line in parts["In the file"]] == [str(number) for number in range(6, 15)]


def test_what_one_is_stands_on_a_line_of_its_own_only_where_there_are_lines() -> None:
    long = card(line="A grizzled gunslinger with a conscience, from the far end of the Salt Road")
    for told in (False, True):
        drawn = card_lines(long, "just now", columns_of([long], ["just now"], told=told), 60)
        assert ("gunslinger" in "".join(line.plain for line in drawn)) is told


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 60)])
async def test_the_library_neither_cuts_nor_shouts(folder: Path, size: tuple[int, int]) -> None:
    with Memory.create(folder, registry.game("saga").new("Mara Quill of the Long Name " * 3), registry.layout("saga")):
        app = SagaApp(folder, animations=False)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        for _ in range(4):
            found = looks(app.screen)
            assert found.loud <= 41, found
            assert not found.cut
            assert len(app.screen.query(".-hero")) == 1
            await press(pilot, "down")

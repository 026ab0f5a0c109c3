"""The board on the screen: the map as it is drawn, two turns of a game by keys, what is seen before each decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from saga_tui.games.heroes.book import AREAS
from saga_tui.games.heroes.commands import Attack, Go, Luck
from saga_tui.games.heroes.play import perform
from saga_tui.games.heroes.screens import choices
from saga_tui.games.heroes.screens.faces import SEA, drawings, faces
from saga_tui.games.heroes.screens.play import Table
from saga_tui.games.heroes.state import Fight, Question, State
from saga_tui.games.heroes.told import deciding
from saga_tui.ui.board import ASKS
from saga_tui.ui.dialogs import AskText
from saga_tui.ui.journal.recent import LogEntry
from saga_tui.ui.panels import LastLine
from saga_tui.ui.specs import Line
from tests.games.heroes.screen_stage import Board, begun
from tests.games.heroes.staged import staged
from tests.keys import press

if TYPE_CHECKING:
    from saga_tui.games.heroes.state import Asking

Snap = Callable[..., bool]
README = Path(__file__).parents[3] / "README.md"


@pytest.mark.rule("H-MAP-1", "H-MAP-4")
@pytest.mark.parametrize("at", [0, 1], ids=["small", "wide"])
def test_areas_touch_in_the_drawings_exactly_where_they_are_neighbours(at: int) -> None:
    drawing = drawings()[at]
    assert (drawing.width, drawing.height) == ((80, 20), (84, 33))[at]
    assert drawing.touching == {key: frozenset(area.near) for key, area in AREAS.items()}
    assert sum(map(len, drawing.touching.values())) == 2 * 170
    for key, area in drawing.areas.items():
        box = [(area.at.x + x, area.at.y + y) for x in range((4, 6)[at]) for y in range(2)]
        assert {drawing.at(*spot) for spot in box} == {key}
        for other in drawing.touching[key]:  # shading alone shows the borders
            assert area.water != drawing.areas[other].water or area.shade != drawing.areas[other].shade
    larger = drawing.stretched(150, 55)
    assert larger.touching == drawing.touching


@pytest.mark.rule("H-MAP-4")
@pytest.mark.parametrize("at", [0, 1], ids=["small", "wide"])
def test_the_arrows_lead_everywhere(at: int) -> None:
    drawing, seen = drawings()[at], {"thule"}
    waiting = ["thule"]
    while waiting:
        here = waiting.pop()
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            there = drawing.beside(here, *way)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    assert seen == set(AREAS)


@pytest.mark.rule("H-MAP-4")
def test_counters_and_countries_have_their_signs() -> None:
    state = staged("egil", "ragnar", at={"fafnir": "wessex", "gizur": "wessex", "gizar": "wessex", "storvick": "wessex",
                                         "grendall": "wessex", "hedin": "wessex", "ivar": "thule", "kari": "thule"},
                   serving={"helgi": "egil"})  # fmt: skip
    state.counters["kari"].up = False
    state.ground["thule"] = ("gram", "mail-coat")
    state.kingdoms["wessex"], state.iced = "ragnar", ("thule",)
    shown = faces(state, {"thule": f"3{SEA}"})
    assert "".join(piece.sign for piece in shown["wessex"].pieces) == "DNGYTW"
    assert "".join(sorted(piece.sign for piece in shown["thule"].pieces)) == "*?j†"
    home = {piece.sign: (piece.colour, piece.solid) for piece in shown["trondheim"].pieces}
    assert home == {"E": ("$egil", True), "e": ("$egil", False), "R": ("$ragnar", True)}
    assert (shown["wessex"].number, shown["wessex"].colour) == ("10", "$ragnar")
    assert shown["thule"].sign and shown["thule"].mark == f"3{SEA}" and shown["thule"].lit
    assert not shown["wessex"].lit and not shown["wessex"].sign


async def play_on(app: Board, pilot: object, until: Callable[[State], bool]) -> None:
    """Goes on with the first answer to everything, and the keys that the panel shows."""
    for _ in range(120):
        state = app.state
        if until(state):
            return
        if state.questions:
            await press(pilot, "0" if state.questions[-1].kind == "luck" else "1")  # type: ignore[arg-type]
        else:
            await press(pilot, "1" if "must be attacked" in app.text else "n")  # type: ignore[arg-type]
    raise AssertionError("it goes on and on")


@pytest.mark.rule("H-SCREEN-1", "H-STATE-3", "H-TURN-3")
async def test_two_turns_of_two_people_through_the_screen(tmp_path: Path) -> None:
    app = Board(tmp_path, begun("beowulf", "egil", seed=11))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot)
        state = app.state
        first = state.whose
        start = state.hero(first).at
        assert app.table.map.cursor == start
        assert "glory luck marks total" in app.text and "Now" in app.text and "turn 1 of 20 · movement" in app.text
        # a step by arrows: the way is drawn, Enter goes there
        for key in ("left", "right", "up", "down"):
            if app.table.map.cursor == start:
                await press(pilot, key)
        there = app.table.map.cursor
        assert there in AREAS[start].near
        assert app.table.way() == (start, there)
        assert f"Here: {AREAS[there].name}" in app.text
        await press(pilot, "enter")
        assert app.state.hero(first).at == there and AREAS[there].name in app.told[-1]
        # undone, and done again
        await press(pilot, "u")
        assert app.state.hero(first).at == start
        await press(pilot, "U")
        assert app.state.hero(first).at == there
        await play_on(app, pilot, lambda state: state.phase == "fight")
        attacker = app.state.whose
        if app.table.group:
            before = app.state.counters[app.table.group[0]]
            assert "% won" in app.text and not before.attacked
            await press(pilot, "1")
            assert app.state.fight is not None or app.state.counters[attacker].attacked
        await play_on(app, pilot, lambda state: state.turn == 2)
        assert any("Turn 2" in line for line in app.told)
        await play_on(app, pilot, lambda state: state.turn == 3)
        assert "turn 3 of 20" in app.text
        assert app.memory.status == "saved"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=["80x24", "120x40", "200x60"])
def test_the_board_looks_like_this(snap: Snap, tmp_path: Path, size: tuple[int, int]) -> None:
    state = begun("beowulf", "egil", "ragnar", "siegfried", seed=11)
    assert snap(Board(tmp_path, state), terminal_size=size, press=["right", "up"])


def notes(rows: Iterable[object]) -> dict[str, str]:
    """Rows of a panel by their words, with what stands beside and below them."""
    return {row.text: f"{row.note} | {row.detail}" for row in rows if isinstance(row, Line)}


class Sat:
    """Who sits at a board without a screen: what is picked, and decisions as they are."""

    group: tuple[str, ...] = ()

    def ask_rows(self, rows: Iterable[Line], *_: object) -> Iterable[Line]:
        return rows

    def order(self, decision: object) -> object:
        return decision

    def picks(self, pieces: Iterable[str], words: Callable[[str], tuple[str, str]]) -> Iterator[Line]:
        yield from (Line(words(one)[0], note=words(one)[1]) for one in pieces)


def rows_of(state: State, *group: str) -> dict[str, str]:
    sat = Sat()
    sat.group = group
    return notes(choices.asks(state, cast("Table", sat)))


@pytest.mark.rule("H-SCREEN-1", "H-FIGHT-11", "H-SPELL-9", "H-FIGHT-3")
def test_before_an_attack_the_exact_chances_stand_beside_each_target() -> None:
    state = staged("egil", "ragnar", phase="fight", at={"gizur": "trondheim", "grendall": "trondheim"},
                   serving={"helgi": "egil"})  # fmt: skip
    alone, both = rows_of(state, "egil"), rows_of(state, "egil", "helgi")
    assert alone["The troll Grendall"].startswith("0% won, 83% lost | slain: 3 glory or 3 luck")  # 5 against 6
    assert both["The troll Grendall"].startswith("33% won, 50% lost")  # 7 against 6
    assert "stopped by spells 25%" in alone["The drow Gizur"]
    for group, head in ((("egil",), "attack with Egil"), (("egil", "helgi"), "attack together")):
        sat = Sat()
        sat.group = group
        assert Table.heading(cast("Table", sat), ASKS, state) == head
    country = "3 marks a turn; subdued 50%; nothing 17%; you: wounded 17%, flee 17%; with luck 1: 67%, 2: 83%, 3: 100%"
    assert alone["The country"].endswith(country)
    assert "A monster must be attacked first" in alone and "Done fighting" not in alone
    assert "Ragnar" in alone and "Helgi" in alone


@pytest.mark.rule("H-LUCK-1", "H-LUCK-2", "H-INFO-1")
def test_each_point_of_luck_has_its_chances_and_a_secret_bid_is_seen_by_nobody() -> None:
    for bids, second in (("attacker-first", "17% won, 67% lost"), ("secret", "67% won, 17% lost")):
        state = staged("egil", "ragnar", phase="fight")
        state.switches["luck_bids"] = bids
        state = perform(state, Attack(counters=("egil",), target="ragnar")).state
        first = rows_of(state)
        assert [text for text in first if "Spend" in text] == ["Spend none", "Spend 1", "Spend 2", "Spend 3"]
        assert first["Spend none"].startswith("17% won, 67% lost | they: flee 17%; nothing 17%; you: killed 33%")
        assert first["Spend 3"].startswith("67% won, 17% lost")
        state = perform(state, Luck(points=3)).state
        assert state.questions[-1].hero == "ragnar"
        assert rows_of(state)["Spend none"].startswith(second)
    state = staged("egil", "ragnar", phase="fight", at={"kari": "trondheim"}, serving={"helgi": "egil"})
    state.counters["kari"].up, state.counters["ragnar"].at = False, "thule"
    for who, told in (("egil", True), ("helgi", False)):  # a jarl face down joins for a point that is left (H-JARL-3)
        rows = rows_of(perform(state, Attack(counters=(who,), target="kari")).state)
        assert ("no luck left to recruit" in rows["Spend 3"]) == told and "recruit" not in rows["Spend 2"]


@pytest.mark.rule("H-FIGHT-4", "H-SCREEN-1")
def test_who_is_called_to_aid_changes_the_chances_that_are_told() -> None:
    state = staged("egil", "ragnar", phase="fight", serving={"helgi": "ragnar"})
    state = perform(state, Attack(counters=("egil",), target="ragnar")).state
    assert state.questions[-1].kind == "aid"
    told = rows_of(state)
    assert told["No one"].startswith("67% won, 17% lost")  # 5 against 5
    assert told["Helgi"].startswith("100% won, 0% lost")  # 5 against 7


@pytest.mark.rule("H-INFO-1", "H-INFO-2", "H-SCREEN-1")
def test_an_area_tells_what_is_open_and_no_more() -> None:
    state = staged("egil", at={"ivar": "wessex", "fafnir": "wessex", "kari": "wessex"})
    state.counters["ivar"].up, state.lairs["fafnir"] = False, "mail-coat"
    state.counters["egil"].sword, state.ground["wessex"] = "gram", ("lovi",)
    state.seats["egil"].home, state.kingdoms["wessex"], state.iced = "wessex", "egil", ("wessex",)
    told = notes(choices.here(state, "wessex", ("egil",)))
    assert {*told} >= {"A jarl face down", "The dragon Fafnir", "Kari", "Lovi"}
    signs = {row.text: row.mark for row in choices.here(state, "wessex", ()) if isinstance(row, Line)}
    assert [signs[one] for one in ("A jarl face down", "The dragon Fafnir", "Kari", "Lovi")] == ["?", "D", "j", "†"]
    assert "tax 10; Egil's kingdom; ❆ under ice: no kingdom; Egil's home" in told
    assert told["Kari"].startswith("50% won") or told["Kari"].startswith("4-3") or "won" in told["Kari"]
    whole = " ".join([*told, *told.values()])
    assert "Ivar" not in whole and "Mail" not in whole
    numbers, more = choices.seat(state, "egil")
    assert not choices.seat(staged("egil", at={"egil": "pile"}), "egil")[1].endswith("; ")
    assert numbers == (0, 3, 0, 1) and "Gram" in more and "kingdom: Wessex" in more


@pytest.mark.rule("H-DEATH-2", "H-DEATH-4", "H-DEATH-5", "H-JARL-2", "H-GLORY-1")
def test_answers_say_what_they_mean() -> None:
    state = staged("egil", phase="fight", serving={"helgi": "egil"})
    state.seats["egil"].glory = 7
    for kind, more, wanted in (
        ("death", {"among": ("helgi",)}, {"Withdraw", "Begin again", "Helgi is the heir"}),
        ("recruit", {"counter": "ivar"}, {"Yes", "No"}),
        ("reward", {"glory": 4, "luck": 3}, {"Gain 4 glory", "Gain 3 luck"}),
        ("lose", {"glory": -2, "luck": -2}, {"Lose 2 glory", "Lose 2 luck"}),
        ("pray", {}, {"Yes", "No"}),
    ):
        state.questions = [Question(cast("Asking", kind), "egil", **cast("dict[str, Any]", more))]
        assert {*rows_of(state)} >= wanted
        assert kind != "recruit" or deciding(state)[1] == "recruit Ivar for 1 luck"
    state.questions = [Question("death", "egil", among=("helgi",))]
    assert rows_of(state)["Withdraw"].startswith("with 9")  # 7 glory, a third of 3 luck, half of Helgi's 2


@pytest.mark.rule("H-SCREEN-1", "H-AI-1", "H-INFO-3")
async def test_computers_play_at_a_pace_and_wait_for_who_takes_something_back(tmp_path: Path) -> None:
    state = begun("beowulf", "egil:easy", "ragnar:easy", seed=5)
    state.seats["beowulf"].player = "Ann"
    app = Board(tmp_path, state)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert not app.table.computer(app.state)  # they have decided, and a person is asked
        assert "▸ Beowulf (Ann): movement" in app.text
        await play_on(app, pilot, lambda state: state.turn == 2 and state.phase == "move")
        assert any("Egil" in line for line in app.told) and any("Ragnar" in line for line in app.told)
        while not app.table.computer(app.state):
            await press(pilot, "u")
        assert "stopped; space: go on" in app.text
        hero = app.state.hero(app.state.whose)
        there = AREAS[hero.at].near[0]
        app.table.witness_way(Go(counter=hero.id, areas=(there,)))  # as it is watched
        assert app.table.way() == (hero.at, there) and app.table.map.cursor == there
        await press(pilot, "space")
        assert not app.table.computer(app.state)
        await press(pilot, "w")
        assert app.table.pace == 1
        await press(pilot, "p")
        assert "1 Beowulf" in app.text and "computer, easy" in app.text and "by id" not in app.text
        await press(pilot, "2")
        assert "Who plays Egil?" in app.text and "2 Computer, easy" in app.text
        await press(pilot, "1")  # a person plays Egil from now on
        assert app.state.seats["egil"].control == "person"
        # the panels lie over the map here
        assert app.table.has_class("-over")
        shown = app.table.has_class("-shown")
        await press(pilot, "v")
        assert app.table.has_class("-shown") != shown


@pytest.mark.rule("H-DRAW-2")
async def test_dice_are_typed_on_the_board_where_people_throw_them(tmp_path: Path) -> None:
    """What no die shows, and one too many, is said and left out; a prayer asks for its die; then the game throws."""
    state = staged("egil", "ragnar", phase="fight", at={"grendall": "trondheim"})
    state.seats["egil"].luck, state.counters["ragnar"].at = 0, "thule"
    app = Board(tmp_path, state)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "d", "1")
        assert isinstance(app.screen, AskText) and "The fight: type what your dice show" in app.text
        await press(pilot, "9", "enter")
        assert isinstance(app.screen, AskText), "no die shows 9"
        await press(pilot, "6", "6", "enter")
        assert app.state.fight is not None and app.state.fight.die == 6 and app.state.drawn == 1
        assert app.state.questions[-1].kind == "pray"
        await press(pilot, "1", "escape")
        assert app.state.questions, "left at that"
        await press(pilot, "1", "5", "enter")
        assert "No god has noticed Egil (die 5)" in app.told[-1]
        await press(pilot, "d")
        assert not app.table.by_hand


@pytest.mark.rule("H-END-1", "H-SCREEN-1")
async def test_at_the_end_the_best_stands_first(tmp_path: Path) -> None:
    state = begun("beowulf", "egil", "ragnar", seed=5)
    state.phase, state.whose = "over", ""
    state.seats["ragnar"].glory, state.seats["egil"].glory = 9, 4
    app = Board(tmp_path, state)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot)
        assert "★ Ragnar wins" in app.text
        assert re.findall(r" [A-Z] (\w+)(?: +\d+){4}", app.text) == ["Ragnar", "Egil", "Beowulf"]
    app = Board(tmp_path / "small", state)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert "★ Ragnar wins" in app.text, "over the map too"
        last = app.table.query_one(LastLine)
        for text, shown in (
            ("Egil against the witch Hedin; The witch Hedin casts Nied on Egil (dice 4, 1); No one is left to attack",
             " t1 Egil against the witch Hedin; … No one is left to attack"),
            ("Egil gains 1 glory; No prayer", " t1 Egil gains 1 glory; No prayer"),
            ("Egil " * 30, f" t1 {'Egil ' * 15}…"),
        ):  # fmt: skip
            last.entry = LogEntry(text, when="t1")
            await press(pilot)
            assert app.text.splitlines()[-2] == shown


KEYS: list[tuple[str, str, Callable[[Board], object]]] = [
    ("pick your next piece", "c", lambda app: app.table.group == ("egil",)),
    ("pick all who stand there", "a", lambda app: app.table.group == ("egil", "helgi")),
    ("go with them to the next area", "→ Enter", lambda app: app.state.hero("egil").at == "finmark"),
    ("undo, redo", "u U", lambda app: app.state.counters["helgi"].at == "finmark"),
    ("end your movement", "n", lambda app: app.state.whose == "ragnar"),
    ("attack: the digit beside what is attacked", "3", lambda app: app.state.questions[-1].kind == "luck"),
    ("spend 2 luck on it", "2", lambda app: app.state.seats["egil"].luck == 1),
    ("throw your own dice, or let the game", "d", lambda app: app.table.by_hand),
    ("computer players: watched, slow, at once", "w", lambda app: app.table.pace == 1),
    ("the scores, and back", "S Esc", lambda app: app.screen is app.table),
    ("the story, and back", "C Esc", lambda app: app.screen is app.table),
]
"""What is done often, with its keys as the README has them, and what must have come of it."""


@pytest.mark.rule("H-SCREEN-1")
async def test_the_keys_that_the_readme_counts_do_what_it_says(tmp_path: Path) -> None:
    state = staged("egil", "ragnar", serving={"helgi": "egil"}, at={"grendall": "finmark", "ragnar": "thule"})
    app = Board(tmp_path, state)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot)
        for words, keys, came in KEYS:
            named = {"→": "right", "Enter": "enter", "Esc": "escape"}
            await press(pilot, *(named.get(key, key) for key in keys.split()))
            assert came(app), words
            if words == "end your movement":
                await press(pilot, "n")  # Ragnar's too
    rows = [f"| {words} | {len(keys.split())} | {' '.join(f'`{key}`' for key in keys.split())} |"
            for words, keys, _ in KEYS]  # fmt: skip
    assert "\n".join(["| on the board | keys | |", "|---|---|---|", *rows]) in README.read_text(encoding="utf-8")


@pytest.mark.rule("H-FLEE-1", "H-MOVE-1")
async def test_who_is_picked_goes_together_and_who_flees_is_sent_on_the_map(tmp_path: Path) -> None:
    state = staged("egil", "ragnar", serving={"helgi": "egil", "kari": "egil"}, at={"grendall": "thule"})
    state.seed = 3
    app = Board(tmp_path, state)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot)
        assert app.table.group == ("egil", "helgi", "kari")
        await press(pilot, "2")  # Helgi stays
        assert {*app.table.group} == {"egil", "kari"}
        assert app.table.lit()["finmark"] == "1" and app.table.lit()["north-sea-14"] == f"1{SEA}"
        app.table.map.go("finmark")
        await press(pilot, "enter")
        assert {app.state.counters[one].at for one in ("egil", "kari")} == {"finmark"}
        assert app.state.counters["helgi"].at == "trondheim"
        await press(pilot, "c", "a")
        assert app.table.group
    state = staged("egil", "ragnar", phase="fight", at={"grendall": "trondheim"})
    state.fight = Fight("trondheim", ("egil",), "grendall", "egil", defenders=("grendall",), winner="egil")
    state.questions = [Question("flee", "egil", counter="grendall")]
    app = Board(tmp_path / "flight", state)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert app.table.lit()["finmark"] == "1" and "trondheim" not in app.table.lit()
        app.table.map.go("finmark")
        await press(pilot, "enter")
        assert app.state.counters["grendall"].at == "finmark" and app.state.fight is None


@pytest.mark.rule("H-STATE-2")
def test_a_board_that_a_hand_broke_asks_nobody(tmp_path: Path) -> None:
    """What a group can allow is played on; what the machine breaks on is told, and nothing is offered."""
    state = begun("egil:hard", "ragnar")
    state.whose, state.order = "egil", ("egil", "ragnar")
    state.seats["egil"].glory = -1
    assert not (allowed := Board(tmp_path / "a", state).closed).broken and allowed.asked(state) == "egil"
    state.seats["egil"].wounded, state.seats["egil"].home = True, ""
    table = Board(tmp_path / "b", state).closed
    assert table.broken and not table.asked(state) and not table.lit() and not table.computer(state)
    assert "does not hold together" in str(table.now(table.document))
    assert [row.id for row in table.rows("asks", state) if isinstance(row, Line)] == ["broken"]

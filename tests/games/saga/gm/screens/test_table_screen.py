"""The GM's table in the real app: who is in trouble, what is put on it, what reaches everybody, and back again."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.games.saga.game import GAME as SAGA
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.screens import challenges
from saga_tui.games.saga.gm.screens.act import ActScreen
from saga_tui.games.saga.gm.screens.acts import draft_of
from saga_tui.games.saga.gm.screens.challenges import each_of, law_of
from saga_tui.games.saga.gm.screens.edges import ids_here, seats_here
from saga_tui.games.saga.gm.screens.ready import targets
from saga_tui.games.saga.gm.screens.screen import TableScreen
from saga_tui.games.saga.gm.screens.turns import phase_words, step_words, without
from saga_tui.games.saga.gm.state import unmet
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.rules.state import doomed
from saga_tui.games.saga.screens.portrait import STEPS
from saga_tui.games.saga.screens.session.screen import SessionScreen
from saga_tui.store import Memory, groups
from saga_tui.store.event import Event
from saga_tui.store.groups import NotTogether
from saga_tui.ui.journal.screen import JournalScreen
from saga_tui.ui.lined import Lined
from saga_tui.ui.pages import key_groups
from saga_tui.ui.party_cards import MemberCard
from saga_tui.ui.party_edge import BroadcastScreen
from saga_tui.ui.party_journal import PartyJournalScreen
from saga_tui.ui.party_parts import Part
from tests.games.saga.gm.party import party
from tests.games.saga.gm.screens.tables import PLAYS, TABLES, TableApp, character
from tests.games.saga.gm.screens.ways import WAYS, Way, table
from tests.games.saga.screens.session.heroes import CALM, press, typed
from tests.key_table import GM_MARKS, kept
from tests.keys import burst
from tests.keys import seen as drawn_now


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=lambda size: "x".join(map(str, size)))
@pytest.mark.rule("CNF-2")
async def test_who_is_in_trouble_is_seen_at_every_size(tmp_path: Path, size: tuple[int, int]) -> None:
    app = TableApp("trouble", tmp_path, [5, 1, 6, 2])
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert "▸1 Kestrel ━" in app.text and "!3 Odalys ━" in app.text and " 2 Theo Marsh ─" in app.text
        assert "▸1 to name" in app.text and "kismet roll" in app.text
        assert " pain   " in app.text and ("2 over" in app.text or "+2" in app.text)
        assert size == (80, 24) or "The mail coach ▰▱▱▱" in app.text, "the name of a clock is whole where it has room"
        assert "a The Vargas" in app.text and ("▮▮▮▮▮▮▯▯▯ 6" if size[0] > 80 else "P6/9") in app.text
        await press(pilot, "5")  # of five cards four have room at 80 columns
        assert "▸5 Isaure Van" in app.text
        await press(pilot, "b")
        assert app.table_screen.focused is not None and app.table_screen.focused.id == "element-1"
        await press(pilot, "enter", "3")  # whom the riflemen are used against anyway: chosen, and not left out
        assert isinstance(app.screen, ActScreen) and app.screen.blow.whom == ("oda1",)
        await press(pilot, "enter")
        assert "Riflemen on the roof: 2 marks, deal the damage" in app.text and app.text.count("──✓──") == 2
        assert "Pain 2 → 4" in app.text, "the dice leave room for what they do"


@pytest.mark.rule("CNF-2", "TRT-4", "CNF-8", "CNF-9")
async def test_one_line_each_puts_elements_traits_allies_conditions_and_clocks_on_the_table(tmp_path: Path) -> None:
    app = TableApp("calm", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "plus", *"Thug 6", "/", "2", "/", "3", " ", "x", "3", "enter")
        assert [one.name for one in app.table.play.elements] == ["Thug 1", "Thug 2", "Thug 3"]
        assert app.table.play.elements[0].dice == {"physical": 6, "social": 2, "mental": 3}
        await press(pilot, "plus", "tab", *typed("Rotten floor"), "enter")
        await press(pilot, "plus", "tab", "tab", *"fear", "enter")
        await press(pilot, "plus", "tab", "tab", "tab", *"7", "enter")
        await press(pilot, "plus", *["tab"] * 4, *typed("Mail coach 6"), "enter")
        play = app.table.play
        assert [one.text for one in play.scene_traits] == ["Pitch dark", "Rotten floor"]
        assert play.conditions[0].pattern == "fear" and play.allies[0].full == 7
        assert (play.clocks[0].name, play.clocks[0].total) == ("Mail coach", 6)
        assert "c Thug 3" in app.text and "Mail coach" in app.text
        rows = [row for _, found in key_groups(app.screen) for row in found]
        assert ("1–9", "Go to card") in rows and ("a–g", "Go to element") in rows, "a line each, not sixteen"
        assert not [one for one in app.commands(app.screen) if one.words.startswith("Go to card")]
        await press(pilot, "plus", *"Ox", "enter")  # no dice: it says so, and the line waits to be mended
        assert len(app.table.play.elements) == 3 and "Type a" in app.text
        await press(pilot, "space", "4", "enter")
        assert app.table.play.elements[-1].name == "Ox"
        await press(pilot, *["u"] * 6)
        assert not app.table.play.elements and not app.table.play.clocks


async def test_enter_opens_the_whole_character_and_escape_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    draw = MemberCard.render

    def watched(card: MemberCard) -> Lined:
        drawn.append(card.face.who)
        return draw(card)

    monkeypatch.setattr(MemberCard, "render", watched)
    app = TableApp("calm", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "2", "enter")
        assert isinstance(app.screen, SessionScreen) and app.screen.character.title == "Theo Marsh"
        await press(pilot, "f", "escape")
        assert app.screen_stack[-1] is app.table_screen
        assert " ▲▲▲▲△" in app.text  # what was spent there is seen here
        assert "The" in app.text and "Theo Marsh" in app.text
        drawn.clear()
        await press(pilot, "u")  # and is taken back from here
        await drawn_now(pilot)
        assert app.member("theo1").play.tokens.get("force", 5) == 5
        assert {*drawn} == {"theo1"}, "a card whose character did not change is not drawn anew"


@pytest.mark.rule("TIME-1")
def test_a_card_says_what_the_table_wants_though_only_the_table_has_changed(tmp_path: Path) -> None:
    app = TableApp("unstarted", tmp_path)
    before, *_ = app.table_screen.faces()
    assert before.alerts == ("n: starts play",)
    app.session.do(TABLE.rules.command("start-chapter", {"without": ["kestrel1"]}))
    after, *_ = app.table_screen.faces()
    assert after.alerts == ("J: starts play",) and after.portrait.meters is before.portrait.meters


@pytest.mark.rule("CNF-2", "CNF-4", "CNF-8", "TIME-3")
def test_who_is_not_in_play_is_no_target_and_is_not_waited_for(tmp_path: Path) -> None:
    app = TableApp("unstarted", tmp_path)
    screen = app.table_screen
    for verb in ("start-chapter", "start-scene", "start-conflict", "phase"):
        app.session.do(TABLE.rules.command(verb, {"without": ["kestrel1"]} if verb != "phase" else {}))
    app.session.do(TABLE.rules.command("condition", {"pattern": "fear"}))
    app.session.do(TABLE.rules.command("element", {"name": "Thug", "dice": "6/2/3"}))
    assert [who for who, *_ in seats_here(screen)] == ["theo1"] and screen.absent == {"kestrel1"}
    assert targets(app.table, app.table.play.elements[0], app.session.members) == ["theo1"]
    assert [place.mark for place in screen.places(app.table)] == ["–", "·"]
    here = without(app.table, screen.absent)
    assert "[PLAYERS 0 of 1 acted]" in phase_words(here) and step_words(here) == "r: roll · n: the GM acts"
    assert [seat.id for seat in unmet(here, here.play.conditions[0])] == ["theo1"]
    held: Any = SimpleNamespace(members={}, elsewhere={"theo1": app.member("theo1")})
    other: Any = SimpleNamespace(session=held, faces=screen.faces)
    assert [who for who, *_ in seats_here(other)] == ["theo1"], "what is wanted of one who is elsewhere is offered"
    assert ids_here(other) == [], "but the dice are thrown there"


@pytest.mark.rule("TRT-4", "CNF-8", "AST-2")
def test_a_trait_that_the_gm_has_invoked_counts_on_every_roll_at_the_table(tmp_path: Path) -> None:
    app = TableApp("calm", tmp_path, [5, 5, 6, 6, 4, 3] * 3)
    screen, theo = app.table_screen, app.session.seats["theo1"]
    theo.do(RULES.command("roll", {"skill": "marksmanship", "kind": "attack", "force": 1, "opposing": 2}))
    before = law_of(app.member("theo1"), "marksmanship")
    app.session.do(TABLE.rules.command("scene-invoke", {"trait": "Pitch dark"}))
    draft = draft_of(screen, "theo1", reflexive=False)
    assert (draft.skill, draft.active, draft.force, draft.reflexive) == ("marksmanship", ("Pitch dark",), 1, False)
    theo.do(RULES.command("roll", {"skill": "awareness", "reflexive": True, "opposing": 2}))
    assert draft_of(screen, "theo1").skill == "marksmanship", "what the GM named is no choice of the player's (RFX-1)"
    assert each_of(screen, ["theo1"]) == {"theo1": {"active": ["Pitch dark"]}}
    after = law_of(app.member("theo1"), "marksmanship")
    assert before is not None and after is not None and before.mean - after.mean == 1, (
        "three dice less: no token counts"
    )


@pytest.mark.rule("CNF-8", "ROL-9")
async def test_a_pursuit_asks_for_the_skill_and_offers_athletics_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = TableApp("trouble", tmp_path)
    app.session.do(TABLE.rules.command("condition", {"pattern": "pursuit"}))
    offered: list[str] = []
    made: list[Any] = []

    async def choose(_title: str, offers: Any, *_more: Any, **_named: Any) -> str:
        offered[:] = [one.key for one in offers]
        return offered[0] if "athletics" not in offered else "subterfuge"

    async def shown(_screen: Any, act: Any) -> None:
        made.append(act)

    monkeypatch.setattr(app.table_screen, "choose", choose)
    monkeypatch.setattr(challenges, "broadcast", shown)
    await challenges.pursue(app.table_screen, app.table.play.conditions[-1])
    assert offered[0] == "athletics" and offered[1] != "athletics"
    assert made[0].given["skill"] == "subterfuge" and made[0].question.startswith("Subterfuge against ")


def test_the_card_of_one_who_is_half_built_says_how_much_is_left_in_each_step(tmp_path: Path) -> None:
    screen = TableApp("unstarted", tmp_path).table_screen
    half = SAGA.rules.document().model_validate({"concept": {"name": "Ines"}})
    told = screen.portrait_of(half).parts[0].lines
    assert ("traits", "1 choice") in told and all(step in STEPS for step, _ in told), told
    assert [badge.text for badge in screen.badges_of(half, screen.portrait_of(half))] == ["⏎: finish building"]


def lost(folder: Path) -> None:
    """One file is gone, one is damaged, one has another name."""
    (folder / "anselm-rook.toml").unlink()
    (folder / "odalys.toml").write_text("broken = [", encoding="utf-8")
    (folder / "theo-marsh.toml").rename(folder / "somebody.toml")


@pytest.mark.rule("CNF-5")
def test_one_who_is_not_in_play_is_not_expected_to_act() -> None:
    here = party("ada", "moss")
    here.do("start-conflict")
    here.members["moss"] = Character(id="moss")
    screen: Any = SimpleNamespace(session=SimpleNamespace(last_seen=here.members.get))
    assert [one.state for one in TableScreen.places(screen, here.table)] == ["to act", "not in play"]


async def test_a_card_says_what_is_wrong_with_somebody_and_the_others_play_on(tmp_path: Path) -> None:
    app = TableApp("fight", tmp_path, meanwhile=lost)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "4")
        assert "anselm-rook.toml is" in app.text and "▸4 Anselm Rook" in app.text and "!3 Odalys" in app.text
        assert " 2 Theo Marsh ─" in app.text, "a file by another name is found by its id"
        await press(pilot, "enter")
        assert any("saga-tui restore" in note.message for note in app._notifications)
        await press(pilot, "exclamation_mark")
        assert "✗ 4 Anselm Rook  is not open here" in app.text and "✓ 2 Theo Marsh" in app.text
        await press(pilot, "enter")
        assert {one.play.tokens["fortune"] for one in app.session.members.values()} == {7}
        assert len(app.session.members) == 3


@pytest.mark.rule("TIME-1")
async def test_who_plays_in_another_window_is_brought_to_the_clock_and_taken_as_they_are_now(tmp_path: Path) -> None:
    held: list[Memory] = []

    def elsewhere(folder: Path) -> None:
        held.append(Memory.open(folder / "kestrel.toml", registry.layout("saga"), state_dir=tmp_path / "state"))
        groups.OPEN.discard(held[0])  # as another program's it cannot be reached from here

    app = TableApp("unstarted", tmp_path, meanwhile=elsewhere)
    app.session.do(TABLE.rules.command("start-chapter", {"without": ["kestrel1"]}))
    async with app.run_test(size=(120, 40)) as pilot:

        def kestrel() -> Part:
            assert isinstance(app.screen, BroadcastScreen)
            return next(part for part in app.screen.parts if part.who == "kestrel1")

        await press(pilot, "n")  # a scene for all
        assert kestrel().barred == "has not started play yet"
        await press(pilot, "escape", "J")
        assert kestrel().offered and not kestrel().barred
        await press(pilot, "enter")
        [offer] = app.table.offers
        assert (offer.to, offer.verb) == ("kestrel1", "set-clock")
        await press(pilot, "n")
        assert kestrel().barred
        window = Session(SAGA.rules, held[0])
        assert not window.do(RULES.command(offer.verb, offer.params)).refused
        app.table_screen.look_elsewhere()
        assert kestrel().offered and not kestrel().barred, "what is asked about follows what they do meanwhile"
        await press(pilot, "escape")
        assert not window.do(RULES.command("start-scene", {})).refused
        await press(pilot, "n")
        assert kestrel().barred == "is at another point of the clock (chapter 1, scene 1)", "as they are at this moment"
    held[0].close()


async def test_the_whole_log_has_all_journals_by_who(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = TableApp("fight", tmp_path, [5, 5, 6, 6, 4, 3] * 9)
    async with app.run_test(size=(120, 40)) as pilot:
        await burst(pilot, "exclamation_mark", "enter")  # for all: told once
        kestrel = app.session.seats["kestrel1"]
        kestrel.do(kestrel.game.command("note", {"text": "a word of her own"}))
        await press(pilot, "L")
        screen = app.screen
        assert isinstance(screen, PartyJournalScreen)
        told = [(screen.book.head(event), event.do) for event in screen.book.events]
        assert told[0] == ("Kes", "note") and told[-1] == ("all", "gm-first")
        assert [do for _, do in told].count("gm-first") == 1
        assert "Kes" in app.text and "a word of her own" in app.text
        await press(pilot, "slash", *"kestrel", "enter")
        found = {screen.book.who(event) for event in screen.book.rows if isinstance(event, Event)}
        assert found == {"kestrel1", ""}, "hers, and what the table did to her"
        await press(pilot, "z")  # there it can be taken back
        assert type(app.screen) is JournalScreen and app.screen.memory is kestrel.memory
        assert app.screen.list.entry is not None and app.screen.list.entry.do == "note"
        await press(pilot, "escape", "u")
        assert next(kestrel.memory.history()).do == "undo"
        assert screen.book.undone(next(one for one in screen.book.events if one.do == "note"))
        await press(pilot, "escape")

        def not_here() -> Event | None:
            raise NotTogether("bo.toml is not here")

        monkeypatch.setattr(app.session, "undo", not_here)
        await press(pilot, "u")
        assert [note.message for note in app._notifications][-1] == "bo.toml is not here"
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)


@pytest.mark.rule("KIS-2", "KIS-3", "TIME-2")
async def test_a_kismet_roll_that_is_due_is_made_from_the_preview_of_a_round_s_end(tmp_path: Path) -> None:
    """Whoever owes one is left out of the clock's edge otherwise; the roll is an act of the table."""
    app = TableApp("trouble", tmp_path, [1, 5] * 9)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "z")
        assert "✗ 3 Odalys" in app.text and app.text.count("A kismet roll is due") == 2
        assert "✗ 1 Kestrel" in app.text and "m Kismet roll" in app.text
        beside = next(line for line in app.text.splitlines() if "✗ 1 Kestrel" in line)
        assert "✗ 3 Odalys" in beside, "side by side"
        before = app.member("oda1").play.doom
        await press(pilot, "m")  # of the first who needs it
        assert "✗ 1 Kestrel" in app.text and "A kismet roll is in" in app.text, "fortune may act on it first"
        assert app.member("kestrel1").play.kismet.hitches == 2
        for _ in range(4):
            if "✗" in app.text:
                await press(pilot, "m")
        assert doomed(app.member("kestrel1")), "two hitches: nothing is asked of one who has met their doom"
        assert app.member("oda1").play.doom == before + 1 and not app.member("oda1").play.asks
        assert "✗" not in app.text
        await press(pilot, "enter")
        assert {app.member(who).play.round for who in app.session.seats} == {3}
        assert [event.do for event in app.memory.history()][:4] == ["end-round", "let", "let", "let"]


@pytest.mark.parametrize("way", WAYS, ids=[way.words.replace(" ", "-") for way in WAYS])
@pytest.mark.rule("CNF-5", "TRT-4", "CNF-7", "REG-1")
async def test_it_takes_no_more_keys_than_it_may(tmp_path: Path, way: Way) -> None:
    assert way.count <= way.most
    app = TableApp("fight", tmp_path, [5, 5, 6, 6, 4, 3] * 9)
    async with app.run_test(size=(80, 24)) as pilot:
        await burst(pilot, *way.first)
        assert not way.came(app) or not way.typed
        await burst(pilot, *way.keys)
        assert way.came(app)


def test_the_readme_s_table_is_what_is_pressed_here() -> None:
    assert kept(GM_MARKS) == table(), "write it anew: python -m tests.key_table"


ROUNDS: tuple[tuple[str, str], ...] = (
    ("plus T h u g s space 4 / 1 / 1 space x 3 enter", "elements=3"),
    ("plus D o r n space 3 / 5 / 4 enter", "elements=4"),
    ("plus tab tab f e a r enter", "conditions=1"),
    ("plus tab tab tab 6 enter", "allies=1"),
    ("n 2 enter", "round=1 phase=setup"),
    ("a v 1 2 enter n", "phase=players"),
    ("1 r enter f enter enter", "acted=1"),  # a roll of Kestrel's with a force token
    ("n", "phase=gm"),
    ("a enter enter enter", "strikes=0"),  # the first thugs attack, all that comes through is dealt
    ("n f enter", "round=2"),
    ("exclamation_mark enter", "phase=gm"),
    ("d enter 3 enter escape", "strikes=1"),  # Dorn attacks Odalys; she may block first
    ("3 s f enter enter escape", "strikes=1"),
    ("x enter", "strikes=0"),
    ("n n enter", "round=3"),
    ("m 1 enter enter enter", "answered=5"),
    ("z enter", "round=4"),
    ("i enter", "invoked=1"),
    ("2 space", "acted=1"),
    ("z enter", "round=5"),
    ("N enter", "round=0"),
)
"""A conflict of four rounds: what is pressed, and what is seen of it at the table."""
PLAYED_AT = [(80, 24), (120, 40)] if os.environ.get("CRAWL") == "all" else [(80, 24)]
"""At which sizes: at the smaller one each day, where least fits; at both with the whole crawl (`.ci/check --all`)."""


def seen(app: TableApp, name: str) -> object:
    play = app.table.play
    if name == "answered":
        return sum(len(one.answered) for one in play.conditions)
    if name == "invoked":
        return sum(bool(one.weight) for one in play.scene_traits)
    value = getattr(play, name)
    return len(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("size", PLAYED_AT, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.rule("CNF-2", "CNF-4", "CNF-5", "CNF-7", "CNF-8", "REG-1", "TRT-4")
async def test_a_conflict_of_four_rounds_is_undone_to_its_first_act(tmp_path: Path, size: tuple[int, int]) -> None:
    app = TableApp("calm", tmp_path, [5, 5, 6, 6, 4, 3, 3, 1, 1, 5, 6, 4, 3, 2, 1] * 9)
    files = {path: path.read_bytes() for path in app.folder.rglob("*.toml") if ".saga" not in str(path)}
    assert len(files) == 6
    async with app.run_test(size=size) as pilot:
        for keys, wanted in ROUNDS:
            await burst(pilot, *(" " if key == "space" and "plus" in keys else key for key in keys.split()))
            assert isinstance(app.screen, TableScreen), (keys, app.screen)
            for one in wanted.split():
                name, _, value = one.partition("=")
                assert str(seen(app, name)) == value, (keys, one, [event.text for event in app.memory.history()][:3])
        assert any(one.play.damage for one in app.session.members.values())
        while app.session.target() is not None:
            await burst(pilot, *["u"] * 5)
        app.session.close()
        app.memory.close()
    for path, before in files.items():
        assert path.read_bytes() == before, path.name


async def test_play_that_is_started_from_the_table_comes_back_to_it(tmp_path: Path) -> None:
    app = TableApp("unstarted", tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "enter", "g")
        for _ in range(50):
            await pilot.pause(0.02)
            if isinstance(app.screen, SessionScreen):
                break
        assert isinstance(app.screen, SessionScreen)
        await press(pilot, "escape")
        assert app.screen_stack[-1] is app.table_screen
        assert app.member("kestrel1").play is not None
        await press(pilot, "n", "enter")
        assert app.table.play.chapter == 1


async def test_an_empty_table_says_how_to_seat_somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYS, "empty", {})
    monkeypatch.setitem(TABLES, "empty", {})
    app = TableApp("empty", tmp_path, meanwhile=lambda folder: seat_of(folder, tmp_path / "state"))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert " Q Seat a character" in app.text
        await press(pilot, "Q", "enter")
        assert " 1 Theo Marsh ━" in app.text and "▸chapter 3, scene 2" in app.text, "the table has not come so far"
        assert [*app.session.members] == ["theo1"]
        await press(pilot, "u")
        assert not app.session.members and "Theo Marsh ━" not in app.text


def seat_of(folder: Path, state: Path) -> None:
    """A character who could sit down."""
    Memory.create(folder, character("theo1", CALM), registry.layout("saga"), state_dir=state).close()

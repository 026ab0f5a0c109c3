"""The story of a table: conflicts with every roll and its odds, the luck of each and of the GM, what was given; and a
situation from a file that is opened there (CNF, ROL-1, SPK-2)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from saga_tui.cli import saga_tui
from saga_tui.engine.party import PartySession
from saga_tui.games import registry
from saga_tui.games.saga.game import GAME
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.store import Memory
from saga_tui.store.read_only import past
from tests.games.saga.rules.heroes import made

NAMES = ("Ada", "Bo")
Party = PartySession[Any]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two characters before chapter 1, and the table that they sit at."""
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "state"))
    place, seats = tmp_path / "c", []
    for name in NAMES:
        doc = made(concept={"name": name}, id="", play={"span": "saga"}).to_doc()
        with Memory.create(place, doc, registry.layout("saga")) as memory:
            seats.append((memory.identity, name, memory.path.stem))
    doc = TABLE.with_seats(TABLE.new("Last Siding"), seats)
    Memory.create(place / "tables", doc, registry.layout("saga-table")).close()
    return place


@pytest.fixture
def party(folder: Path) -> Iterator[Party]:
    with Memory.open(folder / "tables" / "last-siding.toml", registry.layout("saga-table")) as memory:
        session = TABLE.session(memory)
        yield session
        session.close()


def do(party: Party, verb: str, faces: tuple[int, ...] | None = None, **given: Any) -> None:
    outcome = party.do(party.game.command(verb, given), faces)
    assert not outcome.refused, outcome.problems


def fought(party: Party) -> None:
    """A round of a deadly conflict: the GM first, a block, an attack, a bribe."""
    ada, bo = party.seats
    do(party, "start-chapter", drive={"Ada": "1", "Bo": "1"})
    do(party, "start-scene")
    do(party, "note", text="They meet in the *barn*.")
    do(party, "element", name="Riflemen", dice="3/0/2")
    do(party, "start-conflict", stakes="deadly")
    do(party, "gm-first")
    do(party, "act", (6, 5, 1), element="Riflemen", targets=(ada,))
    do(party, "block", (5, 1), seat=ada, skill="awareness", roll={"acuity": 1})
    do(party, "deal")
    do(party, "attack", (5, 5, 5, 1, 1, 1, 5), seat=bo, target="Riflemen", roll={"acuity": 1})
    do(party, "luck", seat=ada, fact="the lamp fails")
    do(party, "order")
    do(party, "bribe", to=(bo,), amount=2, why="He looks away")
    mine = party.seats[ada]
    mine.do(mine.game.command("roll", {"skill": "awareness", "opposing": 1, "reflexive": True}), (1, 1, 6))


@pytest.mark.rule("CNF-7", "ROL-1")
def test_a_conflict_is_told_with_each_roll_and_its_odds_and_the_luck_of_each(party: Party) -> None:
    fought(party)
    then = past(party.memory.path, registry.layout("saga-table"))
    text = " ".join(TABLE.recap(then).split())
    assert "Ada, luck for 1 fortune token: the lamp fails" in text and text.count("the lamp fails") == 1
    rolled = text.partition(" (Ada ")[2]
    assert " Athletics, " in rolled and "; Bo " in rolled, "whose roll for the order is whose"
    order = [
        "They meet in the *barn*.",
        "The GM acts first: 1 fortune for all",
        "3 physical dice [6 5 1], 2 marks",
        "Ada blocks: 1 damage cancelled (made it: Awareness,",
        "Riflemen → Ada: 1 pain dealt",
        "Bo attacks Riflemen: 2 net marks,",
        "(made it at 44%: Weaponry, 4 dice against 3, 2 net marks)",
        "2 fortune as a bribe for Bo (He looks away)",
    ]
    places = [text.find(said) for said in order]
    assert -1 not in places and places == sorted(places), dict(zip(order, places, strict=True))
    assert (
        text.find("Ada: missed at 41% (85% at least qualified): Awareness, 2 dice against 1, −1 net mark") > places[4]
    )
    assert "The GM luck: 2 marks in 1 roll, 1.0 more than the 1.0 expected" in text
    assert "Given Bo: 2 fortune as a bribe" in text
    assert text.count("escalated") == 0 and text.count("barn") == 1
    told = TABLE.recap(then, markdown=True, charts=True)
    assert "### Scene 1: deadly conflict" in told and "> They meet in the *barn*." in told


def test_the_gms_sheet_shows_the_party_as_its_files_are_and_a_file_is_a_situation(party: Party, folder: Path) -> None:
    fought(party)
    place = ("--dir", str(folder))
    party.close()
    party.memory.close()
    ready = folder / "situations"
    ready.mkdir()
    (ready / "ambush.toml").write_text('name = "Ambush"\nelements = [{ name = "Thug", dice = "3/1/1", times = 2 }]\n')
    done = CliRunner().invoke(saga_tui, [*place, "do", "last siding", "open-situation", "ambush"])
    assert done.exit_code == 0, done.output
    assert "Thug 2" in done.output
    missing = CliRunner().invoke(saga_tui, [*place, "do", "last siding", "open-situation", "ambsh"])
    assert "Did you mean 'Ambush'" in missing.output and missing.exit_code
    told = CliRunner().invoke(saga_tui, [*place, "recap", "last siding", "--chapter", "1", "--ascii"])
    assert "Bo attacks Riflemen" in told.output and "barn" in told.output
    for typed in (["clock", "The mail coach"], ["clock", "The mill"], ["tick", "coach"]):
        done = CliRunner().invoke(saga_tui, [*place, "do", "last siding", *typed])
        assert done.exit_code == 0, done.output
    run = CliRunner()
    words = run.invoke(saga_tui, [*place, "do", "last siding", "element", "Wolf 6/2/3 x2"]).output
    assert "Wolf ×2 6/2/3" in words, "the line of the screen, in one word for the shell"
    words = run.invoke(saga_tui, [*place, "do", "last siding", "damage-element", "wolf 2", "--dry-run"]).output
    assert "elements, Wolf 2, dice, physical 6 → 5" in words and "play.elements[" not in words
    assert run.invoke(saga_tui, [*place, "do", "last siding", "damage-element", "wolf 2"]).exit_code == 0
    words = run.invoke(saga_tui, [*place, "undo", "last siding", "--dry-run"]).output
    assert "elements, Wolf 2, dice, physical 5 → 6" in words
    listed = run.invoke(saga_tui, [*place, "log", "last siding"]).output.splitlines()
    assert any("2 fortune as a bribe for Bo" in line for line in listed)
    assert any("Bo: Fortune" in line for line in listed), "the log of a table is that of all who sit there"
    searched = run.invoke(saga_tui, [*place, "log", "last siding", "--search", "bo weaponry", "--kind", "rolls"]).output
    assert "  Bo: " in searched and "Ada: " not in searched
    own = json.loads(run.invoke(saga_tui, [*place, "log", "last siding", "--json"]).output)
    assert [one["id"] for one in own] == list(range(1, len(own) + 1)), "programs get the table's own, as ever"
    assert "0 → 1 of 4" in done.output, "a word that one name has is enough"
    assert CliRunner().invoke(saga_tui, [*place, "do", "last siding", "tick", "the"]).exit_code, "two have it"
    page = CliRunner().invoke(saga_tui, [*place, "sheet", "last siding"]).output
    assert (
        "ADA" in page
        and "Chapter 1, scene 1, deadly conflict, round 1" in page
        and "Pain        4  ■□□□│□□" in page
        and "Thug 1 " in page
        and "cannot be read" not in page
    )
    assert GAME.situations is TABLE.situations
    tried = CliRunner().invoke(saga_tui, [*place, "situation", "forecast", "ambush", "last siding"])
    assert "1,000 conflicts of Ada and Bo, seed 0" in tried.output, tried.output

"""A table and those who sit at it: opened by their ids, acts in all of them, one undo; what is wrong with a seat."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from saga_tui.changes import Doc, diff
from saga_tui.engine.party import Part, PartyOutcome, PartySession
from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.store import Memory, load
from saga_tui.store.errors import NotSaved
from saga_tui.store.groups import NotTogether
from saga_tui.store.read_only import past

NAMES = ("Ada", "Bo", "Cy")
Party = PartySession[Any]


@pytest.fixture
def folder(lanterns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three watchmen who sit at one table, all closed."""
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "state"))
    place, seats = tmp_path / "c", []
    for name in NAMES:
        doc = {**registry.game("lanterns").new(name), "keeper": {"name": name, "trade": "watchman"}}
        with Memory.create(place, doc, registry.layout("lanterns")) as memory:
            seats.append((memory.identity, name, memory.path.stem))
    new_table(place, "Watch", seats)
    return place


def new_table(place: Path, name: str, seats: list[tuple[str, str, str]]) -> None:
    doc = game().with_seats(game().new(name), seats)
    Memory.create(place / "tables", doc, registry.layout("lanterns-table")).close()


def game() -> PartyGame:
    found = registry.game("lanterns-table")
    assert isinstance(found, PartyGame)
    return found


Open = Callable[..., Party]


@pytest.fixture
def sit(folder: Path) -> Iterator[Open]:
    """Opens the table, closed at the end."""
    opened: list[Party] = []

    def open_(name: str = "watch", *, look: bool = False) -> Party:
        path = folder / "tables" / f"{name}.toml"
        memory = Memory.open(path, registry.layout_at(path), read_only=look)
        opened.append(game().session(memory, look=look))
        return opened[-1]

    yield open_
    for party in opened:
        with suppress(NotTogether):
            party.close()
        party.memory.close()


def do(party: Party, verb: str, dice: tuple[int, ...] | None = None, **given: Any) -> None:
    outcome = party.do(party.game.command(verb, given), dice)
    assert not outcome.refused, outcome.problems


def nights(party: Party) -> list[int]:
    return [one.document.play.night if one.document.play else 0 for one in party.seats.values()]


def docs(folder: Path) -> dict[str, Doc]:
    return {path.name: load(path) for path in folder.rglob("*.toml") if ".saga-tui" not in path.parts}


def test_an_act_of_the_table_is_in_all_and_one_undo_takes_it_back_everywhere(sit: Open, folder: Path) -> None:
    before = docs(folder)
    party = sit()
    assert [one.document.title for one in party.seats.values()] == [*NAMES]
    do(party, "bell")
    assert (nights(party), party.document.play.bells) == ([1, 1, 1], 1)
    groups = {next(one.memory.history()).group for one in (party, *party.seats.values())}
    assert len(groups) == 1
    assert groups != {None}
    party.undo()
    assert (nights(party), party.document.play.bells) == ([0, 0, 0], 0)
    party.redo()
    party.undo()
    party.close()
    party.memory.close()
    assert docs(folder) == before


def test_undo_takes_the_newest_of_all_journals_a_player_s_own_act_among_them(sit: Open) -> None:
    party = sit()
    do(party, "bell")
    ada, bo, _ = party.seats.values()
    do(party, "send", (17,), whom="Bo")
    ada.do(ada.game.command("dare", {}), (3,))
    bo.do(bo.game.command("dare", {}), (4,))
    steps = []
    while (found := party.target()) is not None:
        steps.append((party.seats[found.who].document.title if found.who else "table", found.event.do))
        assert party.undo() is not None
    assert [verb for _, verb in steps][:2] == ["dare", "dare"]
    assert [who for who, _ in steps][:2] == ["Bo", "Ada"]
    assert len(steps) == 4, "two of their own, and two that the table shares with them"
    redone = [event.text for event in iter(party.redo, None)]
    assert [text.partition(":")[0] for text in redone] == ["The bell rings", "Bo is sent", "Dared", "Dared"]
    assert party.document.play.best == 17


def test_what_a_table_rolls_first_decides_what_happens_to_those_who_sit_there(sit: Open) -> None:
    party = sit()
    do(party, "bell")
    gust = party.game.command("gust", {})
    outcome = party.preview(gust, (13, 20, 12, 13))
    assert isinstance(outcome, PartyOutcome)
    assert [(one.dice, "against 13" in one.text) for one in outcome.parts.values()] == [
        ((20,), True), ((12,), True), ((13,), True),
    ]  # fmt: skip
    assert party.dice(outcome) == (13, 20, 12, 13), "which do the same again"
    assert party.draw(gust).needed == 1
    short = party.preview(gust, ())
    assert short.refused and short.problems[0].code == "dice"
    party.roller = lambda count, sides=6, /: (sides // 2,) * count
    party.do(gust)
    assert next(party.memory.history()).params == {"ahead": [10]}
    ada = next(iter(party.seats.values()))
    assert next(ada.memory.history()).text.startswith("Dared: 10 against 10")
    party.undo()
    assert next(ada.memory.history()).do == "undo"


def test_nothing_is_done_again_once_something_else_happened(sit: Open) -> None:
    party = sit()
    do(party, "bell")
    ada, bo, _ = party.seats.values()
    ada.do(ada.game.command("dare", {}), (3,))
    party.undo()
    bo.do(bo.game.command("dare", {}), (3,))
    assert party.redo() is None
    assert party.undo() is not None, "Bo's"
    assert party.redo() is not None


def test_what_they_did_before_the_table_began_is_not_the_table_s_to_undo(sit: Open, folder: Path) -> None:
    path = folder / "ada.toml"
    with Memory.open(path, registry.layout_at(path), now=lambda: "2020-01-01T20:00:00+01:00") as memory:
        memory.commit("old", {}, [], text="long ago")
    bo = folder / "bo.toml"
    with Memory.open(bo, registry.layout_at(bo)) as memory:
        memory.commit("new", {}, [], text="a moment ago, in this program")
    party = sit()
    assert party.undo() is None
    do(party, "bell")
    assert party.undo() is not None
    assert next(iter(party.seats.values())).undo() is not None, "it is its player's"


def test_an_act_of_which_one_member_is_gone_is_not_halved_by_undo(sit: Open, folder: Path, tmp_path: Path) -> None:
    party = sit()
    do(party, "bell")
    party.close()
    party.memory.close()
    for path in [folder / "bo.toml", *folder.glob(".saga-tui/bo-*")]:
        path.rename(tmp_path / path.name)
    party = sit()
    assert len(party.seats) == 2
    with pytest.raises(NotTogether, match="is not here"):
        party.undo()
    assert nights(party) == [1, 1]


def test_faces_that_are_given_go_to_those_who_roll(sit: Open) -> None:
    party = sit()
    do(party, "bell")
    do(party, "send", (17,), whom="Cy")
    assert party.document.play.best == 17
    assert next(party.seats[party.document.seats[2].id].memory.history()).dice == (17,)


def test_a_seat_is_found_by_its_id_wherever_its_file_was_renamed_to(sit: Open, folder: Path) -> None:
    (folder / "bo.toml").rename(folder / "somebody-else.toml")
    (folder / "cy.toml").rename(folder / "bo.toml")
    party = sit()
    assert [one.memory.path.name for one in party.seats.values()] == ["ada.toml", "somebody-else.toml", "bo.toml"]
    assert [one.document.title for one in party.seats.values()] == [*NAMES]
    assert not party.notes


def test_a_seat_that_cannot_play_says_why_and_how_to_mend_it_and_the_rest_plays_on(sit: Open, folder: Path) -> None:
    from saga_tui.store import Library

    library = Library(folder, layout=registry.layout)
    library.delete(folder / "ada.toml")
    (folder / "bo.toml").write_text("keeper = {")
    party = sit()
    ada, bo, cy = (seat.id for seat in party.document.seats)
    assert [*party.seats] == [cy]
    assert {who: note.code for who, note in party.notes.items()} == {ada: "trash", bo: "damaged"}
    assert str(party.notes[ada]).startswith("ada.toml is in the trash. Restore it")
    assert "bo.toml" in str(party.notes[bo])
    assert [party.last_seen(who).title for who in (ada, bo, cy)] == [*NAMES], "the last state of each"
    do(party, "bell")
    assert nights(party) == [1]
    library.restore(library.trash()[0])
    party.sync(again=True)
    assert [*party.seats] == [ada, cy]


def test_a_missing_file_one_of_another_game_and_one_open_elsewhere(sit: Open, folder: Path) -> None:
    from saga_tui.store import groups

    saga = registry.game("saga").new("Bo") | {"id": load(folder / "bo.toml")["id"]}
    (folder / "ada.toml").unlink()
    (folder / "bo.toml").unlink()
    for path in folder.glob(".saga-tui/bo-*"):
        path.rename(folder / "away")
    Memory.create(folder, saga, registry.layout("saga"), stem="bo").close()
    elsewhere = Memory.open(folder / "cy.toml", registry.layout("lanterns"))
    groups.OPEN.discard(elsewhere)  # as another process's it cannot be reached from here
    party = sit()
    codes = [party.notes[seat.id].code for seat in party.document.seats]
    assert codes == ["missing", "game", "open"]
    ada, bo, cy = (party.notes[seat.id] for seat in party.document.seats)
    assert "saga-tui restore ada last" in str(ada)
    assert str(bo) == "bo.toml is not a character of Lanterns."
    assert str(cy).startswith("cy.toml is open in another window")
    assert (ada.document.title, bo.document, cy.document.title) == ("Ada", None, "Cy")
    elsewhere.commit("say", {}, [], text="a word")
    old = party.last_seen(party.document.seats[2].id)
    elsewhere.rename("Cyril")
    assert party.seating is not None
    assert party.seating.poll()
    assert (old.title, party.last_seen(party.document.seats[2].id).title) == ("Cy", "Cyril"), "seen live"
    elsewhere.close()


def test_one_who_sits_twice_or_at_two_tables_is_told_and_plays(
    sit: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = (load(folder / name)["id"] for name in ("ada.toml", "bo.toml"))
    new_table(folder, "Other", [(ada, "Ada", "ada"), (bo, "Bo", "bo"), (bo, "Bo", "bo")])
    party = sit("other")
    assert [*party.seats] == [ada, bo]
    assert (party.notes[ada].code, party.notes[bo].code) == ("two-tables", "twice")
    assert str(party.notes[ada]).startswith("Ada also sits at Watch.")
    assert party.notes[ada].plays
    keepers = registry.game("lanterns").rules
    twice = [Part(bo, keepers.command("dare", {})) for seat in party.document.seats if seat.id == bo]
    monkeypatch.setattr(party.game.commands["bell"], "parts", lambda *_: twice)
    party.seats[bo].do(keepers.command("start-night", {}))
    outcome = party.do(party.game.command("bell", {}), (5,))
    assert not outcome.refused
    assert party.dice(outcome) == (5,), "one who has two seats acts once"


def test_what_is_said_of_a_seat_is_what_is_so_now(sit: Open, folder: Path) -> None:
    """Whoever is seated twice, or at another table, since the table was opened is told too; and no more once mended."""
    party = sit()
    ada, cy = party.document.seats[0].id, party.document.seats[2].id
    doc = party.memory.doc

    def seat(seats: list[Doc]) -> None:
        party.memory.commit("seat", {}, diff(party.memory.doc, {**party.memory.doc, "seats": seats}))
        party.sync()

    seat([*doc["seats"], doc["seats"][2]])
    assert {who: note.code for who, note in party.notes.items()} == {cy: "twice"}
    new_table(folder, "Other", [(ada, "Ada", "ada"), (ada, "Ada", "ada")])
    seat(doc["seats"])
    assert {who: note.message for who, note in party.notes.items()} == {ada: "Ada also sits at Other"}
    new_table(folder, "Late", [(cy, "Cy", "cy")])
    party.sync()
    assert party.seating is not None
    fix = "scenes and rounds follow whichever table moves on: remove"
    assert party.seating.told() == [
        f"Ada also sits at Other. Its {fix} it from one of the tables.",
        f"Cy also sits at Late. Its {fix} it from one of the tables.",
    ]
    (folder / "tables" / "late.toml").unlink()
    (folder / "tables" / "other.toml").unlink()
    new_table(folder, "Other", [(ada, "Ada", "ada"), (cy, "Cy", "cy")])
    party.sync()
    assert party.seating.told() == [f"Ada and Cy also sit at Other. Their {fix} them from one of the tables."]
    next((folder / "tables").glob("other*.toml")).unlink()
    party.sync()
    assert not party.notes


def test_those_who_are_missing_are_looked_for_again_once_the_folder_has_changed(
    sit: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every other second: that reads every file of the folder."""
    from saga_tui.engine import seating
    from saga_tui.store import seats

    shutil.move(folder / "bo.toml", folder / "away")
    party = sit()
    bo = party.document.seats[1].id
    tried: list[str] = []
    real = seats.open_beside

    def noted(memory: Memory, folder: str, who: str, *given: Any, **more: Any) -> seats.Seen:
        tried.append(who)
        return real(memory, folder, who, *given, **more)

    monkeypatch.setattr(seating, "open_beside", noted)
    for _ in range(3):
        assert not party.refresh()
    assert not tried
    shutil.move(folder / "away", folder / "bo.toml")
    assert party.refresh()
    assert tried == [bo]
    assert [one.document.title for one in party.seats.values()] == [*NAMES]


def test_a_table_that_cannot_be_opened_or_saved_leaves_nobody_locked_and_says_whose_file_it_is(
    sit: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from saga_tui.engine.seating import Seating

    def free() -> bool:
        with Memory.open(folder / "ada.toml", registry.layout("lanterns")) as memory:
            return not memory.read_only

    def broken(*_: Any) -> None:
        raise RuntimeError

    path = folder / "tables" / "watch.toml"
    with monkeypatch.context() as patched, Memory.open(path, registry.layout_at(path)) as memory:
        patched.setattr(Seating, "_remark", broken)
        with pytest.raises(RuntimeError):
            game().session(memory)
        assert free()
    party, saved = sit(), Memory.close

    def full(memory: Memory) -> None:
        saved(memory)
        if memory.path.stem == "bo":
            raise NotSaved("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(Memory, "close", full)
        with pytest.raises(NotSaved) as told:
            party.close()
    assert told.value.whose == "bo.toml"
    assert free()


def test_one_that_opening_has_to_write_and_cannot_is_told(sit: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Memory.beside

    def full(memory: Memory, path: Path, *given: Any, **more: Any) -> Memory:
        if path.stem == "bo":
            raise NotSaved("disk full")
        return real(memory, path, *given, **more)

    monkeypatch.setattr(Memory, "beside", full)
    party = sit()
    assert [str(note) for note in party.notes.values()] == [
        "bo.toml cannot be opened for writing: disk full. Make room on the disk, or wait until it can be written again."
    ]
    assert [one.code for one in party.notes.values()] == ["unsaved"]


def test_a_file_that_names_no_game_sits_only_at_the_table_of_the_game_that_it_is_of(sit: Open, folder: Path) -> None:
    path = folder / "bo.toml"
    shutil.rmtree(folder / ".saga-tui")
    path.write_text(path.read_text().replace('game = "lanterns"', ""))
    party = sit()
    assert [note.code for note in party.notes.values()] == ["game"]
    assert registry.game("saga").unnamed, "files without a game are of the first"
    assert registry.key_of({}) == "saga"
    said = [problem.message for problem in game().problems(party.memory.doc, folder / "tables")]
    assert said == ["Bo sits here and is no character of Lanterns"]


def test_who_takes_no_part_in_an_act_is_not_asked_for_dice(sit: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    party = sit()
    do(party, "bell")
    send = party.game.commands["send"]
    assert party.draw(party.game.command("send", {"whom": "Bo"})).needed == 1
    bo = party.document.seats[1].id
    assert party.draw(party.game.command("send", {"whom": "Bo", "without": [bo]})).needed == 0
    monkeypatch.setattr(send, "left_out", lambda *_: {bo: "sleeps"})
    assert party.draw(party.game.command("send", {"whom": "Bo"})).needed == 0
    monkeypatch.setattr(send, "left_out", lambda *_: {})
    monkeypatch.setattr(send, "seen", lambda self, *_: self.model_copy(update={"whom": "Bo"}))
    assert party.draw(party.game.command("send", {"whom": "No one"})).needed == 1


def test_one_whose_id_the_table_has_too_takes_no_part_and_the_rest_plays_on(sit: Open, folder: Path) -> None:
    """As in a table's file that somebody made out of a character's."""
    ada, path = load(folder / "ada.toml")["id"], folder / "tables" / "watch.toml"
    shutil.rmtree(folder / "tables" / ".saga-tui")
    path.write_text(path.read_text().replace(load(path)["id"], ada))
    party = sit()
    assert str(party.notes[ada]) == "Ada has the id of this table. Change the id in the table's file."
    do(party, "bell")
    assert nights(party) == [1, 1]
    assert "Ada has the id of this table" in [one.message for one in game().problems(load(path), path.parent)]


def test_one_that_is_open_in_this_program_is_shared_and_stays_open(sit: Open, folder: Path) -> None:
    path = folder / "ada.toml"
    with Memory.open(path, registry.layout_at(path)) as mine:
        party = sit()
        assert party.seats[mine.identity].memory is mine
        do(party, "bell")
        party.close()
        party.memory.close()
        mine.undo()
        assert "play" not in mine.doc


def test_a_look_at_a_table_previews_and_keeps_nothing(sit: Open, folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    party = sit(look=True)
    outcome = party.preview(party.game.command("bell", {}))
    assert not outcome.refused
    assert len(getattr(outcome, "parts", ())) == 3
    party.close()
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_one_that_is_free_again_plays_again_and_one_that_is_handed_over_does_not(sit: Open, folder: Path) -> None:
    from saga_tui.store import groups

    elsewhere = Memory.open(folder / "cy.toml", registry.layout("lanterns"))
    groups.OPEN.discard(elsewhere)
    party = sit()
    cy = party.document.seats[2].id
    assert not party.refresh()
    assert cy not in party.seats
    elsewhere.close()
    assert party.refresh()
    assert (len(party.seats), dict(party.notes)) == (3, {})
    party.seats[cy].memory.hand_over()
    party.sync()
    assert party.notes[cy].code == "open"
    do(party, "bell")
    assert nights(party) == [1, 1]
    assert party.last_seen(cy).play is None


def test_the_story_of_a_table_has_what_everyone_did_between_its_acts(sit: Open, folder: Path) -> None:
    party = sit()
    do(party, "bell")
    ada, bo, _ = party.seats.values()
    ada.do(ada.game.command("dare", {}), (20,))
    do(party, "send", (2,), whom="Bo")
    bo.do(bo.game.command("dare", {}), (13,))
    party.undo()
    do(party, "send", (9,), whom="Cy")
    told = game().told(str(folder / "tables"), party.memory.history(), party.memory.doc, party.memory.device)
    [chapter] = told.chapters
    assert [moment.text.partition(":")[0] for scene in chapter.scenes for moment in scene.moments] == [
        *("The bell rings", "Ada", "Bo is sent", "Bo", "Cy is sent", "Cy")
    ]
    said = [moment.text for scene in chapter.scenes for moment in scene.moments]
    assert [text for text in said if text.startswith("Bo: ")] == [
        "Bo: Dared: 2 against 11, the dark wins; oil 6 → 5"
    ], "what was undone is not told"
    assert [(name, its.marks) for name, its in told.each] == [("Ada", 20), ("Bo", 2), ("Cy", 9)]
    assert dict(chapter.facts)["Bo"] == "oil: 6 → 5; luck: 2 pips in 1 roll, 8.5 fewer than the 10.5 expected"
    assert (told.name, told.line, told.luck.marks) == ("Watch", "Ada, Bo and Cy", 31)
    (folder / "bo.toml").write_text("broken =", encoding="utf-8")
    (folder / "cy.toml").unlink()
    party.close()
    then = past(party.memory.path, registry.layout("lanterns-table"))
    assert "Bo: Dared: 2 against 11" in game().recap(then), "from its journal"


def test_the_story_of_a_table_begins_where_the_table_does(sit: Open, folder: Path) -> None:
    path = folder / "ada.toml"
    with Memory.open(path, registry.layout_at(path), now=lambda: "2020-01-01T20:00:00+01:00") as memory:
        memory.commit("note", {"text": "long ago"}, [], text="long ago")
    party = sit()
    do(party, "bell")
    party.seats[next(iter(party.seats))].do(party.game.command("note", {"text": "*now*"}))
    told = game().recap(past(party.memory.path, registry.layout("lanterns-table")), markdown=True)
    assert "long ago" not in told
    assert "> Ada: *now*" in told


def test_a_hostile_table_reads_no_file_outside_and_writes_in_none_that_is_not_meant(
    sit: Open, folder: Path, tmp_path: Path
) -> None:
    ada = load(folder / "ada.toml")["id"]
    (tmp_path / "secret.toml").write_text((folder / "ada.toml").read_text().replace(ada, "zzzzzzzz"))
    shutil.copy(folder / "ada.toml", folder / "copy.toml")
    seats = [("zzzzzzzz", "Spy", "../secret"), (ada, "Ada", "copy"), ("\u202e../..", "X", "a\0b"), ("", "", "")]
    new_table(folder, "Bad", seats)
    before = (tmp_path / "secret.toml").read_bytes(), (folder / "copy.toml").read_bytes()
    party = sit("bad")
    assert [one.memory.path.name for one in party.seats.values()] == ["ada.toml"]
    assert party.notes["zzzzzzzz"].code == "missing"
    do(party, "bell")
    party.close()
    assert before == ((tmp_path / "secret.toml").read_bytes(), (folder / "copy.toml").read_bytes())


def test_check_names_the_seats_of_which_there_is_no_character(folder: Path) -> None:
    (folder / "ada.toml").unlink()
    (folder / "bo.toml").write_text("nothing = [")
    shutil.rmtree(folder / ".saga-tui")
    path = folder / "tables" / "watch.toml"
    said = [problem.message for problem in game().problems(load(path), path.parent)]
    assert said == ["Ada sits here and is not among the characters", "Bo sits here and cannot be read"]


def test_a_table_that_is_handed_over_gives_those_who_sit_there_free_and_takes_them_back(
    sit: Open, folder: Path
) -> None:
    party = sit()
    party.memory.hand_over()
    party.refresh()
    assert [one.memory.read_only for one in party.seats.values()] == [True] * 3
    with Memory.open(folder / "ada.toml", registry.layout("lanterns")) as elsewhere:
        assert not elsewhere.read_only
    assert party.memory.take_over()
    party.refresh()
    party.refresh()
    assert [one.memory.read_only for one in party.seats.values()] == [False] * 3
    do(party, "bell")
    assert nights(party) == [1, 1, 1]

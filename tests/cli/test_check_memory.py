"""`check` looks at a character's memory too: what is lost is an error, what is left over a remark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from saga_tui.engine.session import do_all
from saga_tui.games.registry import layout
from saga_tui.games.saga.rules.commands import command_of
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory, load
from saga_tui.store.records import split_records
from tests.cli.conftest import Run, everything
from tests.cli.test_check import found


def memory_of(path: Path) -> Path:
    (folder,) = (place for place in (path.parent / ".saga-tui").iterdir() if place.is_dir())
    return folder


def segment_of(path: Path) -> Path:
    (segment,) = memory_of(path).glob("journal/*/*.toml")
    return segment


def told(run: Run) -> list[tuple[str, str]]:
    """Level and message of what is said of the memory, and that nothing is written by it."""
    return [(one["level"], one["message"]) for one in found(run, "kestrel") if one["rule"] == "MEMORY"]


def damage(segment: Path, number: int) -> None:
    """A flipped bit in the text of one event."""
    data = segment.read_bytes()
    place = data.index(b"\nid = %d\n" % number) + 12
    segment.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])


def test_a_sound_memory_is_not_mentioned(run: Run, storied: Path) -> None:
    assert told(run) == []
    assert run("check", "kestrel").exit_code == 0
    assert [one for one in found(run, "ashgrove") if one["rule"] == "MEMORY"] == []


def test_a_damaged_event_is_lost(run: Run, storied: Path) -> None:
    damage(segment_of(storied), 3)
    lost = told(run)
    assert [level for level, _ in lost] == ["error", "error"], "the journal's end vouches for the file: it stands"
    where = re.fullmatch(r"\.saga-tui/kestrel-\w+/journal/\w+/000001\.toml, line (\d+): \d+ damaged bytes", lost[0][1])
    assert where
    lines = segment_of(storied).read_bytes().decode(errors="replace").split("\n")
    assert "[[event]]" in lines[int(where[1]) - 1]
    assert re.fullmatch(r"Event 3 of device \w+ is missing from the log", lost[1][1])
    assert run("check", "kestrel").exit_code == 1


def test_a_file_that_nothing_vouches_for_is_compared_with_what_is_left(run: Run, storied: Path) -> None:
    damage(segment_of(storied), 3)
    storied.write_text(storied.read_text(encoding="utf-8").replace("spark = 20", "spark = 21"), encoding="utf-8")
    found = told(run)
    assert [level for level, _ in found] == ["error", "error", "remark"]
    assert found[2][1] == "The file differs in 1 value from the readable part of its history"


def test_a_loss_that_the_character_has_gone_on_from_is_settled(run: Run, storied: Path) -> None:
    damage(segment_of(storied), 3)
    with Memory.open(storied, layout("saga")) as memory:
        assert any("damaged" in note for note in memory.notes)
        memory.commit("note", {}, [], text="later")
    assert [level for level, _ in told(run)] == ["remark", "remark"]
    assert run("check", "kestrel").exit_code == 0
    damage(min(memory_of(storied).glob("journal/*/*.toml")), 5)
    assert [level for level, _ in told(run)] == ["error", *["remark"] * 3], "what is lost later is news"


def test_a_loss_in_an_old_segment_is_settled_by_a_restore(run: Run, storied: Path) -> None:
    with Memory.open(storied, layout("saga")) as memory:
        memory._parts.ledger.journal.roll()
        memory.commit("note", {}, [], text="later")
    damage(min(memory_of(storied).glob("journal/*/*.toml")), 3)
    assert [level for level, _ in told(run)] == ["error", "error"]
    (fix, *_) = (one["mend"] for one in found(run, "kestrel") if one["rule"] == "MEMORY")
    assert fix.endswith("saga-tui restore kestrel last")
    assert "the log says so" in run("restore", "kestrel", "last").stdout
    assert {level for level, _ in told(run)} == {"remark"}
    assert "nothing to do" in run("restore", "kestrel", "last").stdout


def test_several_lost_events_are_one_gap(run: Run, storied: Path) -> None:
    for number in (3, 4, 5):
        damage(segment_of(storied), number)
    assert any(
        re.fullmatch(r"Events 3 to 5 of device \w+ are missing from the log", message) for _, message in told(run)
    )


def test_a_record_cut_off_at_the_end_was_never_saved(run: Run, storied: Path) -> None:
    with segment_of(storied).open("ab") as segment:
        segment.write(b'[[event]]\nid = 8\nat = "2026-')
    ((level, message),) = told(run)
    assert level == "remark"
    assert "cut off while being written" in message
    assert run("check", "kestrel").exit_code == 0


def test_an_event_that_was_written_twice_is_not_lost(run: Run, storied: Path) -> None:
    segment = segment_of(storied)
    records = [raw for intact, raw in split_records(segment.read_bytes()) if intact]
    (third,) = (raw for raw in records if b"\nid = 3\n" in raw)
    segment.write_bytes(segment.read_bytes() + third + b"# crc 00000000\n\n")
    ((level, message),) = told(run)
    assert level == "remark"
    assert "nothing is lost" in message


def test_a_segment_that_is_gone_leaves_a_gap(run: Run, storied: Path) -> None:
    with Memory.open(storied, layout("saga")) as memory:
        memory._parts.ledger.journal.roll()
        memory.commit("note", {}, [], text="later")
    old = min(memory_of(storied).glob("journal/*/*.toml"))
    old.unlink()
    assert [level for level, _ in told(run)] == ["error"]
    assert "Events 1 to 7" in told(run)[0][1]


def test_a_hand_edit_is_a_remark(run: Run, storied: Path) -> None:
    storied.write_text(storied.read_text(encoding="utf-8").replace("spark = 20", "spark = 21"), encoding="utf-8")
    assert told(run) == [("remark", "The file differs from its saved history in 1 value: it was edited by hand")]
    assert run("check", "kestrel").exit_code == 0


def test_a_file_that_is_cut_off_is_an_error(run: Run, storied: Path) -> None:
    text = storied.read_text(encoding="utf-8")
    storied.write_text(text[: text.index("[skills]")], encoding="utf-8")
    ((level, message),) = told(run)
    assert level == "error"
    assert "Is it cut off?" in message
    (fix,) = (one["mend"] for one in found(run, "kestrel") if one["rule"] == "MEMORY")
    assert fix.endswith("saga-tui restore kestrel last")


def test_a_file_behind_its_journal_is_a_remark(run: Run, storied: Path) -> None:
    from saga_tui.changes import Change

    before = storied.read_bytes()
    with Memory.open(storied, layout("saga")) as memory:
        memory.commit("gain-spark", {}, [Change(("play", "spark"), 20, 21)], text="Spark 20 → 21")
        memory.flush()
        segment = segment_of(storied)
        durable = segment.read_bytes()
    storied.write_bytes(before)
    segment.write_bytes(durable)  # as a kill before the checkpoint leaves it
    ((level, message),) = told(run)
    assert level == "remark"
    assert message.startswith("The file is 1 value behind its saved history")
    assert load(storied)["play"]["spark"] == 20


def test_a_kept_version_that_was_changed_is_an_error(run: Run, storied: Path) -> None:
    (kept,) = memory_of(storied).glob("kept/*.toml")
    kept.write_text("changed = true\n", encoding="utf-8")
    ((level, message),) = told(run)
    assert level == "error"
    assert kept.name in message


def test_a_backup_that_cannot_be_read_is_an_error(run: Run, storied: Path) -> None:
    (backup,) = memory_of(storied).glob("backups/*.toml")
    backup.write_bytes(b"\0\0\0\0\0\0")
    ((level, message),) = told(run)
    assert level == "error"
    assert backup.name in message
    assert "NUL" in message


@pytest.mark.parametrize("where", ["", "kept/", "backups/", "journal/{device}/"])
def test_strange_files_are_remarks(run: Run, storied: Path, where: str) -> None:
    place = memory_of(storied) / where.format(device=segment_of(storied).parent.name)
    (place / "letter.txt").write_text("hello", encoding="utf-8")
    ((level, message),) = told(run)
    assert level == "remark"
    assert message.endswith("letter.txt does not belong to the saved history")


@pytest.mark.parametrize(
    "name", [".~kestrel.toml.tmp", ".saga-tui/{memory}/displaced.toml", ".saga-tui/{memory}/kept/.~x.tmp"]
)
def test_what_a_kill_left_is_a_remark(run: Run, storied: Path, name: str) -> None:
    path = storied.parent / name.format(memory=memory_of(storied).name)
    path.write_bytes(storied.read_bytes())
    ((level, message),) = told(run)
    assert level == "remark"
    assert path.name in message
    assert path.exists()


def test_a_conflict_copy_is_a_remark(run: Run, storied: Path) -> None:
    copy = storied.with_name("kestrel (Ana's conflicted copy 2026-03-01).toml")
    copy.write_bytes(storied.read_bytes())
    ((level, message),) = told(run)
    assert level == "remark"
    assert copy.name in message


def test_another_device_with_news_is_a_remark(
    run: Run, storied: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, isolated: Path
) -> None:
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "laptop"))
    assert "Edited by hand" in run("undo", "kestrel").output, "whoever made it"
    assert run("new", "--no-open", "Other").exit_code == 0
    with Memory.open(storied, layout("saga")) as memory:
        memory.commit("note", {}, [], text="from the laptop")
    monkeypatch.setenv("SAGA_TUI_STATE", str(isolated / "state"))
    messages = [message for level, message in told(run) if level == "remark"]
    assert any("are merged here yet" in message for message in messages)


def an_act_over_two(folder: Path, kestrel: Path, monkeypatch: pytest.MonkeyPatch, *, stopped: bool) -> Path:
    """Both take one pain in one act; where it is stopped, no journal has it yet. Gives the other one's file."""
    with Memory.open(kestrel, layout("saga")) as memory:
        doc = {**memory.doc, "id": "another1"}
        other = Memory.create(folder, doc, layout("saga"), stem="mira")
        with monkeypatch.context() as patch:
            if stopped:
                patch.setattr("saga_tui.store.groups._ready", lambda _ledger: None)
                patch.setattr("saga_tui.store.ledger.Ledger.drain", lambda _ledger: None)
            commands = [
                (Table(one), command_of("take-damage", {"kind": "pain", "amount": 1})) for one in (memory, other)
            ]
            assert not any(outcome.refused for outcome in do_all(commands))
            for one in (memory, other):
                if stopped:
                    one._parts.ledger._pending.clear()
                    one._give_lock()
            if not stopped:
                other.close()
    return folder / "mira.toml"


def test_an_act_over_several_that_waits_is_told_until_an_opening_completes_it(
    run: Run, folder: Path, storied: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = an_act_over_two(folder, storied, monkeypatch, stopped=True)
    (waiting,) = folder.glob(".saga-tui/groups/*.toml")
    before = everything(tmp_path)
    for name in ("kestrel", "mira"):
        (one,) = [one for one in found(run, name) if "at once" in one["message"]]
        assert (one["level"], one["rule"]) == ("remark", "MEMORY")
        assert one["message"].endswith(
            ": this changed 2 files at once, was interrupted, and is not in the log of 2 of them yet"
        )
        assert one["fix"] == "Nothing to do: opening one of the characters completes it."
    assert everything(tmp_path) == before
    text = waiting.read_bytes()
    Memory.open(other, layout("saga")).close()
    assert not any("at once" in message for _level, message in told(run)), "the first opening gave it to both"
    waiting.write_bytes(text)  # as a crash leaves it that comes just before it is removed
    assert f"at once, and .saga-tui/groups/{waiting.name} was left behind" in told(run)[-1][1]
    waiting.write_bytes(text.replace(b"pain", b"fear"))
    assert (
        "error",
        f".saga-tui/groups/{waiting.name} is damaged: what it says about several characters may be missing",
    ) in (told(run))


def test_one_part_of_an_act_over_several_is_not_corrected(
    run: Run, folder: Path, storied: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    an_act_over_two(folder, storied, monkeypatch, stopped=False)
    with Memory.open(storied, layout("saga")) as memory:
        event = next(memory.history())
    before = everything(tmp_path)
    result = run("correct", "kestrel", str(event.id), "amount=2")
    assert result.exit_code == 2
    assert f"Event {event.id} changed 2 files at once and cannot be corrected in one of them." in result.stderr
    assert "Undo back to it, then do it again." in result.stderr
    assert everything(tmp_path) == before


def test_looking_at_a_damaged_memory_changes_nothing(run: Run, storied: Path, tmp_path: Path) -> None:
    damage(segment_of(storied), 3)
    storied.write_text("name = ", encoding="utf-8")
    before = everything(tmp_path)
    run("check", "kestrel")
    run("log", "kestrel")
    run("history", "kestrel")
    assert everything(tmp_path) == before

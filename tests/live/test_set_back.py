"""Disks that are set back: an owner's, the table's own, a copy's; and a laptop that is a copy of another one."""

from __future__ import annotations

import asyncio
import shutil
from functools import partial
from pathlib import Path

import pytest

from saga_tui.changes import Change
from saga_tui.live.set_back import mend, of_disk, parted
from saga_tui.store.event import Layout
from saga_tui.store.fs import RealFS
from saga_tui.store.memory import Memory
from saga_tui.store.opening import this_device
from tests.live.laptops import Laptop, journals, same, table, until
from tests.live.test_link import ENGINES

ANA = "ana00000"


def step(memory: Memory) -> None:
    memory.commit("step", {"alone": True}, [Change(("n",), memory.doc["n"], memory.doc["n"] + 1)])


def opened(one: Laptop, doc: str) -> Memory:
    """Opened again, after whatever happened to its files."""
    one.memories[doc] = Memory.open(one.root / "characters" / f"{doc}.toml", Layout(), state_dir=one.state)
    return one.memories[doc]


def rests_again(one: Laptop, before: int) -> bool:
    one.link.audit()
    return one.link.copies.rested > before


@pytest.mark.parametrize("played", [0, 3])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_owners_disk_is_set_back(engine: str, played: int, tmp_path: Path) -> None:
    """A backup of Ana's folder is put back, and she may have played on it before she is connected again. What the table
    had comes back, what only this disk had goes on under another name, and no number stands for two events."""

    async def evening() -> None:
        async with table(tmp_path, engine) as here:
            ana, ben = here.players
            ana.step(ANA)
            ana.memories[ANA].close()
            shutil.copytree(ana.root / "characters", tmp_path / "backup")
            opened(ana, ANA)
            for _ in range(5):
                ana.step(ANA)
            await until(lambda: same(ana, ben, ANA) and same(ana, here.gm, ANA))
            await ana.stop()
            ana.memories[ANA].close()
            shutil.rmtree(ana.root / "characters")
            shutil.copytree(tmp_path / "backup", ana.root / "characters")
            memory, name = opened(ana, ANA), ana.device
            for _ in range(played):
                step(memory)
            ana.start()
            await until(lambda: any("Close the document" in told for told in ana.link.copies.troubles.values()))
            assert len(journals(ben.copy(ANA))[name]) == 6
            memory.close()
            await until(lambda: ana.link.copies.told and not ana.link.copies.troubles and same(ana, ben, ANA))
            assert "5 acts restored" in next(iter(ana.link.copies.told.values()))
            assert ana.device != name
            again = opened(ana, ANA)
            assert again.doc["n"] in ({6, 1 + played} if played else {6}) and len(again.conflicts) == bool(played)
            ana.step(ANA)
            await until(lambda: same(ana, ben, ANA) and same(ana, here.gm, ANA))
            events = journals(ana.copy(ANA))
            assert len(events[name]) == 6 and ana.device in events
            numbers = [(device, event.id) for device, found in events.items() for event in found]
            assert len({*numbers}) == len(numbers)
            assert sum(event.do == "step" for found in events.values() for event in found) == 6 + played + 1

    asyncio.run(evening())


@pytest.mark.parametrize("engine", ENGINES)
def test_an_owners_memory_is_gone(engine: str, tmp_path: Path) -> None:
    """The folder of what happened was deleted: it comes back from the table, with the file."""

    async def evening() -> None:
        async with table(tmp_path, engine) as here:
            ana, ben = here.players
            for _ in range(3):
                ana.step(ANA)
            await until(lambda: same(ana, ben, ANA))
            await ana.stop()
            ana.memories.pop(ANA).close()
            shutil.rmtree(ana.root / "characters")
            ana.__post_init__()
            ana.start()
            await until((ana.root / "characters" / f"{ANA}.toml").exists)
            assert opened(ana, ANA).doc["n"] == 3
            ana.step(ANA)
            await until(lambda: same(ana, ben, ANA) and opened_n(ben) == 4)

    def opened_n(one: Laptop) -> int:
        memory = Memory.open(one.root / "characters" / f"{ANA}.toml", Layout(), state_dir=one.state)
        memory.close()
        return int(memory.doc["n"])

    asyncio.run(evening())


def test_a_laptop_that_is_a_copy_of_another_gets_a_name_of_its_own(tmp_path: Path) -> None:
    """Two disks with one device's name: each plays on, and neither's acts are taken for the other's."""

    async def evening() -> None:
        async with table(tmp_path, "folder") as here:
            ana, ben = here.players
            ana.step(ANA)
            await until(lambda: same(ana, ben, ANA))
            shutil.copytree(ana.root, tmp_path / "twin", ignore=shutil.ignore_patterns("locks"))
            twin = Laptop(tmp_path / "twin", "ana", ana.seed, ana.gm, ana.connect)
            with opened(twin, ANA) as memory:
                step(memory)
            ana.step(ANA)
            await until(lambda: same(ana, ben, ANA))
            twin.start()
            await until(lambda: same(twin, ben, ANA) and same(ana, ben, ANA) and twin.device != ana.device)
            opened(twin, ANA)
            assert twin.memories[ANA].doc["n"] == 2 and len(journals(ben.copy(ANA))) >= 2
            ana.step(ANA)
            twin.step(ANA)
            await until(lambda: same(twin, ben, ANA) and same(ana, ben, ANA))
            steps = [event for found in journals(ben.copy(ANA)).values() for event in found if event.do == "step"]
            assert len(steps) == 5
            await twin.close()

    asyncio.run(evening())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_copy_is_set_back_or_half_deleted(engine: str, tmp_path: Path) -> None:
    """While it is followed: the end of a journal, one segment of it, or whose it is; all comes back by itself."""

    async def evening() -> None:
        async with table(tmp_path, engine) as here:
            ana, ben = here.players
            ana.step(ANA)
            ana.memories[ANA].checkpoint()
            ana.memories[ANA]._parts.ledger.journal.roll()
            ana.step(ANA)
            await until(lambda: same(ana, ben, ANA))
            copy = ben.copy(ANA)
            assert copy is not None
            first, second = sorted(copy.glob("journal/*/*.toml"))
            await until(partial(rests_again, ben, 1))
            for damage in (
                lambda: second.write_bytes(second.read_bytes()[:-20]),
                first.unlink,
                (copy / "owner.toml").unlink,
                lambda: shutil.rmtree(copy),
            ):
                damage()
                ben.link.audit()
                await until(lambda: same(ana, ben, ANA) and (copy / "owner.toml").exists())
                await until(partial(rests_again, ben, ben.link.copies.rested))
            assert "fetched again" in next(iter(ben.link.copies.told.values())) and not ben.link.copies.troubles

    asyncio.run(evening())


def test_the_shared_folder_is_set_back(tmp_path: Path) -> None:
    """Messages are gone from it while all are connected: their owners put them there again, the roster too."""

    async def evening() -> None:
        async with table(tmp_path, "folder") as here:
            ana, ben = here.players
            await until(lambda: same(ana, ben, ANA) and same(here.gm, ben, "table0000"))
            shutil.copytree(tmp_path / "shared", tmp_path / "before")
            for _ in range(4):
                ana.step(ANA)
                here.gm.step("table0000")
                await asyncio.sleep(0.02)
            await until(lambda: same(ana, ben, ANA) and same(here.gm, ben, "table0000"))
            shutil.rmtree(tmp_path / "shared")
            shutil.copytree(tmp_path / "before", tmp_path / "shared")
            subject = f"tables.alpha.log.ana.{ANA}.{ana.device}"
            sorted((tmp_path / "shared" / "alpha" / subject).glob("*.msg"))[0].unlink()  # and one has a hole
            for roster in (tmp_path / "shared").glob("*/*.roster/*"):
                roster.unlink()
            ana.step(ANA)
            here.gm.step("table0000")
            await until(lambda: same(ana, ben, ANA) and same(here.gm, ben, "table0000"))
            copy = ben.copy(ANA)
            assert copy is not None
            shutil.rmtree(copy)
            await ben.restart()
            await until(lambda: same(ana, ben, ANA))

    asyncio.run(evening())


def test_where_two_versions_of_a_journal_part(tmp_path: Path) -> None:
    """Nothing parts where one only goes on from the other; else at the end of the last record that both have."""
    memory = Memory.create(tmp_path, {"id": ANA, "n": 0}, Layout(), stem="ana", state_dir=tmp_path / "s")
    journal = memory._parts.places.journal
    begun = of_disk(RealFS(), journal)
    step(memory)
    more = of_disk(RealFS(), journal)
    assert parted(begun, more) is None and parted(more, begun) is None and parted({}, more) is None
    other = {1: more[1].replace(b'do = "step"', b'do = "leap"')}
    assert parted(more, other) == (1, len(begun[1]))
    assert parted({**more, 2: b"x"}, {1: begun[1], 2: begun[1]}) == (1, len(begun[1]))
    folder, device = str(memory._parts.places.memory), this_device(RealFS(), tmp_path / "s")
    done = mend(RealFS(), folder, device, begun)
    assert (done.fetched, done.kept) == (0, 0) and of_disk(RealFS(), journal) == more
    memory.close()

"""Hosts and players as the program makes them: seats, links, and a character that goes over to its player's laptop."""

from __future__ import annotations

import asyncio
import shutil
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from saga_tui.changes import Change
from saga_tui.live.copies import Copies
from saga_tui.live.desk import Hosting, Joined, connector, host_link, player_link
from saga_tui.live.link import Link, ended
from saga_tui.live.notes import Notes
from saga_tui.live.roster import Roster, Seat
from saga_tui.live.wire import new_seed, public
from saga_tui.store.copied import mark, owner_of
from saga_tui.store.errors import Barred
from saga_tui.store.event import Layout
from saga_tui.store.fs import RealFS
from saga_tui.store.memory import Memory
from tests.live.laptops import Laptop, journals, same, state_of, table, until
from tests.live.test_link import ENGINES

NOW = datetime(2030, 1, 1, tzinfo=UTC)


def test_a_seat_keeps_its_link_until_it_runs_out_or_is_withdrawn(tmp_path: Path) -> None:
    hosting = Hosting(table="friday", title="Friday", doc="table0000", where="folder:x")
    ana = hosting.seated("Ana Ström", ("kestrel00",), NOW)
    assert hosting.seated("Ana Ström", ("kestrel00",), NOW + timedelta(days=29)).seed == ana.seed
    hosting.renew(ana.who, NOW, 32)
    assert hosting.seated("Ana Ström", ("kestrel00",), NOW + timedelta(days=31)).seed == ana.seed
    hosting.renew(ana.who, NOW)
    later = hosting.seated("Ana Ström", ("kestrel00",), NOW + timedelta(days=31))
    assert later.seed != ana.seed and later.who != ana.who and hosting.roster.owner("kestrel00") == later.who
    hosting.withdraw(later.who, {"a": 4})
    assert hosting.seated("Ana Ström", ("kestrel00",), NOW + timedelta(days=31)).seed != later.seed
    mia = hosting.seated("Mia", (), NOW)
    mia.docs = ("odalys00",)
    again = hosting.seated("Mia", (), NOW + timedelta(days=31))  # she brought a character: it stays hers
    assert again is mia and not mia.seat.over(NOW + timedelta(days=60))
    hosting.write(tmp_path, "friday")
    assert Hosting.read(tmp_path, "friday") == hosting
    assert stat.S_IMODE(Hosting.path(tmp_path, "friday").stat().st_mode) == 0o600
    assert not any(seat.seed in hosting.roster.model_dump_json() for seat in hosting.seats)


def test_what_another_program_made_of_the_seats_counts_here_too(tmp_path: Path) -> None:
    """A table is hosted in the app, and a seat withdrawn or made on the command line beside it."""
    here = Hosting(table="friday", title="Friday", doc="table0000", where="folder:x")
    ana, ben = here.seated("Ana", ("kestrel00",), NOW), here.seated("Ben", ("anselm000",), NOW)
    here.write(tmp_path, "friday")
    assert here.follow(tmp_path) is None
    other = Hosting.read(tmp_path, "friday")
    assert other is not None
    other.withdraw(ana.who, {})
    cai = other.seated("Cai", (), NOW)
    other.renew(ben.who, NOW, 60)
    other.write(tmp_path, "friday")
    here.withdraw(ben.who, {})
    assert here.follow(tmp_path) == ("kestrel00",)
    assert [(one.who, one.gone) for one in here.seats] == [(ana.who, True), (ben.who, True), (cai.who, False)]
    assert here.follow(tmp_path) is None and ben.until == (NOW + timedelta(days=60)).isoformat(timespec="seconds")


def test_a_link_with_another_seat_s_name_is_refused(tmp_path: Path) -> None:
    """A folder lets everybody in; nothing that such a seat wrote would count for anybody."""
    hosting = Hosting(table="friday", title="Friday", doc="table0000", where=f"folder:{tmp_path}")
    ana, ben = hosting.seated("Ana", (), NOW), hosting.seated("Ben", (), NOW)

    def link(said: str) -> Link:
        return player_link(Joined(link=said), tmp_path / "ana", tmp_path / "state")

    async def evening() -> None:
        gm = host_link(hosting, tmp_path / "gm", tmp_path / "state", lambda: ())
        wrong = link(hosting.invitation(ana.who).link.replace("seat=ana", "seat=ben"))
        right = link(hosting.invitation(ben.who).link)
        jobs = await _alive(gm, right)
        jobs.append(asyncio.ensure_future(wrong.run()))
        await until(lambda: wrong.status.words)
        assert wrong.status.refused and not wrong.status.connected
        await ended(jobs)

    asyncio.run(evening())


def test_a_seat_that_only_looks_on_sends_nothing_and_writes_no_notes(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    (memory / "journal" / "device1").mkdir(parents=True)
    copies = Copies(RealFS(), str(tmp_path), "ana", "device1", lambda: {"kestrel00": str(memory)})
    seed = new_seed()
    link = Link(connector("folder:x", "friday", "ana", seed), copies, table="friday", who="ana", seed=seed, gm="")
    for looks in (False, True):
        link.roster = Roster(table="friday", seats=(Seat(who="ana", key=public(seed), looks=looks),))
        assert bool(link._journals()) is not looks
    with pytest.raises(ValueError, match="writes none"):
        Notes(RealFS(), tmp_path, "friday", "ana", "device1", looks=True).write("Hi", (), NOW.isoformat())


def test_addresses_that_nothing_can_be_made_of() -> None:
    for wrong in ("", "http://x", "folder:", "nats:x"):
        with pytest.raises(ValueError, match="address"):
            connector(wrong, "a", "b", "c")


async def _alive(*links: Link) -> list[asyncio.Task[None]]:
    tasks = [asyncio.ensure_future(link.run()) for link in links]
    await until(lambda: all(link.status.caught_up for link in links), 20)
    return tasks


def test_a_character_goes_over_to_its_player_and_the_gm_follows_it(tmp_path: Path) -> None:
    """It lived with the GM. Its player's laptop goes on from the GM's journal; the GM's becomes a copy, live."""
    gm, ana = tmp_path / "gm", tmp_path / "ana"
    for folder in (gm, ana, tmp_path / "shared"):
        folder.mkdir()
    plain = Layout()
    with Memory.create(gm / "tables", {"id": "table0000", "n": 0}, plain, stem="friday", state_dir=gm / "state"):
        pass
    with Memory.create(gm, {"id": "kestrel0", "n": 0}, plain, stem="kestrel", state_dir=gm / "state") as kestrel:
        kestrel.commit("step", {}, [Change(("n",), 0, 1)])
    hosting = Hosting(table="friday", title="Friday", doc="table0000", where=f"folder:{tmp_path}/shared")
    seat = hosting.seated("Ana", ("kestrel0",), NOW)
    joined = Joined(link=hosting.invitation(seat.who).link)

    async def evening() -> None:
        host = host_link(hosting, gm, gm / "state", lambda: ["kestrel0"])
        player = player_link(joined, ana, ana / "state")
        tasks = await _alive(host, player)
        await until((ana / "kestrel.toml").exists)
        await until((ana / "tables" / "friday.toml").exists)
        with Memory.open(ana / "kestrel.toml", plain, state_dir=ana / "state") as own:
            assert own.barred is None and own.doc["n"] == 1
            own.commit("step", {}, [Change(("n",), 1, 2)])
            player.grew()
            looking = Memory.open(gm / "kestrel.toml", plain, state_dir=gm / "state", read_only=True)
            await until(lambda: looking.poll() or looking.doc["n"] == 2)
            looking.close()
            barred = Memory.open(gm / "kestrel.toml", plain, state_dir=gm / "state").barred
            assert isinstance(barred, Barred) and barred.code == "elsewhere" and "Ana" in barred.message
            assert own.undo() is not None and own.doc["n"] == 1
            assert own.undo() is not None and own.doc["n"] == 0  # the GM's act, from a journal gone on from
        table = Memory.open(ana / "tables" / "friday.toml", plain, state_dir=ana / "state")
        assert table.barred is not None and table.barred.code == "elsewhere"
        table.close()
        await ended(tasks)

    asyncio.run(evening())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_withdrawn_seat_keeps_what_it_wrote_and_writes_nothing_more(engine: str, tmp_path: Path) -> None:
    """The GM withdraws Ana's seat: who joins later has all that she did before, and nothing that she does after."""

    async def evening() -> None:
        async with table(tmp_path, engine) as here:
            ana, ben = here.players
            ana.step("ana00000")
            await until(lambda: same(ana, here.gm, "ana00000") and same(ana, ben, "ana00000"))
            roster = here.gm.wanted
            assert roster is not None
            seats = tuple(one.model_copy(update={"gone": one.who == "ana"}) for one in roster.seats)
            here.gm.wanted = roster.model_copy(update={"seats": seats})
            await here.gm.restart()
            await until(lambda: all(getattr(one.link.roster.seat("ana"), "gone", False) for one in (here.gm, ben)))
            before = journals(ben.copy("ana00000"))
            ana.step("ana00000")
            await asyncio.sleep(1.5)
            assert journals(ben.copy("ana00000")) == before
            copy = ben.copy("ana00000")
            assert copy is not None
            shutil.rmtree(copy)
            await ben.restart()
            await until(lambda: journals(ben.copy("ana00000")) == before)

    asyncio.run(evening())


def test_what_a_guest_brought_stays_the_guests(tmp_path: Path) -> None:
    """Ana's seat is withdrawn: what she brought is not the GM's to write, she plays on and comes back by another
    seat. Once the GM has taken it over on purpose, both have one."""
    doc, again = "ana00000", new_seed()

    async def evening() -> None:
        async with table(tmp_path, "folder") as here:
            (ana, ben), gm = here.players, here.gm
            roster = gm.wanted
            assert roster is not None

            async def told(seats: dict[str, dict[str, object]], *more: Seat) -> None:
                changed = (one.model_copy(update=seats.get(one.who, {})) for one in roster.seats)
                version = gm.link.roster.version
                gm.wanted = roster.model_copy(update={"seats": (*changed, *more)})
                gm.link.retell(gm.wanted)
                await until(lambda: all(one.link.roster.version > version for one in (gm, ben)))

            def owner(one: Laptop) -> str:
                found = owner_of(RealFS(), str(one.copy(doc)))
                return found.who if found is not None else ""

            ana.step(doc)
            await until(lambda: same(ana, gm, doc) and same(ana, ben, doc))
            gone = {"gone": True, "docs": (doc,), "brought": (doc,)}
            await told({"ana": gone})
            for one in (gm, ben):
                await one.restart()
            await until(lambda: gm.link.status.caught_up and ben.link.status.caught_up)
            assert owner(gm) == owner(ben) == gm.link.roster.owner(doc) == "ana" and not owner(ana)
            ana.step(doc)
            await ana.stop()
            back = Laptop(ana.root, "ana2", again, ana.gm, ana.connect, ana.memories)
            back.link.copies._own = frozenset({doc})
            await told({"ana": gone}, Seat(who="ana2", key=public(again), docs=(doc,), brought=(doc,)))
            back.start()
            await until(lambda: same(back, gm, doc) and same(back, ben, doc))
            assert owner(gm) == "ana2" and state_of(gm.copy(doc))["n"] == 2  # type: ignore[arg-type]

            await told({"ana": {**gone, "brought": ()}}, Seat(who="ana2", key=public(again), docs=(doc,), gone=True))
            await until(lambda: [*(gm.root / "characters").glob("ana*.toml")])  # it is written now and then
            mark(RealFS(), str(gm.copy(doc)), None)
            path = next((gm.root / "characters").glob("ana*.toml"))
            gm.memories[doc] = Memory.open(path, Layout(), state_dir=gm.state)
            gm.step(doc)
            await until(lambda: same(gm, ben, doc) and owner(ben) == "gm")
            await until(lambda: back.link.roster.owner(doc) == "gm" and back.link.status.caught_up)
            assert not owner(back) and len(journals(back.copy(doc))) == 1
            await back.stop()

    asyncio.run(evening())

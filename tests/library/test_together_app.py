"""A GM's app and a player's, each on a machine of its own: what one does the other sees, offers are answered once over
the line whatever restarts, notes arrive, a character goes over and comes back."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.pilot import Pilot

from saga_tui.app import SagaApp
from saga_tui.engine.document import Seat
from saga_tui.games import registry
from saga_tui.games.tables import new_table
from saga_tui.library import seats, together
from saga_tui.library.sharing import News
from saga_tui.library.sitting import begun
from saga_tui.library.together import Share, hosted, joined
from saga_tui.live import desk
from saga_tui.live.server import Server, Way, free_port
from saga_tui.store.copied import Owner, mark, shared_by
from saga_tui.store.fs import RealFS
from saga_tui.ui.bars import StatusLine
from saga_tui.ui.dialogs import Choose
from saga_tui.ui.party import PartyScreen
from saga_tui.ui.presence import Person, Presence
from saga_tui.ui.tracker import Tracker

SAMPLES = Path(__file__).parents[2] / "characters"
NOW = datetime(2030, 1, 1, tzinfo=UTC)
STATE: ContextVar[str] = ContextVar("STATE", default="")
"""The state folder of the machine whose app it is."""


class Machine:
    """A folder of characters and a state folder; its app, as often as it is begun."""

    def __init__(self, root: Path) -> None:
        self.folder, self.state = root / "characters", root / "state"
        self.folder.mkdir(parents=True)

    def here(self) -> None:
        STATE.set(str(self.state))

    @asynccontextmanager
    async def app(self, share: Share | None, start: Path | None) -> AsyncIterator[Pilot[None]]:
        self.here()
        app = SagaApp(self.folder, start, animations=False)
        app.first_share = share
        async with app.run_test(size=(120, 40)) as pilot:
            yield pilot
            app._shut_all()
            await asyncio.to_thread(app.end_sharing)


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Machine, Machine]]:
    """The GM's and the player's, in one program: each task knows whose it is."""
    real = os.environ

    def get(name: str, usual: str | None = None) -> str | None:
        return STATE.get() or real.get(name, usual) if name == "SAGA_TUI_STATE" else real.get(name, usual)

    shim = SimpleNamespace(**{name: getattr(os, name) for name in dir(os)})
    shim.environ = SimpleNamespace(get=get)
    monkeypatch.setattr("saga_tui.store.folders.os", shim)
    monkeypatch.setattr("saga_tui.live.link.HERE", 0.4)
    monkeypatch.setattr(together, "HERE", 1.5)
    yield Machine(tmp_path / "gm"), Machine(tmp_path / "ana")


async def until(true: Callable[[], object], seconds: float = 15.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.02)


def screen(pilot: Pilot[None]) -> Any:
    return pilot.app.screen


def session(pilot: Pilot[None]) -> Any:
    return next(one.session for one in reversed(pilot.app.screen_stack) if isinstance(one, Tracker))


def line(pilot: Pilot[None]) -> str:
    return str(screen(pilot).query_one(StatusLine).line().plain)


def fortune(document: Any) -> int:
    from saga_tui.games.saga.rules import state

    return int(state.in_hand(document, "fortune"))


def bribe(gm: Pilot[None], amount: int = 1) -> str:
    """The GM offers fortune to the first who is elsewhere; its offer's id."""
    party = session(gm)
    outcome = party.do(party.game.command("bribe", {"to": [*party.elsewhere], "amount": amount}))
    assert "offered to Anselm Rook" in outcome.text.casefold().replace("anselm rook", "Anselm Rook"), outcome.text
    return str(party.document.offers[-1].id)


async def asked(pilot: Pilot[None]) -> Choose:
    await until(lambda: isinstance(screen(pilot), Choose))
    return screen(pilot)  # type: ignore[no-any-return]


def way_of(engine: str, tmp_path: Path) -> Way:
    return Way(folder=str(tmp_path / "shared")) if engine == "folder" else Way(port=free_port())


async def evening(machines: tuple[Machine, Machine], way: Way) -> None:
    gm, ana = machines
    gm.here()
    shutil.copy(SAMPLES / "anselm-rook.toml", gm.folder)
    path = new_table(gm.folder, "Friday", [gm.folder / "anselm-rook.toml"])

    def host() -> Share:
        gm.here()
        return hosted(path, way, NOW, days=3650 * 3)

    def join() -> Share:
        ana.here()
        return joined(link, ana.folder)

    share = host()
    assert share.hosting is not None
    link = share.hosting.invitation("anselmrook").link
    async with gm.app(share, path) as table:
        assert (await asked(table)).title_text == "Friday is shared"  # the links first
        assert share.now.state == "on"
        await table.press("escape")
        assert "⇄ Anselm Rook away" in line(table)
        assert session(table).seats, "until its player begins, the GM plays it"
        theirs = join()
        async with ana.app(theirs, None) as player:
            await until(lambda: isinstance(screen(player), Tracker))  # it opens by itself when it is here
            await until(lambda: "⇄ the GM here" in line(player) and "⇄ Anselm Rook here" in line(table), 4)
            before = fortune(session(player).document)
            await until(lambda: not session(table).seats)  # it went over by being here: nobody has touched it yet
            await player.press("f")
            card = screen(table).faces()[0]
            assert card.state == "elsewhere"
            [memory] = [one for one in table.app.memory.company if one.read_only]  # type: ignore[attr-defined]
            assert "Its player plays this on another laptop" in str(memory.barred)
            await until(lambda: session(table).last_seen(memory.identity).play == session(player).document.play)

            bribe(table)
            question = await asked(player)
            assert question.title_text == "Friday has an offer for you"
            await player.press("enter")
            await until(lambda: fortune(session(player).document) == before + 1)
            await until(lambda: list(session(table).answers().values()) != [])
            assert [session(table).answer(one) for one in session(table).document.offers] == ["accepted"]
            bribe(table, 2)
            await asked(player)  # and leaves without an answer

        bribed = fortune_of(ana)
        assert bribed == before + 1
        await until(lambda: "Anselm Rook away" in line(table), 8)
    share = host()
    async with gm.app(share, path) as table:  # both begin again: it still stands, and is asked again
        theirs = join()
        assert theirs.own is not None
        await asked(table)
        await table.press("escape")
        async with ana.app(theirs, theirs.own) as player:
            await asked(player)
            await player.press("3")
            await until(lambda: "refused" in [session(table).answer(one) for one in session(table).document.offers])
            assert fortune(session(player).document) == before + 1

            bribe(table, 2)
            await asked(player)
            await player.press("2", "1", "enter")  # only 1
            await until(lambda: "changed" in [session(table).answer(one) for one in session(table).document.offers])
            assert fortune(session(player).document) == before + 2

            bribe(table)
            await asked(player)
            assert session(table).undo() is not None  # the GM withdraws it: the question closes
            await until(lambda: isinstance(screen(player), Tracker))
            assert not screen(player).answers.waiting and fortune(session(player).document) == before + 2

            await table.press("f8", "n", "2", *"Hi [b]you", "enter")
            await until(lambda: player.app.presence.notes == 1)  # type: ignore[attr-defined]
            await until(lambda: "1 new note" in line(player))
            await player.press("f8")
            assert isinstance(screen(player), seats.NotesDialog)
            told = screen(player).lines[0].plain
            assert "● the GM to Anselm Rook" in told.replace("you,", "Anselm Rook,") and "Hi [b]you" in told
            await player.press("escape")
            await until(lambda: "new note" not in line(player))

            assert isinstance(screen(table), PartyScreen)
            await table.press("f7", "1", "3", "y")  # the seat is withdrawn
            await table.press("escape", "escape")
            await until(lambda: session(table).seats)
            member = next(iter(session(table).seats.values()))
            assert fortune(member.document) == before + 2, "what its player did stays"
            assert not member.memory.read_only
            await until(lambda: theirs.now.state == "refused")
            assert "no longer good" in theirs.now.words


def fortune_of(machine: Machine) -> int:
    """As the file on that machine's disk has it."""
    doc = registry.doc_at(machine.folder / "anselm-rook.toml")
    return fortune(registry.game_of(doc).rules.of(doc))


@pytest.mark.parametrize(
    "engine",
    ["folder", pytest.param("nats", marks=pytest.mark.skipif(not Server.program(), reason="NO nats-server HERE"))],
)
async def test_two_apps_at_one_table(engine: str, machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    await evening(machines, way_of(engine, tmp_path))


@pytest.mark.parametrize(
    ("presence", "wide", "narrow"),
    [
        (Presence("F", "on", (Person("Ana", True), Person("Ben")), 0, 0), "⇄ Ana here · Ben away", "⇄ 1/2"),
        (Presence("F", "on", (Person("Ana", True, 3),), 2, 1), "⇄ Ana 3 behind here · 2 to send · 1 new note",
         "⇄ 1/1 ↑2 ✎1"),
        (Presence("F", "offline", (Person("Ana"),), 4), "⇄ offline · 4 to send", "⇄ ! ↑4"),
        (Presence("F", "refused"), "⇄ refused", "⇄ !"),
        (Presence("F", "on"), "⇄ no one else yet", "⇄ 0/0"),
        (Presence("F", "paused"), "⇄ f7 to go on sharing", "⇄ f7"),
    ],
)  # fmt: skip
def test_who_is_here_in_as_many_words_as_fit(presence: Presence, wide: str, narrow: str) -> None:
    assert presence.line(120, 60).plain == wide
    assert presence.line(120, 5).plain == narrow
    assert presence.line(45, 40).plain == narrow
    assert bool(presence.words) == (presence.state in ("offline", "refused"))
    assert len(Presence("F", "refused").words) <= 76
    why = Presence("F", "offline", trouble="192.168.100.200:4222 does not answer").words
    assert why == "Offline: 192.168.100.200:4222 does not answer. What you do goes out later."


def test_who_brought_a_character_keeps_it_at_their_own_seat(machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    """Once the GM seats it at the table it belongs to the seat that it came by, the next time the table is shared too;
    who sits there without a seat gets one."""
    gm = machines[0]
    gm.here()
    for name in ("anselm-rook", "kestrel-ward"):
        shutil.copy(SAMPLES / f"{name}.toml", gm.folder)
    path = new_table(gm.folder, "Friday", [gm.folder / "anselm-rook.toml"])
    share = hosted(path, Way(folder=str(tmp_path / "shared")), NOW)
    assert share.hosting is not None
    mia = share.hosting.seated("Mia", (), NOW)
    kestrel = begun(gm.folder / "kestrel-ward.toml")
    [memory] = gm.folder.glob(f".saga-tui/*-{kestrel}")
    mark(RealFS(), str(memory), Owner(mia.who, "Mia", "Friday"))
    assert shared_by(RealFS(), str(gm.folder)) == {kestrel: "Friday"}
    anselm = share.hosting.seats[0].docs[0]
    share.sitting(
        [Seat(id=anselm), Seat(id=kestrel, name="Kestrel"), Seat(id="gone0000", name="Late")], lambda _p: None
    )
    assert [(one.name, one.docs) for one in share.hosting.seats] == [
        ("Anselm Rook", (anselm,)), ("Mia", (kestrel,)), ("Late", ("gone0000",))]  # fmt: skip
    assert share.hosting.roster.owner(kestrel) == mia.who
    again = hosted(path, None, NOW)
    assert again.hosting is not None and again.hosting.where == share.hosting.where
    ways = [Way(server=f"nats://192.0.2.{number}:4222") for number in (7, 7, 8)]
    found = [hosted(path, way, NOW) for way in (*ways, Way(**share.hosting.way))]
    assert [one.moved for one in (share, again, *found)] == [False, False, True, False, True, False]
    assert again.hosting.seated("Kestrel", (kestrel,), NOW).who == mia.who
    assert again.withdraw(mia.who) == (), "a guest's character stays the guest's"
    assert shared_by(RealFS(), str(gm.folder)) == {kestrel: "Friday"} and again.hosting.roster.owner(kestrel) == mia.who
    again.sitting([Seat(id=kestrel, name="Kestrel")], lambda _p: None)
    assert "Kestrel" not in [one.name for one in again.hosting.seats], "and nobody else gets it by a link"
    back = again.hosting.seated("Mia", (), NOW)
    assert back.who != mia.who and again.hosting.roster.owner(kestrel) == back.who
    assert again.withdraw(back.who, take=True) == (kestrel,)
    assert not shared_by(RealFS(), str(gm.folder)) and again.hosting.roster.owner(kestrel) == "gm"
    with pytest.raises(ValueError, match="for another laptop"):  # the GM tries a player's link at home
        joined(again.hosting.invitation(again.hosting.seats[0].who).link, gm.folder)
    [memory] = gm.folder.glob(".saga-tui/../tables/.saga-tui/friday-*")
    mark(RealFS(), str(memory), Owner("gm", "the GM", "Friday"))
    with pytest.raises(ValueError, match="you have joined it"):  # a player shares the copy of the table
        hosted(path, None, NOW)


async def test_a_link_is_read_before_a_character_is_asked_for(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    """One that is cut is told at once; at a seat that this laptop has joined by before nothing is asked."""
    gm, ana = machines
    gm.here()
    shutil.copy(SAMPLES / "anselm-rook.toml", gm.folder)
    host = hosted(new_table(gm.folder, "Friday", [gm.folder / "anselm-rook.toml"]), way_of("folder", tmp_path), NOW)
    assert host.hosting is not None
    link = host.hosting.invitation("anselmrook").link
    ana.here()
    asked: list[str] = []
    told: list[str] = []
    shared: list[Share] = []

    async def ask(dialog: Any) -> str:
        asked.append(getattr(dialog, "question", ""))
        return answers.pop(0)

    shelf = SimpleNamespace(folder=ana.folder, cards=lambda: [SimpleNamespace(table=0, problem=0, name="K", line="")])
    app: Any = SimpleNamespace(shares=[], shelf=shelf, push_screen_wait=ask, share=shared.append, _open=SimpleNamespace(
        at=lambda _path: None), notify=lambda text, **_more: told.append(text))  # fmt: skip
    answers: list[str] = []
    for given in (["saga-tui:cut"], [link, "0"], ["+join", link]):
        answers += given
        await seats.join_table(app)
    paste, bring = "Paste the link to your seat, from saga-tui: to its end.", "Bring a character along?"
    assert asked == [paste, paste, bring, "", paste] and len(shared) == 2
    assert told[0].startswith("This is no link to a table")


async def test_a_table_that_was_shared_says_so_and_how_to_go_on(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    """In the app alone: shared by a folder, with a new seat; stopped, it says in its top line how to go on."""
    gm = machines[0]
    gm.here()
    shutil.copy(SAMPLES / "anselm-rook.toml", gm.folder)
    path = new_table(gm.folder, "Friday", [gm.folder / "anselm-rook.toml"])
    async with gm.app(None, path) as table:
        app: Any = table.app
        assert app.presence is None
        await table.press("f7", "3")
        for key in f"{tmp_path}/shared":
            await table.press({"/": "slash", "_": "underscore", "-": "minus"}.get(key, key))
        await table.press("enter")
        await until(lambda: isinstance(screen(table), Choose) and screen(table).title_text == "Friday is shared")
        await table.press("2", *"Ben", "enter")
        await until(lambda: len(app.shares[0].link.roster.seats) == 3, 8)
        await table.press("1", "1")
        assert app.clipboard == app.shares[0].hosting.invitation("anselmrook").link
        await table.press("1", "2")
        assert isinstance(screen(table), seats.LinkDialog)
        await table.press("escape", "5")
        await until(lambda: isinstance(screen(table), PartyScreen))
        assert not app.shares
    async with gm.app(None, path) as table:
        await until(lambda: "⇄ f7 to go on sharing" in line(table))
        await table.press("f7", "y")
        await until(lambda: isinstance(screen(table), Choose) and screen(table).title_text == "Friday is shared")
        await until(lambda: table.app.presence.state == "on")  # type: ignore[attr-defined]
        await table.press("escape")
        assert "Anselm Rook, Ben away" in line(table)
        shutil.copy(SAMPLES / "kestrel-ward.toml", gm.folder)
        kestrel = begun(gm.folder / "kestrel-ward.toml")
        [memory] = gm.folder.glob(f".saga-tui/*-{kestrel}")
        mark(RealFS(), str(memory), Owner("ben", "Ben", "Friday"))
        await table.press("f7", "2", "3")
        assert screen(table).title_text == "Withdraw this seat?" and "stays theirs" in screen(table).offers[0].about
        await table.press("1")
        await until(lambda: len(screen(table).offers) == 4)
        hosting = table.app.shares[0].hosting  # type: ignore[attr-defined]
        assert hosting.guests == {kestrel} and shared_by(RealFS(), str(gm.folder)) == {kestrel: "Friday"}


async def test_that_it_is_played_elsewhere_is_said_once_until_it_changes_hands(
    machines: tuple[Machine, Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = machines[0]
    gm.here()
    shutil.copy(SAMPLES / "anselm-rook.toml", gm.folder)
    path = new_table(gm.folder, "Friday", [gm.folder / "anselm-rook.toml"])
    said: list[str] = []
    monkeypatch.setattr(SagaApp, "notify", lambda _app, message, **_how: said.append(message))
    async with gm.app(None, path) as table:
        app: Any = table.app
        [memory] = app.memory.company
        memory.begin()
        its = str(memory._parts.places.memory)

        async def goes() -> int:
            mark(RealFS(), its, Owner("ana", "Ana", "Friday"))
            app.post_message(News((memory.identity,)))
            await until(lambda: memory.read_only)
            return sum(one.startswith("It is played on another") for one in said)

        assert await goes() == 1
        mark(RealFS(), its, None)
        assert memory.take_over()  # nobody has noticed that it was free for a moment
        assert await goes() == 1
        mark(RealFS(), its, None)
        app.taken_back([memory.identity])
        assert not memory.read_only
        assert await goes() == 2


def test_the_program_alone_loads_nothing_of_sharing() -> None:
    code = "import sys, saga_tui.app, saga_tui.library.screen, saga_tui.cli.group; "
    code += "print([name for name in sys.modules if name.split('.')[0] in ('nats', 'nkeys', 'nacl', 'segno')"
    code += " or name.startswith('saga_tui.live') or name in ('saga_tui.library.together', 'saga_tui.library.seats')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def test_a_seat_is_meant_by_its_name_or_the_beginning_of_it() -> None:
    names = {"gm": "the GM", "ana": "Ana Ström", "ben": "Ben"}
    assert desk.whom(names, "ana", "gm") == desk.whom(names, "Ana S", "ben") == "ana"
    assert desk.whom(names, "GM", "ana") == "gm"
    for wrong in ("", "x", "gm"):
        with pytest.raises(ValueError, match="The seats: Ana Ström"):
            desk.whom(names, wrong, "gm")

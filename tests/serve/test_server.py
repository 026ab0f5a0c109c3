"""The guard of a table that is served: who gets in, who does not, and what an address can mean."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from saga_tui.serve.gate import TRIES, TRIES_OF_ALL
from saga_tui.serve.pages import HEADERS, STATICS
from saga_tui.serve.server import OF_ONE_SEAT, Place
from saga_tui.serve.window import ELSEWHERE, FULL, LONGEST, WIDEST, WITHDRAWN, bounded
from tests.serve.browser import Browser, Line, alive, browser, pids, served, stub

ANA, BEN, ZOE, GM = "/seat/ana/", "/seat/ben/", "/seat/zoe/", "/seat/the-gm/"


async def _in(one: Browser, table: object, key: str = "ana", code: str = "") -> str:
    """Let a browser in; the address of its seat."""
    kept = table.kept  # type: ignore[attr-defined]
    status, told = await one.join(table.place.link(kept.seat(key)), code)  # type: ignore[attr-defined]
    assert status == 200, told
    return told["to"]


async def _refused(one: Browser, to: str, **more: str | None) -> int:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await one.open(to, **more)  # type: ignore[arg-type]
    return refused.value.status


async def test_without_a_link_there_is_no_page_and_no_terminal(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one:
        assert (await one.ask("/"))[0] == 200
        for to in (ANA, BEN, ZOE, GM, f"{ANA}doc1/"):
            assert (await one.ask(to))[0] == 403 and await _refused(one, to) == 403
        for bad in ("", "#", "#x", f"#{table.kept.code}", "#ana"):
            assert (await one.join(bad))[0] in (403, 429)
        assert not table.open


async def test_a_link_opens_its_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_HOST", "x")
    table = stub(tmp_path, env={"TOLD": "y"})
    async with served(table) as base, browser(base) as one:
        to = await _in(one, table)
        status, text, headers = await one.ask(to)
        assert to == ANA and status == 200 and "<title>Ana</title>" in text
        assert {name: headers[name] for name in HEADERS} == HEADERS and table.kept.seats[0].secret not in text
        line = await one.open(to)
        assert await line.gets("80x24") and "'--look'" not in line.drawn and "Ben.toml" in line.drawn
        assert "SECRET_OF_THE_HOST" not in line.drawn and "TOLD" in line.drawn
        await line.say("stdin", "x")
        await line.say("resize", {"width": 45, "height": 30})
        assert await line.gets("[x]") and await line.gets("'width': 45, 'height': 30")
        [pid] = pids(table)
        await line.leave()
        assert await line.until(lambda: not alive(pid) and not table.open)


async def test_a_seat_opens_no_other(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one:
        await _in(one, table)
        [cookie] = [morsel for morsel in one.session.cookie_jar if morsel["path"] == "/seat/ana"] or [
            next(iter(one.session.cookie_jar))
        ]
        assert cookie["httponly"] and cookie["samesite"] == "Strict"
        stolen = {"Cookie": f"{cookie.key}={cookie.value}"}
        for to in (BEN, ZOE, GM):
            assert (await one.ask(to, headers=stolen))[0] == 403
        one.headers = stolen
        assert await _refused(one, BEN) == 403 and await _refused(one, GM) == 403
        line = await one.open(f"{ANA}doc1/")  # another character of the table
        assert await line.gets("'--look'") and "Ben.toml" in line.drawn
        await line.leave()


async def test_who_looks_on_writes_nothing_and_only_the_gm_sees_the_table(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as zoe, browser(base) as gm:
        to = await _in(zoe, table, "zoe")
        assert "/seat/zoe/doc1/" in (await zoe.ask(to))[1]
        for page in (to, f"{to}doc0/", f"{to}doc1/"):
            line = await zoe.open(page)
            assert await line.gets("'--look'")
            await line.leave()
        assert (await zoe.ask(f"{to}friday/"))[0] == 404 and await _refused(zoe, f"{to}friday/") == 404
        line = await gm.open(await _in(gm, table, "the-gm"))
        assert await line.gets("friday.toml") and "'--look'" not in line.drawn
        await line.leave()


async def test_on_the_network_a_link_needs_the_code(tmp_path: Path) -> None:
    table = stub(tmp_path, place=Place(0, asks=True))
    async with served(table) as base, browser(base) as one:
        assert "data-code=1" in (await one.ask("/"))[1]
        link = table.place.link(table.kept.seats[0])
        for code in ("", "aaaaaa"):
            assert (await one.join(link, code))[0] == 403 and (await one.ask(ANA))[0] == 403
        assert (await one.join("#wrong", table.kept.code))[0] == 403
        said = f"{table.kept.code[:3]}-{table.kept.code[3:]}".upper()
        assert await _in(one, table, code=said) == ANA and (await one.ask(ANA))[0] == 200


async def test_guessing_is_slowed_down_and_who_is_in_stays_in(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one, browser(base) as late:
        await _in(one, table)
        line = await one.open(ANA)
        tries = [(await late.join(f"#{number:032}"))[0] for number in range(TRIES_OF_ALL + 2)]
        assert tries == [403] * TRIES + [429] * (TRIES_OF_ALL + 2 - TRIES)
        assert (await late.join(table.place.link(table.kept.seats[1])))[0] == 429  # nor is a right one looked at
        assert (await one.ask(ANA))[0] == 200
        await line.say("stdin", "still here")
        assert await line.gets("[still here]")
        await line.leave()


async def test_a_page_of_another_origin_or_under_another_name_gets_nothing(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one:
        to = await _in(one, table)
        for origin in ("http://evil.example", "null", base.replace("http", "https"), f"{base}.evil.example", None):
            assert await _refused(one, to, origin=origin) == 403
            assert (await one.join("#x", origin=origin))[0] == 403
        for host in ("evil.example", f"evil.example:{table.place.port}", "127.0.0.1", "127.0.0.1:1", ""):
            assert (await one.ask(to, headers={"Host": host}))[0] in (400, 403)
        assert not table.open and (await one.ask(to, headers={"Origin": "http://evil.example"}))[0] == 403


HOSTILE = (
    "/..%2f..%2fetc/passwd", "/own/../server.py", "/own/..%2fserver.py", "/own/%2e%2e%2fapp_service.py", "/own/",
    "/own/own.js%00", "/static/js/textual.js", "/download/x", "/ws", "/seat/", "/seat/ana/ws/", "/seat/ana/../ben/",
    "/seat/ana/%2e%2e%2f%2e%2e%2fetc%2fpasswd/", "/seat/ana/<script>alert(1)</script>/", "/seat/%3Cscript%3E/",
    "/seat/ana/doc0%00/", "/seat/ana/doc0%0d%0aX-Evil:1/", "/seat/ana/friday/", "/seat/ana/Ana.toml/", "/" + "a" * 5000,
    "/seat/" + "a" * 3000 + "/", "/%ff%fe", "/join",
)  # fmt: skip


async def test_hostile_addresses_mean_nothing_and_are_not_said_again(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one:
        await _in(one, table)
        for path in HOSTILE:
            status, text, headers = await one.ask(path)
            assert status in (403, 404, 405), path
            assert "script>" not in text and "aaaa" not in text and "passwd" not in text and "X-Evil" not in headers
            assert str(tmp_path) not in text and "Content-Security-Policy" in headers, path
        for name in (*STATICS, "own.js", "own.css"):
            assert (await one.ask(f"/own/{name}"))[0] == 200
        for path in ("/own/", "/own"):  # no list of files
            assert (await one.ask(path))[0] == 404
        assert (await one.ask("/join", method="POST", data={"link": "x" * 9000}, headers={"Origin": base}))[0] == 413


async def test_hostile_names_are_text(tmp_path: Path) -> None:
    name = "<script>alert(1)</script>\"'&\u202e"
    table = stub(tmp_path, (name, "../../etc"))
    async with served(table) as base, browser(base) as one:
        to = await _in(one, table, "zoe")
        text = (await one.ask(to))[1]
        assert "<script>alert" not in text and "&lt;script&gt;alert" in text and "../.." in text
        assert "\u202e" not in text + (await one.ask(to + table.shown[0].key + "/"))[1]
        assert all(set(seat.key) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for seat in table.kept.seats)


async def test_two_windows_of_one_seat_do_not_fight(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one:
        to = await _in(one, table)
        first = await one.open(to, "width=200&height=60")
        assert await first.gets("200x60")
        [old] = pids(table)
        second = await one.open(to, "width=45&height=30")
        assert await first.closed() == ELSEWHERE and await second.gets("45x30") and not alive(old)
        assert len(pids(table)) == 1 and "200" not in second.drawn
        await second.leave()


async def test_windows_are_bounded(tmp_path: Path) -> None:
    table = stub(tmp_path, tuple(f"N{number}" for number in range(8)), most=6)
    async with served(table) as base, browser(base) as one, browser(base) as two:
        to, other = await _in(one, table, "zoe"), await _in(two, table, "n1")
        lines = [await one.open(f"{to}doc{number}/") for number in range(OF_ONE_SEAT + 1)]
        assert await lines[-1].closed() == FULL
        lines += [await two.open(f"{other}{page}") for page in ("", "doc2/", "doc3/")]
        assert await lines[-1].closed() == FULL and len(table.open) == 6
        await asyncio.gather(*(line.leave() for line in lines))
        assert await lines[0].until(lambda: not table.open)


async def test_a_process_that_dies_takes_nobody_with_it(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one, browser(base) as two:
        ana, ben = await one.open(await _in(one, table)), await two.open(await _in(two, table, "ben"))
        assert await ana.gets("80x24") and await ben.gets("80x24")
        await ana.say("stdin", "die")
        assert await ana.closed() == 1011
        await ben.say("stdin", "here")
        assert await ben.gets("[here]")
        again = await one.open(ANA)
        assert await again.gets("80x24")
        await asyncio.gather(again.leave(), ben.leave())


async def test_no_file_and_no_address_is_handed_out(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one:
        line = await one.open(await _in(one, table))
        await line.say("stdin", "url")
        assert await line.gets("after") and line.texts == []
        await line.leave()


LONG = '["stdin", "' + "x" * LONGEST + '"]'


@pytest.mark.parametrize(
    "bad", ["nonsense", "[]", '["stdin", 5]', '["resize", 1]', "[" * 5000, '{"a": 1}', '["x"]', LONG]
)
async def test_a_page_that_says_nonsense_is_sent_away(tmp_path: Path, bad: str) -> None:
    table = stub(tmp_path)
    async with served(table) as base, browser(base) as one:
        line = await one.open(await _in(one, table))
        assert await line.gets("80x24")
        await line.line.send_str(bad)
        assert await line.closed() in (1002, 1009) and await line.until(lambda: not table.open)


async def test_a_silent_line_is_given_up(tmp_path: Path) -> None:
    table = stub(tmp_path, heartbeat=0.3)
    async with served(table) as base, browser(base) as one:
        to = await _in(one, table)
        phone = await one.session.ws_connect(f"{base}{to}ws", headers={"Origin": base}, autoping=False)
        awake = await one.open(f"{to}doc1/")
        assert await awake.until(lambda: len(pids(table)) == 2)
        assert await awake.until(lambda: [one.doc for one in table.open] == ["id-Ben"]), "the one asleep stays"
        await asyncio.sleep(0.6)
        assert awake.line.close_code is None
        await awake.leave()
        await phone.close()


async def test_a_withdrawn_seat_is_sent_away_and_stays_out(tmp_path: Path) -> None:
    table = stub(tmp_path)
    new = table.kept.model_copy(deep=True)
    new.withdraw("Ana")
    async with served(table) as base, browser(base) as one, browser(base) as two:
        link = table.place.link(table.kept.seats[0])
        ana, ben = await one.open(await _in(one, table)), await two.open(await _in(two, table, "ben"))
        table.reread = lambda: (new, table.shown)
        assert await ana.closed() == WITHDRAWN
        assert (await one.ask(ANA))[0] == 403 and (await one.join(link))[0] == 403 and await _refused(one, ANA) == 403
        await ben.say("stdin", "here")
        assert await ben.gets("[here]")
        await ben.leave()


async def test_ending_the_server_ends_all_even_who_does_not_listen(tmp_path: Path) -> None:
    table = stub(tmp_path)
    async with browser("") as one, browser("") as two:
        async with served(table) as base:
            one.base = two.base = base
            ana, ben = await one.open(await _in(one, table)), await two.open(await _in(two, table, "ben"))
            await ana.say("stdin", "deaf")
            assert await ana.gets("deaf now") and await ben.gets("80x24")
            found, loop = pids(table), asyncio.get_running_loop()
            began = loop.time()
        assert loop.time() - began < 4 and len(found) == 2 and not any(alive(pid) for pid in found)
        assert await ben.closed() == 1001
        await _left(ana, ben)


async def _left(*lines: Line) -> None:
    await asyncio.gather(*(line.leave() for line in lines))


def test_nobody_else_is_served_unless_asked() -> None:
    place = Place(8000)
    assert place.host == "127.0.0.1" and place.hosts == {"127.0.0.1:8000", "localhost:8000"}
    assert Place(80).hosts >= {"127.0.0.1", "localhost"} and "127.0.0.1" not in Place(80, tls=True).hosts


async def test_twenty_seats_opened_and_closed_leave_no_process_behind(tmp_path: Path) -> None:
    table = stub(tmp_path, tuple(f"N{number}" for number in range(20)))
    async with served(table) as base, AsyncExitStack() as stack:
        lines, found = [], set[int]()
        for number in range(20):
            one = await stack.enter_async_context(browser(base))
            lines.append(await one.open(await _in(one, table, f"n{number}")))
        for line in lines:
            assert await line.gets("80x24")
        found |= {*pids(table)}
        assert len(found) == 20 == len(table.open)
        for number, line in enumerate(lines):
            if number % 4 == 0:
                await line.leave()
            elif number % 4 == 1:  # the line is cut
                assert line.line._response.connection is not None
                line.line._response.connection.transport.abort()  # type: ignore[union-attr]
            elif number % 4 == 2:
                await line.say("stdin", "die")
            else:
                await line.line.send_str("nonsense")
        assert await lines[0].until(lambda: not table.open and not any(alive(pid) for pid in found), 10)
        assert not _children(found)
        await asyncio.gather(*(line.leave() for line in lines))


def _children(known: set[int]) -> set[int]:
    """Those of these processes that nobody has looked after: dead ones too."""
    me = Path(f"/proc/self/task/{os.getpid()}/children")
    return known & {int(pid) for pid in (me.read_text() if me.exists() else "").split()}


def test_a_size_is_bounded() -> None:
    wide = [
        bounded(asked, WIDEST) for asked in ("45", "99999999", "-5", "0", "", None, "1e9", 10**30, True, 2.5, "４５")
    ]
    assert wide == [45, WIDEST, 80, 10, 80, 80, 80, WIDEST, 80, 80, 80]

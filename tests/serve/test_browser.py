"""A table that is served, in a real Chromium: who gets in, a round by keys and by taps, sleep, death, guesses.

Needs the extra `browser` (playwright) and a Chromium; skipped, and said so, where one of them is not there."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyte
import pytest
import pytest_asyncio

from saga_tui.serve.gate import TRIES
from saga_tui.serve.seats import Kept, Seat
from saga_tui.serve.server import Place, Shown, Table
from saga_tui.store.toml import load
from saga_tui.ui.touch import HIGH
from tests.serve.browser import alive, pids, served

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
try:
    from playwright.async_api import Error as PlaywrightError
    from playwright.async_api import async_playwright

    WHY = "" if CHROMIUM else "no Chromium"
except ImportError:
    WHY = "no playwright (the extra `browser`)"
pytestmark = [
    pytest.mark.skipif(bool(WHY), reason=f"THE TESTS IN A REAL BROWSER ARE SKIPPED: {WHY}"),
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.long,
]
CHARACTERS = Path(__file__).parent.parent.parent / "characters"
PICTURES = os.environ.get("BROWSER_PICTURES", "")
"""The folder that gets a picture of each step, for a person to look at."""
HOSTILE = "</title><b onclick='alert(1)'>Theo</b>"
"""What somebody may call a character."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1300, "height": 800}}


class Terminal:
    """What a page's terminal shows: the bytes of its line, drawn; and where to tap it."""

    def __init__(self, page: Page) -> None:
        self.page, self.width, self.height, self.lines = page, 0, 0, 0
        self.screen = pyte.Screen(10, 10)
        page.on("websocket", self._opened)

    def _opened(self, line: Any) -> None:
        found = {side: re.search(rf"{side}=(\d+)", line.url) for side in ("width", "height")}
        self.width, self.height = (int(one[1]) if one else 0 for one in found.values())
        self.screen = pyte.Screen(self.width, self.height)
        self.lines += 1
        stream = pyte.ByteStream(self.screen)
        line.on("framereceived", lambda data: stream.feed(data) if isinstance(data, bytes) else None)

    @property
    def text(self) -> str:
        """The screen."""
        return "\n".join(self.screen.display)

    @property
    def top(self) -> list[str]:
        """The upper lines, whichever row has the focus."""
        return [line.replace("▸", " ").rstrip() for line in self.screen.display[:12]]

    async def sees(self, words: str, seconds: float = 20) -> bool:
        """Wait until a pattern is on the screen."""
        found = await until(lambda: re.search(words, self.text), seconds)
        if not found:
            print(f"{words!r} is not in\n{self.text}")
        return found

    async def rests(self) -> None:
        """Wait until nothing is drawn any more."""
        before = ""
        while before != self.text:
            before = self.text
            await asyncio.sleep(0.15)

    async def tap(self, words: str) -> None:
        """A finger on the middle of these words, which must be a button or a row of their own."""
        assert await self.sees(re.escape(words))
        await self.rests()
        y = next(at for at in range(self.height - 1, -1, -1) if words in self.screen.display[at])
        x = self.screen.display[y].index(words) + len(words) / 2
        box = await self.page.locator(".xterm-screen").bounding_box()
        assert box is not None
        cell, high = box["width"] / self.width, box["height"] / self.height
        assert high * HIGH >= 40  # of a button: as high as a finger needs
        await self.page.touchscreen.tap(box["x"] + x * cell, box["y"] + (y + 0.5) * high)
        await asyncio.sleep(0.25)

    async def keys(self, *keys: str) -> None:
        """Keys of a keyboard."""
        for key in keys:
            await self.page.keyboard.press(key)
            await asyncio.sleep(0.1)


async def until(true: Callable[[], object], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        await asyncio.sleep(0.02)
    return bool(true())


class Desk:
    """A served table and a browser."""

    def __init__(self, table: Table, base: str, browser: Browser, folder: Path) -> None:
        self.table, self.base, self.browser, self.folder = table, base, browser, folder
        self.asked: list[str] = []

    def link(self, key: str) -> str:
        seat = self.table.kept.seat(key)
        assert isinstance(seat, Seat)
        return self.table.place.link(seat).replace("127.0.0.1:0", self.base.removeprefix("http://"))

    async def page(self, context: BrowserContext) -> tuple[Page, Terminal]:
        page = await context.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        return page, Terminal(page)

    async def sits(self, context: BrowserContext, key: str = "ana") -> tuple[Page, Terminal]:
        page, terminal = await self.page(context)
        await page.goto(self.link(key))
        return page, terminal

    def doc(self, name: str = "anselm-rook") -> dict[str, Any]:
        return dict(load(self.folder / f"{name}.toml"))

    def files(self, name: str) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.folder.rglob("*") if path.is_file() and name in str(path)}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for all tests; each has contexts of its own."""
    async with async_playwright() as play:
        browser = await play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        await browser.close()


@asynccontextmanager
async def desk(tmp_path: Path, browser: Browser, *, asks: bool = False) -> AsyncIterator[Desk]:
    """Ana plays Anselm, Ben Odalys, Zoe looks on."""
    folder = tmp_path / "characters"
    folder.mkdir()
    kept, shown = Kept(title="Friday"), []
    for name, file in (("Ana", "anselm-rook"), ("Ben", "theo-marsh")):
        path = Path(shutil.copy(CHARACTERS / f"{file}.toml", folder))
        doc = str(load(path)["id"])
        shown.append(Shown(doc, path, HOSTILE if name == "Ben" else "Anselm Rook", file))
        kept.seated(name, "plays", doc)
    kept.seated("Zoe", "looks")
    env = {"SAGA_TUI_STATE": str(tmp_path / "state")}
    table = Table(kept, tuple(shown), Place(0, asks=asks), env=env)
    async with served(table) as base:
        try:
            yield Desk(table, base, browser, folder)
        finally:
            for context in browser.contexts:
                await context.close()


async def picture(page: Page, name: str) -> None:
    if PICTURES:
        await page.screenshot(path=f"{PICTURES}/{name}.png")


async def test_a_seat_by_keys_its_death_and_another_window(tmp_path: Path, chromium: Browser) -> None:
    async with desk(tmp_path, chromium) as table:
        await _nobody_without(table)
        context = await table.browser.new_context(**DESK)
        page, seen = await table.sits(context)
        assert await seen.sees("   5 of 5") and seen.width >= 100
        assert "⏎" not in seen.text and str(tmp_path) not in seen.text
        await seen.keys("f")
        assert await seen.sees("   4 of 5")
        await seen.keys("q")
        assert await seen.sees("Not at this seat")
        [pid] = pids(table.table)
        environ = Path(f"/proc/{pid}/environ").read_bytes()
        assert b"SAGA_TUI_STATE" in environ and b"PYTEST" not in environ
        await picture(page, "desk")
        assert all(url.startswith((table.base, "data:")) for url in table.asked), "another host is asked"
        os.kill(pid, signal.SIGKILL)  # nothing is lost, and one click opens it again
        with suppress(PlaywrightError):  # where the machine is slow it comes back by itself before that
            await page.locator("#again").click(timeout=3000)
        assert await seen.sees("   4 of 5") and await until(lambda: pids(table.table) not in ([], [pid]))
        other, elsewhere = await table.sits(context)
        assert await elsewhere.sees("   4 of 5")
        assert await until(lambda: len(pids(table.table)) == 1)
        assert "Opened in another window" in str(await page.locator("#why").text_content())
        await other.close()
        page, seen = await table.sits(context, "ben")
        assert await seen.sees("Theo Marsh") and HOSTILE not in str(await page.content())
        assert await page.locator("b").count() == 0 and "<b onclick" in await page.title()
        await page.close()
        assert await until(lambda: not table.table.open)
        assert table.doc()["play"]["tokens"]["force"] == 4


async def _nobody_without(table: Desk) -> None:
    """No link, a wrong one, one of another seat, another origin: no page with a terminal, and no process."""
    context = await table.browser.new_context(**DESK)
    page, seen = await table.page(context)
    hostile = ("../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2fanselm-rook.toml/", "<script>alert(1)</script>/",
               "ana%00/", "ana/..%2f..%2fstate/", "ana'onload='x/", "x" * 3000 + "/")  # fmt: skip
    for path in ("/", "/seat/ana/", "/seat/ben/", "/static/", "/own/..%2fserver.py", "/characters/anselm-rook.toml",
                 *(f"/seat/{bad}" for bad in hostile)):  # fmt: skip
        answer = await page.goto(table.base + path)
        assert answer is not None and (path == "/" or answer.status in (400, 403, 404)), path
        assert await page.locator("#terminal").count() == 0 and "Anselm" not in await page.content()
        assert await page.locator("script:not([src])").count() == 0
    await page.goto(f"{table.base}/#not-a-link")
    assert await until(lambda: True) and await page.locator("#terminal").count() == 0
    await page.goto(table.link("ana"))
    assert await seen.sees("Force")
    answer = await page.goto(f"{table.base}/seat/ben/")
    assert answer is not None and answer.status == 403
    await page.goto("data:text/html,<p>another origin")
    refused = await page.evaluate(
        "to => new Promise(done => { const line = new WebSocket(to); line.onopen = () => done('open');"
        " line.onclose = () => done('closed'); })",
        table.base.replace("http", "ws") + "/seat/ana/ws?width=80&height=24",
    )
    assert refused == "closed"
    await context.close()
    assert await until(lambda: not table.table.open)


async def test_a_phone_plays_a_round_with_taps_and_sleeps(tmp_path: Path, chromium: Browser) -> None:
    async with desk(tmp_path, chromium) as table:
        context = await table.browser.new_context(**PHONE)
        page, seen = await table.sits(context)
        assert await seen.sees(r"Force.* 5 of 5") and 44 <= seen.width <= 48 and seen.height >= 40
        await asyncio.sleep(0.5)
        assert "◂" in seen.text  # though there is no keyboard, something has the focus, and can be changed
        await picture(page, "phone-calm")
        before = await page.evaluate("[visualViewport.scale, document.documentElement.scrollWidth <= innerWidth]")
        assert before == [1, True]
        await seen.tap("Weaponry again")
        assert await seen.sees("dice on Weaponry")
        await picture(page, "phone-roll")
        await seen.tap("⏎ Roll")
        assert await seen.sees("⏎ Compare")
        await picture(page, "phone-result")
        await seen.tap("Close")
        await seen.tap("Doubt ")
        assert await seen.sees("▸ Doubt")
        await _typed(page, seen)
        for button in ("  9  ", "  ⌫  ", "  2  "):
            await seen.tap(button)
        await picture(page, "phone-number")
        await seen.tap("⏎ Accept")
        assert await seen.sees("Doubt.*0 left|Doubt.*full|Doubt.*■.*■")
        assert await page.evaluate("visualViewport.scale") == 1  # nothing zooms on a tap
        await seen.tap("Undo")
        assert await seen.sees("Doubt.*2 left")
        await _slept(table, context, page, seen)
        await context.close()


async def _typed(page: Page, seen: Terminal) -> None:
    """The phone's keyboard comes and goes: what is asked stays, and all keys stand above it."""
    fits = """() => ['.xterm-screen', 'footer'].map(one => document.querySelector(one).getBoundingClientRect())
        .every((box, at, all) => box.bottom <= (all[at + 1] ? all[at + 1].top + 1 : innerHeight))"""
    phone = PHONE["viewport"]
    for shown, height in (("text", phone["height"] - 336), ("none", phone["height"])):
        await page.locator("#keyboard").tap()
        assert await page.evaluate("document.activeElement.inputMode") == shown
        await page.set_viewport_size({"width": phone["width"], "height": height})
        await page.wait_for_function(fits)
        await seen.rests()
        assert "▸ Doubt" in seen.text
    assert await seen.sees("▸ Doubt")


async def _slept(table: Desk, context: BrowserContext, page: Page, seen: Terminal) -> None:
    """The line is cut while the phone sleeps; when it is back, the same screen is there by itself or by one tap."""
    [pid] = pids(table.table)
    shown = seen.top
    await asyncio.sleep(1)
    os.kill(pid, signal.SIGKILL)
    await context.set_offline(True)
    assert await until(lambda: not alive(pid))
    await page.locator("#over").wait_for(state="visible", timeout=20000)
    await picture(page, "phone-away")
    await context.set_offline(False)
    lines = seen.lines
    if await page.locator("#again").is_visible():
        await page.locator("#again").tap()
    assert await until(lambda: seen.lines > lines) and await seen.sees(r"Force")
    assert await until(lambda: seen.top == shown)


async def test_guesses_and_who_only_looks(tmp_path: Path, chromium: Browser) -> None:
    async with desk(tmp_path, chromium, asks=True) as table:
        phone = await table.browser.new_context(**PHONE)
        zoe, seen = await table.page(phone)
        await zoe.goto(table.link("zoe"))
        await zoe.locator("#code").fill(table.table.kept.code)
        await picture(zoe, "phone-code")
        await zoe.locator("#join button").tap()
        assert await seen.sees("you can look at this one")
        before = table.files("anselm")
        for key in ("f", "Enter", "n", "Enter", "d", "2", "Enter", "T"):
            await seen.keys(key)
        await picture(zoe, "phone-looks")
        assert table.files("anselm") == before and str(tmp_path) not in seen.text
        late = await table.browser.new_context(**DESK)
        page, _ = await table.page(late)
        await page.goto(table.link("ben"))
        said = page.locator("#said")
        answers = []
        for number in range(TRIES + 2):
            await page.locator("#code").fill(f"wrong{number}")
            async with page.expect_response("**/join") as got:
                await page.locator("#join button").click()
            answers.append((await got.value).status)
        assert answers == [403] * TRIES + [429] * 2
        assert "wait" in str(await said.text_content()).lower() or "many" in str(await said.text_content()).lower()
        await page.locator("#code").fill(table.table.kept.code)  # nor is a right one looked at
        async with page.expect_response("**/join") as got:
            await page.locator("#join button").click()
        assert (await got.value).status == 429 and await page.locator("#terminal").count() == 0
        lines = seen.lines  # who is in stays in
        await seen.tap("… More")
        await seen.rests()
        assert seen.lines == lines
        await phone.close()

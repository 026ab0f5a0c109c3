"""`host` and `join` as real programs: a player acts on one machine, the GM sees it on the other."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from saga_tui.cli import saga_tui, together
from saga_tui.live.server import Server, free_port
from saga_tui.live.trust import fingerprint
from tests.certificate import OPENSSL, certificate

SAMPLES = Path(__file__).parents[2] / "characters"


class Machine:
    """A folder of characters and a state folder."""

    def __init__(self, root: Path) -> None:
        self.folder, self.state = root / "characters", root / "state"
        self.folder.mkdir(parents=True)
        self.running: list[subprocess.Popen[str]] = []

    @property
    def _how(self) -> tuple[list[str], dict[str, str]]:
        command = [sys.executable, "-u", "-m", "saga_tui", "--dir", str(self.folder)]
        return command, {**os.environ, "SAGA_TUI_STATE": str(self.state)}

    def run(self, *words: str) -> str:
        command, env = self._how
        done = subprocess.run([*command, *words], env=env, capture_output=True, text=True, timeout=60, check=False)
        return done.stdout + done.stderr

    def start(self, *words: str) -> Path:
        """Begin a verb that goes on; what it says is in the file."""
        command, env = self._how
        said = self.folder.parent / f"said-{len(self.running)}"
        with said.open("w") as out:
            self.running.append(subprocess.Popen([*command, *words], env=env, stdout=out, stderr=out, text=True))
        return said

    def end(self) -> list[int]:
        for one in self.running:
            one.send_signal(signal.SIGINT)
        return [one.wait(20) for one in self.running]


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    both = Machine(tmp_path / "gm"), Machine(tmp_path / "ana")
    yield both
    for one in both:
        for process in one.running:
            process.kill()


def until(true: Callable[[], object], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_player_plays_and_the_gm_follows(machines: tuple[Machine, Machine], tmp_path: Path) -> None:
    """The GM's characters go over by their links; a withdrawn seat is let in no more; nobody's link is in a journal."""
    gm, ana = machines
    shutil.copy(SAMPLES / "anselm-rook.toml", gm.folder)
    assert "friday.toml" in gm.run("new", "--no-open", "--table", "Friday", "anselm")
    shared = ("host", "friday", "--folder", str(tmp_path / "shared"))
    hosted = gm.start(*shared)
    until(lambda: "Connected" in hosted.read_text())
    link = re.search(r"saga-tui:\S+", hosted.read_text())
    assert link is not None
    joined = ana.start("join", link[0])
    until((ana.folder / "anselm-rook.toml").exists)
    for words in ((), ("--folder", str(tmp_path / "other"))):  # a second server on the same store would do harm
        assert "shared already, in another window" in gm.run("host", "friday", *words)
    assert not (tmp_path / "other").exists()
    assert "in another window, which follows this" in gm.run("host", "friday", "--guest", "Mia")
    assert "Chapter 2 ends" in ana.run("do", "anselm", "end-chapter", "--overrule", "we all agreed")
    until(lambda: "chapter 2 ends" in gm.run("log", "anselm"))
    assert "Its player plays this on another laptop" in gm.run("do", "anselm", "start-chapter", "drive=1")
    until(lambda: "Anselm Rook is here" in hosted.read_text() and "the GM is here" in joined.read_text())
    assert [*gm.end(), *ana.end()] == [0, 0]
    secret = link[0].partition("key=")[2].partition("&")[0].encode()
    for folder in (gm.folder, ana.folder, tmp_path / "shared"):
        assert not any(secret in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert "There is no seat nobody" in gm.run(*shared, "--withdraw", "nobody", "--links")
    [kept] = gm.state.glob("together/*.hosting.json")
    kept.write_text(re.sub(r'("until": ")\d+', r"\g<1>2020", kept.read_text()))
    assert "--renew anselmrook makes it good again" in gm.run(*shared, "--links")
    renewed = gm.run(*shared, "--renew", "anselmrook", "--links")
    assert "good until" in renewed and link[0] in renewed
    again = gm.run(*shared, "--withdraw", "anselmrook", "--links")
    assert "saga-tui:" in again and link[0] not in again


@pytest.mark.skipif(not Server.program() or not OPENSSL, reason="NO nats-server OR NO openssl HERE")
def test_a_table_with_a_certificate_is_joined_and_another_server_in_its_place_is_not(
    machines: tuple[Machine, Machine], tmp_path: Path
) -> None:
    gm, ana = machines
    shutil.copy(SAMPLES / "anselm-rook.toml", gm.folder)
    gm.run("new", "--no-open", "--table", "Friday", "anselm")
    (cert, key), other = certificate(tmp_path / "own"), certificate(tmp_path / "other")
    way = ("host", "friday", "--headless", "--port", str(free_port()))
    assert "add --cert" in gm.run(*way, "--key", str(key))
    assert "its key is missing, or belongs to another" in gm.run(*way, "--cert", str(cert), "--key", str(other[1]))
    assert "leave out --folder" in gm.run(*way, "--cert", str(cert), "--key", str(key), "--folder", str(tmp_path))
    hosted = gm.start(*way, "--cert", str(cert), "--key", str(key))
    until(lambda: "Connected" in hosted.read_text())
    [link] = re.findall(r"saga-tui:\S+", hosted.read_text())
    assert "at=tls%3A%2F%2F127.0.0.1" in link and f"cert={fingerprint(cert)}" in link
    joined = ana.start("join", link)
    until((ana.folder / "anselm-rook.toml").exists)
    assert gm.end() == [0]
    assert re.findall(r"saga-tui:\S+", gm.run("host", "friday", "--links")) == [link], "it goes on so the next time"
    other_way = gm.start(*way, "--cert", str(other[0]), "--key", str(other[1]))
    until(lambda: "cannot be trusted: it has another certificate than your link says" in joined.read_text())
    assert "eof_received" not in joined.read_text() + hosted.read_text(), "what the library warns of is no news here"
    assert "Ask the GM for a new link" in joined.read_text() and "ana is here" not in other_way.read_text().casefold()


def test_a_broken_link_says_what_to_do(tmp_path: Path) -> None:
    machine = Machine(tmp_path / "ana")
    assert "Copy all of it" in machine.run("join", "saga-tui:abc?at=nats")
    assert "no character" in machine.run("host", "friday", "--links") or "no table" in machine.run("host", "friday")


def test_what_hinders_sharing_and_the_notes_are_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "state"))
    folder = str(tmp_path / "characters")

    def run(*words: str, text: str = "") -> str:
        return CliRunner().invoke(saga_tui, ["--dir", folder, *words], prog_name="saga-tui", input=text).output

    Path(folder).mkdir()
    run("new", "--no-open", "--table", "Friday")
    (tmp_path / "file").write_text("")
    said = run("host", "friday", "--folder", str(tmp_path / "file/shared"), "--links")
    assert f"{tmp_path}/file/shared cannot be used: a file is where a folder should be. Choose one that you may" in said
    assert "Errno" not in said
    run("host", "friday", "--folder", str(tmp_path / "shared"), "--links")
    assert "For all: Back soon" in run("note", "friday", "Back soon")
    assert re.search(r"^\d\d-\d\d \d\d:\d\d the GM to all: Back soon$", run("note", "friday"), re.MULTILINE)

    link = re.search(
        r"saga-tui:\S+", run("host", "friday", "--folder", str(tmp_path / "shared"), "--guest", "Mia", "--links")
    )
    assert link is not None
    opened: list[Any] = []
    monkeypatch.setattr(together, "_go", lambda _ctx, share, *_: opened.append(share))
    monkeypatch.setenv("SAGA_TUI_STATE", str(tmp_path / "other"))
    assert "saga-tui join - reads the link" in run("join")
    assert "Copy all of it" in run("join", "-", text="saga-tui:abc\n")
    run("join", "-", text=f"{link[0]}\n")
    assert [one.key for one in opened] == [f"{opened[0].link.table}.mia"]
    monkeypatch.setattr(together, "at_terminal", lambda: True)
    said = run("join", text="1\n")
    assert f"Tables that you joined before:\n  1  {opened[0].link.table}\nIts number, or the link" in said
    run("join", text=f"{link[0]}\n")
    assert [one.joined.link for one in opened] == [link[0]] * 3

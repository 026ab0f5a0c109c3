"""`saga-tui serve` on the command line: who gets a link, what is withdrawn, and what it says where it cannot serve."""

from __future__ import annotations

import re
import shutil
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from saga_tui.cli.group import saga_tui
from saga_tui.cli.names import Place
from saga_tui.cli.serve import _characters
from saga_tui.cli.serving import Again, Telling
from saga_tui.games import registry
from saga_tui.games.party import PartyGame
from saga_tui.serve.server import Place as Where
from saga_tui.serve.server import Table
from saga_tui.store import Memory, load, state_folder

SAMPLES = Path(__file__).parents[2] / "characters"
Run = Callable[..., str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "characters"
    place.mkdir()
    sits = []
    for stem in ("kestrel-ward", "odalys-brandt", "anselm-rook"):
        shutil.copy(SAMPLES / f"{stem}.toml", place)
        with Memory.open(place / f"{stem}.toml", registry.layout("saga")) as memory:
            memory.begin()
            sits.append((memory.identity, memory.layout.name_of(memory.doc), stem))
    game = registry.game("saga-table")
    assert isinstance(game, PartyGame)
    doc = game.with_seats(game.new("Friday"), sits[:2])
    Memory.create(place / "tables", doc, registry.layout("saga-table"), stem="friday").close()
    return place


@pytest.fixture
def run(folder: Path) -> Run:
    def run(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(saga_tui, ["--dir", str(folder), "serve", *words])
        assert done.exit_code == code, done.output
        return done.output

    return run


def links(said: str) -> dict[str, str]:
    """The links by name and what the seat does."""
    return dict(re.findall(r"(.+):\n +http\S+#(\S+)", said))


def test_each_character_of_a_table_gets_a_link_and_the_gm_too(run: Run) -> None:
    said = run("friday", "--links", "--watcher", "Zoe")
    assert set(links(said)) == {
        "Kestrel Ward (plays)", "Odalys Brandt (plays)", "the GM (opens the table)", "Zoe (looks on)",
    }  # fmt: skip
    assert "█" not in said and "http://127.0.0.1:8000/#" in said and "code" not in said
    assert run("friday", "--links", "--lan").count("█") > 500, "what a phone can reach"
    assert len(set(links(said).values())) == 4
    again = run("friday", "--links", "--no-qr")
    assert links(again) == links(said) and "█" not in again, "links stay the same"


def test_without_a_table_the_folder_is_served_or_those_that_are_named(run: Run) -> None:
    every = links(run("--links", "--no-qr"))
    assert set(every) == {"Kestrel Ward (plays)", "Odalys Brandt (plays)", "Anselm Rook (plays)"}
    assert set(links(run("--links", "--no-qr", "--only", "anselm-rook"))) == {"Anselm Rook (plays)"}
    assert not {*every.values()} & {*links(run("friday", "--links", "--no-qr")).values()}


def test_the_network_gets_a_code_and_a_warning(run: Run) -> None:
    said = run("friday", "--links", "--no-qr", "--lan", "--address", "laptop.example", "--port", "9000")
    assert "http://laptop.example:9000/#" in said and "--cert" in said
    code = re.findall(r"each new device: (\w{3}-\w{3})", said)
    assert code == re.findall(r"each new device: (\w{3}-\w{3})", run("friday", "--links", "--no-qr", "--lan"))
    assert len(code) == 1


def test_links_are_withdrawn_one_by_one_or_all_made_new(run: Run) -> None:
    first = links(run("friday", "--links", "--no-qr"))
    said = links(run("friday", "--links", "--no-qr", "--withdraw", "kestrel ward"))
    assert set(first) - set(said) == {"Kestrel Ward (plays)"}
    assert links(run("friday", "--links", "--no-qr")) == said, "it stays withdrawn"
    assert "There is no seat kestrel-ward" in run("friday", "--links", "--withdraw", "kestrel-ward", code=2)
    back = links(run("friday", "--links", "--no-qr", "--only", "kestrel-ward"))
    assert back["Kestrel Ward (plays)"] != first["Kestrel Ward (plays)"]
    new = links(run("friday", "--links", "--no-qr", "--new-links"))
    assert set(new) == set(first) and not {*new.values()} & {*first.values(), *back.values()}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], 'There is no table "nowhere".'),
        (["kestrel-ward"], "kestrel-ward.toml is not a table."),
        (["friday", "--only", "anselm-rook"], "not at this table"),
        (["friday", "--key", "k.pem"], "add --cert"),
        (["friday", "--cert", "none.pem"], "The certificate cannot be used"),
    ],
)
def test_what_cannot_be_served_is_said(run: Run, words: list[str], said: str) -> None:
    assert said in run(*words, "--links", code=2)


def test_a_folder_without_characters_serves_nothing(tmp_path: Path) -> None:
    done = CliRunner().invoke(saga_tui, ["--dir", str(tmp_path), "serve"])
    assert done.exit_code == 2 and "There are no characters in" in done.output


def test_a_port_in_use_is_said(run: Run) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        one.listen()
        port = one.getsockname()[1]
        said = run("friday", "--no-qr", "--port", str(port), code=2)
    assert f"Port {port} is in use" in said and f"--port {port + 1}" in said


@pytest.mark.parametrize("lacking", ["aiohttp", "textual_serve", "segno"])
def test_without_the_extra_it_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    for name in [name for name in sys.modules if name.startswith(("saga_tui.serve", "saga_tui.cli.serving", lacking))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, lacking, None)
    assert "pip install 'saga-tui[serve]'" in run("friday", "--links", code=2)


def test_what_becomes_of_the_seats_meanwhile_is_read_again_and_told_once(
    run: Run, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another start of the program withdraws and adds, one more comes into the folder; `--only` keeps it out."""
    run("--links", "--no-qr")
    state, key, place = state_folder(), str(folder.resolve()), Place(folder)
    again = Again(state, key, None, lambda: _characters(place, None, []))
    only = Again(state, key, None, lambda: _characters(place, None, [folder.resolve() / "anselm-rook.toml"]))
    now, some = again.reread(), only.reread()
    assert now is not None and len(now[1]) == 3 and again.reread() is None
    assert some is not None and [one.name for one in some[1]] == ["Anselm Rook"]
    its = Table(*now, Where(8000))
    tell = Telling(its, qr=False)
    tell()
    told = links(capsys.readouterr().out)
    assert set(told) == {"Kestrel Ward (plays)", "Odalys Brandt (plays)", "Anselm Rook (plays)"}
    said = run("--links", "--no-qr", "--withdraw", "kestrel-ward", "--watcher", "Zoe")
    shutil.copy(SAMPLES / "corin-vale.toml", folder)
    now, some = again.reread(), only.reread()
    assert now is not None and some is not None
    its.kept, its.shown = now
    tell()
    new = links(capsys.readouterr().out)
    assert (
        set(new) == {"Corin Vale (plays)", "Zoe (looks on)"} and new["Zoe (looks on)"] == links(said)["Zoe (looks on)"]
    )
    assert len(some[1]) == 1 and links(run("--links", "--no-qr"))["Corin Vale (plays)"] == new["Corin Vale (plays)"]


def test_a_character_without_an_id_gets_one(run: Run, folder: Path) -> None:
    shutil.copy(SAMPLES / "corin-vale.toml", folder)
    (folder / "broken.toml").write_text("= not TOML")
    said = run("--links", "--no-qr", "--only", "corin-vale")
    assert "Corin Vale (plays)" in links(said)
    with Memory.open(folder / "corin-vale.toml", registry.layout("saga")) as memory:
        identity: Any = memory.identity
    assert identity and said == run("--links", "--no-qr", "--only", "corin-vale") and load(folder / "corin-vale.toml")

"""The config file: read, its mistakes reported with the near keys, the theme kept without losing the rest."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from saga_tui.ui import config
from tests.ui.stage import Stage


def test_without_a_file_all_is_as_it_comes(isolated: Path) -> None:
    found = config.load()
    assert (found.theme, found.keys, found.animations, found.problems) == ("evening", {}, True, ())
    assert found.where == isolated / "config.toml"


def test_the_file_is_where_the_system_keeps_such_files(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAGA_TUI_CONFIG")
    assert config.path().is_relative_to(isolated)
    assert config.path().name == "config.toml"


def test_keys_may_stand_in_tables_or_with_dots(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('theme = "morning"\nanimations = false\n[keys]\n"app.help" = "h"\n[keys.session]\nroll = "x"\n')
    found = config.load(file)
    assert (found.theme, found.animations) == ("morning", False)
    assert found.keys == {"app.help": "h", "session.roll": "x"}
    assert found.problems == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('them = "morning"', "Unknown key 'them'. Did you mean 'theme'?"),
        ("theme = 3", "theme: write a name in quotes"),
        ('animations = "no"', "animations: write true or false"),
        ("keys = 3", "keys: write a section"),
        ("[keys]\nroll = 3", "keys.roll"),
        ("theme = ", "cannot be used"),
        ("games = 3", "games: write a section for each game"),
    ],
)
def test_mistakes_are_said_and_nothing_fails(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "c.toml"
    file.write_text(text)
    found = config.load(file)
    assert said in " ".join(found.problems)
    assert found.theme == "evening"


def other_files(folder: Path) -> dict[str, Path]:
    """What may stand in the config file's place, or be its target."""
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    (folder / "deep").write_text(f"a = {'[' * 100_000}")
    (folder / "dotted").write_text(f"{'.'.join(['a'] * 100_000)} = 1")
    (folder / "large").write_text("#" * (5 << 20))
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "kernel").symlink_to("/proc/kmsg")
    return {path.name: path for path in folder.iterdir()}


def test_whatever_stands_in_its_place_is_said_and_left_alone(tmp_path: Path) -> None:
    for name, file in other_files(tmp_path).items():
        found = config.load(file)
        (said,) = found.problems
        assert said.startswith(f"{name} cannot be used: "), said
        assert found.theme == "evening"
        wrong = config.save(found.with_theme("contrast"))
        assert wrong.startswith("The config file could not be saved: "), name
        assert wrong.endswith(".") and not wrong.endswith(".."), "a sentence ends once"
    assert Path("/dev/zero").is_char_device()


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "real.toml").write_text("# mine\n")
    (tmp_path / "c.toml").symlink_to(tmp_path / "real.toml")
    assert config.save(config.load(tmp_path / "c.toml").with_theme("contrast")) == ""
    assert (tmp_path / "c.toml").is_symlink()
    assert (tmp_path / "real.toml").read_text() == '# mine\ntheme = "contrast"\n'


async def test_nothing_of_it_reaches_the_terminal_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('theme = "\\u001b[2J[/]"\n"\\u001b]0;x\\u0007" = 1\n[keys]\n"\\u009bx" = "y"\nk = "\\u001b"\n')
    app = Stage(settings=config.load(file))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        (said,) = [f"{note.title}\n{note.message}" for note in app._notifications]
        told = [line.partition(" ")[::2] for line in said.splitlines()[1:]]
        assert [what for _, what in told if what.startswith("key keys.")] == [
            f"key keys.{name}. saga-tui config --keys lists all." for name in ("\ufffdx", "k")
        ]
        assert [what.split()[0] for _, what in told] == ["key", "key", "key", "theme"], "each mistake, in one notice"
        assert not [char for char in said if unicodedata.category(char) == "Cc" and char != "\n"]


def test_keeping_the_theme_leaves_the_rest_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('# mine\ntheme = "evening"  # dark\n[keys]\nroll = "x"\n')
    assert config.save(config.load(file).with_theme("contrast")) == ""
    assert file.read_text() == '# mine\ntheme = "contrast"  # dark\n[keys]\nroll = "x"\n'


def test_what_a_game_keeps_stands_beside_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "c.toml"
    file.write_text('theme = "evening"\n[games.saga]\nhers = 1  # stays\n')
    found = config.load(file)
    assert found.games == {"saga": {"hers": 1}}
    assert config.save(found.with_game("saga", order=["a", "b"])) == ""
    assert file.read_text() == 'theme = "evening"\n[games.saga]\nhers = 1  # stays\norder = ["a", "b"]\n'
    assert config.load(file).games == {"saga": {"hers": 1, "order": ["a", "b"]}}
    file.unlink()
    assert config.save(config.Config(where=file).with_game("saga", order=["b"])) == ""
    assert config.load(file).games == {"saga": {"order": ["b"]}}


def test_a_theme_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    where = tmp_path / "file" / "c.toml"
    wrong = config.save(config.Config("morning", where=where))
    assert wrong.startswith("The config file could not be saved: ")
    assert "Errno" not in wrong, "in words"


async def test_keys_of_the_config_file_hold_and_an_unknown_theme_does_no_harm() -> None:
    app = Stage(settings=config.Config("no such theme", {"stage.r": "x"}))
    async with app.run_test() as pilot:
        await pilot.press("r", "x")
        assert app.keys == ["r"]
        assert app.theme == "evening"


def test_the_config_loads_no_textual() -> None:
    code = "import sys; from saga_tui.ui import config; config.load(); sys.exit('textual' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

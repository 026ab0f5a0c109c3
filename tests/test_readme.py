"""What the README promises about itself: its pictures are current, its test command is the one that CI reads."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click

from tests.picture import ROOT, draw


async def test_the_pictures_are_of_the_program_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "characters"
    folder.mkdir()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for path, drawn in (await draw(folder)).items():
        assert words(drawn) == words(path.read_text(encoding="utf-8")), "draw it anew: python -m tests.picture"
        assert f"]({path.relative_to(ROOT).as_posix()})" in readme


def words(drawing: str) -> list[str]:
    """The texts of a drawing."""
    return re.findall(r">([^<>]+)</text>", drawing)


def test_the_readme_names_the_test_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(r"<!-- test command -->\s*```sh\n[^\n]+-m pytest\n```", text)


def test_every_command_that_the_readme_shows_is_there() -> None:
    from saga_tui.cli.group import saga_tui

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^saga-tui ([a-z]+)|\s{2,}saga-tui ([a-z]+)", text, re.MULTILINE))
    named = {first or second for first, second in shown}
    known = set(saga_tui.list_commands(click.Context(saga_tui)))
    assert named == known, "the list of commands is complete and true"


def test_every_option_that_the_readme_shows_is_there() -> None:
    from tests.cli.test_help import check

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [
        line.partition("#")[0]
        for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
    ]
    typed = [line for line in lines if line.startswith("saga-tui ")]
    assert len(typed) >= 9
    for line in typed:
        check(shlex.split(line)[1:], line)


def test_the_story_that_the_readme_shows_is_told_so() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    told = ROOT / "tests" / "games" / "saga" / "recap" / "golden" / "campaign.txt"
    assert shown in told.read_text(encoding="utf-8")


def test_the_config_file_that_the_readme_shows_is_understood(tmp_path: Path) -> None:
    from saga_tui.games.saga.screens.session.screen import SessionScreen
    from saga_tui.ui import config

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml\n(theme.*?)```", text, re.DOTALL)
    (tmp_path / "c.toml").write_text(shown, encoding="utf-8")
    found = config.load(tmp_path / "c.toml")
    assert found.problems == ()
    assert found.print_command[:3] == ("lpr", "-P", "upstairs")
    assert set(found.keys) <= {binding.id for binding in SessionScreen.BINDINGS}  # type: ignore[union-attr]

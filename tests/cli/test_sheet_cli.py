"""`saga-tui sheet` with its options: forms, pages, the empty sheet; nothing of the terminal is loaded for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from saga_tui.games.saga.game import GAME
from tests.cli.conftest import Run
from tests.cli.test_verbs import fresh
from tests.games.saga.sheet.documents import PLAYED


def test_the_options_give_what_the_game_draws(run: Run) -> None:
    for arguments, sheet in (
        (["--ascii"], GAME.sheet(PLAYED, plain=True)),
        (["--format", "markdown"], GAME.sheet(PLAYED, markdown=True)),
        (["--with-rules", "--width", "72"], GAME.sheet(PLAYED, 72, rules=True)),
        (["--ascii", "--format=markdown", "--with-rules"], GAME.sheet(PLAYED, plain=True, markdown=True, rules=True)),
    ):  # fmt: skip
        result = run("sheet", "kestrel", *arguments)
        assert (result.exit_code, result.stdout, result.stderr) == (0, sheet, ""), arguments


def test_several_characters_in_markdown_stand_under_each_other(run: Run) -> None:
    text = run("sheet", "kestrel", "ashgrove", "--format", "markdown").stdout
    assert "\f" not in text
    assert text.startswith(GAME.sheet(PLAYED, markdown=True) + "\n---\n\n# Mother Ashgrove\n")


def test_pages_of_several_characters_with_rules_are_parted_by_form_feeds(run: Run) -> None:
    pages = run("sheet", "kestrel", "ashgrove", "kestrel", "--with-rules").stdout.split("\f")
    assert [page.split("  ")[0].splitlines()[0] for page in pages] == [
        "Kestrel", "Kestrel: explained", "Mother Ashgrove", "Kestrel", "Kestrel: explained",
    ]  # fmt: skip


def test_an_empty_sheet_needs_no_character(run: Run, tmp_path: Path) -> None:
    assert run("sheet", "--blank").stdout == GAME.blank_sheet()
    assert run("sheet", "--blank", "--ascii", "--width", "100", "-o", "empty.txt").exit_code == 0
    assert (tmp_path / "empty.txt").read_text(encoding="utf-8") == GAME.blank_sheet(width=100, plain=True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Whose sheet? Give a name, or --blank"),
        (["kestrel", "--blank"], "belongs to no character"),
        (["--blank", "--with-rules"], "belongs to no character"),
        (["kestrel", "--setting", "plain"], "add --blank"),
        (["--blank", "--setting", "no-such"], "no-such"),
    ],
)
def test_what_does_not_go_together_is_said(run: Run, arguments: list[str], said: str) -> None:
    result = run("sheet", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_the_terminal_is_not_loaded_for_any_form(folder: Path) -> None:
    done = fresh(folder, "sheet", "kestrel", "--with-rules", "--ascii", "--format", "markdown")
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("LOADED []\n")

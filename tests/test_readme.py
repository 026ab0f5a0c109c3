"""What the README promises about itself: its picture is current, its test command is the one that CI reads."""

from __future__ import annotations

import re
from pathlib import Path

from tests.picture import PICTURE, ROOT, draw


async def test_the_picture_is_of_the_program_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "characters"
    folder.mkdir()
    drawn, kept = await draw(folder), PICTURE.read_text(encoding="utf-8")
    assert words(drawn) == words(kept), "draw it anew: python -m tests.picture"


def words(drawing: str) -> list[str]:
    """The texts of a drawing."""
    return re.findall(r">([^<>]+)</text>", drawing)


def test_the_readme_names_the_picture_and_the_test_command() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"]({PICTURE.relative_to(ROOT).as_posix()})" in text
    assert re.search(r"<!-- test command -->\s*```sh\n[^\n]+-m pytest\n```", text)

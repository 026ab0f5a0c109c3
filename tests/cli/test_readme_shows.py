"""What the README shows of settings holds: the example passes the check, the check says that, the commands work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from tests.cli.conftest import Run
from tests.picture import ROOT


def test_the_setting_that_the_readme_shows_passes_the_check() -> None:
    from saga_tui.games.saga.settings import check

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```toml\n(\[\[perks.*?)```", text, re.DOTALL)
    found = check(f'format = 1\nname = "Drowned Coast"\ndescription = "The tide took the towers."\n{shown}')
    assert found.setting is not None
    assert [item.problem.message for item in found.problems] == []


def test_the_check_that_the_readme_shows_says_that(folder: Path, run: Run) -> None:
    """A template with one switch misspelt, and the commands for one character alone."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    path = Path(run("setting", "new", "Drowned Coast").stdout.strip())
    assert path.name == "drowned-coast.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("better_lucky", "beter_lucky"), encoding="utf-8")
    result = run("setting", "check", "drowned-coast")
    assert result.exit_code == 1
    assert result.stdout.strip() in text
    for typed in re.findall(r"`saga-tui (do kestrel [^`]+)`", text):
        assert run(*shlex.split(typed)).exit_code == 0, typed

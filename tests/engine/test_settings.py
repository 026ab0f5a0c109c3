"""Settings as files for any game: found by name only, the nearer one first, checked with line and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from saga_tui.changes import Doc
from saga_tui.engine import settings
from saga_tui.engine.wrong import Shape, problem_of
from saga_tui.problem import Problem


class Weather(BaseModel):
    """A setting of no game."""

    model_config = ConfigDict(strict=True, extra="forbid")

    name: str
    wind: int = Field(default=1, ge=0, le=12)


SHAPE = Shape(Weather, noun="weather", compare="the book")


def read(doc: Doc) -> tuple[Weather | None, list[Problem]]:
    try:
        return Weather.model_validate(doc), []
    except ValidationError as error:
        return None, [problem_of(one, doc, SHAPE) for one in error.errors(include_url=False)]


def unused(_weather: Weather) -> Any:
    raise AssertionError


def weathers(shipped: Path) -> settings.Settings[Weather]:
    return settings.Settings(shipped, read, lambda weather: (weather.name, ""), unused, unused, unused, plain="calm")


@pytest.fixture
def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> settings.Shelf[Weather]:
    monkeypatch.setenv("SAGA_TUI_CONFIG", str(tmp_path / "config" / "config.toml"))
    files = {
        "shipped/calm.toml": 'name = "Calm"\n',
        "shipped/storm.toml": 'name = "Storm"\nwind = 9\n',
        "config/settings/mine.toml": 'name = "My Weather"\n',
        "here/settings/storm.toml": 'name = "Nearer storm"\nwind = 12\n',
        "here/settings/broken.toml": 'name = "Fog"\nwidn = 3\nwind = 90\n',
        "here/settings/.hidden.toml": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return settings.Shelf(weathers(tmp_path / "shipped"), tmp_path / "here")


def test_the_nearer_of_two_counts_and_the_first_stands_first(found: settings.Shelf[Weather]) -> None:
    assert [(one.key, one.origin) for one in found.all] == [
        ("calm", "ships with saga-tui"),
        ("broken", "next to the characters"),
        ("mine", "your own"),
        ("storm", "next to the characters"),
    ]
    storm = found.find("STORM")
    assert storm is not None
    assert storm.setting == Weather(name="Nearer storm", wind=12)
    for name, key in (("", "calm"), ("my weather", "mine"), ("fog", "broken")):
        one = found.find(name)
        assert one is not None
        assert one.key == key


def test_a_name_is_no_path(found: settings.Shelf[Weather]) -> None:
    for name in ("../shipped/storm", "settings/storm.toml", ".hidden"):
        assert found.find(name) is None


def test_all_that_is_wrong_is_told_with_line_and_column(found: settings.Shelf[Weather]) -> None:
    broken = found.find("broken")
    assert broken is not None
    assert broken.setting is None
    assert [item.said("broken.toml") for item in broken.checked.problems] == [
        "broken.toml, line 2, column 8: Unknown entry widn: a weather has no such section or entry. "
        "Did you mean 'wind'?",
        "broken.toml, line 3, column 8: wind is 90, not 12 or less. Write 12 or less.",
    ]


def test_a_faulty_text_tells_its_fault_and_what_else_can_be_read() -> None:
    checked = weathers(Path()).check('name = "Fog\nwind = "3"\n')
    assert not checked.is_valid
    assert checked.problems[0].line == 1
    assert any(item.problem.where == ("wind",) for item in checked.problems)

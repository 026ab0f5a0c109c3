"""What the library shows of a character that is not in play yet, from what its game says of the play screen."""

from __future__ import annotations

from saga_tui.changes import Doc
from saga_tui.games.registry import doc_at, game_of
from saga_tui.portrait import Part
from tests.picture import ROOT

SAMPLE = doc_at(ROOT / "characters" / "ida-marsh.toml")


def parts_of(doc: Doc) -> dict[str, Part]:
    return {part.title: part for part in game_of(doc).glance(doc).parts}


def test_one_that_is_ready_has_its_lists() -> None:
    shown = parts_of(SAMPLE)
    assert ("Pistol", "★15") in shown["Skills"].lines
    assert any(words == "Initiative" for words, _ in shown["Fight"].lines)


def test_one_with_choices_left_has_only_those() -> None:
    new = {key: value for key, value in SAMPLE.items() if key in {"game", "format", "name"}}
    assert list(parts_of(new)) == ["Left to choose"]

"""Games by their keys: other people's, broken ones, two of one name, files of a game that nobody knows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from click.testing import CliRunner, Result

from saga_tui.app import SagaApp
from saga_tui.changes import MISSING, Change
from saga_tui.cli import saga_tui
from saga_tui.games import registry
from saga_tui.library.cards import CardRow
from saga_tui.library.screen import LibraryScreen
from saga_tui.library.shelf import Shelf
from saga_tui.store import BadFile, Library, Memory, ReadOnly
from saga_tui.store.read_only import audit
from saga_tui.ui.pages import TextPage
from tests.toy.install import install_broken

GOOD = "from saga_tui.games.saga.game import SagaGame\nclass Other(SagaGame):\n    key = {!r}\nGAME = Other()\n"


def storied(folder: Path, key: str) -> Path:
    """A document with a history of two entries."""
    doc = registry.game(key).new("Kestrel") | {"game": key}
    with Memory.create(folder, doc, registry.layout(key), stem="kestrel") as memory:
        for number in (1, 2):
            change = Change(("concept", "line"), f"line {number - 1}" if number > 1 else MISSING, f"line {number}")
            memory.commit("note", {}, [change], text=f"Line {number}")
        return memory.path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with Kestrel of Saga."""
    monkeypatch.chdir(tmp_path)
    return storied(tmp_path / "characters", "saga").parent


@pytest.fixture
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Kestrel of a game that is not installed here any more, with a history."""
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:
        install_broken(patch, tmp_path / "owls", "owls", GOOD.format("owls"))
        return storied(tmp_path / "characters", "owls")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(saga_tui, list(arguments), prog_name="saga-tui")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# ---- plug-ins


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("x = 1", "AttributeError: module 'broken_game_module' has no attribute 'GAME'"),
        ("GAME = 7", "broken_game_module:GAME is not a game with the key 'owls'"),
        (GOOD.format("bats"), "broken_game_module:GAME is not a game with the key 'owls'"),
    ],
)
def test_a_broken_plug_in_is_told_and_harms_nothing(
    code: str, why: str, lanterns: Path, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_broken(monkeypatch, tmp_path / "other", "owls", code)
    told = f"The game 'owls' of broken-game 0.1 cannot be loaded: {why}. Update broken-game."
    with pytest.raises(registry.UnknownGame) as broken:
        registry.game("owls")
    assert str(broken.value) == told
    assert registry.titles() == (
        {"saga": "Saga", "sagas": "SagaS", "fate": "Fate Deck heroes", "world": "World Saga"}
        | {"heroes": "Age of Heroes", "lanterns": "Lanterns"},
        [told],
    )
    (folder / "owl.toml").write_text('format = 1\ngame = "owls"\n')
    cards = {card.path.name: card for card in Shelf(folder).cards()}
    assert cards["owl.toml"].problem == told
    assert not cards["kestrel.toml"].problem
    assert run("sheet", "kestrel").exit_code == 0
    assert told in run("new", "--game", "owls", "--no-open", "Hoot").stderr


def test_two_plug_ins_that_want_one_key_are_told_and_neither_is_used(
    lanterns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for project in ("night-owls", "day-owls"):
        install_broken(monkeypatch, tmp_path / project, "owls", GOOD.format("owls"), project)
    told = "day-owls 0.1 and night-owls 0.1 both bring a game 'owls', so neither is used. Uninstall one of them."
    assert registry.keys() == ["saga", "sagas", "fate", "world", "heroes", "lanterns"]
    assert registry.troubles() == (told,)
    with pytest.raises(registry.UnknownGame, match="both bring a game 'owls'"):
        registry.game("owls")


def test_a_plug_in_cannot_take_the_place_of_a_game_of_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_broken(monkeypatch, tmp_path / "other", "saga", "raise SystemExit(3)")
    assert registry.game("saga").title == "Saga"
    assert registry.troubles() == ("The game 'saga' is built in: broken-game 0.1 cannot take its place.",)


def test_a_plug_in_is_loaded_only_when_a_document_names_it(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_broken(monkeypatch, tmp_path / "other", "owls", "raise AssertionError('loaded')")
    assert registry.keys() == ["saga", "sagas", "fate", "world", "heroes", "owls"]
    assert run("sheet", "kestrel").exit_code == run("log", "kestrel").exit_code == 0
    with Memory.open(folder / "kestrel.toml", registry.layout_at(folder / "kestrel.toml")) as memory:
        assert memory.barred is None


def test_the_game_of_a_log_is_looked_for_once(lanterns: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for each of its entries: plug-ins are looked for on the disk."""
    layout, looked = registry.layout("lanterns"), Mock(wraps=registry.plugins)
    monkeypatch.setattr(registry, "plugins", looked)
    assert [layout.short("night"), layout.short("day")] == ["night", "day"]
    assert looked.call_count == 1


def test_a_game_is_asked_for_unless_there_is_one_or_one_is_wanted(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SAGA_TUI_GAME", "sagas")
    assert registry.chosen().key == "sagas" and registry.chosen("saga").key == "saga"
    assert 'game = "sagas"' in Path(run("new", "--no-open", "Wren").stdout.strip()).read_text()
    monkeypatch.delenv("SAGA_TUI_GAME")
    with pytest.raises(registry.UnknownGame, match="Which game"):
        registry.chosen()
    monkeypatch.setattr(registry, "OWN", {"saga": registry.OWN["saga"]})
    assert registry.chosen().key == "saga"


def test_what_is_about_no_character_goes_by_the_game_of_those_that_are_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SAGA_TUI_GAME")
    assert run("rules", "CRE-1").exit_code == 0
    assert "kismet" in run("odds", "--help").stdout
    with Memory.create(folder, registry.game("sagas").new("Ida"), registry.layout("sagas")):
        pass
    assert "Which game?" in run("rules", "CRE-1").stderr, "of two games nobody can say"
    assert run("odds", "--help").exit_code == 0, "help is there all the same"


def test_new_wants_to_know_the_game_where_there_are_two(lanterns: Path, folder: Path) -> None:
    asked = run("new", "--no-open", "Wren")
    assert (asked.exit_code, asked.stderr.strip()) == (
        2,
        "saga-tui: Which game? Add --game saga, --game sagas, --game fate, --game world, "
        "--game heroes or --game lanterns.",
    )
    assert run("new", "--game", "lanterns", "--no-open", "Ada").exit_code == 0
    assert 'game = "lanterns"' in (folder / "ada.toml").read_text()
    assert run("new", "--game", "lantern", "--no-open", "Bea").stderr.strip() == (
        "saga-tui: There is no game 'lantern'. Did you mean 'lanterns' or 'fate'? Or install its plug-in."
    )


# ---- damaged files


def test_a_damaged_file_finds_its_game_by_its_journal(lanterns: Path, folder: Path) -> None:
    doc = registry.game("lanterns").new("Ada")
    with Memory.create(folder, doc, registry.layout("lanterns"), stem="ada") as memory:
        memory.commit("note", {}, [Change(("keeper", "trade"), MISSING, "watchman")], text="Trade: watchman")
    path = folder / "ada.toml"
    path.write_text('format = 1\ngame = "lan')
    assert registry.key_of(registry.doc_at(path)) == "lanterns"
    game, opened = Shelf(folder).open(path)
    with opened:
        assert game.key == "lanterns"
        assert opened.problem is not None
        opened.use_memory()
    assert 'game = "lanterns"' in path.read_text()
    assert path.read_text().startswith("# A keeper of Lanterns")


def test_a_damaged_file_without_a_history_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ada.toml"
    path.write_text('format = 1\ngame = "lan')
    with pytest.raises(BadFile, match="cut off"):
        registry.layout_at(path)


# ---- files of a game that nobody knows


READING = [
    ("check", "kestrel"),
    ("log", "kestrel"),
    ("log", "kestrel", "--json", "--kind", "undo"),
    ("history", "kestrel"),
]
WRITING = [
    ("undo", "kestrel"),
    ("redo", "kestrel"),
    ("undo", "kestrel", "--to", "1"),
    ("restore", "kestrel", "1"),
    ("restore", "kestrel", "last"),
    ("sheet", "kestrel"),
]


def test_nothing_is_ever_changed_in_it_and_each_verb_says_so(strange: Path) -> None:
    folder = strange.parent
    before = files(folder)
    for words in READING:
        result = run(*words)
        assert files(folder) == before, words
        assert "Traceback" not in result.output
    assert run("check", "kestrel").output.count("There is no game 'owls'") == 1
    assert "Line 2" in run("log", "kestrel").stdout
    for words in WRITING:
        result = run(*words)
        assert (result.exit_code, files(folder) == before) == (2, True), words
        assert "There is no game 'owls'" in result.stderr, words


def test_the_store_itself_bars_all_writing_in_it(strange: Path) -> None:
    folder = strange.parent
    before = files(folder)
    with Memory.open(strange, registry.layout_at(strange), agreed=frozenset({"locks", "protected"})) as memory:
        assert memory.read_only
        assert memory.barred is not None
        assert memory.barred.message == "There is no game 'owls'"
        with pytest.raises(ReadOnly, match="There is no game 'owls'"):
            memory.undo()
        memory.poll()
    assert files(folder) == before


def test_it_goes_to_the_trash_and_comes_back_whole_but_is_neither_copied_nor_renamed(strange: Path) -> None:
    folder = strange.parent
    library, before = Library(folder, layout=registry.layout), files(folder)
    for act in (library.copy, library.rename):
        with pytest.raises(ReadOnly, match="There is no game 'owls'"):
            act(strange, "Wren")
        assert files(folder) == before
    thrown = library.delete(strange)
    assert not strange.exists()
    assert library.restore(thrown) == strange
    assert files(folder) == before


async def test_it_opens_as_text_with_what_to_do(strange: Path, clock: Callable[[], datetime]) -> None:
    folder = strange.parent
    before = files(folder)
    app = SagaApp(folder, animations=False, now=clock)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        assert isinstance(app.screen, LibraryScreen)
        [row] = app.screen.query(CardRow)
        assert row.card.problem.startswith("There is no game 'owls'.")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TextPage)
        assert app.screen.text.startswith("There is no game 'owls'.")
        assert "saga-tui changes nothing in it" in app.screen.text
        assert 'name = "Kestrel"' in app.screen.text
        await pilot.press("q")
        assert isinstance(app.screen, LibraryScreen)
    assert files(folder) == before


def test_a_document_cannot_change_its_game(lanterns: Path, folder: Path) -> None:
    path = folder / "kestrel.toml"
    path.write_text(path.read_text().replace('game = "saga"', 'game = "lanterns"'))
    before = files(folder)
    with Memory.open(path, registry.layout_at(path)) as memory:
        assert memory.read_only
        assert str(memory.barred) == (
            "kestrel.toml names the game 'lanterns', and its saved history is of 'saga'. "
            'Write game = "saga" again; one document cannot change its game.'
        )
    assert files(folder) == before
    assert [problem.code for problem in audit(path, registry.layout_at(path))] == ["game"]
    assert "names the game 'lanterns'" in run("undo", "kestrel").stderr


def test_nor_while_it_is_open(lanterns: Path, folder: Path) -> None:
    path = folder / "kestrel.toml"
    with Memory.open(path, registry.layout_at(path)) as memory:
        path.write_text(path.read_text().replace('game = "saga"', 'game = "lanterns"'))
        for _ in range(3):
            assert not memory.poll()
        assert memory.doc["game"] == "saga"
        memory.checkpoint()
        assert "names the game 'lanterns'" in str(memory.problem)
        memory.use_memory()
    assert 'game = "saga"' in path.read_text()

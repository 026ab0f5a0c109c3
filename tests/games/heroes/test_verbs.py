"""A saved game from the command line and in the app: set up, played, undone, looked at; files that a hand spoilt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from saga_tui.app import SagaApp
from saga_tui.cli import saga_tui
from saga_tui.games import heroes, registry
from saga_tui.games.heroes.book import AREAS, JARLS, PIECES
from saga_tui.games.heroes.game import GAME, RULES
from saga_tui.library.shelf import Shelf, samples_folder
from saga_tui.store import Memory, dumps, load
from saga_tui.ui.builder.screen import BuilderScreen
from saga_tui.ui.journal.entry import about

SAMPLE = "winter-of-the-north.toml"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample alone."""
    monkeypatch.chdir(tmp_path)
    place, source = tmp_path / "characters", samples_folder()
    assert source is not None
    place.mkdir()
    (place / SAMPLE).write_bytes((source / SAMPLE).read_bytes())
    return place


def run(*arguments: str) -> Result:
    return CliRunner().invoke(saga_tui, list(arguments), prog_name="saga-tui")


def do(*arguments: str) -> str:
    found = run("do", *arguments)
    assert found.exit_code == 0, found.output
    return found.output


def unseen(doc: dict[str, Any]) -> set[str]:
    """The names of jarls that lie face down."""
    state = RULES.of(doc).state
    return {JARLS[one.id].name for one in state.counters.values()
            if one.id in JARLS and one.at in AREAS and not (one.up or one.master)}  # fmt: skip


@pytest.mark.rule("H-SET-1", "H-SWITCH", "H-STATE-3", "H-DRAW-2", "H-INFO-3", "H-AI-1")
def test_a_game_is_set_up_played_and_undone(folder: Path) -> None:
    assert run("new", "--game", "heroes", "--no-open", "Friday Board").output.strip().endswith("friday-board.toml")
    path = folder / "friday-board.toml"
    assert "Beowulf: Ann" in do("friday", "seat", "beowulf", "Ann")
    do("friday", "seat", "egil", "--control", "computer", "--level", "hard")
    assert "Preset: Board" in do("friday", "switch", "preset", "board")
    do("friday", "switch", "turns", "9")
    assert "Table is one of sum, clamped. " in run("do", "friday", "switch", "table", "round").output
    before = load(path)
    assert before["turns"] == 9 and before["switches"]["table"] == "clamped" and before["seed"]
    first = do("friday", "begin")
    assert "Still needed:" in first
    seen = load(path)
    assert "It cannot be unseen" in run("undo", "friday").output
    assert load(path)["seed"] == before["seed"] and "play" not in load(path)
    do("friday", "begin")
    assert "dice seen before the undo" in run("log", "friday").output
    assert load(path)["play"] == seen["play"]
    assert "Order of play: " in first and "(dice" in first.partition("Order of play: ")[2]  # both have no glory
    if RULES.of(seen).state.whose == "egil":
        do("friday", "let-computer")
    assert "Still needed: Beowulf (Ann): movement" in do("friday", "note", "A cold start")
    do("friday", "standing", "beowulf", "pray", "yes")
    assert "unseen" not in run("undo", "friday").output  # nothing was shown that nobody had seen
    do("friday", "done")
    assert "unseen" not in run("undo", "friday").output  # the next seat moves: nothing was drawn
    there = RULES.of(load(path)).state.hero("beowulf").at
    assert "It stands there already" in run("do", "friday", "go", "beowulf", there).output
    wrong = run("do", "friday", "go", "beowulf", "wessex", "leinster")
    assert wrong.exit_code == 1 and "do not touch" in wrong.output and "--overrule" not in wrong.output
    assert run("do", "friday", "go", "beowulf", "wessex", "leinster", "--overrule", "we like it").exit_code == 1
    assert "This can be done" in do("friday", "done", "--dry-run")


@pytest.mark.rule("H-INFO-2", "H-INFO-1")
def test_what_lies_face_down_is_named_nowhere(folder: Path) -> None:
    doc = load(folder / SAMPLE)
    hidden = unseen(doc)
    assert len(hidden) > 3
    do("winter", "go", "brunhild", "english-channel-2")
    do("winter", "done")
    do("winter", "let-computer")
    told = [run(verb, "winter").output for verb in ("sheet", "log", "recap", "why", "check")]
    still = hidden & unseen(load(folder / SAMPLE))
    assert still and not [name for name in still for text in told if name in text]
    layout = registry.layout("heroes")
    assert layout.words(("play", "counters", "thorolf", "at")) == "something hidden"
    assert layout.words(("play", "lairs", "istvan")) == layout.words(("seed",)) == "something hidden"
    assert layout.words(("play", "fight", "luck", "egil")) == layout.words(("play", "fight")) == "something hidden"
    assert layout.words(("seats", "egil", "glory")) == "seats.egil.glory"


def bidding(folder: Path, switch: str) -> Path:
    """A duel of two persons, luck bids as the switch says, the attacker's 2 said."""
    assert run("new", "--game", "heroes", "--no-open", f"Duel {switch}").exit_code == 0
    path = folder / f"duel-{switch}.toml"
    for word in (("seat", "egil"), ("seat", "ragnar"), ("switch", "luck_bids", switch), ("begin", "--seed", "5")):
        do(str(path), *word)
    doc = load(path)
    state = RULES.of(doc).state
    state.phase, state.order, state.whose = "fight", ("egil", "ragnar"), "egil"
    for one in state.counters.values():
        one.at = "pile" if one.at == "rhineland" else one.at
    state.hero("egil").at = state.hero("ragnar").at = "rhineland"
    path.write_text(dumps(RULES.of(doc).having(state).to_doc()), encoding="utf-8")
    do(str(path), "attack", "egil", "--target", "ragnar")
    return path


@pytest.mark.rule("H-INFO-1", "H-INFO-2", "H-LUCK-2")
@pytest.mark.parametrize("switch", ["secret", "attacker-first"])
def test_a_secret_bid_stands_nowhere_until_both_are_in(folder: Path, switch: str) -> None:
    """And neither a jarl face down, nor what lies under a dragon, nor the seed in what is written for programs."""
    path = bidding(folder, switch)
    said = [json.loads(do(str(path), "luck", "2", "--json"))]
    log = json.loads(run("log", str(path), "--json").output)
    secret = switch == "secret"
    assert ([one["with"] for one in (said[0], log[-1])] == [{}, {}]) is secret
    assert ("points" not in shown(path, log[-1]["id"])) is secret
    corrected = run("correct", str(path), str(log[-1]["id"]), "--json", "--dry-run", "points=1").output
    assert ('"points": 1' in corrected) is not secret
    said.append(json.loads(do(str(path), "luck", "0", "--json")))
    log = json.loads(run("log", str(path), "--json").output)
    assert [one["with"]["points"] for one in log[-2:]] == [2, 0]
    begun = next(one for one in log if one["do"] == "begin")
    assert begun["with"] == {} and not begun["dice"] and "seed" not in shown(path, begun["id"])
    places = [change["path"] for one in (*said, *log) for change in one["changes"]]
    assert ["play"] not in places and ["seats", "egil", "luck"] in places
    assert not [one for one in places if one[:2] in (["play", "lairs"], ["play", "fight"]) or {*one} & {*JARLS}]
    assert "hidden" in shown(path, begun["id"])


def shown(path: Path, number: int) -> str:
    """An entry of the journal as its dialog shows it."""
    memory = Memory.open(path, registry.layout("heroes"))
    try:
        event = next(one for one in memory.history() if one.id == number)
        return about(event, undone=False, category="x", layout=memory.layout, doc=memory.doc).plain
    finally:
        memory.close()


@pytest.mark.rule("H-JARL-1")
def test_a_jarl_face_down_is_attacked_as_unknown(folder: Path) -> None:
    doc = load(folder / SAMPLE)
    play, table = doc["play"], doc["play"]["counters"]
    table["brunhild"]["at"], play["phase"] = "trondheim", "fight"
    (folder / SAMPLE).write_text(dumps(doc), encoding="utf-8")
    refused = run("do", "winter", "attack", "brunhild", "--target", "thorvald")
    assert refused.exit_code == 1 and "no target" in refused.output
    assert "Thorvald is turned up" in do("winter", "attack", "brunhild", "--target", "unknown")
    assert "It cannot be unseen" in run("undo", "winter").output  # no die was thrown, but he has been seen
    do("winter", "attack", "brunhild", "--target", "unknown")
    assert "Thorvald: " in run("why", "winter", "fight").output or "luck" in do("winter", "note", "x")


@pytest.mark.rule("H-END-1", "H-END-2")
def test_scores_the_story_and_the_sum_of_a_fight_are_told(folder: Path) -> None:
    sheet = run("sheet", "winter").output
    assert "Brunhild (You)" in sheet and "Turn 5 of 20" in sheet and "kingdom: Dalriada" in sheet
    assert "| Egil (computer, hard) | 1 |" in run("sheet", "winter", "--format", "markdown").output
    do("winter", "go", "brunhild", "rhineland")
    do("winter", "done")
    do("winter", "control", "brunhild", "computer")
    do("winter", "let-computer")
    do("winter", "let-computer")
    story = run("recap", "winter", "--charts").output
    assert "Movement: Brunhild" in run("recap", "winter", "--format", "markdown").output.partition("### ")[2]
    assert "Fights: Brunhild" not in story and "The computer plays\n" in story and "From turn to turn" not in story
    assert "turn 5, movement, Ragnar" in run("log", "winter").output
    [first, *_] = json.loads(run("log", "winter", "--json").output)
    assert first["clock"] == {"turn": 5, "phase": 1, "hero": 2}
    assert "TURN 5" in story and "Brunhild's glory" in story and "   t5   t6" in story and "has moved" not in story
    why = run("why", "winter", "fight").output
    assert why.startswith("The last fight: ") and "the die; " in why and "H-FIGHT-6" in why
    total = run("why", "winter", "total:brunhild").output
    assert total.startswith("Brunhild's total:") and "Last changed: " in total


@pytest.mark.rule("H-FIGHT-11", "H-SPELL-9")
def test_odds_need_no_game() -> None:
    plain = json.loads(run("odds", "--game", "heroes", "7", "vs", "5", "--luck", "1", "--json").output)
    assert plain["defenders_killed"] == "1/3" and plain["stopped"] == "0"
    witch = json.loads(run("odds", "--game", "heroes", "7", "vs", "5", "--witch", "--json").output)
    assert witch["stopped"] == "7/16"
    told = run("odds", "--game", "heroes", "7", "vs", "5", "--witch").output
    assert "The sum, where a die is thrown" in told and "mean sum" in told
    alone = run("odds", "--game", "heroes", "7", "vs", "5", "--drow").output
    three = run("odds", "--game", "heroes", "7", "vs", "5", "--drow", "--attackers", "3").output
    # Hagall falls in 2 of 9 fights that come to a die: 1 less on either side, or 3 less against 1
    assert "mean sum             5.50" in alone and "mean sum             5.06" in three
    sygil = run("odds", "--game", "heroes", "7", "vs", "5", "--drow", "--attackers", "3", "--sygil")
    assert sygil.exit_code == 2 and "give him alone" in sygil.output
    country = json.loads(run("odds", "--game", "heroes", "7", "vs", "5", "--country", "--json").output)
    assert country["subdued"] == "1/2" and "defenders_killed" not in country
    thrown = run("roll", "--game", "heroes", "12", "vs", "5", "--country", "--seed", "1").output
    assert "the country is subdued" in thrown and "defenders" not in thrown
    assert "sum 3: the attackers are wounded" in run("roll", "--game", "heroes", "7", "vs", "5", "--seed", "1").output
    assert run("odds", "--game", "heroes", "7").exit_code == 2


SPOILT: list[tuple[str, str, str]] = [
    ('at = "frisia", up', 'at = "fresia", up', "Did you mean 'frisia'"),
    ("turn = 5", 'turn = "five"', "not a whole number"),
    ("turn = 5", "turn = 55", "none after its last"),
    ('phase = "move"', 'phase = "lunch"', "not one of set-up"),
    ('whose = "brunhild"', 'whose = "starkad"', "has no seat"),
    ('sword = "lovi"', 'sword = "hrunting"', "two places"),
    ('counter = "egil"', 'counter = "starkad"', "No counter plays Egil"),
    ("marks = 3", "marks = -3", "It is below 0"),
    ("turn = 5", "turn = -5", "It is below 0"),
    ("[seats]", "[switches]\ntable = 'round'\n[seats]", "table is one of sum, clamped"),
    ("served = 6", "served = 6\nfight = { area = 'wessex' }", "has no attackers"),
    ('home = "daffyd"', 'home = "baltic-sea-1"', "A home is a country"),
    ('home = "daffyd"\n', "", "A home is a country"),
    ('counter = "egil"', 'counter = "egil"\nstanding = { luck = "much" }', "no such standing answer"),
    ("[play.counters]", "[play.counters]\nloki = {}", "no counter of that name"),
    ("seed = 21", "seed = -9999999999", "within the numbers"),
    ("marks = 3", f"marks = {10**30}", "within the numbers"),
    ("rank = 3", "things = [" + ", ".join(['"mail-coat"'] * 600) + "]", "at most 500"),
]


ALLOWED = (
    "A home is a country",
    "no such standing answer",
    "none after its last",
    "two places",
    "It is below 0",
    "table is one of sum, clamped",
)
"""What the rules have against it and the group can allow: such a game can be played on."""


@pytest.mark.rule("H-STATE-2", "H-SET-2")
@pytest.mark.parametrize(("old", "new", "said"), SPOILT, ids=[said for *_, said in SPOILT])
def test_a_spoilt_file_is_told_of_and_not_played(folder: Path, old: str, new: str, said: str) -> None:
    path = folder / SAMPLE
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    checked = run("check", "winter")
    assert checked.exit_code and said in " ".join(checked.output.split()), checked.output
    told = run("do", "winter", "note", "is it well?")
    assert told.exit_code == (0 if said in ALLOWED else 2) and isinstance(told.exception, SystemExit | None)
    [card] = Shelf(folder).cards()
    assert bool(card.problem) == (said not in ALLOWED)


@pytest.mark.rule("H-SCREEN-1")
async def test_a_new_game_is_set_up_in_the_app(tmp_path: Path) -> None:
    """Left and right choose who plays, Enter a preset; the game then begins, and the library tells where it stands."""
    shelf = Shelf(tmp_path)
    path = shelf.new("Saturday", "heroes")
    app = SagaApp(tmp_path, path, animations=False)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, BuilderScreen)
        await pilot.press("right", "down", "left", "2", "down", "enter", "down", "left")
        await pilot.pause()
        state = RULES.of(app.memory.doc).state if app.memory else None
        assert state is not None and state.turns == 19 and state.switches["wynn"] == "homeward"
        assert [(one.control, one.level) for one in state.seats.values()] == [
            ("person", "normal"),
            ("computer", "hard"),
        ]
        await pilot.press("g")
        await pilot.pause()
        assert app.memory is not None and app.memory.doc["play"]["turn"] == 1
        assert not isinstance(app.screen, BuilderScreen)
        told = GAME.summary(app.memory.doc)
        assert told.state == "turn 1 of 19" and told.line == "Beowulf: a person; Brunhild: computer, hard"
        [part] = GAME.glance(app.memory.doc).parts
        assert part.title == "Totals" and {number for _, number in part.lines} == {"1"}


def test_the_tour_shows_the_board_in_six_pages() -> None:
    assert len(GAME.own_tour()) == 6 and all(len(text) < 700 for _, text in GAME.own_tour())


def test_the_examples_of_the_help_name_what_there_is() -> None:
    text = (Path(heroes.__file__).parent / "help.toml").read_text(encoding="utf-8")
    said = [line.split()[3:] for line in text.splitlines() if line.startswith("saga-tui do board ")]
    ids = [word for verb, *words in said if verb in ("go", "attack") for each in words for word in each.split(",")]
    assert len(ids) >= 6 and {*ids} <= {*PIECES, *AREAS, "country"}

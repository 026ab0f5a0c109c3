"""What all games' files are after undo and redo: byte for byte what they were."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from saga_tui.chance import Chance
from saga_tui.changes import Doc, apply, diff, invert
from saga_tui.dice import seeded
from saga_tui.engine.command import perform
from saga_tui.games import registry
from saga_tui.store import Layout, Memory, load_text
from saga_tui.store.undoing import standing, taken_back
from tests.examples import tries

SAMPLES = sorted((Path(__file__).parents[2] / "characters").glob("*.toml"))
ODD = 'format = 1\nid = "odd"\n\n[play]\nz = 1\nb = { y = 1, x = 2 }\na = 2\nc = 3\n\n[concept]\nname = "Odd"\n'
COMMENTED = (
    '# mine\nid = "odd"\n[concept]\nname = "O" # so\n\n[play] # long\nz = 1\n# two\nb = { x = 2 } # why\na = 2\n'
)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_any_acts_undone_leave_the_first_text_and_redone_the_last(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    game, doc = registry.game_of(load_text(text)), load_text(text)
    render, rules = registry.layout(doc).render, game.rules
    first = render(doc)
    for seed in range(tries(6)):
        chance, now, done = Chance(seed, path.stem), doc, []
        for _ in range(40):
            document = rules.of(now)
            command = by_chance(rules, document, chance)
            if command is None:
                continue
            faces = command.draws(document).by(seeded(chance.below(999)))
            outcome = perform(rules, document, command, faces, "so be it", doc=now)
            now = apply(now, outcome.changes)
            done.append(outcome.changes)
        last, back = now, now
        for changes in reversed(done):
            back = apply(back, invert(changes))
        assert render(back) == first
        for changes in done:
            back = apply(back, changes)
        assert render(back) == render(last)


def by_chance(rules: Any, document: Any, chance: Chance) -> Any:
    """A command with parameters by chance, or nothing where it takes none of them."""
    verb = chance.pick([*rules.commands])
    words = ["", "x", "pain", "force", "fear", "weaponry", "strength", "stamina", *document.to_doc()]
    params: dict[str, Any] = {}
    for name, field in rules.commands[verb].model_fields.items():
        if field.is_required() or chance.below(3) == 0:
            params[name] = chance.pick([chance.pick(words), chance.below(6), [chance.pick(words)], True])
    try:
        return rules.command(verb, params)
    except (ValidationError, ValueError):
        return None


def replayed(path: Path, chance: Chance, often: int, wanted: list[bytes]) -> None:
    """Random keys of a file come, go and change; undone in steps or at once it is what it was, and redone too."""
    memory = opened(path)

    def now_and_then() -> None:
        nonlocal memory
        if chance.below(often) == 0:
            memory.checkpoint()
        if chance.below(3 * often) == 0:
            memory.close()
            memory = opened(path)

    count = 0
    for number in range(20):
        new = shuffled(memory.doc, chance)
        if changes := diff(memory.doc, new):
            memory.commit("set", {"number": number}, changes, new_doc=new)
            count += 1
            now_and_then()
    memory.checkpoint()
    wanted.append(path.read_bytes())
    steps = list(standing(memory.own_history())) if chance.below(2) else []
    if steps:
        memory.undo_since(steps, memory.doc, taken_back(memory.doc, steps))
        count = 1
    for _ in steps or range(count):
        memory.undo()
        now_and_then()
    memory.checkpoint()
    wanted.append(path.read_bytes())
    for _ in range(count):
        assert memory.redo() is not None
        now_and_then()
    memory.close()
    wanted.append(path.read_bytes())


def shuffled(doc: Doc, chance: Chance) -> Doc:
    """The document with one key of its play gone, back, or another."""
    new = deepcopy(doc)
    play = new["play"]
    key = chance.pick(["z", "b", "a", "c", "new"])
    if key in play and chance.below(2):
        del play[key]
    elif isinstance(play.get(key), dict):
        play[key]["x"] = play[key].pop("x", 1)
    else:
        play[key] = chance.pick([1, 2, {"y": 1, "x": 2}, ["long"] * 30])
    return new


def opened(path: Path) -> Memory:
    return Memory.open(path, Layout(), state_dir=path.parent / "state")


def test_a_file_with_keys_in_any_order_is_the_very_same_after_undo_and_redo(tmp_path: Path) -> None:
    for seed in range(tries(16)):
        path = tmp_path / str(seed) / "odd.toml"
        path.parent.mkdir()
        path.write_text(ODD, encoding="utf-8")
        read: list[bytes] = []
        replayed(path, Chance(seed, "odd"), 1 + seed % 3, read)
        last, first, again = read
        assert first.decode() == ODD, seed
        assert again == last, seed


def test_comments_are_where_they_were_after_undo(tmp_path: Path) -> None:
    """While the file is open, to the letter; after a restart what stood beside a key that went is lost, no more."""
    path = tmp_path / "odd.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    gone = [{"a": 2}, {"z": 5}, {"z": 5, "c": 4}]
    with opened(path) as memory:
        for play in gone:
            memory.commit("set", {}, diff(memory.doc, {**memory.doc, "play": play}))
            memory.checkpoint()
        last = path.read_text(encoding="utf-8")
        assert "# mine" in last and "# so" in last and "# long" in last and "# why" not in last
        for _ in gone:
            memory.undo()
            memory.checkpoint()
        assert path.read_text(encoding="utf-8") == COMMENTED
        for _ in gone:
            memory.redo()
            memory.checkpoint()
        assert path.read_text(encoding="utf-8") == last
    with opened(path) as memory:
        for _ in gone:
            memory.undo()
    lost = COMMENTED.replace(" # why", "").replace("# two\n", "").replace("a = 2\n", "a = 2\n# two\n")
    assert path.read_text(encoding="utf-8").replace("\n# two", "") == lost.replace("\n# two", "")

"""A fight of four rounds against two foes, healing and experience, kept by a real memory: each round takes few
commands, everything is undone again, and questions outlive a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from saga_tui.dice import seeded
from saga_tui.engine.session import Session
from saga_tui.games import registry
from saga_tui.store import Memory
from tests.games.sagas.table import Table

EVENING: list[tuple[str, dict[str, Any]]] = [
    ("start-scenario", {}),
    ("start-fight", {"die": 5}),
    ("add-foe", {"name": ["Guard", "Thug"], "die": [7, 2], "initiative": 6}),
    # round 1: the Guard hits, you strike back
    ("take-damage", {"amount": 9}),
    ("act", {}),
    ("end-round", {}),
    # round 2: you defend, and dodge well
    ("act", {"option": "defence"}),
    ("dodged", {"attacker": "Guard"}),
    ("end-round", {}),
    # round 3: the bonus brings the Guard down
    ("use-bonus", {}),
    ("act", {}),
    ("foe-out", {"foe": "Guard"}),
    ("end-round", {}),
    # round 4: a heavy blow
    ("take-damage", {"amount": 18, "form": "stun"}),
    ("roll-asked", {"total": 6}),
    ("foe-out", {"foe": "Thug"}),
    ("end-fight", {}),
    ("rest", {}),
    ("roll-asked", {"total": 5}),
    ("sleep", {}),
    ("end-scenario", {"more": 1}),
    ("advance", {"what": "agi"}),
]


def created(folder: Path) -> Path:
    with Memory.create(folder, Table().one.to_doc(), registry.layout("sagas")) as memory:
        return memory.path


def opened(path: Path) -> Memory:
    return Memory.open(path, registry.layout_at(path))


def test_an_evening_is_played_in_few_commands_and_undone(tmp_path: Path) -> None:
    game, path = registry.game("sagas"), created(tmp_path)
    with opened(path) as memory:
        session = Session(game.rules, memory, seeded(2))
        before = session.document
        for verb, params in EVENING:
            outcome = session.do(game.rules.command(verb, params))
            assert not outcome.refused, (verb, outcome.problems)
        play = session.document.play
        assert play is not None
        assert (play.physical.injuries, play.physical.stun, play.experience) == (0, 0, 0)
        assert session.document.advances[0].cost == 6
        rounds = [verb for verb, _ in EVENING].index("end-fight") - [verb for verb, _ in EVENING].index("add-foe") - 1
        assert rounds <= 4 * 4  # at most four commands a round, its end among them
        while session.undo() is not None:
            pass
        assert session.document == before


def test_a_question_outlives_a_restart(tmp_path: Path) -> None:
    game, path = registry.game("sagas"), created(tmp_path)
    with opened(path) as memory:
        Session(game.rules, memory).do(game.rules.command("take-damage", {"amount": 30}))
    with opened(path) as memory:
        session = Session(game.rules, memory)
        assert [ask.what for ask in session.document.play.asks] == ["shock"]
        assert "you faint" in session.do(game.rules.command("roll-asked", {"total": 30})).text

"""Characters for the session's tests, an app that opens the view on them, and dice that are known beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from saga_tui.changes import Doc
from saga_tui.games import registry
from saga_tui.games.saga.rules.character import Play
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.games.saga.screens.session.screen import SessionScreen
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from tests.keys import press

__all__ = ["BETWEEN", "CALM", "CONFLICT", "DUE", "KESTREL", "TROUBLE", "Table", "doc", "press", "typed"]

KESTREL: Doc = {
    "format": 1,
    "game": "saga",
    "id": "kestrel1",
    "concept": {"name": "Kestrel", "line": "A grizzled gunslinger with a conscience", "skill_x": "Mettle"},
    "assets": {
        "method": "priority",
        "order": ["force", "grace", "acuity"],
        "perk": {"name": "Lucky", "asset": "fortune"},
    },
    "skills": {
        "method": "priority",
        "primary": ["marksmanship", "awareness"],
        "secondary": ["subterfuge", "athletics", "skill_x"],
        "specialties": [
            {"skill": "marksmanship", "name": "pistols"},
            {"skill": "awareness", "name": "reflexes"},
        ],
    },
    "story": {
        "traits": [
            "Quick on the Draw",
            "Killer with a Conscience",
            "Paranoid",
            "I Need a Drink",
            "Friends in Low Places",
        ],
        "drives": ["Find my sister", "Never shoot first", "The Vargas brothers hang"],
    },
    "gear": [
        {"name": "Lucky coin", "kind": "charm", "rating": 2, "without": ["academia"]},
        {"name": "Colt", "kind": "buff", "rating": 2},
        {"name": "Flask of rye", "kind": "font", "rating": 1},
    ],
    "finishing": [
        {"buy": "perk", "name": "Tough", "asset": "grace"},
        {"buy": "perk", "name": "Destined", "asset": "fortune"},
        {"buy": "specialty", "skill": "marksmanship", "name": "long shots"},
        {"buy": "asset", "asset": "acuity"},
    ],
}
"""Force 5, grace 3, acuity 2, fortune 4; pain 4, doubt 2, fear 3; doom ends at 8."""

CALM: Doc = {"span": "scene", "chapter": 3, "scene": 2, "spark": 7, "doom": 2, "drive_tokens": [2, 1, 0]}
CONFLICT: Doc = {
    **CALM,
    "span": "conflict",
    "conflict": 1,
    "round": 2,
    "stakes": "serious",
    "last_stakes": "serious",
    "spent_this_round": 1,
    "tokens": {"force": 4, "grace": 1, "acuity": 2, "fortune": 6},
    "damage": {"pain": 3, "fear": 1, "kismet": 2},
}
DUE: Doc = {"what": "kismet", "of": 2, "dice": 2, "rule": "KIS-2"}
"""A kismet roll that the two tokens of the conflict have brought."""
TROUBLE: Doc = {
    **CONFLICT,
    "stakes": "deadly",
    "doom": 6,
    "tokens": {"force": 1, "grace": 0, "acuity": 0, "fortune": 1},
    "damage": {"pain": 6, "doubt": 2, "fear": 3, "kismet": 4},
    "consequences": [
        {"name": "Injured leg", "kind": "pain", "points": {"lasting": 2}},
        {"name": "Shaken", "points": {"temporary": 1}},
        {"name": "One eye", "points": {"temporary": 1, "permanent": 1}},
    ],
    "active": [
        {"trait": "Quick on the Draw", "weight": 3, "by": "fortune"},
        {"trait": "Paranoid", "weight": 2, "inverted": True, "by": "GM"},
        {"trait": "Pitch dark", "owner": "scene", "weight": 2, "by": "GM"},
    ],
    "scene_traits": ["Pitch dark", "Rotten floor"],
    "temporary": [{"name": "Off balance", "rounds": 2, "by": "push"}],
    "rewards": [{"name": "The sheriff's favour", "until": "chapter"}],
    "used_perks": ["Tough"],
    "asks": [
        {"what": "consequence", "kind": "pain", "count": 1, "level": "permanent", "rule": "DMG-2"},
        {"what": "kismet", "kind": "deadly", "rule": "KIS-5"},
    ],
}
BETWEEN: Doc = {"span": "saga", "chapter": 2, "scene": 3, "spark": 12, "doom": 3, "tokens": {"fortune": 0},
                "consequences": [{"name": "One eye", "points": {"permanent": 2}}]}  # fmt: skip


ACTS: Sequence[tuple[str, Doc]] = (
    ("note", {"text": "The mail coach never came. Somebody in the saloon knows why and does not say."}),
    ("spend", {"asset": "force"}),
    ("gain-drive", {"drive": 2}),
    ("take-damage", {"kind": "fear", "why": "the dark in the shaft"}),
    ("heal", {"kind": "fear"}),
    ("note", {"text": "The sheriff's clerk can be bought."}),
    ("recover", {"asset": "force"}),
    ("lose-drive", {"drive": 2}),
    ("roll", {"skill": "awareness", "opposing": 4, "reflexive": True, "faces": [6, 5, 3, 2]}),
    ("gain-fortune", {"why": "the GM inverts Paranoid"}),
    ("spend", {"asset": "fortune"}),
    ("gain-spark", {"amount": 2, "why": "a promise kept"}),
    ("spend", {"asset": "acuity"}),
    ("recover", {"asset": "acuity"}),
    ("note", {"text": "Odalys saw two riders on the ridge before sunrise."}),
    ("gain-drive", {"drive": 0}),
    ("lose-drive", {"drive": 0}),
    ("take-damage", {"kind": "doubt", "why": "her letter"}),
    ("heal", {"kind": "doubt"}),
    (
        "roll",
        {"skill": "marksmanship", "kind": "attack", "opposing": 6, "opposition": "attack", "reflexive": True,
         "specialties": ["pistols"], "faces": [5, 5, 6, 6, 3, 1]},
    ),
)  # fmt: skip
"""What happens in a scene: the log is full of it, and the numbers are nearly as before."""


def doc(play: Doc | None, **sections: Any) -> Doc:
    """Kestrel with that play state, and with sections replaced or merged."""
    made = deepcopy(KESTREL)
    for name, value in sections.items():
        made[name] = made.get(name, {}) | value if isinstance(value, dict) else value
    return made | ({"play": deepcopy(play)} if play is not None else {})


class Dice:
    """Gives the faces it was told, then fours; remembers how many were asked for."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.asked: list[int] = []

    def __call__(self, count: int, _sides: int = 6, /) -> tuple[int, ...]:
        """The next faces."""
        self.asked.append(count)
        taken, self.faces = self.faces[:count], self.faces[count:]
        return tuple(taken + [4] * (count - len(taken)))


class Table(KitApp):
    """An app that opens the session on a character."""

    def __init__(self, made: Doc, folder: Path, dice: Sequence[int] = ()) -> None:
        super().__init__(animations=False)
        self.memory = Memory.create(
            folder / "characters",
            made,
            registry.layout("saga"),
            state_dir=folder / "state",
            now=lambda: "2026-01-02T20:00:00+00:00",
        )
        self.dice = Dice(*dice)
        self.session = SessionScreen(self.memory, self.dice)

    async def on_mount(self) -> None:
        """Opens it."""
        await self.push_screen(self.session)

    def live(self, acts: Sequence[tuple[str, Doc]] = ACTS) -> None:
        """Play so much before the screen is opened; what cannot be paid is passed over."""
        for verb, params in acts:
            self.session.session.do(RULES.command(verb, params))

    @property
    def play(self) -> Play:
        """Where play stands."""
        assert self.session.character.play is not None
        return self.session.character.play

    @property
    def last(self) -> str:
        """The text of the newest event."""
        return next(self.memory.history()).text


def typed(text: str) -> list[str]:
    """The keys that type a text."""
    names = {" ": "space", "-": "minus", ":": "colon", ",": "comma"}
    return [names.get(char, char) for char in text]

"""Tables for the screens' tests: characters and a table in a folder, and an app that opens it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from saga_tui.changes import Doc
from saga_tui.games import registry
from saga_tui.games.saga.gm.game import TABLE
from saga_tui.games.saga.gm.screens.screen import TableScreen
from saga_tui.games.saga.gm.state import Table
from saga_tui.games.saga.rules.commands import RULES
from saga_tui.store import Memory
from saga_tui.ui.base import KitApp
from tests.games.saga.screens.session import heroes
from tests.games.saga.screens.session.heroes import CALM, CONFLICT, KESTREL, TROUBLE, Dice

NAMES = {"kestrel1": "Kestrel", "theo1": "Theo Marsh", "oda1": "Odalys", "ans1": "Anselm Rook", "isa1": "Isaure Vandel"}
DUE: Doc = {"what": "kismet", "of": 2, "dice": 2, "rule": "KIS-2"}
PLAYS: dict[str, dict[str, Doc | None]] = {
    "calm": {
        "kestrel1": CALM | {"damage": {"pain": 3, "fear": 1}},
        "theo1": CALM,
        "oda1": CALM,
        "ans1": CALM,
        "isa1": CALM | {"damage": {"doubt": 1}},
    },
    "trouble": {
        "kestrel1": TROUBLE | {"stakes": "serious", "last_stakes": "serious"},
        "theo1": CONFLICT
        | {"damage": {"pain": 1}, "tokens": {"force": 4, "grace": 3, "acuity": 1, "fortune": 4}, "doom": 0},
        "oda1": CONFLICT
        | {
            "damage": {"pain": 2, "doubt": 2, "fear": 1, "kismet": 2},
            "tokens": {"force": 1, "grace": 2, "acuity": 2, "fortune": 2},
            "asks": [DUE],
            "consequences": [{"name": "Ashamed", "points": {"lasting": 1}}],
        },
        "ans1": CONFLICT
        | {"damage": {"fear": 2, "kismet": 1}, "tokens": {"force": 5, "grace": 1, "acuity": 2, "fortune": 6}},
        "isa1": CONFLICT | {"damage": {"doubt": 1}, "consequences": [{"name": "Shaken", "points": {"temporary": 1}}]},
    },
}  # fmt: skip
PLAYS["fight"] = dict.fromkeys(NAMES, CONFLICT)
"""Where each of them stands, by name of the table."""
ELEMENTS: list[Doc] = [
    {
        "name": "The Vargas brothers",
        "dice": {"physical": 6, "social": 2, "mental": 3},
        "full": {"physical": 9, "social": 2, "mental": 3},
        "against": ["kestrel1", "ans1"],
        "traits": [{"text": "Quick knives", "weight": 2}, {"text": "Never alone"}],
    },
    {
        "name": "Riflemen on the roof",
        "dice": {"physical": 4, "mental": 2},
        "full": {"physical": 4, "mental": 2},
        "against": ["oda1"],
        "acted": 1,
        "traits": [{"text": "High ground"}],
    },
    {"name": "The burning stable", "dice": {"physical": 5}, "full": {"physical": 5}, "acted": 2},
    {
        "name": "Sheriff Dorn",
        "dice": {"physical": 3, "social": 5, "mental": 4},
        "full": {"physical": 3, "social": 5, "mental": 4},
    },
]
TABLES: dict[str, Doc] = {
    "calm": {"span": "scene", "chapter": 3, "scene": 2, "scene_traits": [{"text": "Pitch dark"}]},
    "trouble": {
        "span": "conflict",
        "chapter": 3,
        "scene": 2,
        "conflict": 1,
        "round": 2,
        "stakes": "serious",
        "phase": "players",
        "acted": ["kestrel1", "theo1", "oda1"],
        "scene_traits": [{"text": "Pitch dark", "weight": 2}, {"text": "Rotten floor"}],
        "elements": ELEMENTS,
        "allies": [{"full": 7, "now": 6, "used": 1}],
        "conditions": [{"name": "Fire", "text": "Resist it or take 1 fear.", "challenge": 3, "every_round": True}],
        "clocks": [{"name": "The mail coach", "filled": 1, "total": 4}],
    },
}
PLAYS["unstarted"] = {"kestrel1": None, "theo1": CALM}
TABLES["unstarted"] = {}
TABLES["fight"] = TABLES["trouble"] | {"acted": []}
"""Where each table stands."""


def character(who: str, play: Doc | None) -> Doc:
    """Kestrel with another name and another state of play."""
    made = deepcopy(KESTREL)
    made["id"] = who
    made["concept"] = {**made["concept"], "name": NAMES[who]}
    return made | ({"play": deepcopy(play)} if play is not None else {})


ACTS: Sequence[tuple[str, Doc]] = (
    ("note", {"text": "The mail coach never came. Somebody in the saloon knows why and does not say."}),
    ("bribe", {"to": ["theo1"], "trait": "Paranoid"}),
    ("gm-offer", {"seat": "oda1", "fact": "The sheriff owes you a night's sleep"}),
    ("spark", {"to": ["isa1"], "why": "a promise kept in front of everybody"}),
    ("note", {"text": "Two riders on the ridge before sunrise, and smoke over the railway."}),
    ("bribe", {"to": ["ans1"], "trait": "I Need a Drink"}),
)


class TableApp(KitApp):
    """An app that opens a table in a folder of its own."""

    def __init__(
        self,
        which: str,
        folder: Path,
        dice: Sequence[int] = (),
        meanwhile: Callable[[Path], object] = lambda _folder: None,
    ) -> None:
        """`meanwhile` does something to the characters' folder before the table is opened."""
        super().__init__(animations=False)
        self.folder = folder / "characters"
        self.dice = self.roller = Dice(*dice)
        state = folder / "state"
        for who, play in PLAYS[which].items():
            self._made(self.folder, character(who, play), "saga", state).close()
        seats = [{"id": who, "name": NAMES[who], "file": NAMES[who].lower()} for who in PLAYS[which]]
        doc = {"format": 1, "game": "saga-table", "id": "table1", "name": "The Salt Road", "seats": seats}
        self.memory = self._made(self.folder / "tables", doc | {"play": deepcopy(TABLES[which])}, "saga-table", state)
        meanwhile(self.folder)
        self.session = TABLE.session(self.memory, self.dice)
        self.table_screen = TableScreen(self.session)

    @staticmethod
    def _made(folder: Path, doc: Doc, game: str, state: Path) -> Memory:
        return Memory.create(
            folder, doc, registry.layout(game), state_dir=state, now=lambda: "2026-01-02T20:00:00+00:00"
        )

    async def on_mount(self) -> None:
        """Opens it."""
        await self.push_screen(self.table_screen)

    def live(self) -> TableApp:
        """A while has been played: the log is full of it, and the numbers are as before."""
        for verb, params in ACTS:
            self.session.do(TABLE.rules.command(verb, params))
        for at, who in enumerate(self.session.seats):
            for verb, params in heroes.ACTS[at::3]:
                self.session.seats[who].do(RULES.command(verb, params))
        return self

    @property
    def table(self) -> Table:
        """The table as it is now."""
        document: Table = self.session.document
        return document

    def member(self, who: str) -> Any:
        """One who sits there, as it is now."""
        return self.session.members[who]

    @property
    def text(self) -> str:
        """What is seen."""
        lines = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)

"""Dataclasses as parts of a document: models with the same fields, read and written without loss."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from pydantic import ValidationError

from saga_tui.engine.mirrored import Mirror, one_of


@dataclass(slots=True)
class Ship:
    id: str
    crew: int = 3
    cargo: tuple[str, ...] = ()
    sunk: bool = False


@dataclass(slots=True)
class Storm:
    force: int
    over: Literal["north", "south"] = "north"


@dataclass(slots=True)
class Sea:
    ships: dict[str, Ship] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)
    storm: Storm | None = None
    storms: list[Storm] = field(default_factory=list)
    depth: int = 9


GOODS = one_of("cargo", ["wool", "tar", ""])
MIRROR = Mirror(
    Sea,
    keys={Ship: "id"},
    words={"Ship.cargo": GOODS, "Sea.ports[]": one_of("port", ["ayr", "bute"])},
    order={"Sea.ships": ["ant", "bee", "cow"]},
    whole={"Sea.ships": ["ant", "bee"]},
    apart=("depth",),
)
SEA = Sea(
    {"ant": Ship("ant"), "bee": Ship("bee", 5, ("wool",), True), "cow": Ship("cow")},
    {"ayr": "bee"},
    Storm(7, "south"),
    [Storm(1)],
    4,
)


def doc_of(sea: Sea) -> dict[str, Any]:
    found: dict[str, Any] = MIRROR.made(MIRROR.written(sea)).to_doc()
    return found


def test_a_file_has_only_what_differs_and_gives_the_same_again() -> None:
    doc = doc_of(SEA)
    assert doc == {
        "ships": {"bee": {"crew": 5, "cargo": ["wool"], "sunk": True}, "cow": {}},
        "ports": {"ayr": "bee"},
        "storm": {"force": 7, "over": "south"},
        "storms": [{"force": 1}],
    }
    assert MIRROR.read({**MIRROR.model.model_validate(doc).__dict__, "depth": 4}) == SEA


def test_tables_are_read_in_their_order_with_all_that_is_always_there() -> None:
    made = MIRROR.model.model_validate({"ships": {"cow": {}, "zebu": {}, "ant": {"crew": 1}}})
    found = MIRROR.read({**made.__dict__, "depth": 9})
    assert [*found.ships] == ["ant", "bee", "cow", "zebu"]
    assert found.ships["bee"] == Ship("bee") and found.ships["zebu"].id == "zebu" and found.storm is None


@pytest.mark.parametrize(
    ("doc", "said"),
    [
        ({"ships": {"ant": {"cargo": ["wol"]}}}, "there is no cargo of that name. Did you mean 'wool'"),
        ({"ports": {"oban": ""}}, "there is no port of that name"),
        ({"storm": {}}, "Field required"),
        ({"storm": {"force": "7"}}, "valid integer"),
        ({"ships": {"ant": {"sunk": "yes"}}}, "valid boolean"),
        ({"storms": [{"force": 1}] * 501}, "at most 500 items"),
    ],
)
def test_what_a_hand_wrote_is_checked(doc: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said.replace(".", r"\.")):
        MIRROR.model.model_validate(doc)

"""How every step looks, at 80×24 and at 120×40."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from saga_tui.games.saga.rules.commands.build import AssetMethod, Become, PutGear, WriteTrait
from saga_tui.games.saga.screens.builder.spec import SPEC
from tests.games.saga.screens.builder.stage import BuilderApp, do, new_memory

SIZES = [(80, 24), (120, 40)]

KEYS = (*(step.key for step in SPEC.steps), "done")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("step", [*KEYS])
def test_builder_step(snap: Callable[..., bool], tmp_path: Path, step: str, size: tuple[int, int]) -> None:
    memory = new_memory(tmp_path)
    do(memory, Become(seed=7), WriteTrait(text="Strong", place=4))
    if step == "gear":
        do(memory, PutGear(name="Dented luck penny", kind="charm", rating=3, without=("academia",), place=0))
    number = [*KEYS].index(step) + 1
    assert snap(BuilderApp(memory), press=[f"f{number}"] if number > 1 else [], terminal_size=size)


def test_builder_new_character(snap: Callable[..., bool], tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, AssetMethod(method="points"))
    assert snap(BuilderApp(memory), press=["f2", "right"], terminal_size=(120, 40))


def test_builder_wide(snap: Callable[..., bool], tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, Become(seed=7))
    assert snap(BuilderApp(memory), press=["f3"], terminal_size=(200, 60))


def test_builder_narrow(snap: Callable[..., bool], tmp_path: Path) -> None:
    memory = new_memory(tmp_path)
    do(memory, Become(seed=7))
    assert snap(BuilderApp(memory), press=["f3"], terminal_size=(60, 24))


def test_builder_door(snap: Callable[..., bool], tmp_path: Path) -> None:
    assert snap(BuilderApp(new_memory(tmp_path)), press=["f8", "g"], terminal_size=(80, 24))

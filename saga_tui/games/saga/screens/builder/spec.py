"""Saga's builder: its seven steps, what stands around them, and the setting, which is Saga's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import work
from textual.binding import Binding, BindingType
from textual.types import CSSPathType

from saga_tui.engine.command import Command
from saga_tui.games.saga import book
from saga_tui.games.saga.rules.asks import asked
from saga_tui.games.saga.rules.commands.build import Become
from saga_tui.games.saga.rules.commands.time import StartPlay
from saga_tui.games.saga.screens import setting, synonyms
from saga_tui.games.saga.screens.builder import begin
from saga_tui.games.saga.screens.builder.assets import AssetsStep
from saga_tui.games.saga.screens.builder.concept import FIELDS, ConceptStep
from saga_tui.games.saga.screens.builder.finishing import FinishingStep
from saga_tui.games.saga.screens.builder.gear import GearStep
from saga_tui.games.saga.screens.builder.session import SagaBuilding, SagaStep
from saga_tui.games.saga.screens.builder.sidebar import SheetSoFar, strip
from saga_tui.games.saga.screens.builder.skills import SkillsStep
from saga_tui.games.saga.screens.builder.story import DrivesStep, TraitsStep
from saga_tui.games.saga.settings.noting import with_examples
from saga_tui.games.saga.sheet import sheet_pages
from saga_tui.games.saga.table import Table
from saga_tui.store import Memory
from saga_tui.ui.builder.screen import BUILDER_CSS, BuilderScreen, step_bindings
from saga_tui.ui.builder.session import BuilderSession, new_seed
from saga_tui.ui.builder.spec import BuilderSpec, Field, Step

if TYPE_CHECKING:
    from saga_tui.games.contract import Game

VIEWS: Final[dict[str, tuple[type[SagaStep], Sequence[str], Sequence[Field]]]] = {
    "concept": (ConceptStep, ("concept", "setting"), FIELDS),
    "assets": (AssetsStep, ("assets", "perks"), ()),
    "skills": (SkillsStep, ("skills",), ()),
    "traits": (TraitsStep, (), ()),
    "drives": (DrivesStep, (), ()),
    "gear": (GearStep, ("gear",), ()),
    "finishing": (FinishingStep, ("finishing",), ()),
}
"""Of each step its view, where its problems stand in the file, and its fields."""


def steps() -> tuple[Step, ...]:
    """The seven steps in the book's order (CRE-1 … CRE-9)."""
    return tuple(_step(info) for info in book.steps())


def _step(info: book.StepInfo) -> Step:
    view, places, parts = VIEWS[info.key]
    return Step(
        key=info.key, title=info.title, short=info.title.split()[0], view=view, parts=parts,
        places=tuple(places), within=(("story", info.key),), asks=partial(_asked, info.key), rules=info.rules,
    )  # fmt: skip


def _asked(step: str, character: object) -> Sequence[str]:
    return asked(character, step)  # type: ignore[arg-type]  # the builder holds characters


def _adorned(building: BuilderSession, command: Command) -> Command:
    assert isinstance(building, SagaBuilding)
    return with_examples(command, building.character, building.shelf)


def _surprise(seed: int, step: str) -> Command:
    return Become.model_validate({"seed": seed, "step": step} if step else {"seed": seed})


SPEC: Final = BuilderSpec(
    steps=steps(),
    begin=lambda _character: [StartPlay()],
    ask=begin.ask,
    surprise=_surprise,
    sidebar=SheetSoFar,
    strip=strip,
    line=lambda character: character.concept.line,
    state=lambda character: "From paper" if character.as_is else "Building",
    page=sheet_pages,
    adorn=_adorned,
)


class SagaBuilder(BuilderScreen):
    """The builder with Saga's key for the setting."""

    CSS_PATH: ClassVar[CSSPathType | None] = [BUILDER_CSS, Path(__file__).with_name("builder.tcss")]
    SYNONYMS = synonyms.BUILDER
    BINDINGS: ClassVar[list[BindingType]] = [
        *step_bindings(SPEC.steps),
        Binding("t", "setting", "Setting", id="builder.setting", show=False,
                tooltip="Setting: view or change it, rule options, custom perks"),
    ]  # fmt: skip

    def __init__(self, memory: Memory, seeds: Callable[[], int] = new_seed) -> None:
        game: Game = import_module("saga_tui.games.saga.game").GAME
        session = Table(memory)
        super().__init__(game, session, SPEC, SagaBuilding(session, SPEC, seeds))

    @work
    async def action_setting(self) -> None:
        """The setting; what comes of looking at it is done."""
        self.settle()
        building = cast(SagaBuilding, self.builder)
        command = await setting.look(self.app, building.character, building.look_again(), building.preview)
        if command is not None:
            building.do(command)

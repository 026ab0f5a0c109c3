"""What a world says otherwise than the book: a setting as its file has it, and what a character keeps of one
(S-WORLD-1)."""

from typing import TYPE_CHECKING, Literal, TypeAlias

from saga_tui.engine import worlds
from saga_tui.engine.model import Name, Text
from saga_tui.engine.rows import row_model
from saga_tui.games.sagas import book

if TYPE_CHECKING:
    WorldArt: TypeAlias = book.Art
else:
    WorldArt = row_model(book.Art)


class World(worlds.World):
    """What a character keeps of a setting: martial arts too (S-MART-1)."""

    arts: tuple[WorldArt, ...] = worlds.ROWS


class Setting(World):
    """A setting's file: what a character keeps of it, and a few sentences for those who choose."""

    format: Literal[1]
    name: Name
    description: Text

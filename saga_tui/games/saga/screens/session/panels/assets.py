"""The four asset pools and Spark (AST-1, SPK-1)."""

from __future__ import annotations

from textual.app import ComposeResult

from saga_tui.engine.ruled import is_ruled
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import ASSETS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel, TokenRow
from saga_tui.ui.marks import Pips
from saga_tui.ui.rows import Number


class AssetsPanel(SessionPanel):
    """A row of tokens for each asset, filled ones in hand; Spark below them."""

    place = "assets"
    reads = frozenset({"tokens", "spark"})

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Assets")

    def compose(self) -> ComposeResult:
        """A row an asset, and one for Spark."""
        for asset in ASSETS:
            yield TokenRow(
                marks.ASSETS[asset],
                asset.capitalize(),
                state.in_hand(self.character, asset),
                derive.rating(self.character, asset).total,
                view.asset_note(self.character, asset),
                key=marks.ASSET_KEYS[asset],
                explain=self.why_of(f"{asset}-tokens", asset),
                steps=True,
                id=f"asset-{asset}",
            )
        spark = state.play_of(self.character).spark
        yield Number(
            "Spark",
            f"{marks.SPARK.full} {spark}",
            key="s",
            style=f"bold {marks.SPARK.colour}",
            explain=self.why_of("spark"),
            id="spark",
        )

    def show(self, character: Character) -> None:
        """Tokens in hand of every rating."""
        super().show(character)
        for asset in ASSETS:
            row = self.query_one(f"#asset-{asset}", Pips)
            held, rating = state.in_hand(character, asset), derive.rating(character, asset).total
            ruled = is_ruled(character, asset, f"{asset}-tokens")
            row.show(held, rating, view.tokens_note(asset, held, rating), ruled)
        self.query_one("#spark", Number).show(f"{marks.SPARK.full} {state.play_of(character).spark}")

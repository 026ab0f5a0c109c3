"""Drawing only what is near a change writes to the terminal what Textual alone would write."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from saga_tui.ui.near import NearCompositor
from tests.games.saga.screens.session.heroes import TROUBLE, Table, doc, press

SIZES = ((60, 24), (80, 24), (120, 40), (200, 60))


def written(compositor: Compositor, regions: set[Region], app: Table, draw: Any) -> str:
    """What would go to the terminal for these regions."""
    compositor._dirty_regions, compositor._cuts = set(regions), None  # as after a new layout
    update = draw(compositor)
    return "" if update is None else str(update.render_segments(app.console))


@pytest.mark.parametrize("size", SIZES)
async def test_near_a_change_the_same_is_drawn_with_less_work(tmp_path: Path, size: tuple[int, int]) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=size) as pilot:
        await press(pilot, "p")  # with a question at the foot
        compositor = app.session._compositor
        assert isinstance(compositor, NearCompositor)
        regions = [region.intersection(clip) for region, clip in compositor.visible_widgets.values()]
        cuts = compositor.cuts
        seen = [region for region in regions if region]
        changes = [{region} for region in seen] + [set(pair) for pair in pairwise(seen)]
        assert len(changes) > 40
        for change in changes:
            near = written(compositor, change, app, NearCompositor.render_partial_update)
            assert compositor.cuts == cuts, "what is kept for the next drawing is that of the whole screen"
            assert near == written(compositor, change, app, Compositor.render_partial_update)


async def test_a_row_that_changes_does_not_draw_the_other_panels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Table(doc(TROUBLE), tmp_path)
    async with app.run_test(size=(120, 40)):
        compositor = app.session._compositor
        row = app.session.query_one("#asset-grace")
        drawn: list[str] = []

        def noting(widget: Widget) -> Callable[[Region], list[Strip]]:
            draw = widget.render_lines

            def noted(crop: Region) -> list[Strip]:
                drawn.append(widget.id or "")
                return draw(crop)

            return noted

        for widget in app.session.query("*"):
            monkeypatch.setattr(widget, "render_lines", noting(widget))
        compositor._dirty_regions = {row.region}
        compositor.render_partial_update()
        assert "asset-grace" in drawn
        assert "asset-force" not in drawn
        assert "panel-gear" not in drawn

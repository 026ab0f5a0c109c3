"""The README's picture that moves: at each moment it shows the picture of then, and nothing else."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from textual.widgets import Static

from tests.film import Frame, film
from tests.ui.stage import Stage

SVG = "{http://www.w3.org/2000/svg}"


async def frames() -> list[Frame]:
    """Three pictures, the last like the first."""
    app = Stage(lambda: Static("[bold red]one[/]"))
    made: list[Frame] = []
    async with app.run_test(size=(60, 6)) as pilot:
        for said in ("[bold red]one[/]", "[on blue]two & three[/]", "[bold red]one[/]"):
            app.screen.query_one(Static).update(said)
            await pilot.pause()
            drawn = re.sub(r"terminal-\d+", "terminal-saga", app.export_screenshot(title="saga-tui"))
            made.append(Frame(drawn, 1.0 + len(made)))
    return made


def parts(svg: str, moment: int | None = None) -> list[str]:
    """The words and grounds that are seen at a moment: those of a single picture, or of a frame of a film."""
    steps = {
        name: re.findall(r"visibility: (\w+)", rule.partition("@")[0])
        for name, rule in re.findall(r"@keyframes (m\d+) (.*)", svg)
    }
    root = ElementTree.fromstring(svg)
    found: list[str] = []

    def walk(node: ElementTree.Element) -> None:
        shown = steps.get(node.get("class", ""))
        if shown is not None and moment is not None and shown[moment] == "hidden":
            return
        if node.tag in (f"{SVG}text", f"{SVG}rect") and (node.get("clip-path") or node.get("shape-rendering")):
            found.append(f"{node.get('x')} {node.get('y')} {node.get('fill')} {node.text}")
        for child in node:
            walk(child)

    walk(root)
    return sorted(found)


async def test_a_film_shows_each_picture_at_its_time() -> None:
    made = await frames()
    moving = film(made)
    assert parts(made[0].svg) != parts(made[1].svg)
    for number, frame in enumerate(made):
        assert parts(moving, number) == parts(frame.svg)
    assert "6.00s step-end infinite" in moving
    assert " 16.67% { visibility: " in moving and " 50.00% { visibility: " in moving
    assert len(moving) < sum(len(frame.svg) for frame in made)


async def test_where_nothing_may_move_one_picture_is_seen() -> None:
    moving = film(await frames(), still=1)
    still = dict(re.findall(r"^\.(m\d+) \{ visibility: (\w+);", moving, re.MULTILINE))
    steps = {
        name: re.findall(r"visibility: (\w+)", rule) for name, rule in re.findall(r"@keyframes (m\d+) (.*)", moving)
    }
    assert still and all(steps[name][1] == shown for name, shown in still.items())
    assert "prefers-reduced-motion" in moving

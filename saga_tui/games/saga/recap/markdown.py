"""The story so far as Markdown. Notes stay the Markdown that they were written as; all else shows as it was written."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.games.saga.recap.charts import charts
from saga_tui.games.saga.recap.story import Chapter, Moment, Story
from saga_tui.games.saga.recap.text import NOTHING, changed, counts, luck_words, scene_title, when
from saga_tui.paper.charts import side_by_side
from saga_tui.paper.items import md
from saga_tui.safe import safe

WIDE = 80
"""Columns of the charts, which stand in a code block."""


def markdown(story: Story, *, plain: bool = False, with_charts: bool = False) -> str:
    """The story with a heading of the second level for each chapter, of the third for each scene."""
    lines = [f"# Recap: {md(story.name)}"]
    if story.line:
        lines += ["", f"*{md(story.line)}*"]
    if with_charts and (graphs := side_by_side(charts(story), WIDE, plain)):
        lines += ["", "```", *graphs, "```"]
    if not story.chapters:
        lines += ["", NOTHING]
    for chapter in story.chapters:
        lines += ["", *_chapter(chapter, story.doom_end)]
    if len(story.chapters) > 1 and story.luck.rolls:
        lines += ["", "## All chapters", "", f"- **Luck:** {md(luck_words(story.luck))}"]
    return "\n".join(lines) + "\n"


def _chapter(chapter: Chapter, doom_end: int) -> Iterator[str]:
    yield f"## {chapter.title}"
    about = ". ".join(part for part in (when(chapter), counts(chapter)) if part)
    if about:
        yield from ("", f"*{md(about)}*")
    for scene in chapter.scenes:
        yield from ("", f"### {md(scene_title(scene))}")
        before = ""
        for moment in scene.moments:
            if moment.kind == "note" or before in ("", "note"):
                yield ""
            yield from _moment(moment)
            before = moment.kind
    facts = changed(chapter, doom_end)
    if facts:
        yield from (
            "",
            f"### What changed in {md(chapter.title.lower())}" if chapter.number else "### What changed",
            "",
        )
        yield from (f"- **{label}:** {md(words)}" for label, words in facts)


def _moment(moment: Moment) -> Iterator[str]:
    if moment.kind == "note":
        yield from (f"> {line}".rstrip() for line in safe(moment.text, one_line=False, limit=20_000).split("\n"))
    else:
        yield f"- {md(moment.text[:1].upper() + moment.text[1:])}"

"""The story so far as text, a page a chapter can be read aloud from; as charts, and as Markdown, in which notes stay
what they were written as and all else shows as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from functools import partial

from saga_tui.paper.charts import Chart, side_by_side, signed
from saga_tui.paper.items import Page, md
from saga_tui.paper.layout import PLAIN, TYPED, page_of, row, typed, typed_all, wrap
from saga_tui.paper.sections import NARROWEST
from saga_tui.paper.story import Chapter, Fact, Luck, Moment, Scene, Story, Words
from saga_tui.safe import safe
from saga_tui.words import inflect, plural, sentence

NOTHING = "Nothing has been played yet."
NAME = 8
"""Letters of a name under a column of a chart."""
WIDE = 80
"""Columns of the charts in Markdown, which stand in a code block."""


def text(story: Story, width: int = 80, *, plain: bool = False, with_charts: bool = False) -> str:
    """The story, no line wider than `width` columns (at least 40), with a newline at its end. `plain` takes only signs
    that a typewriter has."""
    page = Page(max(NARROWEST, width), TYPED if plain else PLAIN)
    told = typed_all(story) if plain else story
    graphs = side_by_side(charts(told), page.width, plain) if with_charts else []
    lines = [*wrap(f"Recap: {told.name}", page.width)]
    lines += [*(wrap(told.line, page.width) if told.line else []), page.glyphs.double * page.width]
    if not told.chapters:
        lines += ["", NOTHING]
    if graphs:
        lines += ["", *graphs]
    elif with_charts and told.chapters:
        lines += ["", f"Charts begin with the second {told.words.chapter}."]
    for chapter in told.chapters:
        lines += ["", *chapter_lines(chapter, told.words, page, plain)]
    if len(told.chapters) > 1 and told.luck.rolls:
        lucky = luck_words(told.luck, told.words.mark)
        lines += ["", *page.heading(_all(told).upper()), *_row("Luck", lucky, page, plain)]
        for name, its in told.each:
            lines += _row(name, luck_words(its, told.words.mark), page, plain)
    return page_of(lines)


def printed(
    story: Story,
    width: int = 80,
    *,
    chapter: int | None = None,
    plain: bool = False,
    markdown: bool = False,
    with_charts: bool = False,
) -> str:
    """The story, or one chapter of it, as text or as Markdown. `ValueError` says in clear words that there is no such
    chapter."""
    if chapter is not None:
        numbers = ", ".join(str(one.number) for one in story.chapters) or "nothing of play yet"
        span, story = story.words.chapter, story.only(chapter)
        if not story.chapters:
            raise ValueError(f"The log has no {span} {chapter}. It has: {numbers}.")
    tell = _markdown if markdown else partial(text, width=width)
    return tell(story, plain=plain, with_charts=with_charts)


def chapter_lines(chapter: Chapter, words: Words, page: Page, plain: bool = False) -> list[str]:
    """One chapter: its heading, its scenes with what is worth telling, then what changed in it."""
    lines = page.heading(title(chapter, words).upper(), note=when(chapter))
    if told := counts(chapter, words):
        lines += wrap(told, page.width)
    for scene in chapter.scenes:
        lines += ["", *_scene(scene, words, page, plain)]
    facts = [line for label, told in changed(chapter, words) for line in _row(label, told, page, plain)]
    return [*lines, "", *facts] if facts else lines


def _scene(scene: Scene, words: Words, page: Page, plain: bool) -> list[str]:
    lines = wrap(scene_title(scene, words), page.width) if words.scene or scene.title else []
    for moment in scene.moments:
        lines += _moment(moment, page, plain)
    return lines


def _moment(moment: Moment, page: Page, plain: bool) -> list[str]:
    if moment.kind != "note":
        return ["  " + line for line in wrap(f"{sentence(moment.text)}", page.width - 2, 2)]
    lines: list[str] = []
    for line in safe(moment.text, one_line=False, limit=20_000).split("\n"):
        sign = "  | " if plain else "  ▏ "
        lines += [f"{sign}{part}" for part in wrap(typed(line) if plain else line, page.width - 4)]
    return lines


def _row(label: str, words: str, page: Page, plain: bool) -> list[str]:
    return row(f"{label:<8} ", typed(words) if plain else words, page.width)


# ---- words, for every form


def when(chapter: Chapter) -> str:
    """`21 November 2026, 20:15 to 23:40`; empty where the times cannot be read."""
    try:
        first, last = datetime.fromisoformat(chapter.began), datetime.fromisoformat(chapter.ended)
    except ValueError:
        return ""
    begin = f"{first.day} {first:%B %Y, %H:%M}"
    if first.date() == last.date():
        return begin if f"{first:%H:%M}" == f"{last:%H:%M}" else f"{begin} to {last:%H:%M}"
    return f"{first.day} {first:%B %Y} to {last.day} {last:%B %Y}"


def title(chapter: Chapter, words: Words) -> str:
    """`Chapter 3`."""
    return f"{words.chapter.capitalize()} {chapter.number}" if chapter.number else f"Before the first {words.chapter}"


def _all(story: Story) -> str:
    return f"All {inflect(2, story.words.chapter)}"


def counts(chapter: Chapter, words: Words) -> str:
    """`3 scenes, 2 conflicts (serious, deadly), 14 rolls`."""
    scenes = sum(scene.number > 0 for scene in chapter.scenes)
    parts = [plural(scenes, words.scene)] if scenes and words.scene else []
    if chapter.within:
        parts.append(f"{plural(len(chapter.within), words.within)} ({', '.join(chapter.within)})")
    if chapter.rolls:
        parts.append(plural(len(chapter.rolls), "roll"))
    return ", ".join(parts)


def scene_title(scene: Scene, words: Words) -> str:
    """`Scene 2: serious conflict`; or as its game says."""
    if scene.title:
        return scene.title
    if not scene.number:
        return f"Between {inflect(2, words.scene)}"
    inside = f": {f' {words.within}, '.join(scene.within)} {words.within}" if scene.within else ""
    return f"{words.scene.capitalize()} {scene.number}{inside}"


def changed(chapter: Chapter, words: Words) -> list[Fact]:
    """What changed in a chapter, each with a label, and how lucky the dice were."""
    lucky = luck_words(chapter.luck, words.mark)
    return [*chapter.facts, *([("Luck", lucky)] if lucky else [])]


def luck_words(luck: Luck, mark: str) -> str:
    """`12 marks in 9 rolls, 1.7 more than the 10.3 expected`; empty without rolls."""
    if not luck.rolls:
        return ""
    told, more = f"{plural(luck.marks, mark)} in {plural(luck.rolls, 'roll')}", signed(luck.more)
    if more == "0":
        return f"{told}, as many as expected"
    side = "more" if luck.more > 0 else "fewer"
    return f"{told}, {more[1:]} {side} than the {signed(luck.expected).lstrip('+−')} expected"


# ---- charts


def charts(story: Story) -> tuple[Chart, ...]:
    """The game's numbers and the luck with the dice, chapter by chapter; at a table the luck of each. One chapter alone
    is no chart, nor is one person, nor what was zero all the time."""
    told = [chapter for chapter in story.chapters if chapter.number]
    found = [*_by_chapters(story, told)] if len(told) > 1 else []
    people = [(name, luck.more) for name, luck in story.each if luck.rolls]
    if len(people) > 1:
        values = tuple(more for _, more in people)
        names = tuple(_short(name, [one for one, _ in people]) for name, _ in people)
        above = f"Luck of each: {inflect(2, story.words.mark)} above average"
        places, labels = tuple(range(len(people))), tuple(map(signed, values))
        found.append(Chart("luck", above, places, values, labels, deep=True, names=names))
    return tuple(chart for chart in found if any(chart.values))


def _short(name: str, names: Sequence[str]) -> str:
    """The first word of a name where it is nobody else's; short enough to stand under a column."""
    first = name.partition(" ")[0]
    own = len(first) > len("The") and sum(one.partition(" ")[0] == first for one in names) == 1
    return (first if own else name)[:NAME]


def _by_chapters(story: Story, told: Sequence[Chapter]) -> Iterator[Chart]:
    numbers = tuple(chapter.number for chapter in told)
    spans = story.words.chapter, story.words.short
    for one in story.charted:
        values = tuple(Fraction(one.value(chapter)) for chapter in told)
        labels = tuple(map(signed if one.deep else str, values))
        yield Chart(one.kind, one.title, numbers, values, labels, one.deep, *spans)
    lucky = tuple(chapter.luck.more for chapter in told)
    above = f"Luck: {inflect(2, story.words.mark)} above average"
    yield Chart("luck", above, numbers, lucky, tuple(map(signed, lucky)), True, *spans)


# ---- Markdown


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
        lines += ["", *_chapter(chapter, story.words)]
    if len(story.chapters) > 1 and story.luck.rolls:
        lucky = md(luck_words(story.luck, story.words.mark))
        lines += ["", f"## {_all(story)}", "", f"- **Luck:** {lucky}"]
        lines += [f"- **{md(name)}:** {md(luck_words(its, story.words.mark))}" for name, its in story.each]
    return "\n".join(lines) + "\n"


_markdown = markdown
"""The same, where a parameter has its name."""


def _chapter(chapter: Chapter, words: Words) -> Iterator[str]:
    yield f"## {title(chapter, words)}"
    about = ". ".join(part for part in (when(chapter), counts(chapter, words)) if part)
    if about:
        yield from ("", f"*{md(about)}*")
    for scene in chapter.scenes:
        yield from ("", f"### {md(scene_title(scene, words))}") if words.scene or scene.title else ()
        before = ""
        for moment in scene.moments:
            if moment.kind == "note" or before in ("", "note"):
                yield ""
            yield from _md_moment(moment)
            before = moment.kind
    if facts := changed(chapter, words):
        where = f" in {md(title(chapter, words).lower())}" if chapter.number else ""
        yield from ("", f"### What changed{where}", "")
        yield from (f"- **{label}:** {md(told)}" for label, told in facts)


def _md_moment(moment: Moment) -> Iterator[str]:
    if moment.kind == "note":
        yield from (f"> {line}".rstrip() for line in safe(moment.text, one_line=False, limit=20_000).split("\n"))
    else:
        yield f"- {md(sentence(moment.text))}"

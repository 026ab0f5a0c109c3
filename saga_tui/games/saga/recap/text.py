"""The story so far as text: a page a chapter can be read aloud from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from saga_tui.games.saga.recap.charts import charts
from saga_tui.games.saga.recap.rolls import Luck
from saga_tui.games.saga.recap.story import Chapter, Moment, Scene, Story, Track
from saga_tui.paper.charts import side_by_side, signed
from saga_tui.paper.items import Page
from saga_tui.paper.layout import PLAIN, TYPED, page_of, row, typed, typed_all, wrap
from saga_tui.paper.sections import NARROWEST
from saga_tui.safe import safe
from saga_tui.words import plural

NOTHING = "Nothing has been played yet."
NO_CHARTS = "Charts begin with the second chapter."


def text(story: Story, width: int = 80, *, plain: bool = False, with_charts: bool = False) -> str:
    """The story, no line wider than `width` columns (at least 40), with a newline at its end. `plain` takes only signs
    that a typewriter has."""
    page = Page(max(NARROWEST, width), TYPED if plain else PLAIN)
    graphs = side_by_side(charts(story), page.width, plain) if with_charts else []
    told = typed_all(story) if plain else story
    lines = [*wrap(f"Recap: {told.name}", page.width)]
    lines += [*(wrap(told.line, page.width) if told.line else []), page.glyphs.double * page.width]
    if not told.chapters:
        lines += ["", NOTHING]
    if graphs:
        lines += ["", *graphs]
    elif with_charts and told.chapters:
        lines += ["", NO_CHARTS]
    for chapter in told.chapters:
        lines += ["", *chapter_lines(chapter, told.doom_end, page, plain)]
    if len(told.chapters) > 1 and told.luck.rolls:
        lines += ["", *page.heading("ALL CHAPTERS"), *_row("Luck", luck_words(told.luck), page, plain)]
    return page_of(lines)


def chapter_lines(chapter: Chapter, doom_end: int, page: Page, plain: bool = False) -> list[str]:
    """One chapter: its heading, its scenes with what is worth telling, then what changed in it."""
    lines = page.heading(chapter.title.upper(), note=when(chapter))
    lines += wrap(counts(chapter), page.width)
    for scene in chapter.scenes:
        lines += ["", *_scene(scene, page, plain)]
    facts = [line for label, words in changed(chapter, doom_end) for line in _row(label, words, page, plain)]
    return [*lines, "", *facts] if facts else lines


def _scene(scene: Scene, page: Page, plain: bool) -> list[str]:
    lines = wrap(scene_title(scene), page.width)
    for moment in scene.moments:
        lines += _moment(moment, page, plain)
    return lines


def _moment(moment: Moment, page: Page, plain: bool) -> list[str]:
    if moment.kind != "note":
        return ["  " + line for line in wrap(f"{_upper(moment.text)}", page.width - 2, 2)]
    lines: list[str] = []
    for line in safe(moment.text, one_line=False, limit=20_000).split("\n"):
        sign = "  | " if plain else "  ▏ "
        lines += [f"{sign}{part}" for part in wrap(typed(line) if plain else line, page.width - 4)]
    return lines


def _row(label: str, words: str, page: Page, plain: bool) -> list[str]:
    return row(f"{label:<9}", typed(words) if plain else words, page.width)


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


def counts(chapter: Chapter) -> str:
    """`3 scenes, 2 conflicts (serious, deadly), 14 rolls`."""
    scenes = sum(scene.number > 0 for scene in chapter.scenes)
    parts = [plural(scenes, "scene")] if scenes else []
    if chapter.conflicts:
        parts.append(f"{plural(len(chapter.conflicts), 'conflict')} ({', '.join(chapter.conflicts)})")
    if chapter.rolls:
        parts.append(plural(len(chapter.rolls), "roll"))
    return ", ".join(parts)


def scene_title(scene: Scene) -> str:
    """`Scene 2: serious conflict`."""
    if not scene.number:
        return "Between scenes"
    fought = f": {' conflict, '.join(scene.conflicts)} conflict" if scene.conflicts else ""
    return f"Scene {scene.number}{fought}"


def changed(chapter: Chapter, doom_end: int) -> list[tuple[str, str]]:
    """What changed in a chapter, each with a label; what did not is left out."""
    found = [
        ("Harm", "; ".join(chapter.taken)),
        ("Healed", "; ".join(chapter.lost)),
        ("Spark", spark_words(chapter)),
        ("Doom", _track(chapter.doom, "marked", "cleared", f" of {doom_end}")),
        ("Kismet", f"highest {chapter.kismet.most}" if chapter.kismet.most else ""),
        ("Drives", "; ".join(map(_upper, chapter.drives))),
        ("Rulings", "; ".join(chapter.rulings)),
        ("Luck", luck_words(chapter.luck)),
    ]
    return [(label, words) for label, words in found if words]


def spark_words(chapter: Chapter) -> str:
    """`2 → 5: earned 4 (kismet rolls 3, driven rolls 1), spent 1 (offers 1)`; empty where nothing moved. What no event
    at the table explains was done by hand: an edit of the file, or an older version brought back."""
    parts = []
    if chapter.earned:
        parts.append(f"earned {sum(sum_ for _, sum_ in chapter.earned)} ({_causes(chapter.earned)})")
    if chapter.spent:
        parts.append(f"spent {sum(sum_ for _, sum_ in chapter.spent)} ({_causes(chapter.spent)})")
    start, end = chapter.spark.start, chapter.spark.end
    if by_hand := end - start - sum(n for _, n in chapter.earned) + sum(n for _, n in chapter.spent):
        parts.append(f"{'+' if by_hand > 0 else '−'}{abs(by_hand)} by hand")
    told = ", ".join(parts)
    if start == end and not told:
        return ""
    return f"{start} → {end}{f': {told}' if told else ''}"


def _causes(sums: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{cause} {amount}" for cause, amount in sums)


def _track(track: Track, came: str, went: str, of: str) -> str:
    if not (track.came or track.went):
        return ""
    parts = [f"{track.came} {came}" if track.came else "", f"{track.went} {went}" if track.went else ""]
    return f"{track.start} → {track.end}{of}: {', '.join(part for part in parts if part)}"


def luck_words(luck: Luck) -> str:
    """`12 marks of 9 rolls, 10.3 to be expected: +1.7`; empty without rolls."""
    if not luck.rolls:
        return ""
    expected = signed(luck.expected).lstrip("+−")
    marks = f"{plural(luck.marks, 'mark')} in {plural(luck.rolls, 'roll')}"
    return f"{marks}, {expected} expected: {signed(luck.more)}"


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]

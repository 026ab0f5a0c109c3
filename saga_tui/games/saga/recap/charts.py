"""Which numbers of a story are drawn, chapter by chapter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from saga_tui.games.saga.recap.story import Story
from saga_tui.paper.charts import Chart, signed


def charts(story: Story) -> tuple[Chart, ...]:
    """Spark held at each chapter's end, kismet and doom at their height, luck with the dice. One chapter alone is no
    chart, nor is what was zero all the time."""
    told = [chapter for chapter in story.chapters if chapter.number]
    numbers = tuple(chapter.number for chapter in told)
    if len(told) < 2:
        return ()
    spark, kismet = [chapter.spark.end for chapter in told], [chapter.kismet.most for chapter in told]
    doom = [chapter.doom.most for chapter in told]
    lucky = tuple(chapter.luck.more for chapter in told)
    found = (
        Chart("spark", "Spark at a chapter's end", numbers, *_whole(spark)),
        Chart("kismet", "Most kismet held", numbers, *_whole(kismet)),
        Chart("doom", f"Most doom marked, of {story.doom_end}", numbers, *_whole(doom)),
        Chart("luck", "Luck: marks above average", numbers, lucky, tuple(map(signed, lucky)), deep=True),
    )
    return tuple(chart for chart in found if any(chart.values))


def _whole(values: Sequence[int]) -> tuple[tuple[Fraction, ...], tuple[str, ...]]:
    return tuple(map(Fraction, values)), tuple(map(str, values))

"""Meters of tiles and how lines are dealt: pure parts of the looks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saga_tui.ui import tiles
from saga_tui.ui.deal import FOLDED, Offer, deal, spread, squeeze
from saga_tui.ui.specs import Token
from saga_tui.ui.tiles import CLOSE, HUGE, LARGE, MEDIUM, SIZES, SLIM, SMALL, Size

TOKEN = Token("▲", "△", "$force")
TRACKS = {HUGE: 5, LARGE: 3, SLIM: 3, MEDIUM: 3, CLOSE: 3, SMALL: 1}
"""How wide a step of a track is drawn at each size."""
METERS = {"pips": tiles.pips, "boxes": tiles.boxes, "track": tiles.track}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("kind", METERS)
@given(filled=st.integers(0, 30), total=st.integers(0, 30), ghost=st.integers(-5, 5))
def test_every_line_of_a_meter_is_as_wide_as_it_is_measured(
    kind: str, size: Size, filled: int, total: int, ghost: int
) -> None:
    meter = METERS[kind](TOKEN, filled, total, ghost)
    lines = tiles.drawn(meter, size)
    assert len(lines) == size.height
    assert {line.cell_length for line in lines} == {tiles.measure(meter, size)}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("kind", METERS)
@given(filled=st.integers(0, 30), total=st.integers(0, 30))
def test_a_click_hits_the_mark_that_is_drawn_there(kind: str, size: Size, filled: int, total: int) -> None:
    meter = METERS[kind](TOKEN, filled, total)
    hits = [tiles.mark_at(meter, size, x) for x in range(tiles.measure(meter, size))]
    marks = max(filled, total) if kind != "track" else total
    assert list(dict.fromkeys(hit for hit in hits if hit is not None)) == list(range(marks))
    for index in range(marks):
        assert hits.count(index) == (TRACKS[size] if kind == "track" else size.width)


def test_the_sizes_read_as_they_are_drawn() -> None:
    def text(meter: list[tiles.Tile], size: Size) -> list[str]:
        return [line.plain for line in tiles.drawn(meter, size)]

    assert text(tiles.pips(TOKEN, 2, 3), SMALL) == ["▲▲△"]
    assert text(tiles.pips(TOKEN, 4, 3), SMALL) == ["▲▲▲+▲"]
    assert text(tiles.pips(TOKEN, 2, 3), MEDIUM) == [" ▲   ▲   △ "]
    assert text(tiles.boxes(TOKEN, 3, 2), CLOSE) == [" ▲  ▲ ┃ ▲ "]
    assert text(tiles.pips(TOKEN, 1, 2), LARGE) == ["▄▄▄▄▄ ▄▄▄▄▄", "  ▲     △  ", "▀▀▀▀▀ ▀▀▀▀▀"]
    assert text(tiles.track(TOKEN, 1, 2), HUGE) == ["▄▄▄▄▄▄▄▄▄▄┃", "  ▲    △  ┃", "▀▀▀▀▀▀▀▀▀▀┃"]


def test_what_would_come_and_what_would_go_are_ghosts() -> None:
    def kinds(meter: list[tiles.Tile]) -> list[str]:
        return [tile.kind for tile in meter]

    assert kinds(tiles.pips(TOKEN, 2, 4, 1)) == ["full", "full", "ghost", "hollow"]
    assert kinds(tiles.pips(TOKEN, 2, 4, -1)) == ["full", "ghost", "hollow", "hollow"]
    assert kinds(tiles.boxes(TOKEN, 1, 2, 2)) == ["full", "ghost", "bar", "ghost"]
    assert [tile.colour for tile in tiles.boxes(TOKEN, 1, 2, 2)][-1] == "$bad"


def test_a_full_tile_stands_out_without_any_colour() -> None:
    """Reversed ground for what is there, none for what is not."""
    (line,) = tiles.drawn(tiles.pips(TOKEN, 1, 2), MEDIUM)
    styles = {line.plain[span.start : span.end].strip(): str(span.style) for span in line.spans}
    assert "reverse" in styles["▲"] and "reverse" not in styles["△"]


def test_the_largest_size_that_fits_is_taken() -> None:
    meter = tiles.pips(TOKEN, 2, 5)
    assert tiles.fitting(meter, 60, HUGE) is HUGE
    assert tiles.fitting(meter, 60, LARGE) is LARGE
    assert tiles.fitting(meter, 20, LARGE) is SLIM
    assert tiles.fitting(meter, 20, MEDIUM) is MEDIUM
    assert tiles.fitting(meter, 15, LARGE) is CLOSE
    assert tiles.fitting(meter, 5, LARGE) is SMALL
    assert tiles.fitting(meter, 4, LARGE) is None
    assert tiles.short(TOKEN, 2, 5).plain == "▲×2 △×3"
    assert tiles.short(TOKEN, 12, 4, "┃").plain == "▲×12 ┃4"


STEPS = st.integers(0, 12)
HEIGHTS = st.tuples(STEPS, STEPS, STEPS, STEPS).map(
    lambda steps: (steps[0], sum(steps[:2]), sum(steps[:3]), sum(steps))
)
OFFERS = st.lists(st.builds(Offer, HEIGHTS, st.integers(0, 3)), max_size=6)


@given(OFFERS, st.integers(0, 80))
def test_no_more_is_dealt_than_there_is(offers: list[Offer], room: int) -> None:
    levels = deal(room, offers)
    taken = sum(offer.heights[level] for offer, level in zip(offers, levels, strict=True))
    assert taken <= room or not any(levels)


@given(OFFERS, st.integers(0, 80), st.integers(0, 20))
def test_more_room_takes_nothing_from_anybody(offers: list[Offer], room: int, more: int) -> None:
    before, after = deal(room, offers), deal(room + more, offers)
    assert all(one <= other for one, other in zip(before, after, strict=True))


@given(OFFERS, st.integers(0, 80))
def test_the_worthier_is_never_behind(offers: list[Offer], room: int) -> None:
    levels = deal(room, offers)
    for one, level in zip(offers, levels, strict=True):
        for other, theirs in zip(offers, levels, strict=True):
            assert level >= theirs or one.worth >= other.worth


@given(room=st.integers(0, 60), heights=st.lists(HEIGHTS, max_size=6), folds=st.lists(st.integers(0, 9), min_size=6))
def test_who_folds_first_gives_up_its_lines_first(room: int, heights: list[tuple[int, ...]], folds: list[int]) -> None:
    offers = [Offer(each, folds=fold) for each, fold in zip(heights, folds, strict=False)]  # type: ignore[arg-type]
    given_to = squeeze(room, offers)
    brief = [offer.heights[0] for offer in offers]
    assert sum(given_to) <= max(room, sum(brief)) and all(map(int.__le__, given_to, brief))
    if sum(brief) <= room:
        assert list(given_to) == brief
    for offer, got in zip(offers, given_to, strict=True):
        assert got == offer.heights[0] or (offer.folds and got >= FOLDED)
        if got < offer.heights[0]:  # whoever folds before it has folded all the way
            first = [one for one in zip(offers, given_to, strict=True) if one[0].folds > offer.folds]
            assert all(lines <= FOLDED or lines == one.heights[0] <= FOLDED for one, lines in first)


def test_who_folds_first_moves_to_where_most_is_free_and_the_first_stays() -> None:
    def offer(height: int, folds: int) -> Offer:
        return Offer((height,) * 4, 0, folds)

    full, airy, roomy = [offer(6, 2), offer(5, 3), offer(5, 9)], [offer(5, 0)], [offer(3, 0)]
    assert spread([full, airy, roomy], [16, 10, 10]) == []
    assert spread([full, airy, roomy], [15, 10, 10]) == [(0, 2, 2)]
    assert spread([full, airy, roomy], [10, 10, 10]) == [(0, 2, 2), (0, 1, 1)], "the second goes to the other column"
    assert spread([full, airy, roomy], [5, 10, 10]) == [(0, 2, 2), (0, 1, 1)], "the first stays"
    assert spread([full, [offer(9, 0)], [offer(9, 0)]], [10, 10, 10]) == []


def test_hollow_tiles_have_an_outline_and_no_ground_where_a_theme_has_one_grey() -> None:
    meter = tiles.pips(TOKEN, 1, 2)
    lines = tiles.drawn(meter, LARGE, lined=True)
    assert [line.plain for line in lines] == ["▄▄▄▄▄ ┌───┐", "  ▲   │ △ │", "▀▀▀▀▀ └───┘"]
    assert not any("on $" in str(span.style) or "hollow" in str(span.style) for line in lines for span in line.spans)
    assert [line.plain for line in tiles.drawn(meter, MEDIUM, lined=True)] == [" ▲   △ "]
    (steps,) = {len(line.plain) for line in tiles.drawn(tiles.track(TOKEN, 1, 3), LARGE, lined=True)}
    assert steps == tiles.measure(tiles.track(TOKEN, 1, 3), LARGE)

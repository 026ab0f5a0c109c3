"""Whatever happened to whomever: the story is told, its sums are right, every form of it and of the sheet stands."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from saga_tui.changes import diff
from saga_tui.games.saga.recap import story
from saga_tui.games.saga.rules.character import Character, from_doc
from saga_tui.games.saga.rules.commands import Command, perform
from saga_tui.games.saga.sheet import sheet_pages
from saga_tui.paper.recap import markdown, text
from tests.games.saga.recap.campaign import Journal
from tests.games.saga.rules.anything import commands, mischief


@pytest.mark.rule("SPK-1", "DOM-2", "KIS-1")
@given(mischief(), st.lists(st.tuples(commands(), st.integers(0, 5)), max_size=12), st.integers(0, 9))
@settings(max_examples=40, deadline=None)
def test_any_journal_is_told(hero: Character, happened: list[tuple[Command, int]], seed: int) -> None:
    journal, dice = Journal(hero.to_doc()), random.Random(seed)
    for command, fate in happened:
        character = from_doc(journal.doc)
        faces = tuple(dice.randint(1, 6) for _ in range(min(99, command.dice_needed(character))))
        outcome = perform(character, command, faces, overrule="so be it")
        if outcome.refused:
            continue
        new = outcome.after.to_doc()
        event = journal.add(
            command.verb, diff(journal.doc, new), command.params(), outcome.dice, outcome.clock, outcome.text
        )
        journal.doc = new
        if not fate:
            journal.undo(event)
    told = story(journal.events, journal.doc, "desk")
    for chapter in told.chapters:
        for track in (chapter.tracks["spark"], chapter.tracks["doom"], chapter.tracks["kismet"]):
            assert track.start + track.came - track.went == track.end
            assert track.most >= max(track.start, track.end)
        gained = sum(amount for _, amount in chapter.own.earned) - sum(amount for _, amount in chapter.own.spent)
        assert gained == chapter.tracks["spark"].end - chapter.tracks["spark"].start, "nobody wrote by hand"
    for page in (text(told, 44, with_charts=True), text(told, 80, plain=True, with_charts=True)):
        assert all(0 <= wcswidth(line) <= 80 for line in page.splitlines())
    assert markdown(told, with_charts=True).startswith("# Recap: ")
    last = from_doc(journal.doc)
    for page in (sheet_pages(last, 44, rules=True), sheet_pages(last, plain=True, rules=True)):
        assert all(0 <= wcswidth(line) <= 80 for line in page.replace("\f", "\n").splitlines())
    assert sheet_pages(last, markdown=True, rules=True).startswith("# ")

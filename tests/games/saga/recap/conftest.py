"""The scripted campaign, and its story."""

from __future__ import annotations

import pytest

from saga_tui.games.saga.recap import story
from saga_tui.paper.story import Story
from tests.games.saga.recap.campaign import Journal, campaign


@pytest.fixture(scope="module")
def journal() -> Journal:
    return campaign()


@pytest.fixture(scope="module")
def told(journal: Journal) -> Story:
    return story(journal.events, journal.doc, "desk")

"""Searching the book: every word must be found; where it is found ranks the entry."""

from __future__ import annotations

from saga_tui.games.saga.book.loader import entries
from saga_tui.games.saga.book.models import RuleText


def _score(entry: RuleText, word: str) -> int:
    """How well one casefolded word fits an entry; 0 if it isn't there at all."""
    id_, title = entry.id.casefold(), entry.title.casefold()
    if word == id_ or id_.endswith(f":{word}"):
        return 100
    if entry.kind == "rule" and id_.startswith(word):
        return 40
    if word in title.replace("(", " ").replace(")", " ").split():
        return 30
    if word in title or word in id_:
        return 20
    if word in entry.section.casefold():
        return 5
    return 2 if word in entry.text.casefold() else 0


def search(words: str) -> list[RuleText]:
    """Entries (rules, skills, perks, traits) that hold all ``words``, the best first, else in book order.

    Without any word the whole book is given, so that a search box can start with it.
    """
    wanted = words.casefold().split()
    ranked: list[tuple[int, RuleText]] = []
    for entry in entries().values():
        scores = [_score(entry, word) for word in wanted]
        if all(scores):
            ranked.append((sum(scores), entry))
    ranked.sort(key=lambda pair: -pair[0])
    return [entry for _, entry in ranked]

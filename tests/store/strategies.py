"""Documents as TOML can hold them, for hypothesis."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any

from hypothesis import strategies as st

from saga_tui.changes import Doc

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
keys = st.one_of(st.sampled_from(["name", "pain", "a b", "ü", "", "x.y", "play", "gear", "# crc", '"']), texts)
scalars: st.SearchStrategy[Any] = st.one_of(
    texts,
    st.integers(-(2**63), 2**63 - 1),
    st.booleans(),
    st.floats(),
    st.datetimes(timezones=st.just(UTC)).map(lambda d: d.replace(microsecond=0, fold=0)),
    st.sampled_from([date(2026, 11, 21), time(20, 15), datetime(2026, 11, 21, 20, 15)]),
)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=12,
)
docs: st.SearchStrategy[Doc] = st.dictionaries(keys, values, max_size=5)


@st.composite
def edited(draw: st.DrawFn) -> tuple[Doc, Doc]:
    """Two documents, the second one near the first."""
    old = draw(docs)
    new = dict(old)
    for key in draw(st.lists(st.sampled_from(sorted(old)), max_size=3)) if old else []:
        value = new.get(key)
        if isinstance(value, list) and draw(st.booleans()):
            at = draw(st.integers(0, len(value)))
            end = draw(st.integers(at, len(value)))
            new[key] = value[:at] + draw(st.lists(values, max_size=2)) + value[end:]
        elif draw(st.booleans()):
            new.pop(key, None)
        else:
            new[key] = draw(values)
    return old, new | draw(st.dictionaries(keys, values, max_size=2))

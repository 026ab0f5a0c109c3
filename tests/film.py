"""Several pictures of a screen as one that moves: an SVG whose parts come and go by CSS, each drawn once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

STYLE: Final = re.compile(r"\.terminal-saga-r(\d+) \{ ([^}]*) \}\n?")
GROUND: Final = re.compile(r'<rect fill="[^>]*shape-rendering="crispEdges"/>')
WORDS: Final = re.compile(r'<text class="terminal-saga-r\d+".*?</text>\n?', re.DOTALL)


@dataclass(frozen=True)
class Frame:
    """One picture, its ids called `terminal-saga`, and the seconds that it is seen."""

    svg: str
    seconds: float


def film(frames: Sequence[Frame], still: int = -1) -> str:
    """Return the frames as one picture, over and over; where nothing may move, the `still` one is seen."""
    styles: dict[str, str] = {}
    grounds: dict[str, set[int]] = {}
    words: dict[str, set[int]] = {}
    for number, frame in enumerate(frames):
        own = {found[1]: styles.setdefault(found[2], f"s{len(styles)}") for found in STYLE.finditer(frame.svg)}
        for part in GROUND.findall(frame.svg):
            grounds.setdefault(part, set()).add(number)
        for part in WORDS.findall(frame.svg):
            own_class = part[part.index("-r") + 2 : part.index('"', 13)]
            named = part.strip().replace(f'"terminal-saga-r{own_class}"', f'"{own[own_class]}"', 1)
            words.setdefault(named, set()).add(number)
    seen = sorted({tuple(sorted(when)) for when in (*grounds.values(), *words.values())})
    names = {when: f"m{number}" for number, when in enumerate(seen)}
    rules = [f".{name} {{ {style} }}" for style, name in styles.items()]
    rules += [_moving(name, when, frames, still % len(frames)) for when, name in names.items()]
    rules.append("@media (prefers-reduced-motion: reduce) { g { animation: none !important } }")
    empty = WORDS.sub("", GROUND.sub("", STYLE.sub("", frames[0].svg)))
    empty = empty.replace("</style>", "\n".join(rules) + "\n</style>", 1)
    matrix = '<g class="terminal-saga-matrix">'
    return empty.replace(matrix, f"{_groups(grounds, names)}{matrix}{_groups(words, names)}", 1)


def _groups(parts: dict[str, set[int]], names: dict[tuple[int, ...], str]) -> str:
    """The parts, those together that are seen in the same frames."""
    together: dict[str, list[str]] = {}
    for part, when in parts.items():
        together.setdefault(names[tuple(sorted(when))], []).append(part)
    return "".join(f'<g class="{name}">{"".join(group)}</g>\n' for name, group in together.items())


def _moving(name: str, when: Sequence[int], frames: Sequence[Frame], still: int) -> str:
    """When a group is seen, in percent of the whole."""
    if len(when) == len(frames):
        return ""
    whole, at, steps = sum(frame.seconds for frame in frames), 0.0, []
    for number, frame in enumerate(frames):
        steps.append(f"{100 * at / whole:.2f}% {{ visibility: {'visible' if number in when else 'hidden'} }}")
        at += frame.seconds
    rest = "visible" if still in when else "hidden"
    return (
        f"@keyframes {name} {{ {' '.join(steps)} }}\n"
        f".{name} {{ visibility: {rest}; animation: {name} {whole:.2f}s step-end infinite }}"
    )

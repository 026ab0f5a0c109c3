"""Folders that a bad disk, a bad sync tool or a bad day has damaged: opened, told, and played on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from saga_tui.changes import Doc, same
from saga_tui.store import BadFile, Memory, Missing, load_text
from tests.store.sample import FILE, act, create, name_needed, reopen
from tests.store.simfs import Image, SimFS

Damage = Callable[[bytes, random.Random], bytes]


def _flip(data: bytes, chance: random.Random) -> bytes:
    spot = chance.randrange(len(data))
    return data[:spot] + bytes([data[spot] ^ (1 << chance.randrange(8))]) + data[spot + 1 :]


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def _zeros(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data))
    length = min(chance.choice((1, 16, 512)), len(data) - start)
    return data[:start] + b"\0" * length + data[start + length :]


def _conflict(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    spot = chance.randrange(len(lines))
    other = _flip(lines[spot], chance)
    return b"".join(
        [*lines[:spot], b"<<<<<<< HEAD\n", lines[spot], b"=======\n", other, b">>>>>>> other\n", *lines[spot + 1 :]]
    )


def _lost_block(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.choice((1, 40, 512)) :]


def _repeated_block(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data))
    end = start + chance.choice((40, 512))
    return data[:end] + data[start:end] + data[end:]


def _empty(_data: bytes, _chance: random.Random) -> bytes:
    return b""


def _other_newlines(data: bytes, _chance: random.Random) -> bytes:
    return data.replace(b"\n", b"\r\n")


DAMAGES: tuple[Damage, ...] = (
    _flip, _cut, _zeros, _conflict, _lost_block, _repeated_block, _empty, _other_newlines,
)  # fmt: skip


def sound_folder() -> tuple[Image, list[Doc]]:
    """A folder with three segments, undos, a checkpoint in the middle; and every state the character was in."""
    disk = SimFS()
    memory = create(disk)
    states = [memory.doc]
    for step in range(24):
        if step % 6 == 5:
            memory.undo()
        elif step % 7 == 3:
            act(memory, "gear", [*memory.doc["gear"], {"name": f"Thing {step}"}])
        else:
            act(memory, "play.damage.pain", 100 + step)
        states.append(memory.doc)
        if step in (6, 18):
            memory.checkpoint()
        if step in (8, 16):
            memory._parts.ledger.journal.roll()
    memory.flush()
    return disk.now(), states


class Damager:
    """Damages one file of the folder after the other and opens it."""

    def __init__(self) -> None:
        self.image, self.states = sound_folder()
        self.counts: Counter[str] = Counter()
        self.bad: list[str] = []

    def run(self, seeds: range) -> None:
        for seed in seeds:
            chance = random.Random(seed)
            image = dict(self.image)
            names = sorted(path for path in image if path.startswith("/c/"))
            hit = chance.sample(names, chance.choice((1, 1, 1, 2, 3)))
            for path in hit:
                image[path] = chance.choice(DAMAGES)(image[path], chance)
            if chance.random() < 0.1:
                del image[hit[0]]
            problem = self._look(image, FILE in hit)
            if problem:
                self.bad.append(f"damage {seed} of {', '.join(hit)}: {problem}")

    def _look(self, image: Image, file_hit: bool) -> str:
        fs = SimFS(image)
        try:
            memory = self._open(fs)
        except BadFile as error:  # file and journal both beyond use: refused in words, nothing written
            self.counts["refused"] += 1
            return "" if fs.now() == image and error.message else "a refused opening wrote something"
        self.counts["opened"] += 1
        before = memory.doc
        if before.get("game") != self.states[0]["game"]:  # its word was hit: it is another game's, and only looked at
            self.counts["another game"] += 1
            return "" if memory.read_only and fs.now() == image else "a file of another game was written"
        try:
            name_needed(before)
        except ValueError as error:
            return f"opened as what is no character: {error}"
        if memory.read_only:  # its format's number or game was hit: of a newer program, as it seems, or of another game
            self.counts["looked at only"] += 1
            told = memory.problem is not None or any("newer saga-tui" in note for note in memory.notes)
            return "" if told and fs.now() == image else "an opening that may only look wrote something"
        told = any(" are damaged" in note or "do not fit" in note for note in memory.notes)
        if any("edited by hand" in note for note in memory.notes):  # a file of which the journal's record is lost
            told = told or any("damaged" in note for note in memory.notes)
        if told:
            self.counts["events lost and told"] += 1
        elif not file_hit and memory.problem is None and not any(same(before, state) for state in self.states):
            return "opened in a state that never was"
        return self._plays_on(memory, fs)

    def _open(self, fs: SimFS) -> Memory:
        try:
            return reopen(fs)
        except Missing:
            return reopen(fs, rebuild=True)

    def _plays_on(self, memory: Memory, fs: SimFS) -> str:
        if memory.problem is not None:
            self.counts["file left alone"] += 1
            memory.use_memory()
        act(memory, "play", {"chapter": 9})
        memory.undo()
        state = memory.doc
        memory.checkpoint()
        if not same(load_text(fs.read(FILE).decode()), state):
            return "the file is wrong after recovery"
        memory.close()
        again = reopen(SimFS(fs.now()))
        return "" if same(again.doc, state) and again.problem is None else "opened again in another state"

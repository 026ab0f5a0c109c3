"""The short tour of the program for those who play Saga: six pages, each a title and a few lines."""

from __future__ import annotations

from typing import Final

PAGES: Final[tuple[tuple[str, str], ...]] = (
    (
        "Welcome",
        "Create a character of Saga, play it at the table, and print it.\n\n"
        "Arrows move, Enter selects, Tab goes to the next row or panel, Esc closes what is on top, q goes back. "
        "The mouse works too. Everything is saved as it happens: there is no save key.",
    ),
    (
        "Four keys to remember",
        "?  explains the number at the cursor; with none, all keys\n"
        "^p  search all commands\n"
        "/  find in a list; in play, the rule behind a number\n"
        "u  undo, as often as you like; U redo",
    ),
    (
        "Making a character",
        "Press n in the library. Seven steps follow: ^n next, ^o previous, a digit jumps.\n\n"
        "x fills this step at random, X the whole character, always by the rules. The To do list on the right "
        "shows what is missing. Nothing is forced: your group can allow any problem. Press g to start play.",
    ),
    (
        "At the table",
        "n  the clock: chapter, scene, conflict, round\n"
        "f g a  spend a token; F G A recover one\n"
        "o  all uses of fortune, by name\n"
        "p d e k  and a digit: take pain, doubt, fear or kismet\n"
        "r  roll: your pool, your odds, what each token adds",
    ),
    (
        "Nothing is lost",
        "The top right shows whether everything is saved. L shows the full log, with a way back to "
        "any point; B the backups and versions.\n\n"
        "A character is one text file that you can edit, copy and put into git: changes there are "
        "noticed and merged, and you can undo them.",
    ),
    (
        "On paper",
        ".  add a session note at any moment\n"
        "C  the recap, chapter by chapter, with charts\n"
        "S  the sheet: s saves it, p prints it\n"
        "b  between chapters: buy advances with Spark\n\n"
        "That is all. To see this again, press ^p and type “tour”.",
    ),
)

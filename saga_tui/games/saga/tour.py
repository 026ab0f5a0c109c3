"""The short tour of the program for those who play Saga: six pages, each a title and a few lines."""

from __future__ import annotations

from typing import Final

PAGES: Final[tuple[tuple[str, str], ...]] = (
    (
        "Welcome",
        "Here you make a character of Saga, play it at the table, and print it.\n\n"
        "Arrows move, Enter selects, Tab goes to the next panel, Esc closes what is on top, q goes back. "
        "The mouse does all of it too. Everything is saved as it happens: there is no key for it.",
    ),
    (
        "Four keys to remember",
        "?  explains the number at the cursor; with none, all keys\n"
        "^p  all commands, by their words\n"
        "/  find in a list; in play, the rule behind a number\n"
        "u  takes the last thing back, without end; U does it again",
    ),
    (
        "Making a character",
        "n in the library begins one. Seven steps follow: ^n goes on, ^o back, a digit jumps.\n\n"
        "x fills the step at random, legally and fittingly, X the whole character. On the right stands what is "
        "still missing; nothing is forced, and the group may overrule any rule with a reason. g begins to play.",
    ),
    (
        "At the table",
        "n  the clock: chapter, scene, conflict, round\n"
        "f g a  spend a token; F G A bring one back\n"
        "o  all uses of fortune, by name\n"
        "p d e k  and a digit: pain, doubt, fear, kismet\n"
        "r  a roll: its pool, its odds, what each token would add",
    ),
    (
        "Nothing is lost",
        "The line at the top right says whether all is saved. L shows all that ever happened, with a way back to "
        "any point of it; B the backups.\n\n"
        "A character is one text file that you may edit, copy and put into git: what you change there is noticed, "
        "merged, and can be taken back.",
    ),
    (
        "On paper",
        ".  takes a note at any moment\n"
        "C  the story so far, chapter by chapter, with charts\n"
        "S  the sheet as it prints: s saves it, p prints it\n"
        "b  between chapters: advances for Spark\n\n"
        "That is all. ^p and a few letters of “tour” bring this back.",
    ),
)

"""The screens of a character's memory: the log, going back, kept versions, recovery, two copies. Knows no game."""

"""Build, play and print characters of the tabletop role-playing game Saga."""

__version__ = "0.1.0"

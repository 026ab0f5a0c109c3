"""Build, play and print characters of tabletop role-playing games."""

__version__ = "0.1.0"

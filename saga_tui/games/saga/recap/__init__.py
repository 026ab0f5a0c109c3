"""The story so far: what a character's journal tells, chapter by chapter. Pure: entries in, facts and texts out."""

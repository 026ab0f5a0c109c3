"""The session view: the live sheet, from which a chapter is played."""

"""What goes on paper, for every game: sections of a sheet, charts, the story that a journal tells. Knows no game."""

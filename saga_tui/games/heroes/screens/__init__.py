"""The board on the screen: the map, what is asked, who plays; `play` opens it."""

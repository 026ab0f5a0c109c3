"""The game Saga, by Brian Engard, Gamecrafters' Guild (Creative Commons Attribution)."""

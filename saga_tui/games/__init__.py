"""The games: each one a folder, made known to the shell by the registry."""

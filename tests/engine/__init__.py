"""What every game's rules share."""

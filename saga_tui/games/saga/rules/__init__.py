"""What the book says, as pure functions on immutable models: no disk, no clock, no chance, no terminal."""

"""What follows a roll, on the screen."""

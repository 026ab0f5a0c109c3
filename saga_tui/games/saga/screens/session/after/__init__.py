"""What follows a roll: its dice on the table, what can still be done, pushes, and perks at their moment."""

"""What World Saga says of its screens, as data: the steps of the entry form, the panels of play, what can be done."""

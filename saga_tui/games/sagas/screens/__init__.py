"""What SagaS says of its screens, as data: the steps of the builder, the panels of play, what can be done there."""

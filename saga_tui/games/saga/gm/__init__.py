"""The GM's side of Saga: a table with its characters, conflict, elements and clocks, as a document of its own."""

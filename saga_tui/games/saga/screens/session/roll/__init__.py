"""The roll drawer: a plan put together row by row, then rolled, or entered by hand."""

"""Where the links are and how fast they move, before any force."""

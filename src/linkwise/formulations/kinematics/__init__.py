"""Where the links are and how fast, before any force."""

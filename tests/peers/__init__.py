"""Other people's dynamics, asked the same questions."""

"""Motion projected onto what the joints allow."""

"""Motion projected on what the joints allow."""

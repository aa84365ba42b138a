"""How the answers of dynamics change with the state."""

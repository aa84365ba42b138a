"""What dynamics costs: operations, counted beside the printed tables (ledger), and time, measured (measure)."""

"""What dynamics costs: operations counted, next to the printed tables (ledger), and time measured (measure)."""

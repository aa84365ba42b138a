"""Built-in robots: one DH table per file, `<name>.toml`; `linkwise.readers.catalog` finds them by name."""

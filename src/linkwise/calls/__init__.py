"""From arrays to answers: checked, dispatched to compiled programs, assembled. Private: `Robot` is the face."""

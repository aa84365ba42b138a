"""The links beyond a joint taken as one rigid body."""

"""What every node shares: the state, the context, and how a step is executed."""

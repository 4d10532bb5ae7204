"""What every node shares: the state, the context, and the way a step runs."""

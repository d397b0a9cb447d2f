//! Checks proofs with its own walk over the program and another solver; replays traces.

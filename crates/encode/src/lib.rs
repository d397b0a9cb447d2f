//! Edges and blocks as terms under one arithmetic; unrolling.

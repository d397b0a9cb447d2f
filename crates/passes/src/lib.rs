//! Program to program: each pass returns the map that carries evidence back.

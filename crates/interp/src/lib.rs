//! A concrete interpreter of programs with inputs from a list.

//! Verdicts as text for people and files for tools.

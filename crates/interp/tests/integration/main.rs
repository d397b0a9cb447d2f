//! The tests of the interpreter from outside, one binary for all: linking takes longer than most tests.

mod deterministic_run;
mod directed;
mod programs;
mod runs;

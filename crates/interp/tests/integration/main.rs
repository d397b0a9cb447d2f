//! The tests of the interpreter from outside, one binary for all: linking takes longer than most tests.

mod only;
mod programs;
mod runs;

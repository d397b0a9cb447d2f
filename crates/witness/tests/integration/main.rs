//! The tests of what reports look like from outside, one binary for all: linking takes longer than most tests.

mod page;
mod reports;
mod sarif;
mod text;

//! The tests of the encodings from outside, one binary for all: linking takes longer than most tests.

mod arithmetic;
mod bits;
mod blocks;
mod btor2;
mod horn;
mod transition;
mod vmt;

use invar_testkit::programs as support;

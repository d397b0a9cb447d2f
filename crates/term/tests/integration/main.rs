//! The tests of terms and their evaluation from outside, one binary for all: linking takes longer than most tests.

mod cases;
mod floats;
mod floats_gcc;
mod store;
mod values;

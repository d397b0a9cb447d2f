//! The tests of the store from outside, one binary for all: linking takes longer than most tests.

mod folder;
mod killed;
mod redis;
mod s3;
mod support;

//! The tests of the store from outside, one binary for all: linking takes longer than most tests.

mod folder;
mod killed;
#[cfg(feature = "redis")]
mod redis;
#[cfg(feature = "s3")]
mod s3;
mod support;

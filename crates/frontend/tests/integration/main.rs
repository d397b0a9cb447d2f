//! The tests of the front end from outside, one binary for all: linking takes longer than most tests.

mod clang_layout;
mod clang_layout_random;
mod clang_lengths;
mod clang_names;
mod clang_read;
mod clang_text;
mod link;
mod lowering;
mod models;
mod points_to;

//! The tests of the engines from outside, one binary for all: linking takes longer than most tests.

mod candidates;
mod cegar_variants;
mod cegar_worked;
mod evidence;
mod examples;
mod facts;
mod houdini_engine;
mod oracle;
mod scale;
mod setup;
mod shared_lemmas;
mod spacer;
mod worked;

use invar_testkit::programs as support;

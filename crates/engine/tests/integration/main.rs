//! The tests of the engines from outside, one binary for all: linking takes longer than most tests.

mod candidates;
mod cegar_variants;
mod cegar_worked;
mod evidence;
mod examples;
mod facts;
mod facts_engine;
mod oracle;
mod scale;
mod shared_lemmas;
mod spacer;
#[path = "../../../encode/tests/integration/support/mod.rs"]
mod support;
mod worked;

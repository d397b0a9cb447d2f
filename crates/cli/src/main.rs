//! The command line of invar.
fn main() {}

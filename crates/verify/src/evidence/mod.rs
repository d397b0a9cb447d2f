//! Evidence: carried back to the inlined program, checked there, and told in terms of the source text.
//!
//! `back` applies the maps of the passes, `certify` has proofs checked and runs replayed, `certifiers` says by which
//! solvers, `describe` and `violation` tell proofs and runs to people, `certificate` writes proofs down for others to
//! check, `assumption_ledger` lists what is assumed.

pub(crate) mod assumption_ledger;
pub(crate) mod back;
pub(crate) mod certificate;
pub(crate) mod certifiers;
pub(crate) mod certify;
pub(crate) mod describe;
pub(crate) mod violation;

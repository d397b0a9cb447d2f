//! Searches for a verdict about an inlined program.
//!
//! Reading order: `strategy` says what is tried on the program as a whole, `task` prepares it, `plan` says which
//! searches are made, `portfolio` makes them one after the other or side by side, `encoded` is what those in one
//! arithmetic share, `step` is one search, `ending` how it ended, `watch` what it tells. `proof_translation` brings a
//! proof from integers to bit-vectors, `index_abstraction` searches with arrays as cells, `summaries` finds contracts of
//! recursive functions. `timed` measures, `interpolation` chooses who finds interpolants.

pub(crate) mod encoded;
pub(crate) mod ending;
pub(crate) mod index_abstraction;
pub(crate) mod interpolation;
pub(crate) mod plan;
pub(crate) mod portfolio;
pub(crate) mod proof_translation;
pub(crate) mod step;
pub(crate) mod strategy;
pub(crate) mod summaries;
pub(crate) mod task;
pub(crate) mod timed;
pub(crate) mod watch;

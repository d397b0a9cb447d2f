//! Searches for a verdict about an inlined program.
//!
//! Reading order: `strategy` says what is tried on the program as a whole, `task` prepares it, `plan` says which
//! searches are made, `portfolio` makes them one after the other or side by side, `encoded` is what those in one
//! arithmetic share, `step` is one search, `ending` how it ended, `search_observer` what it reports. `proof_translation` brings a
//! proof from integers to bit-vectors, `index_abstraction` searches with arrays as cells, `summaries` finds contracts of
//! recursive functions, `directed` leads runs through large programs. `timed` measures, `interpolation` chooses what finds interpolants.
//!
//! Searches in one arithmetic share an `EncodedProgram` and its proved invariants. A lemma that holds in all executions is
//! added as soon as an engine reports it; other engines on the same encoding take it between two rounds. All
//! invariants of an encoding are inductive together, because each was proved from those before it. Before a search over
//! bit-vectors, Houdini tries the invariants of other arithmetics there; the survivors are known from then on. An invariant
//! that a proof uses is stated in it and certified with it: no claim of an engine is trusted.
//! The plan is data (`plan/strategy.toml`), selected by features of the sliced blocks (`plan/features`).
//! `scripts/runs why-not` tabulates how searches ended; docs/portfolio says what the default solves and why not the rest.

pub(crate) mod abstraction;
pub(crate) mod directed;
pub(crate) mod encoded;
pub(crate) mod ending;
pub(crate) mod forgotten_memory;
pub(crate) mod index_abstraction;
pub(crate) mod interpolation;
pub(crate) mod plan;
pub(crate) mod portfolio;
pub(crate) mod proof_translation;
pub(crate) mod search_observer;
pub(crate) mod source;
pub(crate) mod step;
pub(crate) mod strategy;
pub(crate) mod summaries;
pub(crate) mod task;
pub(crate) mod timed;

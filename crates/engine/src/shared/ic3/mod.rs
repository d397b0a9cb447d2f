//! IC3 over blocks: the parts that its variants share.
//!
//! Reading order: `system` (what it works on), `cube`, `frames`, `obligations` (pure data),
//! `solvers`, `consecution` (the queries), `search` (the state of a run), `discharge`, `rounds` (the main
//! loop), `shared_lemmas` (lemmas of other engines), `predecessor`, `generalise`, `push`, `trace`,
//! `minimise`, `outcome`, `options` (what can be switched off).
//!
//! | file | holds |
//! |---|---|
//! | `system` | places and functional steps: the image of a literal after a step is a substitution, nothing is primed |
//! | `cube`, `frames`, `obligations` | pure data: cubes, delta frames per place, the queue with its chains of causes |
//! | `solvers` | one solver per place, and the queries about a step |
//! | `consecution` | these queries relative to frames: lemmas under the activation literal of their level |
//! | `search`, `discharge`, `rounds`, `shared_lemmas` | the state of a run; what is done with an obligation; the main loop: strengthen, push, repeat; lemmas of other engines |
//! | `predecessor` (on `preimage`) | model -> implicant of the exact pre-image -> inputs projected away |
//! | `generalise/{drop,widen,interpolate,cluster}` | each with the contract "blocked before, blocked after", over the trait `Blocking`: at a level of frames (`generalise/level`) or on a path (`tree_ic3/position`) |
//! | `push`, `witnesses` | pushing; the state that broke a lemma triggers the next attempt |
//! | `facts` (on `engines::houdini`, `candidates`, `shared::houdini`) | inductive invariants found before the search; `engines::houdini` is also an engine |
//! | `counterexample`, `trace`, `minimise`, `outcome` | inputs of a counterexample, lemmas that a proof needs, verdicts |
//!
//! `ic3_cfa` has one place per loop head, `ic3_smt` one place for all and a program counter. Each part can be switched off
//! (`Part`, `--without`).

mod consecution;
mod counterexample;
mod cube;
mod discharge;
mod facts;
mod frames;
mod generalise;
mod minimise;
mod obligations;
mod options;
mod outcome;
mod predecessor;
mod push;
mod rounds;
mod search;
mod setting;
mod shared_lemmas;
mod solvers;
mod stop;
mod system;
mod trace;
mod witnesses;

pub(crate) use counterexample::{Inputs, Path, PathForm};
pub(crate) use cube::Cube;
pub(crate) use discharge::{Discharge, Exact};
pub(crate) use facts::{PlacedFacts, Placing, add_facts, initial_facts, known_facts};
pub(crate) use generalise::{Blocking, Level, Tried, constants_of, generalise};
pub(crate) use minimise::needed;
pub use minimise::needed_facts;
pub(crate) use obligations::{Obligation, ObligationId};
pub(crate) use options::AtUnsupported;
pub use options::{ANCESTORS, CLAUSE_GROWTH, Options, Part};
pub(crate) use outcome::executed;
pub(crate) use predecessor::Total;
pub(crate) use search::{ConsecutionResult, Search};
pub(crate) use setting::Setting;
pub(crate) use shared_lemmas::shared_lemmas;
pub(crate) use solvers::{Purpose, Reached, Solvers};
pub(crate) use stop::Stop;
pub(crate) use system::{PlaceId, PlaceKind, START, Step, StepId, System};
pub(crate) use trace::state_of;

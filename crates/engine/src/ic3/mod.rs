//! IC3 over blocks: the parts that its variants share.
//!
//! Reading order: `system` (what it works on), `cube`, `frames`, `obligations` (pure data),
//! `solvers`, `consecution` (the queries), `search` (the main loop), `news` (facts from others),
//! `predecessor`, `generalise`, `push`,
//! `trace`, `minimise`, `outcome`, `options` (what can be switched off).

mod consecution;
mod cube;
mod facts;
mod frames;
mod generalise;
mod minimise;
mod news;
mod obligations;
mod options;
mod outcome;
mod predecessor;
mod push;
mod search;
mod setting;
mod solvers;
mod system;
mod trace;

pub(crate) use cube::Cube;
pub(crate) use facts::{PlacedFacts, add_facts, initial_facts, known_facts};
pub(crate) use generalise::{Blocking, Level, Tried, constants_of, generalise};
pub(crate) use minimise::needed;
pub use minimise::needed_facts;
pub(crate) use news::{Placing, news};
pub(crate) use obligations::{Obligation, ObligationId};
pub(crate) use options::AtUnsupported;
pub use options::{ANCESTORS, CLAUSE_GROWTH, Options, Part};
pub(crate) use outcome::executed;
pub(crate) use predecessor::Total;
pub(crate) use search::{Attack, Discharge, Exact, Path, Search, Stop, Way};
pub(crate) use setting::Setting;
pub(crate) use solvers::{Purpose, Reached, Solvers};
pub(crate) use system::{PlaceId, PlaceKind, START, Step, StepId, System};
pub(crate) use trace::{Inputs, state_of};

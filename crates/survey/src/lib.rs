//! What a survey found about functions: table, baseline, accepted findings, files for code hosts.
//!
//! A survey is a list of rows ([`row`]), one per function, with the places where its text can violate a property. Each
//! place has a key that survives moved lines, formatting and renames ([`key`]). A baseline ([`baseline`]) is the list of
//! keys with what was known; comparing with it tells lost proofs and new violations from what was open before. A team
//! accepts findings with a reason ([`accept`]). The rest renders: for people ([`table`], [`summary`]) and for code hosts
//! ([`files`]).
//!
//! Must not know: how anything is checked; engines, solvers, command lines.

pub mod accept;
pub mod baseline;
pub mod files;
pub mod key;
pub mod row;
mod site;
pub mod summary;
pub mod table;

pub use row::{ContractStatus, Function, Row};
pub use site::{Site, Status};

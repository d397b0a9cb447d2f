//! Our own solver: conflict-driven clause learning for IC3 on circuits, where a fixed formula is
//! asked tens of thousands of small questions.
//!
//! The search is that of MiniSat (Eén & Sörensson 2003) with glue (Audemard & Simon 2009). What is
//! made for IC3 follows "Deeply Optimizing the SAT Solver for the IC3 Algorithm" (Su et al. 2025) in
//! idea: decisions and propagation stay in a domain per question, and a temporary clause needs no
//! new variable. One phase per file: [`arena`], [`watches`], [`assignment`], [`order`] are data,
//! [`solver`] holds them; [`clauses`] adds and removes, [`propagate`], [`analyze`], [`search`], [`restart`], [`reduce`] are the phases,
//! `interface` is what callers see.
//!
//! Levels: 0 is permanently true, 1 has all assumptions, decisions begin at 2. Level 0 is
//! propagated everywhere between questions, the rest inside the domain only.
//!
//! A variable outside the domain of a query has a special value that satisfies its clauses, so a query costs what its domain
//! costs. For gates that is exact: they can always take the value of their function. Latches in lemmas belong to every query
//! (`in_every_domain`): without them IC3 visited states again that its lemmas exclude, and took twice as long. Clauses of two
//! and three given literals never move: copies of a solver share them. The conformance tests run on this solver, batsat and
//! CaDiCaL; `examples/queries` and `examples/hard` measure them. Why a solver of our own: docs/adr/0009-own-sat-solver.md.

mod analyze;
mod arena;
mod assignment;
mod clauses;
mod interface;
mod literal;
mod order;
mod propagate;
mod reduce;
mod restart;
mod search;
mod solver;
mod watches;

pub use solver::Cdcl;

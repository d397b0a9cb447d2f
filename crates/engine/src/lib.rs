//! The verification engines over shared parts.
//!
//! [`EngineId`] is the table of engines with their papers. The folder of an engine has its name; `facts` also uses `candidates` and
//! `houdini`, the IC3 engines share `ic3`, those of Cimatti & Griggio 2012 and `predabs` share `tree`, and `interpolate` computes
//! interpolants. `ic3-bool` searches by the crate `bitlevel`; `impact` is that paper's TREE-ITP, `predabs` its KRATOS.
//!
//! Every engine works on the blocks of a prepared program and states its evidence over that program's locations and edges. The
//! caller maps evidence back and certifies it. Independent queries go through [`Queries`]; what needs an incremental solver with a
//! state of its own keeps one: the frames of IC3 (`ic3/solvers.rs`), predicate abstraction, the labels of trees, interpolation.
//!
//! To add an engine: a new folder with one phase per file, an implementation of [`Engine`], and a
//! row in `table`.
//!
//! Must not know: the front end, passes, solver back ends, output.

mod base;
mod bmc;
mod candidates;
mod context;
mod execution;
mod facts;
mod houdini;
mod ic3;
mod ic3_bool;
mod ic3_cegar;
mod ic3_cfa;
mod ic3_smt;
mod impact;
mod interpolate;
mod kind;
mod linear;
mod predabs;
mod preimage;
mod query;
mod sample;
mod spacer;
mod summaries;
mod table;
mod tree;
mod tree_ic3;
mod unroll;
mod unwind;

pub use bmc::Bmc;
pub use candidates::candidates;
pub use context::{Context, Counters, Event, Exchange, Learnt, Observer, Silent};
pub use facts::{Facts, Targets, open_targets, targets};
pub use houdini::{Candidates, houdini};
pub use ic3::{ANCESTORS, CLAUSE_GROWTH, Options, Part, needed_facts};
pub use ic3_bool::Ic3Bool;
pub use ic3_cegar::{
    AbstractionKind, CegarOptions, Equations, FramesOf, Ic3Cegar, Initial, Mining, Preset,
    Refinement, Sharing, States,
};
pub use ic3_cfa::Ic3Cfa;
pub use ic3_smt::Ic3Smt;
pub use impact::Impact;
pub use kind::{Kind, Lemmas, Share};
pub use predabs::Predabs;
pub use query::{Answered, Queries};
pub use spacer::Spacer;
pub use summaries::{Summarised, summaries};
pub use table::{Ability, EngineId, EngineOptions, EngineRow, LemmasOver};
pub use tree_ic3::{TreeIc3, TreeIc3Itp};
pub use unwind::Unwind;

use invar_cfa::{LocId, Program};
use invar_encode::BlockGraph;
use invar_solver::{Cause, SolverError};
use invar_term::TermId;
use invar_verdict::{Reason, Verdict};

/// What an engine is asked.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The prepared program: one function, inlined.
    pub program: &'a Program,
    /// Its blocks.
    pub blocks: &'a BlockGraph,
    /// Invariants at loop heads that are known to be inductive together.
    pub facts: &'a [(LocId, TermId)],
}

/// An algorithm that finds a verdict.
pub trait Engine: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Looks for a verdict within the context's budget. A verdict that is not unknown carries
    /// evidence over the locations and edges of the task's program.
    ///
    /// # Errors
    /// If the solver cannot be used.
    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError>;
}

/// Why an engine could not run.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// The solver could not be started or failed for good.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

impl EngineError {
    /// Why there is no verdict: a solver that runs out of memory is not an internal error.
    pub fn reason(&self, context: &Context<'_>) -> Reason {
        match self {
            EngineError::Solver(SolverError::Memory { .. }) => {
                context.stop(Cause::Memory, "making a solver")
            }
            EngineError::Solver(_) => Reason::Internal(self.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Context, EngineError};
    use invar_solver::{Budget, SolverError, Z3Factory};
    use invar_verdict::Reason;

    #[test]
    fn a_solver_without_memory_is_no_internal_error() {
        let factory = Z3Factory::default();
        let context = Context::new(&factory, Budget::unlimited()).within_memory(100);
        let solver = "z3".to_owned();
        let reason = EngineError::Solver(SolverError::Memory { solver }).reason(&context);
        assert!(
            matches!(reason, Reason::Memory { limit_mb: 100, .. }),
            "{reason:?}"
        );
    }
}

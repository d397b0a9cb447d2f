//! The verification engines over shared parts.
//!
//! - [`EngineId`] in `table` is the table of engines with their papers.
//! - `engines` has a folder for each of them. `ic3_bool` searches by the crate `bitlevel`; `impact` is that paper's TREE-ITP,
//!   `predabs` its KRATOS.
//! - `shared` has what several of them use: `candidates` and `houdini` for inductive facts, `ic3` for the phases of IC3, `tree` for
//!   the engines of Cimatti & Griggio 2012 and `predabs`, `interpolate` for interpolants.
//! - `query` is the only part that makes and asks solvers.
//!
//! Every engine works on the blocks of a prepared program and states its evidence over that program's locations and edges. The
//! caller maps evidence back and certifies it.
//!
//! To add an engine: a new folder in `engines` with one phase per file, an implementation of [`Engine`], and a row in `table`.
//!
//! Must not know: the front end, passes, solver back ends, output.

mod engines;
mod query;
mod shared;
mod table;

pub use engines::bmc::Bmc;
pub use engines::heap::Heap;
pub use engines::houdini::{Houdini, Targets, open_targets, targets};
pub use engines::ic3_bool::Ic3Bool;
pub use engines::ic3_cegar::{
    AbstractionKind, CegarOptions, Equations, FramesOf, Ic3Cegar, Initial, Mining, Preset,
    Refinement, Sharing, States,
};
pub use engines::ic3_cfa::Ic3Cfa;
pub use engines::ic3_smt::Ic3Smt;
pub use engines::impact::Impact;
pub use engines::kind::{Kind, Lemmas, Share};
pub use engines::predabs::Predabs;
pub use engines::spacer::Spacer;
pub use engines::summaries::{Summarised, summaries};
pub use engines::tree_ic3::{TreeIc3, TreeIc3Itp};
pub use engines::unwind::Unwind;
pub use query::{Answered, Queries};
pub use shared::candidates::candidates;
pub use shared::context::{Context, Counters, Event, Exchange, Learnt, Observer, Silent};
pub use shared::houdini::{Candidates, houdini};
pub use shared::ic3::{ANCESTORS, CLAUSE_GROWTH, Options, Part, needed_facts};
pub use table::{Ability, EngineId, EngineOptions, EngineRow, LemmasOver};

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

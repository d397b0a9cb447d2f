//! `predabs`: lazy predicate abstraction with predicates from interpolants.
//!
//! The KRATOS baseline of Cimatti & Griggio, "Software Model Checking via IC3" (2012), section
//! 6.2; the method is that of Henzinger, Jhala, Majumdar, Sutre, "Lazy Abstraction" (2002), with
//! the predicates of Henzinger, Jhala, Majumdar, McMillan, "Abstractions from Proofs" (2004).
//!
//! The label of a node is the strongest Boolean combination of its place's predicates that holds
//! after the step into it. An infeasible path to a target gives interpolants; their atoms become
//! predicates, and the tree below the first node that lacks one is rebuilt. Interpolants are used
//! for nothing else.
//!
//! Reading order: `atoms`, `predicates`, `cubes` (pure data), `abstraction` and
//! `enumeration` (the solver), `search` (the main loop), `refine`.
//!
//! Deviations: steps are blocks between loop heads. Inductive candidates proved before the search
//! hold at their places, as in `ic3-cfa`. If there are too many valuations of the predicates, a
//! label keeps only the literals that follow outright; where that is too weak to exclude a refuted
//! path, interpolants become predicates as a whole.
//!
//! Limitations: interpolants may differ for every length of a path, and then the search does not
//! end.

mod abstraction;
mod atoms;
mod cubes;
mod enumeration;
mod predicates;
mod refine;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use atoms::{EquationForm, atoms, atoms_as};

use crate::shared::ic3::{Options, System, initial_facts, known_facts};
use crate::shared::interpolate::{Effort, PathInterpolator};
use crate::shared::tree::conclude;
use crate::{Context, Engine, EngineError, Task};
use invar_term::TermId;
use invar_verdict::{Invariant, Verdict};
use search::Search;

/// Lazy predicate abstraction.
#[derive(Clone, Debug, Default)]
pub struct Predabs {
    options: Options,
}

impl Predabs {
    /// With some parts switched off.
    pub fn new(options: Options) -> Predabs {
        Predabs { options }
    }
}

impl Engine for Predabs {
    fn name(&self) -> &'static str {
        "predabs"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let facts = initial_facts(self.name(), task, context, &self.options)?;
        Ok(explore(task, context, &self.options, &facts)?.verdict)
    }
}

/// What a search came to.
pub(crate) struct Explored {
    pub verdict: Verdict,
    /// The predicates of all places, by place and age; some may be twice among them.
    pub predicates: Vec<TermId>,
}

/// Searches with facts that are known of loop heads.
///
/// # Errors
/// If the solver cannot be used.
pub(crate) fn explore(
    task: &Task<'_>,
    context: &Context<'_>,
    options: &Options,
    facts: &Invariant,
) -> Result<Explored, EngineError> {
    let system = System::of_blocks(task.blocks);
    let facts = known_facts(&system, facts);
    let paths = PathInterpolator::new(&system, &facts, context, Effort::Thorough);
    let mut search = Search::new(&system, context, options, &facts, Box::new(paths));
    let found = search.run();
    let predicates = search.predicates.all().collect();
    let verdict = conclude(task, &system, context, found, search.unsupported())?;
    Ok(Explored {
        verdict,
        predicates,
    })
}

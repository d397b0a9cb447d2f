//! `bmc`: bounded model checking by symbolic execution from cut point to cut point.
//!
//! Background: Somenzi & Bradley, "IC3: Where Monolithic and Incremental Meet" (2011), section I.
//! Deviations from the textbook: the unrolling composes functional blocks of the program instead
//! of conjoining copies of one transition relation, so constants fold while unrolling and there
//! is no program counter; executions that end are noticed, which makes the method complete for
//! programs whose loops are bounded.
//!
//! Limitations: a loop without bound is unrolled until the budget ends.
//!
//! Reading order: here, `base`, `unroll`.

use crate::shared::base::{Base, Progress};
use crate::{Context, Engine, EngineError, Queries, Task};
use invar_verdict::{Limit, Reason, Verdict};

/// Bounded model checking.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bmc {
    /// Blocks after which to stop; never, if `None`.
    pub bound: Option<u32>,
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let mut queries = Queries::new(&task.blocks.terms, context)?;
        let mut base = Base::new(self.name(), task);
        loop {
            if let Some(bound) = self.bound.filter(|bound| base.depth() >= *bound) {
                return Ok(base.give_up(Reason::Bound(Limit::Unrolling(bound))));
            }
            match base.deepen(&mut queries, context) {
                Ok(Progress::Open) => {}
                Ok(Progress::Done(verdict)) => return Ok(verdict),
                Err(reason) => return Ok(base.give_up(reason)),
            }
        }
    }
}

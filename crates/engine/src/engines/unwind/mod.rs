//! `unwind`: loops unwound from the inside out, and one query about all violations.
//!
//! Background: Clarke, Kroening, Lerda, "A Tool for Checking ANSI-C Programs" (2004): loops are
//! unwound where they are, values are joined after each of them, and a solver decides one formula.
//! Deviations: no bounds are given. A loop is unwound until its condition folds to false, or a
//! solver says that no execution goes round again.
//!
//! Where `bmc` follows all executions block by block, so that executions of equal length meet, here
//! those meet that have finished the same rounds of the same loops (`LoopOrder`). Counters of nested
//! loops stay constants, and a program whose loops are bounded has as many joins as rounds.
//!
//! Limitations: a loop without bound is unwound until the budget ends; what comes after it is not
//! seen.
//!
//! Reading order: here, `frontier`.

mod frontier;

use crate::shared::base::is_final;
use crate::shared::execution::{inputs_by_edge, violated};
use crate::{Context, Engine, EngineError, Event, Queries, Task};
use frontier::Frontier;
use invar_cfa::{LocId, UnsupportedId};
use invar_encode::{NodeKind, RunPosition};
use invar_solver::{Answer, Model};
use invar_term::TermId;
use invar_verdict::{Invariant, Limit, Proof, Reason, Verdict};
use std::time::Duration;

/// Time of a query whether a loop goes round again.
const ROUND_QUERY: Duration = Duration::from_millis(500);
/// Such queries take at most 1/ROUND_TIME_SHARE of the time, after `ROUND_FREE`.
const ROUND_TIME_SHARE: u32 = 4;
const ROUND_FREE: Duration = Duration::from_millis(300);
/// A query about violations before the end takes at most 1/EARLY_TIME_SHARE of the time that is left.
const EARLY_TIME_SHARE: u32 = 6;

/// Bounded checking along the structure of loops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwind {
    /// Blocks after which to stop; never, if `None`.
    pub bound: Option<u32>,
}

impl Engine for Unwind {
    fn name(&self) -> &'static str {
        "unwind"
    }

    fn run(&self, task: &Task<'_>, context: &Context<'_>) -> Result<Verdict, EngineError> {
        let queries = Queries::new(&task.blocks.terms, context)?;
        let mut search = Search {
            task,
            context,
            queries,
            frontier: Frontier::from_entry(task),
            errors: Vec::new(),
            unsupported: Vec::new(),
            asked_at: 0,
        };
        Ok(match search.run(self.bound) {
            Ok(verdict) => verdict,
            Err(reason) => Verdict::Unknown(reason),
        })
    }
}

struct Search<'t, 'c> {
    task: &'t Task<'t>,
    context: &'c Context<'c>,
    queries: Queries<'c>,
    frontier: Frontier<'t>,
    /// Guards of violations that no query was about.
    errors: Vec<TermId>,
    /// Constructs that are not modelled, with the guards under which they are reached.
    unsupported: Vec<(UnsupportedId, TermId)>,
    /// Blocks that had been followed at the last query about violations.
    asked_at: u32,
}

/// How much of the time a query may take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// A share: executions are followed further if it is not decided.
    Early,
    /// All that is left.
    Last,
}

impl Search<'_, '_> {
    fn run(&mut self, bound: Option<u32>) -> Result<Verdict, Reason> {
        while let Some(location) = self.frontier.next() {
            let steps = self.frontier.steps();
            if let Some(bound) = bound.filter(|bound| steps >= *bound) {
                if let Some(verdict) = self.violation(Effort::Last)? {
                    return Ok(verdict);
                }
                return Err(Reason::Bound(Limit::Unrolling(bound)));
            }
            let activity = format!("unwinding, block {}", steps + 1);
            self.context
                .tell(steps, || Event::new("unwind", steps, &activity));
            self.context.proceed(&self.task.blocks.terms, &activity)?;
            if self.frontier.is_again(location) && !self.goes_on(location)? {
                continue;
            }
            for (kind, guard) in self.frontier.advance(location) {
                match kind {
                    NodeKind::Unsupported(id) => self.unsupported.push((id, guard)),
                    NodeKind::Error(_) => self.errors.push(guard),
                    NodeKind::Entry | NodeKind::Head => {}
                }
            }
            // Twice as far as at the last query.
            if self.frontier.steps() >= 2 * self.asked_at + 8
                && let Some(verdict) = self.violation(Effort::Early)?
            {
                return Ok(verdict);
            }
        }
        if let Some(verdict) = self.violation(Effort::Last)? {
            return Ok(verdict);
        }
        self.exhausted()
    }

    /// Whether executions may go round a loop again; those that cannot are dropped.
    fn goes_on(&mut self, location: LocId) -> Result<bool, Reason> {
        let Some(guard) = self.frontier.guard(location) else {
            return Ok(false);
        };
        let spent = self.queries.time;
        if spent > ROUND_FREE + self.context.elapsed() / ROUND_TIME_SHARE {
            return Ok(true);
        }
        let budget = self.context.budget.at_most(ROUND_QUERY);
        match self.queries.satisfiable(&[guard], &budget) {
            Answer::Unsat(_) => {
                self.frontier.drop(location);
                Ok(false)
            }
            Answer::Sat(_) => Ok(true),
            Answer::Unknown(cause) if is_final(self.context, &cause) => {
                Err(self.context.stop(cause, "asking whether a loop goes on"))
            }
            Answer::Unknown(_) => Ok(true),
        }
    }

    /// A violation among those that no query was about yet.
    fn violation(&mut self, effort: Effort) -> Result<Option<Verdict>, Reason> {
        self.asked_at = self.frontier.steps();
        let any = self.task.blocks.terms.or(&self.errors);
        let budget = match (effort, self.context.budget.remaining()) {
            (Effort::Early, Some(left)) => self.context.budget.at_most(left / EARLY_TIME_SHARE),
            _ => self.context.budget.clone(),
        };
        match self.queries.satisfiable(&[any], &budget) {
            Answer::Sat(model) => Ok(Some(self.violated(&model))),
            Answer::Unsat(_) => {
                self.errors.clear();
                Ok(None)
            }
            Answer::Unknown(cause) if effort == Effort::Last || is_final(self.context, &cause) => {
                Err(self.context.stop(cause, "asking about all violations"))
            }
            Answer::Unknown(_) => Ok(None),
        }
    }

    /// Every execution ended without a violation.
    fn exhausted(&mut self) -> Result<Verdict, Reason> {
        let graph = self.task.blocks;
        for (id, guard) in std::mem::take(&mut self.unsupported) {
            match self.queries.satisfiable(&[guard], &self.context.budget) {
                Answer::Unsat(_) => {}
                Answer::Sat(_) => return Err(Context::unsupported(self.task.program, id)),
                Answer::Unknown(cause) => {
                    let activity = "asking about what is not modelled";
                    return Err(self.context.stop(cause, activity));
                }
            }
        }
        let counts =
            |head: &LocId| !self.frontier.left_irrelevant || graph.node(*head).can_reach_target;
        Ok(Verdict::Safe(Proof::Exhausted {
            steps: self.frontier.longest,
            heads: graph.heads().filter(counts).collect(),
            facts: Invariant::default(),
        }))
    }

    /// The execution that a model describes.
    fn violated(&self, model: &Model) -> Verdict {
        let graph = self.task.blocks;
        let inputs = inputs_by_edge(graph);
        let mut passage = self.frontier.passage();
        let value = |edge, at: RunPosition<'_>| {
            let step = passage.block(at)?;
            let input = self.frontier.input(inputs.get(&edge)?, step);
            model.get(graph.terms.as_symbol(input)?).cloned()
        };
        violated(self.task, self.frontier.steps(), value)
    }
}

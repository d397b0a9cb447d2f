//! The base case: is a target reached from the start of the program in exactly `d` blocks?
//!
//! One call of [`Base::deepen`] unrolls one block further and asks. Guards that fold to a constant
//! need no solver. A reachable construct that is not modelled is remembered: it excludes `safe`,
//! and the search for an error continues.
//!
//! Pruning is a heuristic: frontier entries that cannot be reached are dropped, with small
//! budgets and a bounded share of the time. When no entry is left (required: by folding or by an
//! `unsat` answer), every execution has been seen.

use crate::shared::execution::{inputs_by_edge, violated};
use crate::shared::unroll::Unroller;
use crate::{Context, Event, Queries, Task};
use invar_cfa::{LocId, UnsupportedId};
use invar_encode::RunPosition;
use invar_solver::{Answer, Cause, Model};
use invar_term::TermId;
use invar_verdict::{Invariant, Proof, Reason, Verdict};
use std::time::Duration;

/// Time a pruning query may take.
const PRUNE_QUERY: Duration = Duration::from_millis(500);
/// Pruning is allowed this much time before its share of the whole counts.
const PRUNE_FREE: Duration = Duration::from_millis(500);
/// Pruning takes at most 1/PRUNE_TIME_SHARE of the time.
const PRUNE_TIME_SHARE: u32 = 4;
/// More entries than this are asked about together, not one by one.
const PRUNE_SINGLY: usize = 6;

/// The state of the search after a step.
pub(crate) enum Progress {
    /// No error so far, and some executions continue.
    Open,
    /// The answer.
    Done(Verdict),
}

/// The unrolling from the entry.
pub(crate) struct Base<'t> {
    task: &'t Task<'t>,
    engine: &'static str,
    unroller: Unroller<'t>,
    /// A construct that is not modelled and can be reached.
    unsupported: Option<UnsupportedId>,
    pruning: Duration,
}

impl<'t> Base<'t> {
    pub(crate) fn new(engine: &'static str, task: &'t Task<'t>) -> Base<'t> {
        let unroller = Unroller::from_entry(task.blocks);
        Base {
            task,
            engine,
            unroller,
            unsupported: None,
            pruning: Duration::ZERO,
        }
    }

    /// Blocks that every execution was followed for.
    pub(crate) fn depth(&self) -> u32 {
        self.unroller.depth
    }

    /// Whether `safe` is still possible.
    pub(crate) fn may_be_safe(&self) -> bool {
        self.unsupported.is_none()
    }

    /// What to say when the search stops for `reason`.
    pub(crate) fn give_up(&self, reason: Reason) -> Verdict {
        Verdict::Unknown(match (self.unsupported, reason) {
            (_, Reason::Cancelled) => Reason::Cancelled,
            (Some(id), _) => Context::unsupported(self.task.program, id),
            (None, reason) => reason,
        })
    }

    /// One block deeper.
    ///
    /// ensures `Open`: no execution of at most `depth()` blocks ends in an error, and none in
    /// any target while `may_be_safe()`.
    ///
    /// # Errors
    /// The reason to stop; nothing is known about the new depth.
    pub(crate) fn deepen(
        &mut self,
        queries: &mut Queries<'_>,
        context: &Context<'_>,
    ) -> Result<Progress, Reason> {
        let activity = format!("unrolling to depth {}", self.depth() + 1);
        let depth = self.depth() + 1;
        context.tell(depth, || Event::new(self.engine, depth, &activity));
        if self.unroller.frontier.is_empty() {
            return Ok(Progress::Done(self.exhausted()));
        }
        self.unroller.advance(context, &activity)?;
        let error = self.unroller.error_reached();
        match queries.satisfiable(&[error], &context.budget) {
            Answer::Sat(model) => return Ok(Progress::Done(self.violated(&model))),
            Answer::Unsat(_) => {}
            Answer::Unknown(cause) => return Err(context.stop(cause, &activity)),
        }
        for (id, guard) in self.unroller.unsupported_reached() {
            if self.unsupported.is_some() {
                break;
            }
            match queries.satisfiable(&[guard], &context.budget) {
                Answer::Sat(_) => self.unsupported = Some(id),
                Answer::Unsat(_) => {}
                Answer::Unknown(cause) => return Err(context.stop(cause, &activity)),
            }
        }
        self.prune(queries, context, &activity)?;
        if self.unroller.frontier.is_empty() {
            return Ok(Progress::Done(self.exhausted()));
        }
        Ok(Progress::Open)
    }

    /// Drops entries of the frontier that no execution reaches.
    fn prune(
        &mut self,
        queries: &mut Queries<'_>,
        context: &Context<'_>,
        activity: &str,
    ) -> Result<(), Reason> {
        if self.pruning > PRUNE_FREE + context.elapsed() / PRUNE_TIME_SHARE {
            return Ok(());
        }
        let terms = &self.task.blocks.terms;
        let before = queries.time;
        let open = |guard: TermId| !terms.is_true(guard);
        let guards: Vec<(LocId, TermId)> = self
            .unroller
            .frontier
            .iter()
            .map(|(location, state)| (*location, state.guard))
            .filter(|(_, guard)| open(*guard))
            .collect();
        let groups: Vec<Vec<(LocId, TermId)>> = if guards.len() <= PRUNE_SINGLY {
            guards.into_iter().map(|entry| vec![entry]).collect()
        } else {
            vec![guards]
        };
        for group in groups {
            let any: Vec<TermId> = group.iter().map(|(_, guard)| *guard).collect();
            let budget = context.budget.at_most(PRUNE_QUERY);
            match queries.satisfiable(&[terms.or(&any)], &budget) {
                Answer::Unsat(_) => group.iter().for_each(|(location, _)| {
                    self.unroller.frontier.remove(location);
                }),
                Answer::Sat(_) | Answer::Unknown(_) => {}
            }
        }
        self.pruning += queries.time - before;
        context.proceed(terms, activity)
    }

    /// Every execution ended without an error. The last step led nowhere, so the longest
    /// execution is one block shorter than the unrolling.
    fn exhausted(&self) -> Verdict {
        if let Some(id) = self.unsupported {
            return Verdict::Unknown(Context::unsupported(self.task.program, id));
        }
        let graph = self.task.blocks;
        // Loops from which no target can be reached were left alone and do not count.
        let counts =
            |head: &LocId| !self.unroller.left_irrelevant || graph.node(*head).can_reach_target;
        Verdict::Safe(Proof::Exhausted {
            steps: self.depth().saturating_sub(1),
            heads: graph.heads().filter(counts).collect(),
            facts: Invariant::default(),
        })
    }

    /// The execution that a model describes.
    fn violated(&self, model: &Model) -> Verdict {
        let graph = self.task.blocks;
        let unrolling = self.unroller.unrolling();
        let inputs = inputs_by_edge(graph);
        let value = |edge, at: RunPosition<'_>| {
            let input = inputs.get(&edge)?;
            let symbol = graph.terms.as_symbol(unrolling.input(input, at.number))?;
            model.get(symbol).cloned()
        };
        violated(self.task, self.depth(), value)
    }
}

/// Whether a solver's silence is the end of the whole search.
pub(crate) fn is_final(context: &Context<'_>, cause: &Cause) -> bool {
    context.budget.is_exhausted() || *cause == Cause::Cancelled
}

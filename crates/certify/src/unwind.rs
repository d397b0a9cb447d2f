//! Proofs by exhaustion: all executions are followed from the entry to their ends.
//!
//! What is inside a loop is followed before its head, and what comes after the loop when no execution
//! is left in it: executions that finished the same rounds meet, and counters of nested loops stay
//! constants. Which place comes next decides how hard the queries are, not what they show: the proof is
//! complete when nothing waits anywhere.

use crate::proof::{Checker, Context, Rejection};
use crate::record::{ObligationKind, Part};
use crate::state::{Base, State};
use crate::walk::{Arrival, Notes, Walker};
use invar_budget::Moment;
use invar_cfa::{LocId, LoopOrder, Program};
use invar_solver::Answer;
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Maximal time for the query whether executions wait at a place.
const WAIT_QUERY: Duration = Duration::from_millis(500);
/// Such queries get 1/WAIT_TIME_SHARE of the time so far, after WAIT_FREE.
const WAIT_TIME_SHARE: u32 = 3;
const WAIT_FREE: Duration = Duration::from_millis(500);

/// Executions that wait at a place.
struct Waiting {
    incoming: Vec<Arrival>,
    /// Counted steps of the longest of them.
    length: u32,
}

/// All executions that have not ended, and the solver that knows how they got where they are.
struct Unwinding {
    order: LoopOrder,
    waiting: BTreeMap<(u32, LocId), Waiting>,
    left: BTreeSet<LocId>,
    notes: Notes,
    /// Guards under which targets were reached, not yet refuted.
    targets: Vec<TermId>,
    context: Context,
    entry: LocId,
    /// Times that a place was left.
    number: u32,
    /// Times that a place was left when targets were refuted last.
    refuted_at: u32,
    start: Moment,
    asking: Duration,
}

impl Checker<'_> {
    /// No target on the way, and no path has more than `steps` counted steps.
    pub fn exhausted(
        &mut self,
        steps: u32,
        heads: &[LocId],
        facts: &Invariant,
    ) -> Result<(), Rejection> {
        let walker = self.walker(Some(heads), facts)?;
        // Heads that are counted though the proof does not count them make paths longer.
        let more = walker.counted.len().saturating_sub(heads.len()) as u32;
        let most = steps.saturating_mul(1 + more).saturating_add(more);
        let mut all = Unwinding::from_entry(&walker, self.context()?);
        while let Some(((_, location), waiting)) = all.waiting.pop_first() {
            if self.budget.is_exhausted() {
                return Err(Rejection::Undecided("time ran out while unwinding".into()));
            }
            let length = waiting.length;
            let Some(from) = self.arrived(&walker, &mut all, location, waiting, most)? else {
                continue;
            };
            all.follow(&walker, location, from, length);
            if all.number >= 2 * all.refuted_at + 8 {
                self.no_target(&mut all)?;
            }
        }
        self.no_target(&mut all)
    }

    /// What waits at a place as one arrival; `None` if nothing does.
    fn arrived(
        &mut self,
        walker: &Walker<'_>,
        all: &mut Unwinding,
        location: LocId,
        waiting: Waiting,
        most: u32,
    ) -> Result<Option<Arrival>, Rejection> {
        let terms = &self.program.terms;
        let arrival = walker.join(waiting.incoming, &mut all.notes);
        let facts = walker.facts_at(location, &arrival.state);
        let known = terms.implies(arrival.guard, facts);
        all.notes.constraints.push(known);
        if waiting.length > most {
            let part = all.part(ObligationKind::Ended, Vec::new(), arrival.guard);
            self.tell(all, arrival.guard)?;
            let claim = format!("some path has more than {most} steps");
            self.refute(&mut all.context, vec![part], &claim)?;
            return Ok(None);
        }
        let is_again = !all.left.insert(location);
        let may_ask = all.asking <= WAIT_FREE + all.start.elapsed() / WAIT_TIME_SHARE;
        if !is_again || !may_ask || terms.is_true(arrival.guard) {
            return Ok(Some(arrival));
        }
        let before = Moment::now();
        self.tell(all, arrival.guard)?;
        let budget = self.budget.at_most(WAIT_QUERY);
        let answer = self.ask(&mut all.context, arrival.guard, &budget)?;
        all.asking += before.elapsed();
        if let Answer::Unsat(_) = answer {
            let part = all.part(ObligationKind::Unreached, vec![location], arrival.guard);
            self.keep(&all.context, part);
            self.lemma(&mut all.context, arrival.guard)?;
            return Ok(None);
        }
        Ok(Some(arrival))
    }

    /// None of the targets since the last time is reached.
    fn no_target(&mut self, all: &mut Unwinding) -> Result<(), Rejection> {
        all.refuted_at = all.number;
        let reached = self.program.terms.or(&std::mem::take(&mut all.targets));
        let part = all.part(ObligationKind::Unrolled, Vec::new(), reached);
        self.tell(all, reached)?;
        self.refute(&mut all.context, vec![part], "an error is reachable")?;
        if !self.program.terms.is_false(reached) {
            self.lemma(&mut all.context, reached)?;
        }
        Ok(())
    }

    /// Gives the solver what it does not know yet and what matters for a query.
    fn tell(&mut self, all: &mut Unwinding, query: TermId) -> Result<(), Rejection> {
        let mut roots = all.notes.constraints.clone();
        roots.push(query);
        all.notes.define(&self.program.terms, roots);
        let constraints = std::mem::take(&mut all.notes.constraints);
        self.assert_all(&mut all.context, &constraints)
    }
}

impl Unwinding {
    fn from_entry(walker: &Walker<'_>, context: Context) -> Unwinding {
        let entry = walker.cfa.entry;
        let from = Arrival {
            guard: walker.program.terms.tru(),
            state: State::new(Base::Zero),
        };
        let order = LoopOrder::of(walker.cfa);
        let first = Waiting {
            incoming: vec![from],
            length: 0,
        };
        Unwinding {
            waiting: BTreeMap::from([((order.position(entry), entry), first)]),
            order,
            left: BTreeSet::new(),
            notes: Notes::from_entry(),
            targets: Vec::new(),
            context,
            entry,
            number: 0,
            refuted_at: 0,
            start: Moment::now(),
            asking: Duration::ZERO,
        }
    }

    /// Follows executions from a place to the next cut points.
    fn follow(&mut self, walker: &Walker<'_>, location: LocId, from: Arrival, length: u32) {
        self.number += 1;
        for (to, arrival) in walker.segment(location, from, &mut self.notes) {
            if Program::is_target(walker.cfa, to) {
                self.targets.push(arrival.guard);
                continue;
            }
            let key = (self.order.position(to), to);
            let waiting = self.waiting.entry(key).or_insert_with(|| Waiting {
                incoming: Vec::new(),
                length: 0,
            });
            waiting.incoming.push(arrival);
            waiting.length = waiting.length.max(length + 1);
        }
    }

    /// What the way so far shows.
    fn part(&self, kind: ObligationKind, to: Vec<LocId>, refuted: TermId) -> Part {
        Part::unrolled(kind, self.entry, self.number, to, refuted)
    }
}

//! Proofs by unrolling: counted steps from one start.
//!
//! From the entry every step has a separate query, and what was refuted is asserted in the solver:
//! it follows from the assertions before. Where several places are open after a step, those that no
//! execution reaches are left out, if the solver says so; the steps after them are then not
//! unrolled, and values that only joined there stay constants.

use crate::proof::{Checker, Context, Rejection};
use crate::record::{ObligationKind, Part};
use crate::state::{Base, State};
use crate::walk::{Arrival, Notes, Walker};
use invar_budget::Moment;
use invar_cfa::{LocId, Program};
use invar_solver::{Answer, Budget};
use invar_term::TermId;
use invar_verdict::Invariant;
use std::collections::BTreeMap;
use std::time::Duration;

/// Maximal time for the query whether a place is reached after a number of steps.
const OPEN_QUERY: Duration = Duration::from_millis(500);
/// Such queries get 1/OPEN_TIME_SHARE of the time so far.
const OPEN_TIME_SHARE: u32 = 4;
/// Time that they have in any case.
const OPEN_FREE: Duration = Duration::from_millis(500);

impl Checker<'_> {
    /// No target within `k` counted steps from the entry.
    pub fn base(&mut self, k: u32, heads: &[LocId], facts: &Invariant) -> Result<(), Rejection> {
        let walker = self.walker(Some(heads), facts)?;
        let claim = format!("an error is reachable within {k} steps");
        let mut steps = Steps::from_entry(&walker, self.context()?);
        for _ in 0..k {
            if steps.unrolling.frontier.is_empty() {
                break;
            }
            self.follow(&walker, &mut steps, &claim)?;
        }
        Ok(())
    }

    /// No target at the end of `k` counted steps from any counted head.
    pub fn step(&mut self, k: u32, heads: &[LocId], facts: &Invariant) -> Result<(), Rejection> {
        let walker = self.walker(Some(heads), facts)?;
        for start in walker.counted.clone() {
            let mut unrolling = Unrolling::from_anywhere(&walker, start);
            for _ in 0..k {
                unrolling.targets.clear();
                unrolling.advance(&walker, self.budget)?;
            }
            let reached = self.program.terms.or(&unrolling.targets);
            if self.program.terms.is_false(reached) {
                continue;
            }
            let part = Part {
                kind: ObligationKind::InductionStep,
                from: start,
                to: Vec::new(),
                step: Some(k),
                assumed: walker.stated_at(start),
                shown: Vec::new(),
                refuted: reached,
                kept: None,
            };
            let mut roots = unrolling.notes.constraints.clone();
            roots.push(reached);
            unrolling.notes.define(&self.program.terms, roots);
            let known = self.record.stated(start, walker.stated_at(start));
            let mut context = self.context()?;
            self.begin(&mut context, known, &unrolling.notes.constraints)?;
            let claim = format!("{k} steps from {} can reach an error", self.describe(start));
            self.refute(&mut context, vec![part], &claim)?;
        }
        Ok(())
    }

    /// One more counted step from the entry, in which no target is reached.
    fn follow(
        &mut self,
        walker: &Walker<'_>,
        steps: &mut Steps,
        claim: &str,
    ) -> Result<(), Rejection> {
        let terms = &self.program.terms;
        steps.unrolling.advance(walker, self.budget)?;
        steps.number += 1;
        let reached = terms.or(&std::mem::take(&mut steps.unrolling.targets));
        let mut roots = steps.unrolling.notes.constraints.clone();
        roots.extend(steps.unrolling.open());
        roots.push(reached);
        steps.unrolling.notes.define(terms, roots);
        let constraints = std::mem::take(&mut steps.unrolling.notes.constraints);
        self.assert_all(&mut steps.context, &constraints)?;
        let part = steps.part(ObligationKind::Unrolled, Vec::new(), reached);
        self.refute(&mut steps.context, vec![part], claim)?;
        if !terms.is_false(reached) {
            self.lemma(&mut steps.context, reached)?;
        }
        self.leave_out(steps)
    }

    /// Forgets places that no execution reaches. What is not decided is kept.
    fn leave_out(&mut self, steps: &mut Steps) -> Result<(), Rejection> {
        let terms = &self.program.terms;
        let frontier = &steps.unrolling.frontier;
        // A place that is alone is most likely reached: the proof says that there are more steps.
        if frontier.len() < 2 {
            return Ok(());
        }
        let asked: Vec<(LocId, TermId)> = frontier
            .iter()
            .map(|(location, arrival)| (*location, arrival.guard))
            .filter(|(_, guard)| !terms.is_true(*guard))
            .collect();
        for (location, guard) in asked {
            if steps.asking > OPEN_FREE + steps.start.elapsed() / OPEN_TIME_SHARE {
                break;
            }
            let before = Moment::now();
            let budget = self.budget.at_most(OPEN_QUERY);
            if let Answer::Unsat(_) = self.ask(&mut steps.context, guard, &budget)? {
                steps.unrolling.frontier.remove(&location);
                let part = steps.part(ObligationKind::Unreached, vec![location], guard);
                self.keep(&steps.context, part);
                self.lemma(&mut steps.context, guard)?;
            }
            steps.asking += before.elapsed();
        }
        Ok(())
    }
}

/// An unrolling from the entry, and the solver that knows what it asserted.
struct Steps {
    unrolling: Unrolling,
    context: Context,
    entry: LocId,
    /// Steps so far.
    number: u32,
    start: Moment,
    /// Time for the question which places are reached.
    asking: Duration,
}

impl Steps {
    fn from_entry(walker: &Walker<'_>, context: Context) -> Steps {
        let from = Arrival {
            guard: walker.program.terms.tru(),
            state: State::new(Base::Zero),
        };
        Steps {
            unrolling: Unrolling {
                frontier: BTreeMap::from([(walker.cfa.entry, from)]),
                notes: Notes::from_entry(),
                targets: Vec::new(),
            },
            context,
            entry: walker.cfa.entry,
            number: 0,
            start: Moment::now(),
            asking: Duration::ZERO,
        }
    }

    /// What the last step shows.
    fn part(&self, kind: ObligationKind, to: Vec<LocId>, refuted: TermId) -> Part {
        Part::unrolled(kind, self.entry, self.number, to, refuted)
    }
}

/// Counted steps from one start.
struct Unrolling {
    frontier: BTreeMap<LocId, Arrival>,
    notes: Notes,
    /// Guards under which targets were reached.
    targets: Vec<TermId>,
}

impl Unrolling {
    fn from_anywhere(walker: &Walker<'_>, start: LocId) -> Unrolling {
        let state = State::new(Base::Any);
        let constraints = vec![walker.facts_at(start, &state)];
        let notes = Notes {
            constraints,
            ..Notes::default()
        };
        let from = Arrival {
            guard: walker.program.terms.tru(),
            state,
        };
        Unrolling {
            frontier: BTreeMap::from([(start, from)]),
            notes,
            targets: Vec::new(),
        }
    }

    /// Guards under which some path continues.
    fn open(&self) -> impl Iterator<Item = TermId> {
        self.frontier.values().map(|arrival| arrival.guard)
    }

    /// One more counted step everywhere.
    fn advance(&mut self, walker: &Walker<'_>, budget: &Budget) -> Result<(), Rejection> {
        let terms = &walker.program.terms;
        let mut reached: BTreeMap<LocId, Vec<Arrival>> = BTreeMap::new();
        for (location, from) in std::mem::take(&mut self.frontier) {
            if budget.is_exhausted() {
                return Err(Rejection::Undecided("time ran out while unrolling".into()));
            }
            for (to, arrival) in walker.segment(location, from, &mut self.notes) {
                reached.entry(to).or_default().push(arrival);
            }
        }
        for (location, incoming) in reached {
            let arrival = walker.join(incoming, &mut self.notes);
            if Program::is_target(walker.cfa, location) {
                self.targets.push(arrival.guard);
                continue;
            }
            let facts = walker.facts_at(location, &arrival.state);
            self.notes
                .constraints
                .push(terms.implies(arrival.guard, facts));
            self.frontier.insert(location, arrival);
        }
        Ok(())
    }
}

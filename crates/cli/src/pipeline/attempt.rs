//! One attempt: a program is prepared and searched, step by step of the strategy.

use super::Run;
use super::facts::Ahead;
use super::strategy::{Source, Step, Unproved, steps};
use crate::back::facts_on_prepared;
use invar_cfa::{LocId, Program, VarId};
use invar_encode::BlockGraph;
use invar_passes::{PassOptions, Prepared, Switch};
use invar_term::TermId;
use invar_verdict::{Invariant, Reason};
use invar_witness::report::Report;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// What all searches of an attempt stand on, and what they leave to the next.
pub(super) struct Ground<'p> {
    /// The program that is certified.
    pub(super) source: &'p Source<'p>,
    /// What the passes made of it.
    pub(super) prepared: &'p Prepared,
    /// The blocks of the prepared program in its own arithmetic.
    pub(super) blocks: &'p BlockGraph,
    /// The variables that matter at its cut points.
    pub(super) live: BTreeMap<LocId, BTreeSet<VarId>>,
    /// Facts at loop heads of the prepared program that are inductive together.
    pub(super) known: Vec<(LocId, TermId)>,
    /// Those of them that earlier searches found: a proof that uses them states them.
    pub(super) learnt: Invariant,
    /// What searches in the program's own arithmetic proved of all executions, beside the known.
    pub(super) noticed: Invariant,
}

impl<'p> Ground<'p> {
    fn new(source: &'p Source<'p>, prepared: &'p Prepared, blocks: &'p BlockGraph) -> Ground<'p> {
        let live = blocks.live();
        Ground {
            source,
            prepared,
            blocks,
            known: facts_on_prepared(prepared, blocks, &live),
            live,
            learnt: Invariant::default(),
            noticed: Invariant::default(),
        }
    }

    /// Keeps facts that are inductive together with those known.
    pub(super) fn learn(&mut self, facts: &Invariant) {
        for (location, here) in &facts.at {
            for fact in here {
                if !self.known.contains(&(*location, *fact)) {
                    self.known.push((*location, *fact));
                    self.learnt.add(*location, *fact);
                }
            }
        }
    }
}

impl Run<'_> {
    /// All searches on the program that some passes make, with their evidence certified.
    pub(super) fn attempt(
        &mut self,
        source: &Source<'_>,
        options: &PassOptions,
    ) -> Result<Report, Reason> {
        let steps = steps(&self.arguments.search, source.arithmetic)?;
        let prepared = self.phase("simplifying", |_| {
            invar_passes::prepare(source.program, options)
        });
        let blocks = self.phase("encoding", |_| {
            BlockGraph::of(&prepared.program, source.arithmetic)
        });
        let blocks = blocks.map_err(|error| Reason::Internal(error.to_string()))?;
        self.sizes(source.program, &prepared);
        let mut ground = Ground::new(source, &prepared, &blocks);
        self.climb(&mut ground, &steps, options)
    }

    /// The steps in order, until one decides.
    fn climb(
        &mut self,
        ground: &mut Ground<'_>,
        steps: &[Step],
        options: &PassOptions,
    ) -> Result<Report, Reason> {
        let start = Instant::now();
        let left = self.budget.left();
        let mut last = Reason::Internal("nothing was tried".into());
        let mut shares = 0;
        let rejected = self.rejected;
        for (index, step) in steps.iter().enumerate() {
            shares += step.share;
            let end = left * shares / 100;
            let time = end.saturating_sub(start.elapsed()).min(step.most);
            let budget = self.budget.at_most(time);
            match self.rung(ground, step, &budget) {
                Ok(report) => return Ok(report),
                Err(Reason::Unsupported { .. }) if step.unproved == Unproved::Same => {
                    let all = self.budget.clone();
                    return self.rung(ground, step, &all);
                }
                Err(reason @ (Reason::Memory { .. } | Reason::Cancelled | Reason::Internal(_))) => {
                    return Err(reason);
                }
                Err(reason) => last = reason,
            }
            let ahead = match index + 2 == steps.len() {
                true => Ahead::LastSearch,
                false => Ahead::Others,
            };
            self.gather(ground, ahead);
            // Without slicing it may be accepted.
            let refused = self.rejected > rejected && options.slice == Switch::On;
            if refused || self.budget.is_exhausted() {
                break;
            }
        }
        Err(last)
    }

    fn sizes(&mut self, source: &Program, prepared: &Prepared) {
        for (name, program) in [("inlined", source), ("prepared", &prepared.program)] {
            let edges = program.entry_cfa().edge_count() as f64;
            self.statistics.insert(format!("edges {name}"), edges);
        }
        for (name, time) in &prepared.timings {
            self.count(&format!("seconds pass {name}"), time.as_secs_f64());
        }
    }
}

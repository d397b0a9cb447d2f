//! The fixpoint of the interval analysis: widening at loop heads, then narrowing by sweeps.

use super::range::Range;
use super::{Domain, State};
use crate::uses::term_of;
use crate::varmap::{Absent, VISIT_WORK, WORK_LIMIT};
use invar_cfa::{CutPoints, LocId, VarId};
use invar_term::Op;
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Changes of a loop head before its bounds jump to constants of the program.
const PLAIN_JOINS: u32 = 2;
/// Changes of a loop head before its bounds jump to those of the type.
const THRESHOLD_JOINS: u32 = 12;
/// Attempts to improve the result.
const NARROWINGS: usize = 3;

/// States per location; `None` where no execution gets.
type States = Vec<Option<State>>;

/// A post-fixpoint of the analysis; `None` if it is too much work.
pub(super) fn fixpoint(domain: &Domain<'_>, cuts: &CutPoints) -> Option<States> {
    let cfa = domain.program.entry_cfa();
    let mut order = vec![cfa.entry; cfa.location_count()];
    let mut reached = 0;
    for location in cfa.location_ids() {
        if let Some(position) = cuts.position(location) {
            order[position as usize] = location;
            reached += 1;
        }
    }
    order.truncate(reached);
    let solver = Fixpoint {
        domain,
        cuts,
        order,
        thresholds: thresholds(domain),
        spent: Cell::new(0),
    };
    let mut heads = solver.ascend()?;
    // What ascending found is a post-fixpoint unless a transfer function is not monotone; then the
    // loop continues upwards until it is one.
    let (mut states, mut arrivals) = solver.sweep(&heads);
    while !solver.covers(&heads, &arrivals) {
        for location in solver.heads() {
            let i = location.0 as usize;
            if let Some(arrival) = &arrivals[i] {
                solver.join(&mut heads[i], arrival, u32::MAX);
            }
        }
        (states, arrivals) = solver.sweep(&heads);
    }
    for _ in 0..NARROWINGS {
        if solver.spent.get() > WORK_LIMIT / 2 {
            break;
        }
        let candidate = arrivals.clone();
        let (better, next) = solver.sweep(&candidate);
        if !solver.covers(&candidate, &next) {
            break;
        }
        (states, arrivals) = (better, next);
    }
    Some(states)
}

struct Fixpoint<'a> {
    domain: &'a Domain<'a>,
    cuts: &'a CutPoints,
    /// Reachable locations in reverse postorder.
    order: Vec<LocId>,
    thresholds: Vec<i128>,
    /// Work so far.
    spent: Cell<u64>,
}

impl Fixpoint<'_> {
    fn heads(&self) -> impl Iterator<Item = LocId> {
        self.order
            .iter()
            .copied()
            .filter(|l| self.cuts.is_loop_head(*l))
    }

    /// Iterates with widening; the result is meant to be used at loop heads. When half of the work
    /// is spent, bounds that still move jump to those of the type; `None` if all is spent.
    fn ascend(&self) -> Option<States> {
        let cfa = self.domain.program.entry_cfa();
        let mut states: States = vec![None; cfa.location_count()];
        let mut changes = vec![0u32; cfa.location_count()];
        states[cfa.entry.0 as usize] = Some(self.domain.initial());
        let mut work = BTreeSet::from([0u32]);
        while let Some(position) = work.pop_first() {
            let spent = self.spent.get() + VISIT_WORK;
            self.spent.set(spent);
            if spent > WORK_LIMIT {
                return None;
            }
            let location = self.order[position as usize];
            let state = states[location.0 as usize]
                .clone()
                .expect("scheduled after reaching it");
            for (id, edge) in cfa.outgoing(location) {
                let Some(after) = self.domain.beyond(&state, id) else {
                    continue;
                };
                let to = edge.to.0 as usize;
                let step = if self.cuts.is_loop_head(edge.to) {
                    changes[to]
                } else {
                    0
                };
                if self.join(&mut states[to], &after, step) {
                    changes[to] += 1;
                    work.insert(self.cuts.position(edge.to).expect("an edge leads there"));
                }
            }
        }
        Some(states)
    }

    /// Makes `known` contain `arriving`; bounds that move are widened from some step on. Says
    /// whether anything changed.
    fn join(&self, known: &mut Option<State>, arriving: &State, step: u32) -> bool {
        let Some(state) = known else {
            *known = Some(arriving.clone());
            return true;
        };
        let mut work = 0;
        let changed = state.merge(arriving, Absent::Absorbs, &mut work, |variable, x, y| {
            let hull = x?.hull(y?);
            if Some(hull) == x || step < PLAIN_JOINS {
                return self.normal(variable, hull);
            }
            self.normal(variable, self.widened(variable, x?, hull, step)?)
        });
        self.spent.set(self.spent.get() + work);
        changed
    }

    /// A full range is not stored.
    fn normal(&self, variable: VarId, range: Range) -> Option<Range> {
        (self.domain.full(variable)? != range).then_some(range)
    }

    fn widened(&self, variable: VarId, old: Range, new: Range, step: u32) -> Option<Range> {
        let full = self.domain.full(variable)?;
        let (mut low, mut high) = (new.low, new.high);
        if low < old.low {
            let below = self.thresholds.partition_point(|t| *t <= low);
            let jump = below.checked_sub(1).map(|i| self.thresholds[i]);
            low = if step < THRESHOLD_JOINS {
                jump.unwrap_or(full.low)
            } else {
                full.low
            };
        }
        if high > old.high {
            let above = self.thresholds.partition_point(|t| *t < high);
            let jump = self.thresholds.get(above).copied();
            high = if step < THRESHOLD_JOINS {
                jump.unwrap_or(full.high)
            } else {
                full.high
            };
        }
        Some(Range {
            low: low.max(full.low),
            high: high.min(full.high),
        })
    }

    /// With the given states at loop heads, the states everywhere and what arrives at loop heads.
    /// Edges that do not retreat lead forward in the order, so one walk suffices.
    fn sweep(&self, heads: &States) -> (States, States) {
        let cfa = self.domain.program.entry_cfa();
        let mut arrivals: States = vec![None; cfa.location_count()];
        let mut states = arrivals.clone();
        arrivals[cfa.entry.0 as usize] = Some(self.domain.initial());
        for &location in &self.order {
            let i = location.0 as usize;
            let source = if self.cuts.is_loop_head(location) {
                heads
            } else {
                &arrivals
            };
            let Some(state) = source[i].clone() else {
                continue;
            };
            for (id, edge) in cfa.outgoing(location) {
                if let Some(after) = self.domain.beyond(&state, id) {
                    self.join(&mut arrivals[edge.to.0 as usize], &after, 0);
                }
            }
            states[i] = Some(state);
        }
        (states, arrivals)
    }

    /// Whether at every loop head `heads` contains `arrivals`.
    fn covers(&self, heads: &States, arrivals: &States) -> bool {
        self.heads().all(|l| match &arrivals[l.0 as usize] {
            None => true,
            Some(arrival) => {
                let mut joined = heads[l.0 as usize].clone();
                !self.join(&mut joined, arrival, 0)
            }
        })
    }
}

/// The constants of the program and their neighbours, in both readings, in order.
fn thresholds(domain: &Domain<'_>) -> Vec<i128> {
    let program = domain.program;
    let cfa = program.entry_cfa();
    let mut done = FxHashSet::default();
    let mut found = BTreeSet::new();
    for id in cfa.edge_ids() {
        let Some(term) = term_of(&cfa.edge(id).operation) else {
            continue;
        };
        for t in program.terms.postorder_new(&[term], &mut done) {
            if let Op::BvConst(value) = program.terms.op(t)
                && value.width() <= super::range::MAX_WIDTH
            {
                for reading in [value.unsigned() as i128, value.signed()] {
                    found.extend([reading - 1, reading, reading + 1]);
                }
            }
        }
    }
    found.into_iter().collect()
}

//! Where loops begin, begin again and end in a run.

use super::Executed;
use super::steps::TraceWriter;
use crate::data::StepKind;
use invar_cfa::{Cfa, LocId};
use rustc_hash::FxHashSet;

/// A loop that is being executed.
pub(super) struct Activation {
    head: LocId,
    iterations: u32,
    /// Where the last iteration is told.
    mark: Option<usize>,
}

impl TraceWriter<'_> {
    /// A loop begins, or begins again.
    pub(super) fn iteration(&mut self, head: LocId, step: &Executed<'_>) {
        let number = match self.loops.iter().rposition(|a| a.head == head) {
            Some(at) => {
                self.loops.truncate(at + 1);
                self.loops[at].iterations += 1;
                self.loops[at].iterations
            }
            None => {
                self.loops.push(Activation {
                    head,
                    iterations: 1,
                    mark: None,
                });
                1
            }
        };
        let span = self
            .cfa
            .location(head)
            .span
            .or(self.cfa.edge(step.edge).span);
        let text = format!("iteration {number} of the loop");
        let before = self.told.len();
        self.tell(StepKind::Iteration, head, span, true, text);
        if let Some(active) = self.loops.last_mut() {
            active.mark = (self.told.len() > before).then_some(before);
        }
    }

    /// Ends the loops that a location does not belong to. Testing the condition for the last time
    /// is no iteration.
    pub(super) fn leave_loops(&mut self, location: LocId) {
        while let Some(active) = self.loops.last() {
            let (cfa, head) = (self.cfa, active.head);
            let around = &self.loops[..self.loops.len() - 1];
            let known = self.bodies.entry(head);
            let body = known.or_insert_with(|| body_of(cfa, head, around));
            if body.contains(&location) {
                return;
            }
            if let Some(mark) = active.mark
                && self.told[mark + 1..]
                    .iter()
                    .all(|s| s.kind == StepKind::Branch)
            {
                self.told.remove(mark);
            }
            self.loops.pop();
        }
    }
}

/// The locations from which a loop's head can be reached again without passing the head of a loop
/// around it.
fn body_of(cfa: &Cfa, head: LocId, around: &[Activation]) -> FxHashSet<LocId> {
    let mut forward: FxHashSet<LocId> = around.iter().map(|outer| outer.head).collect();
    let mut pending = vec![head];
    while let Some(location) = pending.pop() {
        if forward.insert(location) {
            pending.extend(cfa.outgoing(location).map(|(_, edge)| edge.to));
        }
    }
    for outer in around {
        forward.remove(&outer.head);
    }
    let mut body = FxHashSet::from_iter([head]);
    let sources = |to: LocId| cfa.incoming(to).map(|(_, edge)| edge.from);
    pending.extend(sources(head));
    while let Some(location) = pending.pop() {
        if forward.contains(&location) && body.insert(location) {
            pending.extend(sources(location));
        }
    }
    body
}

//! The clauses of a divided program: procedures have preconditions and summaries.
//!
//! With `P_l` the predicate at a cut point, `x` the variables and `i` inputs, a block that calls a
//! procedure has a second premise, its summary, which is the predicate at the exit:
//!
//! ```text
//! P_before(x) and change(x, i, x') and P_exit(passed, before, returned', globals')  ->  P_after(x')
//! ```
//!
//! Two readings of the predicate at a start, over parameters and globals (`Starts`):
//!
//! ```text
//! called:   P_before(x)  ->  P_start(passed, globals)          the precondition
//! any:      P_l(x) and T(l, target)                      ->  P_start(old values)      in a procedure
//!           P_before(x) and P_start(passed, globals)     ->  P_start(old values)      in a procedure
//!           P_before(x) and P_start(passed, globals)     ->  false                    elsewhere
//! ```
//!
//! With the second, bodies start in any state and the predicate holds of those that may end in an
//! error; the precondition is its negation. A solver that searches from the error back finds such
//! solutions sooner. Either way the program is safe if and only if the clauses have a solution
//! (Grebenshchikov et al., "Synthesizing Software Verifiers from Proof Rules", 2012). Blocks from the
//! entry to a start are left out.

use super::{Besides, Builder, From, HornAtom, HornOrigin, HornSystem};
use crate::{BlockGraph, BlockId};
use invar_cfa::{LocId, ProcedureCall, Procedures, VarId};
use invar_term::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How the predicates at the starts of procedures are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starts {
    /// They hold of what calls pass.
    Called,
    /// They hold of what may end in an error.
    Any,
}

/// The procedures, seen from here.
struct Divided<'p> {
    procedures: &'p Procedures,
    starts: Starts,
    /// The procedure that a cut point belongs to.
    owner: BTreeMap<LocId, usize>,
}

impl<'p> Divided<'p> {
    fn new(graph: &BlockGraph, procedures: &'p Procedures, starts: Starts) -> Divided<'p> {
        let mut owner = BTreeMap::new();
        for (number, procedure) in procedures.list.iter().enumerate() {
            let mut open = vec![procedure.start];
            open.retain(|start| graph.is_cut(*start));
            while let Some(here) = open.pop() {
                if owner.insert(here, number).is_none() {
                    let blocks = graph.node(here).outgoing.iter();
                    open.extend(blocks.map(|id| graph.block(*id).to));
                }
            }
        }
        Divided {
            procedures,
            starts,
            owner,
        }
    }

    /// What the predicate at the start of the procedure is about that a cut point belongs to, in its
    /// body.
    fn given_before(&self, location: LocId) -> Option<(LocId, Vec<VarId>)> {
        let owner = &self.procedures.list[*self.owner.get(&location)?];
        Some((owner.start, self.procedures.given_before(owner)))
    }

    /// The variables that calls and exits read.
    fn read(&self, graph: &BlockGraph) -> BTreeMap<LocId, BTreeSet<VarId>> {
        let mut read: BTreeMap<LocId, BTreeSet<VarId>> = BTreeMap::new();
        let procedures = self.procedures;
        for procedure in &procedures.list {
            let summarised = procedures.summarised(procedure);
            read.entry(procedure.exit).or_default().extend(summarised);
        }
        for call in &procedures.calls {
            let callee = &procedures.list[call.procedure];
            let given = procedures.given_at_call(callee).into_iter();
            let kept = procedures.changed.iter().map(|global| global.before);
            read.entry(call.before)
                .or_default()
                .extend(given.chain(kept));
        }
        if self.starts == Starts::Any {
            let calls = procedures.calls.iter().map(|call| call.before);
            for location in graph.targets().chain(calls) {
                if let Some((_, given)) = self.given_before(location) {
                    read.entry(location).or_default().extend(given);
                }
            }
        }
        read
    }

    /// What the predicate at a cut point is about.
    fn about(&self, location: LocId, live: &BTreeSet<VarId>) -> Vec<VarId> {
        let procedures = self.procedures;
        for procedure in &procedures.list {
            if procedure.start == location {
                return procedures.given(procedure);
            }
            if procedure.exit == location {
                return procedures.summarised(procedure);
            }
        }
        live.iter().copied().collect()
    }

    fn call(&self, from: LocId, to: LocId) -> Option<&ProcedureCall> {
        let mut calls = self.procedures.calls.iter();
        calls.find(|call| call.before == from && call.after == to)
    }
}

impl HornSystem {
    /// Where the blocks of a divided program must be cut.
    pub fn cuts(procedures: &Procedures) -> Vec<LocId> {
        let ends = procedures
            .list
            .iter()
            .flat_map(|p| [p.start, p.body, p.exit]);
        let calls = procedures.calls.iter().flat_map(|c| [c.before, c.after]);
        ends.chain(calls).collect()
    }

    /// The clauses of a divided program, whose blocks are cut at [`HornSystem::cuts`]. `facts` hold
    /// whenever execution is at their location.
    pub fn of_procedures(
        graph: &BlockGraph,
        procedures: &Procedures,
        facts: &[(LocId, TermId)],
        starts: Starts,
    ) -> HornSystem {
        let view = Divided::new(graph, procedures, starts);
        let live = graph.live_with(&view.read(graph));
        let nodes = graph.nodes().iter();
        let nodes = nodes.filter(|n| n.location != graph.entry && !n.kind.is_target());
        let about = nodes.map(|n| (n.location, view.about(n.location, &live[&n.location])));
        let mut builder = Builder::about(graph, facts, about);
        for (index, block) in graph.blocks().iter().enumerate() {
            let id = BlockId(index as u32);
            let is_start = procedures.list.iter().any(|p| p.start == block.to);
            if is_start && block.from == graph.entry {
                continue;
            }
            let summary = view.call(block.from, block.to).and_then(|call| {
                let callee = &procedures.list[call.procedure];
                let predicate = builder.predicate_at.get(&callee.exit)?;
                Some((*predicate, procedures.summarised_at_call(callee)))
            });
            let is_call = procedures.calls.iter().any(|c| c.before == block.from);
            // The callee has no exit: nothing is after the call.
            if is_call && summary.is_none() {
                continue;
            }
            let mut besides = Besides {
                after: summary,
                ..Besides::default()
            };
            if starts == Starts::Any {
                if procedures.list.iter().any(|p| p.start == block.from) {
                    besides.from = From::Anywhere;
                }
                besides.at_target = view
                    .given_before(block.from)
                    .and_then(|(start, about)| Some((*builder.predicate_at.get(&start)?, about)));
            }
            builder.block_with(id, &besides);
        }
        for (number, call) in procedures.calls.iter().enumerate() {
            builder.call(number, call, &view);
        }
        HornSystem {
            terms: Arc::clone(&graph.terms),
            predicates: builder.predicates,
            clauses: builder.clauses,
        }
    }

    /// The predicate at a cut point, if it has one.
    pub fn predicate_at(&self, location: LocId) -> Option<usize> {
        self.predicates.iter().position(|p| p.location == location)
    }
}

impl Builder<'_> {
    /// With what a procedure is called, or that it ends in an error.
    fn call(&mut self, number: usize, call: &ProcedureCall, view: &Divided<'_>) {
        let callee = &view.procedures.list[call.procedure];
        let predicate = |at: LocId| self.predicate_at.get(&at).copied();
        let (Some(before), Some(start)) = (predicate(call.before), predicate(callee.start)) else {
            return;
        };
        let symbols = |of: Vec<VarId>| of.iter().map(|v| self.graph.symbol(*v)).collect();
        let premise = HornAtom {
            predicate: before,
            arguments: self.predicates[before].symbols.clone(),
        };
        let given = HornAtom {
            predicate: start,
            arguments: symbols(view.procedures.given_at_call(callee)),
        };
        let (premises, conclusion) = match view.starts {
            Starts::Called => (vec![premise], Some(given)),
            Starts::Any => {
                let caller = view.given_before(call.before);
                let fails = caller.and_then(|(start, about)| {
                    Some(HornAtom {
                        predicate: predicate(start)?,
                        arguments: symbols(about),
                    })
                });
                (vec![premise, given], fails)
            }
        };
        self.add(HornOrigin::Call(number), premises, Vec::new(), conclusion);
    }
}

//! The clauses of a divided program: procedures have preconditions and summaries.
//!
//! With `P_l` the predicate at a cut point, `x` the variables and `i` inputs, a block that calls a
//! procedure has a second premise, and each call says with what it calls:
//!
//! ```text
//! P_before(x) and change(x, i, x') and P_exit(passed, before, returned', globals')  ->  P_after(x')
//! P_before(x)                                             ->  P_start(passed, globals)
//! ```
//!
//! The predicate at the start of a procedure is its precondition, over parameters and globals; that
//! at its exit is its summary. Blocks from the entry to a start are left out: those starts are
//! derived from calls alone. The program is safe if the clauses have a solution, and if it is safe
//! they have one (Grebenshchikov et al., "Synthesizing Software Verifiers from Proof Rules", 2012).

use super::{Builder, HornAtom, HornOrigin, HornSystem};
use crate::{BlockGraph, BlockId};
use invar_cfa::{LocId, ProcedureCall, Procedures, VarId};
use invar_term::TermId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl Divided<'_> {
    /// The variables that calls and exits read.
    fn read(&self) -> BTreeMap<LocId, BTreeSet<VarId>> {
        let mut read: BTreeMap<LocId, BTreeSet<VarId>> = BTreeMap::new();
        let procedures = self.0;
        for procedure in &procedures.list {
            let summarised = procedures.summarised(procedure);
            read.insert(procedure.exit, summarised.into_iter().collect());
        }
        for call in &procedures.calls {
            let callee = &procedures.list[call.procedure];
            let given = procedures.given_at_call(callee).into_iter();
            let kept = procedures.changed.iter().map(|global| global.before);
            read.insert(call.before, given.chain(kept).collect());
        }
        read
    }

    /// What the predicate at a cut point is about.
    fn about(&self, location: LocId, live: &BTreeSet<VarId>) -> Vec<VarId> {
        let procedures = self.0;
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
        let mut calls = self.0.calls.iter();
        calls.find(|call| call.before == from && call.after == to)
    }
}

/// The procedures, seen from here.
struct Divided<'p>(&'p Procedures);

impl HornSystem {
    /// Where the blocks of a divided program must be cut.
    pub fn cuts(procedures: &Procedures) -> Vec<LocId> {
        let ends = procedures.list.iter().flat_map(|p| [p.start, p.exit]);
        let calls = procedures.calls.iter().flat_map(|c| [c.before, c.after]);
        ends.chain(calls).collect()
    }

    /// The clauses of a divided program, whose blocks are cut at [`HornSystem::cuts`]. `facts` hold
    /// whenever execution is at their location.
    pub fn of_procedures(
        graph: &BlockGraph,
        procedures: &Procedures,
        facts: &[(LocId, TermId)],
    ) -> HornSystem {
        let view = Divided(procedures);
        let live = graph.live_with(&view.read());
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
            match summary {
                Some((predicate, about)) => builder.block_with(id, Some((predicate, &about))),
                // The callee has no exit: nothing is behind the call.
                None if is_call => {}
                None => builder.block(id),
            }
        }
        for (number, call) in procedures.calls.iter().enumerate() {
            builder.call(number, call, procedures);
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
    /// `P_before(x) -> P_start(passed, globals)`.
    fn call(&mut self, number: usize, call: &ProcedureCall, procedures: &Procedures) {
        let callee = &procedures.list[call.procedure];
        let (Some(before), Some(start)) = (
            self.predicate_at.get(&call.before).copied(),
            self.predicate_at.get(&callee.start).copied(),
        ) else {
            return;
        };
        let premise = HornAtom {
            predicate: before,
            arguments: self.predicates[before].symbols.clone(),
        };
        let given = procedures.given_at_call(callee);
        let conclusion = HornAtom {
            predicate: start,
            arguments: given.iter().map(|v| self.graph.symbol(*v)).collect(),
        };
        let origin = HornOrigin::Call(number);
        self.add(origin, vec![premise], Vec::new(), Some(conclusion));
    }
}

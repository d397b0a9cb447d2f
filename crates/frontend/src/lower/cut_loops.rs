//! Loops of which one round is looked at (`written`): before it, everything that the loop may change holds anything.

use super::body::{Body, Lowered};
use super::lowering::Lowering;
use super::state::Forget;
use crate::ast::{CastKind, Expr, ExprKind};
use invar_cfa::{Cfa, FunctionId, HavocOrigin, LocId, Operation, Program, Scope, Span, VarId};
use std::collections::BTreeSet;

impl Body<'_, '_> {
    pub(super) fn loop_begins(&mut self, number: &Expr) {
        if let Some(number) = constant(number) {
            self.emit(Operation::Skip, None);
            let key = (self.function, number);
            self.lowering.cut_loops.begins.insert(key, self.at);
            self.emit(Operation::Skip, None);
        }
    }

    pub(super) fn loop_forgets(&mut self, number: &Expr, span: Option<Span>) -> Lowered<()> {
        let begin = constant(number).and_then(|number| {
            let begins = &self.lowering.cut_loops.begins;
            begins.get(&(self.function, number)).copied()
        });
        let Some(begin) = begin else {
            return self.unsupported("loop with invariants that begins nowhere", span);
        };
        self.emit(Operation::Skip, span);
        let at = self.at;
        let function = self.function;
        self.emit(Operation::Skip, span);
        self.lowering.cut_loops.forgets.push(Forget {
            function,
            begin,
            at,
            span,
        });
        Ok(())
    }
}

fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Integer(value) => Some(*value),
        ExprKind::Cast(CastKind::IntegralCast | CastKind::NoOp, inner) => constant(inner),
        _ => None,
    }
}

impl Lowering<'_> {
    /// Makes everything arbitrary that loops may change. All functions are lowered.
    pub(super) fn cut_loops(&mut self) {
        let forgets = std::mem::take(&mut self.cut_loops.forgets);
        for forget in forgets {
            let cfa = &self.program.functions[forget.function.0 as usize].cfa;
            let inside = inside(cfa, forget.begin, forget.at);
            let changed = changed(&self.program, cfa, &inside);
            let cfa = &mut self.program.functions[forget.function.0 as usize].cfa;
            for target in changed {
                let after = cfa.split(forget.at);
                let origin = HavocOrigin::Uninitialised;
                let operation = Operation::Havoc { target, origin };
                cfa.add_edge(forget.at, after, operation, forget.span);
            }
        }
    }
}

/// The locations on the ways from a location back to it that do not pass another one.
fn inside(cfa: &Cfa, begin: LocId, at: LocId) -> BTreeSet<LocId> {
    let forwards = reached(at, begin, |location| {
        cfa.outgoing(location).map(|(_, e)| e.to).collect()
    });
    let backwards = reached(at, begin, |location| {
        cfa.incoming(location).map(|(_, e)| e.from).collect()
    });
    forwards.intersection(&backwards).copied().collect()
}

fn reached(from: LocId, barrier: LocId, next: impl Fn(LocId) -> Vec<LocId>) -> BTreeSet<LocId> {
    let mut known = BTreeSet::from([from]);
    let mut todo = vec![from];
    while let Some(location) = todo.pop() {
        for other in next(location) {
            if other != barrier && known.insert(other) {
                todo.push(other);
            }
        }
    }
    known
}

/// The variables that edges between some locations may change, those of calls included.
fn changed(program: &Program, cfa: &Cfa, inside: &BTreeSet<LocId>) -> BTreeSet<VarId> {
    let mut changed = BTreeSet::new();
    let mut called = Vec::new();
    for id in cfa.edge_ids() {
        let edge = cfa.edge(id);
        if inside.contains(&edge.from) && inside.contains(&edge.to) {
            collect(&edge.operation, &mut changed, &mut called);
        }
    }
    let mut known: BTreeSet<FunctionId> = called.iter().copied().collect();
    while let Some(function) = called.pop() {
        let cfa = &program.functions[function.0 as usize].cfa;
        let (mut inner, mut more) = (BTreeSet::new(), Vec::new());
        for id in cfa.edge_ids() {
            collect(&cfa.edge(id).operation, &mut inner, &mut more);
        }
        let is_global = |variable: &VarId| program.variable(*variable).scope == Scope::Global;
        changed.extend(inner.into_iter().filter(is_global));
        called.extend(more.into_iter().filter(|function| known.insert(*function)));
    }
    changed
}

fn collect(operation: &Operation, changed: &mut BTreeSet<VarId>, called: &mut Vec<FunctionId>) {
    match operation {
        Operation::Assign { target, .. } | Operation::Havoc { target, .. } => {
            changed.insert(*target);
        }
        Operation::Call {
            function, results, ..
        } => {
            changed.extend(results);
            called.push(*function);
        }
        Operation::Skip | Operation::Assume { .. } => {}
    }
}

//! What calls read and change outside of the functions they call: where two operands meet in an object, the
//! order of evaluation decides, and C leaves it open.

use super::lowering::Lowering;
use super::overlap::Designated;
use super::state::{Outer, Touched, TouchedByFunction};
use crate::ast::{CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Storage};
use crate::points_to::Object;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

impl Lowering<'_> {
    /// What the functions that a call may reach touch.
    pub(super) fn touched_by_call(&mut self, callee: &Expr) -> Touched {
        let all = match self.touched.take() {
            Some(all) => all,
            None => self.find_touched(),
        };
        let mut touched = Touched::default();
        for function in self.points_to.targets(callee) {
            if let Some(by_function) = all.get(&function) {
                touched.add(by_function);
            }
        }
        self.touched = Some(all);
        touched
    }

    /// The object of an lvalue, as others know it.
    pub(super) fn outer(&self, lvalue: &Expr) -> Option<Outer> {
        match self.designated(lvalue) {
            Designated::Plain(variable, _) => {
                let storage = self.unit.variable(variable).storage;
                let is_local = matches!(storage, Storage::Local(_) | Storage::Parameter(_));
                (!is_local).then_some(Outer::Variable(variable))
            }
            Designated::Memory(cell) => Some(Outer::Node(cell.node)),
            Designated::Other => None,
        }
    }

    fn find_touched(&self) -> TouchedByFunction {
        let functions = self.points_to.functions().iter().copied();
        let mut touched: FxHashMap<FunId, Touched> = FxHashMap::default();
        let mut called: FxHashMap<FunId, BTreeSet<FunId>> = FxHashMap::default();
        for function in functions {
            let mut found = Found::default();
            if let Some(body) = &self.unit.function(function).body {
                self.statement_touches(body, &mut found);
            }
            touched.insert(function, self.without_own(function, found.touched));
            called.insert(function, found.called);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (function, callees) in &called {
                let mut now = touched.get(function).cloned().unwrap_or_default();
                for callee in callees {
                    if let Some(by_callee) = touched.get(callee) {
                        now.add(by_callee);
                    }
                }
                let now = self.without_own(*function, now);
                changed |= touched.get(function) != Some(&now);
                touched.insert(*function, now);
            }
        }
        touched
    }

    /// Leaves out memory that holds nothing but locals of the function.
    fn without_own(&self, function: FunId, mut touched: Touched) -> Touched {
        let is_own = |outer: &Outer| match outer {
            Outer::Variable(_) => false,
            Outer::Node(node) => {
                let objects = &self.points_to.node(*node).objects;
                !objects.is_empty()
                    && objects.iter().all(|(object, _)| match object {
                        Object::Variable(variable) => {
                            let storage = self.unit.variable(*variable).storage;
                            storage == Storage::Local(function)
                                || storage == Storage::Parameter(function)
                        }
                        _ => false,
                    })
            }
        };
        touched.reads.retain(|outer| !is_own(outer));
        touched.changes.retain(|outer| !is_own(outer));
        touched
    }

    fn statement_touches(&self, statement: &Statement, found: &mut Found) {
        for expr in statement.kind.expressions() {
            self.expression_touches(expr, found);
        }
        if let StatementKind::Declare(variables) = &statement.kind {
            for variable in variables {
                let declared = self.unit.variable(*variable);
                let is_local = matches!(declared.storage, Storage::Local(_));
                if let (true, Some(initialiser)) = (is_local, &declared.initialiser) {
                    self.expression_touches(initialiser, found);
                }
            }
        }
        for inner in statement.kind.statements() {
            self.statement_touches(inner, found);
        }
    }

    fn expression_touches(&self, expr: &Expr, found: &mut Found) {
        if let Some(target) = expr.changed() {
            found.touched.changes.extend(self.outer(target));
        }
        match &expr.kind {
            ExprKind::Cast(CastKind::LValueToRValue, object) => {
                found.touched.reads.extend(self.outer(object));
            }
            ExprKind::Call { callee, .. } => found.called.extend(self.points_to.targets(callee)),
            ExprKind::Statement(statement) => self.statement_touches(statement, found),
            _ => {}
        }
        for part in expr.parts() {
            self.expression_touches(part, found);
        }
    }
}

/// What the text of a function touches and calls.
#[derive(Default)]
struct Found {
    touched: Touched,
    called: BTreeSet<FunId>,
}

//! What may be initialised more than once in one lifetime.

use crate::ast::{Expr, ExprKind, FunId, LabelId, Statement, StatementKind, Unit};
use crate::points_to::ExprKey;
use rustc_hash::FxHashSet;

/// What may be initialised more than once in one lifetime.
#[derive(Default)]
pub(in crate::lower) struct Repeated {
    /// Functions in which a `goto` leads backwards.
    pub(in crate::lower) functions: FxHashSet<FunId>,
    /// Compound literals in the conditions and steps of loops.
    pub(in crate::lower) literals: FxHashSet<ExprKey>,
}

impl Repeated {
    pub(in crate::lower) fn of(unit: &Unit) -> Repeated {
        let mut found = Repeated::default();
        for index in 0..unit.functions.len() as u32 {
            let function = FunId(index);
            if let Some(body) = &unit.function(function).body {
                let mut walk = Walk {
                    unit,
                    function,
                    labels: FxHashSet::default(),
                    found: &mut found,
                };
                walk.statement(body);
            }
        }
        found
    }
}

struct Walk<'a> {
    unit: &'a Unit,
    function: FunId,
    /// Labels before the statement that is looked at.
    labels: FxHashSet<LabelId>,
    found: &'a mut Repeated,
}

impl Walk<'_> {
    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Label(label, _) => {
                self.labels.insert(*label);
            }
            StatementKind::Goto(label) if self.labels.contains(label) => {
                self.found.functions.insert(self.function);
            }
            StatementKind::Declare(declared) => {
                let unit = self.unit;
                for id in declared {
                    if let Some(initialiser) = &unit.variable(*id).initialiser {
                        self.expression(initialiser);
                    }
                }
            }
            StatementKind::While { condition, .. } | StatementKind::DoWhile { condition, .. } => {
                self.repeat(condition);
            }
            StatementKind::For {
                condition, step, ..
            } => {
                for each in condition.iter().chain(step) {
                    self.repeat(each);
                }
            }
            _ => {}
        }
        for expr in statement.kind.expressions() {
            self.expression(expr);
        }
        for inner in statement.kind.statements() {
            self.statement(inner);
        }
    }

    /// Statements inside an expression.
    fn expression(&mut self, expr: &Expr) {
        if let ExprKind::Statement(inner) = &expr.kind {
            self.statement(inner);
        }
        for part in expr.parts() {
            self.expression(part);
        }
    }

    fn repeat(&mut self, expr: &Expr) {
        let literals = compound_literals(self.unit, expr);
        self.found.literals.extend(literals);
    }
}

/// The compound literals in an expression.
pub(in crate::lower) fn compound_literals(unit: &Unit, expr: &Expr) -> Vec<ExprKey> {
    let mut found = Vec::new();
    unit.any_part(expr, &mut |part| {
        if let ExprKind::CompoundLiteral(_) = part.kind {
            found.push(ExprKey::of(part));
        }
        false
    });
    found
}

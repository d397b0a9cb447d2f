//! Formats that a variable holds: `fmt = "%d\n"; printf(fmt, x);` prints as if the literal were in the call.
//!
//! A variable counts that is assigned once in its function, a literal, and only read otherwise. A call counts where every
//! execution that gets to it comes past that assignment: it follows in the same list of statements, or inside one that
//! follows, with no label between.

use super::output::literal;
use super::walk::{self, Visitor};
use crate::ast::{
    AssignOp, CastKind, Expr, ExprKind, FunId, Statement, StatementKind, Storage, Unit, VariableId,
};
use std::collections::BTreeMap;

/// Puts the literals into the calls of a function; `format` tells the position of the format among the arguments of a
/// function that prints.
pub(super) fn rewrite(unit: &mut Unit, function: FunId, format: &dyn Fn(&Expr) -> Option<usize>) {
    // A volatile variable may hold something else when it is read.
    if unit.has_volatile {
        return;
    }
    let mut uses = Uses::default();
    walk::function(unit, function, &mut uses);
    let literals = |id: &VariableId, uses: &Use| {
        let variable = unit.variable(*id);
        let is_local = matches!(variable.storage, Storage::Local(_));
        let only_read = uses.all == uses.reads + uses.assigned;
        match &variable.initialiser {
            Some(value) => is_local && only_read && uses.assigned == 0 && literal(value).is_some(),
            None => is_local && only_read && uses.assigned == 1,
        }
    };
    uses.0.retain(|id, uses| literals(id, uses));
    if uses.0.is_empty() {
        return;
    }
    let Some(mut body) = unit.functions[function.0 as usize].body.take() else {
        return;
    };
    let mut formats = Formats {
        unit,
        candidates: &uses.0,
        format,
        known: Vec::new(),
    };
    formats.statement(&mut body);
    unit.functions[function.0 as usize].body = Some(body);
}

/// How often a variable occurs.
#[derive(Default)]
struct Use {
    all: usize,
    reads: usize,
    assigned: usize,
}

#[derive(Default)]
struct Uses(BTreeMap<VariableId, Use>);

impl Visitor for Uses {
    fn expression(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Variable(id) => self.0.entry(*id).or_default().all += 1,
            ExprKind::Cast(CastKind::LValueToRValue, place) => {
                if let ExprKind::Variable(id) = place.kind {
                    self.0.entry(id).or_default().reads += 1;
                }
            }
            ExprKind::Assign {
                op: AssignOp::Plain,
                target,
                ..
            } => {
                if let ExprKind::Variable(id) = target.kind {
                    self.0.entry(id).or_default().assigned += 1;
                }
            }
            _ => {}
        }
    }
}

struct Formats<'a> {
    unit: &'a Unit,
    candidates: &'a BTreeMap<VariableId, Use>,
    format: &'a dyn Fn(&Expr) -> Option<usize>,
    known: Vec<(VariableId, Expr)>,
}

impl Formats<'_> {
    fn statement(&mut self, at: &mut Statement) {
        match &mut at.kind {
            StatementKind::Compound(list) => {
                let outside = self.known.len();
                for each in list {
                    if has_label(each) {
                        self.known.clear();
                    }
                    self.statement(each);
                    self.learn(each);
                }
                self.known.truncate(outside);
            }
            StatementKind::Expression(value) => self.call(value),
            StatementKind::If {
                then, otherwise, ..
            } => {
                self.statement(then);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
            }
            StatementKind::While { body, .. }
            | StatementKind::DoWhile { body, .. }
            | StatementKind::For { body, .. } => self.statement(body),
            _ => {}
        }
    }

    /// What a statement assigns is known after it.
    fn learn(&mut self, at: &Statement) {
        match &at.kind {
            StatementKind::Expression(Expr {
                kind: ExprKind::Assign { target, value, .. },
                ..
            }) => {
                if let ExprKind::Variable(id) = target.kind {
                    self.add(id, value);
                }
            }
            StatementKind::Declare(variables) => {
                for id in variables {
                    if let Some(value) = &self.unit.variable(*id).initialiser {
                        self.add(*id, value);
                    }
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, id: VariableId, value: &Expr) {
        if self.candidates.contains_key(&id) && literal(value).is_some() {
            self.known.push((id, value.clone()));
        }
    }

    fn call(&self, expr: &mut Expr) {
        let ExprKind::Call { callee, arguments } = &mut expr.kind else {
            return;
        };
        let argument = (self.format)(callee).and_then(|position| arguments.get_mut(position));
        if let Some(argument) = argument
            && let Some(id) = read_variable(argument)
            && let Some((_, value)) = self.known.iter().find(|(known, _)| *known == id)
        {
            *argument = value.clone();
        }
    }
}

/// The variable whose value an expression is.
fn read_variable(expr: &Expr) -> Option<VariableId> {
    match &expr.kind {
        ExprKind::Cast(CastKind::LValueToRValue, place) => match place.kind {
            ExprKind::Variable(id) => Some(id),
            _ => None,
        },
        ExprKind::Cast(CastKind::NoOp | CastKind::BitCast, inner) => read_variable(inner),
        _ => None,
    }
}

/// Whether an execution can enter a statement other than at its beginning.
fn has_label(statement: &Statement) -> bool {
    matches!(
        statement.kind,
        StatementKind::Label(..) | StatementKind::Case(..) | StatementKind::Default(_)
    ) || statement.kind.statements().into_iter().any(has_label)
}

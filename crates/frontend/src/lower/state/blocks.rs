//! Where the local variables and the compound literals of a unit are.

use super::repeated::compound_literals;
use crate::ast::{Expr, FunId, Statement, StatementKind, Unit, VariableId};
use crate::points_to::ExprKey;
use rustc_hash::{FxHashMap, FxHashSet};

/// The blocks around declarations and compound literals, outermost first.
#[derive(Default)]
pub(in crate::lower) struct Blocks {
    pub(in crate::lower) variables: FxHashMap<VariableId, Vec<u32>>,
    pub(in crate::lower) literals: FxHashMap<ExprKey, (FunId, Vec<u32>)>,
    /// Functions with labels.
    pub(in crate::lower) labelled: FxHashSet<FunId>,
}

/// Where the local variables and the compound literals of a unit are.
pub(in crate::lower) fn blocks(unit: &Unit) -> Blocks {
    let mut found = Blocks::default();
    for index in 0..unit.functions.len() as u32 {
        let function = FunId(index);
        if let Some(body) = &unit.function(function).body {
            let mut walk = Walk {
                unit,
                function,
                path: Vec::new(),
                next: 0,
                found: &mut found,
            };
            walk.statement(body);
        }
    }
    found
}

struct Walk<'a> {
    unit: &'a Unit,
    function: FunId,
    path: Vec<u32>,
    next: u32,
    found: &'a mut Blocks,
}

impl Walk<'_> {
    fn expression(&mut self, expr: &Expr) {
        for literal in compound_literals(self.unit, expr) {
            let block = (self.function, self.path.clone());
            self.found.literals.insert(literal, block);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let unit = self.unit;
        if let StatementKind::Declare(variables) = &statement.kind {
            for variable in variables {
                (self.found.variables).insert(*variable, self.path.clone());
                if let Some(initialiser) = &unit.variable(*variable).initialiser {
                    self.expression(initialiser);
                }
            }
        }
        if let StatementKind::Label(..) = &statement.kind {
            self.found.labelled.insert(self.function);
        }
        // C11 6.8.4, 6.8.5: such statements are blocks, with their conditions.
        let opens = matches!(
            statement.kind,
            StatementKind::Compound(_)
                | StatementKind::For { .. }
                | StatementKind::While { .. }
                | StatementKind::DoWhile { .. }
                | StatementKind::If { .. }
                | StatementKind::Switch { .. }
        );
        if opens {
            self.next += 1;
            self.path.push(self.next);
        }
        for expr in statement.kind.expressions() {
            self.expression(expr);
        }
        for inner in statement.kind.statements() {
            self.statement(inner);
        }
        if opens {
            self.path.pop();
        }
    }
}

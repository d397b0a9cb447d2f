//! Scopes: which variables exist where, so that a jump into a block behind a declaration leaves
//! the declared variable with any value, as C says.

use super::body::{Body, Lowered};
use crate::ast::{LabelId, Statement, StatementKind, Storage, VariableId};
use invar_cfa::{HavocOrigin, Span};
use rustc_hash::FxHashMap;

/// The variables in scope at each label of a function.
#[derive(Default)]
pub(super) struct LabelScopes {
    at: FxHashMap<LabelId, Vec<VariableId>>,
    scope: Vec<VariableId>,
}

impl LabelScopes {
    pub(super) fn of(body: &Statement) -> LabelScopes {
        let mut scopes = LabelScopes::default();
        scopes.visit(body);
        scopes
    }

    fn visit(&mut self, statement: &Statement) {
        let depth = self.scope.len();
        match &statement.kind {
            StatementKind::Declare(variables) => {
                // Visible to what follows in the enclosing block.
                self.scope.extend(variables);
                return;
            }
            StatementKind::Label(label, body) => {
                self.at.insert(*label, self.scope.clone());
                // A declaration behind a label belongs to the enclosing block too.
                return self.visit(body);
            }
            StatementKind::Case(_, body) | StatementKind::Default(body) => {
                return self.visit(body);
            }
            StatementKind::Compound(list) => list.iter().for_each(|s| self.visit(s)),
            StatementKind::If {
                then, otherwise, ..
            } => {
                self.visit(then);
                otherwise.iter().for_each(|s| self.visit(s));
            }
            StatementKind::While { body, .. }
            | StatementKind::DoWhile { body, .. }
            | StatementKind::Switch { body, .. } => self.visit(body),
            StatementKind::For { initial, body, .. } => {
                initial.iter().for_each(|s| self.visit(s));
                self.visit(body);
            }
            _ => {}
        }
        self.scope.truncate(depth);
    }
}

impl Body<'_, '_> {
    /// `goto`: what the jump brings into scope without passing its declaration holds any value.
    pub(super) fn goto_statement(&mut self, label: LabelId, span: Option<Span>) -> Lowered<()> {
        let Some(there) = self.label_scopes.at.get(&label).cloned() else {
            return self.unsupported("jump into a statement expression", span);
        };
        self.enter_scope(&there, span);
        let target = self.label(label, None);
        self.go(target, span);
        Ok(())
    }

    /// Any value for the variables that are in scope there and not here.
    pub(super) fn enter_scope(&mut self, there: &[VariableId], span: Option<Span>) {
        for variable in there {
            if self.scope.contains(variable) {
                continue;
            }
            let declared = self.lowering.unit.variable(*variable);
            if matches!(declared.storage, Storage::Local(_)) {
                if self.lowering.regions.in_memory(*variable) {
                    // What could not be lowered already leads into its own location.
                    let _ = self.make_local(*variable, span);
                    continue;
                }
                let storage = self.storage(*variable);
                self.havoc_all(&storage, &HavocOrigin::Uninitialised, span);
            }
        }
    }
}

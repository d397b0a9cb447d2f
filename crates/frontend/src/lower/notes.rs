//! Remarks about the text: which names are visible at loops, what follows declarations.

use super::body::Body;
use crate::ast::has_effects;
use crate::ast::{Statement, StatementKind};
use invar_cfa::{LoopNote, LoopShape, Span};

impl Body<'_, '_> {
    /// Remembers the names that are visible at a loop or a label.
    pub(super) fn note_loop(&mut self, span: Option<Span>, shape: LoopShape) {
        let Some(span) = span else {
            return;
        };
        let unit = self.lowering.unit;
        // Inner declarations come later and win.
        let declared = self.scope.iter().map(|v| unit.variable(*v));
        let visible = declared.map(|v| (v.name.clone(), v.span)).collect();
        let note = LoopNote { shape, visible };
        self.lowering.notes.loops.insert(span, note);
    }

    /// Remembers which statements follow the declarations of a block.
    pub(super) fn note_declarations(&mut self, block: &[Statement]) {
        let unit = self.lowering.unit;
        for (statement, next) in block.iter().zip(block.iter().skip(1)) {
            let (StatementKind::Declare(variables), Some(next)) =
                (&statement.kind, first_statement(next))
            else {
                continue;
            };
            for variable in variables.iter().rev() {
                let variable = unit.variable(*variable);
                if let Some(span) = variable.span {
                    self.lowering.notes.after.insert(span, next);
                }
                // What is asked for between the declaration and its end comes first.
                if variable.initialiser.as_ref().is_some_and(has_effects) {
                    break;
                }
            }
        }
    }
}

/// Where a statement begins, or the first one in a block.
pub(super) fn first_statement(statement: &Statement) -> Option<Span> {
    match &statement.kind {
        StatementKind::Compound(list) => first_statement(list.first()?),
        _ => statement.span,
    }
}

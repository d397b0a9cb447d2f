//! The statements and loops of a unit by their positions.

use super::{FactPlace, Site};
use crate::ast::{Statement, StatementKind, Unit};
use invar_cfa::Span;
use std::collections::BTreeMap;

/// How text is put before what is at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A declaration: a statement before it.
    Declaration,
    /// Another statement: it becomes the other branch of an `if`.
    Statement,
}

/// The positions of one file.
#[derive(Default)]
pub(super) struct Sites {
    /// Statements.
    pub(super) statements: BTreeMap<Site, Form>,
    /// Loops, with the beginning of their conditions.
    pub(super) loops: BTreeMap<Site, Option<Site>>,
}

impl Sites {
    /// The positions of a unit's statements in a file.
    pub(super) fn of(unit: &Unit, file: &str) -> Sites {
        let mut sites = Sites::default();
        for function in &unit.functions {
            if let Some(body) = &function.body {
                sites.visit(unit, file, body);
            }
        }
        sites
    }

    fn visit(&mut self, unit: &Unit, file: &str, statement: &Statement) {
        let site = |span: Option<Span>| {
            let span = span.filter(|s| unit.sources.path(s.file) == file)?;
            Some(Site {
                line: span.line,
                column: span.column,
            })
        };
        let here = site(statement.span);
        let condition = match &statement.kind {
            StatementKind::While { condition, .. } | StatementKind::DoWhile { condition, .. } => {
                Some(site(condition.span))
            }
            StatementKind::For { condition, .. } => {
                Some(condition.as_ref().and_then(|c| site(c.span)))
            }
            _ => None,
        };
        if let Some(here) = here {
            let form = match &statement.kind {
                StatementKind::Declare(_) => Form::Declaration,
                _ => Form::Statement,
            };
            // A block begins where nothing else does; a labelled statement begins at its label.
            if !matches!(statement.kind, StatementKind::Compound(_)) {
                self.statements.entry(here).or_insert(form);
            }
            if let Some(condition) = condition {
                self.loops.insert(here, condition);
            }
        }
        match &statement.kind {
            StatementKind::Compound(list) => list.iter().for_each(|s| self.visit(unit, file, s)),
            StatementKind::If {
                then, otherwise, ..
            } => {
                self.visit(unit, file, then);
                otherwise.iter().for_each(|s| self.visit(unit, file, s));
            }
            StatementKind::While { body, .. }
            | StatementKind::DoWhile { body, .. }
            | StatementKind::For { body, .. }
            | StatementKind::Switch { body, .. }
            | StatementKind::Case(_, body)
            | StatementKind::Default(body)
            | StatementKind::Label(_, body) => self.visit(unit, file, body),
            _ => {}
        }
    }

    /// The position that a statement about a place means.
    pub(super) fn find(&self, place: FactPlace, line: u32, column: Option<u32>) -> Option<Site> {
        let known: Vec<Site> = match place {
            FactPlace::Loop => self.loops.keys().copied().collect(),
            FactPlace::Statement => self.statements.keys().copied().collect(),
        };
        let wanted = column.map(|column| Site { line, column });
        if let Some(wanted) = wanted.filter(|site| known.contains(site)) {
            return Some(wanted);
        }
        let on_line: Vec<Site> = known.into_iter().filter(|s| s.line == line).collect();
        match (column, on_line.as_slice()) {
            // The first that fits.
            (None, [first, ..]) => Some(*first),
            // Tools do not agree on columns; where there is no choice they need not.
            (Some(_), [only]) => Some(*only),
            _ => None,
        }
    }
}

//! Reads the program with facts in its text, and takes the facts from that reading.

use super::insert::{PREFIX, Placed, inserted};
use super::sites::Sites;
use super::{Fact, StatedFact, harmless};
use crate::ast::{BinaryOp, Expr, ExprKind, Statement, StatementKind, Unit};
use crate::clang::{ParseOptions, parse_all};
use crate::diagnostic::Diagnostic;
use invar_cfa::SourceText;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Readings of single facts after one of many could not be read.
const MAX_SINGLE: usize = 60;

/// Reads facts about a unit that was read from some files, stated in the text of one of them; per
/// fact what it says, or why it cannot be said of this unit.
///
/// # Errors
/// The file cannot be read again.
pub fn read(
    unit: &Unit,
    files: &[(PathBuf, ParseOptions)],
    annotated: usize,
    stated: &[StatedFact],
) -> Result<Vec<Result<Fact, String>>, Diagnostic> {
    let Some((file, _)) = files.get(annotated) else {
        return Err(Diagnostic::new("there is no such file"));
    };
    let bytes = std::fs::read(file)
        .map_err(|error| Diagnostic::new(format!("cannot read {}: {error}", file.display())))?;
    let text = SourceText::new(bytes);
    let sites = Sites::of(unit, &file.to_string_lossy());
    let mut results: Vec<Result<Fact, String>> = Vec::new();
    let mut placed = Vec::new();
    for (number, fact) in stated.iter().enumerate() {
        let site = sites.find(fact.place, fact.line, fact.column);
        results.push(Err(match (harmless::objection(&fact.text), site) {
            (Some(why), _) => format!("`{}` is not read as an expression: {why}", fact.text),
            (None, None) => format!(
                "nothing that a fact can be about begins at line {}",
                fact.line
            ),
            (None, Some(site)) => {
                placed.push(Placed {
                    number,
                    site,
                    place: fact.place,
                    text: &fact.text,
                });
                format!("`{}` has no meaning at line {}", fact.text, site.line)
            }
        }));
    }
    let reading = Reading {
        unit,
        files,
        annotated,
        text: &text,
        sites: &sites,
    };
    let mut found = reading.expressions(&placed);
    // One that clang refuses must not take the others with it.
    if found.is_none() && placed.len() > 1 {
        let mut all = BTreeMap::new();
        for fact in placed.iter().take(MAX_SINGLE) {
            let single = reading.expressions(std::slice::from_ref(fact));
            all.extend(single.unwrap_or_default());
        }
        found = Some(all);
    }
    let mut found = found.unwrap_or_default();
    for fact in placed {
        if let Some(expression) = found.remove(&fact.number) {
            results[fact.number] = Ok(Fact {
                site: fact.site,
                place: fact.place,
                expression,
            });
        }
    }
    Ok(results)
}

struct Reading<'a> {
    unit: &'a Unit,
    files: &'a [(PathBuf, ParseOptions)],
    annotated: usize,
    text: &'a SourceText,
    sites: &'a Sites,
}

impl Reading<'_> {
    /// The expressions of facts by their numbers; `None` if the text cannot be read with them.
    fn expressions(&self, facts: &[Placed<'_>]) -> Option<BTreeMap<usize, Expr>> {
        if facts.is_empty() {
            return Some(BTreeMap::new());
        }
        let text = inserted(self.text, self.sites, facts)?;
        let mut files = self.files.to_vec();
        let (file, options) = files.get_mut(self.annotated)?;
        let copy = Copy::of(file, &text)?;
        // What the file includes is beside the file, not beside the copy.
        let folder = file.parent().unwrap_or(Path::new("."));
        let folder = if folder.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            folder.to_owned()
        };
        options.include_dirs.insert(0, folder);
        file.clone_from(&copy.0);
        let files: Vec<_> = files.iter().map(|(f, o)| (f.as_path(), o)).collect();
        let unit = parse_all(&files).ok()?;
        if !same_variables(self.unit, &unit) {
            return None;
        }
        let mut found = BTreeMap::new();
        for function in &unit.functions {
            if let Some(body) = &function.body {
                collect(&unit, body, &mut found);
            }
        }
        Some(found)
    }
}

/// Whether variables have the same numbers in both readings: facts declare nothing.
fn same_variables(one: &Unit, other: &Unit) -> bool {
    let mut pairs = one.variables.iter().zip(&other.variables);
    one.variables.len() == other.variables.len()
        && one.records.len() == other.records.len()
        && pairs.all(|(a, b)| a.name == b.name && a.ty == b.ty)
}

/// A copy of the file that is gone when it is dropped.
struct Copy(PathBuf);

impl Copy {
    fn of(file: &Path, text: &[u8]) -> Option<Copy> {
        let end = file.extension().unwrap_or_default().to_string_lossy();
        let name = format!("invar-{}-facts.{end}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).ok()?;
        Some(Copy(path))
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Takes the facts out of a statement.
fn collect(unit: &Unit, statement: &Statement, found: &mut BTreeMap<usize, Expr>) {
    match &statement.kind {
        StatementKind::Compound(list) => list.iter().for_each(|s| collect(unit, s, found)),
        StatementKind::Expression(expr) => take(unit, expr, found),
        StatementKind::If {
            condition,
            then,
            otherwise,
        } => {
            take(unit, condition, found);
            collect(unit, then, found);
            otherwise.iter().for_each(|s| collect(unit, s, found));
        }
        StatementKind::While { condition, body } | StatementKind::DoWhile { body, condition } => {
            take(unit, condition, found);
            collect(unit, body, found);
        }
        StatementKind::For {
            condition, body, ..
        } => {
            condition.iter().for_each(|c| take(unit, c, found));
            collect(unit, body, found);
        }
        StatementKind::Switch { body, .. }
        | StatementKind::Case(_, body)
        | StatementKind::Default(body)
        | StatementKind::Label(_, body) => collect(unit, body, found),
        _ => {}
    }
}

/// Takes the facts out of the operands of commas.
fn take(unit: &Unit, expr: &Expr, found: &mut BTreeMap<usize, Expr>) {
    match &expr.kind {
        ExprKind::Binary(BinaryOp::Comma, left, right) => {
            take(unit, left, found);
            take(unit, right, found);
        }
        ExprKind::Cast(_, inner) => take(unit, inner, found),
        ExprKind::Call { callee, arguments } => {
            let name = callee_name(unit, callee);
            let number = name.and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
            if let (Some(number), [argument]) = (number, arguments.as_slice()) {
                found.insert(number, argument.clone());
            }
        }
        _ => {}
    }
}

fn callee_name<'u>(unit: &'u Unit, callee: &Expr) -> Option<&'u str> {
    match &callee.kind {
        ExprKind::Function(function) => Some(&unit.function(*function).name),
        ExprKind::Cast(_, inner) => callee_name(unit, inner),
        _ => None,
    }
}

//! Which functions and variables of the next unit are known, and whose definition counts.

use crate::ast::{FunId, FunctionDecl, Linkage, Storage, Unit, VariableDecl, VariableId};
use crate::diagnostic::Diagnostic;
use crate::models::is_model;
use invar_cfa::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where something of the next unit goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target<Id> {
    /// It is new.
    New(Id),
    /// It is known, and what is known about it stays.
    Known(Id),
    /// It is known, and defined here.
    Defines(Id),
}

impl<Id: Copy> Target<Id> {
    pub(super) fn id(self) -> Id {
        match self {
            Target::New(id) | Target::Known(id) | Target::Defines(id) => id,
        }
    }
}

/// Where everything goes.
pub(super) struct Plan {
    pub(super) functions: Vec<Target<FunId>>,
    /// `None` for what belongs to a body that is not taken.
    pub(super) variables: Vec<Option<Target<VariableId>>>,
}

/// What a name means in all units.
#[derive(Clone, Copy)]
enum Symbol {
    Function(FunId),
    Variable(VariableId),
}

/// A unit with the names that others can use.
pub(super) struct Visible<'a> {
    unit: &'a Unit,
    symbols: BTreeMap<Arc<str>, Symbol>,
}

/// What the linker knows a function as.
pub(super) fn symbol(function: &FunctionDecl) -> &Arc<str> {
    function.symbol.as_ref().unwrap_or(&function.name)
}

impl<'a> Visible<'a> {
    pub(super) fn new(unit: &'a Unit) -> Visible<'a> {
        let mut symbols = BTreeMap::new();
        for (number, function) in unit.functions.iter().enumerate() {
            if is_visible(unit, function) {
                let id = Symbol::Function(FunId(number as u32));
                symbols.insert(Arc::clone(symbol(function)), id);
            }
        }
        for (number, variable) in unit.variables.iter().enumerate() {
            if is_shared(unit, variable) {
                let id = Symbol::Variable(VariableId(number as u32));
                symbols.insert(Arc::clone(&variable.name), id);
            }
        }
        Visible { unit, symbols }
    }

    /// Decides where the parts of another unit go.
    pub(super) fn plan(&self, next: &Unit) -> Result<Plan, Diagnostic> {
        let other = Visible::new(next);
        let known = self.unit.aliases.iter().map(|name| (name, &other));
        let here = next.aliases.iter().map(|name| (name, self));
        if let Some((name, _)) = known.chain(here).find(|(name, visible)| visible.has(name)) {
            let message = format!("`{name}` is an alias of another variable in one of the files");
            return Err(Diagnostic::new(message));
        }
        let mut functions = Vec::new();
        let mut fresh = self.unit.functions.len() as u32;
        for function in &next.functions {
            let target = self.function(next, function)?.unwrap_or_else(|| {
                fresh += 1;
                Target::New(FunId(fresh - 1))
            });
            functions.push(target);
        }
        let mut variables = Vec::new();
        let mut fresh = self.unit.variables.len() as u32;
        for variable in &next.variables {
            let owner = match variable.storage {
                Storage::Global | Storage::External => None,
                Storage::StaticLocal(f) | Storage::Local(f) | Storage::Parameter(f) => Some(f),
            };
            let owner = owner.map(|f| functions[f.0 as usize]);
            if matches!(owner, Some(Target::Known(_))) {
                variables.push(None);
                continue;
            }
            let target = self.variable(next, variable)?.unwrap_or_else(|| {
                fresh += 1;
                Target::New(VariableId(fresh - 1))
            });
            variables.push(Some(target));
        }
        Ok(Plan {
            functions,
            variables,
        })
    }

    /// Whether a name can be used by other units.
    fn has(&self, name: &Arc<str>) -> bool {
        self.symbols.contains_key(name) || self.unit.aliases.contains(name)
    }

    fn function(
        &self,
        next: &Unit,
        function: &FunctionDecl,
    ) -> Result<Option<Target<FunId>>, Diagnostic> {
        if !is_visible(next, function) {
            return Ok(None);
        }
        let id = match self.symbols.get(symbol(function)) {
            None => return Ok(None),
            Some(Symbol::Function(id)) => *id,
            Some(Symbol::Variable(id)) => {
                let variable = self.unit.variable(*id);
                return Err(self.other_kind(next, function.span, &function.name, variable.span));
            }
        };
        let known = self.unit.function(id);
        let both_models = is_model(self.unit, known.span) && is_model(next, function.span);
        Ok(Some(match (&known.body, &function.body) {
            (_, None) => Target::Known(id),
            (None, Some(_)) => Target::Defines(id),
            (Some(_), Some(_)) if both_models => Target::Known(id),
            (Some(_), Some(_)) => match (known.linkage, function.linkage) {
                (Linkage::External, Linkage::Weak) => Target::Known(id),
                (Linkage::Weak, Linkage::External) => Target::Defines(id),
                _ => return Err(self.twice(next, function.span, &function.name, known.span)),
            },
        }))
    }

    fn variable(
        &self,
        next: &Unit,
        variable: &VariableDecl,
    ) -> Result<Option<Target<VariableId>>, Diagnostic> {
        if !is_shared(next, variable) {
            return Ok(None);
        }
        let id = match self.symbols.get(&variable.name) {
            None => return Ok(None),
            Some(Symbol::Variable(id)) => *id,
            Some(Symbol::Function(id)) => {
                let function = self.unit.function(*id);
                return Err(self.other_kind(next, variable.span, &variable.name, function.span));
            }
        };
        let known = self.unit.variable(id);
        let both_models = is_model(self.unit, known.span) && is_model(next, variable.span);
        Ok(Some(match (strength(known), strength(variable)) {
            _ if both_models => Target::Known(id),
            (known_says, says) if known_says.defines() && says.defines() => {
                match (known.linkage, variable.linkage) {
                    // A definition without an initialiser comes before a weak one with it too.
                    (Linkage::External, Linkage::Weak) => Target::Known(id),
                    (Linkage::Weak, Linkage::External) => Target::Defines(id),
                    // The order of the files decides.
                    (Linkage::Weak, Linkage::Weak) => {
                        return Err(self.twice(next, variable.span, &variable.name, known.span));
                    }
                    _ if says > known_says => Target::Defines(id),
                    _ if says == Strength::Initialised => {
                        return Err(self.twice(next, variable.span, &variable.name, known.span));
                    }
                    _ => Target::Known(id),
                }
            }
            (known, here) if here > known => Target::Defines(id),
            _ => Target::Known(id),
        }))
    }

    fn twice(
        &self,
        next: &Unit,
        span: Option<Span>,
        name: &str,
        known: Option<Span>,
    ) -> Diagnostic {
        let message = format!("`{name}` is defined twice, also{}", at(self.unit, known));
        placed(next, span, message).with_hint("what only one file uses can be `static`")
    }

    fn other_kind(
        &self,
        next: &Unit,
        span: Option<Span>,
        name: &str,
        known: Option<Span>,
    ) -> Diagnostic {
        let message = format!(
            "`{name}` is a function in one file and a variable in another{}",
            at(self.unit, known)
        );
        placed(next, span, message)
    }
}

/// How much a declaration of a variable says about its value.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Declared,
    Tentative,
    Initialised,
}

impl Strength {
    /// Whether it is a definition.
    fn defines(&self) -> bool {
        *self != Strength::Declared
    }
}

fn strength(variable: &VariableDecl) -> Strength {
    match (variable.storage, &variable.initialiser) {
        (_, Some(_)) => Strength::Initialised,
        (Storage::External, None) => Strength::Declared,
        (_, None) => Strength::Tentative,
    }
}

/// Whether a function is the same as one of its name in another unit. An inline definition is not.
fn is_visible(unit: &Unit, function: &FunctionDecl) -> bool {
    match function.linkage {
        Linkage::External | Linkage::Weak => true,
        Linkage::Inline => function.body.is_none() || is_model(unit, function.span),
        Linkage::Internal => is_model(unit, function.span),
    }
}

fn is_shared(unit: &Unit, variable: &VariableDecl) -> bool {
    let is_file_scope = matches!(variable.storage, Storage::Global | Storage::External);
    is_file_scope && (variable.linkage != Linkage::Internal || is_model(unit, variable.span))
}

/// ` at path:line:column`, or nothing.
pub(super) fn at(unit: &Unit, span: Option<Span>) -> String {
    span.map_or_else(String::new, |span| {
        format!(" at {}", unit.sources.describe(span))
    })
}

/// A message about a place in a unit.
pub(super) fn placed(unit: &Unit, span: Option<Span>, message: String) -> Diagnostic {
    Diagnostic {
        message,
        place: span.map(|span| unit.sources.describe(span)),
        hint: None,
    }
}

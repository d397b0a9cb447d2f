//! A copy of a small function for each of its calls, so that the points-to analysis, which looks at a function once,
//! tells the calls apart: what `xmalloc` returns here is not what it returns there.
//!
//! Only the tree is copied. Copies have the name and the positions of their original; traces and tables do not show them.

use crate::ast::{Expr, ExprKind, FunId, RecordId, Statement, Storage, Type, Unit, VariableId};
use crate::link::Numbers;
use crate::points_to::recursive_functions;
use crate::rewrite::walk::{self, Visitor};
use std::collections::{BTreeMap, BTreeSet};

/// Expressions of a function that is copied.
const MAX_EXPRESSIONS: usize = 80;
/// Expressions that are added to a program.
const MAX_ADDED: usize = 20_000;

/// The unit with copies, if there are any.
pub(crate) fn specialised(unit: &Unit, entry: FunId) -> Option<Unit> {
    let calls = Calls::of(unit);
    let copied = calls.copied(unit, entry);
    if copied.is_empty() {
        return None;
    }
    let mut copier = Copier {
        numbers: identity(unit),
        owned: variables_by_owner(unit),
        source: unit,
        unit: unit.clone(),
        copied,
        kept: calls.address_taken,
        added: 0,
    };
    for function in 0..unit.functions.len() {
        copier.calls_of(FunId(function as u32));
    }
    (copier.added > 0).then_some(copier.unit)
}

/// What the functions of a unit call and how large they are.
#[derive(Default)]
struct Calls {
    edges: BTreeSet<(FunId, FunId)>,
    /// Calls of each function, all over the unit.
    count: BTreeMap<FunId, usize>,
    /// Functions whose address is used.
    address_taken: BTreeSet<FunId>,
    /// Functions that cannot be copied.
    excluded: BTreeSet<FunId>,
    sizes: BTreeMap<FunId, usize>,
}

impl Calls {
    fn of(unit: &Unit) -> Calls {
        let mut calls = Calls::default();
        for (number, function) in unit.functions.iter().enumerate() {
            let id = FunId(number as u32);
            if let Some(body) = &function.body {
                calls.body(unit, id, body);
            }
        }
        let initialisers = (unit.variables.iter())
            .filter(|v| matches!(v.storage, Storage::Global | Storage::StaticLocal(_)))
            .filter_map(|v| v.initialiser.as_ref());
        for value in initialisers {
            calls.addresses(value);
        }
        for variable in &unit.variables {
            if let Storage::StaticLocal(owner) = variable.storage {
                calls.excluded.insert(owner);
            }
        }
        calls
    }

    fn body(&mut self, unit: &Unit, id: FunId, body: &Statement) {
        let mut size = 0;
        let mut callees = Vec::new();
        let mut mentioned: BTreeMap<FunId, usize> = BTreeMap::new();
        let mut indirect = false;
        // A literal is one object, however often the function is called.
        let mut literal = false;
        unit.any_expression(body, &mut |expr| {
            size += 1;
            match &expr.kind {
                ExprKind::String(_) => literal = true,
                ExprKind::Function(function) => *mentioned.entry(*function).or_default() += 1,
                ExprKind::Call { callee, .. } => match callee.direct_callee() {
                    Some(function) => callees.push(function),
                    None => indirect = true,
                },
                _ => {}
            }
            false
        });
        for callee in &callees {
            self.edges.insert((id, *callee));
            *self.count.entry(*callee).or_default() += 1;
            *mentioned.entry(*callee).or_default() -= 1;
        }
        if indirect || literal {
            self.excluded.insert(id);
        }
        // Its address is one, whichever copy asks.
        if mentioned.get(&id).is_some_and(|count| *count > 0) {
            self.excluded.insert(id);
        }
        let taken = mentioned.into_iter().filter(|(_, count)| *count > 0);
        self.address_taken
            .extend(taken.map(|(function, _)| function));
        self.sizes.insert(id, size);
    }

    fn addresses(&mut self, value: &Expr) {
        if let ExprKind::Function(function) = &value.kind {
            self.address_taken.insert(*function);
        }
        for part in value.parts() {
            self.addresses(part);
        }
    }

    /// The functions that are worth it.
    fn copied(&self, unit: &Unit, entry: FunId) -> BTreeMap<FunId, usize> {
        let recursive = recursive_functions(unit.functions.len(), &self.edges);
        let mut copied = BTreeMap::new();
        for (number, function) in unit.functions.iter().enumerate() {
            let id = FunId(number as u32);
            let size = self.sizes.get(&id).copied().unwrap_or(usize::MAX);
            let calls = self.count.get(&id).copied().unwrap_or(0);
            let several = calls > 1 || calls == 1 && self.address_taken.contains(&id);
            let parameters = function.ty.parameters.iter();
            let has_pointer = parameters.chain([&function.ty.result]).any(is_pointer);
            let fits = size <= MAX_EXPRESSIONS && !function.ty.variadic;
            let excluded = recursive[number] || self.excluded.contains(&id) || id == entry;
            if fits && several && has_pointer && !excluded {
                copied.insert(id, size);
            }
        }
        copied
    }
}

fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::Pointer(_))
}

/// Everything keeps its number.
fn identity(unit: &Unit) -> Numbers {
    Numbers {
        records: (0..unit.records.len() as u32).map(RecordId).collect(),
        functions: (0..unit.functions.len() as u32).map(FunId).collect(),
        variables: (0..unit.variables.len() as u32)
            .map(|number| Some(VariableId(number)))
            .collect(),
        enums: 0,
        labels: 0,
        files: unit.sources.files().map(|(id, _)| (id, id)).collect(),
    }
}

fn variables_by_owner(unit: &Unit) -> BTreeMap<FunId, Vec<VariableId>> {
    let mut owned: BTreeMap<FunId, Vec<VariableId>> = BTreeMap::new();
    for (number, variable) in unit.variables.iter().enumerate() {
        if let Storage::Local(owner) | Storage::Parameter(owner) = variable.storage {
            let id = VariableId(number as u32);
            owned.entry(owner).or_default().push(id);
        }
    }
    owned
}

struct Copier<'u> {
    /// The unit without copies.
    source: &'u Unit,
    unit: Unit,
    numbers: Numbers,
    owned: BTreeMap<FunId, Vec<VariableId>>,
    /// The functions that are copied, with their sizes.
    copied: BTreeMap<FunId, usize>,
    /// Those whose original is in use already.
    kept: BTreeSet<FunId>,
    added: usize,
}

impl Copier<'_> {
    /// Gives the calls in a function copies of their own; those in the copies too.
    fn calls_of(&mut self, function: FunId) {
        let mut open = vec![function];
        while let Some(function) = open.pop() {
            let mut redirect = Redirect {
                copied: &self.copied,
                kept: &mut self.kept,
                next: self.unit.functions.len() as u32,
                originals: Vec::new(),
                room: MAX_ADDED.saturating_sub(self.added),
            };
            walk::function(&mut self.unit, function, &mut redirect);
            for original in redirect.originals {
                self.added += self.copied[&original];
                open.push(self.copy(original));
            }
        }
    }

    fn copy(&mut self, original: FunId) -> FunId {
        let id = FunId(self.unit.functions.len() as u32);
        let owned = self.owned.get(&original).cloned().unwrap_or_default();
        for (variable, next) in owned.iter().zip(self.unit.variables.len() as u32..) {
            self.numbers.variables[variable.0 as usize] = Some(VariableId(next));
        }
        self.numbers.functions[original.0 as usize] = id;
        self.numbers.labels = self.unit.labels;
        let numbers = &self.numbers;
        let function = numbers.renumbered_function(self.source.function(original).clone());
        let variables: Vec<_> = (owned.iter())
            .map(|variable| numbers.renumbered_variable(self.source.variable(*variable).clone()))
            .collect();
        self.unit.functions.push(function);
        if let Some(level) = self.source.interrupts.levels.get(&original) {
            self.unit.interrupts.levels.insert(id, *level);
        }
        self.unit.variables.extend(variables);
        self.unit.labels += self.source.labels;
        for variable in owned {
            self.numbers.variables[variable.0 as usize] = Some(variable);
        }
        self.numbers.functions[original.0 as usize] = original;
        id
    }
}

/// Leads calls to copies that are made afterwards.
struct Redirect<'c> {
    copied: &'c BTreeMap<FunId, usize>,
    kept: &'c mut BTreeSet<FunId>,
    /// The number of the next copy.
    next: u32,
    /// Of which functions copies are wanted, in order.
    originals: Vec<FunId>,
    room: usize,
}

impl Visitor for Redirect<'_> {
    fn expression(&mut self, expr: &mut Expr) {
        let ExprKind::Call { callee, .. } = &mut expr.kind else {
            return;
        };
        let Some(original) = callee.direct_callee() else {
            return;
        };
        let Some(size) = self.copied.get(&original) else {
            return;
        };
        // The first call keeps the original.
        if self.kept.insert(original) || *size > self.room {
            return;
        }
        self.room -= size;
        callee.set_direct_callee(FunId(self.next + self.originals.len() as u32));
        self.originals.push(original);
    }
}

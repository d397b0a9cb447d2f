//! The result of the analysis is checked, not trusted: a second walk over the tree.
//!
//! A pointer value is typed by the cell that the analysis says it points to. The walk goes through
//! every expression that can be evaluated and compares the cell that its operands give with the one
//! that is recorded, by one local rule per construct. Where a value may flow into a context with
//! another cell, or the walk has no rule, the node of that context is *unchecked*: accesses
//! through it look at the pointer's object at run time, and an object that the node does not know
//! is a gap, never undefined behaviour. So a mistake of the analysis costs an `unknown`.
//!
//! Written down as well: cells whose pointers are moved by computed distances (they may leave an array that is
//! part of an object), and nodes whose addresses are looked at as numbers.

mod call;
mod number;
mod place;
mod value;

pub(crate) use number::MAX_TAG;

use super::ExprKey;
use super::generate::{Generator, variable};
use super::graph::Raw;
use super::model::Object;
use super::solve::Solution;
use crate::ast::{Expr, FunId, IntegerValue, Statement, StatementKind, Storage, Type, VariableId};
use number::Number;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What a value points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// No object: null, near null, or no pointer.
    Nothing,
    /// A number that is not the address of an object of the program.
    Plain,
    /// A number from an input of fewer bits than a pointer.
    Input,
    /// This cell, or no object.
    At(Raw),
    /// Of integers that were in memory: this cell, or a number that is no address.
    Loaded(Raw),
    /// A pointer that is an input: to an object of the program, which its value shows, or the address of none.
    Given,
    /// The walk cannot say.
    Unknown,
}

/// What the second walk found, by representatives.
#[derive(Default)]
pub(super) struct Findings {
    /// Nodes that pointers to other nodes may be taken to lead to.
    pub unchecked: BTreeSet<u32>,
    /// Of these, nodes that numbers computed from addresses, or inputs, may be taken to lead to.
    pub computed: BTreeSet<u32>,
    /// Of these, nodes for which such a number may be an address without showing it.
    pub hidden: BTreeSet<u32>,
    /// Nodes that pointers made from numbers are taken to lead to.
    pub from_numbers: BTreeSet<u32>,
    /// Casts of numbers to pointers that have as many bits.
    pub plain_casts: BTreeSet<ExprKey>,
    /// Sums and differences of integers that hold several addresses.
    pub mixed: BTreeSet<ExprKey>,
    /// Cells whose pointers move by computed distances.
    pub stepped: BTreeSet<(u32, i64)>,
    /// Nodes with addresses that are looked at as numbers.
    pub numbered: BTreeSet<u32>,
}

/// The second walk.
pub(super) struct Checker<'g, 'u> {
    generator: &'g mut Generator<'u>,
    solution: &'g Solution,
    current: Option<FunId>,
    findings: Findings,
    /// Nodes with objects of the program.
    inside: BTreeSet<u32>,
    /// Nodes with objects from outside.
    external: BTreeSet<u32>,
    /// What numbers in nodes may be.
    numbers: BTreeMap<u32, Number>,
    /// Cells in which integers of the width of a pointer are stored that may be numbers.
    number_cells: BTreeSet<(u32, i64)>,
    /// Nodes in which other numbers than null are stored.
    other_than_null: BTreeSet<u32>,
    /// Numbers are computed from addresses, or compared with them.
    reveals: bool,
    /// Integers, by their expressions.
    integers: FxHashMap<ExprKey, Target>,
}

/// Checks what a generator and its solution say.
pub(super) fn check(generator: &mut Generator<'_>, solution: &Solution) -> Findings {
    let mut checker = Checker {
        generator,
        solution,
        current: None,
        findings: Findings::default(),
        inside: BTreeSet::new(),
        external: BTreeSet::new(),
        numbers: BTreeMap::new(),
        number_cells: BTreeSet::new(),
        other_than_null: BTreeSet::new(),
        reveals: false,
        integers: FxHashMap::default(),
    };
    checker.sort_objects();
    loop {
        let before = checker.progress();
        checker.walk();
        if !checker.follows_integers() || checker.progress() == before {
            return checker.findings;
        }
    }
}

impl<'u> Checker<'_, 'u> {
    fn sort_objects(&mut self) {
        for (object, at, _) in self.generator.objects.clone() {
            let node = self.generator.graph.find(at).node;
            match object {
                Object::External => self.external.insert(node),
                _ => self.inside.insert(node),
            };
        }
    }

    /// What only grows from walk to walk.
    fn progress(&self) -> [usize; 8] {
        let addresses = self.numbers.values().filter(|n| **n == Number::Address);
        [
            self.numbers.len(),
            self.number_cells.len(),
            addresses.count(),
            self.findings.unchecked.len(),
            self.findings.computed.len(),
            self.findings.hidden.len(),
            self.other_than_null.len(),
            usize::from(self.reveals),
        ]
    }

    fn walk(&mut self) {
        let unit = self.generator.unit;
        self.findings.plain_casts.clear();
        for index in 0..unit.functions.len() as u32 {
            let function = FunId(index);
            if self.generator.reached[index as usize]
                && let Some(body) = &unit.function(function).body
            {
                self.current = Some(function);
                self.statement(body);
            }
        }
        self.current = None;
        for index in 0..unit.variables.len() as u32 {
            let declared = unit.variable(VariableId(index));
            let is_static = !matches!(declared.storage, Storage::Local(_) | Storage::Parameter(_));
            if let Some(initialiser) = &declared.initialiser
                && is_static
                && self.generator.is_mentioned(VariableId(index))
            {
                self.initialise(variable(VariableId(index)), &declared.ty, initialiser);
            }
        }
        self.mixed_contents();
    }

    /// A cell: the representative and the folded offset.
    fn cell(&mut self, at: Raw) -> (u32, i64) {
        let at = self.generator.graph.find(at);
        let folding = self.solution.foldings.get(&at.node);
        (at.node, folding.map_or(at.offset, |f| f.fold(at.offset)))
    }

    fn distrust(&mut self, at: Raw) {
        let node = self.generator.graph.find(at).node;
        self.findings.unchecked.insert(node);
    }

    /// A value flows into a context that expects pointers to `to`.
    fn flow(&mut self, from: Target, to: Raw) {
        let fits = match from {
            Target::Nothing => true,
            // A number leads outside.
            Target::Plain | Target::Input => {
                let node = self.generator.graph.find(to).node;
                self.external.contains(&node) || !self.inside.contains(&node)
            }
            Target::At(at) | Target::Loaded(at) => self.cell(at) == self.cell(to),
            Target::Given | Target::Unknown => false,
        };
        if fits {
            return;
        }
        self.distrust(to);
        let (is_computed, is_hidden) = match from {
            Target::At(at) | Target::Loaded(at) => {
                let node = self.generator.graph.find(at).node;
                let findings = &self.findings;
                (
                    findings.computed.contains(&node),
                    findings.hidden.contains(&node),
                )
            }
            Target::Unknown => (true, true),
            Target::Given => (true, false),
            Target::Nothing | Target::Plain | Target::Input => (false, false),
        };
        let node = self.generator.graph.find(to).node;
        if is_computed {
            self.findings.computed.insert(node);
        }
        if is_hidden {
            self.findings.hidden.insert(node);
        }
    }

    /// The value of an expression, given what its operands say.
    fn recorded(&mut self, expr: &Expr, expected: Target) -> Target {
        if self.is_number(&expr.ty) {
            return self.recorded_number(expr, expected);
        }
        if !matches!(expr.ty, Type::Pointer(_)) {
            return Target::Nothing;
        }
        match self.generator.pointees.get(&ExprKey::of(expr)).copied() {
            Some(at) => {
                self.flow(expected, at);
                Target::At(at)
            }
            None if expected == Target::Nothing => Target::Nothing,
            None => Target::Unknown,
        }
    }

    /// What pointers stored at a place point to.
    fn slot(&mut self, at: Option<Raw>) -> Target {
        let Some(at) = at else {
            return Target::Unknown;
        };
        let (node, offset) = self.cell(at);
        match self.generator.graph.slots(node).get(&offset) {
            Some(target) => Target::At(*target),
            None => Target::Nothing,
        }
    }

    /// A value is stored at a place.
    fn store(&mut self, to: Option<Raw>, value: Target) {
        match self.slot(to) {
            Target::At(slot) => self.flow(value, slot),
            // Nothing is ever read from there as a pointer.
            Target::Nothing | Target::Plain | Target::Input => {}
            Target::Loaded(_) | Target::Given | Target::Unknown => self.unknown_store(value),
        }
    }

    /// A pointer goes where the walk cannot follow.
    fn unknown_store(&mut self, value: Target) {
        if let Target::At(_) | Target::Loaded(_) | Target::Given | Target::Unknown = value {
            for at in self.generator.graph.representatives() {
                self.distrust(at);
            }
        }
    }

    fn statement(&mut self, statement: &'u Statement) {
        match &statement.kind {
            StatementKind::Compound(list) => list.iter().for_each(|each| self.statement(each)),
            StatementKind::Declare(variables) => {
                for id in variables {
                    let declared = self.generator.unit.variable(*id);
                    if let (Storage::Local(_), Some(value)) =
                        (declared.storage, &declared.initialiser)
                    {
                        self.initialise(variable(*id), &declared.ty, value);
                    }
                }
            }
            StatementKind::Return(Some(value)) => {
                let Some(function) = self.current else { return };
                let ty = &self.generator.unit.function(function).ty.result;
                let at = self.generator.results.get(&function).copied();
                self.assign(at, ty, value);
            }
            StatementKind::Assembler {
                outputs, inputs, ..
            } => {
                let mut given = Target::Plain;
                for input in inputs {
                    let value = self.place_or_value(input);
                    let value = self.number(value);
                    given = self.either(given, value);
                }
                for output in outputs {
                    let at = self.place(output);
                    match output.ty {
                        Type::Pointer(_) => self.store(at, Target::Unknown),
                        _ if self.is_number(&output.ty) => self.store_number(at, &output.ty, given),
                        _ => {}
                    }
                }
            }
            _ => {
                for expr in statement.kind.expressions() {
                    self.value(expr);
                }
                for inner in statement.kind.statements() {
                    self.statement(inner);
                }
            }
        }
    }

    /// Pointers that were stored as something else. Where accesses overlap otherwise, each byte of
    /// a pointer is known: see `memory::marks`.
    fn mixed_contents(&mut self) {
        let mut roots: Vec<u32> = self.solution.ranges.keys().copied().collect();
        roots.sort_unstable();
        for root in roots {
            for range in &self.solution.ranges[&root] {
                if range.is_shared() {
                    let slots = self
                        .generator
                        .graph
                        .slots(root)
                        .range(range.low..range.high);
                    let slots: Vec<Raw> = slots.map(|(_, slot)| *slot).collect();
                    slots.into_iter().for_each(|slot| self.distrust(slot));
                }
            }
        }
    }
}

/// How far a pointer moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Distance {
    None,
    Elements(i128),
    Computed,
}

impl Distance {
    fn of(constant: Option<IntegerValue>, sign: i128) -> Distance {
        match constant {
            Some(0) => Distance::None,
            Some(value) => Distance::Elements(sign.saturating_mul(value)),
            None => Distance::Computed,
        }
    }
}

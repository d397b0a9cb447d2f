//! The program with cells instead of arrays.

use super::index::{Arrays, Counting, Origin, Place, index_width};
use super::watch::{Kind, Name, Plan, Watched};
use super::{Cells, FARTHEST, Sight, Universal};
use crate::{BackMap, Landing};
use invar_cfa::{
    AssumeReason, Cfa, Edge, EdgeId, HavocOrigin, IntegerType, LocId, LocationKind, Operation,
    Program, Scope, Span, StableId, VarId,
};
use invar_term::{Op, Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Cells of a program.
const MAX_CELLS: usize = 48;
/// Constant indices of one array that have a cell.
const MAX_CONSTANTS: usize = 4;
/// Edges of the result; what is larger gains nothing from cells.
const MAX_EDGES: usize = 100_000;

/// Which cell of an array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Position {
    /// The one with the universal's number.
    At(Name, Option<Origin>),
    /// The one at a constant index.
    Constant(u128),
}

/// Makes the program.
pub(super) fn rewrite(program: &Program, arrays: Arrays, plan: Plan) -> Option<Cells> {
    let mut rewriter = Rewriter::new(program, arrays, &plan)?;
    rewriter.start();
    let watched = plan.watched_by_edge();
    let cfa = program.entry_cfa();
    for id in cfa.edge_ids() {
        let watched = watched.get(&id).map_or(&[][..], Vec::as_slice);
        rewriter.edge(id, cfa.edge(id), watched, &plan)?;
        if rewriter.origins.len() > MAX_EDGES {
            return None;
        }
    }
    Some(rewriter.finish(&plan))
}

struct Rewriter<'p> {
    source: &'p Program,
    arrays: Arrays,
    program: Program,
    cfa: Cfa,
    locations: Vec<LocId>,
    origins: Vec<Option<EdgeId>>,
    /// Where the edges of the entry start.
    started: LocId,
    universals: BTreeMap<Name, VarId>,
    /// The index at which a watched read was last.
    seen_at: BTreeMap<Name, VarId>,
    cells: BTreeMap<VarId, Vec<(Position, VarId)>>,
    inner: BTreeSet<TermId>,
    fresh: usize,
    images: Images,
}

/// What the terms of one edge have become, so that a shared term is rewritten once.
#[derive(Default)]
struct Images {
    values: FxHashMap<TermId, TermId>,
    reads: FxHashMap<(TermId, TermId), TermId>,
    cells: FxHashMap<(TermId, Position), TermId>,
}

/// Operations that come before an edge's own.
type Before = Vec<Operation>;

impl<'p> Rewriter<'p> {
    fn new(source: &'p Program, arrays: Arrays, plan: &Plan) -> Option<Rewriter<'p>> {
        let cfa = source.entry_cfa().without_edges_from(|_| true);
        let mut rewriter = Rewriter {
            source,
            arrays,
            program: source.clone(),
            locations: cfa.location_ids().collect(),
            started: cfa.entry,
            cfa,
            origins: Vec::new(),
            universals: BTreeMap::new(),
            seen_at: BTreeMap::new(),
            cells: BTreeMap::new(),
            inner: BTreeSet::new(),
            fresh: 0,
            images: Images::default(),
        };
        for name in plan.universals() {
            rewriter.add_universal(name);
        }
        let constants = rewriter.constants();
        for array in source.variable_ids() {
            if matches!(source.sort(array), Sort::Array(_)) {
                let constants = constants.get(&array).cloned().unwrap_or_default();
                rewriter.add_cells(array, &constants);
            }
        }
        let count: usize = rewriter.cells.values().map(Vec::len).sum();
        (count <= MAX_CELLS).then_some(rewriter)
    }

    fn add_universal(&mut self, name: Name) {
        let (letter, width, signed) = match name.kind {
            Kind::Elements => ("", self.arrays.width, true),
            Kind::Raw(width) => ("address", width, false),
        };
        let text = format!("$k{letter}{}:{width}", name.number + 1);
        let integer = IntegerType { width, signed };
        let universal = self.add_variable(&text, &Sort::BitVec(width), integer);
        let seen = self.add_variable(&format!("{text}@"), &Sort::BitVec(width), integer);
        self.inner.insert(self.program.symbol(seen));
        self.universals.insert(name, universal);
        self.seen_at.insert(name, seen);
    }

    fn add_variable(&mut self, name: &str, sort: &Sort, integer: IntegerType) -> VarId {
        self.program
            .add_variable(name, None, sort, integer, "int", Scope::Global, None)
    }

    /// Constant indices at which arrays are read or written.
    fn constants(&self) -> BTreeMap<VarId, BTreeSet<u128>> {
        let terms = &self.source.terms;
        let cfa = self.source.entry_cfa();
        let mut found: BTreeMap<VarId, BTreeSet<u128>> = BTreeMap::new();
        for edge in cfa.edge_ids().map(|id| cfa.edge(id)) {
            let Some(term) = crate::uses::term_of(&edge.operation) else {
                continue;
            };
            for subterm in terms.postorder(&[term]) {
                let args = terms.args(subterm);
                if matches!(terms.op(subterm), Op::Select | Op::Store)
                    && let Some(index) = terms.as_bv(args[1])
                {
                    for array in self.arrays.below(terms, args[0]) {
                        found.entry(array).or_default().insert(index.unsigned());
                    }
                }
            }
        }
        found
    }

    fn add_cells(&mut self, array: VarId, constants: &BTreeSet<u128>) {
        let width = index_width(self.source, array);
        let mut positions = Vec::new();
        for name in self.universals.keys() {
            match (self.arrays.counting(array), name.kind) {
                (Counting::Elements { origins, .. }, Kind::Elements) => {
                    positions.extend(origins.iter().map(|o| Position::At(*name, Some(*o))));
                }
                (Counting::Raw, Kind::Raw(bits)) if bits == width => {
                    positions.push(Position::At(*name, None));
                }
                _ => {}
            }
        }
        let constants = constants.iter().take(MAX_CONSTANTS);
        positions.extend(constants.map(|c| Position::Constant(*c)));
        let variable = self.source.variable(array).clone();
        let Some((_, element)) = self.source.sort(array).as_array() else {
            return;
        };
        let mut cells = Vec::new();
        for position in positions {
            let text = match position {
                Position::At(name, origin) => {
                    let from = origin.map_or(String::new(), |o| format!("+{}", o.0));
                    let kind = self.program.variable(self.universals[&name]).name.clone();
                    format!("{}[{kind}{from}]", variable.name)
                }
                Position::Constant(index) => format!("{}[{index}]", variable.name),
            };
            let cell = self.add_variable(&text, element, variable.integer);
            cells.push((position, cell));
        }
        self.cells.insert(array, cells);
    }

    /// What an index must be for a position.
    fn index_of(&self, array: VarId, position: Position) -> TermId {
        match position {
            Position::Constant(index) => {
                let width = index_width(self.source, array);
                self.source.terms.bv(width, index)
            }
            Position::At(name, origin) => {
                let number = self.program.symbol(self.universals[&name]);
                self.arrays.index(self.source, array, origin, number)
            }
        }
    }

    /// Universals take any value that counts.
    fn start(&mut self) {
        let mut at = self.cfa.entry;
        let universals: Vec<(Name, VarId)> =
            self.universals.iter().map(|(n, v)| (*n, *v)).collect();
        for (name, variable) in universals {
            let havoc = Operation::Havoc {
                target: variable,
                origin: HavocOrigin::Uninitialised,
            };
            at = self.step(at, havoc, None);
            if name.kind == Kind::Elements {
                let condition = self.domain(name, self.program.symbol(variable));
                let reason = AssumeReason::Premise;
                at = self.step(at, Operation::Assume { condition, reason }, None);
            }
        }
        self.started = at;
    }

    /// Whether a number is one that counts.
    fn domain(&self, name: Name, number: TermId) -> TermId {
        let terms = &self.source.terms;
        match name.kind {
            Kind::Raw(_) => terms.tru(),
            Kind::Elements => {
                let width = self.arrays.width;
                let least = terms.bv_sle(terms.bv(width, 0), number);
                let most = terms.bv_slt(number, terms.bv(width, FARTHEST));
                terms.and(&[least, most])
            }
        }
    }

    /// An edge to a new location.
    fn step(&mut self, from: LocId, operation: Operation, span: Option<Span>) -> LocId {
        let origin = self.locations[from.0 as usize];
        let old = self.cfa.location(from);
        let (calls, here) = (old.calls, old.span);
        let number = self.cfa.location_count().to_string();
        let stable = StableId::of(&[&old.stable.to_string(), "cells", &number]);
        let to = self
            .cfa
            .add_location(LocationKind::Plain, here, stable, calls);
        self.locations.push(origin);
        self.cfa.add_edge(from, to, operation, span);
        self.origins.push(None);
        to
    }

    fn last_step(
        &mut self,
        from: LocId,
        to: LocId,
        operation: Operation,
        id: EdgeId,
        span: Option<Span>,
    ) {
        self.cfa.add_edge(from, to, operation, span);
        self.origins.push(Some(id));
    }

    /// The edges that replace one.
    fn edge(&mut self, id: EdgeId, edge: &Edge, watched: &[Watched], plan: &Plan) -> Option<()> {
        let mut before = Before::new();
        self.images = Images::default();
        for watched in watched {
            let seen = Operation::Assign {
                target: self.seen_at[&watched.universal],
                value: self.value(edge.from, watched.value, &mut before)?,
            };
            if !before.contains(&seen) {
                before.push(seen);
            }
        }
        let mut own = self.operations(edge, &mut before)?;
        let last = own.pop()?;
        let mut at = if edge.from == self.cfa.entry {
            self.started
        } else {
            edge.from
        };
        for operation in before.into_iter().chain(own) {
            at = self.step(at, operation, edge.span);
        }
        let universals = plan.errors.get(&id).into_iter().flatten();
        let universals: BTreeSet<Name> = universals.map(|w| w.universal).collect();
        if universals.is_empty() {
            self.last_step(at, edge.to, last, id, edge.span);
            return Some(());
        }
        let terms = &self.source.terms;
        let seen = universals.iter().map(|name| {
            let [universal, seen] = [self.universals[name], self.seen_at[name]];
            let [universal, seen] = [universal, seen].map(|v| self.program.symbol(v));
            // Where no universal can be, nothing is known.
            let outside = terms.not(self.domain(*name, seen));
            terms.or(&[terms.eq(seen, universal), outside])
        });
        let condition = terms.and(&seen.collect::<Vec<_>>());
        at = self.step(at, last, edge.span);
        let reason = AssumeReason::Premise;
        self.last_step(
            at,
            edge.to,
            Operation::Assume { condition, reason },
            id,
            edge.span,
        );
        Some(())
    }

    /// The operation of an edge over cells, at least one.
    fn operations(&mut self, edge: &Edge, before: &mut Before) -> Option<Vec<Operation>> {
        let from = edge.from;
        Some(match &edge.operation {
            Operation::Skip => vec![Operation::Skip],
            Operation::Call { .. } => return None,
            Operation::Assume { condition, reason } => vec![Operation::Assume {
                condition: self.value(from, *condition, before)?,
                reason: *reason,
            }],
            Operation::Havoc { target, origin } => match self.cells.get(target) {
                None => vec![edge.operation.clone()],
                Some(cells) => {
                    let havoc = |cell: &(Position, VarId)| Operation::Havoc {
                        target: cell.1,
                        origin: origin.clone(),
                    };
                    at_least_one(cells.iter().map(havoc).collect())
                }
            },
            Operation::Assign { target, value } => match self.cells.get(target).cloned() {
                None => vec![Operation::Assign {
                    target: *target,
                    value: self.value(from, *value, before)?,
                }],
                Some(cells) => self.written(from, &cells, *value, before)?,
            },
        })
    }

    /// All cells of an array get new values at once.
    fn written(
        &mut self,
        from: LocId,
        cells: &[(Position, VarId)],
        value: TermId,
        before: &mut Before,
    ) -> Option<Vec<Operation>> {
        let mut operations = Vec::new();
        let mut copies = Vec::new();
        for (position, cell) in cells {
            let value = self.cell_of(from, value, *position, before)?;
            if value == self.program.symbol(*cell) {
                continue;
            }
            let target = self.inner_variable("new", self.program.sort(*cell).clone(), *cell);
            operations.push(Operation::Assign { target, value });
            let value = self.program.symbol(target);
            copies.push(Operation::Assign {
                target: *cell,
                value,
            });
        }
        operations.extend(copies);
        Some(at_least_one(operations))
    }

    /// A variable that means nothing in the program.
    fn inner_variable(&mut self, name: &str, sort: Sort, like: VarId) -> VarId {
        let integer = self.program.variable(like).integer;
        self.fresh += 1;
        let text = format!("${name}{}:{sort}", self.fresh);
        let variable = self.add_variable(&text, &sort, integer);
        self.inner.insert(self.program.symbol(variable));
        variable
    }

    /// What an array term holds at a position.
    fn cell_of(
        &mut self,
        from: LocId,
        array: TermId,
        position: Position,
        before: &mut Before,
    ) -> Option<TermId> {
        if let Some(image) = self.images.cells.get(&(array, position)) {
            return Some(*image);
        }
        let image = self.new_cell_of(from, array, position, before)?;
        self.images.cells.insert((array, position), image);
        Some(image)
    }

    fn new_cell_of(
        &mut self,
        from: LocId,
        array: TermId,
        position: Position,
        before: &mut Before,
    ) -> Option<TermId> {
        let terms = self.source.terms.clone();
        let args = terms.args(array);
        match terms.op(array) {
            Op::Store => {
                let owner = *self.arrays.below(&terms, args[0]).first()?;
                let place = self.place(from, owner, args[1], before)?;
                let hit = self.is_at(owner, &place, position);
                let element = self.value(from, args[2], before)?;
                let other = self.cell_of(from, args[0], position, before)?;
                Some(terms.ite(hit, element, other))
            }
            Op::Ite => {
                let condition = self.value(from, args[0], before)?;
                let [then, otherwise] = [args[1], args[2]];
                let then = self.cell_of(from, then, position, before)?;
                let otherwise = self.cell_of(from, otherwise, position, before)?;
                Some(terms.ite(condition, then, otherwise))
            }
            Op::ConstArray(_) => self.value(from, args[0], before),
            Op::Symbol(_) => {
                let variable = self.arrays.variable(array)?;
                let cells = self.cells.get(&variable)?;
                let cell = cells.iter().find(|(at, _)| *at == position);
                match cell {
                    Some((_, cell)) => Some(self.program.symbol(*cell)),
                    None => Some(self.any(variable, before)),
                }
            }
            _ => None,
        }
    }

    /// Any element of an array.
    fn any(&mut self, array: VarId, before: &mut Before) -> TermId {
        let element = self.source.sort(array).as_array();
        let sort = element.map_or(Sort::Bool, |(_, element)| element.clone());
        let target = self.inner_variable("other", sort, array);
        before.push(Operation::Havoc {
            target,
            origin: HavocOrigin::Uninitialised,
        });
        self.program.symbol(target)
    }

    fn is_at(&self, array: VarId, place: &Place, position: Position) -> TermId {
        match position {
            Position::At(name, origin) => {
                let number = self.program.symbol(self.universals[&name]);
                self.arrays
                    .is_at(self.source, array, place, (origin, number))
            }
            Position::Constant(_) => place.is(&self.source.terms, self.index_of(array, position)),
        }
    }

    /// An index, over cells.
    fn place(
        &mut self,
        from: LocId,
        array: VarId,
        index: TermId,
        before: &mut Before,
    ) -> Option<Place> {
        let place = self.arrays.place(self.source, from, array, index)?;
        place.map(|term| self.value(from, term, before))
    }

    /// A term that is no array, over cells.
    fn value(&mut self, from: LocId, term: TermId, before: &mut Before) -> Option<TermId> {
        if let Some(image) = self.images.values.get(&term) {
            return Some(*image);
        }
        let terms = self.source.terms.clone();
        let args = terms.args(term).to_vec();
        let image = if *terms.op(term) == Op::Select {
            self.read(from, args[0], args[1], before)?
        } else {
            let mut images = Vec::new();
            for argument in &args {
                images.push(self.value(from, *argument, before)?);
            }
            if images == args {
                term
            } else {
                terms.app(terms.op(term).clone(), &images)
            }
        };
        self.images.values.insert(term, image);
        Some(image)
    }

    /// What an array term holds at an index.
    fn read(
        &mut self,
        from: LocId,
        array: TermId,
        index: TermId,
        before: &mut Before,
    ) -> Option<TermId> {
        if let Some(image) = self.images.reads.get(&(array, index)) {
            return Some(*image);
        }
        let image = self.new_read(from, array, index, before)?;
        self.images.reads.insert((array, index), image);
        Some(image)
    }

    fn new_read(
        &mut self,
        from: LocId,
        array: TermId,
        index: TermId,
        before: &mut Before,
    ) -> Option<TermId> {
        let terms = self.source.terms.clone();
        let args = terms.args(array).to_vec();
        match terms.op(array) {
            Op::Store => {
                let [at, index_here] = [args[1], index];
                let at = self.value(from, at, before)?;
                let here = self.value(from, index_here, before)?;
                let element = self.value(from, args[2], before)?;
                let below = self.read(from, args[0], index, before)?;
                Some(terms.ite(terms.eq(at, here), element, below))
            }
            Op::Ite => {
                let condition = self.value(from, args[0], before)?;
                let then = self.read(from, args[1], index, before)?;
                let otherwise = self.read(from, args[2], index, before)?;
                Some(terms.ite(condition, then, otherwise))
            }
            Op::ConstArray(_) => self.value(from, args[0], before),
            Op::Symbol(_) => {
                let variable = self.arrays.variable(array)?;
                let cells = self.cells.get(&variable)?.clone();
                let place = self.place(from, variable, index, before)?;
                let mut hits = Vec::new();
                for (position, cell) in cells {
                    let hit = self.is_at(variable, &place, position);
                    let cell = self.program.symbol(cell);
                    if terms.is_true(hit) {
                        return Some(cell);
                    }
                    hits.push((hit, cell));
                }
                let mut value = self.any(variable, before);
                for (hit, cell) in hits.into_iter().rev() {
                    value = terms.ite(hit, cell, value);
                }
                Some(value)
            }
            _ => None,
        }
    }

    fn finish(mut self, plan: &Plan) -> Cells {
        let mut meanings = Vec::new();
        for (array, cells) in &self.cells {
            for (position, cell) in cells {
                let index = self.index_of(*array, *position);
                let element = self.source.terms.select(self.source.symbol(*array), index);
                meanings.push((self.program.symbol(*cell), element));
            }
        }
        let universals = self.universals.iter().map(|(name, variable)| Universal {
            symbol: self.program.symbol(*variable),
            domain: self.domain(*name, self.program.symbol(*variable)),
        });
        let universals = universals.collect();
        let sight = |watched: &super::watch::Watched| Sight {
            edge: watched.edge,
            universal: self.program.symbol(self.universals[&watched.universal]),
            value: watched.value,
        };
        let sights = plan.errors.values().filter(|reads| !reads.is_empty());
        let sights = sights.map(|reads| reads.iter().map(sight).collect());
        let sights = sights.collect();
        let landings = self.source.entry_cfa().location_ids().map(Landing::At);
        let entry = self.program.entry;
        self.program.functions[entry.0 as usize].cfa = self.cfa;
        Cells {
            back: BackMap::new(self.locations, self.origins, landings.collect()),
            program: self.program,
            universals,
            sights,
            meanings,
            inner: self.inner,
        }
    }
}

fn at_least_one(operations: Vec<Operation>) -> Vec<Operation> {
    if operations.is_empty() {
        vec![Operation::Skip]
    } else {
        operations
    }
}

//! The program with a variable per element of the arrays that are split.

use super::plan::Plan;
use crate::intervals::{Range, Ranges};
use crate::rebuild::Rewritten;
use crate::{BackMap, Landing};
use invar_cfa::{Cfa, EdgeId, LocId, LocationKind, Operation, Program, Span, StableId, VarId};
use invar_term::{Op, Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Makes the program.
pub(super) fn rewrite(program: &Program, ranges: &Ranges<'_>, plan: &Plan) -> Rewritten {
    let mut rewriter = Rewriter::new(program, ranges, plan);
    for id in program.entry_cfa().edge_ids() {
        rewriter.edge(id);
    }
    rewriter.finish()
}

struct Rewriter<'p> {
    source: &'p Program,
    ranges: &'p Ranges<'p>,
    program: Program,
    cfa: Cfa,
    locations: Vec<LocId>,
    origins: Vec<Option<EdgeId>>,
    /// The variables of the elements of each array that is split.
    elements: BTreeMap<VarId, Vec<VarId>>,
    /// The arrays that are split, by their symbols.
    arrays: FxHashMap<TermId, VarId>,
    /// Variables for values on their way, by sort.
    temporaries: BTreeMap<String, Vec<VarId>>,
    /// What the terms of the current edge have become.
    images: FxHashMap<TermId, TermId>,
    /// The values of the indices of the current edge.
    indices: FxHashMap<TermId, Range>,
}

impl<'p> Rewriter<'p> {
    fn new(source: &'p Program, ranges: &'p Ranges<'p>, plan: &Plan) -> Rewriter<'p> {
        let cfa = source.entry_cfa().without_edges_from(|_| true);
        let mut program = source.clone();
        let mut elements = BTreeMap::new();
        let mut arrays = FxHashMap::default();
        for (array, count) in plan {
            let variable = source.variable(*array).clone();
            let Some((_, sort)) = source.sort(*array).as_array() else {
                continue;
            };
            let element = |k: i128| {
                program.add_variable(
                    &format!("{}[{k}]", variable.name),
                    None,
                    sort,
                    variable.integer,
                    &variable.type_name,
                    variable.scope,
                    variable.span,
                )
            };
            elements.insert(*array, (0..*count).map(element).collect());
            arrays.insert(variable.symbol, *array);
        }
        Rewriter {
            source,
            ranges,
            locations: cfa.location_ids().collect(),
            cfa,
            program,
            origins: Vec::new(),
            elements,
            arrays,
            temporaries: BTreeMap::new(),
            images: FxHashMap::default(),
            indices: FxHashMap::default(),
        }
    }

    fn edge(&mut self, id: EdgeId) {
        if !self.ranges.is_reached(id) {
            return;
        }
        self.images.clear();
        self.indices.clear();
        let edge = self.source.entry_cfa().edge(id);
        let (from, to, span) = (edge.from, edge.to, edge.span);
        match &edge.operation {
            Operation::Assign { target, value } if self.elements.contains_key(target) => {
                let changes = self.changes(id, *target, *value);
                let steps = self.in_sequence(changes);
                self.path(from, to, Operation::Skip, steps, id, span);
            }
            Operation::Havoc { target, .. } if self.elements.contains_key(target) => {
                let whole = self.source.symbol(*target);
                let elements = self.elements[target].clone();
                let steps = elements.into_iter().enumerate().map(|(k, element)| {
                    let index = self.index(whole, k as i128);
                    let value = self.program.terms.select(whole, index);
                    (element, value)
                });
                let steps = steps.collect();
                self.path(from, to, edge.operation.clone(), steps, id, span);
            }
            Operation::Assign { target, value } => {
                let (target, value) = (*target, self.image(id, *value));
                let operation = Operation::Assign { target, value };
                self.path(from, to, operation, Vec::new(), id, span);
            }
            Operation::Assume { condition, reason } => {
                let (reason, condition) = (*reason, self.image(id, *condition));
                let operation = Operation::Assume { condition, reason };
                self.path(from, to, operation, Vec::new(), id, span);
            }
            other => self.path(from, to, other.clone(), Vec::new(), id, span),
        }
    }

    /// The first operation, then assignments, from one location to another. The edge of the source program
    /// is that of the first operation.
    fn path(
        &mut self,
        from: LocId,
        to: LocId,
        first: Operation,
        steps: Vec<(VarId, TermId)>,
        id: EdgeId,
        span: Option<Span>,
    ) {
        let assign = |(target, value)| Operation::Assign { target, value };
        let mut operations = vec![first];
        operations.extend(steps.into_iter().map(assign));
        if operations.len() > 1 && operations[0] == Operation::Skip {
            operations.remove(0);
        }
        let last = operations.len() - 1;
        let mut here = from;
        for (position, operation) in operations.into_iter().enumerate() {
            let next = if position == last {
                to
            } else {
                self.location_after(here)
            };
            self.cfa.add_edge(here, next, operation, span);
            self.origins.push((position == 0).then_some(id));
            here = next;
        }
    }

    fn location_after(&mut self, from: LocId) -> LocId {
        let origin = self.locations[from.0 as usize];
        let old = self.cfa.location(from);
        let (calls, span) = (old.calls, old.span);
        let number = self.cfa.location_count().to_string();
        let stable = StableId::of(&[&old.stable.to_string(), "element", &number]);
        self.locations.push(origin);
        self.cfa
            .add_location(LocationKind::Plain, span, stable, calls)
    }

    fn index(&self, array: TermId, k: i128) -> TermId {
        let terms = &self.source.terms;
        let sort = terms.sort(array).as_array().map(|(index, _)| index);
        let width = sort.and_then(Sort::width).unwrap_or(1);
        terms.bv(width, k as u128)
    }

    /// The elements of `target` that become something else when `value` is assigned to it.
    fn changes(&mut self, id: EdgeId, target: VarId, value: TermId) -> Vec<(VarId, TermId)> {
        let elements = self.elements[&target].clone();
        let mut changes = Vec::new();
        for (k, element) in elements.into_iter().enumerate() {
            let value = self.element(id, value, k as i128);
            if value != self.program.symbol(element) {
                changes.push((element, value));
            }
        }
        changes
    }

    /// Assignments in an order that means the same as all of them at once.
    fn in_sequence(&mut self, changes: Vec<(VarId, TermId)>) -> Vec<(VarId, TermId)> {
        let terms = &self.program.terms;
        let targets = |count: usize| changes[..count].iter().map(|(target, _)| *target);
        let reads_an_earlier_target = changes.iter().enumerate().any(|(at, (_, value))| {
            let read = terms.symbols_of(&[*value]);
            targets(at).any(|target| {
                let symbol = terms.as_symbol(self.program.symbol(target));
                symbol.is_some_and(|symbol| read.contains(&symbol))
            })
        });
        if !reads_an_earlier_target {
            return changes;
        }
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        let (mut first, mut then) = (Vec::new(), Vec::new());
        for (target, value) in changes {
            let sort = self.program.sort(target).clone();
            let number = used.entry(sort.to_string()).or_default();
            let temporary = self.temporary(target, &sort, *number);
            *number += 1;
            first.push((temporary, value));
            then.push((target, self.program.symbol(temporary)));
        }
        first.append(&mut then);
        first
    }

    fn temporary(&mut self, like: VarId, sort: &Sort, number: usize) -> VarId {
        let name = format!("$element:{sort}#{number}");
        let known = self.temporaries.entry(sort.to_string()).or_default();
        if let Some(temporary) = known.get(number) {
            return *temporary;
        }
        let like = self.program.variable(like).clone();
        let made = self.program.add_variable(
            &name,
            None,
            sort,
            like.integer,
            &like.type_name,
            like.scope,
            None,
        );
        known.push(made);
        made
    }

    /// Element `k` of an array that is split.
    fn element(&mut self, id: EdgeId, array: TermId, k: i128) -> TermId {
        let source = self.source;
        let terms = &source.terms;
        // From the outermost write inwards: conditions under which later values replace earlier ones.
        let mut replaced = Vec::new();
        let mut here = array;
        let mut value = loop {
            let args = terms.args(here);
            match terms.op(here) {
                Op::Store => {
                    let same = self.may_be(id, args[1], k);
                    let written = self.image(id, args[2]);
                    here = args[0];
                    if terms.is_true(same) {
                        break written;
                    }
                    if !terms.is_false(same) {
                        replaced.push((same, written));
                    }
                }
                Op::Ite => {
                    let condition = self.image(id, args[0]);
                    let then = self.element(id, args[1], k);
                    let otherwise = self.element(id, args[2], k);
                    break terms.ite(condition, then, otherwise);
                }
                Op::ConstArray(_) => break self.image(id, args[0]),
                _ => {
                    let array = self.arrays[&here];
                    break self.program.symbol(self.elements[&array][k as usize]);
                }
            }
        };
        for (same, written) in replaced.into_iter().rev() {
            value = terms.ite(same, written, value);
        }
        value
    }

    /// The values of an index of an array that is split.
    fn values(&mut self, id: EdgeId, index: TermId) -> Range {
        let ranges = self.ranges;
        let known = self.indices.entry(index);
        *known.or_insert_with(|| {
            let range = ranges.at(id, index);
            range.expect("arrays with other accesses are not split")
        })
    }

    /// Whether an index is `k`, as a term.
    fn may_be(&mut self, id: EdgeId, index: TermId, k: i128) -> TermId {
        let Range { low, high } = self.values(id, index);
        let terms = &self.source.terms;
        if k < low || high < k {
            return terms.fls();
        }
        if low == high {
            return terms.tru();
        }
        let index = self.image(id, index);
        terms.eq(index, terms.bv(terms.width(index), k as u128))
    }

    /// A term with elements in place of arrays that are split.
    fn image(&mut self, id: EdgeId, term: TermId) -> TermId {
        if let Some(image) = self.images.get(&term) {
            return *image;
        }
        let source = self.source;
        let terms = &source.terms;
        let is_split = |array: &TermId| self.is_split(*array);
        let order = terms.postorder(&[term]);
        let order: Vec<TermId> = order.into_iter().filter(|t| !is_split(t)).collect();
        for subterm in order {
            if self.images.contains_key(&subterm) {
                continue;
            }
            let args = terms.args(subterm);
            let image = match terms.op(subterm) {
                Op::Select if self.is_split(args[0]) => self.read(id, args[0], args[1]),
                _ if args.is_empty() => subterm,
                op => {
                    let images: Vec<TermId> = args.iter().map(|arg| self.images[arg]).collect();
                    if images == args {
                        subterm
                    } else {
                        terms.app(op.clone(), &images)
                    }
                }
            };
            self.images.insert(subterm, image);
        }
        self.images[&term]
    }

    /// Whether an array term is made of arrays that are split.
    fn is_split(&self, array: TermId) -> bool {
        let terms = &self.source.terms;
        let mut here = array;
        loop {
            let args = terms.args(here);
            here = match (terms.op(here), terms.sort(here)) {
                (Op::Symbol(_), Sort::Array(_)) => return self.arrays.contains_key(&here),
                (Op::Store, _) => args[0],
                (Op::Ite, Sort::Array(_)) => {
                    if self.is_split(args[1]) {
                        return true;
                    }
                    args[2]
                }
                _ => return false,
            };
        }
    }

    fn read(&mut self, id: EdgeId, array: TermId, index: TermId) -> TermId {
        let source = self.source;
        let terms = &source.terms;
        let Range { low, high } = self.values(id, index);
        let mut value = self.element(id, array, high);
        for k in (low..high).rev() {
            let same = self.may_be(id, index, k);
            let element = self.element(id, array, k);
            value = terms.ite(same, element, value);
        }
        value
    }

    fn finish(mut self) -> Rewritten {
        let landings = self.source.entry_cfa().location_ids().map(Landing::At);
        let mut back = BackMap::new(
            self.locations.clone(),
            self.origins.clone(),
            landings.collect(),
        );
        for (array, elements) in &self.elements {
            let whole = self.source.symbol(*array);
            for (k, element) in elements.iter().enumerate() {
                let index = self.index(whole, k as i128);
                let meaning = self.source.terms.select(whole, index);
                back.add_meaning(self.program.symbol(*element), meaning);
            }
        }
        let entry = self.program.entry;
        self.program.functions[entry.0 as usize].cfa = self.cfa;
        Rewritten {
            program: self.program,
            back,
            note: None,
        }
    }
}

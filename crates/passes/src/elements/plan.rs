//! Which arrays are split into elements.

use crate::intervals::{Range, Ranges};
use crate::uses::term_of;
use invar_cfa::{EdgeId, Operation, Program, VarId};
use invar_term::{Op, Sort, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Elements of one array.
const MAX_ELEMENTS: i128 = 64;
/// Elements among which one computed index chooses.
const MAX_CHOICES: i128 = 16;
/// Choices, and elements that are copied, per array.
const MAX_WORK: i128 = 600;
/// Choices, and elements that are copied, in the whole program.
const MAX_TOTAL_WORK: i128 = 6_000;

/// How many elements each array has that is split.
pub(super) type Plan = BTreeMap<VarId, i128>;

/// Whether a variable is an array.
pub(super) fn has_arrays(program: &Program) -> bool {
    program
        .variable_ids()
        .any(|v| matches!(program.sort(v), Sort::Array(_)))
}

/// What is known about arrays that are assigned to each other; they are split together.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// One more than the largest index.
    elements: i128,
    work: i128,
    /// How often all elements are assigned.
    wholes: i128,
    rejected: bool,
}

struct Planner<'p> {
    program: &'p Program,
    ranges: &'p Ranges<'p>,
    arrays: FxHashMap<TermId, VarId>,
    /// Union-find: the next array on the way to the group's representative.
    parents: Vec<u32>,
    groups: Vec<Group>,
}

/// Chooses the arrays.
pub(super) fn plan(program: &Program, ranges: &Ranges<'_>) -> Plan {
    let arrays: FxHashMap<TermId, VarId> = program
        .variable_ids()
        .filter(|v| matches!(program.sort(*v), Sort::Array(_)))
        .map(|v| (program.symbol(v), v))
        .collect();
    let mut planner = Planner {
        program,
        ranges,
        arrays,
        parents: (0..program.variables.len() as u32).collect(),
        groups: vec![Group::default(); program.variables.len()],
    };
    for array in program.variable_ids() {
        let scalar = |sort: &Sort| !matches!(sort, Sort::Array(_));
        let plain = match program.sort(array).as_array() {
            Some((Sort::BitVec(_), element)) => scalar(element),
            _ => false,
        };
        planner.groups[array.0 as usize].rejected = !plain;
    }
    for id in program.entry_cfa().edge_ids() {
        planner.edge(id);
    }
    planner.chosen()
}

impl Planner<'_> {
    fn root(&mut self, array: VarId) -> usize {
        let mut at = array.0;
        while self.parents[at as usize] != at {
            let next = self.parents[at as usize];
            self.parents[at as usize] = self.parents[next as usize];
            at = self.parents[at as usize];
        }
        at as usize
    }

    fn join(&mut self, a: VarId, b: VarId) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        self.parents[b] = a as u32;
        let other = self.groups[b];
        let group = &mut self.groups[a];
        group.elements = group.elements.max(other.elements);
        group.work = group.work.saturating_add(other.work);
        group.wholes += other.wholes;
        group.rejected |= other.rejected;
    }

    /// The variables that the elements of an array term come from; `None` if it has another form.
    fn sources(&self, array: TermId) -> Option<Vec<VarId>> {
        let terms = &self.program.terms;
        let mut open = vec![array];
        let mut sources = Vec::new();
        while let Some(term) = open.pop() {
            let args = terms.args(term);
            match terms.op(term) {
                Op::Symbol(_) => sources.push(*self.arrays.get(&term)?),
                Op::Store => open.push(args[0]),
                Op::ConstArray(_) => {}
                Op::Ite => open.extend([args[1], args[2]]),
                _ => return None,
            }
        }
        Some(sources)
    }

    fn reject(&mut self, term: TermId) {
        let symbols = self.program.terms.symbols_of(&[term]);
        for symbol in symbols {
            let symbol = self.program.terms.symbol_term(symbol);
            if let Some(array) = self.arrays.get(&symbol).copied() {
                let root = self.root(array);
                self.groups[root].rejected = true;
            }
        }
    }

    /// An access at an index.
    fn access(&mut self, array: TermId, index: TermId, edge: EdgeId) {
        let Some(sources) = self.sources(array) else {
            self.reject(array);
            return;
        };
        let Some(first) = sources.first().copied() else {
            return;
        };
        let Some(Range { low, high }) = self.ranges.at(edge, index) else {
            self.reject(array);
            return;
        };
        for other in &sources[1..] {
            self.join(first, *other);
        }
        let root = self.root(first);
        let group = &mut self.groups[root];
        let choices = high - low + 1;
        group.elements = group.elements.max(high + 1);
        group.work = group.work.saturating_add(choices);
        group.rejected |= choices > MAX_CHOICES;
    }

    fn edge(&mut self, id: EdgeId) {
        if !self.ranges.is_reached(id) {
            return;
        }
        let program = self.program;
        let terms = &program.terms;
        let operation = &program.entry_cfa().edge(id).operation;
        if let Operation::Havoc { target, .. } = operation {
            let root = self.root(*target);
            self.groups[root].wholes += 1;
            return;
        }
        let Some(term) = term_of(operation) else {
            return;
        };
        let is_array = |term: TermId| matches!(terms.sort(term), Sort::Array(_));
        for subterm in terms.postorder(&[term]) {
            let args = terms.args(subterm);
            match terms.op(subterm) {
                Op::Select | Op::Store => self.access(args[0], args[1], id),
                // Their elements are looked at where they are read or assigned.
                Op::ConstArray(_) => {}
                Op::Ite if is_array(subterm) => {
                    if is_array(args[0]) {
                        self.reject(subterm);
                    }
                }
                _ => {
                    for arg in args.iter().filter(|arg| is_array(**arg)) {
                        self.reject(*arg);
                    }
                }
            }
        }
        if let Operation::Assign { target, value } = operation
            && is_array(*value)
        {
            let Some(sources) = self.sources(*value) else {
                self.reject(*value);
                self.reject(program.symbol(*target));
                return;
            };
            let is_update = terms.op(*value) == &Op::Store && sources == [*target];
            for source in sources {
                self.join(*target, source);
            }
            let root = self.root(*target);
            self.groups[root].wholes += i128::from(!is_update);
        }
    }

    fn chosen(mut self) -> Plan {
        let mut plan = Plan::new();
        let mut total = 0i128;
        for array in self.program.variable_ids() {
            if !self.arrays.contains_key(&self.program.symbol(array)) {
                continue;
            }
            let root = self.root(array);
            let group = self.groups[root];
            let work = group
                .work
                .saturating_add(group.wholes.saturating_mul(group.elements));
            let small = group.elements <= MAX_ELEMENTS && work <= MAX_WORK;
            if group.rejected || group.elements == 0 || !small {
                continue;
            }
            // Counted once per group.
            if root == array.0 as usize {
                total += work;
            }
            plan.insert(array, group.elements);
        }
        if total > MAX_TOTAL_WORK {
            plan.clear();
        }
        plan
    }
}

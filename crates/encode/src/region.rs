//! One forward sweep over the loop-free region after a cut point: the blocks that start there.
//!
//! Locations are visited in reverse postorder. Execution at a location is a path condition and a
//! sparse state, both over the state at the cut point. Path conditions form a tree: a node adds
//! one factor (a decision diagram) to its parent. Where paths meet, the conditions are compared
//! only below their lowest common ancestor:
//!
//! ```text
//! arrivals     L and D1, ..., L and Dn     (the Di exclude one another)
//! condition    L and (D1 or ... or Dn),    which is L when a diamond closes
//! values       ite over the decisions of D1..Dn, so a diamond gives ite(c, a, b)
//! ```
//!
//! Relies on the automaton's contract: two edges out of a location assume a condition and its
//! negation. Only the first condition is encoded; the second one may fold where the first does
//! not, and is used for that alone.

use crate::EncodeError;
use crate::block::{Block, Variables, input_symbol};
use crate::diagram::{Decision, Diagram, Diagrams};
use crate::state::StateMap;
use invar_cfa::{Cfa, CutPoints, EdgeId, LocId, Operation, Program, VarId};
use invar_term::{TermId, TermStore};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A node of the tree of path conditions.
struct Path {
    parent: usize,
    depth: u32,
    factor: Diagram,
    /// The whole condition as a term; made on demand.
    guard: Option<TermId>,
}

/// Execution arriving at a location along one edge.
struct Arrival {
    path: usize,
    values: StateMap,
}

/// The sweep from one cut point.
pub(crate) struct Region<'p> {
    program: &'p Program,
    cfa: &'p Cfa,
    cuts: &'p CutPoints,
    variables: &'p Variables,
    terms: &'p TermStore,
    diagrams: Diagrams,
    paths: Vec<Path>,
    /// Condition of the branch at a position, over the state at the cut point.
    conditions: FxHashMap<u32, TermId>,
    /// Locations still to be visited, by position.
    pending: BTreeMap<u32, (LocId, Vec<Arrival>)>,
    /// Cut points that were reached.
    ends: BTreeMap<LocId, Vec<Arrival>>,
}

impl<'p> Region<'p> {
    pub(crate) fn new(program: &'p Program, cuts: &'p CutPoints, variables: &'p Variables) -> Self {
        let terms = &*program.terms;
        let root = Path {
            parent: 0,
            depth: 0,
            factor: Diagram::ALWAYS,
            guard: Some(terms.tru()),
        };
        Region {
            program,
            cfa: program.entry_cfa(),
            cuts,
            variables,
            terms,
            diagrams: Diagrams::default(),
            paths: vec![root],
            conditions: FxHashMap::default(),
            pending: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    /// The blocks from `from`, ordered by the location they lead to.
    pub(crate) fn sweep(mut self, from: LocId) -> Result<Vec<Block>, EncodeError> {
        let start = Arrival {
            path: 0,
            values: StateMap::new(self.program.variables.len()),
        };
        self.leave(from, start)?;
        while let Some((_, (location, arrivals))) = self.pending.pop_first() {
            let here = self.join(arrivals);
            self.leave(location, here)?;
        }
        let ends = std::mem::take(&mut self.ends);
        Ok(ends
            .into_iter()
            .filter_map(|(to, arrivals)| self.block(from, to, arrivals))
            .collect())
    }

    /// Follows the edges out of a location.
    fn leave(&mut self, location: LocId, here: Arrival) -> Result<(), EncodeError> {
        let cfa = self.cfa;
        match *cfa.location(location).outgoing() {
            [] => {}
            [edge] => match &cfa.edge(edge).operation {
                Operation::Assume { condition, .. } => {
                    let condition = self.variables.apply(self.terms, *condition, &here.values);
                    self.branch(location, condition, edge, None, here);
                }
                _ => {
                    let values = self.execute(edge, here.values)?;
                    self.arrive(edge, Arrival { values, ..here });
                }
            },
            [first, second] => {
                let (
                    Operation::Assume { condition: a, .. },
                    Operation::Assume { condition: b, .. },
                ) = (&cfa.edge(first).operation, &cfa.edge(second).operation)
                else {
                    return Err(EncodeError::Branching(location));
                };
                let mut condition = self.variables.apply(self.terms, *a, &here.values);
                let negation = self.variables.apply(self.terms, *b, &here.values);
                if self.terms.as_constant(negation).is_some() {
                    condition = self.terms.not(negation);
                }
                self.branch(location, condition, first, Some(second), here);
            }
            _ => return Err(EncodeError::Branching(location)),
        }
        Ok(())
    }

    /// Takes `first` where `condition` holds and `second`, if there is one, elsewhere.
    fn branch(
        &mut self,
        location: LocId,
        condition: TermId,
        first: EdgeId,
        second: Option<EdgeId>,
        here: Arrival,
    ) {
        if self.terms.is_true(condition) {
            return self.arrive(first, here);
        }
        if !self.terms.is_false(condition) {
            let position = self
                .cuts
                .position(location)
                .expect("the region is reachable");
            self.conditions.insert(position, condition);
            let taken = self
                .diagrams
                .branch(position, Diagram::ALWAYS, Diagram::Dead);
            let path = self.extend(here.path, taken);
            self.arrive(
                first,
                Arrival {
                    path,
                    values: here.values.clone(),
                },
            );
            let Some(second) = second else { return };
            let taken = self
                .diagrams
                .branch(position, Diagram::Dead, Diagram::ALWAYS);
            let path = self.extend(here.path, taken);
            self.arrive(
                second,
                Arrival {
                    path,
                    values: here.values,
                },
            );
        } else if let Some(second) = second {
            self.arrive(second, here);
        }
    }

    /// The state after an edge that is always taken.
    fn execute(&self, edge: EdgeId, mut values: StateMap) -> Result<StateMap, EncodeError> {
        match &self.cfa.edge(edge).operation {
            Operation::Skip | Operation::Assume { .. } => {}
            Operation::Assign { target, value } => {
                values.insert(*target, self.variables.apply(self.terms, *value, &values));
            }
            Operation::Havoc { target, .. } => {
                let symbol = input_symbol(self.terms, edge, self.program.sort(*target));
                values.insert(*target, symbol);
            }
            Operation::Call { .. } => return Err(EncodeError::Call(edge)),
        }
        Ok(values)
    }

    fn arrive(&mut self, edge: EdgeId, arrival: Arrival) {
        let to = self.cfa.edge(edge).to;
        if self.cuts.contains(to) {
            self.ends.entry(to).or_default().push(arrival);
        } else {
            let position = self.cuts.position(to).expect("the region is reachable");
            self.pending
                .entry(position)
                .or_insert((to, Vec::new()))
                .1
                .push(arrival);
        }
    }

    /// Execution at a location that is reached on several paths.
    fn join(&mut self, mut arrivals: Vec<Arrival>) -> Arrival {
        if arrivals.len() == 1 {
            return arrivals.remove(0);
        }
        let (path, selector) = self.join_paths(&arrivals);
        let values = self.join_values(selector, &arrivals);
        Arrival { path, values }
    }

    /// The condition under which one of the arrivals happens, and the diagram that says which.
    ///
    /// Deepest first, so that thousands of paths that diverge one by one (consecutive assertions)
    /// are merged in as many steps as there are branches.
    fn join_paths(&mut self, arrivals: &[Arrival]) -> (usize, Diagram) {
        let mut open: BTreeMap<(u32, usize), Diagram> = BTreeMap::new();
        for (number, arrival) in arrivals.iter().enumerate() {
            self.gather(&mut open, arrival.path, Diagram::Leaf(number as u32));
        }
        loop {
            let ((_, path), diagram) = open.pop_last().expect("something arrived");
            if open.is_empty() {
                let factor = self.diagrams.graft(diagram, Diagram::ALWAYS);
                return (self.extend(path, factor), diagram);
            }
            let Path { parent, factor, .. } = self.paths[path];
            let lifted = self.diagrams.graft(factor, diagram);
            self.gather(&mut open, parent, lifted);
        }
    }

    fn gather(
        &mut self,
        open: &mut BTreeMap<(u32, usize), Diagram>,
        path: usize,
        diagram: Diagram,
    ) {
        let place = open
            .entry((self.paths[path].depth, path))
            .or_insert(Diagram::Dead);
        *place = self.diagrams.union(*place, diagram);
    }

    /// The state after a join: only variables on which arrivals differ are visited.
    fn join_values(&self, selector: Diagram, arrivals: &[Arrival]) -> StateMap {
        let mut values = arrivals[0].values.clone();
        let mut differing: Vec<VarId> = arrivals[1..]
            .iter()
            .flat_map(|a| values.differing(&a.values))
            .collect();
        differing.sort_unstable();
        differing.dedup();
        let order = self.diagrams.postorder(selector);
        let mut merged: FxHashMap<u32, Option<TermId>> = FxHashMap::default();
        for variable in differing {
            let at_end = |merged: &FxHashMap<u32, Option<TermId>>, diagram| match diagram {
                Diagram::Dead => None,
                Diagram::Leaf(i) => Some(self.value(&arrivals[i as usize].values, variable)),
                Diagram::Decision(index) => merged[&index],
            };
            for index in &order {
                let Decision {
                    position,
                    first,
                    second,
                } = self.diagrams.decision(*index);
                let term = match (at_end(&merged, first), at_end(&merged, second)) {
                    (Some(a), Some(b)) => Some(self.terms.ite(self.conditions[&position], a, b)),
                    // Elsewhere the location is not reached: any value will do.
                    (one, other) => one.or(other),
                };
                merged.insert(*index, term);
            }
            let value = at_end(&merged, selector).expect("something arrives");
            values.insert(variable, value);
        }
        values
    }

    fn value(&self, values: &StateMap, variable: VarId) -> TermId {
        values
            .get(variable)
            .unwrap_or_else(|| self.program.symbol(variable))
    }

    /// The node whose condition is that of `parent` and `factor`.
    fn extend(&mut self, parent: usize, factor: Diagram) -> usize {
        if factor == Diagram::ALWAYS {
            return parent;
        }
        let depth = self.paths[parent].depth + 1;
        self.paths.push(Path {
            parent,
            depth,
            factor,
            guard: None,
        });
        self.paths.len() - 1
    }

    /// The condition of a path as a term: nested conjunctions that share their prefixes.
    fn guard(&mut self, path: usize) -> TermId {
        let mut chain = Vec::new();
        let mut top = path;
        let mut guard = loop {
            match self.paths[top].guard {
                Some(guard) => break guard,
                None => {
                    chain.push(top);
                    top = self.paths[top].parent;
                }
            }
        };
        for node in chain.into_iter().rev() {
            guard = self
                .terms
                .and(&[guard, self.factor_term(self.paths[node].factor)]);
            self.paths[node].guard = Some(guard);
        }
        guard
    }

    fn factor_term(&self, factor: Diagram) -> TermId {
        let mut known: FxHashMap<u32, TermId> = FxHashMap::default();
        let at_end = |known: &FxHashMap<u32, TermId>, diagram| match diagram {
            Diagram::Dead => self.terms.fls(),
            Diagram::Leaf(_) => self.terms.tru(),
            Diagram::Decision(index) => known[&index],
        };
        for index in self.diagrams.postorder(factor) {
            let Decision {
                position,
                first,
                second,
            } = self.diagrams.decision(index);
            let (first, second) = (at_end(&known, first), at_end(&known, second));
            known.insert(
                index,
                self.terms.ite(self.conditions[&position], first, second),
            );
        }
        at_end(&known, factor)
    }

    /// The block to a cut point, unless its guard folds to false. The state at a target is never
    /// used and is not merged.
    fn block(&mut self, from: LocId, to: LocId, arrivals: Vec<Arrival>) -> Option<Block> {
        let (path, updates) = if Program::is_target(self.cfa, to) {
            (self.join_paths(&arrivals).0, Vec::new())
        } else {
            let here = self.join(arrivals);
            (here.path, here.values.entries())
        };
        let guard = self.guard(path);
        if self.terms.is_false(guard) {
            return None;
        }
        let updates: Vec<(VarId, TermId)> = updates
            .into_iter()
            .filter(|(variable, term)| *term != self.program.symbol(*variable))
            .collect();
        Some(self.variables.block(self.terms, from, to, guard, updates))
    }
}

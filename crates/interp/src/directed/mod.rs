//! Directed search: runs that are led to an error by what their conditions say about the inputs.
//!
//! Background: Godefroid, Klarlund & Sen, "DART: Directed Automated Random Testing" (2005). A run is recorded with its
//! conditions as terms over the inputs. A condition that went the other way, together with those before it that share
//! inputs with it, is solved for inputs that take the edge that was not taken; the new run goes on from there. Edges
//! that were tried less often, and are nearer to an error, come first. A run that ends because an assumption does not
//! hold is repaired at once.
//!
//! Deviations: what the terms leave out (indices, choices between arrays) is taken as it was, so that a run may leave
//! the way that was asked for. That costs time and nothing else: an error counts only where a run reaches it.
//!
//! Limitations: it proves nothing, and loops are not generalised.

mod distance;
mod record;
mod shadow;

use crate::machine::{Machine, Outcome};
use crate::random::Random;
use distance::Distances;
use invar_budget::Moment;
use invar_cfa::{EdgeId, FunctionId, Program};
use invar_term::{BvValue, Sort, SymbolId, TermId, TermStore, Value};
use record::{Inputs, Record, Runner, Tail};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use shadow::{InputPart, Shadow};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Solves conditions over inputs.
pub trait InputSolver {
    /// Values of the symbols of some conditions under which all hold; `None` if there are none, or none were found.
    fn solve(&mut self, conditions: &[TermId]) -> Option<Vec<(SymbolId, Value)>>;
}

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct DirectedLimits {
    /// Steps of one run.
    pub steps: u64,
    /// When to stop.
    pub deadline: Option<Moment>,
}

/// Repairs of one run.
const MAX_REPAIRS: usize = 60;
/// Ways on that are kept for later.
const MAX_PENDING: usize = 100_000;
/// Branches of all runs that are kept for later.
const MAX_KEPT: usize = 1_500_000;
/// Runs at the start with other inputs than zeros.
const FIRST_RUNS: u64 = 6;

/// A way on: the edge that a run did not take at one of its branches.
struct Pending {
    run: Rc<Record>,
    branch: usize,
    alternative: usize,
}

/// Times an edge was tried, distance, number.
type Priority = (u32, u32, u64);

struct Search<'s, 'p> {
    terms: &'p TermStore,
    machine: Machine<'p>,
    shadow: Shadow<'p>,
    distances: Distances,
    solver: &'s mut dyn InputSolver,
    limits: DirectedLimits,
    random: Random,
    pending: BTreeMap<Priority, Pending>,
    tried: FxHashMap<(FunctionId, EdgeId), u32>,
    /// Paths to alternatives that were met.
    met: FxHashSet<u64>,
    /// Branches of the runs so far.
    branches: usize,
}

/// The inputs, in order, of a run that reaches an error, if one was found.
pub fn directed_search(
    program: &Program,
    solver: &mut dyn InputSolver,
    limits: DirectedLimits,
) -> Option<Vec<Value>> {
    let machine = Machine::new(program).ok()?;
    let mut search = Search {
        terms: &program.terms,
        shadow: Shadow::new(&program.terms, machine.state.len()),
        machine,
        distances: Distances::of(program, limits.deadline),
        solver,
        limits,
        random: Random(1),
        pending: BTreeMap::new(),
        tried: FxHashMap::default(),
        met: FxHashSet::default(),
        branches: 0,
    };
    search.run()
}

impl Search<'_, '_> {
    fn run(&mut self) -> Option<Vec<Value>> {
        for number in 0..=FIRST_RUNS {
            let tail = if number == 0 {
                Tail::Zeros
            } else {
                Tail::Small
            };
            if let Some(found) = self.repaired(Vec::new(), tail) {
                return Some(found);
            }
        }
        while !self.is_over() {
            let (priority, pending) = self.pending.pop_first()?;
            let edge = pending.run.branches[pending.branch].alternatives[pending.alternative].edge;
            let tried = self.tried.entry(edge).or_default();
            if *tried > priority.0 {
                let later = (*tried, priority.1, priority.2);
                self.pending.insert(later, pending);
                continue;
            }
            *tried += 1;
            let tail = match *tried % 3 {
                1 => Tail::Zeros,
                _ => Tail::Small,
            };
            let Some(inputs) = self.inputs_for(&pending) else {
                continue;
            };
            if let Some(found) = self.repaired(inputs, tail) {
                return Some(found);
            }
        }
        None
    }

    fn is_over(&self) -> bool {
        self.limits.deadline.is_some_and(|d| Moment::now() >= d)
    }

    /// Runs with some inputs first; where the run ends because an assumption does not hold, inputs are looked for with
    /// which it does.
    fn repaired(&mut self, mut inputs: Vec<Value>, tail: Tail) -> Option<Vec<Value>> {
        for _ in 0..MAX_REPAIRS {
            if self.is_over() {
                return None;
            }
            let run = self.once(&inputs, tail);
            if let Outcome::Error(_) = run.outcome {
                return Some(run.choices);
            }
            let run = Rc::new(run);
            self.keep(&run);
            let branch = run.branches.len().checked_sub(1)?;
            let last = &run.branches[branch];
            if !matches!(run.outcome, Outcome::Blocked(..)) || last.held.is_some() {
                return None;
            }
            let nearest =
                (0..last.alternatives.len()).min_by_key(|a| last.alternatives[*a].distance);
            let alternative = nearest?;
            let pending = Pending {
                run: Rc::clone(&run),
                branch,
                alternative,
            };
            inputs = self.inputs_for(&pending)?;
        }
        None
    }

    fn once(&mut self, inputs: &[Value], tail: Tail) -> Record {
        let inputs = Inputs {
            given: inputs,
            tail,
            random: &mut self.random,
            choices: Vec::new(),
        };
        let runner = Runner::new(&mut self.machine, &mut self.shadow, &self.distances);
        runner.run(inputs, self.limits)
    }

    /// Keeps the ways on from a run that were not met before.
    fn keep(&mut self, run: &Rc<Record>) {
        self.branches += run.branches.len();
        if self.branches > MAX_KEPT {
            return;
        }
        let mut path = FxHasher::default();
        for (number, branch) in run.branches.iter().enumerate() {
            for (index, alternative) in branch.alternatives.iter().enumerate() {
                let mut to = path.clone();
                (number, alternative.edge, alternative.condition).hash(&mut to);
                if self.pending.len() >= MAX_PENDING || !self.met.insert(to.finish()) {
                    continue;
                }
                let tried = self.tried.get(&alternative.edge).copied();
                let age = self.met.len() as u64;
                let priority = (tried.unwrap_or_default(), alternative.distance, age);
                let pending = Pending {
                    run: Rc::clone(run),
                    branch: number,
                    alternative: index,
                };
                self.pending.insert(priority, pending);
            }
            branch.held.hash(&mut path);
        }
    }

    /// Inputs that lead to an edge that was not taken.
    fn inputs_for(&mut self, pending: &Pending) -> Option<Vec<Value>> {
        let run = &pending.run;
        let branch = &run.branches[pending.branch];
        let wanted = branch.alternatives[pending.alternative].condition;
        let before = run.branches[..pending.branch].iter();
        let before: Vec<TermId> = before.filter_map(|branch| branch.held).collect();
        let conditions = self.dependent(wanted, &before);
        let solution = self.solver.solve(&conditions)?;
        let mut inputs = run.choices[..branch.inputs].to_vec();
        for (symbol, value) in solution {
            let Some(InputPart { number, element }) = self.shadow.part(symbol) else {
                continue;
            };
            match (inputs.get_mut(number), element) {
                (Some(Value::Array(array)), Some(element)) => {
                    if let Sort::BitVec(width) = array.index_sort() {
                        array.store(Value::Bv(BvValue::new(*width, element)), value);
                    }
                }
                (Some(input), None) => *input = value,
                _ => {}
            }
        }
        Some(inputs)
    }

    /// A condition and those before it that share inputs with it, directly or through others.
    fn dependent(&self, wanted: TermId, before: &[TermId]) -> Vec<TermId> {
        let symbols = |term: TermId| self.terms.symbols_of(&[term]);
        let mut known: FxHashSet<SymbolId> = symbols(wanted).into_iter().collect();
        let mut open: Vec<(TermId, Vec<SymbolId>)> =
            before.iter().map(|term| (*term, symbols(*term))).collect();
        let mut chosen = vec![wanted];
        loop {
            let is_dependent =
                |(_, of): &(TermId, Vec<SymbolId>)| of.iter().any(|s| known.contains(s));
            let (now, later): (Vec<_>, Vec<_>) = open.into_iter().partition(is_dependent);
            if now.is_empty() {
                return chosen;
            }
            for (term, of) in now {
                chosen.push(term);
                known.extend(of);
            }
            open = later;
        }
    }
}

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

mod candidate_value;
mod control;
mod distance;
mod record;
mod shadow;

use crate::machine::{Machine, Outcome};
use crate::random::Random;
use candidate_value::candidate_value;
use control::Control;
use distance::Distances;
use invar_budget::Moment;
use invar_cfa::{EdgeId, FunctionId, LocId, Program, VarId};
use invar_term::{ArrayValue, BvValue, Sort, SymbolId, TermId, TermStore, Value};
use record::{Alternative, Guide, Inputs, Record, Runner, Seen, Tail};
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
    /// Branches on inputs of one run after the last one that was new in its control state.
    pub idle_branches: usize,
    /// When to stop.
    pub deadline: Option<Moment>,
}

/// What of a program is worth trying, as an analysis sees it; everything where it says nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Focus<'f> {
    /// Per function and location, whether what is chosen there influences a violation.
    pub branches: Option<&'f [Vec<bool>]>,
    /// Variables that influence one.
    pub variables: Option<&'f FxHashSet<VarId>>,
}

impl Focus<'_> {
    fn has_branch(&self, function: FunctionId, at: LocId) -> bool {
        let of = |all: &[Vec<bool>]| all[function.0 as usize][at.0 as usize];
        self.branches.is_none_or(of)
    }

    fn has_variable(&self, variable: VarId) -> bool {
        self.variables.is_none_or(|all| all.contains(&variable))
    }
}

/// Repairs of one run.
const MAX_REPAIRS: usize = 200;
/// Repairs of one run that add nothing new.
const MAX_IDLE_REPAIRS: usize = 8;
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

/// An edge, and what the control variables held where it was met.
type EdgeInState = (FunctionId, EdgeId, u64);

/// The order in which ways on are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    /// Branches in focus come first.
    out_of_focus: bool,
    /// Times the edge was tried in its control state.
    tried: u32,
    /// About how often it was tried in all.
    magnitude: u32,
    distance: u32,
    /// The number of the way on.
    age: u64,
}

struct Search<'s, 'p> {
    terms: &'p TermStore,
    machine: Machine<'p>,
    shadow: Shadow<'p>,
    focus: Focus<'s>,
    distances: Distances,
    control: Control,
    seen: Seen,
    solver: &'s mut dyn InputSolver,
    limits: DirectedLimits,
    random: Random,
    pending: BTreeMap<Priority, Pending>,
    tried: FxHashMap<EdgeInState, u32>,
    tried_in_all: FxHashMap<(FunctionId, EdgeId), u32>,
    /// Paths to alternatives that were met.
    met: FxHashSet<u64>,
    /// Branches of the runs so far.
    branches: usize,
}

/// The inputs, in order, of a run that reaches an error, if one was found.
pub fn directed_search(
    program: &Program,
    focus: Focus<'_>,
    solver: &mut dyn InputSolver,
    limits: DirectedLimits,
) -> Option<Vec<Value>> {
    let machine = Machine::new(program).ok()?;
    let mut search = Search {
        terms: &program.terms,
        shadow: Shadow::new(&program.terms, machine.state.len()),
        machine,
        distances: Distances::of(program, limits.deadline),
        control: Control::of(program, focus),
        focus,
        seen: Seen::default(),
        solver,
        limits,
        random: Random(1),
        pending: BTreeMap::new(),
        tried: FxHashMap::default(),
        tried_in_all: FxHashMap::default(),
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
            let branch = &pending.run.branches[pending.branch];
            let alternative = &branch.alternatives[pending.alternative];
            let now = self.priority(alternative, branch.state, priority.age);
            if now > priority {
                self.pending.insert(now, pending);
                continue;
            }
            let tail = match self.count(alternative, branch.state) % 3 {
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
        let mut idle = 0;
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
            idle = if run.is_new { 0 } else { idle + 1 };
            if idle > MAX_IDLE_REPAIRS {
                return None;
            }
            let priority = |a: &usize| self.priority(&last.alternatives[*a], last.state, 0);
            let alternative = (0..last.alternatives.len()).min_by_key(priority)?;
            self.count(&last.alternatives[alternative], last.state);
            let pending = Pending {
                run: Rc::clone(&run),
                branch,
                alternative,
            };
            inputs = self.inputs_for(&pending)?;
        }
        None
    }

    /// Counts that an edge is tried, and says how often it was in this control state.
    fn count(&mut self, alternative: &Alternative, state: u64) -> u32 {
        let (function, edge) = alternative.edge;
        *self.tried_in_all.entry(alternative.edge).or_default() += 1;
        let tried = self.tried.entry((function, edge, state)).or_default();
        *tried += 1;
        *tried
    }

    fn priority(&self, alternative: &Alternative, state: u64, age: u64) -> Priority {
        let (function, edge) = alternative.edge;
        let tried = self.tried.get(&(function, edge, state)).copied();
        let in_all = self.tried_in_all.get(&alternative.edge).copied();
        let magnitude = in_all.unwrap_or_default().checked_ilog2();
        let magnitude = magnitude.map_or(0, |log| log + 1);
        Priority {
            out_of_focus: !alternative.is_in_focus,
            tried: tried.unwrap_or_default(),
            magnitude,
            distance: alternative.distance,
            age,
        }
    }

    fn once(&mut self, inputs: &[Value], tail: Tail) -> Record {
        let inputs = Inputs {
            given: inputs,
            tail,
            random: &mut self.random,
            choices: Vec::new(),
        };
        let guide = Guide {
            focus: self.focus,
            distances: &self.distances,
            control: &self.control,
        };
        let (machine, shadow) = (&mut self.machine, &mut self.shadow);
        let runner = Runner::new(machine, shadow, guide, &mut self.seen);
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
                let age = self.met.len() as u64;
                let priority = self.priority(alternative, branch.state, age);
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
        let known = self.known(run, &conditions);
        let solution = match candidate_value(self.terms, &conditions, &known) {
            Some(changed) => vec![changed],
            None => self.solver.solve(&conditions)?,
        };
        let mut inputs = run.choices[..branch.inputs].to_vec();
        for (symbol, value) in solution {
            let Some(InputPart { number, element }) = self.shadow.part(symbol) else {
                continue;
            };
            match (inputs.get_mut(number), element) {
                (Some(Value::Array(array)), Some(element)) => {
                    if let Some(index) = index(array, element) {
                        array.store(index, value);
                    }
                }
                (Some(input), None) => *input = value,
                _ => {}
            }
        }
        Some(inputs)
    }

    /// The values that the symbols of some conditions had in a run.
    fn known(&self, run: &Record, conditions: &[TermId]) -> FxHashMap<SymbolId, Value> {
        let symbols = self.terms.symbols_of(conditions).into_iter();
        let of = |symbol| {
            let InputPart { number, element } = self.shadow.part(symbol)?;
            let value = run.choices.get(number)?;
            let value = match (value, element) {
                (Value::Array(array), Some(element)) => {
                    array.select(&index(array, element)?).clone()
                }
                (value, None) => value.clone(),
                _ => return None,
            };
            Some((symbol, value))
        };
        symbols.filter_map(of).collect()
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

/// The number of an element as an index of an array.
fn index(array: &ArrayValue, element: u128) -> Option<Value> {
    match array.index_sort() {
        Sort::BitVec(width) => Some(Value::Bv(BvValue::new(*width, element))),
        _ => None,
    }
}

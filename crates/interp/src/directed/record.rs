//! One run with its conditions in terms of the inputs.

use super::control::Control;
use super::distance::{Distances, FAR};
use super::shadow::Shadow;
use super::{DirectedLimits, Focus};
use crate::machine::{Machine, Outcome};
use crate::oracle::{Oracle, Silent};
use crate::random::Random;
use invar_budget::Moment;
use invar_cfa::{EdgeId, FunctionId, LocId, Operation};
use invar_term::{BvValue, Sort, TermId, Value};
use rustc_hash::FxHashSet;

/// Branches on inputs that are recorded of one run.
const MAX_BRANCHES: usize = 4_000;

/// An edge that a run did not take, and that inputs can decide for.
pub(super) struct Alternative {
    pub(super) edge: (FunctionId, EdgeId),
    pub(super) condition: TermId,
    /// From its end to a violation.
    pub(super) distance: u32,
    pub(super) is_in_focus: bool,
}

/// A choice between edges that depends on inputs.
pub(super) struct Branch {
    /// What held; nothing where the run did not get past this place.
    pub(super) held: Option<TermId>,
    pub(super) alternatives: Vec<Alternative>,
    /// Inputs so far.
    pub(super) inputs: usize,
    /// What the control variables hold.
    pub(super) state: u64,
}

/// A run.
pub(super) struct Record {
    /// Whether a branch was met in a control state that no run before was in there.
    pub(super) is_new: bool,
    pub(super) choices: Vec<Value>,
    pub(super) branches: Vec<Branch>,
    pub(super) outcome: Outcome,
}

/// The inputs after those that are given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    Zeros,
    /// Often zero, else small numbers.
    Small,
}

/// Gives inputs and remembers them.
pub(super) struct Inputs<'g> {
    pub(super) given: &'g [Value],
    pub(super) tail: Tail,
    pub(super) random: &'g mut Random,
    pub(super) choices: Vec<Value>,
}

impl Inputs<'_> {
    fn next(&mut self, sort: &Sort) -> Value {
        if let Some(given) = self.given.get(self.choices.len())
            && given.sort() == *sort
        {
            return given.clone();
        }
        if let (Tail::Small, Sort::BitVec(width)) = (self.tail, sort) {
            let random = self.random.next();
            let bits = match random % 8 {
                0..=3 => 0,
                4 | 5 => 1,
                6 => u128::from(random >> 8) % 40,
                _ => u128::MAX,
            };
            return Value::Bv(BvValue::new(*width, bits));
        }
        // No sort without values occurs in programs; `false` then fails the sort check.
        Value::zero(sort).unwrap_or(Value::Bool(false))
    }
}

impl Oracle for Inputs<'_> {
    fn choose(&mut self, _: FunctionId, _: EdgeId, sort: &Sort) -> Value {
        let value = self.next(sort);
        self.choices.push(value.clone());
        value
    }
}

/// What runs have met so far.
#[derive(Default)]
pub(super) struct Seen {
    /// Control states, with the locations of branches in them.
    branches: FxHashSet<(u64, FunctionId, LocId)>,
}

/// What a runner reads of a program beside its edges.
pub(super) struct Guide<'r> {
    pub(super) focus: Focus<'r>,
    pub(super) distances: &'r Distances,
    pub(super) control: &'r Control,
}

/// Runs a program from its entry and records its branches.
pub(super) struct Runner<'r, 'p> {
    machine: &'r mut Machine<'p>,
    shadow: &'r mut Shadow<'p>,
    guide: Guide<'r>,
    seen: &'r mut Seen,
    branches: Vec<Branch>,
    steps: u64,
    /// Branches since the last one that was new, or that inputs which were given decided.
    idle: usize,
    is_new: bool,
}

impl<'r, 'p> Runner<'r, 'p> {
    pub(super) fn new(
        machine: &'r mut Machine<'p>,
        shadow: &'r mut Shadow<'p>,
        guide: Guide<'r>,
        seen: &'r mut Seen,
    ) -> Runner<'r, 'p> {
        Runner {
            machine,
            shadow,
            guide,
            seen,
            branches: Vec::new(),
            steps: 0,
            idle: 0,
            is_new: false,
        }
    }

    pub(super) fn run(mut self, mut inputs: Inputs<'_>, limits: DirectedLimits) -> Record {
        self.machine.restart();
        self.shadow.restart();
        let outcome = loop {
            let is_late = self.steps.is_multiple_of(1024)
                && limits.deadline.is_some_and(|d| Moment::now() >= d);
            let is_idle = self.idle >= limits.idle_branches;
            if self.steps >= limits.steps || is_idle || is_late {
                break Outcome::Limit;
            }
            if let Err(outcome) = self.step(&mut inputs) {
                break outcome;
            }
            self.steps += 1;
        };
        Record {
            is_new: self.is_new,
            choices: inputs.choices,
            branches: self.branches,
            outcome,
        }
    }

    fn step(&mut self, inputs: &mut Inputs<'_>) -> Result<(), Outcome> {
        let program = self.machine.program;
        let at = self.machine.at;
        let cfa = &program.function(at.function).cfa;
        let location = cfa.location(at.location);
        if location.outgoing().is_empty() {
            if at.location == cfa.exit && self.machine.depth() > 0 {
                let results = &program.function(at.function).results;
                let awaited = self.machine.awaited().to_vec();
                self.shadow.return_to_caller(results, &awaited);
            }
            return self.machine.step(inputs, &mut Silent);
        }
        let taken = self.taken(inputs)?;
        let Some(edge_id) = taken else {
            return self.machine.step(inputs, &mut Silent);
        };
        match &cfa.edge(edge_id).operation {
            Operation::Skip | Operation::Assume { .. } => {
                self.machine.execute(edge_id, inputs, &mut Silent)
            }
            Operation::Assign { target, value } => {
                let assigned = self.shadow.assigned(self.machine, *target, *value)?;
                self.machine.execute(edge_id, inputs, &mut Silent)?;
                self.shadow.set(*target, assigned);
                Ok(())
            }
            Operation::Havoc { target, .. } => {
                let number = inputs.choices.len();
                self.machine.execute(edge_id, inputs, &mut Silent)?;
                self.shadow.input(*target, number, program.sort(*target));
                Ok(())
            }
            Operation::Call {
                function,
                arguments,
                ..
            } => {
                let parameters = &program.function(*function).parameters;
                let pairs = parameters.iter().zip(arguments);
                let passed = pairs.map(|(parameter, argument)| {
                    self.shadow.assigned(self.machine, *parameter, *argument)
                });
                let passed: Vec<_> = passed.collect::<Result<_, _>>()?;
                self.machine.execute(edge_id, inputs, &mut Silent)?;
                self.shadow.call(self.machine, *function, passed);
                Ok(())
            }
        }
    }

    /// The edge that is taken here, if there is one.
    fn taken(&mut self, inputs: &Inputs<'_>) -> Result<Option<EdgeId>, Outcome> {
        let program = self.machine.program;
        let at = self.machine.at;
        let cfa = &program.function(at.function).cfa;
        let mut taken = None;
        let mut held = None;
        let mut others = Vec::new();
        for edge_id in cfa.location(at.location).outgoing() {
            let Operation::Assume { condition, .. } = &cfa.edge(*edge_id).operation else {
                taken = taken.or(Some(*edge_id));
                continue;
            };
            let (value, term) = self.shadow.value(self.machine, *condition)?;
            if taken.is_none() && value == Value::Bool(true) {
                taken = Some(*edge_id);
                held = term;
            } else if let Some(term) = term {
                others.push((*edge_id, term));
            }
        }
        if (held.is_none() && others.is_empty()) || self.branches.len() >= MAX_BRANCHES {
            return Ok(taken);
        }
        let is_in_focus = self.guide.focus.has_branch(at.function, at.location);
        let alternatives = others.into_iter().filter_map(|(edge_id, condition)| {
            let to = cfa.edge(edge_id).to;
            let distance = self
                .guide
                .distances
                .at(at.function, to, self.machine.returns());
            (distance < FAR).then_some(Alternative {
                edge: (at.function, edge_id),
                condition,
                distance,
                is_in_focus,
            })
        });
        let alternatives: Vec<Alternative> = alternatives.collect();
        let state = self.guide.control.state(self.machine);
        let used = inputs.choices.len();
        let is_choice = is_in_focus && !alternatives.is_empty();
        let place = (state, at.function, at.location);
        let is_new = is_choice && self.seen.branches.insert(place);
        self.is_new |= is_new;
        if is_new || used < inputs.given.len() {
            self.idle = 0;
        } else {
            self.idle += 1;
        }
        let is_lost = taken.is_some_and(|edge_id| {
            let to = cfa.edge(edge_id).to;
            let returns = self.machine.returns();
            self.guide.distances.at(at.function, to, returns) >= FAR
        });
        let is_lost = is_lost && !alternatives.is_empty();
        self.branches.push(Branch {
            held: held.filter(|_| !is_lost),
            alternatives,
            inputs: used,
            state,
        });
        // No violation is reached from here: other inputs are looked for at once.
        if is_lost {
            return Err(Outcome::Blocked(at, None));
        }
        Ok(taken)
    }
}

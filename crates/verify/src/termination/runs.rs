//! Executions: pairs of states at consecutive visits of loops, repeated states, and loops that seem to have no end.

use super::candidates::elements;
use invar_budget::{Budget, Moment};
use invar_certify::termination::{LoopPart, live_at};
use invar_cfa::{EdgeId, FunctionId, LocId, Operation, Program, SymbolMap, VarId};
use invar_interp::{Choices, Limits, Observer, Oracle, Outcome, Step, run};
use invar_term::{Assignment, BvValue, Evaluator, Op, Sort, SymbolId, TermId, Value};
use invar_verdict::Trace;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Steps of one run.
const STEPS: u64 = 20_000;
/// Steps of the run that follows a trace.
const STEPS_OF_TRACE: u64 = 200_000;
/// Runs at the beginning.
const RUNS: u64 = 120;
/// Time for them.
const TIME: Duration = Duration::from_millis(700);
/// Pairs that are kept per loop, and those of them that one run may add.
const PAIRS: usize = 600;
const PAIRS_PER_RUN: usize = 24;
/// Visits of a loop in one run that make it suspicious.
const MANY_VISITS: u64 = 300;
/// Different values of inputs from the text.
const MAX_CONSTANTS: usize = 24;

/// The values of the variables of a loop and of elements of memory, at two consecutive visits.
pub(crate) type Pair = (Vec<Value>, Vec<Value>);

/// A visit of a loop head in a run.
#[derive(Clone, Debug)]
pub(crate) struct Visit {
    /// The head.
    pub(crate) head: LocId,
    /// Its number in the run, counted from one.
    pub(crate) number: u64,
    /// The inputs of the run.
    pub(crate) trace: Trace,
    /// The value that each input had last.
    pub(crate) last_inputs: BTreeMap<EdgeId, Value>,
}

/// What was seen of one loop.
pub(crate) struct Seen {
    /// The variables on which the rest of an execution depends there.
    pub(crate) variables: Vec<VarId>,
    /// Elements of memory that its conditions read.
    pub(crate) elements: Vec<TermId>,
    /// Symbols that stand for their values.
    pub(crate) stand_ins: Vec<TermId>,
    /// Values at consecutive visits.
    pub(crate) pairs: Vec<Pair>,
    known: BTreeSet<String>,
}

/// What executions of a program showed.
pub(crate) struct Observations<'p> {
    program: &'p Program,
    parts: Vec<LoopPart>,
    /// Per location, the loop that it heads.
    head_of: Vec<Option<usize>>,
    /// Per loop.
    pub(crate) seen: Vec<Seen>,
    /// Visits at which a state seems to be repeated: its number is that of the first of the two.
    pub(crate) repeated: Vec<Visit>,
    /// Runs that are in a loop for long, by loop.
    pub(crate) long: BTreeMap<usize, Vec<Visit>>,
    constants: Vec<u128>,
    symbols: SymbolMap,
}

impl<'p> Observations<'p> {
    pub(crate) fn new(program: &'p Program, parts: &[LoopPart]) -> Observations<'p> {
        let mut head_of = vec![None; program.entry_cfa().location_count()];
        let mut seen = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            head_of[part.head.0 as usize] = Some(number);
            let live = live_at(program, part.head);
            let is_scalar = |v: &VarId| !matches!(program.sort(*v), Sort::Array(_));
            let elements = elements(program, part);
            let stand_in =
                |term: &TermId| (program.terms).fresh_symbol("element", program.terms.sort(*term));
            seen.push(Seen {
                variables: live.into_iter().filter(is_scalar).collect(),
                stand_ins: elements.iter().map(stand_in).collect(),
                elements,
                pairs: Vec::new(),
                known: BTreeSet::new(),
            });
        }
        Observations {
            program,
            parts: parts.to_vec(),
            head_of,
            seen,
            repeated: Vec::new(),
            long: BTreeMap::new(),
            constants: constants(program),
            symbols: program.variables_by_symbol(),
        }
    }

    /// Runs the program on chosen and on random inputs.
    pub(crate) fn explore(&mut self, budget: &Budget) {
        let end = Moment::now() + TIME.min(budget.left() / 8);
        for number in 0..RUNS {
            if Moment::now() >= end || self.repeated.len() >= 8 {
                return;
            }
            let oracle = Inputs::new(number, self.constants.clone());
            let outcome = self.observe(oracle, STEPS, end);
            // Without inputs every run is the same.
            if outcome.choices == 0 {
                return;
            }
        }
    }

    /// Follows a trace, and goes on with zeros; says whether a new pair was seen in a loop.
    pub(crate) fn follow(&mut self, trace: &Trace, part: usize, budget: &Budget) -> bool {
        let before = self.seen[part].pairs.len();
        let end = Moment::now() + TIME.min(budget.left() / 8);
        let mut inputs = Inputs::new(0, Vec::new());
        inputs.given = Some(Choices::new(trace.values()));
        self.observe(inputs, STEPS_OF_TRACE, end);
        self.seen[part].pairs.len() > before
    }

    fn observe(&mut self, mut inputs: Inputs, steps: u64, end: Moment) -> Observed {
        let state = self.program.variable_ids();
        let state = state.map(|v| match self.program.sort(v) {
            Sort::Array(_) => Value::Bool(false),
            sort => Value::zero(sort).unwrap_or(Value::Bool(false)),
        });
        // Only arrays that are looked at are kept.
        let looked_at: Vec<TermId> = (self.seen.iter())
            .flat_map(|seen| seen.elements.iter().copied())
            .collect();
        let read = self.program.terms.symbols_of(&looked_at);
        let arrays = read.iter().filter_map(|symbol| {
            let variable = *self.symbols.get(symbol)?;
            match Value::zero(self.program.sort(variable))? {
                array @ Value::Array(_) => Some((variable, array)),
                _ => None,
            }
        });
        let arrays = arrays.collect();
        let mut watcher = Watcher {
            state: state.collect(),
            last: vec![None; self.parts.len()],
            kept: vec![None; self.parts.len()],
            visits: vec![0; self.parts.len()],
            added: vec![0; self.parts.len()],
            of: self,
            repeated: Vec::new(),
            arrays,
        };
        let limits = Limits {
            steps,
            deadline: Some(end),
            ..Limits::default()
        };
        let program = watcher.of.program;
        let outcome = run(program, &mut inputs, &mut watcher, &limits);
        let Watcher {
            visits,
            last,
            repeated,
            ..
        } = watcher;
        let taken = inputs.taken;
        let inside = |part: usize| last[part].is_some();
        let visit = |part: usize, number: u64| Visit {
            head: self.parts[part].head,
            number,
            trace: taken.iter().cloned().collect(),
            last_inputs: taken.iter().cloned().collect(),
        };
        for (part, number) in repeated {
            self.repeated.push(visit(part, number));
        }
        if outcome == Outcome::Limit {
            for (part, visits) in visits.iter().enumerate() {
                if *visits > MANY_VISITS && inside(part) {
                    let visit = visit(part, *visits);
                    self.long.entry(part).or_default().push(visit);
                }
            }
        }
        Observed {
            choices: taken.len(),
        }
    }
}

struct Observed {
    choices: usize,
}

struct Watcher<'o, 'p> {
    of: &'o mut Observations<'p>,
    state: Vec<Value>,
    /// The values at the last visit, as long as the run is in the loop.
    last: Vec<Option<Vec<Value>>>,
    /// Brent: the number of a visit and its values, which later ones are compared with.
    kept: Vec<Option<(u64, Vec<Value>)>>,
    visits: Vec<u64>,
    added: Vec<usize>,
    repeated: Vec<(usize, u64)>,
    /// Memory that conditions of loops read.
    arrays: BTreeMap<VarId, Value>,
}

/// The state of a run as values of symbols.
struct Now<'w> {
    symbols: &'w SymbolMap,
    state: &'w [Value],
    arrays: &'w BTreeMap<VarId, Value>,
}

impl Assignment for Now<'_> {
    fn value(&self, symbol: SymbolId) -> Option<Value> {
        let variable = *self.symbols.get(&symbol)?;
        let array = self.arrays.get(&variable);
        array
            .or_else(|| self.state.get(variable.0 as usize))
            .cloned()
    }
}

impl Observer for Watcher<'_, '_> {
    fn step(&mut self, step: Step<'_>) {
        if let Some((variable, value)) = step.changed
            && !matches!(value, Value::Array(_))
        {
            self.state[variable.0 as usize].clone_from(value);
        }
        if let Some((variable, value)) = step.changed
            && let Some(kept) = self.arrays.get_mut(&variable)
        {
            match (kept, step.element) {
                (Value::Array(array), Some((index, element))) => {
                    array.store(index.clone(), element.clone());
                }
                (kept, _) => kept.clone_from(value),
            }
        }
        let to = self.of.program.entry_cfa().edge(step.edge).to;
        for (part, last) in self.last.iter_mut().enumerate() {
            if last.is_some() && !self.of.parts[part].component.contains(&to) {
                *last = None;
            }
        }
        let Some(part) = self.of.head_of[to.0 as usize] else {
            return;
        };
        self.visits[part] += 1;
        let number = self.visits[part];
        let seen = &mut self.of.seen[part];
        let mut now: Vec<Value> = seen
            .variables
            .iter()
            .map(|v| self.state[v.0 as usize].clone())
            .collect();
        if !seen.elements.is_empty() {
            let state = Now {
                symbols: &self.of.symbols,
                state: &self.state,
                arrays: &self.arrays,
            };
            let mut evaluator = Evaluator::new(&self.of.program.terms, &state);
            let elements = seen.elements.iter();
            now.extend(elements.map(|e| evaluator.eval(*e).unwrap_or(Value::Bool(false))));
        }
        if let Some(before) = self.last[part].take()
            && self.added[part] < PAIRS_PER_RUN
            && seen.pairs.len() < PAIRS
        {
            self.added[part] += 1;
            if seen.known.insert(format!("{before:?}{now:?}")) {
                seen.pairs.push((before, now.clone()));
            }
        }
        match &self.kept[part] {
            Some((at, values)) if *values == now => {
                if self.repeated.is_empty() {
                    self.repeated.push((part, *at));
                }
            }
            Some((at, _)) if !number.is_power_of_two() || *at == number => {}
            _ => self.kept[part] = Some((number, now.clone())),
        }
        self.last[part] = Some(now);
    }
}

/// Where the inputs of a run come from.
struct Inputs {
    number: u64,
    random: u64,
    constants: Vec<u128>,
    given: Option<Choices>,
    taken: Vec<(EdgeId, Value)>,
}

impl Inputs {
    fn new(number: u64, constants: Vec<u128>) -> Inputs {
        Inputs {
            number,
            random: number.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1,
            constants,
            given: None,
            taken: Vec::new(),
        }
    }

    /// SplitMix64.
    fn bits(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.random ^ (self.random >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn bits_of_value(&mut self, width: u32) -> u128 {
        let small = |value: i64| BvValue::from_signed(width, i128::from(value)).unsigned();
        match self.number {
            0 => 0,
            1 => 1,
            2 => small(-1),
            3 => 2,
            4 => 10,
            number => {
                let bits = self.bits();
                match (number % 6, bits % 8) {
                    (0, _) => small((bits >> 8) as i64 % 3 - 1),
                    (1, _) => small((bits >> 8) as i64 % 8 - 3),
                    (2, _) => small((bits >> 8) as i64 % 64 - 20),
                    (3, 0..6) | (4, 0..3) if !self.constants.is_empty() => {
                        let at = (bits >> 16) as usize % self.constants.len();
                        let value = self.constants[at];
                        value
                            .wrapping_add(((bits >> 8) % 3) as u128)
                            .wrapping_sub(1)
                    }
                    (4, 3) => 1 << (width - 1),
                    (4, 4) => (1 << (width - 1)) - 1,
                    (5, _) => u128::from(bits >> 3),
                    _ => small((bits >> 8) as i64 % 200 - 50),
                }
            }
        }
    }

    fn value(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        if let Some(given) = &mut self.given {
            return given.choose(function, edge, sort);
        }
        match sort {
            Sort::Bool => Value::Bool(self.bits() & 1 == 1),
            Sort::BitVec(width) => Value::Bv(BvValue::new(*width, self.bits_of_value(*width))),
            other => Value::zero(other).unwrap_or(Value::Bool(false)),
        }
    }
}

impl Oracle for Inputs {
    fn choose(&mut self, function: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        let value = self.value(function, edge, sort);
        self.taken.push((edge, value.clone()));
        value
    }
}

/// Numbers that conditions of the program compare with.
fn constants(program: &Program) -> Vec<u128> {
    let cfa = program.entry_cfa();
    let mut found = BTreeSet::new();
    for id in cfa.edge_ids() {
        let Operation::Assume { condition, .. } = &cfa.edge(id).operation else {
            continue;
        };
        for term in program.terms.postorder(&[*condition]) {
            if let Op::BvConst(value) = program.terms.op(term) {
                found.insert(value.unsigned());
            }
        }
        if found.len() >= MAX_CONSTANTS {
            break;
        }
    }
    found.into_iter().collect()
}

//! Slicing before calls are inlined: what cannot influence whether a target is reached goes from every function.
//!
//! The result has every execution of the program up to its first target, and more: it serves proofs of programs that are
//! too large to inline whole.
//!
//! Correctness. Relevant are the targets of functions that the entry reaches, branches that decide (control dependence)
//! whether a relevant place is reached, the variables that relevant branches and assignments read, every assignment to
//! such a variable, and every call of a function that has a relevant place. Variables are relevant everywhere or
//! nowhere. An irrelevant assignment changes no relevant variable. An irrelevant branch has nothing relevant before its
//! immediate postdominator, so jumping there keeps every execution to a target; where it has no postdominator its sides
//! are chosen freely. An assumption that an execution has no undefined behaviour stays only if all its variables are
//! relevant. Loops without end and calls that do not return are continued where they are irrelevant.

use invar_cfa::{
    AssumeReason, Cfa, EdgeId, Flow, Function, FunctionId, LocId, LocationKind, Operation,
    Postdominators, Program, VarId,
};
use invar_term::{Sort, SymbolId, TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// The program with every function sliced.
pub fn slice_functions(program: &Program) -> Program {
    let relevance = Relevance::of(program, Purpose::Proof);
    let mut result = program.clone();
    for (number, function) in result.functions.iter_mut().enumerate() {
        function.cfa = match &relevance.functions[number] {
            Some(slice) => relevance.sliced(&function.name, &program.functions[number].cfa, slice),
            None => empty(&function.name, &function.cfa),
        };
    }
    result
}

/// What the answer is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// A proof: whatever may matter does.
    Proof,
    /// A search for violations: memory counts as an input, and what is not modelled as met by no execution.
    Guidance,
}

/// What influences whether a violation is found, mostly; nothing that a proof may rest on.
#[derive(Clone, Debug)]
pub struct Influence {
    /// Per function and location, whether what is chosen there matters.
    pub branches: Vec<Vec<bool>>,
    /// The variables that matter.
    pub variables: FxHashSet<VarId>,
}

/// What influences whether a violation of a program with calls is found.
pub fn influence(program: &Program) -> Influence {
    let relevance = Relevance::of(program, Purpose::Guidance);
    let of = |(slice, function): (Option<Slice>, &Function)| match slice {
        Some(slice) => slice.branches,
        None => vec![false; function.cfa.location_count()],
    };
    let functions = relevance.functions.into_iter().zip(&program.functions);
    Influence {
        branches: functions.map(of).collect(),
        variables: relevance.variables,
    }
}

/// An automaton that does nothing.
fn empty(name: &str, original: &Cfa) -> Cfa {
    let mut cfa = like(name, original);
    let (entry, exit) = (cfa.entry, cfa.exit);
    cfa.add_edge(entry, exit, Operation::Skip, None);
    cfa
}

/// An automaton with the entry and the exit of another one, and no edges.
fn like(name: &str, original: &Cfa) -> Cfa {
    let mut cfa = Cfa::new(name);
    for (new, old) in [(cfa.entry, original.entry), (cfa.exit, original.exit)] {
        let old = original.location(old);
        let location = cfa.location_mut(new);
        (location.kind, location.span) = (old.kind, old.span);
        (location.stable, location.calls) = (old.stable, old.calls);
    }
    cfa
}

/// A function with a relevant place.
struct Slice {
    places: Vec<bool>,
    branches: Vec<bool>,
    controllers: Vec<Vec<LocId>>,
    flow: Flow,
    postdominators: Postdominators,
}

impl Slice {
    fn of(cfa: &Cfa, purpose: Purpose) -> Slice {
        let flow = match purpose {
            Purpose::Proof => Flow::where_defined(cfa),
            Purpose::Guidance => Flow::where_modelled(cfa),
        };
        let postdominators = Postdominators::of(cfa, &flow);
        Slice {
            places: vec![false; cfa.location_count()],
            branches: vec![false; cfa.location_count()],
            controllers: postdominators.control_dependence(cfa, &flow),
            flow,
            postdominators,
        }
    }
}

type Site = (FunctionId, EdgeId);

/// What matters in a program.
struct Relevance<'p> {
    program: &'p Program,
    purpose: Purpose,
    symbols: FxHashMap<SymbolId, VarId>,
    /// Where variables change, results of calls included.
    definitions: FxHashMap<VarId, Vec<Site>>,
    /// The parameters of functions, with their positions.
    parameters: FxHashMap<VarId, (FunctionId, usize)>,
    /// The calls of each function.
    callers: Vec<Vec<Site>>,
    functions: Vec<Option<Slice>>,
    variables: FxHashSet<VarId>,
    open_places: Vec<(FunctionId, LocId)>,
    open_variables: Vec<VarId>,
}

impl<'p> Relevance<'p> {
    fn of(program: &'p Program, purpose: Purpose) -> Relevance<'p> {
        let symbols = program
            .variable_ids()
            .filter_map(|v| Some((program.terms.as_symbol(program.symbol(v))?, v)))
            .collect();
        let count = program.functions.len();
        let mut relevance = Relevance {
            program,
            purpose,
            symbols,
            definitions: FxHashMap::default(),
            parameters: FxHashMap::default(),
            callers: vec![Vec::new(); count],
            functions: (0..count).map(|_| None).collect(),
            variables: FxHashSet::default(),
            open_places: Vec::new(),
            open_variables: Vec::new(),
        };
        let reached = relevance.note_functions();
        relevance.add_place(program.entry, program.function(program.entry).cfa.entry);
        for function in reached {
            let cfa = &program.function(function).cfa;
            for location in cfa.location_ids() {
                let is_gap = matches!(cfa.location(location).kind, LocationKind::Unsupported(_));
                let is_left = is_gap && purpose == Purpose::Guidance;
                if Program::is_target(cfa, location) && !is_left {
                    relevance.add_place(function, location);
                }
            }
        }
        relevance.close();
        relevance
    }

    /// Notes definitions and calls of the functions that the entry reaches; returns these.
    fn note_functions(&mut self) -> Vec<FunctionId> {
        let program = self.program;
        let mut seen = vec![false; program.functions.len()];
        seen[program.entry.0 as usize] = true;
        let mut reached = vec![program.entry];
        let mut next = 0;
        while let Some(function) = reached.get(next).copied() {
            next += 1;
            let declared = program.function(function);
            for (position, parameter) in declared.parameters.iter().enumerate() {
                self.parameters.insert(*parameter, (function, position));
            }
            for id in declared.cfa.edge_ids() {
                let site = (function, id);
                match &declared.cfa.edge(id).operation {
                    Operation::Skip | Operation::Assume { .. } => {}
                    Operation::Assign { target, .. } | Operation::Havoc { target, .. } => {
                        self.definitions.entry(*target).or_default().push(site);
                    }
                    Operation::Call {
                        function: callee,
                        results,
                        ..
                    } => {
                        for result in results {
                            self.definitions.entry(*result).or_default().push(site);
                        }
                        self.callers[callee.0 as usize].push(site);
                        if !std::mem::replace(&mut seen[callee.0 as usize], true) {
                            reached.push(*callee);
                        }
                    }
                }
            }
        }
        reached
    }

    fn close(&mut self) {
        loop {
            if let Some(variable) = self.open_variables.pop() {
                self.follow(variable);
            } else if let Some((function, location)) = self.open_places.pop() {
                let slice = self.functions[function.0 as usize].as_ref();
                let slice = slice.expect("a function with a relevant place");
                for branch in slice.controllers[location.0 as usize].clone() {
                    self.add_branch(function, branch);
                }
            } else {
                return;
            }
        }
    }

    fn add_place(&mut self, function: FunctionId, location: LocId) {
        let number = function.0 as usize;
        if self.functions[number].is_none() {
            self.functions[number] =
                Some(Slice::of(&self.program.functions[number].cfa, self.purpose));
            for (caller, call) in self.callers[number].clone() {
                let from = self.program.function(caller).cfa.edge(call).from;
                self.add_place(caller, from);
            }
        }
        let slice = self.functions[number].as_mut();
        let places = &mut slice.expect("just made").places;
        if !std::mem::replace(&mut places[location.0 as usize], true) {
            self.open_places.push((function, location));
        }
    }

    fn add_branch(&mut self, function: FunctionId, branch: LocId) {
        let slice = self.functions[function.0 as usize].as_mut();
        let branches = &mut slice.expect("a function with a relevant place").branches;
        if std::mem::replace(&mut branches[branch.0 as usize], true) {
            return;
        }
        self.add_place(function, branch);
        let program = self.program;
        let cfa = &program.function(function).cfa;
        for (_, edge) in cfa.outgoing(branch) {
            if let Operation::Assume { condition, .. } = &edge.operation {
                self.add_reads(*condition);
            }
        }
    }

    fn add_reads(&mut self, term: TermId) {
        for variable in self.read_by(term) {
            self.add_variable(variable);
        }
    }

    fn read_by(&self, term: TermId) -> Vec<VarId> {
        let symbols = self.program.terms.symbols_of(&[term]).into_iter();
        symbols
            .filter_map(|symbol| self.symbols.get(&symbol).copied())
            .collect()
    }

    fn add_variable(&mut self, variable: VarId) {
        let is_memory = matches!(self.program.sort(variable), Sort::Array(_));
        if is_memory && self.purpose == Purpose::Guidance {
            return;
        }
        if self.variables.insert(variable) {
            self.open_variables.push(variable);
        }
    }

    /// Where the value of a variable comes from.
    fn follow(&mut self, variable: VarId) {
        let program = self.program;
        for (function, id) in self.definitions.get(&variable).cloned().unwrap_or_default() {
            let edge = program.function(function).cfa.edge(id);
            self.add_place(function, edge.from);
            match &edge.operation {
                Operation::Assign { value, .. } => self.add_reads(*value),
                Operation::Call {
                    function: callee,
                    results,
                    ..
                } => {
                    let inner = &program.function(*callee).results;
                    let given = inner.iter().zip(results);
                    for (inner, _) in given.filter(|(_, outer)| **outer == variable) {
                        self.add_variable(*inner);
                        // It is called also if it never sets the result.
                        self.add_place(*callee, program.function(*callee).cfa.entry);
                    }
                }
                Operation::Skip | Operation::Assume { .. } | Operation::Havoc { .. } => {}
            }
        }
        if let Some((function, position)) = self.parameters.get(&variable).copied() {
            for (caller, call) in self.callers[function.0 as usize].clone() {
                let operation = &program.function(caller).cfa.edge(call).operation;
                if let Operation::Call { arguments, .. } = operation
                    && let Some(argument) = arguments.get(position)
                {
                    self.add_reads(*argument);
                }
            }
        }
    }

    /// A function without what is irrelevant.
    fn sliced(&self, name: &str, cfa: &Cfa, slice: &Slice) -> Cfa {
        let mut edges: Vec<Vec<Step>> = Vec::with_capacity(cfa.location_count());
        for location in cfa.location_ids() {
            edges.push(self.steps(cfa, slice, location));
        }
        compact(name, cfa, &edges)
    }

    fn steps(&self, cfa: &Cfa, slice: &Slice, location: LocId) -> Vec<Step> {
        let is_irrelevant_branch =
            slice.flow.is_branch(location) && !slice.branches[location.0 as usize];
        if is_irrelevant_branch && let Some(to) = slice.postdominators.immediate(location) {
            return vec![Step {
                to,
                operation: Operation::Skip,
                edge: None,
            }];
        }
        let mut steps: Vec<Step> = Vec::new();
        for (id, edge) in cfa.outgoing(location) {
            let operation = match &edge.operation {
                Operation::Assume {
                    condition,
                    reason: AssumeReason::Undefined(_),
                } if !slice.branches[location.0 as usize] => {
                    if self
                        .read_by(*condition)
                        .iter()
                        .all(|v| self.variables.contains(v))
                    {
                        edge.operation.clone()
                    } else {
                        Operation::Skip
                    }
                }
                Operation::Assume { .. } if is_irrelevant_branch => Operation::Skip,
                operation if self.is_irrelevant(operation) => Operation::Skip,
                Operation::Call {
                    function,
                    arguments,
                    results,
                } => Operation::Call {
                    function: *function,
                    arguments: self.relevant_arguments(*function, arguments),
                    results: results.clone(),
                },
                operation => operation.clone(),
            };
            let is_there = |step: &Step| step.to == edge.to && step.operation == Operation::Skip;
            if operation != Operation::Skip || !steps.iter().any(is_there) {
                steps.push(Step {
                    to: edge.to,
                    operation,
                    edge: Some(id),
                });
            }
        }
        steps
    }

    /// The arguments of a call; for irrelevant parameters a constant, so that nothing reads what no longer gets a value.
    fn relevant_arguments(&self, function: FunctionId, arguments: &[TermId]) -> Vec<TermId> {
        let terms = &self.program.terms;
        let parameters = &self.program.function(function).parameters;
        let given = parameters.iter().zip(arguments);
        let relevant = given.map(|(parameter, argument)| {
            if self.variables.contains(parameter) {
                *argument
            } else {
                match Value::zero(terms.sort(*argument)) {
                    Some(zero) => terms.constant(&zero),
                    None => *argument,
                }
            }
        });
        relevant.collect()
    }

    /// Whether an operation changes nothing that is relevant.
    fn is_irrelevant(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Skip | Operation::Assume { .. } => false,
            Operation::Assign { target, .. } | Operation::Havoc { target, .. } => {
                !self.variables.contains(target)
            }
            Operation::Call { function, .. } => self.functions[function.0 as usize].is_none(),
        }
    }
}

/// An edge of a sliced function.
struct Step {
    to: LocId,
    operation: Operation,
    /// The edge that it was.
    edge: Option<EdgeId>,
}

/// An automaton of these edges, without places that only lead on.
fn compact(name: &str, original: &Cfa, steps: &[Vec<Step>]) -> Cfa {
    let mut cfa = like(name, original);
    let mut places: FxHashMap<LocId, LocId> =
        [(original.entry, cfa.entry), (original.exit, cfa.exit)]
            .into_iter()
            .collect();
    let mut open = vec![original.entry];
    while let Some(from) = open.pop() {
        for step in &steps[from.0 as usize] {
            let to = landing(original, steps, step.to);
            let new = *places.entry(to).or_insert_with(|| {
                let old = original.location(to);
                let new = cfa.add_location(old.kind, old.span, old.stable, old.calls);
                if let Some(subject) = original.subject(to) {
                    cfa.set_subject(new, subject.clone());
                }
                open.push(to);
                new
            });
            let span = step.edge.and_then(|edge| original.edge(edge).span);
            cfa.add_edge(places[&from], new, step.operation.clone(), span);
        }
    }
    cfa
}

/// The first place on from here where something happens.
fn landing(original: &Cfa, steps: &[Vec<Step>], mut at: LocId) -> LocId {
    let mut seen = FxHashSet::default();
    loop {
        let is_end = at == original.exit || at == original.entry;
        match steps[at.0 as usize].as_slice() {
            [only] if only.operation == Operation::Skip && !is_end && seen.insert(at) => {
                at = only.to;
            }
            _ => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::slice_functions;
    use crate::testing::Builder;
    use crate::{InlineLimits, inline};
    use invar_cfa::{FunctionId, Operation, Program};

    fn call(function: FunctionId) -> Operation {
        Operation::Call {
            function,
            arguments: Vec::new(),
            results: Vec::new(),
        }
    }

    /// `start` calls two functions, and fails unless the first, through another one, set `state`.
    fn program() -> Program {
        let mut b = Builder::new();
        let (state, unused) = (
            b.variable("state", 2, false),
            b.variable("unused", 2, false),
        );
        let (entry, exit) = (b.entry(), b.exit());
        let (first, second, failed) = (b.plain(), b.plain(), b.error());
        let zero = b.terms.eq(b.symbol(state), b.terms.bv(2, 0));
        b.branch(second, failed, exit, zero);
        let set = b.function("set");
        let (from, to, one) = (b.entry(), b.exit(), b.terms.bv(2, 1));
        b.assign(from, to, state, one);
        let through = b.function("through");
        let (from, to) = (b.entry(), b.exit());
        b.edge(from, to, call(set));
        let idle = b.function("idle");
        let (from, to) = (b.entry(), b.exit());
        b.assign(from, to, unused, one);
        let mut program = b.program;
        let start = &mut program.functions[0].cfa;
        start.add_edge(entry, first, call(through), None);
        start.add_edge(first, second, call(idle), None);
        program
    }

    #[test]
    fn functions_that_change_what_matters_are_kept_with_their_callers() {
        let emptied = slice_functions(&program());
        let operations = |name: &str| {
            let function = emptied.function_named(name).expect("a function");
            let cfa = &emptied.function(function).cfa;
            cfa.edge_ids()
                .map(|id| cfa.edge(id).operation.clone())
                .collect::<Vec<_>>()
        };
        assert!(matches!(operations("set")[..], [Operation::Assign { .. }]));
        assert!(matches!(
            operations("through")[..],
            [Operation::Call { .. }]
        ));
        assert!(matches!(operations("idle")[..], [Operation::Skip]));
        let inlined = inline(&emptied, InlineLimits::default()).expect("inlined");
        let explored = crate::testing::Explored::all(&inlined.program, 1000).expect("small");
        assert!(explored.targets(&inlined.program).is_empty());
    }
}

//! Inlining: one automaton, the entry's, with every call expanded.
//!
//! Correctness. A call evaluates its arguments in the caller, runs the callee on fresh locals and
//! copies the results. Every call instance gets its own copies of the callee's locals, so the
//! assignments `parameter := argument` cannot disturb a later argument, and an activation cannot
//! disturb another of the same function further up the chain. A copy inside a loop starts its
//! second activation with the values of the first; that is faithful because the front end writes an
//! explicit havoc where a local has no initial value. Executions of the result are those of the
//! program as long as they stay within the limits; beyond them are unsupported locations, so
//! nothing is lost silently.
//!
//! Instances are expanded breadth first: under the limit, shallow calls win over deep ones.
//!
//! The result has its own list of checks, in the order of the source text, with one check per call
//! of a function that is an assertion (`checks`).

mod along;
mod body;
mod call;
mod call_graph;
mod checks;
mod procedures;
#[cfg(test)]
mod tests;

pub use along::{Activation, CallTree};
pub use call_graph::inlined_size;
pub use checks::Checks;
pub use procedures::{Divided, divide};

use invar_cfa::{
    CallPathId, Cfa, CheckId, EdgeId, Function, FunctionId, LocId, Program, Scope, StableId, VarId,
};
use invar_term::Substitution;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// How far inlining goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineLimits {
    /// Recursive activations of one function that are expanded on top of the first.
    pub recursion: u32,
    /// Edges of the result; calls that would exceed it become unsupported locations.
    pub edges: usize,
}

impl Default for InlineLimits {
    fn default() -> Self {
        InlineLimits {
            recursion: 8,
            edges: 200_000,
        }
    }
}

/// The inlined program: the one that is certified.
#[derive(Clone, Debug)]
pub struct Inlined {
    /// A program with one function and no calls.
    pub program: Program,
    /// The function and location each location is a copy of; `None` for places between the
    /// assignments of parameters and results.
    pub locations: Vec<Option<(FunctionId, LocId)>>,
    /// The function and edge each edge is a copy of, or the call it belongs to.
    pub edges: Vec<(FunctionId, EdgeId)>,
    /// Calls that were not expanded because of a limit.
    pub unexpanded: usize,
}

/// Why a program cannot be inlined.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InlineError {
    /// The entry function alone is larger than the limit.
    #[error("the entry function has more than {limit} edges")]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// A call does not fit its callee.
    #[error("call of {function} with {arguments} arguments and {results} results does not fit it")]
    Malformed {
        /// The callee.
        function: String,
        /// Number of arguments given.
        arguments: usize,
        /// Number of results wanted.
        results: usize,
    },
}

/// Expands every call of `program`.
///
/// # Errors
/// If the entry function alone exceeds the limit, or a call does not fit its callee.
pub fn inline(program: &Program, limits: InlineLimits) -> Result<Inlined, InlineError> {
    expanded(Inliner::new(program, limits))
}

/// Expands the calls that a run makes, whatever their depth; all others become unsupported
/// locations.
///
/// # Errors
/// As [`inline`].
pub fn inline_along(
    program: &Program,
    calls: &CallTree,
    edges: usize,
) -> Result<Inlined, InlineError> {
    let limits = InlineLimits {
        recursion: u32::MAX,
        edges,
    };
    let mut inliner = Inliner::new(program, limits);
    inliner.along = Some(calls);
    expanded(inliner)
}

fn expanded(mut inliner: Inliner<'_>) -> Result<Inlined, InlineError> {
    inliner.run()?;
    Ok(inliner.finish())
}

/// One activation of a function in the result.
struct Instance {
    function: FunctionId,
    parent: Option<usize>,
    path: CallPathId,
    /// The copies of the callee's locals.
    renaming: FxHashMap<VarId, VarId>,
    substitution: Substitution,
    /// Stable id of the place of the call; `None` for the entry function.
    site: Option<StableId>,
    /// The check of this call, if the function is an assertion.
    check: Option<CheckId>,
    start: LocId,
    end: LocId,
    /// Which activation it is of the run along which calls are expanded, if there is one.
    activation: Activation,
}

/// A call edge whose ends are already in the result.
struct PendingCall {
    caller: usize,
    from: LocId,
    to: LocId,
    edge: EdgeId,
}

struct Inliner<'a> {
    source: &'a Program,
    limits: InlineLimits,
    /// The calls that are expanded; all, if nothing is given.
    along: Option<&'a CallTree>,
    checks: Checks,
    program: Program,
    cfa: Cfa,
    locations: Vec<Option<(FunctionId, LocId)>>,
    edges: Vec<(FunctionId, EdgeId)>,
    instances: Vec<Instance>,
    calls: VecDeque<PendingCall>,
    /// Edges in the result, those of instances not yet copied included.
    reserved: usize,
    /// Edges of each function that its entry leads to: what a copy of it has.
    sizes: Vec<usize>,
    locals: Vec<Vec<VarId>>,
    names: FxHashSet<String>,
    unexpanded: usize,
    /// What is kept apart; nothing where recursion is inlined.
    division: Option<procedures::Division>,
}

impl<'a> Inliner<'a> {
    /// Copies the body of the entry function and of everything that is called.
    fn run(&mut self) -> Result<(), InlineError> {
        let (entry, limit) = (self.source.entry, self.limits.edges);
        if self.sizes[entry.0 as usize] > limit {
            return Err(InlineError::TooLarge { limit });
        }
        let root = Instance {
            function: entry,
            parent: None,
            path: CallPathId::ROOT,
            renaming: FxHashMap::default(),
            substitution: Substitution::default(),
            site: None,
            check: None,
            start: self.cfa.entry,
            end: self.cfa.exit,
            activation: Activation::ENTRY,
        };
        self.reserved = self.sizes[entry.0 as usize];
        self.instances.push(root);
        let mut next = 0;
        while next < self.instances.len() {
            self.copy_body(next);
            while let Some(call) = self.calls.pop_front() {
                self.expand(call)?;
            }
            next += 1;
        }
        Ok(())
    }

    fn new(source: &'a Program, limits: InlineLimits) -> Inliner<'a> {
        let entry = source.function(source.entry);
        let mut cfa = Cfa::new(&entry.name);
        for (new, old) in [(cfa.entry, entry.cfa.entry), (cfa.exit, entry.cfa.exit)] {
            let (old, new) = (entry.cfa.location(old), cfa.location_mut(new));
            new.kind = old.kind;
            new.span = old.span;
            new.stable = old.stable;
            new.calls = old.calls;
        }
        if entry.cfa.exit == entry.cfa.entry {
            cfa.exit = cfa.entry;
        }
        let mut locals = vec![Vec::new(); source.functions.len()];
        for variable in source.variable_ids() {
            if let Scope::Local(function) = source.variable(variable).scope {
                locals[function.0 as usize].push(variable);
            }
        }
        let checks = Checks::of(source);
        let mut program = source.clone();
        program.checks = checks.list.clone();
        for variable in &mut program.variables {
            if let Scope::Local(function) = &mut variable.scope {
                *function = FunctionId(0);
            }
        }
        Inliner {
            source,
            limits,
            along: None,
            checks,
            program,
            cfa,
            locations: vec![None, None],
            edges: Vec::new(),
            instances: Vec::new(),
            calls: VecDeque::new(),
            reserved: 0,
            sizes: source.functions.iter().map(|f| size(&f.cfa)).collect(),
            locals,
            names: source
                .variables
                .iter()
                .map(|v| v.name.to_string())
                .collect(),
            unexpanded: 0,
            division: None,
        }
    }

    fn finish(mut self) -> Inlined {
        let entry = self.source.function(self.source.entry);
        self.program.functions = vec![Function {
            name: entry.name.clone(),
            cfa: self.cfa,
            parameters: entry.parameters.clone(),
            results: entry.results.clone(),
            span: entry.span,
        }];
        self.program.entry = FunctionId(0);
        Inlined {
            program: self.program,
            locations: self.locations,
            edges: self.edges,
            unexpanded: self.unexpanded,
        }
    }
}

/// Edges that the entry leads to.
fn size(body: &Cfa) -> usize {
    let reached = body.reached();
    let copied = body.edge_ids().map(|id| body.edge(id));
    copied.filter(|e| reached[e.from.0 as usize]).count()
}

/// The stable id of a copy: of the place of the call and the place in the callee.
fn stable_in(site: Option<StableId>, place: StableId) -> StableId {
    match site {
        None => place,
        Some(site) => StableId::of(&[&site.to_string(), &place.to_string()]),
    }
}

//! The state of the solver, which all phases share: its clauses, its assignment, what is known between
//! queries, and the working memory of single steps.

use super::arena::{Arena, ClauseRef};
use super::assignment::Assignment;
use super::literal::Literal;
use super::order::Order;
use super::restart::Restarts;
use super::watches::Watches;
use rustsat::types::Var;
use std::sync::Arc;

/// What is in the heap of variables to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Filled {
    /// It has to be filled before the next decision.
    Nothing,
    /// All open variables of this question's domain, and perhaps assigned ones.
    Domain,
    /// All variables.
    Everything,
}

/// What is known of a variable during the analysis of one conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    No,
    /// In the clause, or resolved away.
    Source,
    /// Implied by literals of the clause.
    Implied,
    /// Not implied by them.
    Needed,
}

/// Where a removable clause is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Removable {
    /// No clause has this number.
    Free,
    /// Removed because level 0 satisfies it, or never stored because level 0 satisfies it.
    Gone,
    /// On level 0, where it stays.
    Unit,
    Binary(Literal, Literal),
    Long(ClauseRef),
}

/// What can be read from the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Nothing: clauses were added since the last query, or it has no answer.
    Asking,
    /// An assignment.
    Sat,
    /// A core.
    Unsat,
}

/// When to clean up.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    /// Learnt clauses before the next reduction.
    pub(super) learnt: usize,
    /// How many more each time.
    pub(super) more: usize,
    /// Words of deleted clauses that are not worth a collection.
    pub(super) waste: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            learnt: 2000,
            more: 300,
            waste: 4096,
        }
    }
}

/// The solver. A copy costs a copy of a few vectors.
#[derive(Clone, Debug)]
pub struct Cdcl {
    pub(super) arena: Arena,
    /// Given clauses of two and three literals, at most one of whose variables is in every domain.
    /// Propagation changes nothing in them, so copies of the solver share them. A variable that is
    /// in a domain without being named by the question does not look at them: see `propagate`.
    pub(super) circuit: Arc<Watches>,
    /// All other clauses.
    pub(super) watches: Watches,
    pub(super) assignment: Assignment,
    pub(super) order: Order,
    pub(super) filled: Filled,
    /// The value of each variable to decide for first.
    pub(super) phases: Vec<bool>,
    /// The clauses contradict each other.
    pub(super) is_dead: bool,
    pub(super) state: State,
    /// Literals of level 0 that are propagated everywhere.
    pub(super) spread: usize,
    /// Literals of level 0 at the last simplification, and propagations before the next.
    pub(super) simplified: usize,
    pub(super) simplify_at: u64,
    /// Learnt clauses in the arena, without and with help of the temporary clause; the temporary
    /// clause itself is among the latter.
    pub(super) learnts: Vec<ClauseRef>,
    pub(super) temporaries: Vec<ClauseRef>,
    pub(super) removable: Vec<Removable>,
    pub(super) free_ids: Vec<u32>,
    pub(super) assumptions: Vec<Literal>,
    pub(super) core: Vec<Literal>,
    /// By literal.
    pub(super) in_core: Vec<bool>,
    pub(super) conflicts: u64,
    pub(super) decisions: u64,
    pub(super) propagations: u64,
    pub(super) limits: Limits,
    pub(super) reductions: u64,
    pub(super) restarts: Restarts,
    // Working memory of single steps.
    pub(super) buffer: Vec<Literal>,
    pub(super) conflict: Vec<Literal>,
    pub(super) learnt: Vec<Literal>,
    pub(super) seen: Vec<Seen>,
    pub(super) marked: Vec<u32>,
    pub(super) stack: Vec<(Literal, usize)>,
    pub(super) stamp: u64,
    pub(super) level_stamps: Vec<u64>,
}

impl Cdcl {
    /// Without variables and clauses.
    pub fn new() -> Cdcl {
        let mut solver = Cdcl {
            arena: Arena::default(),
            circuit: Arc::default(),
            watches: Watches::default(),
            assignment: Assignment::new(),
            order: Order::new(),
            filled: Filled::Nothing,
            phases: Vec::new(),
            is_dead: false,
            state: State::Asking,
            spread: 0,
            simplified: 0,
            simplify_at: 0,
            learnts: Vec::new(),
            temporaries: Vec::new(),
            removable: Vec::new(),
            free_ids: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
            in_core: Vec::new(),
            conflicts: 0,
            decisions: 0,
            propagations: 0,
            limits: Limits::default(),
            reductions: 0,
            restarts: Restarts::default(),
            buffer: Vec::new(),
            conflict: Vec::new(),
            learnt: Vec::new(),
            seen: Vec::new(),
            marked: Vec::new(),
            stack: Vec::new(),
            stamp: 0,
            // Level 0 and that of the assumptions: apart from these there are at most as many
            // levels as variables.
            level_stamps: vec![0; 2],
        };
        solver.add_variable();
        let active = Literal::ACTIVE.variable();
        solver.assignment.enter_for_good(active);
        solver
    }

    fn add_variable(&mut self) {
        let number = self.assignment.variables();
        self.assignment.add_variable();
        Arc::make_mut(&mut self.circuit).add_variable();
        self.watches.add_variable();
        self.order.add_variable();
        if self.filled == Filled::Everything {
            self.order.insert(number);
        }
        self.phases.push(false);
        self.in_core.extend([false, false]);
        self.seen.push(Seen::No);
        self.level_stamps.push(0);
    }

    /// Makes sure that the caller's variable exists.
    pub(super) fn know(&mut self, variable: Var) {
        while self.assignment.variables() <= variable.idx() + 1 {
            self.add_variable();
        }
    }

    /// Takes back everything above the level.
    pub(super) fn undo(&mut self, level: u32) {
        let Cdcl {
            assignment,
            order,
            phases,
            filled,
            ..
        } = self;
        assignment.undo(level, |literal| {
            phases[literal.variable()] = literal.is_positive();
            if *filled != Filled::Nothing && literal.variable() != 0 {
                order.insert(literal.variable());
            }
        });
    }
}

impl Default for Cdcl {
    fn default() -> Cdcl {
        Cdcl::new()
    }
}

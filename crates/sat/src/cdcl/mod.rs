//! Our own solver: conflict-driven clause learning for IC3 on circuits, where a fixed formula is
//! asked tens of thousands of small questions.
//!
//! The search is that of MiniSat (Eén & Sörensson 2003) with glue (Audemard & Simon 2009). What is
//! made for IC3 follows "Deeply Optimizing the SAT Solver for the IC3 Algorithm" (Su et al. 2025) in
//! idea: decisions and propagation stay in a domain per question, and a temporary clause needs no
//! new variable. One phase per file: [`arena`], [`watches`], [`assignment`], [`order`] are data;
//! [`clauses`] adds and removes, [`propagate`], [`analyze`], [`search`], [`restart`], [`reduce`] are the phases,
//! `interface` is what callers see.
//!
//! Levels: 0 is permanently true, 1 has all assumptions, decisions begin at 2. Level 0 is
//! propagated everywhere between questions, the rest inside the domain only.
//!
//! A variable outside the domain of a query has a special value that satisfies its clauses, so a query costs what its domain
//! costs. For gates that is exact: they can always take the value of their function. Latches in lemmas belong to every query
//! (`in_every_domain`): without them IC3 visited states again that its lemmas exclude, and took twice as long. Clauses of two
//! and three given literals never move: copies of a solver share them. The conformance tests run on this solver, batsat and
//! CaDiCaL; `examples/queries` and `examples/hard` measure them. Why a solver of our own: docs/adr/0009-own-sat-solver.md.

mod analyze;
mod arena;
mod assignment;
mod clauses;
mod interface;
mod literal;
mod order;
mod propagate;
mod reduce;
mod restart;
mod search;
mod watches;

use analyze::Seen;
use arena::{Arena, ClauseRef};
use assignment::Assignment;
use clauses::Removable;
use interface::State;
use literal::Literal;
use order::Order;
use propagate::{Everywhere, Propagated};
use reduce::Limits;
use restart::Restarts;
use rustsat::types::Var;
use std::sync::Arc;
use watches::Watches;

/// What is in the heap of variables to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Filled {
    /// It has to be filled before the next decision.
    Nothing,
    /// All open variables of this question's domain, and perhaps assigned ones.
    Domain,
    /// All variables.
    Everything,
}

/// The solver. A copy costs a copy of a few vectors.
#[derive(Clone, Debug)]
pub struct Cdcl {
    arena: Arena,
    /// Given clauses of two and three literals, at most one of whose variables is in every domain.
    /// Propagation changes nothing in them, so copies of the solver share them. A variable that is
    /// in a domain without being named by the question does not look at them: see [`propagate`].
    circuit: Arc<Watches>,
    /// All other clauses.
    watches: Watches,
    assignment: Assignment,
    order: Order,
    filled: Filled,
    /// The value of each variable to decide for first.
    phases: Vec<bool>,
    /// The clauses contradict each other.
    is_dead: bool,
    state: State,
    /// Literals of level 0 that are propagated everywhere.
    spread: usize,
    /// Literals of level 0 at the last simplification, and propagations before the next.
    simplified: usize,
    simplify_at: u64,
    /// Learnt clauses in the arena, without and with help of the temporary clause; the temporary
    /// clause itself is among the latter.
    learnts: Vec<ClauseRef>,
    temporaries: Vec<ClauseRef>,
    removable: Vec<Removable>,
    free_ids: Vec<u32>,
    assumptions: Vec<Literal>,
    core: Vec<Literal>,
    /// By literal.
    in_core: Vec<bool>,
    conflicts: u64,
    decisions: u64,
    propagations: u64,
    limits: Limits,
    reductions: u64,
    restarts: Restarts,
    // Working memory of single steps.
    buffer: Vec<Literal>,
    conflict: Vec<Literal>,
    learnt: Vec<Literal>,
    seen: Vec<Seen>,
    marked: Vec<u32>,
    stack: Vec<(Literal, usize)>,
    stamp: u64,
    level_stamps: Vec<u64>,
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
    fn know(&mut self, variable: Var) {
        while self.assignment.variables() <= variable.idx() + 1 {
            self.add_variable();
        }
    }

    /// Takes back what the last question left: its assignment, domain, temporary clause.
    fn reset(&mut self) {
        if self.state == State::Asking {
            return;
        }
        self.state = State::Asking;
        if self.filled == Filled::Domain {
            self.order.clear();
            self.filled = Filled::Nothing;
        }
        self.undo(0);
        self.drop_temporary();
        self.assignment.leave();
        for literal in self.core.drain(..) {
            self.in_core[literal.code()] = false;
        }
    }

    /// Level 0 is propagated over all variables, since what is true there matters in every domain.
    fn spread_fixed(&mut self) {
        self.assignment.head = self.spread;
        if self.propagate::<Everywhere>() == Propagated::Conflict {
            self.is_dead = true;
        }
        self.spread = self.assignment.trail().len();
    }
}

impl Default for Cdcl {
    fn default() -> Cdcl {
        Cdcl::new()
    }
}

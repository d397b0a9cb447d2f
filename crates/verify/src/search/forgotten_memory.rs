//! Proofs about a program whose memory is forgotten ([`MemoryReading::Forgotten`]).
//!
//! Such a program has all executions of the one that is asked about, and more: a proof holds for both, a violation says
//! nothing. What depends on plain variables only is proved at once, however large the part is that works on memory; and
//! no gap of the analysis of pointers has to be excluded.

use crate::assertions::table::AssertionTable;
use crate::cache::Cache;
use crate::goal::{Aim, Running};
use crate::program::load::{RECURSION_DEPTHS, lowered};
use crate::request::{Input, Integers, MemoryReading as Choice};
use crate::run::Run;
use crate::search::source::Source;
use crate::share::share;
use invar_budget::Budget;
use invar_cfa::{Aspect, Program, Property};
use invar_engine::EngineId;
use invar_frontend::ast::{MemoryReading, Unit};
use invar_passes::{Checks, slice_functions};
use invar_report::{Conclusion, Report};
use invar_verdict::{Limit, Reason};

/// Percent of the time for the search.
const TIME_SHARE: u32 = 40;
/// Percent of the time for large programs: following their memory seldom ends in time.
const TIME_SHARE_OF_LARGE: u32 = 85;
/// Edges of a large program's functions.
const LARGE: usize = 6_000;

/// What came of the attempt.
pub(crate) enum WithoutMemory {
    Proved(Box<Report>),
    /// Nothing, for this reason.
    Open(Reason),
    NotTried,
}

impl Run<'_> {
    /// A proof of everything that is open, if it needs no memory.
    pub(crate) fn proved_without_memory(
        &mut self,
        program: &Program,
        unit: &mut Unit,
        input: &Input,
        budget: &Budget,
    ) -> WithoutMemory {
        let request = self.session.request;
        let is_asked = request.search.engine() == EngineId::Default
            && request.integers == Integers::Machine
            && input.entry.is_none()
            && !asks_for_more(program.property);
        let is_worth_it = match request.memory_reading {
            Choice::Auto => !program.unsupported.is_empty(),
            Choice::Followed => false,
            Choice::Forgotten => true,
        };
        if !is_asked || !is_worth_it || self.open.is_empty() {
            return WithoutMemory::NotTried;
        }
        let before = std::mem::replace(&mut unit.memory, MemoryReading::Forgotten);
        let forgotten = self.phase("forgetting memory", |_| {
            lowered(unit, input, program.property)
        });
        unit.memory = before;
        let Ok(forgotten) = forgotten else {
            return WithoutMemory::NotTried;
        };
        let checks = Checks::of(&forgotten);
        // The checks are named by their numbers.
        if checks.list != Checks::of(program).list {
            return WithoutMemory::NotTried;
        }
        let mut run = Run::new(self.session, Cache::open(None));
        run.runs.proof = Running::ProvesNothing;
        run.aim = Aim::Proof;
        run.open = self.open.clone();
        run.table = AssertionTable::new(&forgotten, &checks, &run.open);
        run.unreachable.cut_off = checks.cut_off;
        let size = edges(&forgotten);
        let part = match request.memory_reading {
            Choice::Forgotten => budget.clone(),
            _ if size > LARGE => share(budget, TIME_SHARE_OF_LARGE),
            _ => share(budget, TIME_SHARE),
        };
        self.worker.count("edges of functions", size as f64);
        let forgotten = self.phase("slicing functions", |_| slice_functions(&forgotten));
        self.worker
            .count("edges of sliced functions", edges(&forgotten) as f64);
        let found = run.deepen_recursion(&forgotten, &part);
        let observer = self.session.observer;
        run.worker.accounts.refused = None;
        self.worker.accounts.merge(run.worker.accounts, observer);
        let answered = match found {
            Ok(answered) => answered,
            Err(reason) => return WithoutMemory::Open(reason),
        };
        if answered.report.verdict != Conclusion::Safe {
            self.worker.count("violations without memory", 1.0);
            return WithoutMemory::Open(Reason::Bound(Limit::ForgottenMemory));
        }
        self.worker.count("proofs without memory", 1.0);
        self.unreachable.vacuous = run.unreachable.vacuous;
        self.unreachable.cut_off.extend(run.unreachable.cut_off);
        if let Ok(source) = self.selected(program, RECURSION_DEPTHS[0]) {
            self.look_for_vacuity(&Source::of(&source), &answered, budget);
        }
        let report = self.named(answered);
        self.settle(&report);
        WithoutMemory::Proved(Box::new(report))
    }
}

/// Edges of all functions.
fn edges(program: &Program) -> usize {
    let edges = program.functions.iter().map(|f| f.cfa.edge_count());
    edges.sum()
}

/// Whether a property asks for more than assertions and calls of error functions.
fn asks_for_more(property: Property) -> bool {
    let asked = Aspect::ALL.into_iter();
    let mut asked = asked.filter(|aspect| property.asks_for(*aspect));
    asked.any(|aspect| !matches!(aspect, Aspect::Assertion | Aspect::ErrorCall))
}

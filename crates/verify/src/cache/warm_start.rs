//! Warm start: what is known of an earlier version of a program is tried on the current one. Its
//! runs are executed again, and searches begin with those of its facts that still hold.

use super::entry::Form;
use crate::finder::Finder;
use crate::search::abstraction::Abstraction;
use crate::search::encoded::SearchId;
use crate::search::source::{Role, Source};
use crate::search::task::SearchTask;
use crate::session::Run;
use invar_budget::Budget;
use invar_cfa::{EdgeId, FunctionId};
use invar_encode::{Arithmetic, BlockGraph};
use invar_engine::{Candidates, Targets};
use invar_evidence::{NamedFacts, NamedRun, Retold};
use invar_interp::{Limits, Oracle, Outcome, Silent, run};
use invar_passes::Prepared;
use invar_solver::SolverFactory;
use invar_term::{Sort, Value};
use invar_verdict::{Invariant, Proof};
use invar_witness::report::Report;
use std::time::Duration;

/// Maximal steps of a run.
const STEPS: u64 = 2_000_000;
/// Facts of earlier versions get 1/TIME_SHARE of the remaining time.
const TIME_SHARE: u32 = 8;
/// Maximal time for facts of earlier versions.
const MAX_TIME: Duration = Duration::from_secs(20);

impl Run<'_> {
    /// A verdict from what is known of an earlier version. If there is none, the facts that still
    /// hold are kept for the searches.
    pub(crate) fn warm_start(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        budget: &Budget,
    ) -> Option<Report> {
        let wanted = self.cache.is_open()
            && source.role == Role::Program
            && source.arithmetic == Arithmetic::Bv;
        if !wanted {
            return None;
        }
        let earlier = self.cache.earlier_versions(source.program);
        let finder = (self.worker.finding.by, self.worker.finding.over);
        self.worker.finding.by = Finder::EarlierVersion;
        self.worker.finding.over = Some(source.arithmetic);
        self.worker.preferred = earlier.certifier;
        let report = self.phase("trying what is known of an earlier version", |run| {
            let replayed = earlier
                .runs
                .iter()
                .find_map(|old| run.rerun(source, old, budget));
            replayed
                .or_else(|| run.facts_again(source, prepared, &earlier.facts, budget))
                .or_else(|| run.cells_again(source, prepared, &earlier.cells, budget))
        });
        self.worker.preferred = None;
        match &report {
            Some(_) => self.cache.note(|report| report.earlier += 1),
            None => (self.worker.finding.by, self.worker.finding.over) = finder,
        }
        report
    }

    fn rerun(&mut self, source: &Source<'_>, old: &NamedRun, budget: &Budget) -> Option<Report> {
        let mut oracle = Again {
            values: old.retold(source.program),
            chosen: Vec::new(),
        };
        let limits = Limits {
            steps: STEPS,
            deadline: budget.deadline,
            ..Limits::default()
        };
        let outcome = run(source.program, &mut oracle, &mut Silent, &limits);
        if !matches!(outcome, Outcome::Error(check) if self.open.contains(&check)) {
            return None;
        }
        let trace = oracle.chosen.into_iter().collect();
        let rejected = self.worker.accounts.rejected;
        let report = self.worker.certified_trace(source, &trace, budget).ok();
        self.worker.accounts.rejected = rejected;
        report
    }

    fn facts_again(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        facts: &NamedFacts,
        budget: &Budget,
    ) -> Option<Report> {
        if facts.is_empty() {
            return None;
        }
        let blocks = BlockGraph::of(&prepared.program, source.arithmetic).ok()?;
        let search_task = SearchTask::new(source, prepared, None, Form::Sliced, blocks);
        let report = self.still_true(&search_task, facts, budget);
        if report.is_none() {
            let learnt = search_task.own.learnt();
            for (location, facts) in &learnt.at {
                let facts = facts.iter().map(|fact| (*location, *fact));
                self.cache.facts.extend(facts);
            }
        }
        report
    }

    fn cells_again(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        facts: &NamedFacts,
        budget: &Budget,
    ) -> Option<Report> {
        if facts.is_empty() {
            return None;
        }
        let abstraction = Abstraction::of(prepared)?;
        let searched = crate::search::index_abstraction::on_cells(prepared, &abstraction.cells);
        let blocks = BlockGraph::of(&searched.program, source.arithmetic).ok()?;
        let search_task =
            SearchTask::new(source, &searched, Some(&abstraction), Form::Cells, blocks);
        self.still_true(&search_task, facts, budget)
    }

    /// A proof, if the facts that still hold suffice.
    fn still_true(
        &mut self,
        search_task: &SearchTask<'_>,
        facts: &NamedFacts,
        budget: &Budget,
    ) -> Option<Report> {
        let blocks = &search_task.own.blocks;
        let mut candidates = Candidates::new();
        for (head, fact) in facts.read(&search_task.prepared.program) {
            let live = search_task.live.get(&head);
            if live.is_some_and(|live| blocks.speaks_of(fact, live)) {
                candidates.entry(head).or_default().push(fact);
            }
        }
        if candidates.is_empty() {
            return None;
        }
        let id = SearchId(self.begun);
        self.begun += 1;
        let time = (budget.left() / TIME_SHARE).min(MAX_TIME);
        let targets = self
            .worker
            .survivors(search_task, candidates, id, &budget.at_most(time))
            .ok()?;
        if targets != Targets::Excluded {
            return None;
        }
        self.worker.finding.with = self.session.finder.answered();
        let proof = Proof::Inductive {
            heads: blocks.heads().collect(),
            invariant: Invariant::default(),
        };
        let (rejected, refused) = (
            self.worker.accounts.rejected,
            self.worker.accounts.refused.take(),
        );
        let report = self.worker.claimed_proof(search_task, proof, budget).ok();
        if report.is_none() {
            self.worker.accounts.rejected = rejected;
        }
        self.worker.accounts.refused = refused;
        report
    }
}

/// Gives the values of a run of another version, and remembers them.
struct Again<'p> {
    values: Retold<'p>,
    chosen: Vec<(EdgeId, Value)>,
}

impl Oracle for Again<'_> {
    fn choose(&mut self, _: FunctionId, edge: EdgeId, sort: &Sort) -> Value {
        // No sort without values occurs in programs; `false` then fails the sort check.
        let value = self.values.next(edge, sort).unwrap_or(Value::Bool(false));
        self.chosen.push((edge, value.clone()));
        value
    }
}

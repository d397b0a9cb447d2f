//! Warm start: what is known of an earlier version of a program is tried on the current one. Its
//! runs are executed again, and searches begin with those of its facts that still hold.

use super::entry::Form;
use crate::finder::Finder;
use crate::finding::{Answered, Attribution, Claimant};
use crate::run::Run;
use crate::search::abstraction::Abstraction;
use crate::search::encoded::SearchId;
use crate::search::source::{Role, Source};
use crate::search::task::SearchTask;
use invar_budget::Budget;
use invar_cfa::{EdgeId, FunctionId};
use invar_encode::{Arithmetic, BlockGraph};
use invar_engine::{Candidates, Targets};
use invar_evidence::{NamedFacts, NamedRun, Retold};
use invar_interp::{Limits, Oracle, Outcome, Silent, run};
use invar_passes::Prepared;
use invar_solver::{SolverFactory, SolverSet};
use invar_term::{Sort, Value};
use invar_verdict::{Invariant, Proof};
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
    ) -> Option<Answered> {
        let wanted = self.cache.is_open()
            && source.role == Role::Program
            && source.arithmetic == Arithmetic::Bv;
        if !wanted {
            return None;
        }
        let earlier = self.cache.earlier_versions(source.program);
        let claimant = Claimant {
            attribution: Attribution {
                by: Finder::EarlierVersion,
                over: Some(source.arithmetic),
            },
            with: SolverSet::EMPTY,
            preferred: earlier.certifier,
        };
        let answered = self.phase("trying what is known of an earlier version", |run| {
            let replayed = earlier
                .runs
                .iter()
                .find_map(|old| run.rerun(source, old, claimant, budget));
            replayed
                .or_else(|| run.facts_again(source, prepared, &earlier.facts, claimant, budget))
                .or_else(|| run.cells_again(source, prepared, &earlier.cells, claimant, budget))
        })?;
        self.cache.note(|report| report.earlier += 1);
        Some(answered)
    }

    fn rerun(
        &mut self,
        source: &Source<'_>,
        old: &NamedRun,
        claimant: Claimant,
        budget: &Budget,
    ) -> Option<Answered> {
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
        let answered = self
            .worker
            .certified_trace(source, &trace, claimant, budget);
        self.worker.accounts.rejected = rejected;
        answered.ok()
    }

    fn facts_again(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        facts: &NamedFacts,
        claimant: Claimant,
        budget: &Budget,
    ) -> Option<Answered> {
        if facts.is_empty() {
            return None;
        }
        let blocks = BlockGraph::of(&prepared.program, source.arithmetic).ok()?;
        let search_task = SearchTask::new(source, prepared, None, Form::Sliced, blocks);
        let answered = self.still_true(&search_task, facts, claimant, budget);
        if answered.is_none() {
            let learnt = search_task.own.learnt();
            for (location, facts) in &learnt.at {
                let facts = facts.iter().map(|fact| (*location, *fact));
                self.cache.facts.extend(facts);
            }
        }
        answered
    }

    fn cells_again(
        &mut self,
        source: &Source<'_>,
        prepared: &Prepared,
        facts: &NamedFacts,
        claimant: Claimant,
        budget: &Budget,
    ) -> Option<Answered> {
        if facts.is_empty() {
            return None;
        }
        let abstraction = Abstraction::of(prepared)?;
        let searched = crate::search::index_abstraction::on_cells(prepared, &abstraction.cells);
        let blocks = BlockGraph::of(&searched.program, source.arithmetic).ok()?;
        let search_task =
            SearchTask::new(source, &searched, Some(&abstraction), Form::Cells, blocks);
        self.still_true(&search_task, facts, claimant, budget)
    }

    /// A proof, if the facts that still hold suffice.
    fn still_true(
        &mut self,
        search_task: &SearchTask<'_>,
        facts: &NamedFacts,
        claimant: Claimant,
        budget: &Budget,
    ) -> Option<Answered> {
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
        let claimant = Claimant {
            with: self.session.finder.answered(),
            ..claimant
        };
        let proof = Proof::Inductive {
            heads: blocks.heads().collect(),
            invariant: Invariant::default(),
        };
        let (rejected, refused) = (
            self.worker.accounts.rejected,
            self.worker.accounts.refused.take(),
        );
        let answered = self
            .worker
            .claimed_proof(search_task, proof, claimant, budget);
        if answered.is_err() {
            self.worker.accounts.rejected = rejected;
        }
        self.worker.accounts.refused = refused;
        answered.ok()
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

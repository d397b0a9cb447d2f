//! What is proved on the way: certified facts for people, and the assertions they exclude.

use super::known::Known;
use crate::evidence::back::{invariant_back, support};
use crate::evidence::certificate::cut_program;
use crate::evidence::certifiers::{certifiers, in_turns};
use crate::evidence::describe::{loop_invariants, proof_report};
use crate::request::Assertions;
use crate::run::Run;
use crate::search::source::Role;
use crate::search::task::SearchTask;
use invar_certify::{Rejection, certify_facts, certify_proof};
use invar_cfa::LocId;
use invar_report::AssertionStatus;
use invar_solver::{Budget, MeteredFactory, SolverFactory};
use invar_verdict::{Invariant, Proof};
use std::time::Duration;

/// What comes after the search that left facts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ahead {
    /// Several searches, or none.
    Others,
    /// The last one: it may take all the time there is.
    LastSearch,
}

/// Facts are certified only after this time, unless a long search is ahead.
const SEARCH_FIRST: Duration = Duration::from_millis(900);
/// The most time that one check of facts may take.
const MAX_TIME: Duration = Duration::from_secs(4);
/// A check of facts may take a sixth of the time left.
const TIME_SHARE: u32 = 6;

impl Run<'_> {
    /// Certifies what a search without a verdict leaves, if it is new, and tells it.
    pub(crate) fn gather(&mut self, search_task: &SearchTask<'_>, ahead: Ahead, budget: &Budget) {
        let wanted = self.session.request.assertions == Assertions::Each
            && search_task.source.role == Role::Program
            && search_task.abstraction.is_none()
            && (ahead == Ahead::LastSearch || self.session.started.elapsed() > SEARCH_FIRST);
        if !wanted {
            return;
        }
        let invariant = invariant_back(search_task.prepared, search_task.own.learnt());
        let support = support(search_task.prepared);
        let count = |i: &Invariant| i.at.values().map(Vec::len).sum::<usize>();
        let size = count(&invariant) + count(&support.facts);
        if size <= self.facts.size {
            return;
        }
        self.facts.size = size;
        let source = search_task.source.program;
        let heads: Vec<LocId> = search_task
            .own
            .blocks
            .heads()
            .map(|head| search_task.prepared.back.location(head))
            .collect();
        let checked = self.quickly(budget, |factory, budget| {
            certify_facts(source, &invariant, &heads, &support, factory, budget)
        });
        let Some(checked) = checked else {
            self.worker.count("facts not certified", size as f64);
            return;
        };
        self.table.facts = loop_invariants(source, &checked);
        self.facts.known = Some(Known {
            program: source.clone(),
            heads,
            invariant,
            support,
        });
        self.tell();
    }

    /// Settles the open checks that certified facts exclude.
    pub(crate) fn exclude_by_facts(&mut self, budget: &Budget) {
        let Some(known) = self.facts.known.take() else {
            return;
        };
        let proof = Proof::Inductive {
            heads: known.heads.clone(),
            invariant: known.invariant.clone(),
        };
        for check in self.open.clone() {
            let program = known.program.restricted(|other| other == check);
            let checked = self.quickly(budget, |factory, budget| {
                certify_proof(&program, &proof, &known.support, factory, budget)
            });
            if let Some(certified) = checked {
                let status = AssertionStatus::Proved;
                self.table.settle(check, status, Some(&certified.by));
                let told = proof_report(&program, &proof, &known.support);
                let form = || cut_program(&program, &proof, &known.support);
                let session = self.session;
                let told = session.with_obligations(told, &program, &certified, form);
                self.table.add_proof(told, [check]);
                self.open.remove(&check);
            }
        }
        self.facts.known = Some(known);
        self.tell();
    }

    /// Something that the certifiers accept within a little of the time that is left.
    fn quickly<T>(
        &self,
        budget: &Budget,
        check: impl Fn(&dyn SolverFactory, &Budget) -> Result<T, Rejection>,
    ) -> Option<T> {
        let left = budget.left();
        let most = (left / TIME_SHARE).min(MAX_TIME);
        let certifiers = certifiers(
            self.session.finder.answered(),
            self.session.request.certifier,
        );
        if certifiers.is_empty() {
            return None;
        }
        let factory = MeteredFactory::new(in_turns(&certifiers), self.session.certifying.clone());
        check(&factory, &budget.at_most(most)).ok()
    }
}

//! What is known so far about each assertion.

use super::text_places::TextPlaces;
use invar_cfa::{CheckId, Program};
use invar_passes::Checks;
use invar_witness::report::{
    Assertion, AssertionStatus, LoopInvariant, Place, ProofReport, ViolationReport,
};
use std::collections::BTreeSet;

/// The assertions that were asked for, and what was found out.
#[derive(Default)]
pub(crate) struct AssertionTable {
    /// The checks after the assertions, in the same order.
    checks: Vec<CheckId>,
    /// Each with its status.
    pub(crate) assertions: Vec<Assertion>,
    /// One run per violated assertion, the first found first.
    pub(crate) violations: Vec<ViolationReport>,
    /// Proofs of single assertions.
    pub(crate) proofs: Vec<ProofReport>,
    /// What was proved without deciding anything.
    pub(crate) facts: Vec<LoopInvariant>,
}

impl AssertionTable {
    /// Nothing is known yet about these checks.
    pub(crate) fn new(
        program: &Program,
        checks: &Checks,
        wanted: &BTreeSet<CheckId>,
    ) -> AssertionTable {
        let places = TextPlaces::of(program);
        let assertion = |id: &CheckId| {
            let check = &checks.list[id.0 as usize];
            let place = |span| Place::of(&program.sources, span, None);
            let (function, span) = places.of_check(checks.functions[id.0 as usize], check.span);
            Assertion {
                what: check.kind.to_string(),
                property: check.kind.property().to_owned(),
                place: span.map(place),
                function: Some(function.name.to_string()),
                ..Assertion::default()
            }
        };
        AssertionTable {
            checks: wanted.iter().copied().collect(),
            assertions: wanted.iter().map(assertion).collect(),
            ..AssertionTable::default()
        }
    }

    fn number(&self, check: CheckId) -> Option<usize> {
        self.checks.binary_search(&check).ok()
    }

    /// A status that was certified.
    pub(crate) fn settle(
        &mut self,
        check: CheckId,
        status: AssertionStatus,
        certifier: Option<&str>,
    ) {
        if let Some(number) = self.number(check) {
            let assertion = &mut self.assertions[number];
            assertion.status = status;
            assertion.certifier = certifier.map(str::to_owned);
            assertion.reason = None;
        }
    }

    /// A run that violates an assertion; from now on it names the assertion by its number here.
    pub(crate) fn violated(
        &mut self,
        check: CheckId,
        mut violation: ViolationReport,
        certifier: Option<&str>,
    ) {
        self.settle(check, AssertionStatus::Violated, certifier);
        if let Some(number) = self.number(check) {
            violation.assertion = number;
            self.violations.push(violation);
        }
    }

    /// Says why nothing is known about a check.
    pub(crate) fn give_up(&mut self, check: CheckId, reason: &str) {
        if let Some(number) = self.number(check) {
            let assertion = &mut self.assertions[number];
            if assertion.status == AssertionStatus::Unknown {
                assertion.reason.get_or_insert_with(|| reason.to_owned());
            }
        }
    }

    /// Whether nothing is known of a check.
    pub(crate) fn is_open(&self, check: CheckId) -> bool {
        let number = self.number(check);
        let assertion = number.map(|number| &self.assertions[number]);
        assertion.is_some_and(|a| a.status == AssertionStatus::Unknown)
    }

    /// Whether every assertion is open or known to hold.
    pub(crate) fn others_hold(&self, open: &BTreeSet<CheckId>) -> bool {
        let all = self.checks.iter().zip(&self.assertions);
        let mut others = all.filter(|(check, _)| !open.contains(check));
        !self.checks.is_empty() && others.all(|(_, assertion)| holds(assertion.status))
    }

    /// Leaves out an assertion that a change cannot affect.
    pub(crate) fn leave_out(&mut self, check: CheckId) {
        self.settle(check, AssertionStatus::Unaffected, None);
    }

    /// Whether every assertion that was looked at is known to hold.
    pub(crate) fn all_hold(&self) -> bool {
        let mut statuses = self.assertions.iter().map(|assertion| assertion.status);
        statuses.all(|status| holds(status) || status == AssertionStatus::Unaffected)
    }

    /// The proofs of single assertions as one: what holds at each loop, whichever assertion needed it.
    pub(crate) fn joint_proof(&self) -> Option<ProofReport> {
        let (first, rest) = self.proofs.split_first()?;
        let mut joint = first.clone();
        for proof in rest {
            if proof.kind != joint.kind {
                joint.kind = "by assertion".into();
            }
            joint.bound = joint.bound.max(proof.bound);
            for invariant in &proof.invariants {
                let same = |known: &&mut LoopInvariant| {
                    known.place == invariant.place && known.calls == invariant.calls
                };
                match joint.invariants.iter_mut().find(same) {
                    None => joint.invariants.push(invariant.clone()),
                    Some(known) => {
                        for fact in &invariant.facts {
                            if !known.facts.contains(fact) {
                                known.facts.push(fact.clone());
                            }
                        }
                        known.untold = known.untold.max(invariant.untold);
                    }
                }
            }
        }
        Some(joint)
    }
}

fn holds(status: AssertionStatus) -> bool {
    matches!(
        status,
        AssertionStatus::Proved | AssertionStatus::Unreachable
    )
}

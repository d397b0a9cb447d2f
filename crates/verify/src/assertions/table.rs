//! What is known so far about each assertion.

use super::text_places::TextPlaces;
use invar_cfa::{CheckId, CheckKind, FunctionId, Program, Span, Undefined};
use invar_passes::Checks;
use invar_report::{
    Assertion, AssertionStatus, LoopInvariant, Place, ProofReport, ViolationReport,
};
use std::collections::{BTreeMap, BTreeSet};

/// The assertions that were asked for, and what was found out.
#[derive(Default)]
pub(crate) struct AssertionTable {
    /// The checks, by number.
    checks: Vec<Entry>,
    /// Each with its status.
    pub(crate) assertions: Vec<Assertion>,
    /// One run per violated assertion, the first found first.
    pub(crate) violations: Vec<ViolationReport>,
    /// Proofs of single assertions.
    proofs: Vec<ProofReport>,
    /// What was proved without deciding anything.
    pub(crate) facts: Vec<LoopInvariant>,
}

/// A check and where it is told.
struct Entry {
    check: CheckId,
    kind: CheckKind,
    /// The assertion that it belongs to.
    row: usize,
    status: AssertionStatus,
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
        let mut table = AssertionTable::default();
        let mut accesses: BTreeMap<(FunctionId, Span), usize> = BTreeMap::new();
        let mut coverage = Vec::new();
        for id in wanted {
            let kind = checks.list[id.0 as usize].kind;
            let place = checks.list[id.0 as usize].span;
            let place = place.map(|span| (checks.functions[id.0 as usize], span));
            if !kind.is_violation() {
                coverage.push((*id, kind, place));
                continue;
            }
            if let (CheckKind::Undefined(Undefined::Pointer), Some(place)) = (kind, place) {
                accesses.entry(place).or_insert(table.assertions.len());
            }
            table.add(*id, kind, table.assertions.len());
            table.assertions.push(assertion(id));
        }
        // Whether a precondition covers an access is part of whether the access is valid.
        for (id, kind, place) in coverage {
            let row = place.and_then(|place| accesses.get(&place).copied());
            if row.is_none() {
                table.assertions.push(assertion(&id));
            }
            table.add(id, kind, row.unwrap_or(table.assertions.len() - 1));
        }
        table.checks.sort_by_key(|entry| entry.check);
        table
    }

    /// Nothing is known yet about the only check, which is about the program as a whole.
    pub(crate) fn of_the_whole(kind: CheckKind) -> AssertionTable {
        let mut table = AssertionTable::default();
        table.add(CheckId(0), kind, 0);
        table.assertions.push(Assertion {
            what: kind.to_string(),
            property: kind.property().to_owned(),
            ..Assertion::default()
        });
        table
    }

    fn add(&mut self, check: CheckId, kind: CheckKind, row: usize) {
        let status = AssertionStatus::Unknown;
        self.checks.push(Entry {
            check,
            kind,
            row,
            status,
        });
    }

    fn number(&self, check: CheckId) -> Option<usize> {
        let number = self
            .checks
            .binary_search_by_key(&check, |entry| entry.check);
        number.ok()
    }

    /// Whether there are assertions, and no execution reaches one of them.
    pub(crate) fn reaches_no_assertion(&self) -> bool {
        let assertions = |entry: &&Entry| entry.kind == CheckKind::Assertion;
        let mut asserted = self.checks.iter().filter(assertions).peekable();
        asserted.peek().is_some()
            && asserted.all(|entry| entry.status == AssertionStatus::Unreachable)
    }

    /// What is known of all checks of an assertion together.
    fn joint_status(&self, row: usize) -> AssertionStatus {
        let entries = self.checks.iter().filter(|entry| entry.row == row);
        let statuses: Vec<AssertionStatus> = entries.map(|entry| entry.status).collect();
        let order = [
            AssertionStatus::Violated,
            AssertionStatus::Unknown,
            AssertionStatus::Proved,
            AssertionStatus::Unaffected,
        ];
        let mut order = order.into_iter();
        let worst = order.find(|status| statuses.contains(status));
        worst.unwrap_or(AssertionStatus::Unreachable)
    }

    /// A status that was certified.
    pub(crate) fn settle(
        &mut self,
        check: CheckId,
        status: AssertionStatus,
        certifier: Option<&str>,
    ) {
        if let Some(number) = self.number(check) {
            self.checks[number].status = status;
            let row = self.checks[number].row;
            let joint = self.joint_status(row);
            let assertion = &mut self.assertions[row];
            assertion.status = joint;
            if joint != AssertionStatus::Unknown {
                assertion.certifier = certifier.map(str::to_owned);
                assertion.reason = None;
            }
        }
    }

    /// An execution that fails a check. If that is a violation, it names the assertion by its number here from now on.
    pub(crate) fn violated(
        &mut self,
        check: CheckId,
        mut violation: ViolationReport,
        certifier: Option<&str>,
    ) {
        let Some(entry) = self.number(check).map(|number| &self.checks[number]) else {
            return;
        };
        if !entry.kind.is_violation() {
            return self.give_up(check, "no precondition is about this access");
        }
        violation.assertion = entry.row;
        self.settle(check, AssertionStatus::Violated, certifier);
        self.violations.push(violation);
    }

    /// Says why nothing is known about a check.
    pub(crate) fn give_up(&mut self, check: CheckId, reason: &str) {
        if let Some(number) = self.number(check) {
            let assertion = &mut self.assertions[self.checks[number].row];
            if assertion.status == AssertionStatus::Unknown {
                assertion.reason.get_or_insert_with(|| reason.to_owned());
            }
        }
    }

    /// Whether nothing is known of a check.
    pub(crate) fn is_open(&self, check: CheckId) -> bool {
        let entry = self.number(check).map(|number| &self.checks[number]);
        entry.is_some_and(|entry| entry.status == AssertionStatus::Unknown)
    }

    /// Whether every assertion is open or known to hold.
    pub(crate) fn others_hold(&self, open: &BTreeSet<CheckId>) -> bool {
        let all = self.checks.iter();
        let mut others = all.filter(|entry| !open.contains(&entry.check));
        !self.checks.is_empty() && others.all(|entry| holds(entry.status))
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

    /// A proof of some checks.
    pub(crate) fn add_proof(
        &mut self,
        mut proof: ProofReport,
        of: impl IntoIterator<Item = CheckId>,
    ) {
        if let Some(obligations) = &mut proof.obligations {
            obligations.checks = of.into_iter().map(|check| check.0).collect();
        }
        self.proofs.push(proof);
    }

    /// The proofs that were found, each of some checks.
    pub(crate) fn proofs(&self) -> &[ProofReport] {
        &self.proofs
    }

    /// The numbers of all checks.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        self.checks.iter().map(|entry| entry.check.0)
    }

    /// The assertions that checks belong to.
    pub(crate) fn rows(&self, checks: &[u32]) -> Vec<usize> {
        let entries = self.checks.iter();
        let rows: BTreeSet<usize> = entries
            .filter(|entry| checks.contains(&entry.check.0))
            .map(|entry| entry.row)
            .collect();
        rows.into_iter().collect()
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

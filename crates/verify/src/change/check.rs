//! Leaves out assertions that a change cannot affect.

use super::{Asked, read, unaffected};
use crate::cache::LookupResult;
use crate::program::load::RECURSION_DEPTHS;
use crate::request::{Input, Integers, Since};
use crate::run::Run;
use crate::share::share;
use invar_budget::Budget;
use invar_cfa::{CheckId, Program};
use invar_passes::Checks;
use invar_report::{Conclusion, Report, SinceReport};
use invar_verdict::{Reason, ReasonClass};
use std::collections::BTreeSet;

/// Percent of the time for finding out what is affected.
const COMPARING: u32 = 25;

impl Run<'_> {
    /// Checks the assertions that a change can affect, and those that the store has evidence for.
    pub(crate) fn check_since(
        &mut self,
        since: &Since,
        program: &Program,
        input: &Input,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let revision = since.revision.as_str();
        let compared = self.phase("comparing with an earlier revision", |run| {
            run.unaffected(since, program, input, budget)
        });
        let (unaffected, note) = match compared {
            Ok(unaffected) => (unaffected, None),
            Err(note) => (BTreeSet::new(), Some(format!("{revision}: {note}"))),
        };
        self.open.retain(|check| !unaffected.contains(check));
        let left_out = self.without_evidence(program, &unaffected, budget);
        for check in &left_out {
            self.table.leave_out(*check);
        }
        self.circumstances.since = Some(SinceReport {
            revision: revision.to_owned(),
            affected: self.open.len(),
            unaffected: unaffected.len(),
            recalled: unaffected.len() - left_out.len(),
            note,
        });
        if unaffected.is_empty() || !self.open.is_empty() {
            self.tell();
            let checked = self.check_all(program, budget);
            return match (&checked, self.violated()) {
                (Ok(report), _) if report.verdict == Conclusion::Unsafe => checked,
                // What the store knows is violated, whatever became of the others.
                (_, Some(report)) => Ok(report),
                _ => checked,
            };
        }
        let known = if left_out.len() < unaffected.len() {
            self.concluded_from_parts()
        } else {
            None
        };
        Ok(known.unwrap_or_else(|| Report {
            reason: Some(format!(
                "nothing that the change since {revision} can affect"
            )),
            reason_class: Some(ReasonClass::Unaffected),
            ..Report::default()
        }))
    }

    /// The unaffected assertions without evidence in the store: a lookup is cheap, and what it
    /// finds is certified.
    fn without_evidence(
        &mut self,
        program: &Program,
        unaffected: &BTreeSet<CheckId>,
        budget: &Budget,
    ) -> BTreeSet<CheckId> {
        if unaffected.is_empty() {
            return BTreeSet::new();
        }
        let affected = std::mem::replace(&mut self.open, unaffected.clone());
        self.worker.depth = RECURSION_DEPTHS[0];
        if let Some(question) = self.question(program)
            && let LookupResult::Certified(answered) = self.lookup(program, &question, budget)
        {
            let report = self.named(*answered);
            self.settle(&report);
        }
        std::mem::replace(&mut self.open, affected)
    }

    /// The open assertions that ask what was asked before; the error says why nothing is known.
    fn unaffected(
        &mut self,
        since: &Since,
        program: &Program,
        input: &Input,
        budget: &Budget,
    ) -> Result<BTreeSet<CheckId>, String> {
        if self.session.request.integers != Integers::Machine {
            // The passes compare programs with the integers of the machine.
            return Err("programs over ideal integers are not compared".into());
        }
        let folder = since.tree.as_deref();
        let folder = folder.ok_or("there is no place for the files of the revision")?;
        let budget = share(budget, COMPARING);
        let old = read(folder, input, program.property, budget.deadline)?;
        let checks = Checks::of(&old);
        let now = Asked {
            program,
            checks: self.open.clone(),
        };
        let before = Asked {
            program: &old,
            checks: self.selected_sites(&old, &checks, input.entry.as_deref()),
        };
        Ok(unaffected(&now, &before, &budget))
    }
}

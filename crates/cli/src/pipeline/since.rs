//! Leaves out assertions that a change cannot affect.

use super::Run;
use super::judge::share;
use super::kept::Recalled;
use super::load::RECURSION_DEPTHS;
use crate::arguments::{InputArguments, IntegersArgument};
use crate::since::{self, Asked};
use invar_cfa::{CheckId, Program};
use invar_passes::Checks;
use invar_verdict::Reason;
use invar_witness::report::{Conclusion, Report, SinceReport};
use std::collections::BTreeSet;

/// Percent of the time for finding out what is affected.
const COMPARING: u32 = 25;

impl Run<'_> {
    /// Judges the assertions that a change can affect, and those that the store knows.
    pub(super) fn judge_since(
        &mut self,
        revision: &str,
        program: &Program,
        input: &InputArguments,
    ) -> Result<Report, Reason> {
        let compared = self.phase("comparing with an earlier revision", |run| {
            run.unaffected(program, input)
        });
        let (unaffected, note) = match compared {
            Ok(unaffected) => (unaffected, None),
            Err(note) => (BTreeSet::new(), Some(format!("{revision}: {note}"))),
        };
        self.open.retain(|check| !unaffected.contains(check));
        let left_out = self.not_recalled(program, &unaffected);
        for check in &left_out {
            self.ledger.leave_out(*check);
        }
        self.since = Some(SinceReport {
            revision: revision.to_owned(),
            affected: self.open.len(),
            unaffected: unaffected.len(),
            recalled: unaffected.len() - left_out.len(),
            note,
        });
        if unaffected.is_empty() || !self.open.is_empty() {
            self.tell();
            let judged = self.judge(program);
            return match (&judged, self.violated()) {
                (Ok(report), _) if report.verdict == Conclusion::Unsafe => judged,
                // What the store knows is violated, whatever became of the others.
                (_, Some(report)) => Ok(report),
                _ => judged,
            };
        }
        let known = match left_out.len() < unaffected.len() {
            true => self.concluded_from_parts(),
            false => None,
        };
        Ok(known.unwrap_or_else(|| Report {
            reason: Some(format!(
                "nothing that the change since {revision} can affect"
            )),
            reason_class: Some("unaffected".into()),
            ..Report::default()
        }))
    }

    /// Those of the unaffected assertions about which the store knows nothing: asking it is cheap,
    /// and what it knows is certified.
    fn not_recalled(
        &mut self,
        program: &Program,
        unaffected: &BTreeSet<CheckId>,
    ) -> BTreeSet<CheckId> {
        if unaffected.is_empty() {
            return BTreeSet::new();
        }
        let affected = std::mem::replace(&mut self.open, unaffected.clone());
        self.depth = RECURSION_DEPTHS[0];
        if let Some(question) = self.question(program)
            && let Recalled::Certified(report) = self.recalled(program, &question)
        {
            self.settle(&report);
        }
        std::mem::replace(&mut self.open, affected)
    }

    /// The open assertions that ask what was asked before; the error says why nothing is known.
    fn unaffected(
        &mut self,
        program: &Program,
        input: &InputArguments,
    ) -> Result<BTreeSet<CheckId>, String> {
        if self.arguments.integers != IntegersArgument::Machine {
            // The passes compare programs with the integers of the machine.
            return Err("programs over ideal integers are not compared".into());
        }
        let folder = self.arguments.since_tree.as_deref();
        let folder = folder.ok_or("there is no place for the files of the revision")?;
        let budget = share(&self.budget, COMPARING);
        let old = since::read(folder, input, program.property, budget.deadline)?;
        let checks = Checks::of(&old);
        let now = Asked {
            program,
            checks: self.open.clone(),
        };
        let before = Asked {
            program: &old,
            checks: self.judged_sites(&old, &checks, input.entry.as_deref()),
        };
        Ok(since::unaffected(&now, &before, &budget))
    }
}

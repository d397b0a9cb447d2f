//! The state of one check of one program, which its phases read and change.

use crate::assertions::known::GatheredFacts;
use crate::assertions::table::AssertionTable;
use crate::cache::Cache;
use crate::finding::{Answered, Attribution, Unanswered};
use crate::goal::{Aim, Runs};
use crate::request::MemoryReading;
use crate::search::source::Source;
use crate::session::Session;
use crate::worker::Worker;
use invar_budget::Moment;
use invar_cfa::CheckId;
use invar_report::{Assumption, InputFunction, Report, ShardReport, SinceReport};
use invar_verdict::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// What the report says whatever the verdict is.
#[derive(Default)]
pub(crate) struct Circumstances {
    /// What the verdict assumes.
    pub(crate) assumptions: Vec<Assumption>,
    /// Where the program's inputs come from.
    pub(crate) input_functions: Vec<InputFunction>,
    /// Which assertions were taken, if only a shard was.
    pub(crate) shard: Option<ShardReport>,
    /// Which of them a change can affect, if only these are asked for.
    pub(crate) since: Option<SinceReport>,
}

/// Assertions that no execution gets to.
#[derive(Default)]
pub(crate) struct Unreachable {
    /// Those to which no path leads.
    pub(crate) cut_off: BTreeSet<CheckId>,
    /// Those that no execution gets to, with what certified it.
    pub(crate) vacuous: BTreeMap<CheckId, String>,
}

impl Unreachable {
    /// What certified that no execution gets to an assertion, if that is so; `certifier` checked the proof that it holds.
    pub(crate) fn by<'c>(&'c self, check: CheckId, certifier: Option<&'c str>) -> Option<&'c str> {
        match self.vacuous.get(&check) {
            Some(by) => Some(by.as_str()),
            None => certifier.filter(|_| self.cut_off.contains(&check)),
        }
    }
}

/// One check of one program.
pub(crate) struct Run<'a> {
    pub(crate) session: &'a Session<'a>,
    pub(crate) worker: Worker<'a>,
    /// The last search for the verdict; those beside it, as for vacuous assertions, do not count.
    pub(crate) searched_last: Option<Attribution>,
    /// The searches that were begun.
    pub(crate) begun: usize,
    /// What the report says whatever the verdict is.
    pub(crate) circumstances: Circumstances,
    /// The checks that are looked for now.
    pub(crate) open: BTreeSet<CheckId>,
    /// The assertions that no execution gets to.
    pub(crate) unreachable: Unreachable,
    /// What is known about single assertions.
    pub(crate) table: AssertionTable,
    /// Certified facts.
    pub(crate) facts: GatheredFacts,
    /// Whether the program checks facts that may be a proof themselves.
    pub(crate) stating: bool,
    /// What was tried by running the program.
    pub(crate) runs: Runs,
    /// What is looked for.
    pub(crate) aim: Aim,
    /// The store of evidence.
    pub(crate) cache: Cache,
}

impl<'a> Run<'a> {
    pub(crate) fn new(session: &'a Session<'a>, cache: Cache) -> Run<'a> {
        Run {
            session,
            worker: Worker::new(session),
            searched_last: None,
            begun: 0,
            circumstances: Circumstances::default(),
            open: BTreeSet::new(),
            unreachable: Unreachable::default(),
            table: AssertionTable::default(),
            facts: GatheredFacts::default(),
            stating: false,
            runs: Runs::default(),
            aim: match session.request.memory_reading {
                MemoryReading::Forgotten => Aim::Proof,
                MemoryReading::Auto | MemoryReading::Followed => Aim::Verdict,
            },
            cache,
        }
    }

    /// What is looked for in a program.
    pub(crate) fn aim_for(&self, source: &Source<'_>) -> Aim {
        match self.aim {
            Aim::Proof => Aim::Proof,
            Aim::Verdict => source.aim,
        }
    }

    /// Does something that is told and timed.
    pub(crate) fn phase<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.session.observer.activity(name);
        let start = Moment::now();
        let result = work(self);
        let seconds = start.elapsed().as_secs_f64();
        self.worker.count(&format!("seconds {name}"), seconds);
        result
    }

    /// What a search for the verdict found, which counts as the last one now.
    pub(crate) fn credited(
        &mut self,
        found: Result<Answered, Unanswered>,
    ) -> Result<Answered, Reason> {
        let by = match &found {
            Ok(answered) => Some(answered.finding.attribution),
            Err(unanswered) => unanswered.by,
        };
        self.searched_last = by.or(self.searched_last);
        found.map_err(|unanswered| unanswered.reason)
    }

    /// The report of an answer, which names what found it.
    pub(crate) fn named(&mut self, answered: Answered) -> Report {
        let (mut report, by) = (answered.report, answered.finding.attribution);
        self.searched_last = Some(by);
        by.name_in(&mut report);
        report
    }
}

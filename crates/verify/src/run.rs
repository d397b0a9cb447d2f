//! The state of one check of one program, which its phases read and change.

use crate::assertions::known::Known;
use crate::assertions::table::AssertionTable;
use crate::cache::Cache;
use crate::finding::{Answered, Attribution, Unanswered};
use crate::goal::{Aim, Effort, Running};
use crate::request::{MemoryReading, SearchOptions};
use crate::session::Session;
use crate::worker::Worker;
use invar_budget::Moment;
use invar_cfa::CheckId;
use invar_report::{Assumption, InputFunction, Report, ShardReport, SinceReport};
use invar_verdict::Reason;
use std::collections::{BTreeMap, BTreeSet};

/// One check of one program.
pub(crate) struct Run<'a> {
    pub(crate) session: &'a Session<'a>,
    pub(crate) worker: Worker<'a>,
    /// The last search for the verdict; those beside it, as for vacuous assertions, do not count.
    pub(crate) searched_last: Option<Attribution>,
    /// The searches that were begun.
    pub(crate) begun: usize,
    /// What the verdict assumes.
    pub(crate) assumptions: Vec<Assumption>,
    /// Where its inputs come from.
    pub(crate) input_functions: Vec<InputFunction>,
    /// The checks that are looked for now.
    pub(crate) open: BTreeSet<CheckId>,
    /// Assertions to which no path leads.
    pub(crate) cut_off: BTreeSet<CheckId>,
    /// Assertions that no execution gets to, with what certified it.
    pub(crate) vacuous: BTreeMap<CheckId, String>,
    /// Which of them were taken, if only a shard was.
    pub(crate) shard: Option<ShardReport>,
    /// Which of them a change can affect, if only these are asked for.
    pub(crate) since: Option<SinceReport>,
    /// What is known about single assertions.
    pub(crate) table: AssertionTable,
    /// Certified facts.
    pub(crate) known: Option<Known>,
    /// The number of facts when they were certified last.
    pub(crate) gathered: usize,
    /// Whether the program checks facts that may be a proof themselves.
    pub(crate) stating: bool,
    /// Whether running the program may be a proof.
    pub(crate) running: Running,
    /// With which effort the program that is searched was run; with the full one where it is not to
    /// be run again.
    pub(crate) has_run: Option<Effort>,
    /// Whether runs were led through the program that is checked.
    pub(crate) has_led: bool,
    /// What is looked for.
    pub(crate) aim: Aim,
    /// How to search, if not as the request says.
    pub(crate) search: Option<SearchOptions>,
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
            assumptions: Vec::new(),
            input_functions: Vec::new(),
            open: BTreeSet::new(),
            cut_off: BTreeSet::new(),
            vacuous: BTreeMap::new(),
            shard: None,
            since: None,
            table: AssertionTable::default(),
            known: None,
            gathered: 0,
            stating: false,
            running: Running::MayProve(Effort::Quick),
            has_run: Some(Effort::Full),
            has_led: false,
            aim: match session.request.memory_reading {
                MemoryReading::Forgotten => Aim::Proof,
                MemoryReading::Auto | MemoryReading::Followed => Aim::Verdict,
            },
            search: None,
            cache,
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

//! A worker on a check: it searches, certifies, replays. Searches side by side have a worker each.

use crate::accounts::Accounts;
use crate::program::RECURSION_DEPTHS;
use crate::session::Session;
use invar_budget::Moment;

/// Works on a check.
pub(crate) struct Worker<'a> {
    pub(crate) session: &'a Session<'a>,
    /// What it did.
    pub(crate) accounts: Accounts,
    /// Depth to which recursive calls are inlined now.
    pub(crate) depth: u32,
}

impl<'a> Worker<'a> {
    /// One that has done nothing.
    pub(crate) fn new(session: &'a Session<'a>) -> Worker<'a> {
        Worker {
            session,
            accounts: Accounts::default(),
            depth: RECURSION_DEPTHS[0],
        }
    }

    /// One for a search beside others: the same program, and accounts of its own.
    pub(crate) fn beside(&self) -> Worker<'a> {
        Worker {
            depth: self.depth,
            ..Worker::new(self.session)
        }
    }

    /// Adds to a number of the statistics.
    pub(crate) fn count(&mut self, name: &str, more: f64) {
        self.accounts.count(name, more);
    }

    /// Does something that is told and timed.
    pub(crate) fn phase<T>(&mut self, name: &str, work: impl FnOnce(&mut Self) -> T) -> T {
        self.session.observer.activity(name);
        let start = Moment::now();
        let result = work(self);
        self.count(&format!("seconds {name}"), start.elapsed().as_secs_f64());
        result
    }
}

//! The searches of a plan, one after the other or several side by side, until one has a certified
//! verdict.
//!
//! A free worker takes the first step that is ready. Its time is its part, by weight, of what is
//! left for the steps still to come. A search has a worker of its own, whose accounts are merged
//! when it ends. With one worker everything happens in this
//! thread and in a fixed order.
//!
//! An idle worker takes the first ready step. The time left is divided by weight among this step and the
//! steps still to come, so a step that ends early leaves its time to all others. With more than one worker
//! each search has a `Worker` of its own over the same `SearchTask`; the first certified verdict cancels the budgets
//! of the others. A `Session` does not change while they work, and budgets are arguments.

use crate::accounts::Accounts;
use crate::assertions::facts::Ahead;
use crate::finding::{Answered, Unanswered};
use crate::run::Run;
use crate::search::encoded::SearchId;
use crate::search::plan::{Step, Unmodelled, When};
use crate::search::step::Allowance;
use crate::search::task::SearchTask;
use crate::worker::Worker;
use invar_budget::Moment;
use invar_passes::Switch;
use invar_solver::Budget;
use invar_verdict::{Limit, Reason};
use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Terms are deep; workers need as much stack as the thread that began.
const STACK: usize = 256 << 20;

/// What the workers share.
struct Front<'f, 'a> {
    /// The run that was asked.
    run: &'f mut Run<'a>,
    steps: &'f [Step],
    /// Which steps were begun.
    begun: Vec<bool>,
    /// The steps that came to an end within their time: with more of it they would come to the same.
    complete: Vec<&'f Step>,
    workers: u32,
    /// What the searches may take: the first verdict ends all of them.
    budget: Budget,
    /// What the run that was asked may take.
    outer: &'f Budget,
    slicing: Switch,
    /// What is told if nothing is found, and how long the search took that it comes from.
    reason: (Duration, Unanswered),
    outcome: Option<Result<Answered, Unanswered>>,
}

/// What a worker does next.
struct Taken<'f, 'a> {
    step: &'f Step,
    id: SearchId,
    time: Allowance,
    worker: Worker<'a>,
}

impl<'a> Run<'a> {
    /// Searches as planned.
    pub(crate) fn portfolio(
        &mut self,
        search_task: &SearchTask<'_>,
        steps: &[Step],
        slicing: Switch,
        outer: &Budget,
    ) -> Result<Answered, Unanswered> {
        let workers = self
            .session
            .request
            .limits
            .jobs
            .get()
            .min(steps.len().max(1) as u32);
        let budget = Budget {
            deadline: outer.deadline,
            cancel: outer.cancel.child(),
        };
        let nothing = Reason::Timeout {
            limit: self.session.request.limits.time,
            activity: "preparing".into(),
        };
        let front = Mutex::new(Front {
            run: self,
            steps,
            begun: vec![false; steps.len()],
            complete: Vec::new(),
            workers,
            budget,
            outer,
            slicing,
            reason: (Duration::ZERO, nothing.into()),
            outcome: None,
        });
        std::thread::scope(|scope| {
            for _ in 1..workers {
                let worker = std::thread::Builder::new().stack_size(STACK);
                // Without this worker the others do its work.
                let _ = worker.spawn_scoped(scope, || work(&front, search_task));
            }
            work(&front, search_task);
        });
        let front = front.into_inner().unwrap_or_else(PoisonError::into_inner);
        front.outcome.unwrap_or(Err(front.reason.1))
    }
}

/// Step after step.
fn work(front: &Mutex<Front<'_, '_>>, search_task: &SearchTask<'_>) {
    let lock = || front.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let Some(mut taken) = lock().take(search_task) else {
            return;
        };
        let start = Moment::now();
        let mut result = taken
            .worker
            .run_step(search_task, taken.step, taken.id, &taken.time);
        if taken.step.unmodelled == Unmodelled::Stay
            && let Err(Reason::Unsupported { .. }) = result
        {
            let all = taken.time.without_share();
            result = taken
                .worker
                .run_step(search_task, taken.step, taken.id, &all);
            // Nothing can be proved, and there is no error as far as could be seen.
            if let Err(reason @ Reason::Unsupported { .. }) = result {
                lock().give_up(taken, reason);
                continue;
            }
        }
        lock().ended(search_task, taken, result, start.elapsed());
    }
}

impl<'f, 'a> Front<'f, 'a> {
    /// The next step that is ready, if there is time for one.
    fn take(&mut self, search_task: &SearchTask<'_>) -> Option<Taken<'f, 'a>> {
        if self.outcome.is_some() || self.budget.is_exhausted() {
            return None;
        }
        let ready = self.ready();
        let index = *ready.first()?;
        self.begun[index] = true;
        let step = &self.steps[index];
        if let Some(effort) = step.runs
            && let Some(decided) = self
                .run
                .run_longer(search_task.source, effort, &self.budget)
        {
            self.end(decided);
            return None;
        }
        let weights: u32 = ready.iter().map(|i| self.steps[*i].weight).sum();
        let part = self.budget.left() * step.weight * self.workers / weights;
        let part = part.max(step.least).min(step.most);
        let id = SearchId(self.run.begun);
        self.run.begun += 1;
        Some(Taken {
            step,
            id,
            time: Allowance {
                search: self.budget.at_most(part),
                whole: self.budget.clone(),
            },
            worker: self.run.worker.beside(),
        })
    }

    /// The steps that can be begun now.
    fn ready(&self) -> Vec<usize> {
        let is_ready = |step: &Step| match step.when {
            When::Always | When::Exact => true,
            When::Refused => self.run.worker.accounts.refused.is_some(),
            When::Unrefused => self.run.worker.accounts.refused.is_none(),
        };
        let steps = self.steps.iter().enumerate();
        let is_new = |step: &Step| !self.complete.iter().any(|before| before.is_as(step));
        let open =
            steps.filter(|(index, step)| !self.begun[*index] && is_ready(step) && is_new(step));
        open.map(|(index, _)| index).collect()
    }

    /// Keeps what a search leaves; a verdict, or what makes all of them pointless, ends the others.
    fn ended(
        &mut self,
        search_task: &SearchTask<'_>,
        taken: Taken<'f, 'a>,
        result: Result<Answered, Reason>,
        took: Duration,
    ) {
        let accounts = taken.worker.accounts;
        if result.as_ref().is_err_and(|reason| !is_about_time(reason)) {
            self.complete.push(taken.step);
        }
        if self.outcome.is_some() {
            // Another search was first: that its claim could not be certified says nothing.
            self.merge(Accounts {
                rejected: 0,
                refused: None,
                ..accounts
            });
            return;
        }
        let rejected = accounts.rejected > 0;
        self.merge(accounts);
        match result {
            Ok(answered) => {
                self.end(Ok(answered));
                return;
            }
            Err(reason @ (Reason::Cancelled | Reason::Internal(_))) => {
                let by = self.reason.1.by;
                self.end(Err(Unanswered { reason, by }));
                return;
            }
            Err(reason) => {
                if telling(&self.reason.1.reason, self.reason.0, &reason, took) {
                    self.reason = (took, taken.step.without_answer(reason));
                }
            }
        }
        // Without slicing it may be accepted.
        if rejected && self.slicing == Switch::On {
            let reason = self.reason.1.clone();
            self.end(Err(reason));
            return;
        }
        let ahead = match self.ready().len() {
            1 => Ahead::LastSearch,
            _ => Ahead::Others,
        };
        self.run.gather(search_task, ahead, self.outer);
    }

    /// Ends all searches for a reason that is not about one of them.
    fn give_up(&mut self, taken: Taken<'f, 'a>, reason: Reason) {
        if self.outcome.is_none() {
            self.end(Err(taken.step.without_answer(reason)));
        }
        self.merge(taken.worker.accounts);
    }

    fn merge(&mut self, accounts: Accounts) {
        let observer = self.run.session.observer;
        self.run.worker.accounts.merge(accounts, observer);
    }

    /// Ends all searches.
    fn end(&mut self, outcome: Result<Answered, Unanswered>) {
        self.outcome = Some(outcome);
        self.budget.cancel.cancel();
    }
}

/// Whether a search that ended for this reason might have gone on with more time.
fn is_about_time(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Timeout { .. } | Reason::SolverGaveUp { .. } | Reason::Memory { .. }
    )
}

/// Whether a reason says more than the one before: that the program has something which is not
/// modelled says most, that guesses do not suffice least, and otherwise the search that took
/// longest.
fn telling(old: &Reason, old_took: Duration, new: &Reason, new_took: Duration) -> bool {
    let weight = |reason: &Reason| match reason {
        Reason::Unsupported { place: Some(_), .. } => 2,
        Reason::Bound(Limit::Facts) => 0,
        _ => 1,
    };
    match weight(new).cmp(&weight(old)) {
        Ordering::Less => false,
        Ordering::Greater => true,
        // What the first one found; the others find the same.
        Ordering::Equal if weight(new) == 2 => false,
        Ordering::Equal => new_took >= old_took,
    }
}

#[cfg(test)]
mod tests {
    use super::telling;
    use invar_cfa::SourcePlace;
    use invar_verdict::{Limit, Reason};
    use std::time::Duration;

    #[test]
    fn what_is_not_modelled_says_more_than_a_timeout_and_long_searches_more_than_short_ones() {
        let timeout = Reason::Timeout {
            limit: Duration::from_secs(20),
            activity: "blocking".into(),
        };
        let unsupported = |line: Option<usize>| {
            let place = line.map(|line| SourcePlace {
                path: "x.c".into(),
                line,
                column: Some(1),
            });
            Reason::unsupported("goto into a statement expression", place)
        };
        let [short, long] = [1, 9].map(Duration::from_secs);
        assert!(telling(&timeout, short, &timeout, long));
        assert!(!telling(&timeout, long, &timeout, short));
        assert!(telling(&timeout, long, &unsupported(Some(1)), short));
        assert!(!telling(&unsupported(Some(1)), short, &timeout, long));
        assert!(!telling(&timeout, long, &unsupported(None), short));
        let facts = Reason::Bound(Limit::Facts);
        assert!(telling(&facts, long, &unsupported(None), short));
    }
}

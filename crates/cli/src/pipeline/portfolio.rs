//! The searches of a plan, one after the other or several side by side, until one has a certified
//! verdict.
//!
//! Whoever is free takes the first step that is ready. Its time is its part, by weight, of what is
//! left for the steps still to come. A search works on a `Run` of its own; what it counted, found
//! and was refused goes back to the one that was asked. With one worker everything happens in this
//! thread and in a fixed order.

use super::Run;
use super::attempt::Ground;
use super::facts::Ahead;
use super::plan::{Step, Unmodelled, When};
use super::reading::SearchId;
use crate::events::Event;
use invar_passes::Switch;
use invar_solver::{Budget, CancelToken};
use invar_verdict::{Limit, Reason};
use invar_witness::report::Report;
use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Terms are deep; workers need as much stack as the thread that began.
const STACK: usize = 256 << 20;

/// What the workers share.
struct Front<'f, 'a> {
    /// The run that was asked.
    run: &'f mut Run<'a>,
    steps: &'f [Step],
    /// Which steps were begun.
    begun: Vec<bool>,
    workers: u32,
    budget: Budget,
    slicing: Switch,
    /// What is told if nothing is found, and how long the search took that it comes from.
    reason: (Duration, Reason),
    outcome: Option<Result<Report, Reason>>,
}

/// What a worker does next.
struct Taken<'f, 'a> {
    step: &'f Step,
    id: SearchId,
    /// What the search may take; the certifier may take what the run has.
    budget: Budget,
    run: Run<'a>,
}

impl<'a> Run<'a> {
    /// Searches as planned.
    pub(super) fn portfolio(
        &mut self,
        ground: &Ground<'_>,
        steps: &[Step],
        slicing: Switch,
    ) -> Result<Report, Reason> {
        let workers = self.arguments.jobs.get().min(steps.len().max(1) as u32);
        let budget = Budget {
            deadline: self.budget.deadline,
            cancel: CancelToken::default(),
        };
        let nothing = Reason::Timeout {
            limit: self.arguments.timeout,
            activity: "preparing".into(),
        };
        let front = Mutex::new(Front {
            run: self,
            steps,
            begun: vec![false; steps.len()],
            workers,
            budget,
            slicing,
            reason: (Duration::ZERO, nothing),
            outcome: None,
        });
        std::thread::scope(|scope| {
            for _ in 1..workers {
                let worker = std::thread::Builder::new().stack_size(STACK);
                // Without this worker the others do its work.
                let _ = worker.spawn_scoped(scope, || work(&front, ground));
            }
            work(&front, ground);
        });
        let front = front.into_inner().unwrap_or_else(PoisonError::into_inner);
        front.outcome.unwrap_or(Err(front.reason.1))
    }

    /// A run for one search beside others: the same question, and accounts of its own.
    fn aside(&self, budget: &Budget) -> Run<'a> {
        Run {
            budget: budget.clone(),
            finder: self.finder.clone(),
            meter: self.meter.clone(),
            certifying: self.certifying.clone(),
            horn: self.horn.clone(),
            interpolation: self.interpolation.clone(),
            started: self.started,
            depth: self.depth,
            kept: self.kept.aside(),
            ..Run::empty(self.arguments, self.events)
        }
    }
}

/// Step after step.
fn work(front: &Mutex<Front<'_, '_>>, ground: &Ground<'_>) {
    let lock = || front.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let Some(mut taken) = lock().take() else {
            return;
        };
        let start = Instant::now();
        let mut result = taken.run.rung(ground, taken.step, taken.id, &taken.budget);
        if taken.step.unmodelled == Unmodelled::Stay
            && let Err(Reason::Unsupported { .. }) = result
        {
            let all = taken.run.budget.clone();
            result = taken.run.rung(ground, taken.step, taken.id, &all);
            // Nothing can be proved, and there is no error as far as could be seen.
            if let Err(reason @ Reason::Unsupported { .. }) = result {
                lock().give_up(taken.run, reason);
                continue;
            }
        }
        lock().ended(ground, taken.run, result, start.elapsed());
    }
}

impl<'f, 'a> Front<'f, 'a> {
    /// The next step that is ready, if there is time for one.
    fn take(&mut self) -> Option<Taken<'f, 'a>> {
        if self.outcome.is_some() || self.budget.is_exhausted() {
            return None;
        }
        let ready = self.ready();
        let index = *ready.first()?;
        self.begun[index] = true;
        let step = &self.steps[index];
        let weights: u32 = ready.iter().map(|i| self.steps[*i].weight).sum();
        let part = self.budget.left() * step.weight * self.workers / weights;
        let id = SearchId(self.run.begun);
        self.run.begun += 1;
        Some(Taken {
            step,
            id,
            budget: self.budget.at_most(part.min(step.most)),
            run: self.run.aside(&self.budget),
        })
    }

    /// The steps that can be begun now.
    fn ready(&self) -> Vec<usize> {
        let is_ready = |step: &Step| match step.when {
            When::Always | When::Exact => true,
            When::Refused => self.run.refused.is_some(),
            When::Unrefused => self.run.refused.is_none(),
        };
        let steps = self.steps.iter().enumerate();
        let open = steps.filter(|(index, step)| !self.begun[*index] && is_ready(step));
        open.map(|(index, _)| index).collect()
    }

    /// Keeps what a search leaves; a verdict, or what makes all of them pointless, ends the others.
    fn ended(
        &mut self,
        ground: &Ground<'_>,
        aside: Run<'a>,
        result: Result<Report, Reason>,
        took: Duration,
    ) {
        if self.outcome.is_some() {
            // Someone else was first: that its claim could not be certified says nothing.
            self.run.absorb(Run {
                rejected: 0,
                refused: None,
                ..aside
            });
            return;
        }
        let rejected = aside.rejected > 0;
        let finder = (aside.found_by, aside.found_over);
        let mut aside = aside;
        let fast = aside.found_fast;
        let found = (aside.found.take(), aside.found_with.clone());
        self.run.absorb(aside);
        match result {
            Ok(report) => {
                (self.run.found, self.run.found_with) = found;
                self.run.found_fast = fast;
                (self.run.found_by, self.run.found_over) = finder;
                self.end(Ok(report));
                return;
            }
            Err(reason @ (Reason::Cancelled | Reason::Internal(_))) => {
                self.end(Err(reason));
                return;
            }
            Err(reason) => {
                if telling(&self.reason.1, self.reason.0, &reason, took) {
                    (self.run.found_by, self.run.found_over) = finder;
                    self.reason = (took, reason);
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
        self.run.gather(ground, ahead);
    }

    /// Ends everyone for a reason that is nobody's alone.
    fn give_up(&mut self, aside: Run<'a>, reason: Reason) {
        if self.outcome.is_none() {
            (self.run.found_by, self.run.found_over) = (aside.found_by, aside.found_over);
            self.end(Err(reason));
        }
        self.run.absorb(aside);
    }

    /// Ends everyone.
    fn end(&mut self, outcome: Result<Report, Reason>) {
        self.outcome = Some(outcome);
        self.budget.cancel.cancel();
    }
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

impl<'a> Run<'a> {
    /// Takes over the accounts of a search.
    fn absorb(&mut self, aside: Run<'a>) {
        for (name, number) in aside.statistics {
            *self.statistics.entry(name).or_default() += number;
        }
        for record in aside.searches {
            self.events.send(&Event::Searched(record.clone()));
            self.searches.push(record);
        }
        self.rejected += aside.rejected;
        if self.refused.is_none() {
            self.refused = aside.refused;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::telling;
    use invar_verdict::{Limit, Reason};
    use std::time::Duration;

    #[test]
    fn what_is_not_modelled_says_more_than_a_timeout_and_long_searches_more_than_short_ones() {
        let timeout = Reason::Timeout {
            limit: Duration::from_secs(20),
            activity: "blocking".into(),
        };
        let unsupported = |place: Option<&str>| Reason::Unsupported {
            construct: "goto into a statement expression".into(),
            place: place.map(Into::into),
        };
        let [short, long] = [1, 9].map(Duration::from_secs);
        assert!(telling(&timeout, short, &timeout, long));
        assert!(!telling(&timeout, long, &timeout, short));
        assert!(telling(
            &timeout,
            long,
            &unsupported(Some("x.c:1:1")),
            short
        ));
        assert!(!telling(
            &unsupported(Some("x.c:1:1")),
            short,
            &timeout,
            long
        ));
        assert!(!telling(&timeout, long, &unsupported(None), short));
        let facts = Reason::Bound(Limit::Facts);
        assert!(telling(&facts, long, &unsupported(None), short));
    }
}

//! The worker's loop: take a task, have it run, put its result into the store, acknowledge it.

use crate::keeper::Keeper;
use crate::{Backoff, Broker, Delivery, Metrics, Queue, QueueError, Results, Task};
use invar_store::StoreError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How often an empty queue is polled.
const POLL: Duration = Duration::from_millis(100);
/// Waits are no longer than this, so that a stop is seen soon.
const STEP: Duration = Duration::from_millis(50);

/// The outcome of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A result, and the word for it in metrics.
    Done {
        /// What is kept.
        result: Vec<u8>,
        /// The word.
        verdict: String,
    },
    /// No result, and why. Another attempt may have one.
    Failed(String),
    /// The stop came first: the attempt does not count.
    Stopped,
}

/// Does what a task says.
pub trait Runner: Sync {
    /// Runs a task. It ends soon after the stop is raised.
    fn run(&self, task: &Task, stop: &AtomicBool) -> Outcome;

    /// The result of a task that failed on every attempt, with the last reason: unknown, never a
    /// missing result.
    fn given_up(&self, task: &Task, times: u64, reason: &str) -> Vec<u8>;
}

/// When a worker ends by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Never.
    Stopped,
    /// After one task.
    One,
    /// When the queue was empty for this long, with no task waiting or leased, or the broker did
    /// not answer.
    Idle(Duration),
}

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Its name; names of workers that run at the same time differ.
    pub name: String,
    /// Tasks at a time.
    pub jobs: usize,
    /// How long a task stays with a worker that does not renew it.
    pub lease: Duration,
    /// Attempts after which a task is given up.
    pub tries: u64,
    /// When it ends.
    pub until: Until,
}

/// What a worker did until it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ended {
    /// Tasks that it wrote a result for.
    pub done: usize,
}

/// What to do with a leased task.
enum Settle {
    /// It has a result.
    Acknowledge,
    /// Other workers may take it; it counts as delivered this many times.
    GiveBack(u64),
}

/// A worker.
pub struct Worker<'a, R> {
    broker: &'a Broker,
    results: &'a Results,
    runner: &'a R,
    options: &'a WorkerOptions,
    metrics: Arc<Metrics>,
    stop: Arc<AtomicBool>,
    done: AtomicUsize,
}

impl<'a, R: Runner> Worker<'a, R> {
    /// A worker that stops when `stop` is raised.
    pub fn new(
        broker: &'a Broker,
        results: &'a Results,
        runner: &'a R,
        options: &'a WorkerOptions,
        metrics: Arc<Metrics>,
        stop: Arc<AtomicBool>,
    ) -> Worker<'a, R> {
        Worker {
            broker,
            results,
            runner,
            options,
            metrics,
            stop,
            done: AtomicUsize::new(0),
        }
    }

    /// Works until it ends. A broker or store that does not answer is asked again without limit.
    ///
    /// # Errors
    /// The broker's address cannot be one.
    pub fn run(&self) -> Result<Ended, QueueError> {
        let keeper = Queue::new(self.broker, &self.options.name)?;
        let keeper = Keeper::start(keeper, self.options.lease);
        let mut queues = Vec::new();
        for _ in 0..self.options.jobs.max(1) {
            queues.push(Queue::new(self.broker, &self.options.name)?);
        }
        std::thread::scope(|scope| {
            for queue in queues {
                scope.spawn(|| self.work(queue, &keeper));
            }
        });
        drop(keeper);
        let _ = Queue::new(self.broker, &self.options.name)?.leave();
        Ok(Ended {
            done: self.done.load(Ordering::Relaxed),
        })
    }

    fn work(&self, mut queue: Queue, keeper: &Keeper) {
        let mut backoff = Backoff::default();
        let mut idle: Option<Instant> = None;
        while !self.stopped() {
            match queue.take(self.options.lease) {
                Ok(Some(delivery)) => {
                    backoff.reset();
                    idle = None;
                    keeper.keep(&delivery);
                    let settle = self.handle(&delivery);
                    // First, so that a lease that is given back is not renewed.
                    keeper.drop(&delivery);
                    self.settle(&mut queue, &delivery, settle);
                    if self.options.until == Until::One {
                        return;
                    }
                }
                Ok(None) => {
                    backoff.reset();
                    // Other workers may die with the tasks that they hold.
                    let empty = queue.counts().is_ok_and(|counts| counts.all() == 0);
                    idle = idle.filter(|_| empty);
                    if self.idle_ends(&mut idle) {
                        return;
                    }
                    self.wait(POLL);
                }
                Err(error) => {
                    self.metrics.broker_error();
                    let wait = backoff.wait();
                    tracing::warn!(%error, again_in = ?wait, "no task from the broker");
                    if self.idle_ends(&mut idle) {
                        return;
                    }
                    self.wait(wait);
                }
            }
        }
    }

    fn idle_ends(&self, since: &mut Option<Instant>) -> bool {
        let since = since.get_or_insert_with(Instant::now);
        match self.options.until {
            Until::Idle(time) => since.elapsed() >= time,
            Until::Stopped | Until::One => false,
        }
    }

    fn handle(&self, delivery: &Delivery) -> Settle {
        let Delivery { task, times, .. } = delivery;
        let span = tracing::info_span!("task", batch = task.batch, number = task.number, times);
        let _inside = span.enter();
        if *times > 1 {
            self.metrics.redelivered();
            tracing::info!("again");
        }
        match self.stored(|| self.results.result(task)) {
            None => return Settle::GiveBack(times - 1),
            Some(Some(_)) => {
                self.metrics.known();
                tracing::info!("the result is there already");
                return Settle::Acknowledge;
            }
            Some(None) => {}
        }
        let start = Instant::now();
        let tries = self.options.tries;
        let outcome = if *times > tries {
            Outcome::Failed("workers ended while they worked on it".to_owned())
        } else {
            self.runner.run(task, &self.stop)
        };
        let (mut result, mut verdict) = match outcome {
            Outcome::Done { result, verdict } => (result, verdict),
            Outcome::Failed(reason) if *times >= tries => {
                self.metrics.failed();
                tracing::error!(reason, "given up");
                let result = self.runner.given_up(task, *times.min(&tries), &reason);
                (result, "given up".to_owned())
            }
            Outcome::Failed(reason) => {
                self.metrics.failed();
                tracing::warn!(reason, "no result");
                return Settle::GiveBack(*times);
            }
            Outcome::Stopped => {
                tracing::info!("given back");
                return Settle::GiveBack(times - 1);
            }
        };
        let limit = self.results.store().limits().entry_bytes;
        if result.len() as u64 > limit {
            // It would not be smaller the next time.
            let reason = format!("its result is beyond the store's limit of {limit} bytes");
            tracing::error!(reason, "given up");
            result = self.runner.given_up(task, *times, &reason);
            verdict = "given up".to_owned();
        }
        // Even while a stop is requested: the work is done, and storing it takes one call.
        if self
            .stored(|| self.results.put_result(task, &result))
            .is_none()
        {
            return Settle::GiveBack(times - 1);
        }
        let time = start.elapsed();
        self.metrics.done(&verdict, time);
        self.done.fetch_add(1, Ordering::Relaxed);
        tracing::info!(verdict, seconds = time.as_secs_f64(), "done");
        Settle::Acknowledge
    }

    fn settle(&self, queue: &mut Queue, delivery: &Delivery, settle: Settle) {
        match settle {
            Settle::Acknowledge => self.acknowledge(queue, delivery),
            Settle::GiveBack(times) => self.give_back(queue, delivery, times),
        }
    }

    /// Asks the store until it answers; `None` if the stop came first.
    fn stored<T>(&self, ask: impl Fn() -> Result<T, StoreError>) -> Option<T> {
        let mut backoff = Backoff::default();
        loop {
            match ask() {
                Ok(answer) => return Some(answer),
                Err(error) => {
                    self.metrics.store_error();
                    tracing::warn!(%error, "the store");
                }
            }
            if self.stopped() {
                return None;
            }
            self.wait(backoff.wait());
        }
    }

    /// Takes a task off the queue that has a result. Where that fails, the next worker that gets it
    /// finds the result.
    fn acknowledge(&self, queue: &mut Queue, delivery: &Delivery) {
        let mut backoff = Backoff::default();
        while let Err(error) = queue.acknowledge(delivery) {
            self.metrics.broker_error();
            tracing::warn!(%error, "not acknowledged");
            if self.stopped() {
                return;
            }
            self.wait(backoff.wait());
        }
    }

    fn give_back(&self, queue: &mut Queue, delivery: &Delivery, times: u64) {
        if let Err(error) = queue.give_back(delivery, times) {
            self.metrics.broker_error();
            tracing::warn!(%error, "not given back; others get it when the lease ends");
        }
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn wait(&self, time: Duration) {
        let until = Instant::now() + time;
        while !self.stopped() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(STEP));
        }
    }
}

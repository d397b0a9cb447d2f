//! What a worker counts, in the words of Prometheus.

use crate::Counts;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::sync::Mutex;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Verdict {
    verdict: String,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct State {
    state: &'static str,
}

/// What a worker counts.
pub struct Metrics {
    registry: Mutex<Registry>,
    done: Family<Verdict, Counter>,
    failures: Counter,
    redeliveries: Counter,
    known: Counter,
    hits: Counter,
    broker_errors: Counter,
    store_errors: Counter,
    queue: Family<State, Gauge>,
    seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("invar");
        let metrics = Metrics {
            registry: Mutex::default(),
            done: Family::default(),
            failures: Counter::default(),
            redeliveries: Counter::default(),
            known: Counter::default(),
            hits: Counter::default(),
            broker_errors: Counter::default(),
            store_errors: Counter::default(),
            queue: Family::default(),
            // From 10 ms to about three hours.
            seconds: Histogram::new(exponential_buckets(0.01, 2.0, 20)),
        };
        let (r, m) = (&mut registry, &metrics);
        r.register(
            "tasks_done",
            "Tasks with a result, by verdict",
            m.done.clone(),
        );
        r.register(
            "tasks_failed",
            "Attempts that ended without a result",
            m.failures.clone(),
        );
        r.register(
            "tasks_redelivered",
            "Tasks that another worker had before",
            m.redeliveries.clone(),
        );
        r.register(
            "tasks_known",
            "Tasks whose result was there already",
            m.known.clone(),
        );
        r.register(
            "store_hits",
            "Tasks that were answered from kept evidence",
            m.hits.clone(),
        );
        r.register(
            "broker_errors",
            "Calls that the broker did not answer",
            m.broker_errors.clone(),
        );
        r.register(
            "store_errors",
            "Calls that the store did not answer",
            m.store_errors.clone(),
        );
        r.register(
            "queue_length",
            "Tasks on the queue, by state",
            m.queue.clone(),
        );
        r.register("task_seconds", "Time per task", m.seconds.clone());
        Metrics {
            registry: Mutex::new(registry),
            ..metrics
        }
    }
}

impl Metrics {
    pub(crate) fn done(&self, verdict: &str, time: Duration) {
        let verdict = verdict.to_owned();
        self.done.get_or_create(&Verdict { verdict }).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    pub(crate) fn failed(&self) {
        self.failures.inc();
    }

    pub(crate) fn redelivered(&self) {
        self.redeliveries.inc();
    }

    pub(crate) fn known(&self) {
        self.known.inc();
    }

    /// A task that was answered from kept evidence.
    pub fn hit(&self) {
        self.hits.inc();
    }

    pub(crate) fn broker_error(&self) {
        self.broker_errors.inc();
    }

    pub(crate) fn store_error(&self) {
        self.store_errors.inc();
    }

    /// The length of the queue, as it was last seen.
    pub fn queue(&self, counts: Counts) {
        for (state, count) in [("waiting", counts.waiting), ("in hand", counts.in_hand)] {
            let count = i64::try_from(count).unwrap_or(i64::MAX);
            self.queue.get_or_create(&State { state }).set(count);
        }
    }

    /// All of it in Prometheus' text format.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Ok(registry) = self.registry.lock() {
            // Writing to a string does not fail.
            let _ = encode(&mut text, &registry);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Metrics;
    use crate::Counts;
    use std::time::Duration;

    #[test]
    fn what_is_counted_is_told() {
        let metrics = Metrics::default();
        metrics.done("safe", Duration::from_millis(15));
        metrics.done("safe", Duration::from_secs(3));
        metrics.redelivered();
        metrics.queue(Counts {
            waiting: 7,
            in_hand: 2,
        });
        let text = metrics.text();
        for line in [
            "invar_tasks_done_total{verdict=\"safe\"} 2",
            "invar_tasks_redelivered_total 1",
            "invar_tasks_failed_total 0",
            "invar_queue_length{state=\"waiting\"} 7",
            "invar_task_seconds_count 2",
            "invar_task_seconds_bucket{le=\"0.02\"} 1",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}

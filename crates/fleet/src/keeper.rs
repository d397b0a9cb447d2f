//! Keeps leases while their tasks are worked on: a thread that renews all of them a few times per lease.

use crate::{Backoff, Delivery, Held, Queue};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Renewals per lease: two may fail before it ends.
const PER_LEASE: u32 = 4;

enum Order {
    Keep(Delivery),
    Drop(Delivery),
}

/// The thread.
pub(crate) struct Keeper {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts with a separate connection, in the name of the worker that holds the leases.
    pub(crate) fn start(queue: Queue, lease: Duration) -> Keeper {
        let (orders, received) = channel();
        let thread = std::thread::spawn(move || keep(queue, lease / PER_LEASE, &received));
        Keeper {
            orders: Some(orders),
            thread: Some(thread),
        }
    }

    /// Keeps a lease from now on.
    pub(crate) fn keep(&self, delivery: &Delivery) {
        self.order(Order::Keep(delivery.clone()));
    }

    /// Lets it end.
    pub(crate) fn drop(&self, delivery: &Delivery) {
        self.order(Order::Drop(delivery.clone()));
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // A thread that is gone renews nothing: the task is done elsewhere too, which is allowed.
            let _ = orders.send(order);
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn keep(mut queue: Queue, period: Duration, orders: &Receiver<Order>) {
    let mut held: Vec<Delivery> = Vec::new();
    let mut backoff = Backoff::default();
    let mut next = Instant::now() + period;
    loop {
        let left = next.saturating_duration_since(Instant::now());
        match orders.recv_timeout(left) {
            Ok(Order::Keep(delivery)) => held.push(delivery),
            Ok(Order::Drop(delivery)) => held.retain(|other| *other != delivery),
            Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => {
                next = Instant::now() + renew(&mut queue, &mut held, period, &mut backoff)
            }
        }
    }
}

/// Renews all; returns when to do it again.
fn renew(
    queue: &mut Queue,
    held: &mut Vec<Delivery>,
    period: Duration,
    backoff: &mut Backoff,
) -> Duration {
    let mut lost = Vec::new();
    for delivery in held.iter() {
        match queue.renew(delivery) {
            Ok(Held::Still) => {}
            Ok(Held::Lost) => lost.push(delivery.clone()),
            Err(error) => {
                tracing::warn!(%error, "leases are not renewed");
                return backoff.wait().min(period);
            }
        }
    }
    for delivery in lost {
        tracing::warn!(
            batch = delivery.task.batch,
            task = delivery.task.number,
            "a lease was lost"
        );
        held.retain(|other| *other != delivery);
    }
    backoff.reset();
    period
}

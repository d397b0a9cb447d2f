//! The queue itself: order, leases, what it counts.

use crate::support::{Redis, folder};
use invar_fleet::{Counts, Held, Priority, Queue, Submitted, Task, submit};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const LEASE: Duration = Duration::from_millis(200);

fn task(number: u64) -> Task {
    Task {
        batch: "b".to_owned(),
        number,
        body: "text".to_owned(),
    }
}

fn queue(redis: &Redis, name: &str) -> Queue {
    Queue::new(&redis.broker(), name).expect("an address")
}

#[test]
fn urgent_tasks_come_first_and_others_in_order() {
    let redis = Redis::start(&folder("fleet_priorities"));
    let mut one = queue(&redis, "one");
    one.submit(Priority::Low, &[task(1), task(2)]).expect("low");
    one.submit(Priority::Normal, &[task(3)]).expect("normal");
    one.submit(Priority::High, &[task(4)]).expect("high");
    let mut order = Vec::new();
    while let Some(delivery) = one.take(LEASE * 100).expect("an answer") {
        order.push(delivery.task.number);
        one.acknowledge(&delivery).expect("an answer");
    }
    assert_eq!(order, [4, 3, 1, 2]);
    assert_eq!(one.counts().expect("an answer"), Counts::default());
}

#[test]
fn a_lease_ends_unless_it_is_renewed() {
    let redis = Redis::start(&folder("fleet_leases"));
    let (mut one, mut two) = (queue(&redis, "one"), queue(&redis, "two"));
    one.submit(Priority::Normal, &[task(0)]).expect("submitted");
    let held = one.take(LEASE).expect("an answer").expect("a task");
    assert_eq!(held.times, 1);
    let counts = one.counts().expect("an answer");
    assert_eq!((counts.waiting, counts.in_hand), (0, 1));
    for _ in 0..6 {
        std::thread::sleep(LEASE / 2);
        assert_eq!(one.renew(&held).expect("an answer"), Held::Still);
        assert_eq!(two.take(LEASE).expect("an answer"), None);
    }
    std::thread::sleep(LEASE * 3 / 2);
    let again = two.take(LEASE).expect("an answer").expect("it came back");
    assert_eq!((again.task.number, again.times), (0, 2));
    assert_eq!(one.renew(&held).expect("an answer"), Held::Lost);
    // Given back, it comes at once and does not count.
    two.give_back(&again, 1).expect("an answer");
    let long = Duration::from_secs(1000);
    std::thread::sleep(Duration::from_millis(60));
    let third = queue(&redis, "three").take(long).expect("an answer");
    assert_eq!(third.map(|delivery| delivery.times), Some(2));
}

#[test]
fn what_is_no_task_is_dropped() {
    let redis = Redis::start(&folder("fleet_garbage"));
    let mut one = queue(&redis, "one");
    one.submit(Priority::Normal, &[]).expect("nothing");
    let added = std::process::Command::new("redis-cli")
        .args(["-u", &redis.address(), "XADD", "invar:tasks:normal", "*"])
        .args(["task", "no JSON"])
        .output();
    assert!(added.expect("redis-cli runs").status.success());
    one.submit(Priority::Normal, &[task(5)]).expect("submitted");
    assert_eq!(one.take(LEASE).expect("an answer"), None);
    let next = one.take(LEASE).expect("an answer").expect("a task");
    assert_eq!(next.task, task(5));
    assert_eq!(one.counts().expect("an answer").all(), 1);
}

#[test]
fn a_submitter_waits_while_too_much_is_waiting() {
    let redis = Redis::start(&folder("fleet_backpressure"));
    let all: Vec<Task> = (0..40).map(task).collect();
    let (mut one, mut two) = (queue(&redis, "one"), queue(&redis, "two"));
    let mut waits = 0;
    let mut most = 0;
    let stop = AtomicBool::new(false);
    let done = submit(
        &mut one,
        Priority::Normal,
        &all,
        10,
        &stop,
        |at: Submitted| {
            most = most.max(two.counts().expect("an answer").waiting);
            if at.waits {
                waits += 1;
                for _ in 0..7 {
                    let held = two.take(LEASE * 100).expect("an answer").expect("a task");
                    two.acknowledge(&held).expect("an answer");
                }
            }
        },
    );
    assert_eq!(done.expect("submitted"), 40);
    assert_eq!((most, waits), (10, 5));
}

//! Workers die, the broker goes away, tasks are poison: every task still has exactly one result.

use crate::support::{Redis, folder, results, worker};
use invar_fleet::{Batch, Priority, Queue, Task};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

const LEASE: Duration = Duration::from_millis(800);

fn tasks(bodies: &[String]) -> Vec<Task> {
    let task = |(number, body): (usize, &String)| Task {
        batch: "storm".to_owned(),
        number: number as u64,
        body: body.clone(),
    };
    bodies.iter().enumerate().map(task).collect()
}

/// Whether the workers end within the time.
fn end_within(workers: &mut [Child], time: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < time {
        if workers
            .iter_mut()
            .all(|w| matches!(w.try_wait(), Ok(Some(_))))
        {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    for worker in workers {
        let _ = worker.kill();
        let _ = worker.wait();
    }
    false
}

fn replace(workers: &mut [Child], which: usize, redis: &Redis, store: &Path, name: &str) {
    workers[which].kill().expect("it runs");
    workers[which].wait().expect("it ends");
    workers[which] = worker(redis, store, name, LEASE);
}

#[test]
fn every_task_has_a_result_though_workers_and_the_broker_die() {
    let folder = folder("fleet_storm");
    let store = folder.join("store");
    let mut redis = Redis::start(&folder);
    let bodies: Vec<String> = (0..60)
        .map(|n| format!("sleep {}", 40 + n % 7 * 30))
        .collect();
    let all = tasks(&bodies);
    let results = results(&store);
    let batch = Batch {
        name: "storm".to_owned(),
        tasks: 60,
        note: "a note".to_owned(),
    };
    results.put_batch(&batch, &all).expect("written");
    let mut queue = Queue::new(&redis.broker(), "submit").expect("an address");
    queue.submit(Priority::Normal, &all).expect("submitted");
    assert_eq!(queue.counts().expect("an answer").waiting, 60);
    let mut workers: Vec<Child> = (0..3)
        .map(|n| worker(&redis, &store, &format!("first-{n}"), LEASE))
        .collect();
    for round in 0..3 {
        std::thread::sleep(Duration::from_millis(350));
        replace(
            &mut workers,
            round,
            &redis,
            &store,
            &format!("again-{round}"),
        );
        if round == 1 {
            redis.restart(Duration::from_millis(300));
        }
    }
    assert!(end_within(&mut workers, Duration::from_secs(40)), "no end");
    let kept = results.batch("storm").expect("readable").expect("there");
    assert_eq!(kept, batch);
    let kept = results.tasks(&kept).expect("readable").expect("complete");
    assert_eq!(kept, all);
    for task in &all {
        let result = results.result(task).expect("readable").expect("there");
        assert_eq!(result, format!("done {}", task.body).into_bytes());
    }
    // The connection from before is gone with the broker.
    let mut queue = Queue::new(&redis.broker(), "submit").expect("an address");
    assert_eq!(queue.counts().expect("an answer").all(), 0);
}

#[test]
fn a_task_that_kills_its_workers_is_given_up_with_the_reason() {
    let folder = folder("fleet_poison");
    let store = folder.join("store");
    let redis = Redis::start(&folder);
    let bodies = ["ok", "crash", "fail", "large 17"].map(str::to_owned);
    let all = tasks(&bodies);
    let results = results(&store);
    let mut queue = Queue::new(&redis.broker(), "submit").expect("an address");
    queue.submit(Priority::Normal, &all).expect("submitted");
    // The fourth finds that three were not enough.
    for attempt in 0..4 {
        let mut one = [worker(&redis, &store, &format!("w{attempt}"), LEASE)];
        assert!(end_within(&mut one, Duration::from_secs(20)), "no end");
    }
    let result = |number: usize| {
        let result = results.result(&all[number]).expect("readable");
        String::from_utf8(result.unwrap_or_default()).expect("text")
    };
    assert_eq!(result(0), "done ok");
    assert_eq!(
        result(1),
        "unknown after 3: workers ended while they worked on it"
    );
    assert_eq!(result(2), "unknown after 3: it says so");
    assert_eq!(
        result(3),
        "unknown after 1: its result is beyond the store's limit of 16777216 bytes"
    );
    assert_eq!(queue.counts().expect("an answer").all(), 0);
}

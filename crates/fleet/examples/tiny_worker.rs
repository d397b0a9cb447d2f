//! A worker for tests and measurements: what its tasks say takes no solver.
//!
//!     tiny_worker BROKER STORE NAME LEASE-MS IDLE-MS JOBS
//!
//! A task's text is `ok`, `sleep MS`, `large MB`, `fail` or `crash`, which ends the worker as a kill would.

use invar_fleet::{Broker, Metrics, Outcome, Results, Runner, Task, Until, Worker, WorkerOptions};
use invar_store::{Limits, Location, Store};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

struct Tiny;

impl Runner for Tiny {
    fn run(&self, task: &Task, stop: &AtomicBool) -> Outcome {
        let mut words = task.body.split_whitespace();
        match words.next() {
            Some("crash") => std::process::abort(),
            Some("fail") => return Outcome::Failed("it says so".to_owned()),
            Some("sleep") => {
                let time = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
                let end = Instant::now() + Duration::from_millis(time);
                while Instant::now() < end {
                    if stop.load(Ordering::Relaxed) {
                        return Outcome::Stopped;
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
            Some("large") => {
                let size = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
                return Outcome::Done {
                    result: vec![b'x'; size << 20],
                    verdict: "large".to_owned(),
                };
            }
            _ => {}
        }
        Outcome::Done {
            result: format!("done {}", task.body).into_bytes(),
            verdict: "done".to_owned(),
        }
    }

    fn given_up(&self, _task: &Task, times: u64, reason: &str) -> Vec<u8> {
        format!("unknown after {times}: {reason}").into_bytes()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [broker, store, name, lease, idle, jobs] = arguments.as_slice() else {
        return Err("tiny_worker BROKER STORE NAME LEASE-MS IDLE-MS JOBS".into());
    };
    if std::env::var_os("TINY_LOG").is_some() {
        let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
        log.init();
    }
    let broker: Broker = broker.parse()?;
    let location: Location = store.parse()?;
    let results = Results::new(Store::open(&location, Limits::default())?);
    let options = WorkerOptions {
        name: name.clone(),
        jobs: jobs.parse()?,
        lease: Duration::from_millis(lease.parse()?),
        tries: 3,
        until: Until::Idle(Duration::from_millis(idle.parse()?)),
    };
    let metrics: Arc<Metrics> = Arc::default();
    let stop: Arc<AtomicBool> = Arc::default();
    let worker = Worker::new(&broker, &results, &Tiny, &options, metrics.clone(), stop);
    let ended = worker.run()?;
    println!("{}", ended.done);
    Ok(())
}

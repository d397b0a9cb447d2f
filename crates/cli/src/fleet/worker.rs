//! `invar worker`: takes tasks from the queue until it is stopped.

use super::runner::Checker;
use crate::arguments::{LogFormat, WorkerArguments};
use crate::exit;
use crate::interrupt::Interrupt;
use crate::terminal::complain;
use invar_fleet::{Metrics, Queue, Until, Worker, WorkerOptions, serve};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{SystemTime, UNIX_EPOCH};

/// Works; the exit code is 0 however it was ended.
pub fn run(arguments: &WorkerArguments) -> u8 {
    match try_run(arguments) {
        Ok(()) => exit::SAFE,
        Err(message) => {
            complain!("error: {message}");
            exit::USAGE
        }
    }
}

fn try_run(arguments: &WorkerArguments) -> Result<(), String> {
    let interrupt = Interrupt::listen();
    log(arguments.log);
    let results = arguments.place.open()?;
    let metrics: Arc<Metrics> = Arc::default();
    let name = arguments.name.clone().unwrap_or_else(made_name);
    let broker = &arguments.broker.broker()?;
    if let Some(address) = arguments.metrics {
        let mut queue = Queue::new(broker, &name).map_err(|error| error.to_string())?;
        let address = serve(address, metrics.clone(), move || queue.counts().ok());
        let address = address.map_err(|error| format!("--metrics: {error}"))?;
        tracing::info!(%address, "metrics");
    }
    let options = WorkerOptions {
        name,
        jobs: arguments.jobs,
        lease: arguments.lease,
        tries: arguments.tries,
        until: match (arguments.once, arguments.idle_exit) {
            (true, _) => Until::One,
            (false, Some(time)) => Until::Idle(time),
            (false, None) => Until::Stopped,
        },
    };
    let folder = std::env::temp_dir().join(format!("invar-worker-{}", std::process::id()));
    let checker = Checker {
        results: results.clone(),
        store: arguments.place.store.clone(),
        metrics: metrics.clone(),
        folder: folder.clone(),
        next: AtomicU64::new(0),
    };
    tracing::info!(worker = options.name, broker = %broker, store = arguments.place.store, "ready");
    let stop = interrupt.shared();
    let worker = Worker::new(broker, &results, &checker, &options, metrics, stop);
    let ended = worker.run().map_err(|error| error.to_string());
    let _ = std::fs::remove_dir_all(folder);
    tracing::info!(done = ended?.done, "ended");
    Ok(())
}

fn log(format: LogFormat) {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with_ansi(false).with_target(false).init(),
        LogFormat::Json => log.json().flatten_event(true).with_target(false).init(),
    }
}

/// A name that no other worker has.
fn made_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_millis());
    format!("{}-{}-{time}", host.trim(), std::process::id())
}

//! Tiny tasks in and out, for measurements: see scripts/queue-throughput.
//!
//!     throughput submit BROKER STORE TASKS
//!     throughput collect BROKER STORE TASKS
//!
//! Prints tasks, seconds and tasks per second. Workers are `tiny_worker`.

use invar_fleet::{Batch, Broker, Priority, Queue, Results, Task};
use invar_store::{Limits, Location, Store};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, broker, store, number] = arguments.as_slice() else {
        return Err("throughput submit|collect BROKER STORE TASKS".into());
    };
    let broker: Broker = broker.parse()?;
    let location: Location = store.parse()?;
    let results = Results::new(Store::open(&location, Limits::default())?);
    let number: u64 = number.parse()?;
    let start = Instant::now();
    match what.as_str() {
        "submit" => submit(&broker, &results, number)?,
        "collect" => collect(&results, number)?,
        other => return Err(format!("what is {other}?").into()),
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{what}: {number} tasks, {seconds:.1} s, {:.0} tasks/s",
        number as f64 / seconds
    );
    Ok(())
}

fn submit(
    broker: &Broker,
    results: &Results,
    number: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let task = |number| Task {
        batch: "throughput".to_owned(),
        number,
        body: format!("ok {number}"),
    };
    let tasks: Vec<Task> = (0..number).map(task).collect();
    let batch = Batch {
        name: "throughput".to_owned(),
        tasks: number,
        note: String::new(),
    };
    results.put_batch(&batch, &tasks)?;
    let mut queue = Queue::new(broker, "throughput")?;
    let stop = AtomicBool::new(false);
    invar_fleet::submit(
        &mut queue,
        Priority::Normal,
        &tasks,
        u64::MAX,
        &stop,
        |_| {},
    )?;
    Ok(())
}

fn collect(results: &Results, number: u64) -> Result<(), Box<dyn std::error::Error>> {
    let batch = results.batch("throughput")?.ok_or("no batch")?;
    let tasks = results.tasks(&batch)?.ok_or("an incomplete batch")?;
    if tasks.len() as u64 != number {
        return Err(format!("{} tasks", tasks.len()).into());
    }
    for task in &tasks {
        let result = results.result(task)?.ok_or("a task without a result")?;
        if result != format!("done {}", task.body).into_bytes() {
            return Err(format!("task {} has the result of another", task.number).into());
        }
    }
    Ok(())
}

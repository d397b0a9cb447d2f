//! The queue: one stream of Redis per priority, read by one group of consumers.
//!
//! Redis records which worker each task was handed to and how long ago, by its own clock; a lease is a bound on that time.
//! Taking a task whose lease has ended (XAUTOCLAIM) counts the deliveries. What is acknowledged is deleted, so that the
//! streams hold only what is waiting or leased.

use crate::broker::{Broker, connect};
use crate::{Priority, Task};
use redis::{Client, Connection, RedisError, Value, cmd, from_redis_value, pipe};
use std::time::{Duration, Instant};

const GROUP: &str = "workers";
const FIELD: &str = "task";
/// Tasks in one call.
const AT_ONCE: usize = 500;
/// How often tasks with ended leases are looked for, at most.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// An idle time beyond every lease.
const LONG_AGO: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Renews a lease, if it is still that of the worker.
const RENEW: &str = "local held = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1)
if held[1] and held[1][2] == ARGV[2] then
  redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'JUSTID')
  return 1
end
return 0";

/// Ends a lease at once, if it is still that of the worker; ARGV[4] is how often the task counts as delivered.
const GIVE_BACK: &str = "local held = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1)
if held[1] and held[1][2] == ARGV[2] then
  redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'IDLE', ARGV[5], 'RETRYCOUNT', ARGV[4], 'JUSTID')
end
return 0";

/// Forgets a worker that holds nothing: with its name its leases would go too.
const LEAVE: &str = "local held = redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2])
if #held == 0 then
  redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
end
return 0";

/// Why a request to the broker failed.
#[derive(thiserror::Error, Debug)]
pub enum QueueError {
    /// It does not answer, or answers with an error.
    #[error("the broker does not do what it is asked: {0}")]
    Broker(#[from] RedisError),
    /// It answers with something unexpected.
    #[error("the broker answers with something else: {0}")]
    Answer(String),
}

/// A leased task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    /// The task.
    pub task: Task,
    /// How often it was handed out, with this time.
    pub times: u64,
    priority: Priority,
    id: String,
}

/// Whether a lease is still held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// It is.
    Still,
    /// It ended, and another worker has the task, or it is done.
    Lost,
}

/// What is on the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Tasks that no worker has.
    pub waiting: u64,
    /// Tasks that a worker has, or had when it died.
    pub in_hand: u64,
}

impl Counts {
    /// Tasks without an acknowledged result.
    pub fn all(self) -> u64 {
        self.waiting + self.in_hand
    }
}

/// A connection to the queue. After an error the next call connects again.
pub struct Queue {
    client: Client,
    connection: Option<Connection>,
    /// The worker that takes.
    consumer: String,
    looked: [Option<Instant>; 3],
}

impl Queue {
    /// A queue as seen by a worker; names of workers differ. Nothing is asked yet.
    ///
    /// # Errors
    /// The address is invalid.
    pub fn new(broker: &Broker, consumer: &str) -> Result<Queue, QueueError> {
        Ok(Queue {
            client: broker.client()?,
            connection: None,
            consumer: consumer.to_owned(),
            looked: [None; 3],
        })
    }

    /// Puts tasks on the queue, in order.
    ///
    /// # Errors
    /// The broker fails; some may be on the queue, and putting them there again does no harm.
    pub fn submit(&mut self, priority: Priority, tasks: &[Task]) -> Result<(), QueueError> {
        for some in tasks.chunks(AT_ONCE) {
            let mut call = pipe();
            for task in some {
                let text = serde_json::to_string(task);
                let text = text.map_err(|error| QueueError::Answer(error.to_string()))?;
                call.cmd("XADD").arg(stream(priority)).arg("*");
                call.arg(FIELD).arg(text).ignore();
            }
            self.ask(|connection| call.query::<()>(connection))?;
        }
        Ok(())
    }

    /// What is on the queue.
    ///
    /// # Errors
    /// The broker fails.
    pub fn counts(&mut self) -> Result<Counts, QueueError> {
        let mut counts = Counts::default();
        for priority in Priority::ALL {
            let key = stream(priority);
            let mut call = pipe();
            call.cmd("XLEN").arg(&key);
            call.cmd("XPENDING").arg(&key).arg(GROUP);
            let (all, pending): (u64, Vec<Value>) = self.ask(|c| call.query(c))?;
            let in_hand = match pending.first() {
                Some(Value::Int(count)) => u64::try_from(*count).unwrap_or(0).min(all),
                _ => 0,
            };
            counts.in_hand += in_hand;
            counts.waiting += all - in_hand;
        }
        Ok(counts)
    }

    /// The next task: among the most urgent, one whose lease has ended, else one that no worker
    /// had.
    ///
    /// # Errors
    /// The broker fails. A task that was taken but never returned to the caller comes back when its
    /// lease ends.
    pub fn take(&mut self, lease: Duration) -> Result<Option<Delivery>, QueueError> {
        for priority in Priority::ALL {
            let looked = self.looked[priority as usize];
            if looked.is_none_or(|at| at.elapsed() >= LOOK_AGAIN.min(lease / 4)) {
                if let Some(delivery) = self.take_back(priority, lease)? {
                    return Ok(Some(delivery));
                }
                self.looked[priority as usize] = Some(Instant::now());
            }
            if let Some(delivery) = self.take_new(priority)? {
                return Ok(Some(delivery));
            }
        }
        Ok(None)
    }

    fn take_new(&mut self, priority: Priority) -> Result<Option<Delivery>, QueueError> {
        let mut call = cmd("XREADGROUP");
        call.arg("GROUP").arg(GROUP).arg(&self.consumer);
        call.arg("COUNT").arg(1).arg("STREAMS");
        call.arg(stream(priority)).arg(">");
        let answer: Value = self.ask(|c| call.query(c))?;
        // One stream with one entry, or nothing.
        let Value::Array(streams) = answer else {
            return Ok(None);
        };
        let entry = streams.into_iter().next().and_then(|stream| match stream {
            Value::Array(parts) => parts.into_iter().nth(1),
            _ => None,
        });
        let entry = entry.and_then(|entries| match entries {
            Value::Array(entries) => entries.into_iter().next(),
            _ => None,
        });
        match entry {
            Some(entry) => self.delivered(entry, priority),
            None => Ok(None),
        }
    }

    /// The task of an entry. An entry that is not a task is taken off the queue, or it would come
    /// back forever.
    fn delivered(
        &mut self,
        entry: Value,
        priority: Priority,
    ) -> Result<Option<Delivery>, QueueError> {
        let mut parts = list(entry).into_iter();
        let id = text(parts.next().unwrap_or(Value::Nil))?;
        let fields = list(parts.next().unwrap_or(Value::Nil));
        let task = task(fields);
        let delivery = |task| Delivery {
            task,
            times: 1,
            priority,
            id: id.clone(),
        };
        match task {
            Some(task) => Ok(Some(delivery(task))),
            None => {
                tracing::warn!(entry = id, "an entry that is no task is dropped");
                self.drop_entry(priority, &id)?;
                Ok(None)
            }
        }
    }

    /// A task whose lease has ended.
    fn take_back(
        &mut self,
        priority: Priority,
        lease: Duration,
    ) -> Result<Option<Delivery>, QueueError> {
        let mut cursor = "0-0".to_owned();
        loop {
            let mut call = cmd("XAUTOCLAIM");
            call.arg(stream(priority)).arg(GROUP).arg(&self.consumer);
            call.arg(milliseconds(lease)).arg(&cursor);
            call.arg("COUNT").arg(1);
            let (next, entries): (String, Vec<Value>) =
                match self.ask(|c| call.query::<Vec<Value>>(c))? {
                    parts if parts.len() >= 2 => {
                        let mut parts = parts.into_iter();
                        let mut part = || parts.next().unwrap_or(Value::Nil);
                        (text(part())?, list(part()))
                    }
                    _ => return Err(QueueError::Answer("XAUTOCLAIM without entries".to_owned())),
                };
            if let Some(entry) = entries.into_iter().next() {
                let Some(mut found) = self.delivered(entry, priority)? else {
                    continue;
                };
                found.times = self.times(&found)?;
                return Ok(Some(found));
            }
            if next == "0-0" {
                return Ok(None);
            }
            cursor = next;
        }
    }

    /// How often a leased task was handed out.
    fn times(&mut self, delivery: &Delivery) -> Result<u64, QueueError> {
        let mut call = cmd("XPENDING");
        call.arg(stream(delivery.priority)).arg(GROUP);
        call.arg(&delivery.id).arg(&delivery.id).arg(1);
        let pending: Vec<(String, String, u64, u64)> = self.ask(|c| call.query(c))?;
        Ok(pending.first().map_or(1, |(_, _, _, times)| *times))
    }

    /// Renews the lease.
    ///
    /// # Errors
    /// The broker fails.
    pub fn renew(&mut self, delivery: &Delivery) -> Result<Held, QueueError> {
        let call = self.script(RENEW, delivery);
        let held: u64 = self.ask(|c| call.query(c))?;
        Ok(match held {
            1 => Held::Still,
            _ => Held::Lost,
        })
    }

    /// Takes a task off the queue.
    ///
    /// # Errors
    /// The broker fails.
    pub fn acknowledge(&mut self, delivery: &Delivery) -> Result<(), QueueError> {
        self.drop_entry(delivery.priority, &delivery.id)
    }

    fn drop_entry(&mut self, priority: Priority, id: &str) -> Result<(), QueueError> {
        let key = stream(priority);
        let mut call = pipe();
        call.atomic();
        call.cmd("XACK").arg(&key).arg(GROUP).arg(id).ignore();
        call.cmd("XDEL").arg(&key).arg(id).ignore();
        self.ask(|connection| call.query::<()>(connection))
    }

    /// Lets other workers take a task at once; it counts as delivered this many times.
    ///
    /// # Errors
    /// The broker fails: then they have it when the lease ends.
    pub fn give_back(&mut self, delivery: &Delivery, times: u64) -> Result<(), QueueError> {
        let mut call = self.script(GIVE_BACK, delivery);
        call.arg(times).arg(milliseconds(LONG_AGO));
        self.ask(|connection| call.query::<()>(connection))
    }

    /// Deregisters the worker.
    ///
    /// # Errors
    /// The broker fails: then it keeps the name, which costs little.
    pub fn leave(&mut self) -> Result<(), QueueError> {
        for priority in Priority::ALL {
            let mut call = cmd("EVAL");
            call.arg(LEAVE).arg(1).arg(stream(priority));
            call.arg(GROUP).arg(&self.consumer);
            self.ask(|connection| call.query::<()>(connection))?;
        }
        Ok(())
    }

    fn script(&self, text: &str, delivery: &Delivery) -> redis::Cmd {
        let mut call = cmd("EVAL");
        call.arg(text).arg(1).arg(stream(delivery.priority));
        call.arg(GROUP).arg(&self.consumer).arg(&delivery.id);
        call
    }

    fn ask<T>(
        &mut self,
        call: impl FnOnce(&mut Connection) -> Result<T, RedisError>,
    ) -> Result<T, QueueError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.connected()?,
        };
        let answer = call(&mut connection);
        // After an error it is unknown what the next bytes mean, and whether the streams still
        // exist.
        if answer.is_ok() {
            self.connection = Some(connection);
        }
        Ok(answer?)
    }

    /// A connection to a broker that has the streams and their group.
    fn connected(&self) -> Result<Connection, QueueError> {
        let mut connection = connect(&self.client)?;
        for priority in Priority::ALL {
            let mut call = cmd("XGROUP");
            call.arg("CREATE").arg(stream(priority)).arg(GROUP);
            let made = call.arg("0").arg("MKSTREAM").query::<()>(&mut connection);
            match made {
                Err(error) if error.code() == Some("BUSYGROUP") => {}
                made => made?,
            }
        }
        Ok(connection)
    }
}

fn stream(priority: Priority) -> String {
    format!("invar:tasks:{}", priority.name())
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn text(value: Value) -> Result<String, QueueError> {
    from_redis_value(value).map_err(|error| QueueError::Answer(error.to_string()))
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values,
        _ => Vec::new(),
    }
}

/// The task in the fields and values of an entry.
fn task(fields: Vec<Value>) -> Option<Task> {
    let mut fields = fields.into_iter();
    while let (Some(name), Some(value)) = (fields.next(), fields.next()) {
        if text(name).ok()? == FIELD {
            return serde_json::from_str(&text(value).ok()?).ok();
        }
    }
    None
}

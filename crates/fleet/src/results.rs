//! What stays: the list of a batch's tasks, and one result per task, in the store.

use crate::Task;
use invar_store::{Found, Key, Room, Store, StoreError};
use serde::{Deserialize, Serialize};

/// Tasks in one entry of the store: a batch may be larger than an entry can be.
const PER_PAGE: usize = 5000;

/// The first entry of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Batch {
    /// Its name.
    pub name: String,
    /// How many tasks it has.
    pub tasks: u64,
    /// A note of the submitter for later.
    pub note: String,
}

/// Batches and results.
#[derive(Clone)]
pub struct Results {
    store: Store,
}

impl Results {
    /// Those in a store.
    pub fn new(store: Store) -> Results {
        Results { store }
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Writes down a batch: its pages first, so that a batch that is there is complete.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn put_batch(&self, batch: &Batch, tasks: &[Task]) -> Result<(), StoreError> {
        for (page, tasks) in tasks.chunks(PER_PAGE).enumerate() {
            let bodies: Vec<&str> = tasks.iter().map(|task| task.body.as_str()).collect();
            let text = serde_json::to_vec(&bodies).unwrap_or_default();
            self.store
                .put(Room::Batch, &page_key(&batch.name, page), &text)?;
        }
        let text = serde_json::to_vec(batch).unwrap_or_default();
        self.store.put(Room::Batch, &batch_key(&batch.name), &text)
    }

    /// A batch; `None` if there is none of this name.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn batch(&self, name: &str) -> Result<Option<Batch>, StoreError> {
        let bytes = self.entry(Room::Batch, &batch_key(name))?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    /// The tasks of a batch, in order; `None` if some are not there.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn tasks(&self, batch: &Batch) -> Result<Option<Vec<Task>>, StoreError> {
        let mut tasks = Vec::new();
        for page in 0..(batch.tasks as usize).div_ceil(PER_PAGE) {
            let bytes = self.entry(Room::Batch, &page_key(&batch.name, page))?;
            let bodies = bytes.and_then(|bytes| serde_json::from_slice::<Vec<String>>(&bytes).ok());
            for body in bodies.unwrap_or_default() {
                tasks.push(Task {
                    batch: batch.name.clone(),
                    number: tasks.len() as u64,
                    body,
                });
            }
        }
        Ok((tasks.len() as u64 == batch.tasks).then_some(tasks))
    }

    /// The result of a task.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn result(&self, task: &Task) -> Result<Option<Vec<u8>>, StoreError> {
        self.entry(Room::Result, &result_key(task))
    }

    /// Writes the result of a task, once: what is there stays.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn put_result(&self, task: &Task, result: &[u8]) -> Result<(), StoreError> {
        match self.result(task)? {
            Some(_) => Ok(()),
            None => self.store.put(Room::Result, &result_key(task), result),
        }
    }

    fn entry(&self, room: Room, key: &Key) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(match self.store.get(room, key)? {
            Found::Entry(bytes) => Some(bytes),
            Found::Nothing => None,
            Found::Dropped(why) => {
                tracing::warn!(room = %room, why, "a damaged entry was dropped");
                None
            }
        })
    }
}

fn batch_key(name: &str) -> Key {
    Key::of(&[b"batch", name.as_bytes()])
}

fn page_key(name: &str, page: usize) -> Key {
    Key::of(&[b"page", name.as_bytes(), &(page as u64).to_le_bytes()])
}

/// With the task's text: a batch that reuses an old name must not find the results of another.
fn result_key(task: &Task) -> Key {
    let (batch, body) = (task.batch.as_bytes(), task.body.as_bytes());
    Key::of(&[b"result", batch, &task.number.to_le_bytes(), body])
}

//! How many entries a second a store takes: tiny ones are put, got, listed and trimmed, one after the other.
//!
//!     cargo run --release -p invar-store --example throughput -- LOCATION [ENTRIES]
//!
//! The store is cleared first and last. One line per step: entries, seconds, entries a second.

use invar_store::{Found, Key, Limits, Location, Room, Store};
use std::error::Error;
use std::time::{Duration, Instant};

const ROOM: Room = Room::Evidence;
/// The size of a value.
const BYTES: usize = 100;

fn key(number: u64) -> Key {
    Key::of(&[&number.to_le_bytes()])
}

/// A value that does not shrink when it is packed.
fn value(number: u64) -> Vec<u8> {
    let parts = (0..4).flat_map(|part| *Key::of(&[&number.to_le_bytes(), &[part]]).as_bytes());
    parts.take(BYTES).collect()
}

fn timed<T>(step: &str, entries: u64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    let seconds = start.elapsed().as_secs_f64();
    let rate = entries as f64 / seconds;
    println!("{step:8} {entries:>9} entries {seconds:>9.2} s {rate:>9.0} /s");
    result
}

/// The most memory that this process had, as Linux reports it.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.unwrap_or(" unknown").trim().to_owned()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let location: Location = arguments.next().ok_or("LOCATION [ENTRIES]")?.parse()?;
    let entries: u64 = arguments
        .next()
        .map_or(Ok(1_000_000), |text| text.parse())?;
    let limits = Limits {
        total_bytes: u64::MAX,
        ..Limits::default()
    };
    let store = Store::open(&location, limits)?;
    store.clear()?;
    timed("put", entries, || {
        (0..entries).try_for_each(|number| store.put(ROOM, &key(number), &value(number)))
    })?;
    timed("get", entries, || {
        (0..entries).try_for_each(|number| match store.get(ROOM, &key(number)) {
            Ok(Found::Entry(found)) if found == value(number) => Ok(()),
            other => Err(format!("{number}: {other:?}")),
        })
    })?;
    timed("no entry", entries, || {
        (entries..2 * entries).try_for_each(|number| store.get(ROOM, &key(number)).map(|_| ()))
    })?;
    let once = timed("open+get", 1, || {
        Store::open(&location, limits)?.get(ROOM, &key(entries / 2))
    })?;
    assert!(matches!(once, Found::Entry(_)), "{once:?}");
    let keys = timed("keys", entries, || store.keys(ROOM))?;
    assert_eq!(keys.len() as u64, entries);
    let usage = timed("usage", entries, || store.usage())?;
    let bytes: u64 = usage.iter().map(|room| room.bytes).sum();
    let half = Limits {
        total_bytes: bytes / 2,
        age: Duration::MAX,
        ..limits
    };
    let trimmed = timed("trim", entries, || Store::open(&location, half)?.trim())?;
    assert_eq!(trimmed.dropped, entries.div_ceil(2));
    timed("clear", trimmed.kept, || store.clear())?;
    println!(
        "{bytes} bytes before the trim; at most {} of memory",
        peak()
    );
    Ok(())
}

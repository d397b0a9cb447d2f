//! Writers that are killed while they write: the store stays readable, and every entry is whole or absent.
//!
//! `cargo nextest run -p invar-store --run-ignored only many_rounds` does it three hundred times.

use crate::support::{Chance, Folder, key};
use invar_store::{Found, Key, Limits, Location, Room, Store};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

const ROOM: Room = Room::Evidence;
/// How many keys the writers share.
const KEYS: u64 = 24;
/// Where a writer finds its folder and the seed of its choices.
const FOLDER: &str = "INVAR_TEST_STORE_FOLDER";
const SEED: &str = "INVAR_TEST_STORE_SEED";
/// What a writer says before it begins.
const READY: &str = "ready";

/// The value that belongs to a key, the same for every writer: noise, every third one large.
fn value(number: u64) -> Vec<u8> {
    let mut chance = Chance::new(number + 1);
    let size = match number % 3 {
        0 => 1_000_000 + chance.below(3_000_000),
        _ => chance.below(3000),
    };
    chance.bytes(size as usize)
}

/// The writer: this test in a separate process, which writes until it is killed.
#[test]
#[ignore = "a part of the other tests, which start and kill it"]
fn writer() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let seed = std::env::var(SEED).ok().and_then(|text| text.parse().ok());
    let mut chance = Chance::new(seed.expect("a seed"));
    let values: Vec<Vec<u8>> = (0..KEYS).map(value).collect();
    let location = Location::Folder(PathBuf::from(folder));
    let store = Store::open(&location, Limits::default()).expect("a store");
    println!("\n{READY}");
    let start = Instant::now();
    // If the parent is killed first, the writer must still end.
    while start.elapsed() < Duration::from_secs(60) {
        let number = chance.below(KEYS);
        let written = store.put(ROOM, &key(number), &values[number as usize]);
        written.expect("writable");
    }
}

/// A process that writes, killed at the latest when the test ends.
struct Writer(Child);

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts a writer and waits until it is about to write.
fn start(folder: &Path, seed: u64) -> Writer {
    let mut writer = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "killed::writer", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a writer");
    let out = writer.stdout.take().expect("a pipe");
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == READY), "the writer did not start");
    Writer(writer)
}

fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let room = folder.join(ROOM.name());
    // Not there before the first write.
    let folders = fs::read_dir(room).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| fs::read_dir(folder.path()).expect("a folder"));
    let paths = files.flatten().map(|file| file.path());
    let is_key = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.parse::<Key>().is_ok())
    };
    paths.filter(|path| !is_key(path)).collect()
}

/// Reads all keys; how many are there. Fails if one has another value than its own.
fn intact(store: &Store, values: &[Vec<u8>]) -> u64 {
    let mut entries = 0;
    for (number, value) in values.iter().enumerate() {
        match store.get(ROOM, &key(number as u64)).expect("readable") {
            Found::Nothing => {}
            Found::Entry(found) => {
                assert!(found == *value, "another value under {number}");
                entries += 1;
            }
            Found::Dropped(why) => panic!("{number}: {why}"),
        }
    }
    entries
}

fn rounds(test: &str, number: u64) {
    let folder = Folder::new(test);
    let store = folder.store(Limits::default());
    let values: Vec<Vec<u8>> = (0..KEYS).map(value).collect();
    let mut chance = Chance::new(7);
    let mut entries = 0;
    let mut round = 0;
    // More rounds, if no writer was killed while it wrote.
    while round < number || (round < 10 * number && leftovers(folder.path()).is_empty()) {
        round += 1;
        let mut writers = [0, 1].map(|which| start(folder.path(), 2 * round + which));
        // What is read meanwhile is whole as well.
        let until = Instant::now() + Duration::from_millis(5 + chance.below(100));
        while Instant::now() < until {
            intact(&store, &values);
        }
        for writer in &mut writers {
            writer.0.kill().expect("it writes until it is killed");
        }
        for writer in &mut writers {
            let status = writer.0.wait().expect("ours");
            assert_eq!(status.code(), None, "a writer ended by itself: {status}");
        }
        entries = intact(&store, &values);
    }
    assert!(entries > KEYS / 2, "the writers wrote {entries} entries");
    assert_eq!(store.keys(ROOM).expect("readable").len() as u64, entries);
    let left = leftovers(folder.path());
    println!(
        "{round} rounds: {entries} entries, {} leftovers",
        left.len()
    );
    assert!(!left.is_empty(), "no writer was killed while it wrote");
    // What may still be written is not touched.
    assert_eq!(store.trim().expect("trimmed").leftovers, 0);
    for path in &left {
        let file = fs::File::options().write(true).open(path).expect("there");
        let earlier = SystemTime::now() - Duration::from_secs(3600);
        file.set_modified(earlier).expect("ours");
    }
    let trimmed = store.trim().expect("trimmed");
    assert_eq!(trimmed.leftovers, left.len() as u64);
    assert_eq!((trimmed.kept, trimmed.dropped), (entries, 0));
    assert!(leftovers(folder.path()).is_empty());
    assert_eq!(store.check().expect("readable").intact, entries);
}

#[test]
fn two_writers_that_are_killed_leave_a_store_that_can_be_read() {
    rounds("killed", 30);
}

#[test]
#[ignore = "takes a minute; for nights and for changes of the folder's format"]
fn many_rounds() {
    rounds("killed-often", 300);
}

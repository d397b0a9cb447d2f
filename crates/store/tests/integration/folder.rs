//! Stores in folders: what is put comes back, and nothing else ever does.

use crate::support::{Chance, Folder, key, suite};
use invar_store::{Found, Key, Limits, Location, Room, Store, StoreError};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

const ROOM: Room = Room::Evidence;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn path(folder: &Path, room: Room, key: &Key) -> PathBuf {
    let name = key.to_string();
    folder.join(room.name()).join(&name[..2]).join(&name)
}

fn set_age(path: &Path, age: Duration) {
    let file = fs::File::options().write(true).open(path).expect("there");
    file.set_modified(SystemTime::now() - age).expect("ours");
}

fn dropped(store: &Store, room: Room, key: &Key) -> String {
    let why = match store.get(room, key) {
        Ok(Found::Dropped(why)) => why,
        other => panic!("{other:?}"),
    };
    assert_eq!(store.get(room, key).expect("readable"), Found::Nothing);
    why
}

#[test]
fn a_folder_does_what_every_store_does() {
    let folder = Folder::new("suite");
    let store = folder.store(suite::limits());
    suite::run(&store);
    suite::run_threads(&store, 300);
}

#[test]
fn another_process_sees_the_same() {
    let folder = Folder::new("two");
    let (one, other) = (
        folder.store(Limits::default()),
        folder.store(Limits::default()),
    );
    one.put(ROOM, &key(1), b"value").expect("put");
    let found = other.get(ROOM, &key(1)).expect("readable");
    assert_eq!(found, Found::Entry(b"value".to_vec()));
    other.remove(ROOM, &key(1)).expect("removed");
    assert_eq!(one.get(ROOM, &key(1)).expect("readable"), Found::Nothing);
}

#[test]
fn damaged_entries_are_dropped_with_the_reason() {
    let folder = Folder::new("damage");
    let store = folder.store(Limits {
        entry_bytes: 1 << 16,
        ..Limits::default()
    });
    let key = key(1);
    let path = path(folder.path(), ROOM, &key);
    store.put(ROOM, &key, &[b'x'; 5000]).expect("put");
    let whole = fs::read(&path).expect("written");
    let with = |change: fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        bytes
    };
    for (bytes, why) in [
        (Vec::new(), "cut off"),
        (with(|bytes| bytes.truncate(50)), "cut off"),
        (with(|bytes| bytes.truncate(bytes.len() - 1)), "instead of"),
        (with(|bytes| bytes.push(0)), "instead of"),
        (with(|bytes| bytes[0] = b'X'), "no entry"),
        (with(|bytes| bytes[8] = 2), "version 2"),
        (with(|bytes| bytes[9] = 1), "version 257"),
        (with(|bytes| bytes[10] = 2), "another room"),
        (with(|bytes| bytes[40] ^= 1), "another key"),
        (with(|bytes| bytes[27] = 1), "beyond the limit"),
        (with(|bytes| bytes[20] ^= 1), "digest"),
        (with(|bytes| bytes[12] ^= 1), "digest"),
        (with(|bytes| bytes[70] ^= 1), "digest"),
        (
            with(|bytes| *bytes.last_mut().expect("bytes") ^= 1),
            "digest",
        ),
        (vec![b'x'; 1 << 20], "larger than"),
        (b"hello".repeat(50), "no entry"),
    ] {
        fs::write(&path, bytes).expect("writable");
        let told = dropped(&store, ROOM, &key);
        assert!(told.contains(why), "{told:?} instead of {why:?}");
        assert!(!path.exists());
    }
    fs::write(&path, &whole).expect("writable");
    let entry = store.get(ROOM, &key).expect("readable");
    assert_eq!(entry, Found::Entry(vec![b'x'; 5000]));
}

#[test]
fn an_entry_counts_only_under_its_own_key_and_in_its_own_room() {
    let folder = Folder::new("swapped");
    let store = folder.store(Limits::default());
    let (a, b) = (key(1), key(2));
    store.put(ROOM, &a, b"of a").expect("put");
    store.put(ROOM, &b, b"of b").expect("put");
    let of = |key| path(folder.path(), ROOM, key);
    fs::copy(of(&a), of(&b)).expect("copied");
    assert!(dropped(&store, ROOM, &b).contains("another key"));
    let other = path(folder.path(), Room::Result, &a);
    fs::create_dir_all(other.parent().expect("a folder")).expect("made");
    fs::copy(of(&a), other).expect("copied");
    assert!(dropped(&store, Room::Result, &a).contains("another room"));
    let kept = store.get(ROOM, &a).expect("readable");
    assert_eq!(kept, Found::Entry(b"of a".to_vec()));
}

#[test]
fn bytes_by_chance_are_never_an_entry() {
    let folder = Folder::new("chance");
    let store = folder.store(Limits {
        entry_bytes: 4096,
        ..Limits::default()
    });
    let mut chance = Chance::new(2);
    let key = key(1);
    let path = path(folder.path(), ROOM, &key);
    store.put(ROOM, &key, &chance.bytes(600)).expect("put");
    let whole = fs::read(&path).expect("written");
    for round in 0..3000 {
        let bytes = match round % 3 {
            // Nothing of an entry.
            0 => {
                let size = chance.below(6000) as usize;
                chance.bytes(size)
            }
            // A beginning that is right.
            1 => {
                let right = chance.below(whole.len() as u64) as usize;
                let size = chance.below(6000) as usize;
                [&whole[..right], &chance.bytes(size)].concat()
            }
            // Some bytes that differ.
            _ => {
                let mut bytes = whole.clone();
                for _ in 0..=chance.below(8) {
                    let at = chance.below(bytes.len() as u64) as usize;
                    bytes[at] = bytes[at].wrapping_add(1 + chance.below(255) as u8);
                }
                bytes
            }
        };
        if bytes == whole {
            continue;
        }
        fs::write(&path, &bytes).expect("writable");
        dropped(&store, ROOM, &key);
    }
}

#[test]
fn entries_that_are_no_files_do_no_harm() {
    let folder = Folder::new("no-file");
    let store = folder.store(Limits::default());
    let (good, directory, pipe) = (key(1), key(2), key(3));
    store.put(ROOM, &good, b"good").expect("put");
    let directory_path = path(folder.path(), ROOM, &directory);
    fs::create_dir_all(directory_path.join("inside")).expect("made");
    let pipe_path = path(folder.path(), ROOM, &pipe);
    fs::create_dir_all(pipe_path.parent().expect("a folder")).expect("made");
    let made = std::process::Command::new("mkfifo")
        .arg(&pipe_path)
        .status();
    assert!(made.expect("mkfifo runs").success());
    fs::write(folder.path().join("evidence/zz"), "a file").expect("writable");
    fs::write(folder.path().join("lemmas"), "a file").expect("writable");
    for key in [&directory, &pipe] {
        let found = store.get(ROOM, key).expect("readable");
        assert!(matches!(found, Found::Dropped(_)), "{found:?}");
    }
    assert!(!pipe_path.exists());
    assert!(matches!(
        store.put(ROOM, &directory, b"x"),
        Err(StoreError::File { .. })
    ));
    assert!(matches!(
        store.put(Room::Lemmas, &good, b"x"),
        Err(StoreError::File { .. })
    ));
    let checked = store.check().expect("readable");
    assert_eq!((checked.intact, checked.dropped.len()), (1, 1));
    assert!(store.trim().is_ok() && store.usage().is_ok());
    let found = store.get(ROOM, &good).expect("readable");
    assert_eq!(found, Found::Entry(b"good".to_vec()));
}

#[test]
fn a_value_beyond_the_limit_is_not_put() {
    let folder = Folder::new("limit");
    let store = folder.store(Limits {
        entry_bytes: 1000,
        ..Limits::default()
    });
    let mut chance = Chance::new(3);
    let most = chance.bytes(1000);
    store.put(ROOM, &key(1), &most).expect("put");
    let found = store.get(ROOM, &key(1)).expect("readable");
    assert_eq!(found, Found::Entry(most));
    let error = store.put(ROOM, &key(2), &[0; 1001]).expect_err("too large");
    assert!(matches!(
        error,
        StoreError::TooLarge {
            bytes: 1001,
            limit: 1000
        }
    ));
    // A store with smaller limits does not read larger entries of others.
    let small = folder.store(Limits {
        entry_bytes: 10,
        ..Limits::default()
    });
    assert!(matches!(small.get(ROOM, &key(1)), Ok(Found::Dropped(_))));
}

#[test]
fn a_trim_drops_the_old_ones_and_then_the_oldest() {
    let folder = Folder::new("trim");
    let store = folder.store(Limits {
        total_bytes: 3 * 4096,
        age: 10 * DAY,
        ..Limits::default()
    });
    for number in 0..8 {
        let room = Room::ALL[number as usize % 5];
        store.put(room, &key(number), b"value").expect("put");
        let path = path(folder.path(), room, &key(number));
        // 0, 3, 6, 9, 12, ... days.
        set_age(&path, number as u32 * 3 * DAY);
    }
    let trimmed = store.trim().expect("trimmed");
    assert_eq!((trimmed.kept, trimmed.kept_bytes), (3, 3 * 4096));
    assert_eq!((trimmed.dropped, trimmed.dropped_bytes), (5, 5 * 4096));
    for number in 0..8 {
        let room = Room::ALL[number as usize % 5];
        let there = store.get(room, &key(number)).expect("readable") != Found::Nothing;
        assert_eq!(there, number < 3, "{number}");
    }
    // By age alone.
    let store = folder.store(Limits {
        age: 4 * DAY,
        ..Limits::default()
    });
    assert_eq!(store.trim().expect("trimmed").kept, 3, "just read");
    set_age(&path(folder.path(), Room::ALL[2], &key(2)), 5 * DAY);
    assert_eq!(store.trim().expect("trimmed").kept, 2);
    assert_eq!(store.clear().expect("cleared").dropped, 2);
    assert_eq!(store.trim().expect("trimmed").kept, 0);
}

#[test]
fn a_folder_is_trimmed_once_a_day() {
    let folder = Folder::new("due");
    let store = folder.store(Limits {
        total_bytes: 4096,
        ..Limits::default()
    });
    let fill = || {
        for number in 0..3 {
            store.put(ROOM, &key(number), b"value").expect("put");
        }
    };
    fill();
    // Tasks that a fleet works on must not be lost.
    for room in [Room::Source, Room::Batch, Room::Result] {
        store.put(room, &key(7), b"value").expect("put");
    }
    let trimmed = store.trim_if_due().expect("trimmed");
    assert_eq!(trimmed.map(|trimmed| trimmed.dropped), Some(2));
    for room in [Room::Source, Room::Batch, Room::Result] {
        assert_eq!(store.keys(room).expect("keys"), [key(7)]);
    }
    fill();
    assert_eq!(store.trim_if_due().expect("not due"), None);
    set_age(&folder.path().join("trimmed"), DAY + DAY / 24);
    let trimmed = store.trim_if_due().expect("trimmed");
    assert_eq!(trimmed.map(|trimmed| trimmed.dropped), Some(2));
    assert_eq!(store.trim_if_due().expect("not due"), None);
}

#[test]
fn an_entry_from_the_future_does_not_push_out_the_others() {
    let folder = Folder::new("future");
    let store = folder.store(Limits {
        total_bytes: 2 * 4096,
        ..Limits::default()
    });
    for number in 0..3 {
        store.put(ROOM, &key(number), b"value").expect("put");
    }
    let path = path(folder.path(), ROOM, &key(1));
    let file = fs::File::options().write(true).open(&path).expect("there");
    let later = SystemTime::now() + 1000 * DAY;
    file.set_modified(later).expect("ours");
    assert_eq!(store.trim().expect("trimmed").kept, 2);
    assert_eq!(store.get(ROOM, &key(1)).expect("readable"), Found::Nothing);
}

#[test]
fn a_check_counts_and_drops_what_is_damaged() {
    let folder = Folder::new("check");
    let store = folder.store(Limits::default());
    for number in 0..20 {
        store.put(ROOM, &key(number), &[1; 100]).expect("put");
    }
    for number in [3, 7] {
        let path = path(folder.path(), ROOM, &key(number));
        fs::write(path, "nonsense").expect("writable");
    }
    let checked = store.check().expect("readable");
    assert_eq!((checked.intact, checked.value_bytes), (18, 1800));
    let mut dropped: Vec<Key> = checked.dropped.iter().map(|entry| entry.key).collect();
    let mut expected = [key(3), key(7)];
    dropped.sort();
    expected.sort();
    assert_eq!(dropped, expected);
    assert!(checked.unreadable.is_empty());
    assert_eq!(store.check().expect("readable").dropped, []);
}

#[test]
fn what_writers_left_behind_is_ignored_and_swept() {
    let folder = Folder::new("leftovers");
    let store = folder.store(Limits::default());
    store.put(ROOM, &key(1), b"value").expect("put");
    let path = path(folder.path(), ROOM, &key(1));
    let leftover = path.with_file_name(".new-1-1");
    let fresh = path.with_file_name(".new-1-2");
    let foreign = path.with_file_name("notes.txt");
    for file in [&leftover, &fresh, &foreign] {
        fs::write(file, "half an ent").expect("writable");
        set_age(file, 365 * DAY);
    }
    set_age(&fresh, Duration::from_secs(5));
    assert_eq!(store.keys(ROOM).expect("readable"), [key(1)]);
    assert_eq!(store.check().expect("readable").intact, 1);
    let trimmed = store.trim().expect("trimmed");
    assert_eq!((trimmed.kept, trimmed.leftovers), (1, 1));
    assert!(!leftover.exists() && fresh.exists() && foreign.exists());
    store.clear().expect("cleared");
    assert!(foreign.exists(), "only what is ours is cleared");
}

#[test]
fn a_location_that_cannot_be_a_folder_is_told_at_once() {
    let folder = Folder::new("no-folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("writable");
    for path in [file.clone(), file.join("below")] {
        let location = Location::Folder(path);
        let error = Store::open(&location, Limits::default()).map(|_| ());
        let message = error.expect_err("no folder").to_string();
        assert!(message.contains("file"), "{message}");
    }
}

//! What every store does, wherever it lies.

use super::{Chance, key};
use invar_store::{Found, Key, Limits, Room, Store};

/// The limits that stores have which go through the suite.
pub fn limits() -> Limits {
    Limits {
        entry_bytes: 1 << 20,
        ..Limits::default()
    }
}

/// What is put comes back; keys are listed, replaced and removed; a check and a clear see all of
/// it.
pub fn run(store: &Store) {
    let mut chance = Chance::new(1);
    let mut values = Vec::new();
    for (number, size) in [0, 1, 99, 4096, 70_000, 1 << 20].into_iter().enumerate() {
        values.push((key(number as u64), chance.bytes(size)));
        values.push((key(100 + number as u64), vec![b'a'; size]));
    }
    let room = Room::Evidence;
    for (key, value) in &values {
        assert_eq!(store.get(room, key).expect("readable"), Found::Nothing);
        store.put(room, key, value).expect("put");
    }
    for (key, value) in &values {
        let found = store.get(room, key).expect("readable");
        assert!(found == Found::Entry(value.clone()), "{}", value.len());
        let elsewhere = store.get(Room::Lemmas, key).expect("readable");
        assert_eq!(elsewhere, Found::Nothing);
    }
    let mut keys: Vec<Key> = values.iter().map(|(key, _)| *key).collect();
    keys.sort();
    assert_eq!(store.keys(room).expect("readable"), keys);
    assert_eq!(store.keys(Room::Lemmas).expect("readable"), []);
    store.put(room, &keys[0], b"again").expect("put");
    let again = store.get(room, &keys[0]).expect("readable");
    assert_eq!(again, Found::Entry(b"again".to_vec()));
    store.remove(room, &keys[0]).expect("removed");
    store.remove(room, &keys[0]).expect("nothing to remove");
    assert_eq!(store.get(room, &keys[0]).expect("readable"), Found::Nothing);
    store.put(Room::Batch, &keys[0], b"batch").expect("put");
    let checked = store.check().expect("readable");
    assert_eq!(checked.intact, values.len() as u64);
    assert!(checked.dropped.is_empty() && checked.unreadable.is_empty());
    let usage = store.usage().expect("readable");
    let entries: Vec<u64> = usage.iter().map(|room| room.entries).collect();
    assert_eq!(entries, [values.len() as u64 - 1, 0, 0, 1, 0]);
    assert!(usage[0].bytes > 1 << 20 && usage[0].oldest.is_some());
    assert_eq!(store.trim().expect("trimmed").dropped, 0);
    let cleared = store.clear().expect("cleared");
    assert_eq!((cleared.dropped, cleared.kept), (values.len() as u64, 0));
    assert_eq!(store.keys(room).expect("readable"), []);
}

/// Threads that put, get and remove see whole values only.
pub fn run_threads(store: &Store, rounds: u64) {
    let room = Room::Result;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = store.clone();
            scope.spawn(move || {
                let mut chance = Chance::new(10 + thread);
                for _ in 0..rounds {
                    let number = chance.below(20);
                    let value = vec![number as u8; 100 * number as usize];
                    match chance.below(4) {
                        0 => store.remove(room, &key(number)).expect("removed"),
                        1 => store.put(room, &key(number), &value).expect("put"),
                        2 if thread == 0 => drop(store.trim().expect("trimmed")),
                        _ => match store.get(room, &key(number)).expect("readable") {
                            Found::Nothing => {}
                            found => assert_eq!(found, Found::Entry(value)),
                        },
                    }
                }
            });
        }
    });
    assert_eq!(store.check().expect("readable").dropped, []);
}

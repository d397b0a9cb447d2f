//! Stores in Redis: a real one, started here; and services that do not behave.

use crate::support::service::{Service, babbling, free_port, listener, redis, silent};
use crate::support::{Folder, key, suite};
use invar_store::{Found, Key, Limits, Location, Room, Store, StoreError};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const ROOM: Room = Room::Evidence;
/// What a call may take whose service does not answer: a connection and an answer.
const CALL_TIMEOUT: Duration = Duration::from_secs(9);
const AT_ONCE: Duration = Duration::from_millis(100);

fn at(port: u16) -> Location {
    let location = format!("redis://127.0.0.1:{port}/2");
    location.parse().expect("a location")
}

fn open(port: u16, limits: Limits) -> Store {
    Store::open_with(&at(port), limits, |_| None).expect("opening makes no request")
}

fn started(test: &str) -> (Folder, Service) {
    let folder = Folder::new(test);
    let service = redis(folder.path(), free_port(), &[]);
    (folder, service)
}

/// Sends commands as they are; the answers, as far as they come at once.
fn say(port: u16, commands: &[&[&[u8]]]) -> Vec<u8> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("Redis listens");
    let all = [&[&b"SELECT"[..], b"2"][..]];
    for command in all.iter().chain(commands) {
        let mut bytes = format!("*{}\r\n", command.len()).into_bytes();
        for word in *command {
            bytes.extend(format!("${}\r\n", word.len()).bytes());
            bytes.extend(*word);
            bytes.extend(b"\r\n");
        }
        stream.write_all(&bytes).expect("sent");
    }
    stream.write_all(b"QUIT\r\n").expect("sent");
    let mut answers = Vec::new();
    stream.read_to_end(&mut answers).expect("answered");
    answers
}

fn name(key: &Key) -> String {
    format!("invar:evidence:{key}")
}

/// What lies under a key.
fn raw(port: u16, key: &Key) -> Vec<u8> {
    let answers = say(port, &[&[b"GET", name(key).as_bytes()]]);
    let text = answers.strip_prefix(b"+OK\r\n").expect("selected");
    let end = text.iter().position(|byte| *byte == b'\r').expect("a line");
    let length = String::from_utf8_lossy(&text[1..end]).parse::<usize>();
    text[end + 2..][..length.expect("a length")].to_vec()
}

fn set(port: u16, key: &Key, bytes: &[u8]) {
    say(port, &[&[b"SET", name(key).as_bytes(), bytes]]);
}

#[test]
fn redis_does_what_every_store_does() {
    let (_folder, service) = started("redis-suite");
    let store = open(service.port, suite::limits());
    suite::run(&store);
    suite::run_threads(&store, 200);
}

#[test]
fn bad_entries_are_dropped() {
    let (_folder, service) = started("redis-damage");
    let port = service.port;
    let store = open(port, suite::limits());
    let (good, bad) = (key(1), key(2));
    store.put(ROOM, &good, b"good").expect("put");
    let whole = raw(port, &good);
    let version = [&whole[..8], &[9], &whole[9..]].concat();
    for (bytes, why) in [
        (whole.clone(), "another key"),
        (version, "version 9"),
        (Vec::new(), "cut off"),
        (b"nonsense".repeat(30), "no entry"),
        (vec![0; 3 << 20], "larger than"),
    ] {
        set(port, &bad, &bytes);
        match store.get(ROOM, &bad).expect("readable") {
            Found::Dropped(told) => assert!(told.contains(why), "{told:?} instead of {why:?}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(store.get(ROOM, &bad).expect("readable"), Found::Nothing);
    }
    // What is no string at all, and what is no key.
    say(
        port,
        &[
            &[b"RPUSH", name(&bad).as_bytes(), b"a", b"b"],
            &[b"SET", b"invar:evidence:other", b"x"],
        ],
    );
    assert!(store.usage().is_ok() && store.trim().is_ok());
    say(port, &[&[b"RPUSH", name(&bad).as_bytes(), b"a", b"b"]]);
    let checked = store.check().expect("readable");
    assert_eq!((checked.intact, checked.dropped.len()), (1, 1));
    assert_eq!(store.keys(ROOM).expect("readable"), [good]);
    let found = store.get(ROOM, &good).expect("readable");
    assert_eq!(found, Found::Entry(b"good".to_vec()));
}

#[test]
fn a_trim_drops_the_old_ones_and_then_the_oldest() {
    let (_folder, service) = started("redis-trim");
    let store = open(service.port, Limits::default());
    for number in 0..2500 {
        store.put(ROOM, &key(number), b"value").expect("put");
    }
    let whole = raw(service.port, &key(0));
    let now = u64::from_le_bytes(whole[12..20].try_into().expect("eight bytes"));
    for (number, age) in [(0, 100), (1, 50), (2, 10)] {
        let mut bytes = whole.clone();
        bytes[12..20].copy_from_slice(&(now - age * 24 * 60 * 60).to_le_bytes());
        set(service.port, &key(number), &bytes);
    }
    let trimmed = store.trim().expect("trimmed");
    assert_eq!((trimmed.dropped, trimmed.kept), (1, 2499), "90 days");
    let smaller = open(
        service.port,
        Limits {
            total_bytes: trimmed.kept_bytes - 1,
            ..Limits::default()
        },
    );
    assert_eq!(smaller.trim().expect("trimmed").dropped, 1);
    let keys = store.keys(ROOM).expect("readable");
    assert!(!keys.contains(&key(1)) && keys.contains(&key(2)));
    assert_eq!(store.clear().expect("cleared").dropped, 2498);
}

#[test]
fn redis_forgets_what_is_too_old() {
    let (_folder, service) = started("redis-age");
    let store = open(
        service.port,
        Limits {
            age: Duration::from_secs(1),
            ..Limits::default()
        },
    );
    store.put(ROOM, &key(1), b"value").expect("put");
    assert!(matches!(store.get(ROOM, &key(1)), Ok(Found::Entry(_))));
    std::thread::sleep(Duration::from_millis(1500));
    assert_eq!(store.get(ROOM, &key(1)).expect("readable"), Found::Nothing);
}

#[test]
fn a_connection_that_was_closed_is_replaced() {
    let (folder, mut service) = started("redis-again");
    let store = open(service.port, Limits::default());
    store.put(ROOM, &key(1), b"value").expect("put");
    // Written to the disk once a second.
    std::thread::sleep(Duration::from_millis(1200));
    service.end();
    let _again = redis(folder.path(), service.port, &[]);
    let found = store.get(ROOM, &key(1)).expect("readable");
    assert_eq!(found, Found::Entry(b"value".to_vec()));
}

/// The first call takes as long as it may, and says why; the others end at once.
fn is_left_alone(store: &Store) {
    let start = Instant::now();
    let first = store.get(ROOM, &key(1)).map(|_| ());
    assert!(
        matches!(first, Err(StoreError::Unavailable { .. })),
        "{first:?}"
    );
    assert!(start.elapsed() < CALL_TIMEOUT, "{:?}", start.elapsed());
    let start = Instant::now();
    let unavailable = |error: Option<StoreError>| {
        assert!(
            matches!(error, Some(StoreError::Unavailable { .. })),
            "{error:?}"
        );
    };
    unavailable(store.get(ROOM, &key(1)).err());
    unavailable(store.put(ROOM, &key(1), b"x").err());
    unavailable(store.remove(ROOM, &key(1)).err());
    unavailable(store.keys(ROOM).err());
    unavailable(store.trim().err());
    unavailable(store.check().err());
    unavailable(store.usage().err());
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn a_service_that_is_not_there_or_does_not_answer_is_left_alone() {
    is_left_alone(&open(free_port(), Limits::default()));
    is_left_alone(&open(listener(silent), Limits::default()));
    let (_folder, mut service) = started("redis-gone");
    let store = open(service.port, Limits::default());
    store.put(ROOM, &key(1), b"value").expect("put");
    service.end();
    is_left_alone(&store);
}

#[test]
fn an_answer_without_sense_is_an_error() {
    let store = open(listener(babbling), Limits::default());
    for _ in 0..3 {
        assert!(store.get(ROOM, &key(1)).is_err());
        assert!(store.keys(ROOM).is_err());
    }
}

#[test]
fn a_password_comes_from_the_environment() {
    let folder = Folder::new("redis-password");
    let service = redis(folder.path(), free_port(), &["--requirepass", "geheim"]);
    let with = |password: Option<&'static str>| {
        let variable = move |name: &str| {
            let password = password.filter(|_| name == "INVAR_STORE_PASSWORD");
            password.map(str::to_owned)
        };
        Store::open_with(&at(service.port), Limits::default(), variable).expect("opened")
    };
    for wrong in [None, Some("falsch")] {
        let error = with(wrong)
            .put(ROOM, &key(1), b"value")
            .expect_err("locked");
        assert!(matches!(error, StoreError::Refused { .. }), "{error:?}");
        let hint = error.hint().unwrap_or_default();
        assert!(hint.contains("INVAR_STORE_PASSWORD"), "{error:?}");
    }
    let store = with(Some("geheim"));
    store.put(ROOM, &key(1), b"value").expect("put");
    let found = store.get(ROOM, &key(1)).expect("readable");
    assert_eq!(found, Found::Entry(b"value".to_vec()));
}

//! Stores in S3: moto, started here; and services that do not behave.

use crate::support::service::{babbling, free_port, http, listener, s3, silent};
use crate::support::{key, suite};
use invar_store::{Found, Key, Limits, Location, Room, Store, StoreError};
use std::time::{Duration, Instant};

const ROOM: Room = Room::Evidence;

/// A store at a port, with a name and a password that moto does not look at.
fn open(location: &str, port: u16, limits: Limits) -> Store {
    let location: Location = location.parse().expect("a location");
    let variable = |name: &str| match name {
        "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" => Some("testing".to_owned()),
        "AWS_ENDPOINT_URL" => Some(format!("http://127.0.0.1:{port}")),
        _ => None,
    };
    Store::open_with(&location, limits, variable).expect("opening makes no request")
}

fn path(key: &Key) -> String {
    let key = key.to_string();
    format!("/bucket/some/where/evidence/{}/{key}", &key[..2])
}

#[test]
fn s3_does_what_every_store_does() {
    let service = s3();
    let port = service.port;
    assert!(http(port, "PUT", "/bucket", b"").contains("200"));
    let store = open("s3://bucket/some/where", port, suite::limits());
    suite::run(&store);
    suite::run_threads(&store, 15);
    suite::run(&open("s3://bucket", port, suite::limits()));
    store.clear().expect("cleared");

    // Bad entries.
    let (good, bad) = (key(1), key(2));
    store.put(ROOM, &good, b"good").expect("put");
    for (bytes, why) in [
        (Vec::new(), "cut off"),
        (b"nonsense".repeat(30), "no entry"),
        (vec![0; 3 << 20], "larger than"),
    ] {
        assert!(http(port, "PUT", &path(&bad), &bytes).contains("200"));
        match store.get(ROOM, &bad).expect("readable") {
            Found::Dropped(told) => assert!(told.contains(why), "{told:?} instead of {why:?}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(store.get(ROOM, &bad).expect("readable"), Found::Nothing);
    }
    assert!(http(port, "PUT", "/bucket/some/where/evidence/notes", b"x").contains("200"));
    assert_eq!(store.keys(ROOM).expect("readable"), [good]);

    // More than a page of a list has, and than one call removes.
    store.clear().expect("cleared");
    for number in 0..1100 {
        let answer = http(port, "PUT", &path(&key(number)), b"x");
        assert!(answer.contains("200"), "{number}: {answer}");
    }
    assert_eq!(store.keys(ROOM).expect("readable").len(), 1100);
    let small = open(
        "s3://bucket/some/where",
        port,
        Limits {
            total_bytes: 10,
            ..Limits::default()
        },
    );
    let trimmed = small.trim().expect("trimmed");
    assert_eq!((trimmed.kept, trimmed.dropped), (10, 1090));
    assert_eq!(store.keys(ROOM).expect("readable").len(), 10);

    // A bucket that is not there.
    let missing = open("s3://other-bucket", port, Limits::default());
    let error = missing.put(ROOM, &good, b"x").expect_err("no bucket");
    assert!(matches!(error, StoreError::Refused { .. }), "{error:?}");
    assert!(error.to_string().contains("NoSuchBucket"), "{error}");
    assert!(error.to_string().len() < 400, "{error}");
    let error = missing.get(ROOM, &good).expect_err("no bucket");
    assert!(matches!(error, StoreError::Refused { .. }), "{error:?}");
}

#[test]
fn a_service_that_is_not_there_or_does_not_answer_is_left_alone() {
    for port in [free_port(), listener(silent), listener(babbling)] {
        let store = open("s3://bucket", port, Limits::default());
        let start = Instant::now();
        let first = store.get(ROOM, &key(1));
        let error = first.expect_err("no service");
        assert!(matches!(error, StoreError::Unavailable { .. }), "{error:?}");
        assert!(start.elapsed() < Duration::from_secs(10));
        let start = Instant::now();
        for _ in 0..100 {
            assert!(store.put(ROOM, &key(1), b"x").is_err());
            assert!(store.keys(ROOM).is_err());
        }
        assert!(start.elapsed() < Duration::from_millis(100));
    }
}

#[test]
fn without_a_name_and_a_password_there_is_no_store() {
    let location: Location = "s3://bucket".parse().expect("a location");
    let error = Store::open_with(&location, Limits::default(), |_| None).map(|_| ());
    let error = error.expect_err("no password");
    let hint = error.hint().unwrap_or_default();
    assert!(hint.contains("AWS_ACCESS_KEY_ID"), "{error:?}");
}

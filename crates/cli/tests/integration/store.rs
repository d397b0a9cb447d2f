//! `invar store`, and the ways to name a store.

use crate::support::{folder, invar, program};
use invar_store::{Key, Limits, Location, Room, Store};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn key(number: u8) -> Key {
    Key::of(&[&[number]])
}

/// A store with some entries, of which one is damaged.
fn filled(path: &Path) {
    let location = Location::Folder(path.to_owned());
    let store = Store::open(&location, Limits::default()).expect("a folder");
    for number in 0..4 {
        let put = store.put(Room::Evidence, &key(number), b"evidence");
        put.expect("writable");
    }
    store.put(Room::Source, &key(0), b"source").expect("put");
    let name = key(3).to_string();
    let damaged = path.join("evidence").join(&name[..2]).join(&name);
    std::fs::write(damaged, "damaged").expect("writable");
}

/// `invar store` with its answer in JSON.
fn store(arguments: &[&str], path: &Path) -> Value {
    let output = invar()
        .args(["store", "--format", "json"])
        .arg(format!("--store={}", path.display()))
        .args(arguments)
        .output()
        .expect("invar runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn a_store_is_told_checked_trimmed_and_cleared() {
    let path = folder("store_command").join("kept");
    filled(&path);
    let status = store(&["status"], &path);
    assert_eq!(status["location"], path.display().to_string());
    assert_eq!(status["entries"], 5);
    assert_eq!(status["bytes"], 5 * 4096);
    assert_eq!(status["rooms"][0]["room"], "evidence");
    assert_eq!(status["rooms"][0]["entries"], 4);
    assert_eq!(status["rooms"][0]["oldest_days"], 0);
    assert_eq!(store(&[], &path), status, "what is done without a word");
    let checked = store(&["check"], &path);
    assert_eq!(checked["intact"], 4);
    assert_eq!(checked["dropped"][0]["key"], key(3).to_string());
    assert_eq!(checked["dropped"][0]["room"], "evidence");
    let why = checked["dropped"][0]["why"].as_str().unwrap_or_default();
    assert!(why.contains("cut off"), "{why}");
    assert_eq!(checked["unreadable"], Value::Array(Vec::new()));
    let trimmed = store(&["trim"], &path);
    assert_eq!(
        (&trimmed["kept"], &trimmed["dropped"]),
        (&4.into(), &0.into())
    );
    let name = key(1).to_string();
    let old = path.join("evidence").join(&name[..2]).join(&name);
    let old = std::fs::File::options()
        .write(true)
        .open(old)
        .expect("there");
    let days = |number: u64| std::time::Duration::from_secs(number * 24 * 60 * 60);
    let earlier = std::time::SystemTime::now() - days(5);
    old.set_modified(earlier).expect("ours");
    assert_eq!(store(&["trim", "--store-age", "6"], &path)["dropped"], 0);
    assert_eq!(store(&["trim", "--store-age", "4"], &path)["dropped"], 1);
    let cleared = store(&["clear"], &path);
    assert_eq!(
        (&cleared["kept"], &cleared["dropped"]),
        (&0.into(), &3.into())
    );
}

#[test]
fn the_text_is_for_people() {
    let path = folder("store_text").join("kept");
    filled(&path);
    let text = |action: &str| {
        let option = format!("--store={}", path.display());
        let output = invar().args(["store", action, &option]).output();
        let text = String::from_utf8(output.expect("invar runs").stdout).expect("text");
        let text = text.replace(&key(3).to_string(), "KEY");
        text.replace(&path.display().to_string(), "PATH")
    };
    insta::assert_snapshot!(
        ["status", "check", "trim", "clear"].map(text).join("\n"),
        @r"
    store: PATH
      evidence: 4 entries, 16.0 KB, the oldest less than a day old
      source: 1 entry, 4.0 KB, the oldest less than a day old
    5 entries, 20.0 KB

    store: PATH
      dropped: evidence/KEY: it is cut off in its header
    4 entries intact with 30 bytes of values, 1 damaged and dropped, 0 not readable

    store: PATH
    dropped: 0 entries, 0 bytes
    kept: 4 entries, 16.0 KB

    store: PATH
    dropped: 4 entries, 16.0 KB
    kept: 0 entries, 0 bytes
    "
    );
}

/// A folder with a project that names a store.
fn project(name: &str, config: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir(folder.join("src")).expect("writable");
    std::fs::write(folder.join("invar.toml"), config).expect("writable");
    folder
}

/// Where `invar store` looks, with a folder for the user's cache in `cache`.
fn place(command: &mut Command, folder: &Path) -> String {
    let output = command
        .args(["store", "--format", "json"])
        .current_dir(folder.join("src"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .expect("invar runs");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let place = answer["location"].as_str().expect("a text").to_owned();
    place.replace(&folder.display().to_string(), "FOLDER")
}

#[test]
fn the_command_line_comes_before_the_project_and_that_before_the_environment() {
    let named = project("store_named", "store = \"kept\"\n");
    let silent = project("store_silent", "timeout = 5\n");
    let outside = named.join("outside");
    let with =
        |command: &mut Command, folder: &Path| place(command.env("INVAR_STORE", &outside), folder);
    assert_eq!(place(&mut invar(), &named), "FOLDER/kept");
    assert_eq!(with(&mut invar(), &named), "FOLDER/kept");
    assert_eq!(place(&mut invar(), &silent), "FOLDER/cache/invar");
    assert_eq!(with(&mut invar(), &silent), outside.display().to_string());
    let option = "--store=other";
    let output = invar()
        .args(["store", option, "--format", "json"])
        .current_dir(&named)
        .output()
        .expect("invar runs");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["location"], "other");
}

fn refused(output: &Output, wanted: &[&str]) {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    for wanted in wanted {
        assert!(text.contains(wanted), "{text}");
    }
    assert!(!text.contains("geheim"), "{text}");
}

#[test]
fn what_is_no_store_is_refused_before_anything_is_done() {
    let file = program("input_bug.c");
    let secret = "--store=redis://me:geheim@host";
    let hint = "hint: set INVAR_STORE_USERNAME and INVAR_STORE_PASSWORD";
    for command in ["check", "survey"] {
        let output = invar().arg(command).arg(&file).arg(secret).output();
        refused(&output.expect("invar runs"), &[hint]);
        let output = invar()
            .arg(command)
            .arg(&file)
            .env("INVAR_STORE", "redis://me:geheim@host")
            .output();
        refused(&output.expect("invar runs"), &[hint]);
    }
    let bench = ["bench", "--tasks", "none.csv", "--out", "none", secret];
    let output = invar().args(bench).output().expect("invar runs");
    refused(&output, &[hint]);
    let output = invar().args(["store", "--store=ftp://x"]).output();
    refused(
        &output.expect("invar runs"),
        &["ftp://", "hint: a path, s3://"],
    );
    let output = invar().args(["store", "--store=off"]).output();
    refused(&output.expect("invar runs"), &["switched off", "hint: "]);
    let output = invar()
        .args(["store", "--store=redis://127.0.0.1:1"])
        .output();
    refused(&output.expect("invar runs"), &["does not answer"]);
}

//! Reads and writes entries as they are, for tests that forge some: `scripts/poison-store` uses it.
//!
//!     forge FOLDER get ROOM     all entries of a room to stdout
//!     forge FOLDER put ROOM     entries from stdin
//!
//! An entry is a line `KEY LENGTH`, that many bytes, and the end of a line.

use invar_store::{Found, Key, Limits, Location, Room, Store};
use std::io::{BufRead, Read, Write};

fn main() -> std::process::ExitCode {
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            std::process::ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, action, room] = arguments.as_slice() else {
        return Err("usage: forge FOLDER get|put ROOM".into());
    };
    let room = Room::ALL.into_iter().find(|known| known.name() == room);
    let room = room.ok_or("there is no such room")?;
    let location: Location = folder.parse().map_err(|error| format!("{error}"))?;
    let store = Store::open(&location, Limits::default()).map_err(|error| error.to_string())?;
    match action.as_str() {
        "get" => get(&store, room),
        "put" => put(&store, room),
        _ => Err("usage: forge FOLDER get|put ROOM".into()),
    }
}

fn get(store: &Store, room: Room) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    for key in store.keys(room).map_err(|error| error.to_string())? {
        if let Found::Entry(value) = store.get(room, &key).map_err(|error| error.to_string())? {
            let head = format!("{key} {}\n", value.len());
            let written = out.write_all(&[head.as_bytes(), &value, b"\n"].concat());
            written.map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

fn put(store: &Store, room: Room) -> Result<(), String> {
    let mut input = std::io::stdin().lock();
    loop {
        let mut head = String::new();
        let read = input.read_line(&mut head);
        if read.map_err(|error| error.to_string())? == 0 {
            return Ok(());
        }
        let parts = head.trim_end().split_once(' ');
        let parts = parts.and_then(|(key, length)| {
            let key: Key = key.parse().ok()?;
            Some((key, length.parse::<usize>().ok()?))
        });
        let (key, length) = parts.ok_or_else(|| format!("'{}' is no entry", head.trim_end()))?;
        // With the end of the line after it.
        let mut value = vec![0; length + 1];
        let read = input.read_exact(&mut value);
        read.map_err(|error| error.to_string())?;
        value.truncate(length);
        store
            .put(room, &key, &value)
            .map_err(|error| error.to_string())?;
    }
}

//! What the tests of stores share: folders that vanish, and bytes that look like chance.

// No test uses all of it.
#![allow(dead_code)]

pub mod service;
pub mod suite;

use invar_store::{Key, Limits, Location, Store};
use std::path::{Path, PathBuf};

/// A folder of one test, gone with it.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub fn new(test: &str) -> Folder {
        let name = format!("invar-store-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for tests");
        Folder(path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A store in it.
    pub fn store(&self, limits: Limits) -> Store {
        let location = Location::Folder(self.0.clone());
        Store::open(&location, limits).expect("a store in a folder")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The key of a number.
pub fn key(number: u64) -> Key {
    Key::of(&[b"test", &number.to_le_bytes()])
}

/// Numbers that look like chance and are the same every time (xorshift).
pub struct Chance(u64);

impl Chance {
    /// From a seed other than zero.
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below another.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Bytes.
    pub fn bytes(&mut self, number: usize) -> Vec<u8> {
        (0..number).map(|_| (self.next() >> 32) as u8).collect()
    }
}

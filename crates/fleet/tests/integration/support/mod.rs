//! A Redis of the test's own, and workers as processes.

#![allow(dead_code, reason = "each test file uses its part")]

use invar_fleet::{Broker, Results};
use invar_store::{Limits, Location, Store};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A folder that is new.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("writable");
    folder
}

/// A Redis on loopback that records what it receives.
pub struct Redis {
    folder: PathBuf,
    port: u16,
    process: Child,
}

impl Redis {
    pub fn start(folder: &Path) -> Redis {
        let free = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = free.local_addr().expect("bound").port();
        drop(free);
        let process = serving(folder, port);
        Redis {
            folder: folder.to_owned(),
            port,
            process,
        }
    }

    pub fn broker(&self) -> Broker {
        self.address().parse().expect("an address")
    }

    pub fn address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Killed, as by a machine that goes down, and away for a while.
    pub fn restart(&mut self, away: Duration) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
        std::thread::sleep(away);
        self.process = serving(&self.folder, self.port);
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn serving(folder: &Path, port: u16) -> Child {
    let process = Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
        .args(["--appendonly", "yes", "--save", "", "--dir"])
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("redis-server runs; scripts/setup installs it");
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < Duration::from_secs(20), "no Redis");
        std::thread::sleep(Duration::from_millis(20));
    }
    process
}

/// The store in a folder.
pub fn results(folder: &Path) -> Results {
    let location = Location::Folder(folder.to_owned());
    Results::new(Store::open(&location, Limits::default()).expect("a store"))
}

/// A worker in a separate process, which ends after the queue was empty for a second.
pub fn worker(redis: &Redis, store: &Path, name: &str, lease: Duration) -> Child {
    let test = std::env::current_exe().expect("this test");
    let built = test
        .parent()
        .and_then(Path::parent)
        .expect("a target folder");
    Command::new(built.join("examples").join("tiny_worker"))
        .arg(redis.address())
        .arg(store)
        .args([name, &lease.as_millis().to_string(), "1000", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the example is built with the tests")
}

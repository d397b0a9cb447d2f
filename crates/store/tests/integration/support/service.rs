//! Services that tests start on this machine, and end.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a service may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A process that ends with the test.
pub struct Service {
    child: Child,
    /// Where it listens.
    pub port: u16,
}

impl Service {
    /// Ends it at once.
    pub fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.end();
    }
}

/// A port without a listener.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Redis that keeps its files in a folder.
pub fn redis(folder: &Path, port: u16, further: &[&str]) -> Service {
    let mut command = Command::new("redis-server");
    command.args(["--bind", "127.0.0.1", "--port", &port.to_string()]);
    command.arg("--dir").arg(folder);
    command
        .args(["--appendonly", "yes", "--save", ""])
        .args(further);
    let service = started(
        command,
        port,
        "redis-server is missing: scripts/setup installs it",
    );
    let start = Instant::now();
    while is_loading(port) {
        assert!(
            start.elapsed() < START_TIMEOUT,
            "Redis at {port} is loading"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    service
}

/// Whether Redis listens already, but still reads the files in its folder: it refuses commands until it is done.
fn is_loading(port: u16) -> bool {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("Redis listens");
    stream.write_all(b"PING\r\n").expect("sent");
    let mut answer = [0; 7];
    stream.read_exact(&mut answer).expect("answered");
    &answer == b"-LOADIN"
}

/// S3 by moto.
pub fn s3() -> Service {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let wheels: PathBuf = root.expect("a workspace").join(".tools/moto");
    assert!(
        wheels.is_dir(),
        "moto is missing: scripts/setup installs it"
    );
    let port = free_port();
    let mut command = Command::new("python3");
    command.args([
        "-m",
        "moto.server",
        "-H",
        "127.0.0.1",
        "-p",
        &port.to_string(),
    ]);
    command.env("PYTHONPATH", wheels);
    started(
        command,
        port,
        "python3 is missing: scripts/setup installs it",
    )
}

/// Starts a service and waits until it listens.
fn started(mut command: Command, port: u16, missing: &str) -> Service {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let child = command.spawn().expect(missing);
    let service = Service { child, port };
    let start = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(start.elapsed() < START_TIMEOUT, "no service at {port}");
        std::thread::sleep(Duration::from_millis(20));
    }
    service
}

/// A listener that treats all clients alike; its port. It stays until the process ends.
pub fn listener(serve: fn(TcpStream)) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || serve(stream));
        }
    });
    port
}

/// Never answers.
pub fn silent(mut stream: TcpStream) {
    let _ = stream.read_to_end(&mut Vec::new());
}

/// Answers with something else.
pub fn babbling(mut stream: TcpStream) {
    let _ = stream.read(&mut [0; 1000]);
    let _ = stream.write_all(&b"\x00\xff$12\r\n*-7\r\n+hello there, what is this?\r\n".repeat(9));
    let _ = stream.shutdown(Shutdown::Both);
}

/// Sends bytes over HTTP and gives back the first line of the answer; no signature.
pub fn http(port: u16, method: &str, path: &str, body: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a service");
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("sent");
    stream.write_all(body).expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("answered");
    let answer = String::from_utf8_lossy(&answer);
    answer.lines().next().unwrap_or_default().to_owned()
}

//! Metrics over HTTP: one page, served on a separate thread.

use crate::{Counts, Metrics};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

/// Time limit for reading from and writing to a client.
const IO_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximal size of a request.
const MAX_BYTES: u64 = 16 * 1024;

/// Answers `GET /metrics` at an address; returns the address, whose port may have been 0. `counts` gives the length of the
/// queue at each request.
///
/// # Errors
/// The address cannot be bound.
pub fn serve(
    address: SocketAddr,
    metrics: Arc<Metrics>,
    mut counts: impl FnMut() -> Option<Counts> + Send + 'static,
) -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind(address)?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            if let Some(counts) = counts() {
                metrics.queue(counts);
            }
            // A client that disconnects does no harm.
            let _ = answer(&connection, &metrics);
        }
    });
    Ok(address)
}

fn answer(mut connection: &TcpStream, metrics: &Metrics) -> std::io::Result<()> {
    connection.set_read_timeout(Some(IO_TIMEOUT))?;
    connection.set_write_timeout(Some(IO_TIMEOUT))?;
    let mut reader = BufReader::new(connection.take(MAX_BYTES));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 0 && !line.trim().is_empty() {
        line.clear();
    }
    let path = request.split_whitespace().nth(1);
    let (status, body) = match path {
        Some("/metrics" | "/") => ("200 OK", metrics.text()),
        _ => ("404 Not Found", "metrics are at /metrics\n".to_owned()),
    };
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let length = body.len();
    write!(
        connection,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

#[cfg(test)]
mod tests {
    use super::serve;
    use crate::{Counts, Metrics};
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream};
    use std::sync::Arc;

    fn got(address: SocketAddr, path: &str) -> String {
        let mut connection = TcpStream::connect(address).expect("it listens");
        write!(connection, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("it reads");
        let mut text = String::new();
        connection.read_to_string(&mut text).expect("it answers");
        text
    }

    #[test]
    fn metrics_are_read_with_http() {
        let counts = || {
            Some(Counts {
                waiting: 3,
                in_hand: 0,
            })
        };
        let local = SocketAddr::from(([127, 0, 0, 1], 0));
        let address = serve(local, Arc::new(Metrics::default()), counts).expect("a free port");
        let text = got(address, "/metrics");
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
        assert!(
            text.contains("invar_queue_length{state=\"waiting\"} 3"),
            "{text}"
        );
        assert!(text.ends_with("# EOF\n"), "{text}");
        assert!(got(address, "/other").starts_with("HTTP/1.1 404"));
    }
}

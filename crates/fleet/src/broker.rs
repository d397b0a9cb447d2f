//! Where the queue is, and how to get there.

use crate::QueueError;
use invar_store::{Location, RedisLocation};
use redis::{Client, Connection};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The variables with the name and password.
const VARIABLES: [&str; 2] = ["INVAR_BROKER_USERNAME", "INVAR_BROKER_PASSWORD"];
/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(10);

/// A database of Redis that holds the queue. Name and password come from the environment alone
/// (`INVAR_BROKER_USERNAME`, `INVAR_BROKER_PASSWORD`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broker(RedisLocation);

impl FromStr for Broker {
    type Err = String;

    fn from_str(text: &str) -> Result<Broker, String> {
        match text.parse::<Location>() {
            Ok(Location::Redis(at)) => Ok(Broker(at)),
            Ok(_) => Err("a broker is redis://HOST:PORT or rediss://HOST:PORT".to_owned()),
            Err(error) => Err(match error.hint() {
                Some(hint) => format!("{error}; {hint}"),
                None => error.to_string(),
            }),
        }
    }
}

impl fmt::Display for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Location::Redis(self.0.clone()))
    }
}

impl Broker {
    /// A client; nothing is asked yet.
    pub(crate) fn client(&self) -> Result<Client, QueueError> {
        let given = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        Ok(self.0.client(VARIABLES.map(given))?)
    }
}

/// A connection whose calls end.
pub(crate) fn connect(client: &Client) -> Result<Connection, QueueError> {
    let connection = client.get_connection_with_timeout(CONNECT)?;
    connection.set_read_timeout(Some(ANSWER))?;
    connection.set_write_timeout(Some(ANSWER))?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::Broker;

    #[test]
    fn brokers_are_addresses_without_secrets() {
        let broker: Broker = "redis://127.0.0.1:7000".parse().expect("an address");
        assert_eq!(broker.to_string(), "redis://127.0.0.1:7000/0");
        for wrong in [
            "redis://me:secret@host:7000",
            "/tmp/folder",
            "s3://bucket",
            "",
        ] {
            let refusal = wrong.parse::<Broker>().expect_err(wrong);
            assert!(!refusal.contains("secret"), "{refusal}");
        }
    }
}

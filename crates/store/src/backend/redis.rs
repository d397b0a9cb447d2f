//! A database of Redis: an entry is the string `invar:ROOM:KEY`, which Redis itself forgets when it is too old.
//!
//! Calls block, each with a time limit. Connections are kept and used again, one call at a time; one that the service
//! has closed meanwhile is replaced once.

use super::{Backend, Listed, Raw, Removed, Variables, cryptography};
use crate::location::REDIS_VARIABLES;
use crate::outage::Outage;
use crate::{Key, Location, RedisLocation, Room, StoreError, Transport, envelope};
use redis::{
    Client, Connection, ConnectionAddr, IntoConnectionInfo, RedisConnectionInfo, RedisError, Value,
};
use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a connection may take, with all that belongs to it: the host's address, encryption, the password.
const CONNECT: Duration = Duration::from_secs(3);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(5);
/// A hundred years.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
/// How many entries are named in one call.
const BATCH: usize = 1000;

/// A store in Redis.
pub(super) struct Redis {
    client: Client,
    location: Location,
    idle: Mutex<Vec<Connection>>,
    outage: Outage,
    age: Duration,
}

impl RedisLocation {
    /// A client that logs in with a name and a password, each if there is one; nothing is asked yet.
    ///
    /// # Errors
    ///
    /// It is not an address for Redis.
    pub fn client(&self, [name, password]: [Option<String>; 2]) -> Result<Client, RedisError> {
        let host = self.host.clone();
        let address = match self.transport {
            Transport::Plain => ConnectionAddr::Tcp(host, self.port),
            Transport::Tls => {
                cryptography::install();
                ConnectionAddr::TcpTls {
                    host,
                    port: self.port,
                    insecure: false,
                    tls_params: None,
                }
            }
        };
        let mut login = RedisConnectionInfo::default().set_db(self.database.into());
        if let Some(name) = name {
            login = login.set_username(name);
        }
        if let Some(password) = password {
            login = login.set_password(password);
        }
        let information = address.into_connection_info()?;
        Client::open(information.set_redis_settings(login))
    }
}

impl Redis {
    pub(super) fn open(
        at: &RedisLocation,
        age: Duration,
        variable: Variables<'_>,
    ) -> Result<Redis, StoreError> {
        let location = Location::Redis(at.clone());
        let client = at
            .client(REDIS_VARIABLES.map(variable))
            .map_err(|error| refused(&location, &error))?;
        Ok(Redis {
            client,
            location,
            idle: Mutex::default(),
            outage: Outage::default(),
            // Redis takes no age of zero, and none beyond its clock.
            age: age.clamp(Duration::from_secs(1), LONGEST),
        })
    }

    /// Has `call` answered within the time limits.
    fn ask<T>(
        &self,
        call: impl Fn(&mut Connection) -> Result<T, RedisError>,
    ) -> Result<T, StoreError> {
        if let Some(why) = self.outage.reason(Instant::now()) {
            return Err(self.unavailable(why));
        }
        let mut idle = self.idle();
        let answer = match idle.as_mut().map(&call) {
            Some(Err(error)) if error.is_connection_dropped() => None,
            answer => answer,
        };
        let answer = match answer {
            Some(answer) => answer,
            None => self.connect().and_then(|mut fresh| {
                let answer = call(&mut fresh);
                idle = Some(fresh);
                answer
            }),
        };
        match answer {
            Err(error) if is_outage(&error) => {
                let why = error.to_string();
                self.outage.failed(&why, Instant::now());
                Err(self.unavailable(why))
            }
            answer => {
                self.outage.answered();
                // After a protocol error it is unknown what the next bytes mean.
                let sound = match &answer {
                    Ok(_) => true,
                    Err(error) => matches!(error.kind(), redis::ErrorKind::Server(_)),
                };
                if let Some(connection) = idle.filter(|_| sound) {
                    self.connections().push(connection);
                }
                answer.map_err(|error| refused(&self.location, &error))
            }
        }
    }

    fn connections(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn idle(&self) -> Option<Connection> {
        self.connections().pop()
    }

    fn unavailable(&self, why: String) -> StoreError {
        StoreError::Unavailable {
            location: self.location.to_string(),
            why,
        }
    }

    /// Connects in a separate thread: neither name resolution nor encryption has a time limit.
    fn connect(&self) -> Result<Connection, RedisError> {
        let client = self.client.clone();
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let connection = client.get_connection_with_timeout(CONNECT);
            // After the time limit the receiver is gone.
            let _ = sender.send(connection);
        });
        let connection = match receiver.recv_timeout(CONNECT + Duration::from_millis(200)) {
            Ok(connection) => connection?,
            Err(_) => return Err(std::io::Error::from(std::io::ErrorKind::TimedOut).into()),
        };
        connection.set_read_timeout(Some(ANSWER))?;
        connection.set_write_timeout(Some(ANSWER))?;
        Ok(connection)
    }

    /// The heads of some entries; nothing at all where something else than a string lies.
    fn heads(&self, room: Room, keys: &[Key]) -> Result<Vec<Head>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let answers: Vec<Result<Value, RedisError>> = self.ask(|connection| {
            let mut all = redis::pipe();
            // One key that is no string must not hide the others.
            all.ignore_errors();
            for key in keys {
                let name = name(room, key);
                all.cmd("STRLEN").arg(&name);
                let last = envelope::HEADER - 1;
                all.cmd("GETRANGE").arg(&name).arg(0).arg(last);
            }
            all.query(connection)
        })?;
        let head = |pair: &[Result<Value, RedisError>]| match pair {
            [Ok(Value::Int(bytes)), Ok(Value::BulkString(header))] => {
                (u64::try_from(*bytes).unwrap_or(0), header.clone())
            }
            _ => Head::default(),
        };
        Ok(answers.chunks(2).map(head).collect())
    }

    /// Hands the keys of a room to `each`, some at a time.
    fn scan(
        &self,
        room: Room,
        mut each: impl FnMut(Vec<Key>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let beginning = name_of(room, "");
        let mut cursor: u64 = 0;
        loop {
            let names: Vec<Vec<u8>>;
            (cursor, names) = self.ask(|connection| {
                let mut scan = redis::cmd("SCAN");
                scan.arg(cursor).arg("MATCH").arg(format!("{beginning}*"));
                scan.arg("COUNT").arg(BATCH).query(connection)
            })?;
            let key = |name: &Vec<u8>| {
                let name = std::str::from_utf8(name).ok()?;
                name.strip_prefix(&beginning)?.parse().ok()
            };
            each(names.iter().filter_map(key).collect())?;
            if cursor == 0 {
                return Ok(());
            }
        }
    }
}

/// The size and the first bytes of an entry.
type Head = (u64, Vec<u8>);

fn name(room: Room, key: &Key) -> String {
    name_of(room, &key.to_string())
}

fn name_of(room: Room, key: &str) -> String {
    format!("invar:{}:{key}", room.name())
}

/// Whether the service did not answer, as against one that said no.
fn is_outage(error: &RedisError) -> bool {
    error.is_io_error()
        || error.is_timeout()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
}

fn refused(location: &Location, error: &RedisError) -> StoreError {
    let why = error.to_string();
    let is_login = error.kind() == redis::ErrorKind::AuthenticationFailed
        || matches!(error.code(), Some("NOAUTH" | "WRONGPASS" | "NOPERM"))
        // If the number of the database is refused first, no code is passed on.
        || why.contains("Authentication required");
    let [name, password] = REDIS_VARIABLES;
    StoreError::Refused {
        location: location.to_string(),
        why,
        hint: is_login.then(|| format!("{name} and {password} hold the name and the password")),
    }
}

/// Whether what lies there is no string: a list, for instance.
fn is_other_type(error: &StoreError) -> bool {
    matches!(error, StoreError::Refused { why, .. } if why.contains("WRONGTYPE"))
}

impl Backend for Redis {
    fn read(&self, room: Room, key: &Key, most: u64) -> Result<Raw, StoreError> {
        let name = name(room, key);
        let answer: Result<(bool, Vec<u8>), StoreError> = self.ask(|connection| {
            let mut both = redis::pipe();
            both.cmd("EXISTS").arg(&name);
            // The last number is that of the last byte.
            both.cmd("GETRANGE").arg(&name).arg(0).arg(most);
            both.query(connection)
        });
        match answer {
            Ok((false, _)) => Ok(Raw::Nothing),
            Ok((true, bytes)) if bytes.len() as u64 > most => {
                Ok(Raw::Unfit("it is larger than an entry may be".to_owned()))
            }
            Ok((true, bytes)) => Ok(Raw::Bytes(bytes)),
            Err(error) if is_other_type(&error) => Ok(Raw::Unfit("it is no string".to_owned())),
            Err(error) => Err(error),
        }
    }

    fn write(&self, room: Room, key: &Key, bytes: &[u8]) -> Result<(), StoreError> {
        let name = name(room, key);
        self.ask(|connection| {
            let mut set = redis::cmd("SET");
            set.arg(&name).arg(bytes).arg("EX").arg(self.age.as_secs());
            set.exec(connection)
        })
    }

    fn remove(&self, room: Room, key: &Key) -> Result<(), StoreError> {
        let name = name(room, key);
        self.ask(|connection| redis::cmd("UNLINK").arg(&name).exec(connection))
    }

    fn keys(&self, room: Room) -> Result<Vec<Key>, StoreError> {
        let mut all = Vec::new();
        self.scan(room, |keys| {
            all.extend(keys);
            Ok(())
        })?;
        Ok(all)
    }

    fn list(&self, room: Room) -> Result<Vec<Listed>, StoreError> {
        let mut all = Vec::new();
        self.scan(room, |keys| {
            let heads = self.heads(room, &keys)?;
            let listed = keys.into_iter().zip(heads);
            all.extend(listed.map(|(key, (bytes, header))| Listed {
                room,
                key,
                bytes,
                written: envelope::written(&header),
            }));
            Ok(())
        })?;
        Ok(all)
    }

    fn remove_all(&self, doomed: &[Listed]) -> Result<Removed, StoreError> {
        let mut removed = Removed::default();
        for some in doomed.chunks(BATCH) {
            // What is gone already is as good as removed by us.
            self.ask(|connection| {
                let mut unlink = redis::cmd("UNLINK");
                for entry in some {
                    unlink.arg(name(entry.room, &entry.key));
                }
                unlink.exec(connection)
            })?;
            removed.entries += some.len() as u64;
            removed.bytes += some.iter().map(|entry| entry.bytes).sum::<u64>();
        }
        Ok(removed)
    }
}

//! A bucket of S3, through OpenDAL: an entry is the object `PREFIX/ROOM/XX/KEY`.
//!
//! The service shows an object only when all of it has arrived. OpenDAL's calls run on a separate runtime with one
//! thread, each within a time limit. Name, password, region and address come from the environment only: neither from
//! files nor from the machine's own service for secrets, which takes seconds where there is none.

use super::{Backend, Listed, Raw, Removed, Variables, cryptography};
use crate::location::S3_VARIABLES;
use crate::outage::Outage;
use crate::{Key, Location, Room, S3Location, StoreError};
use futures_util::StreamExt;
use opendal::{Error, ErrorKind, HttpTransporter, OperationContext, Operator};
use opendal_http_transport_reqwest::ReqwestTransport;
use std::future::Future;
use std::time::{Duration, Instant, SystemTime};
use tokio::runtime::{Builder, Runtime};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(3);
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(6);
/// How many objects are removed in one call: what S3 takes.
const BATCH: usize = 1000;

/// A store in a bucket.
pub(super) struct S3 {
    operator: Operator,
    /// Taken out when the store is dropped.
    runtime: Option<Runtime>,
    location: Location,
    outage: Outage,
}

impl S3 {
    pub(super) fn open(at: &S3Location, variable: Variables<'_>) -> Result<S3, StoreError> {
        let location = Location::S3(at.clone());
        let [name, password] = S3_VARIABLES.map(variable);
        let (Some(name), Some(password)) = (name, password) else {
            return Err(StoreError::Location {
                location: location.to_string(),
                why: "the environment has no name and password for it".to_owned(),
                hint: format!("set {} and {}", S3_VARIABLES[0], S3_VARIABLES[1]),
            });
        };
        let region = variable("AWS_REGION").or_else(|| variable("AWS_DEFAULT_REGION"));
        let mut service = opendal::services::S3::default()
            .bucket(&at.bucket)
            .root(&at.prefix)
            .access_key_id(&name)
            .secret_access_key(&password)
            .region(region.as_deref().unwrap_or("us-east-1"))
            .disable_config_load()
            .disable_ec2_metadata();
        if let Some(token) = variable("AWS_SESSION_TOKEN") {
            service = service.session_token(&token);
        }
        if let Some(endpoint) = variable("AWS_ENDPOINT_URL") {
            service = service.endpoint(&endpoint);
        }
        let unusable = |why: String| StoreError::Refused {
            location: location.to_string(),
            why,
            hint: None,
        };
        cryptography::install();
        let client = reqwest::Client::builder().connect_timeout(CONNECT).build();
        let client = client.map_err(|error| unusable(error.to_string()))?;
        let transport = HttpTransporter::new(ReqwestTransport::new(client));
        let context = OperationContext::new().with_http_transport(transport);
        let operator = Operator::new(service).map_err(|error| unusable(error.to_string()))?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| unusable(error.to_string()))?;
        Ok(S3 {
            operator: operator.with_context(context),
            runtime: Some(runtime),
            location,
            outage: Outage::default(),
        })
    }

    /// Has a call answered within the time limit; nothing there is `None`.
    fn ask<T>(
        &self,
        call: impl Future<Output = Result<T, Error>>,
    ) -> Result<Option<T>, StoreError> {
        if let Some(why) = self.outage.reason(Instant::now()) {
            return Err(self.unavailable(why));
        }
        let runtime = self.runtime.as_ref();
        let runtime = runtime.expect("a store has its runtime until it is dropped");
        let why = match runtime.block_on(async { tokio::time::timeout(ANSWER, call).await }) {
            Ok(Err(error)) if is_outage(&error) => told(&error),
            Ok(answer) => {
                self.outage.answered();
                return match answer {
                    Ok(value) => Ok(Some(value)),
                    Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                    Err(error) => Err(self.refused(&error)),
                };
            }
            Err(_) => format!("no answer within {} s", ANSWER.as_secs()),
        };
        self.outage.failed(&why, Instant::now());
        Err(self.unavailable(why))
    }

    fn unavailable(&self, why: String) -> StoreError {
        StoreError::Unavailable {
            location: self.location.to_string(),
            why,
        }
    }

    fn refused(&self, error: &Error) -> StoreError {
        let [name, password] = S3_VARIABLES;
        let is_login = error.kind() == ErrorKind::PermissionDenied;
        StoreError::Refused {
            location: self.location.to_string(),
            why: told(error),
            hint: is_login.then(|| format!("{name} and {password} hold the name and the password")),
        }
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Name resolution may hang; nothing waits for it.
            runtime.shutdown_background();
        }
    }
}

/// What went wrong in a line: OpenDAL's own text has every header of the answer.
fn told(error: &Error) -> String {
    const LONGEST: usize = 300;
    let mut source: Option<&dyn std::error::Error> = std::error::Error::source(error);
    let mut deepest = None;
    while let Some(error) = source {
        deepest = Some(error.to_string());
        source = error.source();
    }
    let message = error.message();
    let all = deepest.map_or(message.to_owned(), |cause| format!("{message}: {cause}"));
    all.chars().take(LONGEST).collect()
}

/// Whether the service did not answer, as against one that said no.
fn is_outage(error: &Error) -> bool {
    error.is_temporary() || error.kind() == ErrorKind::Unexpected
}

fn name(room: Room, key: &Key) -> String {
    let key = key.to_string();
    format!("{}/{}/{key}", room.name(), &key[..2])
}

impl Backend for S3 {
    fn read(&self, room: Room, key: &Key, most: u64) -> Result<Raw, StoreError> {
        let name = name(room, key);
        // By pieces: how large it is shows only while it comes.
        let call = async {
            let mut pieces = self.operator.reader(&name).await?.into_stream(..).await?;
            let mut bytes = Vec::new();
            while let Some(piece) = pieces.next().await {
                bytes.extend(piece?.to_vec());
                if bytes.len() as u64 > most {
                    return Ok(Raw::Unfit("it is larger than an entry may be".to_owned()));
                }
            }
            Ok(Raw::Bytes(bytes))
        };
        Ok(self.ask(call)?.unwrap_or(Raw::Nothing))
    }

    fn write(&self, room: Room, key: &Key, bytes: &[u8]) -> Result<(), StoreError> {
        let name = name(room, key);
        let written = self.ask(self.operator.write(&name, bytes.to_vec()))?;
        match written {
            Some(_) => Ok(()),
            None => Err(StoreError::Refused {
                location: self.location.to_string(),
                why: "there is no such bucket".to_owned(),
                hint: None,
            }),
        }
    }

    fn remove(&self, room: Room, key: &Key) -> Result<(), StoreError> {
        let name = name(room, key);
        self.ask(self.operator.delete(&name)).map(|_| ())
    }

    fn keys(&self, room: Room) -> Result<Vec<Key>, StoreError> {
        let entries = self.list(room)?;
        Ok(entries.into_iter().map(|entry| entry.key).collect())
    }

    fn list(&self, room: Room) -> Result<Vec<Listed>, StoreError> {
        let folder = format!("{}/", room.name());
        let lister = self.operator.lister_with(&folder).recursive(true);
        let Some(mut lister) = self.ask(lister.into_future())? else {
            return Ok(Vec::new());
        };
        let mut entries = Vec::new();
        // The time limit is for a page of the list, not for all of it.
        while let Some(Some(entry)) = self.ask(async { lister.next().await.transpose() })? {
            let Some(key) = key_of(entry.path(), &folder) else {
                continue;
            };
            let metadata = entry.metadata();
            let written = metadata.last_modified().map(SystemTime::from);
            entries.push(Listed {
                room,
                key,
                bytes: metadata.content_length(),
                written: written.unwrap_or(SystemTime::UNIX_EPOCH),
            });
        }
        Ok(entries)
    }

    fn remove_all(&self, doomed: &[Listed]) -> Result<Removed, StoreError> {
        let mut removed = Removed::default();
        for some in doomed.chunks(BATCH) {
            let names = some.iter().map(|entry| name(entry.room, &entry.key));
            self.ask(self.operator.delete_iter(names))?;
            removed.entries += some.len() as u64;
            removed.bytes += some.iter().map(|entry| entry.bytes).sum::<u64>();
        }
        Ok(removed)
    }
}

/// The key that an object is named after, if it lies where the key belongs.
fn key_of(path: &str, folder: &str) -> Option<Key> {
    let (first, name) = path.strip_prefix(folder)?.split_once('/')?;
    name.parse()
        .ok()
        .filter(|_| name.starts_with(first) && first.len() == 2)
}

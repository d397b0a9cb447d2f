//! What a back end does: it keeps bytes under names, and understands none of them.

#[cfg(any(feature = "s3", feature = "redis"))]
mod cryptography;
mod folder;
#[cfg(feature = "redis")]
mod redis;
#[cfg(feature = "s3")]
mod s3;

use crate::{Key, Limits, Location, Room, StoreError};
use std::time::{Duration, SystemTime};

/// What lies under a name.
pub(crate) enum Raw {
    Nothing,
    Bytes(Vec<u8>),
    /// Something that cannot be an entry, with the reason.
    Unfit(String),
}

/// An entry in a list.
#[derive(Clone, Copy)]
pub(crate) struct Listed {
    pub(crate) room: Room,
    pub(crate) key: Key,
    /// What it takes, as it lies there.
    pub(crate) bytes: u64,
    pub(crate) written: SystemTime,
}

/// What was removed.
#[derive(Default)]
pub(crate) struct Removed {
    pub(crate) entries: u64,
    pub(crate) bytes: u64,
}

/// A place for bytes.
pub(crate) trait Backend: Send + Sync {
    /// What lies there, unless it has more than `most` bytes.
    fn read(&self, room: Room, key: &Key, most: u64) -> Result<Raw, StoreError>;
    /// All or nothing: a reader never sees a part.
    fn write(&self, room: Room, key: &Key, bytes: &[u8]) -> Result<(), StoreError>;
    /// Nothing there is no error.
    fn remove(&self, room: Room, key: &Key) -> Result<(), StoreError>;
    /// The names in a room, in no order.
    fn keys(&self, room: Room) -> Result<Vec<Key>, StoreError>;
    /// The entries of a room, in no order.
    fn list(&self, room: Room) -> Result<Vec<Listed>, StoreError>;
    /// Removes many entries; continues where one cannot be removed.
    fn remove_all(&self, doomed: &[Listed]) -> Result<Removed, StoreError>;
    /// Whether a trim is due, because there was none for this period; other processes then see that it is
    /// claimed. A service has its own rules for what it keeps and for how long.
    fn claim_trim(&self, _period: Duration) -> bool {
        false
    }
    /// Removes what writers left that were ended before they were done; the number of it.
    /// What was not sent to a service in full never arrives there.
    fn sweep(&self) -> Result<u64, StoreError> {
        Ok(0)
    }
}

/// The values of variables that are set, and not to nothing.
pub(crate) type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The back end for a location.
pub(crate) fn open(
    location: &Location,
    limits: &Limits,
    variable: Variables<'_>,
) -> Result<Box<dyn Backend>, StoreError> {
    Ok(match location {
        Location::Folder(path) => Box::new(folder::Folder::open(path)?),
        #[cfg(feature = "s3")]
        Location::S3(s3) => Box::new(s3::S3::open(s3, variable)?),
        #[cfg(feature = "redis")]
        Location::Redis(redis) => Box::new(redis::Redis::open(redis, limits.age, variable)?),
        #[cfg(not(all(feature = "s3", feature = "redis")))]
        other => {
            // Only services read these.
            let _ = (limits, variable);
            return Err(not_built(other));
        }
    })
}

/// A location of a kind that this program was built without.
#[cfg(not(all(feature = "s3", feature = "redis")))]
fn not_built(location: &Location) -> StoreError {
    let feature = match location {
        Location::Folder(_) => "default",
        Location::S3(_) => "s3",
        Location::Redis(_) => "redis",
    };
    StoreError::Location {
        location: location.to_string(),
        why: "this invar was built without such stores".to_owned(),
        hint: format!("build it with `--features {feature}`, or take one from a package"),
    }
}

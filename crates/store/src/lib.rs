//! Evidence kept by key, in a local folder or a remote service.
//!
//! An entry is bytes under a [`Key`] in a [`Room`]. What comes back is either what was put or [`Found::Dropped`] with
//! the reason: an entry carries its own name, lengths and digest (`envelope`), and whatever does not fit is removed.
//! The digest detects damage, not malice: anyone with write access can write arbitrary entries, so readers check what
//! the values claim. A store helps but is never needed: every call ends within seconds, and a remote service that
//! does not answer is left alone for a while (`outage`).
//!
//! Reading order: `store`, `envelope`, `backend`, then a back end: `backend/folder`, `backend/redis`, `backend/s3`.
//!
//! Must not know: what the values mean, programs, verdicts, solvers.

mod backend;
mod envelope;
mod error;
mod key;
mod limits;
mod location;
#[cfg(any(feature = "s3", feature = "redis"))]
mod outage;
mod room;
mod store;

pub use error::StoreError;
pub use key::{Key, NoKey};
pub use limits::Limits;
pub use location::{Location, RedisLocation, S3Location, Transport};
pub use room::Room;
pub use store::{Checked, Found, Misfit, Store, Trimmed, Usage};

//! Paths as text, and as bytes where they are no text: serde's own form refuses the latter.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    Bytes(Vec<u8>),
}

impl Written {
    fn of(path: &Path) -> Written {
        match path.to_str() {
            Some(text) => Written::Text(text.to_owned()),
            None => Written::Bytes(path.as_os_str().as_bytes().to_owned()),
        }
    }

    fn path(self) -> PathBuf {
        match self {
            Written::Text(text) => text.into(),
            Written::Bytes(bytes) => OsString::from_vec(bytes).into(),
        }
    }
}

/// Paths in a list.
pub(super) mod list {
    use super::{Deserialize, Deserializer, PathBuf, Serialize, Serializer, Written};

    pub(in crate::request) fn serialize<S: Serializer>(
        paths: &[PathBuf],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let written: Vec<Written> = paths.iter().map(|path| Written::of(path)).collect();
        written.serialize(to)
    }

    pub(in crate::request) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<PathBuf>, D::Error> {
        let written = Vec::<Written>::deserialize(from)?;
        Ok(written.into_iter().map(Written::path).collect())
    }
}

/// A path that may be absent.
pub(super) mod optional {
    use super::{Deserialize, Deserializer, PathBuf, Serialize, Serializer, Written};

    pub(in crate::request) fn serialize<S: Serializer>(
        path: &Option<PathBuf>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        path.as_deref().map(Written::of).serialize(to)
    }

    pub(in crate::request) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<PathBuf>, D::Error> {
        let written = Option::<Written>::deserialize(from)?;
        Ok(written.map(Written::path))
    }
}

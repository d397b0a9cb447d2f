//! Where a store lies: a folder, or an address without secrets in it.

use crate::StoreError;
use std::env;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The variables with the name and password for Redis.
pub(crate) const REDIS_VARIABLES: [&str; 2] = ["INVAR_STORE_USERNAME", "INVAR_STORE_PASSWORD"];
/// The variables with the name and password for S3, as Amazon's own tools read them.
pub(crate) const S3_VARIABLES: [&str; 2] = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"];

const REDIS_PORT: u16 = 6379;

const FORMS: &str =
    "a path, s3://BUCKET/PREFIX, redis://HOST:PORT/NUMBER or rediss://HOST:PORT/NUMBER";

/// Where a store lies.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A bucket of S3, or of a service that speaks its language.
    S3(S3Location),
    /// A database of Redis, or of a service that speaks its language.
    Redis(RedisLocation),
}

/// A part of a bucket. The region and the address of the service come from `AWS_REGION` and `AWS_ENDPOINT_URL`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct S3Location {
    /// The bucket.
    pub bucket: String,
    /// What all names in it begin with; without slashes at its ends, and empty for the whole bucket.
    pub prefix: String,
}

/// A database of Redis.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RedisLocation {
    /// The host; an IPv6 address is without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The number of the database.
    pub database: u16,
    /// Whether others can listen.
    pub transport: Transport,
}

/// How bytes get to a service.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Transport {
    /// As they are.
    Plain,
    /// Encrypted.
    Tls,
}

impl Location {
    /// The folder for stores without a location: `invar` in the user's cache folder.
    ///
    /// # Errors
    ///
    /// The environment names neither a cache folder nor a home.
    pub fn default_folder() -> Result<Location, StoreError> {
        let absolute = |name: &str| {
            let path = env::var_os(name).map(PathBuf::from);
            path.filter(|path| path.is_absolute())
        };
        let cache = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
        match cache {
            Some(cache) => Ok(Location::Folder(cache.join("invar"))),
            None => Err(StoreError::Location {
                location: "default".to_owned(),
                why: "neither XDG_CACHE_HOME nor HOME is the path of a folder".to_owned(),
                hint: "name a folder".to_owned(),
            }),
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Folder(path) => write!(formatter, "{}", path.display()),
            Location::S3(S3Location { bucket, prefix }) if prefix.is_empty() => {
                write!(formatter, "s3://{bucket}")
            }
            Location::S3(S3Location { bucket, prefix }) => {
                write!(formatter, "s3://{bucket}/{prefix}")
            }
            Location::Redis(redis) => {
                let scheme = match redis.transport {
                    Transport::Plain => "redis",
                    Transport::Tls => "rediss",
                };
                let (open, close) = if redis.host.contains(':') {
                    ("[", "]")
                } else {
                    ("", "")
                };
                let RedisLocation {
                    host,
                    port,
                    database,
                    ..
                } = redis;
                write!(
                    formatter,
                    "{scheme}://{open}{host}{close}:{port}/{database}"
                )
            }
        }
    }
}

impl FromStr for Location {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Location, StoreError> {
        let Some((scheme, rest)) = text.split_once("://") else {
            return if text.is_empty() {
                Err(wrong(text, "it is empty", FORMS))
            } else {
                Ok(Location::Folder(text.into()))
            };
        };
        let address = Address { text, scheme, rest };
        match scheme {
            "s3" => address.s3(),
            "redis" => address.redis(Transport::Plain),
            "rediss" => address.redis(Transport::Tls),
            _ => Err(address.wrong(&format!("nothing is known of `{scheme}://`"), FORMS)),
        }
    }
}

fn wrong(location: &str, why: &str, hint: &str) -> StoreError {
    StoreError::Location {
        location: location.to_owned(),
        why: why.to_owned(),
        hint: hint.to_owned(),
    }
}

/// An address, taken apart at `://`.
struct Address<'a> {
    text: &'a str,
    scheme: &'a str,
    rest: &'a str,
}

impl Address<'_> {
    /// An error that shows the address, unless it may hold a secret.
    fn wrong(&self, why: &str, hint: &str) -> StoreError {
        if self.rest.contains(['@', '?', '#']) {
            wrong(&format!("{}://...", self.scheme), why, hint)
        } else {
            wrong(self.text, why, hint)
        }
    }

    fn without_secrets(&self, variables: [&str; 2]) -> Result<(), StoreError> {
        let hint = format!("set {} and {} instead", variables[0], variables[1]);
        if self.rest.contains('@') {
            return Err(self.wrong("names and passwords do not belong into an address", &hint));
        }
        if self.rest.contains(['?', '#']) {
            return Err(self.wrong("it has settings after `?` or `#`", &hint));
        }
        Ok(())
    }

    fn s3(&self) -> Result<Location, StoreError> {
        self.without_secrets(S3_VARIABLES)?;
        let (bucket, prefix) = self.rest.split_once('/').unwrap_or((self.rest, ""));
        let fits = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        if bucket.is_empty() || !bucket.chars().all(fits) {
            return Err(self.wrong("it names no bucket", "s3://BUCKET/PREFIX"));
        }
        let prefix = prefix.trim_matches('/');
        let parts = prefix.split('/');
        if !prefix.is_empty() && parts.clone().any(|part| ["", ".", ".."].contains(&part)) {
            return Err(self.wrong("its prefix has empty parts or dots", "s3://BUCKET/PREFIX"));
        }
        Ok(Location::S3(S3Location {
            bucket: bucket.to_owned(),
            prefix: prefix.to_owned(),
        }))
    }

    fn redis(&self, transport: Transport) -> Result<Location, StoreError> {
        self.without_secrets(REDIS_VARIABLES)?;
        let form = "redis://HOST:PORT/NUMBER";
        let (authority, database) = self.rest.split_once('/').unwrap_or((self.rest, ""));
        let (host, port) = match authority.strip_prefix('[') {
            Some(bracketed) => {
                let ended = bracketed.split_once(']');
                ended.ok_or_else(|| self.wrong("a bracket is not closed", form))?
            }
            None => match authority.find(':') {
                Some(colon) => authority.split_at(colon),
                None => (authority, ""),
            },
        };
        if host.is_empty() {
            return Err(self.wrong("it names no host", form));
        }
        let port = match port.strip_prefix(':') {
            Some(digits) => digits.parse().ok(),
            None if port.is_empty() => Some(REDIS_PORT),
            None => None,
        };
        let database = match database.trim_end_matches('/') {
            "" => Some(0),
            digits => digits.parse().ok(),
        };
        let (Some(port), Some(database)) = (port, database) else {
            return Err(self.wrong("port and database are numbers", form));
        };
        Ok(Location::Redis(RedisLocation {
            host: host.to_owned(),
            port,
            database,
            transport,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::Location;

    #[test]
    fn locations_are_read_and_written_alike() {
        for (text, written) in [
            ("/var/cache/x", "/var/cache/x"),
            ("here", "here"),
            ("s3://bucket", "s3://bucket"),
            ("s3://bucket/", "s3://bucket"),
            ("s3://my.bucket/a/b/", "s3://my.bucket/a/b"),
            ("redis://host", "redis://host:6379/0"),
            ("redis://host:7000/3", "redis://host:7000/3"),
            ("rediss://[::1]:7000", "rediss://[::1]:7000/0"),
        ] {
            let location: Location = text.parse().expect(text);
            assert_eq!(location.to_string(), written);
            assert_eq!(written.parse::<Location>().expect(written), location);
        }
    }

    #[test]
    fn wrong_locations_are_refused() {
        for text in [
            "",
            "ftp://host/x",
            "s3://",
            "s3:///prefix",
            "s3://bucket/a/../b",
            "redis://",
            "redis://:7000",
            "redis://host:seven",
            "redis://host:70000",
            "redis://host/first",
            "redis://[::1",
            "redis://[::1]7000",
        ] {
            let error = text.parse::<Location>().expect_err(text);
            assert!(error.hint().is_some_and(|hint| !hint.is_empty()), "{text}");
        }
    }

    #[test]
    fn secrets_are_refused_and_not_repeated() {
        for text in [
            "redis://me:geheim@host:7000/1",
            "redis://:geheim@host",
            "redis://host/0?password=geheim",
            "s3://key:geheim@bucket/prefix",
            "ftp://me:geheim@host/x",
        ] {
            let error = text.parse::<Location>().expect_err(text);
            let hint = error.hint().unwrap_or_default();
            assert!(!format!("{error} {error:?} {hint}").contains("geheim"));
        }
        let redis = "redis://me:x@host".parse::<Location>().expect_err("secret");
        assert!(
            redis
                .hint()
                .is_some_and(|h| h.contains("INVAR_STORE_PASSWORD"))
        );
        let s3 = "s3://me:x@bucket".parse::<Location>().expect_err("secret");
        assert!(
            s3.hint()
                .is_some_and(|h| h.contains("AWS_SECRET_ACCESS_KEY"))
        );
    }
}

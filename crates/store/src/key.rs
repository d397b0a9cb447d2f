//! Keys: digests of what an entry is about.

use std::fmt;
use std::str::FromStr;

/// The name of an entry within its room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a list of parts. Each counts with its length, so that no two lists run together into the same key.
    pub fn of(parts: &[&[u8]]) -> Key {
        let mut hasher = blake3::Hasher::new();
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Key(*hasher.finalize().as_bytes())
    }

    /// The bytes of the digest.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Key({self})")
    }
}

/// A text that is not a key.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
#[error("a key has 64 digits of 0-9 and a-f")]
pub struct NoKey;

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Key, NoKey> {
        // One spelling per key: a file named in capitals would be another file.
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err(NoKey);
        }
        let digest = blake3::Hash::from_hex(text).map_err(|_| NoKey)?;
        Ok(Key(*digest.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn where_a_part_ends_counts() {
        assert_ne!(Key::of(&[b"ab", b"c"]), Key::of(&[b"a", b"bc"]));
        assert_ne!(Key::of(&[b"ab"]), Key::of(&[b"ab", b""]));
        assert_eq!(Key::of(&[b"ab"]), Key::of(&[b"ab"]));
    }

    #[test]
    fn a_key_is_read_back_from_its_digits() {
        let key = Key::of(&[b"a"]);
        let text = key.to_string();
        assert_eq!(text.len(), 64);
        assert_eq!(text.parse(), Ok(key));
        for wrong in ["", "12", &text.to_uppercase(), &format!("{text}0")] {
            assert!(wrong.parse::<Key>().is_err(), "{wrong}");
        }
    }
}

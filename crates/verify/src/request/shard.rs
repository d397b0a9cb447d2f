//! Shards of the work: `--shard I/N` takes one of N parts, for machines that share nothing but the command line.
//!
//! The rule, defined here and nowhere else. A task with a name (a row of a table, a function) is in the shard that
//! the 32-bit FNV-1a hash of its name says, mixed by the last step of MurmurHash3 so that all bits count: the halves of
//! `--half` take the last bit of the same hash. Adding a task moves no other. Assertions have numbers; they go round.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of several parts, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

impl Shard {
    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Whether a task with this name is in it.
    pub fn has_name(self, parts: &[&str]) -> bool {
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
        mixed(name_hash(bytes)) % self.of == self.number - 1
    }

    /// Whether the assertion with this number, from 0, is in it.
    pub fn has_number(self, number: u32) -> bool {
        number % self.of == self.number - 1
    }
}

const OFFSET_BASIS: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;

/// The 32-bit FNV-1a hash, by which named tasks are divided.
pub fn name_hash(bytes: impl IntoIterator<Item = u8>) -> u32 {
    bytes.into_iter().fold(OFFSET_BASIS, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(PRIME)
    })
}

/// Spreads what distinguishes hashes over all bits.
fn mixed(mut hash: u32) -> u32 {
    hash ^= hash >> 16;
    hash = hash.wrapping_mul(0x85eb_ca6b);
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |part: &str| part.parse::<u32>().ok();
        let parts = text.split_once('/');
        let parts = parts.and_then(|(one, all)| Some((number(one)?, number(all)?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Shard { number, of }),
            Some((_, of)) if of > 0 => Err(format!(
                "there is no shard '{text}': they are counted from 1/{of} to {of}/{of}"
            )),
            _ => Err(format!("'{text}' is no shard: 2/4 is the second of four")),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::{Shard, name_hash};

    fn shards(of: u32) -> Vec<Shard> {
        (1..=of).map(|number| Shard { number, of }).collect()
    }

    fn names() -> Vec<String> {
        let name = |number| format!("set-{}/task_{number}.c", number % 7);
        (0..1000).map(name).collect()
    }

    #[test]
    fn shards_are_counted_from_one() {
        assert_eq!(
            "2/4".parse::<Shard>().map(|s| s.to_string()),
            Ok("2/4".into())
        );
        for wrong in ["0/4", "5/4", "1/0", "1", "/", "a/b", "1/2/3", "-1/2", ""] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_task_is_in_one_shard() {
        for of in [1, 2, 3, 4, 7, 64] {
            for name in names() {
                let holders = shards(of).into_iter().filter(|s| s.has_name(&[&name]));
                assert_eq!(holders.count(), 1, "{name} of {of}");
            }
            for number in 0..100 {
                let holders = shards(of).into_iter().filter(|s| s.has_number(number));
                assert_eq!(holders.count(), 1, "{number} of {of}");
            }
        }
    }

    /// Also within one half of `--half`, which takes a bit of the same hash.
    #[test]
    fn shards_are_of_about_the_same_size() {
        let names = names();
        let in_half = |name: &&String| name_hash(name.bytes()).is_multiple_of(2);
        let half: Vec<&String> = names.iter().filter(in_half).collect();
        for shard in shards(4) {
            let count = |names: &[&String]| {
                let inside = names.iter().filter(|name| shard.has_name(&[name]));
                inside.count() as f64 / names.len() as f64
            };
            let all: Vec<&String> = names.iter().collect();
            assert!((0.2..0.3).contains(&count(&all)), "{shard}");
            assert!((0.2..0.3).contains(&count(&half)), "{shard}");
        }
    }

    /// A change of the rule would divide a running fleet's work anew.
    #[test]
    fn the_shards_do_not_change() {
        let counts = shards(4).into_iter().map(|shard| {
            let inside = names().into_iter().filter(|name| shard.has_name(&[name]));
            inside.count()
        });
        assert_eq!(counts.collect::<Vec<_>>(), [212, 282, 258, 248]);
    }

    #[test]
    fn parts_of_a_name_are_apart() {
        let of_three = |parts: &[&str]| shards(97).into_iter().position(|s| s.has_name(parts));
        assert_ne!(of_three(&["ab", "c"]), of_three(&["a", "bc"]));
    }
}

//! Names that survive an edit elsewhere in the program.

use std::fmt;

/// A hash of an entity's name and position inside its function, independent of the rest of the
/// program and of the run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StableId(u64);

impl StableId {
    /// The id of an entity described by its parts, outermost first.
    pub fn of(parts: &[&str]) -> StableId {
        // FNV-1a: fixed by its definition, unlike the standard library's hashers.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut eat = |byte: u8| {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(0x0100_0000_01b3);
        };
        for part in parts {
            part.bytes().for_each(&mut eat);
            eat(0);
        }
        StableId(hash)
    }
}

impl fmt::Display for StableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

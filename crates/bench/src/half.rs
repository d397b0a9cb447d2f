//! The two halves of every list of tasks: what is tuned on one is reported on the other.
//!
//! The rule, defined here and nowhere else: a task belongs to `tune` if the 32-bit FNV-1a hash of the bytes of its
//! path, as the column `path` of the table has it, is even, and to `report` if it is odd. A task has its half whatever
//! else is in the list. The prime is odd, so that the last bit of the hash is the parity of the last bits of all bytes:
//! `x-1.c` and `x-2.c` are on different sides.

use invar_verify::request::{Named, name_hash};

/// One of the two halves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// For choosing: engines, shares of time, limits.
    Tune,
    /// For reporting what the choice is worth.
    Report,
}

impl Half {
    /// The half of a task.
    pub fn of(path: &str) -> Half {
        match name_hash(path.bytes()) % 2 {
            0 => Half::Tune,
            _ => Half::Report,
        }
    }
}

impl Named for Half {
    const ALL: &'static [Half] = &[Half::Tune, Half::Report];

    fn name(self) -> &'static str {
        match self {
            Half::Tune => "tune",
            Half::Report => "report",
        }
    }

    fn help(self) -> String {
        let help = match self {
            Half::Tune => "For choosing: engines, shares of time, limits.",
            Half::Report => "For reporting what the choice is worth.",
        };
        help.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{Half, name_hash};

    /// Made-up paths of which there can be any number.
    fn paths(count: usize) -> impl Iterator<Item = String> {
        (0..count).map(|number| format!("set-{}/task_{number}.c", number % 7))
    }

    fn of_half(half: Half) -> Vec<String> {
        paths(1000).filter(|path| Half::of(path) == half).collect()
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(name_hash("".bytes()), 0x811c_9dc5);
        assert_eq!(name_hash("a".bytes()), 0xe40c_292c);
        assert_eq!(name_hash("foobar".bytes()), 0xbf9c_f968);
    }

    /// A change of the rule would make old figures mean something else: count and hash of each half must stay.
    #[test]
    fn the_halves_do_not_change() {
        let digest = |half| {
            let all = of_half(half);
            (all.len(), name_hash(all.join("\n").bytes()))
        };
        assert_eq!(digest(Half::Tune), (501, 0xbee2_6e74));
        assert_eq!(digest(Half::Report), (499, 0x082b_4263));
    }

    #[test]
    fn a_task_is_in_one_half_and_neighbours_are_apart() {
        assert_eq!(Half::of("foobar"), Half::Tune);
        assert_ne!(Half::of("loops/x-1.c"), Half::of("loops/x-2.c"));
        let both = of_half(Half::Tune).len() + of_half(Half::Report).len();
        assert_eq!(both, 1000);
    }
}

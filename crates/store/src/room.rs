//! Rooms: kinds of entries, which do not mix.

use std::fmt;

/// What kind of entry a key names. One key may name an entry in each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Room {
    /// What shows a verdict.
    Evidence,
    /// Facts that may help a search.
    Lemmas,
    /// Inputs, as they were read.
    Source,
    /// Descriptions of many inputs.
    Batch,
    /// Results, as they were reported.
    Result,
}

impl Room {
    /// All of them.
    pub const ALL: [Room; 5] = [
        Room::Evidence,
        Room::Lemmas,
        Room::Source,
        Room::Batch,
        Room::Result,
    ];

    /// Whether losing an entry costs time and nothing else.
    pub fn can_be_found_again(self) -> bool {
        matches!(self, Room::Evidence | Room::Lemmas)
    }

    /// The name: a folder, or a part of one.
    pub fn name(self) -> &'static str {
        match self {
            Room::Evidence => "evidence",
            Room::Lemmas => "lemmas",
            Room::Source => "source",
            Room::Batch => "batch",
            Room::Result => "result",
        }
    }

    /// The number in an envelope.
    pub(crate) fn number(self) -> u8 {
        match self {
            Room::Evidence => 1,
            Room::Lemmas => 2,
            Room::Source => 3,
            Room::Batch => 4,
            Room::Result => 5,
        }
    }
}

impl fmt::Display for Room {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

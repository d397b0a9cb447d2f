//! What came of `invar store`, as text and as JSON.

use invar_store::{Checked, Misfit, Trimmed, Usage};
use serde::Serialize;
use std::fmt::Write;
use std::time::SystemTime;

const DAY: u64 = 24 * 60 * 60;

/// What is printed.
#[derive(Serialize)]
pub struct Outcome {
    location: String,
    #[serde(flatten)]
    what: What,
}

#[derive(Serialize)]
#[serde(untagged)]
enum What {
    Status {
        entries: u64,
        bytes: u64,
        rooms: Vec<RoomLine>,
    },
    Check {
        intact: u64,
        value_bytes: u64,
        dropped: Vec<MisfitLine>,
        unreadable: Vec<MisfitLine>,
    },
    Trim {
        kept: u64,
        kept_bytes: u64,
        dropped: u64,
        dropped_bytes: u64,
        leftovers: u64,
    },
}

#[derive(Serialize)]
struct RoomLine {
    room: &'static str,
    entries: u64,
    bytes: u64,
    /// Age of the oldest entry.
    oldest_days: Option<u64>,
}

#[derive(Serialize)]
struct MisfitLine {
    room: &'static str,
    key: String,
    why: String,
}

impl Outcome {
    /// What each room holds.
    pub fn status(location: String, usage: &[Usage]) -> Outcome {
        let now = SystemTime::now();
        let age = |time| now.duration_since(time).unwrap_or_default().as_secs();
        let line = |room: &Usage| RoomLine {
            room: room.room.name(),
            entries: room.entries,
            bytes: room.bytes,
            oldest_days: room.oldest.map(|time| age(time) / DAY),
        };
        let what = What::Status {
            entries: usage.iter().map(|room| room.entries).sum(),
            bytes: usage.iter().map(|room| room.bytes).sum(),
            rooms: usage.iter().map(line).collect(),
        };
        Outcome { location, what }
    }

    /// Which entries were damaged.
    pub fn check(location: String, checked: &Checked) -> Outcome {
        let line = |misfit: &Misfit| MisfitLine {
            room: misfit.room.name(),
            key: misfit.key.to_string(),
            why: misfit.why.clone(),
        };
        let what = What::Check {
            intact: checked.intact,
            value_bytes: checked.value_bytes,
            dropped: checked.dropped.iter().map(line).collect(),
            unreadable: checked.unreadable.iter().map(line).collect(),
        };
        Outcome { location, what }
    }

    /// What was dropped.
    pub fn trim(location: String, trimmed: &Trimmed) -> Outcome {
        let what = What::Trim {
            kept: trimmed.kept,
            kept_bytes: trimmed.kept_bytes,
            dropped: trimmed.dropped,
            dropped_bytes: trimmed.dropped_bytes,
            leftovers: trimmed.leftovers,
        };
        Outcome { location, what }
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = format!("store: {}\n", self.location);
        match &self.what {
            What::Status {
                entries,
                bytes,
                rooms,
            } => {
                for room in rooms.iter().filter(|room| room.entries > 0) {
                    let age = days(room.oldest_days.unwrap_or_default());
                    let (name, entries) = (room.room, entries_text(room.entries));
                    let size = size(room.bytes);
                    let _ = writeln!(text, "  {name}: {entries}, {size}, the oldest {age}");
                }
                let _ = writeln!(text, "{}, {}", entries_text(*entries), size(*bytes));
            }
            What::Check {
                intact,
                value_bytes,
                dropped,
                unreadable,
            } => {
                for (done, lines) in [("dropped", dropped), ("not readable", unreadable)] {
                    for line in lines {
                        let _ =
                            writeln!(text, "  {done}: {}/{}: {}", line.room, line.key, line.why);
                    }
                }
                let (damaged, closed) = (dropped.len(), unreadable.len());
                let values = size(*value_bytes);
                let intact = entries_text(*intact);
                let _ = writeln!(
                    text,
                    "{intact} intact with {values} of values, {damaged} damaged and dropped, {closed} not readable"
                );
            }
            What::Trim {
                kept,
                kept_bytes,
                dropped,
                dropped_bytes,
                leftovers,
            } => {
                let gone = entries_text(*dropped);
                let _ = writeln!(text, "dropped: {gone}, {}", size(*dropped_bytes));
                if *leftovers > 0 {
                    let _ = writeln!(
                        text,
                        "dropped: {leftovers} files of writers that were killed"
                    );
                }
                let _ = writeln!(text, "kept: {}, {}", entries_text(*kept), size(*kept_bytes));
            }
        }
        text
    }
}

fn entries_text(number: u64) -> String {
    match number {
        1 => "1 entry".to_owned(),
        _ => format!("{number} entries"),
    }
}

fn days(number: u64) -> String {
    match number {
        0 => "less than a day old".to_owned(),
        1 => "1 day old".to_owned(),
        _ => format!("{number} days old"),
    }
}

fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
    if bytes < 1024 {
        return format!("{bytes} bytes");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_short() {
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(1536), "1.5 KB");
        assert_eq!(size(2 << 30), "2.0 GB");
        assert_eq!(size(u64::MAX), "16777216.0 TB");
    }
}

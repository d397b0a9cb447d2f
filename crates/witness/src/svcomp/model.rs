//! The format 2.0 as types. Reading is tolerant: what a validator does not need may be missing.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kind of entry that lists invariants.
pub const INVARIANT_SET: &str = "invariant_set";
/// The kind of entry that describes a violating run.
pub const VIOLATION_SEQUENCE: &str = "violation_sequence";

/// An entry of a witness file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// What it is.
    pub entry_type: String,
    /// Which tool made it, and for which program.
    #[serde(default)]
    pub metadata: Metadata,
    /// What it says.
    #[serde(default)]
    pub content: Vec<Item>,
}

/// Which tool made an entry, and for which program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Metadata {
    /// `2.0`.
    pub format_version: String,
    /// Name of the entry.
    pub uuid: String,
    /// When it was made.
    pub creation_time: String,
    /// The tool that made it.
    pub producer: Producer,
    /// What it is about.
    pub task: Task,
}

/// The tool that wrote an entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What else is to be known: the assumptions of the verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The program and the property.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Task {
    /// Files of the program.
    pub input_files: Vec<String>,
    /// Their SHA-256 digests.
    pub input_file_hashes: BTreeMap<String, String>,
    /// The property.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// `C`.
    pub language: String,
}

/// A segment of a run, or an invariant; one of them is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Item {
    /// Waypoints of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment: Option<Vec<SegmentItem>>,
    /// An invariant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<Invariant>,
}

/// One waypoint of a segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SegmentItem {
    /// The waypoint.
    pub waypoint: Waypoint,
}

/// A place that a run passes, or does not pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waypoint {
    /// `assumption`, `branching`, `function_enter`, `function_return` or `target`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `follow` or `avoid`.
    pub action: String,
    /// Where.
    pub location: Location,
    /// What holds there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
}

/// What holds at a waypoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constraint {
    /// An expression, or the way that a branch takes.
    pub value: String,
    /// `c_expression` or `ext_c_expression`; none for branches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Location {
    /// The file.
    #[serde(default)]
    pub file_name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; the first that fits if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The function around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// What always holds at a place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invariant {
    /// `loop_invariant` or `location_invariant`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Where.
    pub location: Location,
    /// A C expression.
    pub value: String,
    /// `c_expression`.
    #[serde(default)]
    pub format: String,
}

#[cfg(test)]
mod tests {
    use crate::svcomp;

    /// As people and other tools write it: bare numbers and truth values, unknown keys, no columns.
    const FOREIGN: &str = "\
- entry_type: violation_sequence
  metadata:
    format_version: 2.0
    uuid: 4412af70-389a-475e-849c-e57e5b92019e
    producer: {name: someone, version: 1.5, configuration: fast}
    task:
      input_files: [a.c]
      input_file_hashes: {a.c: 511e45}
      specification: G ! call(reach_error())
      data_model: ILP32
  content:
  - segment:
    - waypoint:
        type: branching
        action: follow
        location: {line: 3, file_hash: none}
        constraint:
          value: true
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {file_name: a.c, line: 4, column: 2, function: main}
- entry_type: invariant_set
  content:
  - invariant:
      type: loop_invariant
      location: {file_name: a.c, line: 7, column: 3}
      value: ((x == 0) && (i <= -1)) || 'a' < s.c[2]
      format: c_expression
";

    #[test]
    fn entries_of_others_are_read() {
        let entries = svcomp::read(FOREIGN).expect("a witness");
        assert_eq!(entries.len(), 2);
        let metadata = &entries[0].metadata;
        assert_eq!(metadata.format_version, "2.0");
        assert_eq!(metadata.producer.version, "1.5");
        assert_eq!(metadata.task.input_file_hashes["a.c"], "511e45");
        let segment = entries[0].content[0].segment.as_ref().expect("a segment");
        let waypoint = &segment[0].waypoint;
        assert_eq!(waypoint.location.column, None);
        assert_eq!(waypoint.constraint.as_ref().expect("one").value, "true");
        let invariant = entries[1].content[0].invariant.as_ref().expect("one");
        assert_eq!(invariant.value, "((x == 0) && (i <= -1)) || 'a' < s.c[2]");
    }

    #[test]
    fn what_is_written_is_read_again() {
        let entries = svcomp::read(FOREIGN).expect("a witness");
        let text = svcomp::text(&entries).expect("text");
        assert_eq!(svcomp::read(&text).expect("a witness"), entries);
    }

    #[test]
    fn long_and_strange_values_survive() {
        let mut entries = svcomp::read(FOREIGN).expect("a witness");
        let long = vec!["(long long)x * 4 + y <= 17LL"; 60].join(" && ");
        for value in [
            long.as_str(),
            "\\result == -1",
            "true",
            "0x1.8p3",
            "!x",
            "a: b # c",
            "*p",
        ] {
            let invariant = entries[1].content[0].invariant.as_mut().expect("one");
            invariant.value = value.to_owned();
            let text = svcomp::text(&entries).expect("text");
            assert_eq!(svcomp::read(&text).expect("a witness"), entries, "{text}");
        }
    }
}

//! The classes of reasons for an unknown verdict, from the words in `results.csv`.

use super::construct::{family, without_place};

/// Why a task has no verdict, without places and numbers: what is alike is counted together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// The time was up during a search.
    Timeout,
    /// The time was up before a search: while reading, simplifying, encoding...
    TimeoutPreparing(String),
    /// The time was up while evidence was checked.
    TimeoutCertifying,
    /// Calls deeper than are inlined.
    Recursion,
    /// The program grows too large when calls are inlined.
    InliningLimit,
    /// The memory was used up.
    Memory,
    /// Evidence was found and not accepted, or not in time.
    NotCertified,
    /// What was found holds in its arithmetic and not over bit-vectors.
    TooCoarse,
    /// A solver said unknown.
    SolverGaveUp,
    /// A construct that is not modelled.
    Unsupported(String),
    /// A property that is not checked.
    Property(String),
    /// A bound was reached.
    Bound,
    /// The run was cancelled.
    Cancelled,
    /// The text could not be read.
    Input,
    /// A part of invar failed.
    Failed,
    /// There is a verdict, but no label to compare it with.
    Incomparable,
    /// Words that are newer than this program.
    Other(String),
}

/// Activities before a search, in the words of `invar check`.
const PREPARING: [&str; 6] = [
    "reading",
    "inlining",
    "simplifying",
    "translating",
    "encoding",
    "running",
];

impl Class {
    /// From the reason of a row.
    pub fn of(reason: &str) -> Class {
        let after = |beginning: &str| reason.strip_prefix(beginning);
        if let Some(construct) = after("unsupported construct: ") {
            return Class::unsupported(construct);
        }
        if let Some(rest) = after("timeout after ") {
            return Class::timeout(rest);
        }
        if let Some(property) = after("unsupported property: ") {
            let name = property.split(' ').next().unwrap_or(property);
            return Class::Property(name.to_owned());
        }
        if after("certificate rejected").is_some() {
            return if reason.contains("does not hold over bit-vectors") {
                Class::TooCoarse
            } else {
                Class::NotCertified
            };
        }
        let begins = |beginnings: &[&str]| beginnings.iter().any(|one| reason.starts_with(one));
        match () {
            () if begins(&["memory"]) => Class::Memory,
            () if begins(&["solver gave up"]) => Class::SolverGaveUp,
            () if begins(&["bound reached"]) => Class::Bound,
            () if begins(&["cancelled"]) => Class::Cancelled,
            () if begins(&["internal error", "no report"]) => Class::Failed,
            () if begins(&["input", "cannot read"]) => Class::Input,
            () => Class::Other(reason.split([':', ';']).next().unwrap_or(reason).to_owned()),
        }
    }

    /// From what is not modelled.
    pub fn unsupported(construct: &str) -> Class {
        let construct = without_place(construct.split(';').next().unwrap_or(construct));
        match construct {
            "inlining limit" => Class::InliningLimit,
            _ if construct.starts_with("recursion deeper") => Class::Recursion,
            _ => Class::Unsupported(construct.to_owned()),
        }
    }

    /// From `20 s while ACTIVITY; before that, ...`.
    fn timeout(rest: &str) -> Class {
        let activity = rest
            .split_once(" while ")
            .map_or("", |(_, activity)| activity);
        let activity = activity.split([';', ' ', ',']).next().unwrap_or_default();
        match activity {
            "certifying" => Class::TimeoutCertifying,
            _ if PREPARING.contains(&activity) => Class::TimeoutPreparing(activity.to_owned()),
            _ => Class::Timeout,
        }
    }

    /// In words.
    pub fn name(&self) -> String {
        match self {
            Class::Timeout => "timeout".into(),
            Class::TimeoutPreparing(activity) => format!("timeout while {activity}"),
            Class::TimeoutCertifying => "timeout while certifying".into(),
            Class::Recursion => "recursion".into(),
            Class::InliningLimit => "inlining limit".into(),
            Class::Memory => "memory".into(),
            Class::NotCertified => "not certified".into(),
            Class::TooCoarse => "too coarse".into(),
            Class::SolverGaveUp => "solver gave up".into(),
            Class::Unsupported(construct) => format!("unsupported: {}", family(construct)),
            Class::Property(name) => format!("unsupported property: {name}"),
            Class::Bound => "bound reached".into(),
            Class::Cancelled => "cancelled".into(),
            Class::Input => "input".into(),
            Class::Failed => "failed".into(),
            Class::Incomparable => "label over unbounded integers".into(),
            Class::Other(words) => words.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Class;

    #[test]
    fn alike_reasons_have_one_name() {
        for (reason, expected) in [
            ("timeout after 20 s while unrolling to depth 1", "timeout"),
            (
                "timeout after 20 s while encoding",
                "timeout while encoding",
            ),
            (
                "timeout after 20 s while simplifying; before that, the proof over ideal integers does not hold over \
                 bit-vectors",
                "timeout while simplifying",
            ),
            (
                "timeout after 5 s while certifying",
                "timeout while certifying",
            ),
            ("timeout after 5 s while running", "timeout while running"),
            (
                "timeout after 5 s while bmc+kind: encoding (depth 3)",
                "timeout",
            ),
            ("memory limit of 4096 MB reached while searching", "memory"),
            (
                "certificate rejected: safe was claimed, but cvc5 ran out of time",
                "not certified",
            ),
            (
                "certificate rejected: safe was claimed, but the proof over reals does not hold over bit-vectors",
                "too coarse",
            ),
            (
                "unsupported construct: recursion deeper than 12 calls of f at a/b.c:3:4",
                "recursion",
            ),
            (
                "unsupported construct: inlining limit at a/b.c:3:4",
                "inlining limit",
            ),
            (
                "unsupported construct: member: union at a/b.c:3:4",
                "unsupported: unions",
            ),
            (
                "unsupported property: no-overflow is not checked yet",
                "unsupported property: no-overflow",
            ),
            ("solver gave up: z3 4.1: no", "solver gave up"),
            ("bound reached: 20 steps", "bound reached"),
            ("internal error: x", "failed"),
            ("no report: EOF at 3", "failed"),
            ("the moon: 17", "the moon"),
        ] {
            assert_eq!(Class::of(reason).name(), expected, "{reason}");
        }
    }
}

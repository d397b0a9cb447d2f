//! The main cause for which a task stays unknown.
//!
//! What is not modelled, memory and failures end a whole check: then that is the cause. Otherwise the cause is how the
//! search that took longest ended. A check whose time was up before a search, or that spent most of it there, has that
//! as its cause; so has every check of an older invar, which does not report its searches.

use super::reason::Class;
use super::searches::{Ending, SearchRecord};

/// The main cause.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cause {
    /// In words.
    pub what: String,
    /// The engine and the arithmetic, if it is the cause of one search.
    pub search: Option<String>,
}

impl Cause {
    /// The cause for a task that took the given number of seconds.
    pub fn of(class: &Class, searches: &[SearchRecord], seconds: f64) -> Cause {
        let whole = || Cause {
            what: of_class(class),
            search: None,
        };
        let Some(longest) = longest(searches).filter(|_| !ends_a_check(class)) else {
            return whole();
        };
        let is_short = longest.seconds < seconds / 2.0;
        if matches!(class, Class::TimeoutPreparing(_)) && is_short {
            return whole();
        }
        Cause {
            what: of_search(longest),
            search: Some(format!("{} {}", longest.engine, longest.arithmetic)),
        }
    }
}

/// The first of those that took longest. Searches that were stopped because another had a verdict are no cause.
fn longest(searches: &[SearchRecord]) -> Option<&SearchRecord> {
    let open = searches
        .iter()
        .filter(|search| !matches!(search.ending, Ending::Decided | Ending::Stopped));
    open.rev().max_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

fn ends_a_check(class: &Class) -> bool {
    match class {
        Class::Recursion
        | Class::InliningLimit
        | Class::Memory
        | Class::Unsupported(_)
        | Class::Property(_)
        | Class::Cancelled
        | Class::Input
        | Class::Failed
        | Class::Incomparable => true,
        Class::Timeout
        | Class::TimeoutPreparing(_)
        | Class::TimeoutCertifying
        | Class::NotCertified
        | Class::TooCoarse
        | Class::SolverGaveUp
        | Class::Bound
        | Class::Other(_) => false,
    }
}

/// In the words of endings, so that runs with and without searches are counted alike.
fn of_class(class: &Class) -> String {
    match class {
        Class::Timeout => Ending::OutOfTime.name().into(),
        Class::TimeoutPreparing(_) => "out of time before the search".into(),
        Class::TimeoutCertifying => Ending::NotCertified.name().into(),
        Class::Bound => Ending::Exhausted.name().into(),
        Class::Recursion => "unsupported: recursion".into(),
        Class::InliningLimit => "unsupported: inlining limit".into(),
        _ => class.name(),
    }
}

fn of_search(search: &SearchRecord) -> String {
    if search.ending != Ending::Unsupported {
        return search.ending.name().to_owned();
    }
    let words = search.reason.as_str();
    let construct = words
        .strip_prefix("unsupported construct: ")
        .unwrap_or(words);
    of_class(&Class::unsupported(construct))
}

#[cfg(test)]
mod tests {
    use super::Cause;
    use crate::why_not::reason::Class;
    use crate::why_not::searches::{Ending, SearchRecord};

    fn search(engine: &str, seconds: f64, ending: Ending, reason: &str) -> SearchRecord {
        SearchRecord {
            engine: engine.into(),
            arithmetic: "bv".into(),
            seconds,
            ending,
            reason: reason.into(),
            level: 0,
            lemmas: 0,
        }
    }

    fn cause(reason: &str, searches: &[SearchRecord]) -> (String, Option<String>) {
        let cause = Cause::of(&Class::of(reason), searches, 20.0);
        (cause.what, cause.search)
    }

    #[test]
    fn the_longest_search_counts_and_the_first_of_equals() {
        let searches = [
            search("bmc", 3.0, Ending::SolverStuck, ""),
            search("kind", 8.0, Ending::Diverging, ""),
            search("ic3-cfa", 8.0, Ending::TooCoarse, ""),
            search("spacer", 9.0, Ending::Stopped, ""),
        ];
        let expected = ("diverging lemmas".to_owned(), Some("kind bv".to_owned()));
        assert_eq!(
            cause("timeout after 20 s while asking", &searches),
            expected
        );
        // Encoding for a fourth search was not the trouble.
        let (what, _) = cause("timeout after 20 s while encoding", &searches);
        assert_eq!(
            what, "out of time before the search",
            "8 of 20 s are no half"
        );
        let long = [search("kind", 12.0, Ending::Diverging, "")];
        let (what, _) = cause("timeout after 20 s while encoding", &long);
        assert_eq!(what, "diverging lemmas");
    }

    #[test]
    fn what_ends_a_check_is_its_cause() {
        let searches = [search("kind", 8.0, Ending::Diverging, "")];
        for (reason, expected) in [
            (
                "unsupported construct: member: union at a.c:1:2",
                "unsupported: unions",
            ),
            (
                "unsupported construct: recursion deeper than 12 calls of f",
                "unsupported: recursion",
            ),
            ("memory limit of 1 MB reached while x", "memory"),
            ("internal error: x", "failed"),
        ] {
            assert_eq!(cause(reason, &searches), (expected.to_owned(), None));
        }
    }

    #[test]
    fn a_search_that_lacks_something_says_what() {
        let reason = "unsupported construct: array element: floating point at a.c:1:2";
        let searches = [search("ic3-bool", 8.0, Ending::Unsupported, reason)];
        let (what, _) = cause("timeout after 20 s while x", &searches);
        assert_eq!(what, "unsupported: floating point");
    }

    #[test]
    fn without_searches_the_reason_is_the_cause() {
        for (reason, expected) in [
            (
                "timeout after 20 s while unrolling to depth 1",
                "out of time",
            ),
            ("timeout after 20 s while certifying", "not certified"),
            ("solver gave up: z3", "solver gave up"),
            ("bound reached: 4 unrolled steps", "exhausted"),
        ] {
            assert_eq!(cause(reason, &[]), (expected.to_owned(), None), "{reason}");
        }
    }
}

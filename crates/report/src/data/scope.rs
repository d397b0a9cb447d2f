//! What a report is about: all assertions of the program, or some of them.

use super::{Report, ShardReport, SinceReport};
use std::fmt;

/// The assertions that a verdict is about. The name of the property in a report carries it, so that a verdict about a part
/// does not read as one about the whole.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scope<'r> {
    shard: Option<&'r ShardReport>,
    since: Option<&'r SinceReport>,
}

/// A restriction of the assertions that a verdict is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Restriction<'r> {
    /// To those of a shard, also where all are in it.
    Shard(&'r ShardReport),
    /// To those that a change can affect, where it leaves some out.
    Since(&'r SinceReport),
}

impl fmt::Display for Restriction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Restriction::Shard(shard) => shard.fmt(f),
            Restriction::Since(since) => since.fmt(f),
        }
    }
}

impl<'r> Scope<'r> {
    /// Whether the verdict is about every assertion.
    pub fn is_whole(self) -> bool {
        self.since.is_none() && !self.shard.is_some_and(ShardReport::is_partial)
    }

    /// The change that leaves assertions out.
    pub fn since(self) -> Option<&'r SinceReport> {
        self.since
    }

    /// Its restrictions, in the order in which the name of the property has them.
    pub fn restrictions(self) -> impl DoubleEndedIterator<Item = Restriction<'r>> {
        let shard = self.shard.map(Restriction::Shard);
        shard.into_iter().chain(self.since.map(Restriction::Since))
    }

    /// The name of a property, with the restrictions.
    pub fn qualified(self, property: &str) -> String {
        let suffixes = self.restrictions().map(suffix);
        std::iter::once(property.to_owned())
            .chain(suffixes)
            .collect()
    }
}

fn suffix(restriction: Restriction<'_>) -> String {
    format!(" ({restriction})")
}

impl Report {
    /// What the verdict is about.
    pub fn scope(&self) -> Scope<'_> {
        Scope {
            shard: self.shard.as_ref(),
            since: self.since.as_ref().filter(|since| since.is_partial()),
        }
    }

    /// The name of the property, without what restricts it.
    pub fn property_name(&self) -> &str {
        let mut name = self.property.as_str();
        for restriction in self.scope().restrictions().rev() {
            name = without(name, restriction);
        }
        name
    }

    /// The name of the property, without the change that restricts it.
    pub fn property_without_since(&self) -> &str {
        let since = self.scope().since.map(Restriction::Since);
        since.map_or(&self.property, |since| without(&self.property, since))
    }
}

fn without<'n>(name: &'n str, restriction: Restriction<'_>) -> &'n str {
    name.strip_suffix(&suffix(restriction)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use crate::data::{Report, ShardReport, SinceReport};

    fn report(shard: Option<(usize, usize)>, since: Option<(usize, usize)>) -> Report {
        let mut report = Report {
            shard: shard.map(|(assertions, whole)| ShardReport {
                number: 1,
                of: 2,
                assertions,
                whole,
            }),
            since: since.map(|(affected, unaffected)| SinceReport {
                revision: "HEAD".into(),
                affected,
                unaffected,
                ..SinceReport::default()
            }),
            ..Report::default()
        };
        report.property = report.scope().qualified("assert");
        report
    }

    #[test]
    fn the_property_says_what_it_is_restricted_to() {
        for (report, property, is_whole) in [
            (report(None, None), "assert", true),
            (
                report(Some((2, 2)), None),
                "assert (shard 1/2: 2 of 2 assertions)",
                true,
            ),
            (
                report(Some((1, 2)), None),
                "assert (shard 1/2: 1 of 2 assertions)",
                false,
            ),
            (report(None, Some((2, 0))), "assert", true),
            (
                report(None, Some((1, 1))),
                "assert (since HEAD: 1 of 2 assertions)",
                false,
            ),
            (
                report(Some((2, 3)), Some((1, 1))),
                "assert (shard 1/2: 2 of 3 assertions) (since HEAD: 1 of 2 assertions)",
                false,
            ),
        ] {
            assert_eq!(report.property, property);
            assert_eq!(report.scope().is_whole(), is_whole, "{property}");
            assert_eq!(report.property_name(), "assert", "{property}");
        }
        let both = report(Some((2, 3)), Some((1, 1)));
        assert_eq!(
            both.property_without_since(),
            "assert (shard 1/2: 2 of 3 assertions)"
        );
    }
}

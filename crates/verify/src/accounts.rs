//! What was done on the way to a verdict: parts of the work count for themselves, and their accounts are merged.

use crate::observer::{Event, Observer};
use invar_report::SearchRecord;
use invar_verdict::Reason;
use std::collections::BTreeMap;

/// What was counted, how searches ended, and what certification refused.
#[derive(Default)]
pub(crate) struct Accounts {
    pub(crate) statistics: BTreeMap<String, f64>,
    /// How each search ended.
    pub(crate) searches: Vec<SearchRecord>,
    /// Evidence that was refused by certification.
    pub(crate) rejected: u32,
    /// The first proof that was refused, also before certification.
    pub(crate) refused: Option<Reason>,
}

impl Accounts {
    /// Adds to a number of the statistics.
    pub(crate) fn count(&mut self, name: &str, more: f64) {
        *self.statistics.entry(name.to_owned()).or_default() += more;
    }

    /// Takes over the accounts of a part, and tells how its searches ended.
    pub(crate) fn merge(&mut self, part: Accounts, observer: &dyn Observer) {
        for (name, number) in part.statistics {
            *self.statistics.entry(name).or_default() += number;
        }
        for record in part.searches {
            observer.event(&Event::Searched(record.clone()));
            self.searches.push(record);
        }
        self.rejected += part.rejected;
        if self.refused.is_none() {
            self.refused = part.refused;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Accounts;
    use crate::observer::Unobserved;
    use invar_verdict::Reason;

    #[test]
    fn numbers_add_up_and_the_first_refusal_stays() {
        let part = |number, why: &str| {
            let mut part = Accounts {
                rejected: 1,
                refused: Some(Reason::Internal(why.into())),
                ..Accounts::default()
            };
            part.count("steps", number);
            part
        };
        let mut whole = Accounts::default();
        whole.merge(part(2.0, "first"), &Unobserved);
        whole.merge(part(3.0, "second"), &Unobserved);
        assert_eq!((whole.statistics["steps"], whole.rejected), (5.0, 2));
        let refused = whole.refused.map(|reason| reason.to_string());
        assert!(refused.is_some_and(|text| text.contains("first")));
    }
}

//! The kinds of assertion as SARIF rules.

use super::text;
use crate::report::Report;
use serde_json::{Value, json};

/// A kind of assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    /// What can go wrong, as assertions say it.
    what: String,
    pub(super) id: String,
    name: String,
    short: String,
    full: String,
}

impl Rule {
    fn known(what: &str, id: &str, name: &str, short: &str, full: &str) -> Rule {
        let [what, id, name, short, full] = [what, id, name, short, full].map(str::to_owned);
        Rule {
            what,
            id,
            name,
            short,
            full,
        }
    }

    /// The rule of a kind that has no description of its own.
    fn other(what: &str) -> Rule {
        let words: Vec<&str> = what
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let short = format!("No execution has this error: {what}.");
        Rule::known(what, &words.join("-"), &words.concat(), &short, &short)
    }

    /// The `reportingDescriptor`.
    pub(super) fn descriptor(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name,
            "shortDescription": text(&self.short),
            "fullDescription": text(&self.full),
            "defaultConfiguration": { "level": "error" },
        })
    }
}

/// The rules of a report: those every program has, and what else its assertions need.
pub(super) fn rules(report: &Report) -> Vec<Rule> {
    let mut rules = vec![
        Rule::known(
            "failing assertion",
            "assert",
            "Assertion",
            "No execution makes an assertion fail.",
            "The condition of every assert holds whenever it is evaluated, for all inputs.",
        ),
        Rule::known(
            "call of the error function",
            "unreach-call",
            "UnreachableCall",
            "No execution calls the error function.",
            "reach_error and __VERIFIER_error are never called, for all inputs.",
        ),
    ];
    let told = report.assertions.iter().map(|assertion| &assertion.what);
    for what in told.chain(report.violations.iter().map(|violation| &violation.what)) {
        let what = kind(what);
        if rules.iter().all(|rule| rule.what != what) {
            rules.push(match what {
                OVERFLOW => Rule::known(
                    OVERFLOW,
                    "no-overflow",
                    "NoOverflow",
                    "No signed operation overflows.",
                    "The exact result of every signed operation fits its type, for all inputs.",
                ),
                other => Rule::other(other),
            });
        }
    }
    rules
}

/// The number and id of the rule of a kind.
pub(super) fn rule<'r>(rules: &'r [Rule], what: &str) -> (usize, &'r str) {
    let index = rules.iter().position(|rule| rule.what == kind(what));
    let index = index.expect("every kind of the report has a rule");
    (index, &rules[index].id)
}

/// Overflows in all operators have one rule.
const OVERFLOW: &str = "signed overflow";

/// The kind of what can go wrong, as rules name it.
fn kind(what: &str) -> &str {
    match what.starts_with(OVERFLOW) {
        true => OVERFLOW,
        false => what,
    }
}

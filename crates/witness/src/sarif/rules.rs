//! The properties as SARIF rules.

use super::text;
use invar_report::Property;
use invar_report::{Assertion, Report, ViolationReport};
use serde_json::{Value, json};

/// Properties that every program is checked for: their rules are in every log.
const ALWAYS: [Property; 2] = [Property::ASSERT, Property::UNREACH_CALL];

/// What a violation is reported under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Rule {
    pub(super) id: String,
    short: String,
    full: String,
}

impl Rule {
    /// The rule of a property, from the table of properties; other names get one that says what goes wrong.
    fn of(property: &str, what: &str) -> Rule {
        let entry = Property::NAMED.iter().find(|entry| entry.name == property);
        let (id, short) = match entry {
            Some(entry) => (entry.name.to_owned(), entry.help.to_owned()),
            None => (
                words(if property.is_empty() { what } else { property }).join("-"),
                format!("No execution has this error: {what}."),
            ),
        };
        let full = format!("{}, for all inputs.", short.trim_end_matches('.'));
        Rule { id, short, full }
    }

    /// The `reportingDescriptor`.
    pub(super) fn descriptor(&self) -> Value {
        json!({
            "id": self.id,
            "name": self.name(),
            "shortDescription": text(&self.short),
            "fullDescription": text(&self.full),
            "defaultConfiguration": { "level": "error" },
        })
    }

    /// The id without hyphens, as the standard wants names: `UnreachCall`.
    fn name(&self) -> String {
        self.id.split('-').map(capitalised).collect()
    }
}

/// The rules of a report: those every program has, and what else its assertions need.
pub(super) fn rules(report: &Report) -> Vec<Rule> {
    let always = ALWAYS.map(|property| Rule::of(&property.to_string(), ""));
    let assertions = report.assertions.iter().map(rule_of);
    let violations = report.violations.iter().map(rule_of_violation);
    let mut rules: Vec<Rule> = Vec::new();
    for rule in always.into_iter().chain(assertions).chain(violations) {
        if rules.iter().all(|other| other.id != rule.id) {
            rules.push(rule);
        }
    }
    rules
}

fn rule_of(assertion: &Assertion) -> Rule {
    Rule::of(&assertion.property, &assertion.what)
}

fn rule_of_violation(violation: &ViolationReport) -> Rule {
    Rule::of(&violation.property, &violation.what)
}

/// The number and id of the rule of an assertion.
pub(super) fn rule<'r>(rules: &'r [Rule], assertion: &Assertion) -> (usize, &'r str) {
    let id = rule_of(assertion).id;
    let index = rules.iter().position(|rule| rule.id == id);
    let index = index.expect("every assertion of the report has a rule");
    (index, &rules[index].id)
}

fn words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

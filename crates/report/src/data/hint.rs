//! What a person can do about an unknown verdict: one hint, by reason and situation.

use super::{Assertion, AssertionStatus, AssumptionKind, Conclusion, Report};
use invar_cfa::{CheckKind, UnsupportedKind};
use invar_verdict::{Limit, Reason, ReasonClass};

/// One hint that may help to get a verdict; none for a report that has one. Where the report was made in another process,
/// the class of its reason decides alone.
pub fn hint(report: &Report) -> Option<String> {
    if report.verdict != Conclusion::Unknown {
        return None;
    }
    if report.circuit.is_some() {
        return circuit(report);
    }
    let text = match report.reason_class? {
        ReasonClass::Unsupported => return Some(unsupported(report.cause.as_ref())),
        ReasonClass::Timeout => return Some(timeout(report)),
        ReasonClass::Bound => bound(report.cause.as_ref()),
        ReasonClass::Memory => {
            "a larger --memory may help, and so may smaller arrays in a copy of the program"
        }
        ReasonClass::SolverGaveUp => {
            "another way to search may help: --arithmetic bv, or --engine kind"
        }
        ReasonClass::CertificateRejected => {
            "a proof was found that machine arithmetic does not confirm: something may overflow. \
             Bounds on the inputs, with __VERIFIER_assume, may help"
        }
        ReasonClass::UnsupportedProperty => {
            "invar checks assertions, error calls, overflows, divisions, shifts, bounds, conversions and memory"
        }
        ReasonClass::NothingToCheck => {
            "state what must hold with assert(...). NDEBUG removes assertions; functions that \
             nothing calls are looked at by `invar survey` or --entry"
        }
        ReasonClass::Vacuous => {
            "look at the conditions and assumptions before the places that are unreachable; \
             --property unreach-call is about calls of reach_error alone"
        }
        ReasonClass::RefusedAssumption => {
            "the `assumed:` lines say what would have to be shown; `invar explain assumptions` lists \
             the kinds, and --assume KIND=on accepts one"
        }
        ReasonClass::Uncovered => {
            "the open accesses are listed; a harness that builds the objects of a call and calls the \
             function checks them too"
        }
        ReasonClass::Internal => "please report this with the input file",
        _ => return None,
    };
    Some(text.into())
}

/// What may help with a hardware model.
fn circuit(report: &Report) -> Option<String> {
    let properties = report.circuit.iter().flat_map(|model| &model.properties);
    let mut open = properties.filter(|p| p.verdict == Conclusion::Unknown);
    let text = match report.reason_class? {
        ReasonClass::Timeout => match (open.next(), open.next()) {
            (Some(first), Some(_)) => {
                let number = first.number;
                return Some(format!(
                    "alone a property has all the time: --property bad:{number}"
                ));
            }
            _ => "a longer --timeout may help",
        },
        ReasonClass::Memory => "a larger --memory may help",
        ReasonClass::Bound => {
            "bounded search looks for bad states up to a depth; --engine default also finds proofs"
        }
        ReasonClass::CertificateRejected | ReasonClass::Internal => {
            "please report this with the input file"
        }
        _ => return None,
    };
    Some(text.into())
}

fn bound(cause: Option<&Reason>) -> &'static str {
    match cause {
        Some(Reason::Bound(Limit::Unrolling(_))) => {
            "bounded search looks for errors up to a depth; --engine default also finds proofs"
        }
        Some(Reason::Bound(Limit::Rankings)) => {
            "a loop that counts by a variable of its own is ranked most easily; --entry asks about one function"
        }
        Some(Reason::Bound(Limit::Facts)) => {
            "facts alone prove some programs only; --engine default also searches"
        }
        _ => {
            "calls are expanded, and there are too many: check a part of the program, or replace \
             functions that do not matter by declarations"
        }
    }
}

fn unsupported(cause: Option<&Reason>) -> String {
    let (kind, construct) = match cause {
        Some(Reason::Unsupported {
            kind, construct, ..
        }) => (*kind, construct.as_str()),
        _ => (UnsupportedKind::Construct, ""),
    };
    match kind {
        UnsupportedKind::Recursion => {
            "calls are inlined to a depth; a larger --recursion may help".into()
        }
        UnsupportedKind::InliningLimit => {
            "calls are expanded, and there are too many: check a part of the program".into()
        }
        UnsupportedKind::LibraryFunction => {
            let name = construct.strip_prefix(kind.beginning());
            let name = name.and_then(|rest| rest.split_whitespace().next());
            let name = name.unwrap_or("the function");
            format!(
                "{name} is not modelled: give it a body in C that does what you rely on, or declare a \
                 function of another name in its place"
            )
        }
        UnsupportedKind::Construct | UnsupportedKind::NotCalled => {
            "invar does not model this construct yet; SOUNDNESS.md lists what it models".into()
        }
    }
}

fn timeout(report: &Report) -> String {
    if report.cause.as_ref().is_some_and(Reason::is_late_reading) {
        return "reading took all the time: a longer --timeout, or fewer headers".into();
    }
    // Other checks cannot be asked for by their line.
    let by_line = [CheckKind::Assertion, CheckKind::ErrorCall].map(CheckKind::property);
    let is_open = |assertion: &&Assertion| {
        assertion.status == AssertionStatus::Unknown && by_line.contains(&&*assertion.property)
    };
    let undecided = report.assertions.iter().filter(is_open);
    if report.assertions.len() > 1
        && let Some(place) = undecided.filter_map(|a| a.place.as_ref()).next()
    {
        let line = place.line;
        return format!("alone an assertion has all the time: --property assert:{line}");
    }
    let mut missing = report.assumptions.iter();
    let missing = missing.find(|a| a.kind == AssumptionKind::MissingBody);
    if let Some(name) = missing.and_then(|a| a.subject.as_ref()) {
        return format!(
            "{name} has no body, so its result may be anything: a body, or an assumption about \
             its result, may be what a proof lacks"
        );
    }
    let abstracted =
        |(name, number): (&String, &f64)| name.ends_with(" abstracted") && *number > 0.0;
    if report.statistics.iter().any(abstracted) {
        return "products of variables and bit operations are hard: bounds on the inputs, with \
                __VERIFIER_assume, may help"
            .into();
    }
    "a longer --timeout may help, and so may bounds on the inputs".into()
}

#[cfg(test)]
mod tests {
    use super::hint;
    use crate::data::{Assertion, Conclusion, Place, Report};
    use invar_cfa::CheckKind;
    use invar_cfa::{SourcePlace, UnsupportedKind};
    use invar_verdict::Reason;
    use std::time::Duration;

    fn late() -> Report {
        Report::unknown(&Reason::Timeout {
            limit: Duration::from_secs(1),
            activity: "searching".into(),
        })
    }

    #[test]
    fn hints_depend_on_the_situation() {
        let plain = hint(&late()).expect("a hint");
        assert!(plain.contains("--timeout"), "{plain}");
        let mut hard = late();
        hard.statistics.insert("int abstracted".into(), 2.0);
        let text = hint(&hard).expect("a hint");
        assert!(text.contains("products"), "{text}");
        let mut several = hard;
        several.assertions = [5, 9]
            .map(|line| Assertion {
                place: Some(Place {
                    line,
                    ..Place::default()
                }),
                property: CheckKind::Assertion.property().into(),
                ..Assertion::default()
            })
            .into();
        let text = hint(&several).expect("a hint");
        assert!(text.contains("--property assert:5"), "{text}");
        let known = Report {
            verdict: Conclusion::Safe,
            ..several
        };
        assert_eq!(hint(&known), None);
    }

    #[test]
    fn a_library_function_without_a_model_is_named() {
        let kind = UnsupportedKind::LibraryFunction;
        let report = Report::unknown(&Reason::Unsupported {
            kind,
            construct: format!("{}fesetround", kind.beginning()),
            place: Some(SourcePlace {
                path: "a.c".into(),
                line: 1,
                column: Some(2),
            }),
        });
        let text = hint(&report).expect("a hint");
        assert!(text.starts_with("fesetround is not modelled"), "{text}");
    }
}

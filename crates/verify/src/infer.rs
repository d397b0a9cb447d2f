//! Preconditions of a function, found by trying: the clauses that prove most places, and of these as few as possible.

use invar_frontend::contract::{Bound, Clause};
use invar_report::{AssertionStatus, Report};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Of the whole time, the first try of a stage takes at most this share.
const SHORT_TIME_SHARE: f64 = 0.15;
/// Of the time left, a later try of a stage takes at most this share.
const LONG_TIME_SHARE: f64 = 0.5;
/// Leaving out a clause may take this much longer than the proof with all of them.
const REDUCTION_TIME_FACTOR: f64 = 3.0;
/// Leaving out a clause may take at least this long, so that noise does not decide which clauses stay.
const MIN_REDUCTION_TIME: Duration = Duration::from_secs(2);
/// A check takes at least so long that it can succeed.
const MIN_CHECK_TIME: Duration = Duration::from_millis(500);

/// A precondition, and what holds under it.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// The clauses; none if none are needed or none help.
    pub clauses: Vec<Clause>,
    /// The report of the check under them.
    pub report: Report,
    /// Whether every clause was tried to be left out.
    pub minimal: Minimal,
}

/// Whether a precondition is known to have no clause too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimal {
    /// Without any one of its clauses fewer places are proved.
    Yes,
    /// Time ran out before all were tried.
    OutOfTime,
}

/// A precondition that an earlier search found, to begin with instead of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    /// The clauses.
    clauses: Vec<Clause>,
    /// Whether no clause was too many.
    is_minimal: bool,
    /// The number of places that were proved under them.
    proved: usize,
}

impl From<&Inferred> for Remembered {
    fn from(found: &Inferred) -> Remembered {
        Remembered {
            clauses: found.clauses.clone(),
            is_minimal: found.minimal == Minimal::Yes,
            proved: proved(&found.report),
        }
    }
}

/// Checks again what was found for the same text: under the same clauses, if they are candidates and some call keeps
/// them. None if fewer places are proved than before.
pub fn again(
    known: &Remembered,
    stages: &[Vec<Clause>],
    time: Duration,
    checker: &mut dyn Checker,
) -> Option<Inferred> {
    let is_candidate = |clause: &Clause| stages.iter().any(|stage| stage.contains(clause));
    if !known.clauses.iter().all(is_candidate) {
        return None;
    }
    let slice = time.mul_f64(LONG_TIME_SHARE).max(MIN_CHECK_TIME);
    if !known.clauses.is_empty() && !checker.can_be_kept(&known.clauses, slice) {
        return None;
    }
    let report = checker.check(&known.clauses, slice);
    let is_enough = proved(&report) >= known.proved && is_answer(&report);
    is_enough.then(|| Inferred {
        clauses: known.clauses.clone(),
        report,
        minimal: if known.is_minimal {
            Minimal::Yes
        } else {
            Minimal::OutOfTime
        },
    })
}

/// Checks a function under clauses, within a time.
pub trait Checker {
    /// The report of one check.
    fn check(&mut self, clauses: &[Clause], time: Duration) -> Report;

    /// Whether some call keeps the clauses: from a contradiction everything would follow.
    fn can_be_kept(&mut self, clauses: &[Clause], time: Duration) -> bool;

    /// Time of all checks so far, by the clock that limits them.
    fn used(&self) -> Duration;
}

/// The clauses of a stage that some call keeps together: all, or those that compare no values, or none.
fn kept_together(
    clauses: &[Clause],
    time: Duration,
    checker: &mut dyn Checker,
) -> Option<Vec<Clause>> {
    let compares = |clause: &Clause| {
        matches!(
            clause,
            Clause::Less {
                limit: Bound::Value(_),
                ..
            }
        )
    };
    let all = clauses.to_vec();
    let simple: Vec<Clause> = clauses.iter().filter(|c| !compares(c)).cloned().collect();
    let mut choices = [all, simple].into_iter();
    choices.find(|choice| choice.is_empty() || checker.can_be_kept(choice, time))
}

/// Finds a precondition. Each stage of candidates contains the one before. First all stages are tried for a short time,
/// the fewest clauses first; then for longer, the most clauses first, since these prove most.
pub fn infer(stages: &[Vec<Clause>], time: Duration, checker: &mut dyn Checker) -> Inferred {
    let deadline = checker.used() + time;
    let mut distinct: Vec<&Vec<Clause>> = stages.iter().collect();
    distinct.dedup();
    let mut kept: Vec<Vec<Clause>> = Vec::new();
    let mut best = Best::default();
    let short = time.mul_f64(SHORT_TIME_SHARE).max(MIN_CHECK_TIME);
    for clauses in distinct {
        if left(checker, deadline) < MIN_CHECK_TIME && best.found.is_some() {
            break;
        }
        if let Some(clauses) = kept_together(clauses, short, checker) {
            best.try_clauses(&clauses, short, checker);
            kept.push(clauses);
        }
        if best.is_done() {
            break;
        }
    }
    for clauses in kept.iter().rev() {
        let slice = left(checker, deadline).mul_f64(LONG_TIME_SHARE);
        if best.is_done() || slice <= short {
            break;
        }
        best.try_clauses(clauses, slice, checker);
    }
    let (clauses, report, took) = match best.found {
        Some(found) => found,
        None => {
            let (report, took) = timed(checker, &[], time);
            (Vec::new(), report, took)
        }
    };
    let found = Inferred {
        clauses,
        report,
        minimal: Minimal::Yes,
    };
    reduce(
        found,
        took.mul_f64(REDUCTION_TIME_FACTOR).max(MIN_REDUCTION_TIME),
        deadline,
        checker,
    )
}

/// The clauses that prove most places so far, with the report and the time of that check.
#[derive(Default)]
struct Best {
    found: Option<(Vec<Clause>, Report, Duration)>,
}

impl Best {
    fn try_clauses(&mut self, clauses: &[Clause], time: Duration, checker: &mut dyn Checker) {
        let (report, took) = timed(checker, clauses, time);
        let proves = proved(&report);
        let is_better = match &self.found {
            // More clauses leave fewer violations that callers could avoid.
            Some((known_clauses, known, _)) if known_clauses.len() < clauses.len() => {
                proves >= proved(known) && is_answer(&report)
            }
            Some((_, known, _)) => proves > proved(known) && is_answer(&report),
            None => !fails_in_clauses(&report),
        };
        if is_better {
            self.found = Some((clauses.to_vec(), report, took));
        }
    }

    /// Whether all places are proved.
    fn is_done(&self) -> bool {
        let report = self.found.as_ref().map(|(_, report, _)| report);
        report.is_some_and(|report| proved(report) == places(report).count() && is_answer(report))
    }
}

/// Leaves out clauses, many at once at first, as long as as many places are proved.
fn reduce(
    mut found: Inferred,
    time: Duration,
    deadline: Duration,
    checker: &mut dyn Checker,
) -> Inferred {
    if proved(&found.report) == 0 {
        found.clauses.clear();
        return found;
    }
    let (goal, violations) = (proved(&found.report), violated(&found.report));
    let mut size = found.clauses.len();
    while size > 0 {
        // Later clauses lead further, and often rest on earlier ones.
        let mut end = found.clauses.len();
        while end > 0 {
            let begin = end.saturating_sub(size);
            if left(checker, deadline) < MIN_CHECK_TIME {
                found.minimal = Minimal::OutOfTime;
                return found;
            }
            let mut fewer = found.clauses.clone();
            fewer.drain(begin..end);
            let slice = time.min(left(checker, deadline));
            let (report, _) = timed(checker, &fewer, slice);
            let is_enough = proved(&report) >= goal && violated(&report) <= violations;
            if is_enough && is_answer(&report) {
                found.clauses = fewer;
                found.report = report;
            }
            end = begin;
        }
        size /= 2;
    }
    found
}

fn timed(checker: &mut dyn Checker, clauses: &[Clause], time: Duration) -> (Report, Duration) {
    let before = checker.used();
    let report = checker.check(clauses, time);
    (report, checker.used().saturating_sub(before))
}

/// Time until a deadline on the checker's clock.
fn left(checker: &dyn Checker, deadline: Duration) -> Duration {
    deadline.saturating_sub(checker.used())
}

/// Places that an execution violates.
fn violated(report: &Report) -> usize {
    let places = places(report);
    places
        .filter(|status| *status == AssertionStatus::Violated)
        .count()
}

/// The statuses of places in the text; what clauses read is none.
fn places(report: &Report) -> impl Iterator<Item = AssertionStatus> {
    let in_text = report.assertions.iter().filter(|a| a.place.is_some());
    in_text.map(|assertion| assertion.status)
}

/// Places that no execution violates.
pub fn proved(report: &Report) -> usize {
    let proved = [AssertionStatus::Proved, AssertionStatus::Unreachable];
    places(report)
        .filter(|status| proved.contains(status))
        .count()
}

/// Whether places were looked at at all, on executions that get past the clauses.
fn is_answer(report: &Report) -> bool {
    let is_looked_at = !report.assertions.is_empty() || report.reason.is_none();
    is_looked_at && !fails_in_clauses(report)
}

/// Whether an execution fails while clauses are evaluated: what comes after them is proved of other executions only.
fn fails_in_clauses(report: &Report) -> bool {
    let mut in_clauses = report.assertions.iter().filter(|a| a.place.is_none());
    in_clauses.any(|assertion| assertion.status == AssertionStatus::Violated)
}

#[cfg(test)]
mod tests {
    use super::{Checker, Remembered, again, infer};
    use invar_frontend::contract::{Clause, Path};
    use invar_report::{Assertion, AssertionStatus, Place, Report};
    use std::time::Duration;

    /// A function with places that each need some clauses.
    struct Needs(Vec<Vec<Clause>>);

    impl Checker for Needs {
        fn check(&mut self, clauses: &[Clause], _: Duration) -> Report {
            let place = |needed: &Vec<Clause>| Assertion {
                place: Some(Place::default()),
                status: if needed.iter().all(|clause| clauses.contains(clause)) {
                    AssertionStatus::Proved
                } else {
                    AssertionStatus::Unknown
                },
                ..Assertion::default()
            };
            Report {
                assertions: self.0.iter().map(place).collect(),
                ..Report::default()
            }
        }

        fn can_be_kept(&mut self, clauses: &[Clause], _: Duration) -> bool {
            let value = Path::parameter(0);
            !(clauses.contains(&Clause::NotZero(value.clone()))
                && clauses.contains(&Clause::NotNegative(value)))
        }

        fn used(&self) -> Duration {
            Duration::ZERO
        }
    }

    fn clause(parameter: u32) -> Clause {
        Clause::NotNull(Path::parameter(parameter))
    }

    #[test]
    fn only_needed_clauses_are_left() {
        let stages = [
            vec![clause(0), clause(1)],
            (0..9).map(clause).collect::<Vec<_>>(),
        ];
        let mut needs = Needs(vec![vec![], vec![clause(1)], vec![clause(1), clause(6)]]);
        let found = infer(&stages, Duration::from_secs(10), &mut needs);
        assert_eq!(found.clauses, [clause(1), clause(6)]);
    }

    #[test]
    fn what_was_found_is_checked_again_and_not_believed() {
        let stages = [(0..9).map(clause).collect::<Vec<_>>()];
        let time = Duration::from_secs(10);
        let mut needs = Needs(vec![vec![clause(1)], vec![clause(7)]]);
        let known = Remembered::from(&infer(&stages, time, &mut needs));
        let found = again(&known, &stages, time, &mut needs).expect("it still holds");
        assert_eq!(found.clauses, [clause(1), clause(7)]);
        let mut other = Needs(vec![vec![clause(1)], vec![clause(8)]]);
        assert!(
            again(&known, &stages, time, &mut other).is_none(),
            "a place is not proved"
        );
        let fewer = [vec![clause(1)]];
        assert!(
            again(&known, &fewer, time, &mut needs).is_none(),
            "no candidate"
        );
        let value = Path::parameter(0);
        let both = vec![Clause::NotZero(value.clone()), Clause::NotNegative(value)];
        let forged = Remembered {
            clauses: both.clone(),
            is_minimal: true,
            proved: 1,
        };
        let mut needs = Needs(vec![both.clone()]);
        assert!(
            again(&forged, &[both], time, &mut needs).is_none(),
            "a contradiction"
        );
    }

    #[test]
    fn clauses_that_no_call_keeps_together_are_not_taken() {
        let value = Path::parameter(0);
        let both = vec![Clause::NotZero(value.clone()), Clause::NotNegative(value)];
        let mut needs = Needs(vec![both.clone()]);
        let found = infer(&[both], Duration::from_secs(10), &mut needs);
        assert!(found.clauses.is_empty());
        assert_eq!(super::proved(&found.report), 0);
    }

    #[test]
    fn nothing_is_needed_where_nothing_helps() {
        let stages = [vec![clause(0)]];
        let mut needs = Needs(vec![vec![clause(5)], vec![]]);
        let found = infer(&stages, Duration::from_secs(10), &mut needs);
        assert!(found.clauses.is_empty());
        assert_eq!(super::proved(&found.report), 1);
    }
}

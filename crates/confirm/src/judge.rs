//! What a native run says about a violation.

use super::Refusal;
use super::process::{Ended, Ran};
use invar_report::{Failure, NotConfirmed, Sanitizers, Shown, ViolationReport};
use invar_witness::{ASSUMPTION_STATUS, ERROR_REACHED, ERROR_STATUS};
use rustix::process::Signal;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

/// How a run shows the violation, and what it says about it; or why it does not.
pub(super) fn judge(
    violation: &ViolationReport,
    sanitizers: Sanitizers,
    ran: &Ran,
) -> Result<(Shown, Option<String>), Refusal> {
    let status = match ran.ended {
        Ended::Itself(status) => status,
        Ended::TimeLimit => return Err((NotConfirmed::TimeLimit, None)),
        Ended::MemoryLimit => return Err((NotConfirmed::MemoryLimit, None)),
        Ended::Interrupted => return Err((NotConfirmed::Interrupted, None)),
    };
    if status.signal() == Some(Signal::XCPU.as_raw()) {
        return Err((NotConfirmed::TimeLimit, None));
    }
    if status.code() == Some(ASSUMPTION_STATUS.into()) {
        return Err((NotConfirmed::AssumptionFails, None));
    }
    let is_error = violation.failure.is_error();
    let said = ran.errors.lines().any(|line| line == ERROR_REACHED);
    if is_error && status.code() == Some(ERROR_STATUS.into()) && said {
        return Ok((Shown::ErrorReached, None));
    }
    if let Some(reported) = SanitizerReport::of(&ran.errors) {
        let told = Some(reported.text.clone());
        if !is_error && reported.is_about(violation) {
            return Ok((Shown::SanitizerReport, told));
        }
        return Err((NotConfirmed::OtherFailure, told));
    }
    let faults = [
        Signal::SEGV,
        Signal::BUS,
        Signal::FPE,
        Signal::ILL,
        Signal::TRAP,
    ];
    let is_fault = |signal: &i32| faults.iter().any(|fault| fault.as_raw() == *signal);
    let fault = status.signal().filter(is_fault);
    if violation.failure == Failure::Undefined
        && sanitizers == Sanitizers::Absent
        && fault.is_some()
    {
        return Ok((Shown::Signal, Some(how(status))));
    }
    let unseen = match (is_error, sanitizers) {
        (true, _) => "",
        (false, Sanitizers::AddressAndUndefined) => ", and no sanitizer reports anything",
        (false, Sanitizers::Absent) => ", and the compiler has no sanitizers",
    };
    Err((NotConfirmed::NoFailure, Some(how(status) + unseen)))
}

/// How a process ended, in words.
fn how(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("it is ended by signal {signal}"),
        None => format!("it ends with status {}", status.code().unwrap_or(0)),
    }
}

/// Which sanitizer reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reporter {
    Undefined,
    Address,
    Leak,
}

/// The first report of a sanitizer.
#[derive(Debug)]
struct SanitizerReport {
    reporter: Reporter,
    /// Its first line, without addresses.
    text: String,
    /// Files and lines of the calls that lead to the failure, as far as they are told.
    places: Vec<(String, u32)>,
}

impl SanitizerReport {
    fn of(errors: &str) -> Option<SanitizerReport> {
        let mut lines = errors.lines();
        while let Some(line) = lines.next() {
            if let Some((place, text)) = line.split_once(": runtime error: ") {
                return Some(SanitizerReport {
                    reporter: Reporter::Undefined,
                    text: text.to_owned(),
                    places: place_in(place).into_iter().collect(),
                });
            }
            for (name, reporter) in [
                ("ERROR: AddressSanitizer: ", Reporter::Address),
                ("ERROR: LeakSanitizer: ", Reporter::Leak),
            ] {
                if let Some((_, text)) = line.split_once(name) {
                    let end = text.find(" on ").or_else(|| text.find(" (pc"));
                    return Some(SanitizerReport {
                        reporter,
                        text: text[..end.unwrap_or(text.len())].to_owned(),
                        places: first_stack(lines),
                    });
                }
            }
        }
        None
    }

    /// Whether it is about a violation: at the same line, or at a place that it does not tell.
    fn is_about(&self, violation: &ViolationReport) -> bool {
        match (violation.failure, self.reporter) {
            // Its stack is that of the allocation.
            (Failure::Leak, reporter) => return reporter == Reporter::Leak,
            (_, Reporter::Leak) => return false,
            _ => {}
        }
        let Some(place) = &violation.place else {
            return true;
        };
        let name = Path::new(&place.file).file_name();
        let is_there = |(file, line): &(String, u32)| {
            Path::new(file).file_name() == name && *line == place.line
        };
        self.places.is_empty() || self.places.iter().any(is_there)
    }
}

/// The places in a list of calls, `    #1 0x55d in main /a/b.c:5:7`; other lists follow after an empty line.
fn first_stack<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<(String, u32)> {
    let mut lines = lines.map(str::trim);
    let is_call = |line: &&str| line.starts_with('#');
    let first = lines.by_ref().find(is_call);
    let calls = first.into_iter().chain(lines.take_while(is_call));
    let place = |call: &'a str| {
        let (_, function) = call.split_once(" in ")?;
        place_in(function.split_once(' ')?.1)
    };
    calls.filter_map(place).collect()
}

/// File and line of `/a/b.c:5:7` or `a.c:5`.
fn place_in(text: &str) -> Option<(String, u32)> {
    let mut parts = text.rsplit(':');
    let (last, before) = (parts.next()?, parts.next());
    let (line, file_end) = match before.and_then(|part| part.parse().ok()) {
        Some(line) => (line, text.len() - last.len() - 1 - before?.len() - 1),
        None => (last.parse().ok()?, text.len() - last.len() - 1),
    };
    Some((text[..file_end].to_owned(), line))
}

#[cfg(test)]
mod tests {
    use super::{Reporter, SanitizerReport, judge};
    use crate::process::{Ended, Ran};
    use invar_report::{Failure, NotConfirmed, Place, Sanitizers, Shown, ViolationReport};
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    const OVERFLOW: &str = "a b.c:5:7: runtime error: signed integer overflow: 1 + 2\n";
    const BOUNDS: &str = "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x5\n\
        READ of size 4 at 0x60 thread T0\n    #0 0x55d1 in get /tmp/x/a b.c:5\n    \
        #1 0x55d2 in main /tmp/x/a b.c:9\n\n0x60 is located after\nallocated by thread T0 here:\n    \
        #0 0x7f in malloc\n    #1 0x55 in make /tmp/x/a b.c:30\n";

    fn violation(failure: Failure, line: u32) -> ViolationReport {
        ViolationReport {
            failure,
            place: Some(Place {
                file: "dir/a b.c".into(),
                line,
                column: 1,
                function: None,
            }),
            ..ViolationReport::default()
        }
    }

    /// What a run that ended with a status means for a violation in line 5.
    fn judged(failure: Failure, raw: i32, errors: &str) -> Result<Shown, NotConfirmed> {
        let ran = Ran {
            ended: Ended::Itself(ExitStatus::from_raw(raw)),
            errors: errors.into(),
        };
        let sanitizers = Sanitizers::AddressAndUndefined;
        let judged = judge(&violation(failure, 5), sanitizers, &ran);
        judged.map(|(shown, _)| shown).map_err(|(reason, _)| reason)
    }

    #[test]
    fn a_run_confirms_only_the_failure_that_was_found() {
        let reached = "invar: error reached\n";
        let exit = |status: i32| status << 8;
        let cases = [
            (Failure::Assertion, 107, reached, Ok(Shown::ErrorReached)),
            (Failure::Assertion, 107, "", Err(NotConfirmed::NoFailure)),
            (Failure::Assertion, 0, reached, Err(NotConfirmed::NoFailure)),
            (
                Failure::ErrorCall,
                108,
                "",
                Err(NotConfirmed::AssumptionFails),
            ),
            (
                Failure::Assertion,
                1,
                OVERFLOW,
                Err(NotConfirmed::OtherFailure),
            ),
            (
                Failure::Undefined,
                107,
                OVERFLOW,
                Ok(Shown::SanitizerReport),
            ),
            (Failure::Undefined, 107, BOUNDS, Ok(Shown::SanitizerReport)),
            (
                Failure::Undefined,
                107,
                reached,
                Err(NotConfirmed::NoFailure),
            ),
            (Failure::Leak, 107, BOUNDS, Err(NotConfirmed::OtherFailure)),
        ];
        for (failure, status, errors, expected) in cases {
            let judged = judged(failure, exit(status), errors);
            assert_eq!(judged, expected, "{failure:?} {status} {errors}");
        }
        assert_eq!(
            judged(Failure::Undefined, 11, ""),
            Err(NotConfirmed::NoFailure)
        );
    }

    #[test]
    fn a_signal_counts_where_no_sanitizer_watches() {
        let ran = Ran {
            ended: Ended::Itself(ExitStatus::from_raw(11)),
            errors: String::new(),
        };
        let judged = judge(&violation(Failure::Undefined, 5), Sanitizers::Absent, &ran);
        assert_eq!(judged.map(|(shown, _)| shown).ok(), Some(Shown::Signal));
    }

    #[test]
    fn reports_are_read_with_the_places_of_the_failing_access() {
        let report = SanitizerReport::of(BOUNDS).expect("a report");
        assert_eq!(report.reporter, Reporter::Address);
        assert_eq!(report.text, "heap-buffer-overflow");
        assert!(report.is_about(&violation(Failure::Undefined, 9)));
        assert!(!report.is_about(&violation(Failure::Undefined, 30)));
        let report = SanitizerReport::of(OVERFLOW).expect("a report");
        assert_eq!(report.places, [("a b.c".to_owned(), 5)]);
        assert_eq!(report.text, "signed integer overflow: 1 + 2");
        assert!(SanitizerReport::of("nothing: special\n").is_none());
    }
}

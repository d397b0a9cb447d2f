//! The line that the software verification competition and BenchExec read.

use crate::report::{Conclusion, Report};

/// `TRUE`, `FALSE(property)` or `UNKNOWN`; only evidence that was checked counts.
pub fn competition_line(report: &Report) -> String {
    match report.verdict {
        Conclusion::Safe if report.certified => "TRUE\n".into(),
        Conclusion::Unsafe if report.certified => format!("FALSE({})\n", report.property),
        _ => "UNKNOWN\n".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::competition_line;
    use crate::report::{Conclusion, Report};

    fn line(verdict: Conclusion, certified: bool) -> String {
        competition_line(&Report {
            verdict,
            certified,
            property: "unreach-call".into(),
            ..Report::default()
        })
    }

    #[test]
    fn verdicts_are_said_in_the_words_of_the_competition() {
        assert_eq!(line(Conclusion::Safe, true), "TRUE\n");
        assert_eq!(line(Conclusion::Unsafe, true), "FALSE(unreach-call)\n");
        assert_eq!(line(Conclusion::Unknown, false), "UNKNOWN\n");
    }

    #[test]
    fn what_is_not_certified_is_unknown() {
        assert_eq!(line(Conclusion::Safe, false), "UNKNOWN\n");
        assert_eq!(line(Conclusion::Unsafe, false), "UNKNOWN\n");
    }
}

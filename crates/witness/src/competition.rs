//! The line that the software verification competition and BenchExec read.

use invar_report::{Conclusion, Report};

/// `TRUE`, `FALSE(property)` or `UNKNOWN`; only evidence that was checked counts.
pub fn competition_line(report: &Report) -> String {
    match report.verdict {
        // That a part holds is no verdict in the competition's terms; that a part is violated is one.
        Conclusion::Safe if !report.scope().is_whole() => "UNKNOWN\n".into(),
        Conclusion::Safe if report.certified => "TRUE\n".into(),
        Conclusion::Unsafe if report.certified => format!("FALSE({})\n", report.property_name()),
        _ => "UNKNOWN\n".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::competition_line;
    use invar_report::{Conclusion, Report, ShardReport, SinceReport};

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
    fn a_proof_of_a_part_is_none_of_the_whole() {
        let line = |verdict, assertions| {
            competition_line(&Report {
                verdict,
                certified: true,
                property: "assert (shard 1/2: 1 of 2 assertions)".into(),
                shard: Some(ShardReport {
                    number: 1,
                    of: 2,
                    assertions,
                    whole: 2,
                }),
                ..Report::default()
            })
        };
        assert_eq!(line(Conclusion::Safe, 1), "UNKNOWN\n");
        assert_eq!(line(Conclusion::Safe, 2), "TRUE\n");
        assert_eq!(line(Conclusion::Unsafe, 1), "FALSE(assert)\n");
    }

    #[test]
    fn a_proof_of_what_a_change_affects_is_none_of_the_whole() {
        let line = |verdict, unaffected| {
            competition_line(&Report {
                verdict,
                certified: true,
                property: "assert (since HEAD: 1 of 2 assertions)".into(),
                since: Some(SinceReport {
                    revision: "HEAD".into(),
                    affected: 1,
                    unaffected,
                    recalled: 0,
                    note: None,
                }),
                ..Report::default()
            })
        };
        assert_eq!(line(Conclusion::Safe, 1), "UNKNOWN\n");
        assert_eq!(line(Conclusion::Safe, 0), "TRUE\n");
        assert_eq!(line(Conclusion::Unsafe, 1), "FALSE(assert)\n");
    }

    #[test]
    fn what_is_not_certified_is_unknown() {
        assert_eq!(line(Conclusion::Safe, false), "UNKNOWN\n");
        assert_eq!(line(Conclusion::Unsafe, false), "UNKNOWN\n");
    }
}

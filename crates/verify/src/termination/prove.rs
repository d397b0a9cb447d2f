//! Has rankings searched for and proved, loop by loop.

use super::candidates::candidates;
use super::runs::Observations;
use super::synthesis::ranking;
use super::{RANKINGS, RankedLoop};
use crate::finding::Answered;
use crate::goal::Aim;
use crate::request::{ArithmeticChoice, EngineId, SearchOptions};
use crate::run::Run;
use crate::search::source::Source;
use invar_budget::Budget;
use invar_certify::termination::with_ranking;
use invar_cfa::Program;
use invar_passes::PassOptions;
use invar_report::{Conclusion, ProofReport, RankingReport, Report};
use invar_term::TermId;
use invar_verdict::{Limit, Reason};
use std::collections::BTreeSet;
use std::time::Duration;

/// Rankings that are tried for a loop in one round.
const MAX_TRIED: usize = 24;
/// Rankings that are not decided in one round.
const MAX_UNDECIDED: usize = 3;
/// Rounds with growing time.
const ROUNDS: [u32; 4] = [10, 5, 3, 2];
/// Induction may take this fraction of the time for one ranking: 1/3.
const INDUCTION_SHARE: u32 = 3;
/// The least time for one ranking.
const MIN_TIME: Duration = Duration::from_millis(300);

impl Run<'_> {
    /// Shows that every loop is left or, unless only that is wanted, that one is not.
    pub(crate) fn decide_loops(
        &mut self,
        source: &Program,
        mut loops: Vec<RankedLoop>,
        observed: &mut Observations<'_>,
        aim: Aim,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let mut refused: Vec<BTreeSet<Vec<TermId>>> = vec![BTreeSet::new(); loops.len()];
        let mut last = Reason::Bound(Limit::Rankings);
        let expressions: Vec<Vec<TermId>> = (loops.iter().zip(&observed.seen))
            .map(|(ranked, seen)| candidates(source, &ranked.part, &seen.variables, &seen.elements))
            .collect();
        for (round, divisor) in ROUNDS.into_iter().enumerate() {
            let long: Vec<usize> = observed.long.keys().copied().collect();
            // The first round is for what is easy: most loops that go on for long have an end.
            let long = (long.into_iter()).filter(|_| round > 0 && aim == Aim::Verdict);
            for part in long.filter(|part| loops[*part].ranked.is_none()) {
                let share = budget.at_most(budget.left() / divisor);
                if let Some(report) = self.no_end_from(source, part, observed, &share) {
                    return Ok(report);
                }
            }
            for part in 0..loops.len() {
                if loops[part].ranked.is_some() {
                    continue;
                }
                let share = budget.at_most(budget.left() / divisor);
                let found = self.ranked(
                    source,
                    &loops[part],
                    part,
                    &expressions[part],
                    observed,
                    &mut refused[part],
                    aim,
                    &share,
                );
                match found {
                    Ok((ranked, certifier)) => {
                        loops[part].ranked = Some(ranked);
                        loops[part].certifier = certifier;
                    }
                    Err(reason) => last = reason,
                }
                if aim == Aim::Verdict
                    && let Some(report) = self.repeated_state(source, observed, budget)
                {
                    return Ok(report);
                }
            }
            if loops.iter().all(|ranked| ranked.ranked.is_some()) {
                return Ok(all_ranked(loops));
            }
            // What is not modelled stays so.
            if matches!(last, Reason::Unsupported { .. }) || budget.is_exhausted() {
                break;
            }
        }
        Err(self.unless_late(last, "looking for rankings", budget))
    }

    /// A ranking of a loop that decreases on every way around, and its certifier.
    #[allow(
        clippy::too_many_arguments,
        reason = "what is known of the loop is kept in several places"
    )]
    fn ranked(
        &mut self,
        source: &Program,
        ranked: &RankedLoop,
        part: usize,
        expressions: &[TermId],
        observed: &mut Observations<'_>,
        refused: &mut BTreeSet<Vec<TermId>>,
        aim: Aim,
        budget: &Budget,
    ) -> Result<(RankingReport, Option<String>), Reason> {
        let mut last = Reason::Bound(Limit::Rankings);
        // Rankings that were not decided may be with more time.
        let mut undecided = 0;
        let mut left_out = refused.clone();
        for _ in 0..MAX_TRIED {
            if budget.is_exhausted() || undecided >= MAX_UNDECIDED {
                break;
            }
            let seen = &observed.seen[part];
            let Some(tuple) = ranking(source, expressions, seen, &left_out) else {
                break;
            };
            self.worker.count("rankings tried", 1.0);
            let program = with_ranking(source, &ranked.part, &tuple)
                .map_err(|rejection| Reason::Internal(rejection.message().to_owned()))?;
            let share = budget.at_most((budget.left() / 2).max(MIN_TIME));
            let answer = self.ranking_checked(&program, &share);
            match answer {
                Ok(Answered { report, .. }) if report.verdict == Conclusion::Safe => {
                    let told = told(source, ranked, &tuple, report.proof);
                    return Ok((told, report.certifier));
                }
                Ok(Answered { finding, .. }) => {
                    let learnt = finding
                        .run
                        .is_some_and(|t| observed.follow(&t, part, budget));
                    if !learnt {
                        left_out.insert(tuple.clone());
                        refused.insert(tuple);
                    }
                    if !observed.repeated.is_empty() && aim == Aim::Verdict {
                        break;
                    }
                }
                Err(reason @ Reason::Unsupported { .. }) => return Err(reason),
                Err(reason) => {
                    last = reason;
                    undecided += 1;
                    left_out.insert(tuple);
                }
            }
        }
        Err(last)
    }
}

impl Run<'_> {
    /// Whether a check of a ranking holds: by induction over bit-vectors, since many rankings need no invariant, then
    /// as the request says.
    pub(crate) fn ranking_checked(
        &mut self,
        program: &Program,
        budget: &Budget,
    ) -> Result<Answered, Reason> {
        let options = PassOptions::default();
        if self.session.request.search.engine() == EngineId::Default {
            let induction = SearchOptions {
                engine: EngineId::Kind,
                arithmetic: ArithmeticChoice::Bv,
                ..self.session.request.search.clone()
            };
            let source = Source {
                search: Some(&induction),
                ..Source::of(program)
            };
            let share = budget.at_most(budget.left() / INDUCTION_SHARE);
            let found = self.attempt(&source, &options, &share);
            let found = self.credited(found);
            if found.is_ok() || budget.is_exhausted() {
                return found;
            }
        }
        let found = self.attempt(&Source::of(program), &options, budget);
        self.credited(found)
    }
}

/// A ranking in terms of the source text.
fn told(
    source: &Program,
    ranked: &RankedLoop,
    tuple: &[TermId],
    proof: Option<ProofReport>,
) -> RankingReport {
    let texts = tuple.iter();
    let texts: Vec<Option<String>> = texts
        .map(|term| invar_report::c_expression(source, *term))
        .collect();
    RankingReport {
        function: None,
        place: invar_report::place_at(source, ranked.part.head),
        calls: invar_report::calls_to(source, ranked.part.head),
        expressions: texts.into_iter().map(Option::unwrap_or_default).collect(),
        invariants: proof.map(|proof| proof.invariants).unwrap_or_default(),
    }
}

/// That every loop has a ranking.
fn all_ranked(loops: Vec<RankedLoop>) -> Report {
    let certifiers: BTreeSet<String> = loops
        .iter()
        .filter_map(|ranked| ranked.certifier.clone())
        .collect();
    let rankings: Vec<RankingReport> = loops.into_iter().filter_map(|l| l.ranked).collect();
    Report {
        verdict: Conclusion::Safe,
        certified: true,
        certifier: Some(certifiers.into_iter().collect::<Vec<_>>().join(" and ")),
        proof: Some(ProofReport {
            kind: RANKINGS.into(),
            rankings,
            ..ProofReport::default()
        }),
        ..Report::default()
    }
}

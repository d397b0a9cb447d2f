//! Recursive functions: measures of their arguments, and rankings of the loops in their bodies.

use super::RankedLoop;
use super::candidates::{distance_from_zero, wide_variable};
use super::runs::Observations;
use crate::finding::Answered;
use crate::goal::Aim;
use crate::run::Run;
use invar_budget::Budget;
use invar_certify::termination::{Limited, loops, with_measures, without_limits};
use invar_cfa::{Procedures, Program};
use invar_passes::Divided;
use invar_report::{Conclusion, RankingReport, Report};
use invar_term::{TermId, TermStore};
use invar_verdict::{Limit, Reason};
use std::time::Duration;

/// Time for one measure.
const MIN_TIME: Duration = Duration::from_millis(500);
/// The time for measures is this fraction of what is left: 1/3.
const MEASURE_SHARE: u32 = 3;
/// Ways in which a number can decrease.
const DIRECTIONS: u32 = 5;

impl Run<'_> {
    /// That every execution of a program with recursion ends.
    pub(crate) fn termination_of_divided(
        &mut self,
        divided: &Divided,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let program = without_limits(&divided.program, Limited::Everywhere);
        let procedures = &divided.procedures;
        let (decreasing, told, certifier) = self.measured(&program, procedures, budget)?;
        // Its checks are proved: what breaks them ends executions that there are none of.
        let source = decreasing.restricted(|_| false);
        let parts = loops(&source, &super::heads(&source))
            .map_err(|rejection| Reason::Internal(rejection.message().to_owned()))?;
        let ranked: Vec<RankedLoop> = parts
            .iter()
            .map(|part| RankedLoop {
                part: part.clone(),
                ranked: None,
                certifier: None,
            })
            .collect();
        let mut observed = Observations::new(&source, &parts);
        let mut report = self.decide_loops(&source, ranked, &mut observed, Aim::Proof, budget)?;
        if report.verdict != Conclusion::Safe {
            return Err(Reason::Bound(Limit::Rankings));
        }
        if let Some(proof) = &mut report.proof {
            proof.rankings.extend(told);
        }
        report.certifier = report.certifier.filter(|by| !by.is_empty()).or(certifier);
        Ok(report)
    }

    /// Measures that decrease at every call, with the program that checks them.
    fn measured(
        &mut self,
        program: &Program,
        procedures: &Procedures,
        budget: &Budget,
    ) -> Result<(Program, Vec<RankingReport>, Option<String>), Reason> {
        let all = budget.at_most(budget.left() / MEASURE_SHARE);
        let mut last = Reason::Bound(Limit::Rankings);
        for measures in candidates(program, procedures) {
            if all.is_exhausted() {
                break;
            }
            let checked = with_measures(program, procedures, &measures)
                .map_err(|rejection| Reason::Internal(rejection.message().to_owned()))?;
            self.worker.count("measures tried", 1.0);
            let share = all.at_most((all.left() / 6).max(MIN_TIME));
            match self.ranking_checked(&checked, &share) {
                Ok(Answered { report, .. }) if report.verdict == Conclusion::Safe => {
                    let told = told(program, procedures, &measures);
                    return Ok((checked, told, report.certifier));
                }
                Ok(_) => {}
                Err(reason @ Reason::Unsupported { .. }) => return Err(reason),
                Err(reason) => last = reason,
            }
        }
        Err(last)
    }
}

/// Measures in terms of the source text.
fn told(
    program: &Program,
    procedures: &Procedures,
    measures: &[Vec<TermId>],
) -> Vec<RankingReport> {
    let all = procedures.list.iter().zip(measures);
    all.map(|(procedure, measure)| {
        let texts = measure.iter();
        let texts = texts.map(|term| invar_report::c_expression(program, *term));
        RankingReport {
            function: Some(procedure.name.to_string()),
            expressions: texts.map(Option::unwrap_or_default).collect(),
            ..RankingReport::default()
        }
    })
    .collect()
}

/// One measure per procedure: a parameter, the same of each, up or down; sums and differences; two in lexicographic order.
fn candidates(program: &Program, procedures: &Procedures) -> Vec<Vec<Vec<TermId>>> {
    let terms = &program.terms;
    let fewest = procedures.list.iter().map(|p| p.parameters.len()).min();
    let fewest = fewest.unwrap_or(0);
    let parameter = |procedure: usize, number: usize| {
        let variable = procedures.list[procedure].parameters[number].variable;
        program.symbol(variable)
    };
    let is_number = |number: &usize| {
        let widths: Vec<Option<u32>> = (0..procedures.list.len())
            .map(|procedure| terms.sort(parameter(procedure, *number)).width())
            .collect();
        widths[0].is_some_and(|width| width > 1) && widths.iter().all(|w| *w == widths[0])
    };
    let numbers: Vec<usize> = (0..fewest).filter(is_number).collect();
    let count = procedures.list.len();
    let single: Vec<Vec<TermId>> = numbers
        .iter()
        .flat_map(|number| {
            (0..DIRECTIONS).map(move |direction| {
                (0..count)
                    .map(|procedure| directed(terms, parameter(procedure, *number), direction))
                    .collect()
            })
        })
        .collect();
    let wide = |procedure: usize, number: usize| {
        let variable = procedures.list[procedure].parameters[number].variable;
        wide_variable(program, variable)
    };
    let shifted = |term: TermId| directed(terms, term, 0);
    let mut sums: Vec<Vec<TermId>> = Vec::new();
    let all = |combine: &dyn Fn(usize) -> Option<TermId>| -> Option<Vec<TermId>> {
        (0..count).map(combine).collect()
    };
    for (at, one) in numbers.iter().enumerate() {
        for other in &numbers[at + 1..] {
            type Combined<'t> = &'t dyn Fn(TermId, TermId) -> TermId;
            let combined: [Combined<'_>; 3] = [
                &|a, b| terms.bv_sub(a, b),
                &|a, b| terms.bv_sub(b, a),
                &|a, b| terms.bv_add(a, b),
            ];
            for combine in combined {
                sums.extend(all(&|p| {
                    let (a, b) = (wide(p, *one)?, wide(p, *other)?);
                    let same = terms.width(a) == terms.width(b);
                    same.then(|| shifted(combine(a, b)))
                }));
            }
        }
    }
    if numbers.len() > 2 {
        sums.extend(all(&|p| {
            let mut sum = wide(p, numbers[0])?;
            for number in &numbers[1..] {
                let next = wide(p, *number)?;
                if terms.width(next) != terms.width(sum) {
                    return None;
                }
                sum = terms.bv_add(sum, next);
            }
            Some(shifted(sum))
        }));
    }
    let mut found: Vec<Vec<Vec<TermId>>> = Vec::new();
    for one in single.iter().chain(&sums) {
        found.push(one.iter().map(|term| vec![*term]).collect());
    }
    for (at, one) in single.iter().enumerate() {
        for (then, other) in single.iter().enumerate() {
            if at / DIRECTIONS as usize != then / DIRECTIONS as usize {
                let pair = one.iter().zip(other);
                found.push(pair.map(|(one, other)| vec![*one, *other]).collect());
            }
        }
    }
    found
}

/// A number that decreases or increases, signed or unsigned.
fn directed(terms: &TermStore, number: TermId, direction: u32) -> TermId {
    let width = terms.width(number);
    let shifted = terms.bv_add(number, terms.bv(width, 1 << (width - 1)));
    match direction {
        0 => shifted,
        1 => number,
        2 => terms.bv_not(shifted),
        3 => terms.bv_not(number),
        _ => distance_from_zero(terms, number),
    }
}

//! Linear equations that hold in all sampled states.

use super::equation::{Equation, is_far_from_wrapping};
use super::head::Head;
use super::vocabulary::Vocabulary;
use crate::shared::linear::affine_hull;
use invar_cfa::VarId;
use invar_term::{RBig, Sort, TermId};
use std::collections::BTreeSet;

/// Variables that one equation may relate.
const MAX_VARIABLES: usize = 16;
/// Groups of variables to look at where there are more.
const MAX_GROUPS: usize = 40;

/// The equations that relate variables of one sort.
pub(super) fn equations(head: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let mut found = Vec::new();
    for (sort, variables) in head.by_sort() {
        if variables.len() <= MAX_VARIABLES {
            found.extend(related(head, &sort, &variables));
            continue;
        }
        let groups = vocabulary.groups.iter().map(|group| {
            let here = variables.iter().copied().filter(|v| group.contains(v));
            here.collect::<Vec<_>>()
        });
        let fitting = groups.filter(|g| g.len() > 1 && g.len() <= MAX_VARIABLES);
        for group in fitting.take(MAX_GROUPS) {
            found.extend(related(head, &sort, &group));
        }
        found.extend(variables.iter().flat_map(|v| related(head, &sort, &[*v])));
    }
    found
}

fn related(head: &Head<'_>, sort: &Sort, variables: &[VarId]) -> Vec<TermId> {
    let mut points = BTreeSet::new();
    for sample in &head.samples {
        let point: Option<Vec<RBig>> = variables.iter().map(|v| head.number(sample, *v)).collect();
        // Sums of large bit-vectors may have wrapped: over the integers they are meaningless.
        points.extend(point.filter(|p| sort.width().is_none_or(|w| is_far_from_wrapping(p, w))));
    }
    let points: Vec<Vec<RBig>> = points.into_iter().collect();
    let hull = affine_hull(&points).into_iter();
    let symbols = variables.iter().map(|v| head.program.symbol(*v));
    let equation = |(coefficients, constant): (Vec<RBig>, RBig)| {
        let sum = symbols.clone().zip(coefficients);
        Some(Equation::new(sum, constant, sort)?.to_term(head.terms()))
    };
    hull.filter_map(equation).collect()
}

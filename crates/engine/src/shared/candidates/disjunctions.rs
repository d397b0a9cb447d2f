//! `condition implies candidate`, where the condition is a comparison of the program and the candidate
//! holds in the sampled states that satisfy it but not in all.

use super::head::Head;
use super::vocabulary::Vocabulary;
use super::{bits, equations, numbers};
use crate::shared::sample::Sample;
use invar_term::{Evaluator, TermId};
use std::collections::BTreeSet;

/// Conditions to look at.
const MAX_CONDITIONS: usize = 24;
/// Candidates per condition.
const MAX_PER_CONDITION: usize = 16;
/// Candidates per condition that are tried.
const MAX_TRIED: usize = 200;
/// States that must satisfy the condition.
const FEW: usize = 4;

/// Implications by conditions among `atoms`, at most `most`; `known` holds without a condition.
pub(super) fn implications(
    head: &Head<'_>,
    vocabulary: &Vocabulary,
    atoms: &[TermId],
    known: &[TermId],
    most: usize,
) -> Vec<TermId> {
    let terms = head.terms();
    let known: BTreeSet<TermId> = known.iter().copied().collect();
    let mut found = Vec::new();
    let conditions = atoms.iter().flat_map(|atom| [*atom, terms.not(*atom)]);
    for condition in conditions.take(MAX_CONDITIONS) {
        let part = head.restricted(|sample| holds(head, sample, condition));
        let rest = head.restricted(|sample| !holds(head, sample, condition));
        if part.samples.len() < FEW || rest.samples.is_empty() {
            continue;
        }
        let negation = terms.not(condition);
        let is_new = |candidate: &TermId| {
            let mut samples = rest.samples.iter();
            *candidate != condition
                && !known.contains(candidate)
                && samples.any(|sample| !holds(head, sample, *candidate))
        };
        let candidates = under(&part, vocabulary).into_iter().filter(is_new);
        let implied = candidates.map(|candidate| terms.or(&[negation, candidate]));
        found.extend(implied.take(MAX_PER_CONDITION));
        if found.len() >= most {
            break;
        }
    }
    found.truncate(most);
    found
}

/// Candidates that the states of a head satisfy.
fn under(part: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let mut candidates = equations::equations(part, vocabulary);
    candidates.extend(numbers::singles(part, vocabulary));
    candidates.extend(numbers::sums(part, vocabulary));
    candidates.extend(numbers::pairs(part, vocabulary));
    candidates.extend(bits::singles(part, vocabulary));
    candidates.extend(bits::pairs(part));
    candidates.truncate(MAX_TRIED);
    candidates.retain(|candidate| {
        part.samples
            .iter()
            .all(|sample| holds(part, sample, *candidate))
    });
    candidates
}

/// Whether a term is known to be true in a state.
fn holds(head: &Head<'_>, sample: &Sample, term: TermId) -> bool {
    let value = Evaluator::new(head.terms(), &sample.memory).eval_bool(term);
    value.unwrap_or(false)
}

//! `condition implies guess`, where the condition is a comparison of the program and the guess
//! holds in the sampled states that satisfy it but not in all.

use super::head::Head;
use super::vocabulary::Vocabulary;
use super::{bits, equations, numbers};
use crate::sample::Sample;
use invar_term::{Evaluator, TermId};
use std::collections::BTreeSet;

/// Conditions to look at.
const MOST_CONDITIONS: usize = 24;
/// Guesses per condition.
const MOST_EACH: usize = 16;
/// Guesses per condition that are looked at.
const MOST_TRIED: usize = 200;
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
    for condition in conditions.take(MOST_CONDITIONS) {
        let part = head.restricted(|sample| holds(head, sample, condition));
        let rest = head.restricted(|sample| !holds(head, sample, condition));
        if part.samples.len() < FEW || rest.samples.is_empty() {
            continue;
        }
        let negation = terms.not(condition);
        let is_new = |guess: &TermId| {
            let mut samples = rest.samples.iter();
            *guess != condition
                && !known.contains(guess)
                && samples.any(|sample| !holds(head, sample, *guess))
        };
        let guesses = under(&part, vocabulary).into_iter().filter(is_new);
        let implied = guesses.map(|guess| terms.or(&[negation, guess]));
        found.extend(implied.take(MOST_EACH));
        if found.len() >= most {
            break;
        }
    }
    found.truncate(most);
    found
}

/// Guesses that the states of a head satisfy.
fn under(part: &Head<'_>, vocabulary: &Vocabulary) -> Vec<TermId> {
    let mut guesses = equations::equations(part, vocabulary);
    guesses.extend(numbers::singles(part, vocabulary));
    guesses.extend(numbers::sums(part, vocabulary));
    guesses.extend(numbers::pairs(part, vocabulary));
    guesses.extend(bits::singles(part, vocabulary));
    guesses.extend(bits::pairs(part));
    guesses.truncate(MOST_TRIED);
    guesses.retain(|guess| {
        part.samples
            .iter()
            .all(|sample| holds(part, sample, *guess))
    });
    guesses
}

/// Whether a term is known to be true in a state.
fn holds(head: &Head<'_>, sample: &Sample, term: TermId) -> bool {
    let value = Evaluator::new(head.terms(), &sample.memory).eval_bool(term);
    value.unwrap_or(false)
}
